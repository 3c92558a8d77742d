"""A workbench in a process of its own, for tests: started in an empty folder, asked over HTTP, ended."""

from __future__ import annotations

import http.client
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
MISSING = [name for name in ("starlette", "uvicorn") if importlib.util.find_spec(name) is None]
HANG = 300
"""Seconds after which an answer is missing: a busy or suspended machine takes long, too."""
needs_web = pytest.mark.skipif(bool(MISSING), reason=f"the workbench needs {' and '.join(MISSING)}: pip install 'kotc-sim[web]'")
CARD = {"name": "Nova", "kind": "minion", "sp": 2, "hp": 4, "text": "FIRE: Target 1 on-field minion; destroy it."}
DECK = {"name": "Mine", "cards": [[20, "minion 2/4"], [20, "minion 1/2"]]}
CREATURE = {
    **{"name": "Pup", "kind": "creature", "type": "Fire", "subtype": "Beast", "level": 1, "attack": 4, "defense": 2},
    "text": "normal: Your opponent loses 1 point.\nlatent: When this creature attacks: This creature gets +2 attack this turn.",
}
_EMBERS = yaml.safe_load((ROOT / "decks" / "levelup" / "ember-and-stone.yaml").read_text(encoding="utf-8"))
EMBERS = {"name": "Embers", "cards": [[count, name] for name, count in _EMBERS["cards"].items()]}
"""A legal deck of the second game."""
BATTLE = {"version": 2, "ask": "battle", "settings": {"attackers": "2/4", "defenders": "2/6", "trials": 1000}}


class Bench:
    """A running workbench.

    Parameters
    ----------
    process : Popen
    address : str
        Of its page, with the token.
    errors : Path
        What it writes to its error stream.
    """

    def __init__(self, process: subprocess.Popen[str], address: str, errors: Path) -> None:
        self.process = process
        self.address = address
        self.errors = errors
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([\w-]+)/", address)
        assert found is not None, address
        self.port, self.token = int(found[1]), found[2]

    def ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Send a request as it is; return status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG)
        try:
            connection.request(method, path, body or None, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def post(self, path: str, content: Any) -> tuple[int, Any]:
        """Post JSON as the page does; return status and the JSON of the answer."""
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        status, body = self.ask("POST", f"/{self.token}/{path}", json.dumps(content).encode(), headers)
        return status, json.loads(body)

    def runs(self) -> list[dict[str, Any]]:
        """Return the runs, as the stream of events tells them first."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG)
        try:
            connection.request("GET", f"/{self.token}/events")
            line = connection.getresponse().readline()
            found: list[dict[str, Any]] = json.loads(line.removeprefix(b"data: "))
            return found
        finally:
            connection.close()

    def wait(self, id: str, *states: str, seconds: float = 120) -> dict[str, Any]:
        """Return a run as soon as it is in one of these states."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            run = next(run for run in self.runs() if run["id"] == id)
            if run["state"] in states:
                return run
            time.sleep(0.1)
        raise AssertionError(f"the run is {run['state']} after {seconds} s: {run}")

    def stop(self, number: int) -> int:
        """Send a signal; return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(10)


@contextmanager
def serving(folder: Path, *options: str, cwd: Path | None = None, before: str = "pass") -> Iterator[Bench]:
    """Lend a workbench whose runs lie in a folder, and that runs Python statements ``before``; it is ended if it still runs."""
    folder.mkdir(parents=True, exist_ok=True)
    errors = folder.with_name(f"{folder.name}.stderr")
    command = [
        sys.executable,
        "-P",
        "-c",
        f"{before}; from kotc_sim.cli import main; main()",
        "serve",
        "--no-browser",
        "--folder",
        str(folder),
        "--port",
        str(free_port()),
        *options,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open(errors, "w") as sink:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=sink, text=True, cwd=cwd, env=environment)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, line + errors.read_text()
        yield Bench(process, found[0].partition("#")[0], errors)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(10)
        assert process.stdout is not None
        process.stdout.close()


def free_port() -> int:
    """Return a port that nobody listens at."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
