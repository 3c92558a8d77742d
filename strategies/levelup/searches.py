"""Making a search of settings and, for one that has learned, fitted weights."""

from typing import Any

import numpy as np

from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.search_settings import NOTHING_LEARNED, SETTINGS, with_playouts


def custom_search(name: str, description: str, settings: Any, fitted: Any = NOTHING_LEARNED) -> LevelUpStrategy:
    """Make a search with its own settings (`search_settings`); where they say so, ``fitted`` judges, a weight for each column."""

    def make() -> Any:
        from kotc_sim.games.levelup.engine.calls import bind
        from kotc_sim.strategies.levelup.search import search_options

        return bind(search_options, np.concatenate([settings, fitted]))

    return LevelUpStrategy(name, description, make=make, pace="search")


def lookahead_of(playouts: int) -> LevelUpStrategy:
    """Return the search that judges by hand, with a budget: what learners meet."""
    return custom_search(f"lookahead@{playouts}", "", with_playouts(SETTINGS["lookahead"], playouts))
