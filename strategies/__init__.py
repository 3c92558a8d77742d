"""Heuristics that score the options of a decision, one file each, and who is meant by a name or a path.

- ``greedy``: one that comes with kotc-sim; ``names(game)`` lists them.
- ``name``: one that an installed package offers as an entry point of the game's group.
- ``mine.py[:name]``: one in a Python file.
- ``lookahead[:base]``: a search that plays on with the base strategy, where the game has searches.
- ``flat[:base]``: flat Monte Carlo, likewise; ``flat@400:base`` sets the number of playouts of a decision.
- ``best[:base]``: a search that judges by what it learned of the decks at hand.

Nothing is imported here but what loading needs: strategies are compiled, and import numba, when they are first asked.
"""

import difflib
import os
import threading
from dataclasses import replace
from importlib import metadata

from kotc_sim.errors import KotcError
from kotc_sim.strategies.by_game import strategies_of
from kotc_sim.strategies.pilot import AnyStrategy, GameStrategies

__all__ = ["describe", "file_in", "load", "names", "strategies_of"]

LEAST_PLAYOUTS, MOST_PLAYOUTS = 2, 1_000_000
MOST_SEARCHES = 4
"""So many searches may rest on each other; each makes a decision as much slower as it has playouts."""

_LOADED: dict[tuple[str, str], AnyStrategy] = {}
_LOADING = threading.RLock()


def names(game: str) -> list[str]:
    """Return the names of all strategies for a game that can be loaded by name, weakest built-in first."""
    own = strategies_of(game)
    return [*own.names, *sorted(set(_entry_points(own)) - set(own.names))]


def describe(game: str) -> list[tuple[str, str]]:
    """Return (name, one line) of all strategies for a game that can be loaded by name, without importing or compiling its own."""
    own = strategies_of(game)
    found = {name: words.format(base=own.base) for name, words in own.descriptions.items()}
    return [(name, found.get(name) or load(game, name).description) for name in names(game)]


def file_in(game: str, spec: str) -> str | None:
    """Return the path, with the name in it, that `load` would read a strategy from; None for one that has a name."""
    known = strategies_of(game)
    while True:
        head, _, base = spec.partition(":")
        if head.partition("@")[0] not in known.searches:
            return spec if _is_path(known, spec) else None
        spec = base


def _is_path(game: GameStrategies, spec: str) -> bool:
    if spec in game.names:
        return False
    kind = spec.partition(":")[0].partition("@")[0]
    return (spec.endswith(".py") or ".py:" in spec or "/" in spec) and kind not in game.names


def load(game: str, spec: str | os.PathLike[str]) -> AnyStrategy:
    """Return the strategy of a game, by its key, that a name or a path stands for (the module's list).

    It is loaded once in a process, so a run plays one strategy, and compiled when its ``compiled`` is first asked for. Raises `KotcError`
    if there is no such strategy (the message lists those that there are), or its file cannot be read.
    """
    word = os.fspath(spec)
    with _LOADING:
        if (game, word) not in _LOADED:
            strategy = _load(strategies_of(game), word)
            if strategy.file is not None:
                strategy.spec = word
            _LOADED[game, word] = strategy
        return _LOADED[game, word]


def _load(game: GameStrategies, spec: str) -> AnyStrategy:
    head, colon, base = spec.partition(":")
    kind, at, budget = head.partition("@")
    if kind in game.searches and (game.base or not colon):
        if at and not (budget.isascii() and budget.isdigit() and LEAST_PLAYOUTS <= int(budget[:20]) <= MOST_PLAYOUTS):
            raise KotcError(
                f"{spec!r}: {budget!r} is not a number of playouts from {LEAST_PLAYOUTS} to {MOST_PLAYOUTS:,}",
                fix=f"Write for instance {kind}@400",
            )
        if spec.count(":") > MOST_SEARCHES:
            raise KotcError(f"{spec!r}: more than {MOST_SEARCHES} searches on top of each other", fix=f"Write for instance {kind}:greedy")
        played = load(game.key, base if colon else game.base) if game.base else None
        search: AnyStrategy = game.module("searching").search_strategy(kind, played, int(budget) if at else None)
        return search
    if spec in game.names:
        found: AnyStrategy = game.module(spec).score
        found.pace = game.names[spec]
        return found
    if _is_path(game, spec):
        from kotc_sim.strategies.plugin import load_file

        return load_file(spec, game)
    points = _entry_points(game)
    if spec in points:
        return _from_package(points[spec], game)
    raise _unknown(spec, game)


def _from_package(point: metadata.EntryPoint, game: GameStrategies) -> AnyStrategy:
    try:
        found = point.load()
    except (Exception, SystemExit) as error:
        raise KotcError(
            f"the strategy {point.name!r} of package {point.value} cannot be loaded: {error}", fix="Reinstall the package, or remove it"
        ) from error
    if isinstance(found, AnyStrategy) and found.game == game.key:
        return replace(found, pace="unknown")
    raise KotcError(
        f"the entry point {point.name!r} is no strategy for {game.title} but {type(found).__name__}",
        fix=f"Use the decorators of {game.package}.api",
    )


def _unknown(spec: str, game: GameStrategies) -> KotcError:
    known = names(game.key)
    close = difflib.get_close_matches(spec, known, 1)
    guess = f" Did you mean {close[0]!r}?" if close else ""
    search = f", or a search such as {game.searches[0]}:BASE" if game.base else ""
    return KotcError(
        f"there is no strategy {spec!r} for {game.title}",
        fix=f"Choose from {', '.join(known)}, or name a Python file, such as mine.py{search}.{guess}",
    )


def _entry_points(game: GameStrategies) -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=game.group)}
