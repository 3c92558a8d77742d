"""The settings of searches, apart from the search itself, so that naming one imports no kernel."""

from __future__ import annotations

import numpy as np

PLAYOUTS, TURNS, WIDTH, TRUST, ASKS, CLEAR, FITTED = range(7)
"""What a setting means, by index: playouts of a decision, turns from now to the end of a playout, options tried, weight of the base's
opinion, kinds of decisions, standard errors between two options from which on the better one is clear, whether a fitted value judges."""
EVERY_ASK = float((1 << 40) - 1)
"""Bit mask of the kinds of decisions that are searched: all of them."""
SETTINGS = {
    "lookahead": (16.0, 0.0, 6.0, 0.02, EVERY_ASK, 2.5, 0.0),
    "flat": (96.0, 3.0, 10.0, 0.02, EVERY_ASK, 3.0, 0.0),
    "best": (24.0, 1.0, 8.0, 0.02, EVERY_ASK, 2.5, 1.0),
}
NOTHING_LEARNED = np.zeros(1)
"""Fitted weights of a search that judges by hand."""
EVALUATION = {"sp": 1.0, "hp": 0.5, "resource": 1.2, "spend": 0.12}
"""Weights with which states are judged at the end of a playout, where they differ from greedy's."""
