"""Strategies from Python files, for any game: loading, and messages that name the file and the line."""

import inspect
import os
import re
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.pilots import same_file
from kotc_sim.strategies.by_game import strategies_of
from kotc_sim.strategies.check import check_plugin
from kotc_sim.strategies.files import run_file, split_path
from kotc_sim.strategies.pilot import AnyStrategy, GameStrategies

_LINE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')


def load_file(spec: str, game: GameStrategies) -> AnyStrategy:
    """Load a strategy from ``path/to/mine.py[:name]``: the file, and the name of a strategy in it where there are several.

    It is what the file makes with a decorator of the game that it is to play, or a plain function named ``score``; strategies for other
    games do not count. It is tried before it is compiled. Raises `KotcError` if there is no such file, it does not run, or there is no such
    strategy in it.
    """
    name_of_file, name = split_path(spec)
    path = Path(name_of_file)
    if not os.path.isfile(path):
        raise KotcError("there is no such strategy file", file=path, fix=f"Check the path; {game.hint}")
    module = run_file(path)
    strategies = {key: value for key, value in vars(module).items() if isinstance(value, AnyStrategy)}
    found = {key: value for key, value in strategies.items() if value.game == game.key}
    if name:
        for key, value in found.items():
            if name in (key, value.name):
                return _owned(value, path, spec)
        for key, value in strategies.items():
            if name in (key, value.name):
                raise _other_game(value, game, path)
        if isinstance(getattr(module, name, None), FunctionType):
            return _owned(_from_function(getattr(module, name), game, path), path, spec)
        known = ", ".join(sorted(found)) or "none"
        raise KotcError(f"there is no strategy {name!r} for {game.title} in it", file=path, fix=f"It holds: {known}")
    if "score" in found:
        return _owned(found["score"], path, spec)
    if len(found) == 1:
        return _owned(next(iter(found.values())), path, spec)
    if found:
        raise KotcError(f"it holds {len(found)} strategies: {', '.join(sorted(found))}", file=path, fix=f"Say which: {path}:NAME")
    if strategies:
        raise _other_game(next(iter(strategies.values())), game, path)
    if isinstance(getattr(module, "score", None), FunctionType):
        return _owned(_from_function(module.score, game, path), path, spec)
    raise KotcError(f"it holds no strategy for {game.title}", file=path, fix=f"Define `score`; {game.hint}")


def _other_game(strategy: AnyStrategy, game: GameStrategies, path: Path) -> KotcError:
    title = strategies_of(strategy.game).title
    return KotcError(
        f"the strategy {strategy.name!r} is for {title}, but {game.title} is played",
        file=path,
        line=strategy.line,
        fix=f"Give it decks of {title}; for {game.title}, {game.hint}",
    )


def _from_function(function: Any, game: GameStrategies, path: Path) -> AnyStrategy:
    description = (inspect.getdoc(function) or "a strategy of your own").split("\n")[0]
    try:
        made: AnyStrategy = game.module("api").of_function(function, path.stem, description)
        return made
    except KotcError as error:
        raise KotcError(error.what, file=path, line=error.line, fix=error.fix) from error


def _owned(strategy: AnyStrategy, path: Path, spec: str) -> AnyStrategy:
    """Return the strategy as one of the file's; a copy, as the file may hold one that it imported."""
    return replace(strategy, file=str(path), spec=spec, pace="unknown", trial=check_plugin)


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


def compiled_or_error(strategy: AnyStrategy) -> Any:
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
        game = strategies_of(strategy.game)
        raise KotcError(
            f"the strategy {strategy.name!r} does not compile for {game.title}: {what}",
            file=path,
            line=(lines[-1] if lines else _line_of(what, path)) or strategy.line,
            fix=f"Use numbers, loops and the accessors of {game.view}; see {game.manual}",
        ) from error
