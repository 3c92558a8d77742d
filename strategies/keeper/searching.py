"""The strategies that search, by name: lookahead, flat and best, on top of any base strategy."""

import numpy as np

from kotc_sim.strategies.keeper import STRATEGIES
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.best import Best
from kotc_sim.strategies.keeper.search_settings import FITTED, SETTINGS, with_playouts
from kotc_sim.strategies.keeper.searches import custom_search


def search_strategy(kind: str, base: Strategy, playouts: int | None = None) -> Strategy:
    """Make a search, ``lookahead``, ``flat`` or ``best``, on top of a base strategy, which plays the consequences out for all players.

    ``playouts`` of one decision are in place of the usual number. It is named ``kind`` over greedy, else ``kind:base``.
    """
    name, settings = kind, np.array(SETTINGS[kind], np.float64)
    if playouts is not None:
        settings = with_playouts(settings, playouts)
        name = f"{kind}@{playouts}"
    if base.name != "greedy":
        name = f"{name}:{base.name}"
    if settings[FITTED] == 1.0:
        own = None if base.name == "greedy" else base
        described = STRATEGIES.descriptions[kind].format(base="the edition's heuristic" if own is None else base.name)
        return Best(
            name, described, base=own, settings=settings, file=base.file, written=base.written or base.fill, trial=base.trial, pace="search"
        )
    return custom_search(name, STRATEGIES.descriptions[kind].format(base=base.name), base, settings)
