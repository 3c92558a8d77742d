"""Trial games of a strategy from a file, in a process of its own, before it is let near results.

A strategy can fail in ways that would stop or spoil a run: it may raise, loop for ever, return what is no number, or write into the
game it should only read. The trial finds these and says where. What passed is remembered in the cache folder until the file (or
the engine) changes.
"""

import contextlib
import hashlib
import json
import os
import selectors
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from kotc_sim.compiler import cache_folder, child_process, kernels_digest
from kotc_sim.errors import KotcError
from kotc_sim.strategies.files import split_path
from kotc_sim.strategies.pilot import AnyStrategy

TRIAL_VARIABLE = "KOTC_SIM_TRIAL"
TRIAL_SECONDS = 30.0
"""So long the trial games may take; they take well under one second if nothing is wrong."""
COMPILE_SECONDS = 900.0  # so long loading may take: a new engine is compiled first
GAMES = 12
LOOP_SECONDS = 3.0
"""After this time as plain Python, the trial of a strategy that loops says where it is."""
PATIENCE = 5.0
PLAYING, LOOPS = "did not play trial games", "is still busy"
"""How messages begin that are looked at again."""


def check_plugin(strategy: AnyStrategy, *, seconds: float = TRIAL_SECONDS, games: int = GAMES) -> None:
    """Play so many trial games with a strategy from a file, in a subprocess; others are not checked.

    ``seconds`` is the time limit of the games; loading and compiling is not counted. Raises `KotcError`, naming the file, what went wrong
    and, if known, the line.
    """
    if strategy.file is None or os.environ.get(TRIAL_VARIABLE):
        return
    marker = _marker(strategy)
    if marker is not None and marker.is_file():
        return
    try:
        _watch(strategy, seconds, games)
    except KotcError as error:
        raise _with_line(error, strategy, seconds, games) from error
    if marker is not None:
        with contextlib.suppress(OSError):  # a full disk: it is tried again next time
            marker.touch()


def _with_line(error: KotcError, strategy: AnyStrategy, seconds: float, games: int) -> KotcError:
    """Return what the trial said, with the line. Compiled code knows none: where it raised or loops, it plays again as plain Python."""
    what, line = error.what, error.line
    if line is None and (" raised " in what or PLAYING in what):
        loops = PLAYING in what
        try:
            _watch(strategy, min(seconds, LOOP_SECONDS) if loops else 10 * seconds, games, True)
        except KotcError as again:
            if (LOOPS if loops else " raised ") in again.what:
                what, line = what if loops else again.what, again.line
    return KotcError(what, file=error.file, line=line or strategy.line, fix=error.fix)


def _marker(strategy: AnyStrategy) -> Path | None:
    """Return the file of the cache that says that this very strategy passed in its game, or None without a cache."""
    folder = cache_folder(f"plugins-{kernels_digest()}")  # of all games, as they share some
    path = Path(strategy.file or "")
    try:
        content = hashlib.sha256(path.read_bytes())
    except OSError:
        return None
    content.update(f"{path.resolve()}\0{split_path(strategy.spec)[1]}\0{strategy.game}".encode())
    return None if folder is None else folder / f"{content.hexdigest()[:24]}.passed"


def _watch(strategy: AnyStrategy, seconds: float, games: int, plain: bool = False) -> None:
    """Run the trial, compiled or as plain Python, and follow its messages, one JSON object a line."""
    path = Path(strategy.file or "")
    spec = strategy.spec or str(path)
    environment = {**os.environ, **({"NUMBA_DISABLE_JIT": "1"} if plain else {}), TRIAL_VARIABLE: "1"}
    process = child_process.start(
        "import runpy; runpy.run_module('kotc_sim.strategies.trial', run_name='__main__')",
        strategy.game,
        spec,
        str(games),
        str(seconds),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert process.stdin is not None
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
                    doing = PLAYING if stage == "playing" else "did not load and compile"
                    raise KotcError(
                        f"the strategy {strategy.name!r} {doing} within {limit:g} s", file=path, fix="Look for a loop that does not end"
                    )
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
                    limit = seconds + plain * PATIENCE if stage == "playing" else COMPILE_SECONDS
                    deadline = time.monotonic() + limit
        process.wait(timeout=10)
        tail = process.stderr.read().decode(errors="replace").strip().splitlines()
        raise KotcError(
            f"the strategy {strategy.name!r} ended the process that tried it (exit code {process.returncode})"
            + (f": {tail[-1]}" if tail else ""),
            file=path,
            fix="Leave process and memory alone in `score`",
        )
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        process.stderr.close()


def say(stage: str, **more: Any) -> None:
    """Write a message of the trial."""
    sys.stdout.write(json.dumps({"stage": stage, **more}) + "\n")
    sys.stdout.flush()
