"""The same games on a cluster of dask.distributed (the extra ``cluster``), even if a worker is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim.commands.reproduce import differing
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.runs import Contest, Part, Workers, simulate, simulate_parts
from kotc_sim.runs import contest as contests
from kotc_sim.runs import workers as crews

distributed: Any = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.slow,
    # Sockets and event loops of a killed worker are closed by the collector, after the test.
    pytest.mark.filterwarnings("default"),
]

DECKS = Path(__file__).resolve().parents[1] / "decks"
PAIRS = 600


@pytest.fixture(scope="module")
def contest() -> Contest:
    return Contest((load_deck(DECKS / "rats.yaml"), load_deck(DECKS / "storm.yaml")), ("random", "random"))


@pytest.fixture
def cluster(tmp_path: Path) -> Any:
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path), silence_logs=50
    ) as made:
        yield made


def test_three_workers_one_of_which_is_killed(contest: Contest, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "CHUNK_PAIRS", 10)
    with Workers(1) as one, Workers(2) as two:
        alone = simulate(contest, PAIRS, 7, workers=one, keep_scores=True)
        threads = simulate(contest, PAIRS, 7, workers=two, keep_scores=True)
    killed: list[int] = []
    finished = 0

    def half_way(games: int) -> None:
        nonlocal finished
        finished += games
        if finished >= PAIRS and not killed:  # PAIRS games are half of them
            pids = list(workers.client.run(os.getpid).values())
            assert len(pids) == 3
            os.kill(pids[0], signal.SIGKILL)
            killed.append(pids[0])

    with Workers(scheduler=cluster.scheduler_address) as workers:
        assert workers.jobs == 3
        spread = simulate(contest, PAIRS, 7, workers=workers, keep_scores=True, on_chunk=half_way)
    assert killed
    assert spread.tally == alone.tally == threads.tally
    assert np.array_equal(spread.scores, alone.scores)
    assert np.array_equal(spread.scores, threads.scores)


def test_many_contests_on_a_cluster(contest: Contest, cluster: Any) -> None:
    swapped = Contest((contest.decks[1], contest.decks[0]), contest.strategies)
    parts = [Part(contest, 40), Part(swapped, 20, first_pair=5)]
    with Workers(2) as two:
        here = dict(simulate_parts(parts, 3, workers=two))
    with Workers(scheduler=cluster.scheduler_address) as workers:
        there = dict(simulate_parts(parts, 3, workers=workers))
    assert [there[i].tally == here[i].tally for i in (0, 1)] == [True, True]


def test_small_chunks_go_to_a_cluster_together(contest: Contest, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A race has thousands of parts of a few pairs; to send each alone takes longer than to play it here."""
    sent: list[int] = []
    parts = [Part(contest, 2, first_pair=2 * i) for i in range(40)]
    with Workers(1) as one:
        here = dict(simulate_parts(parts, 3, workers=one))
    with Workers(scheduler=cluster.scheduler_address) as workers:
        submit = workers.client.submit

        def noted(play: Any, contests: Any, *arguments: Any, **options: Any) -> Any:
            sent.append(len(contests))
            return submit(play, contests, *arguments, **options)

        monkeypatch.setattr(workers.client, "submit", noted)
        there = dict(simulate_parts(parts, 3, workers=workers))
        assert sent == [16, 16, 8]
        simulate(contest, 2 * contests.CHUNK_PAIRS + 1, 3, workers=workers)
        assert sent[3:] == [1, 1, 1]
    assert [there[i].tally == here[i].tally for i in range(40)] == [True] * 40


def test_an_error_of_a_worker_arrives(contest: Contest, cluster: Any) -> None:
    unknown = Contest(contest.decks, ("nobody", "random"))
    with Workers(scheduler=cluster.scheduler_address) as workers, pytest.raises(KotcError, match="'nobody'"):
        simulate(unknown, 4, 1, workers=workers)


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "CONNECT_SECONDS", 1.0)
    with pytest.raises(KotcError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        Workers(scheduler="tcp://127.0.0.1:9")


# --- a cluster of other processes, from the command line --------------------------------------------------------------

RUN = ["matchup", str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml"), "--strategy-a", "random", "--strategy-b", "random", "--json"]
MAIN = "import sys\nfrom kotc_sim.cli import main\nmain(sys.argv[1:])\n"
OFTEN = "from kotc_sim.runs import checkpoint\ncheckpoint.FLUSH_SECONDS = 0.05\n"
SCHEDULER = """
import asyncio, distributed, sys
async def main():
    async with distributed.Scheduler(port=0, dashboard=False, dashboard_address=None) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(main())
"""
WORKER = """
import asyncio, distributed, sys
async def main():
    async with distributed.Worker(sys.argv[1], nthreads=1, dashboard=False) as worker:
        print(worker.address, flush=True)
        await worker.finished()
asyncio.run(main())
"""


def begun(program: str, *arguments: str, cwd: Path) -> tuple[subprocess.Popen[str], str]:
    """Start a part of a cluster; return it and the address that it says."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


@pytest.fixture
def parts(tmp_path: Path) -> Any:
    """Yield a scheduler's process, its address, and the processes of two workers."""
    scheduler, address = begun(SCHEDULER, cwd=tmp_path)
    workers = [begun(WORKER, address, cwd=tmp_path)[0] for _ in range(2)]
    yield scheduler, address, workers
    for process in (scheduler, *workers):
        process.kill()
        process.communicate()


def playing(address: str, folder: Path) -> subprocess.Popen[str]:
    """Start a long match-up on the cluster; return it when some of its games are kept."""
    line = [sys.executable, "-c", OFTEN + MAIN, *RUN, "-n", "4000000", "--scheduler", address, "--resume", str(folder)]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 300
    while not list(folder.glob("*.npz")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_on_a_cluster_says_how_to_go_on(tmp_path: Path, parts: Any, number: int) -> None:
    process = playing(parts[1], tmp_path / "run")
    process.send_signal(number)
    out, errors = process.communicate(timeout=300)  # to the last of the games it would take longer
    assert process.returncode == 128 + number, errors
    assert "interrupted. To go on: kotc-sim matchup" in errors
    assert f"--resume {tmp_path / 'run'}" in errors
    assert ("Traceback" in errors, out) == (False, "")


def test_a_scheduler_that_is_killed_is_told_and_the_games_are_kept(tmp_path: Path, parts: Any) -> None:
    scheduler, address, _ = parts
    process = playing(address, tmp_path / "run")
    scheduler.kill()
    out, errors = process.communicate(timeout=300)
    assert (process.returncode, out) == (2, ""), errors
    assert f"error: the scheduler at {address} is gone" in errors
    assert "to go on: kotc-sim matchup" in errors
    assert "Traceback" not in errors
    kept = len(list((tmp_path / "run").glob("*.npz")))
    assert kept


def test_games_of_a_cluster_that_died_are_gone_on_with(tmp_path: Path, parts: Any) -> None:
    scheduler, address, _ = parts
    line = [sys.executable, "-c", OFTEN + MAIN, *RUN, "-n", "400000"]
    process = subprocess.Popen([*line, "--scheduler", address, "--resume", str(tmp_path / "run")], stderr=subprocess.PIPE, text=True)
    while not list((tmp_path / "run").glob("*.npz")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    scheduler.kill()
    process.communicate(timeout=300)
    found = [
        json.loads(subprocess.run([*line, *more], capture_output=True, text=True, check=False).stdout)
        for more in ([], ["--resume", str(tmp_path / "run")])
    ]
    assert differing(*found) == []
