"""Making a search of settings and, for one that has learned, fitted weights."""

from typing import Any

import numpy as np

from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.search_settings import NOTHING_LEARNED


def custom_search(name: str, description: str, settings: Any, fitted: Any = NOTHING_LEARNED) -> LevelUpStrategy:
    """Make a search with its own settings (`search_settings`); where they say so, ``fitted`` judges, a weight for each column."""

    def make() -> Any:
        from kotc_sim.games.levelup.engine.calls import bind
        from kotc_sim.strategies.levelup.search import search_options

        return bind(search_options, np.concatenate([settings, fitted]))

    return LevelUpStrategy(name, description, make=make, pace="search")
