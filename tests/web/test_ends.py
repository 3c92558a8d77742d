"""A workbench that ends in the middle of a run leaves no process behind, and goes on with the run when it is opened again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.web.serving import CARD, ROOT, Bench, needs_web, serving

pytestmark = [needs_web, pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"), pytest.mark.slow]
CHOSEN = {"precision": 0.5, "profiles": ["greedy"], "card": ["Nova"]}
RATE = {"version": 2, "ask": "rate", "edition": "kotc-17", "cards": [CARD], "settings": CHOSEN, "seed": 3}


def children(bench: Bench) -> list[int]:
    """Return the ids of the processes below the server, those in sessions of their own too."""
    rows = [
        line.split()
        for line in subprocess.run(["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    ]
    found, more = set[int](), {bench.process.pid}
    while more:
        found |= more
        more = {int(pid) for pid, parent in rows if int(parent) in found} - found
    return sorted(found - {bench.process.pid})


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_and_the_run_goes_on(tmp_path: Path, number: int) -> None:
    folder = tmp_path / "work"
    with serving(folder) as bench:
        status, run = bench.post("api/run", RATE)
        assert status == 200, run
        games = folder / "runs" / run["id"] / "games"
        end = time.monotonic() + 120
        while not list(games.glob("*.npz")) and time.monotonic() < end:
            assert bench.wait(run["id"], "waiting", "running")
            time.sleep(0.2)
        below = children(bench)
        assert below, "the run has no process"
        code = bench.stop(number)
        assert code == {signal.SIGINT: 0, signal.SIGTERM: 143, signal.SIGKILL: -9}[signal.Signals(number)]
        end = time.monotonic() + 5
        while any(map(lives, below)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(map(lives, below))
    kept = sorted(games.glob("*.npz"))
    assert kept
    with serving(folder) as bench:
        found = bench.wait(run["id"], "done", "failed", seconds=240)
        assert found["state"] == "done", found
        status, body = bench.ask("GET", f"/{bench.token}/runs/{run['id']}/result.json")
        assert status == 200
    command = [sys.executable, "-P", "-m", "kotc_sim.cli", *RATE_ARGUMENTS]
    plain = subprocess.run(
        command, cwd=folder / "runs" / run["id"], capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
    )
    told, whole = (json.loads(text) for text in (body, plain.stdout))
    assert told["cards"] == whole["cards"]


RATE_ARGUMENTS = [
    "rate",
    "cards.yaml",
    "--edition",
    "kotc-17",
    "--card",
    "Nova",
    "--precision",
    "0.5",
    "--profile",
    "greedy",
    "--seed",
    "3",
    "--json",
]
