"""The settings of a search, by index: apart from the search, so that naming one imports no kernel."""

from __future__ import annotations

PLAYOUTS, TURNS, WIDTH, TRUST, ASKS, CLEAR, FITTED = range(7)
"""Playouts of a decision, turns from now to the end of a playout, options tried, weight of the base's opinion, kinds of decisions, standard
errors between two options from which on the better one is clear, and whether a fitted value judges."""
