"""Trial games of a strategy from a file, in a process of its own, before it is let near results.

A strategy can fail in ways that would stop or spoil a run: it may raise, loop for ever, return what is no number, or write into the
game it should only read. The trial finds these and says where. What passed is remembered in the cache folder until the file (or
the engine) changes.
"""

from __future__ import annotations

import hashlib
import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.jit import cache_folder, source_digest
from kotc_sim.strategies.api import Strategy

TRIAL_VARIABLE = "KOTC_SIM_TRIAL"
TRIAL_SECONDS = 30.0
"""So long the trial games may take; they take well under one second if nothing is wrong."""
COMPILE_SECONDS = 900.0
"""So long loading may take: a new engine is compiled first."""
GAMES = 12


def check_plugin(strategy: Strategy, *, seconds: float = TRIAL_SECONDS, games: int = GAMES) -> None:
    """Play trial games with a strategy from a file, in a subprocess with a time limit.

    Parameters
    ----------
    strategy : Strategy
        One with a ``file``; others are not checked.
    seconds : float
        Time limit of the games; loading and compiling is not counted.
    games : int
        How many.

    Raises
    ------
    KotcError
        Naming the file, what went wrong and, if known, the line.
    """
    if strategy.file is None or os.environ.get(TRIAL_VARIABLE):
        return
    marker = _marker(Path(strategy.file))
    if marker is not None and marker.is_file():
        return
    spec = strategy.spec or strategy.file
    path = Path(strategy.file)
    try:
        _watch(spec, path, seconds, games)
    except KotcError as error:
        if " raised " in error.what and error.line is None:  # compiled code knows no lines: play it again as plain Python
            _watch(spec, path, 10 * seconds, games, {"NUMBA_DISABLE_JIT": "1"})
        raise
    if marker is not None:
        marker.touch()


def _marker(path: Path) -> Path | None:
    """Return the file of the cache that says that this very file passed, or None without a cache."""
    import kotc_sim

    package = Path(kotc_sim.__file__).parent
    digest = source_digest((package / "engine").resolve(), (package / "strategies").resolve())
    folder = cache_folder(f"plugins-{digest}")
    try:
        content = hashlib.sha256(path.read_bytes() + str(path.resolve()).encode()).hexdigest()
    except OSError:
        return None
    return None if folder is None else folder / f"{content[:24]}.passed"


def _watch(spec: str, path: Path, seconds: float, games: int, variables: Mapping[str, str] | None = None) -> None:
    """Run the trial and follow its messages, one JSON object a line."""
    environment = {**os.environ, **(variables or {}), TRIAL_VARIABLE: "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "kotc_sim.strategies.trial", spec, str(games)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    stage = "start"
    limit = COMPILE_SECONDS
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            deadline = time.monotonic() + limit
            buffer = b""
            while True:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise KotcError(_slow(spec, stage, limit), file=path, fix="Look for a loop that does not end in `score`")
                chunk = os.read(process.stdout.fileno(), 65536)
                if not chunk:
                    break
                buffer += chunk
                *lines, buffer = buffer.split(b"\n")
                for line in lines:
                    message = json.loads(line)
                    stage = message["stage"]
                    if stage == "error":
                        raise KotcError(message["what"], file=message.get("file") or path, line=message["line"], fix=message["fix"])
                    if stage == "passed":
                        return
                    limit = seconds if stage == "playing" else COMPILE_SECONDS
                    deadline = time.monotonic() + limit
        process.wait(timeout=10)
        tail = process.stderr.read().decode(errors="replace").strip().splitlines()
        raise KotcError(
            f"the strategy {spec!r} ended the process that tried it (exit code {process.returncode})" + (f": {tail[-1]}" if tail else ""),
            file=path,
            fix="Leave process and memory alone in `score`",
        )
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def _slow(spec: str, stage: str, limit: float) -> str:
    doing = "play trial games" if stage == "playing" else "load and compile"
    return f"the strategy {spec!r} did not {doing} within {limit:g} s"


def explain(flag: int, name: str, game: int) -> KotcError:
    """Return the error for a flag that the engine's driver returned while ``name`` was asked (``machine.play_many``)."""
    from kotc_sim.engine.result import Flag

    what = {
        int(Flag.BAD_SCORE): "returned a score that is not a finite number",
        int(Flag.STUCK): "made no progress",
    }.get(flag, f"failed (code {flag})")
    return KotcError(f"the strategy {name!r} {what} in game {game}", fix="Mend it: scores are finite numbers, one for each option")


def say(stage: str, **more: Any) -> None:
    """Write a message of the trial."""
    sys.stdout.write(json.dumps({"stage": stage, **more}) + "\n")
    sys.stdout.flush()
