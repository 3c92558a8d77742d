"""The settings of searches, and how one is made of them, apart from the search itself, so that naming one imports no kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from kotc_sim.strategies.levelup.api import LevelUpStrategy

PLAYOUTS, MOST, TURNS, WIDTH, TRUST, CLEAR, LOSS, FITTED = range(8)
"""What a setting means, by index: playouts of a usual decision, and how many times as many one may have; turns that a playout goes on after
the one at hand, where a fitted value judges; options tried; weight of greedy's opinion; standard errors by which an option is clearly
beaten; expected loss of a choice at which a race is over; and what judges (`kotc_sim.strategies.learned.Fitted`)."""
N_SETTINGS = 8
SETTINGS = {
    "lookahead": (36.0, 1.0, 1.0, 6.0, 0.0, 2.0, 0.0, 0.0),
    "best": (72.0, 2.0, 1.0, 8.0, 0.02, 2.0, 0.002, 1.0),
}
NOTHING_LEARNED = np.zeros(1)
"""Fitted weights of a search that judges by hand."""


def with_playouts(settings: Any, playouts: int) -> Any:
    """Return settings with other playouts of a usual decision: the more there are, the smaller is the loss at which a race is over."""
    found = np.array(settings, np.float64)
    found[PLAYOUTS] = max(2, playouts)
    found[LOSS] *= settings[PLAYOUTS] / found[PLAYOUTS]
    return found


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
