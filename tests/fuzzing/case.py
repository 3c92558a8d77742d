"""One case: a command line in a folder with files, how it ends, and what is wrong with that."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.commands.reproduce import differing
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.grammar import grammar

LONGEST = 5.0
"""Seconds of the processor that a case may take."""
WAITS = 12.0
"""Times as long by the clock: others keep the processors busy, but a case that waits for ever is found."""
_STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_PLACE = re.compile(r"[^\s:]:\d+:")
_OF_THE_WHOLE = ("is empty", "no card is defined", "is of another game", "there is no edition", "there is no such file")
"""Messages about a file that have no line."""

Files = Mapping[str, str | bytes]


@dataclass
class Case:
    """A command line, in a folder of its own, with the files that it names.

    Attributes
    ----------
    arguments : list of str
    files : mapping of str to str or bytes
        By the path in the folder.
    cached : bool
        Whether the folder is also that of the cache.
    checks : bool
        Whether exit code 1 is documented: the command checks files.
    tells : bool
        Whether a message on exit code 2 must name a file and a line in it.
    gives : str
        What must be printed if the exit code is 0; of JSON, but for what two runs may differ in.
    """

    arguments: list[str]
    files: Files
    cached: bool = False
    checks: bool = False
    tells: bool = False
    gives: str = ""


class Outcome(NamedTuple):
    """What is wrong with how a case ended, or nothing, and the seconds of the processor that it took."""

    fault: str
    seconds: float


def _not_run(*_: Any) -> Any:
    raise KotcError("the command did not end with a result")


@contextlib.contextmanager
def folder_of(case: Case) -> Iterator[Path]:
    """Make the case's folder with its files, and go there; commands that a result holds are not run."""
    before = Path.cwd()
    folder = Path(tempfile.mkdtemp(prefix="kotc-fuzz-"))
    caches = mock.patch("kotc_sim.output.cache_folder", return_value=folder) if case.cached else contextlib.nullcontext()
    try:
        for name, content in case.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        os.chdir(folder)
        if case.cached:
            grammar.cache_clear()
        with caches, mock.patch("kotc_sim.runs.record._result_of", _not_run):
            yield folder
    finally:
        os.chdir(before)
        if case.cached:
            grammar.cache_clear()
        shutil.rmtree(folder, ignore_errors=True)


def ran(case: Case) -> Any:
    """Return how a case that is sound ends."""
    with folder_of(case):
        done = CliRunner().invoke(app, case.arguments, prog_name="kotc-sim")
    assert done.exit_code == 0, done.output
    return done


def files_after(case: Case, place: str, *suffixes: str, then: Callable[[], object] = lambda: None) -> tuple[Files, str]:
    """Run a case that is sound; return the files that it has left in a folder of its own, and what it has printed."""
    with folder_of(case) as folder:
        done = CliRunner().invoke(app, case.arguments, prog_name="kotc-sim")
        assert done.exit_code == 0, done.output
        then()
        left = {f"{place}/{path.name}": path.read_bytes() for path in (folder / place).iterdir() if path.suffix in suffixes}
    return left, done.stdout


def tried(case: Case) -> Outcome:
    """Run a case in a folder of its own; return how it ended."""
    with folder_of(case) as folder:
        start, used = time.monotonic(), time.process_time()
        done = CliRunner().invoke(app, case.arguments, prog_name="kotc-sim")
        seconds = time.process_time() - used
        waited = time.monotonic() - start
        ran_code = (folder / "ran").exists()
    if ran_code:
        return Outcome("ran a program that nobody named", seconds)
    return Outcome(_fault(case, done, seconds, waited), seconds)


def _fault(case: Case, done: Any, seconds: float, waited: float) -> str:
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        last = traceback.extract_tb(done.exception.__traceback__)[-1]
        return f"{type(done.exception).__name__}: {str(done.exception)[:100]} ({Path(last.filename).name}:{last.lineno})"
    if done.exit_code not in ((0, 1, 2) if case.checks else (0, 2)):
        return f"exit code {done.exit_code}"
    if seconds > LONGEST:
        return f"took {seconds:.1f} s of the processor"
    if waited > LONGEST * WAITS:
        return f"took {waited:.0f} s by the clock, {seconds:.1f} s of them of the processor"
    if done.exit_code == 2:
        return _fault_of_message(case, done.stderr)
    if done.exit_code == 0 and case.gives and not _same(case.gives, done.stdout):
        return "gives another result"
    if found := _STEERS.search(done.output):
        return f"writes {found[0]!r}"
    return ""


def _fault_of_message(case: Case, said: str) -> str:
    if "error: " not in said.lower():
        return "exit code 2 without a message"
    if found := _STEERS.search(said):
        return f"writes {found[0]!r}"
    if case.tells and not _PLACE.search(said) and not any(words in said for words in _OF_THE_WHOLE):
        return f"names no line: {said.strip()[:200]}"
    return ""


def _same(whole: str, found: str) -> bool:
    if not whole.startswith("{"):
        return whole == found
    return differing(json.loads(whole), json.loads(found)) == []
