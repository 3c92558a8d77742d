"""Strategies from Python files: loading, and messages that name the file and the line."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.strategies.api import Strategy, per_option, whole
from kotc_sim.strategies.files import run_file, same_file

_LINE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
TEMPLATE_HINT = "`kotc-sim strategies new NAME` writes one that works"


def split_path(spec: str) -> tuple[str, str]:
    """Split ``path/to/mine.py:name`` into the path and the name (empty if none is given)."""
    path, found, name = spec.rpartition(":")
    if found and path.endswith(".py"):
        return path, name
    return spec, ""


def load_file(spec: str) -> Strategy:
    """Load a strategy from ``path/to/mine.py[:name]``.

    Parameters
    ----------
    spec : str
        The file, and the name of a strategy in it where there are several.

    Returns
    -------
    Strategy
        What the file makes with ``whole`` or ``per_option``; a plain function named ``score`` does too, with the parameters of
        either.

    Raises
    ------
    KotcError
        If there is no such file, it does not run, or there is no such strategy in it.
    """
    name_of_file, name = split_path(spec)
    path = Path(name_of_file)
    if not path.is_file():
        raise KotcError("there is no such strategy file", file=path, fix=f"Check the path; {TEMPLATE_HINT}")
    module = run_file(path)
    found = {key: value for key, value in vars(module).items() if isinstance(value, Strategy)}
    if name:
        for key, value in found.items():
            if name in (key, value.name):
                return _owned(value, path)
        if callable(getattr(module, name, None)):
            return _owned(_from_function(getattr(module, name), path), path)
        known = ", ".join(sorted(found)) or "none"
        raise KotcError(f"there is no strategy {name!r} in it", file=path, fix=f"It holds: {known}")
    if "score" in found:
        return _owned(found["score"], path)
    if len(found) == 1:
        return _owned(next(iter(found.values())), path)
    if found:
        raise KotcError(f"it holds {len(found)} strategies: {', '.join(sorted(found))}", file=path, fix=f"Say which: {path}:NAME")
    if callable(getattr(module, "score", None)):
        return _owned(_from_function(module.score, path), path)
    raise KotcError("it holds no strategy", file=path, fix=f"Define `score`; {TEMPLATE_HINT}")


def _from_function(function: Any, path: Path) -> Strategy:
    parameters = list(inspect.signature(function).parameters)
    if len(parameters) != 4:
        raise KotcError(
            f"`{function.__name__}` has {len(parameters)} parameters",
            file=path,
            line=function.__code__.co_firstlineno,
            fix="Write `def score(game, match, me, option)`, or `(game, match, me, scores)` to fill all scores at once",
        )
    description = (inspect.getdoc(function) or "a strategy of your own").split("\n")[0]
    make = whole if parameters[3] == "scores" else per_option
    return make(path.stem, description)(function)


def _owned(strategy: Strategy, path: Path) -> Strategy:
    strategy.file = str(path)
    strategy.cached = False
    return strategy


def _line_of(what: str, path: Path) -> int | None:
    """Return the first line of the file that holds a word that the message quotes, or None."""
    quoted = re.search(r"'(\w+)'$|name '(\w+)'", what)
    if quoted is None:
        return None
    word = re.compile(rf"\b{quoted[1] or quoted[2]}\b")
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if word.search(line):
            return number
    return None


def compiled_or_error(strategy: Strategy) -> Any:
    """Return the compiled function of a strategy; an error of compiling becomes a `KotcError` with file and line."""
    try:
        return strategy.compiled
    except KotcError:
        raise
    except Exception as error:
        if strategy.file is None:
            raise
        path = Path(strategy.file)
        text = str(error)
        lines = [int(m["line"]) for m in _LINE.finditer(text) if same_file(m["file"], path) or m["file"] == path.name]
        reasons = [part.strip() for part in text.splitlines() if part.strip()]
        keep = [
            part
            for part in reasons
            if not part.startswith(("Failed in", "During:", "File ", "<source", "^", "- Resolution", "There are", "def "))
        ]
        what = keep[0] if keep else type(error).__name__
        if isinstance(error, KeyError):  # numba's way of saying that a record has no such field
            what = f"a record has no field {what}"
        raise KotcError(
            f"the strategy {strategy.name!r} does not compile: {what}",
            file=path,
            line=lines[-1] if lines else _line_of(what, path),
            fix="Use numbers, loops and the accessors of kotc_sim.strategies.view; see docs/strategies.md",
        ) from error
