"""The settings of searches, apart from the search itself, so that naming one imports no kernel."""

from __future__ import annotations

import numpy as np

PLAYOUTS, TURNS, WIDTH, TRUST, CLEAR, FITTED = range(6)
"""What a setting means, by index: playouts of a decision; turns that a playout goes on after the one at hand, where a fitted value judges;
options tried; weight of greedy's opinion; standard errors between two options from which on the better one is clear; and whether a
fitted value judges."""
N_SETTINGS = 6
SETTINGS = {
    "lookahead": (36.0, 1.0, 6.0, 0.0, 0.0, 0.0),
    "best": (72.0, 1.0, 8.0, 0.02, 2.5, 1.0),
}
NOTHING_LEARNED = np.zeros(1)
"""Fitted weights of a search that judges by hand."""
