"""Strategies by name: built in, from packages, from files, and searches on top of any of them.

=====================  =============================================================================================
``greedy``             one that comes with kotc-sim; ``names()`` lists them
``name``               one that an installed package offers as entry point of the group ``kotc_sim.strategies``
``mine.py[:name]``     one in a Python file
``lookahead[:base]``   a search that plays on with the base strategy, by default greedy
``mcts[:base]``        a stronger search, likewise; ``mcts@400:base`` sets the number of playouts of a decision
=====================  =============================================================================================
"""

from __future__ import annotations

import difflib
import importlib
from importlib import metadata

from kotc_sim.errors import KotcError
from kotc_sim.games.registry import KOTC
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.pilot import SEARCHES, load_once

GROUP = "kotc_sim.strategies"
SCORING = ("random", "greedy", "aggro", "control", "midrange")
BUILT_IN = (*SCORING, *SEARCHES)


def _entry_points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def names() -> list[str]:
    """Return the names of all strategies that can be loaded by name, weakest built-in first."""
    return [*BUILT_IN, *sorted(set(_entry_points()) - set(BUILT_IN))]


def describe() -> list[tuple[str, str]]:
    """Return (name, one line) of all strategies that can be loaded by name, without compiling them."""
    return [(name, load_strategy(name).description) for name in names()]


def load_strategy(spec: str) -> Strategy:
    """Return the strategy that a name or a path stands for.

    Parameters
    ----------
    spec : str
        See the module's table.

    Returns
    -------
    Strategy
        Compiled when its ``compiled`` is first asked for.

    Raises
    ------
    KotcError
        If there is no such strategy (the message lists those that there are), or its file cannot be read.
    """
    return load_once(KOTC, spec, _load)


def _load(spec: str) -> Strategy:
    if spec in SCORING:
        found: Strategy = importlib.import_module(f"kotc_sim.strategies.keeper.{spec}").score
        return found
    head, colon, base = spec.partition(":")
    kind, at, budget = head.partition("@")
    if kind in SEARCHES:
        from kotc_sim.strategies.keeper.searching import search_strategy

        if at and not budget.isdigit():
            raise KotcError(f"{spec!r}: {budget!r} is not a number of playouts", fix=f"Write for instance {kind}@400")
        return search_strategy(kind, load_strategy(base if colon else "greedy"), int(budget) if at else None)
    if spec.endswith(".py") or ".py:" in spec or "/" in spec:
        from kotc_sim.strategies.plugin import load_file

        loaded = load_file(spec)
        assert isinstance(loaded, Strategy)
        return loaded
    points = _entry_points()
    if spec in points:
        try:
            found = points[spec].load()
        except Exception as error:
            raise KotcError(
                f"the strategy {spec!r} of package {points[spec].value} cannot be loaded: {error}",
                fix="Reinstall the package, or remove it",
            ) from error
        if isinstance(found, Strategy):
            return found
        raise KotcError(f"the entry point {spec!r} is no strategy but {type(found).__name__}", fix="Use api.whole")
    close = difflib.get_close_matches(spec, names(), 1)
    guess = f"Did you mean {close[0]!r}? " if close else ""
    raise KotcError(
        f"there is no strategy {spec!r}",
        fix=f"{guess}Known: {', '.join(names())}; or a path such as mine.py, or lookahead:BASE",
    )
