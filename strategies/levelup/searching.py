"""The strategies that search, by name: lookahead, and best, which judges by what it learned."""

import numpy as np

from kotc_sim.strategies.levelup import STRATEGIES
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.best import Best
from kotc_sim.strategies.levelup.search_settings import FITTED, SETTINGS, with_playouts
from kotc_sim.strategies.levelup.searches import custom_search


def search_strategy(kind: str, base: None = None, playouts: int | None = None) -> LevelUpStrategy:
    """Make a search.

    ``kind``: ``lookahead`` or ``best``. ``base``: greedy plays the consequences out; no other base can be named. ``playouts``: playouts of
    one decision, in place of the usual number.
    """
    settings = np.array(SETTINGS[kind], np.float64)
    name = kind
    if playouts is not None:
        settings = with_playouts(settings, playouts)
        name = f"{kind}@{playouts}"
    if settings[FITTED] == 1.0:
        return Best(name, STRATEGIES.descriptions[kind], settings=settings, pace="search")
    return custom_search(name, STRATEGIES.descriptions[kind], settings)
