"""The settings of searches, apart from the search itself, so that naming one imports no kernel."""

from typing import Any

import numpy as np

PLAYOUTS, MOST, TURNS, WIDTH, TRUST, CLEAR, LOSS, FITTED = range(8)
"""What a setting means, by index: playouts of a usual decision, and how many times as many one may have; turns that a playout goes on after
the one at hand, where a fitted value judges; options tried; weight of greedy's opinion; standard errors by which an option is clearly
beaten; expected loss of a choice at which a race is over; and what judges (`kotc_sim.strategies.learned.Fitted`)."""
N_SETTINGS = 8
SETTINGS = {"lookahead": (36.0, 1.0, 1.0, 6.0, 0.0, 2.0, 0.0, 0.0), "best": (72.0, 2.0, 1.0, 8.0, 0.02, 2.0, 0.002, 1.0)}
NOTHING_LEARNED = np.zeros(1)
"""Fitted weights of a search that judges by hand."""


def with_playouts(settings: Any, playouts: int) -> Any:
    """Return settings with other playouts of a usual decision: the more there are, the smaller is the loss at which a race is over."""
    found = np.array(settings, np.float64)
    found[PLAYOUTS] = max(2, playouts)
    found[LOSS] *= settings[PLAYOUTS] / found[PLAYOUTS]
    return found
