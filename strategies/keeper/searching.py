"""The strategies that search: lookahead and flat, on top of any base strategy."""

from __future__ import annotations

from typing import Any

import numpy as np

from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.search_settings import FITTED
from kotc_sim.strategies.keeper.weights import weights_of

EVERY_ASK = float((1 << 40) - 1)
"""Bit mask of the kinds of decisions that are searched: all of them."""
SETTINGS = {
    # playouts of a decision, turns from now to the end of a playout, options tried, weight of the base's opinion, kinds, standard errors
    # between two options from which on the better one is clear, whether a fitted value judges
    "lookahead": (16.0, 0.0, 6.0, 0.02, EVERY_ASK, 2.5, 0.0),
    "flat": (96.0, 3.0, 10.0, 0.02, EVERY_ASK, 3.0, 0.0),
    "best": (24.0, 1.0, 8.0, 0.02, EVERY_ASK, 2.5, 1.0),
}
NOTHING_LEARNED = np.zeros(1)
EVALUATION = {"sp": 1.0, "hp": 0.5, "resource": 1.2, "spend": 0.12}
"""Weights with which states are judged at the end of a playout, where they differ from greedy's."""
DESCRIPTIONS = {
    "lookahead": "plays out the consequences of each option to the end of the turn, with {base}",
    "best": "plays out the consequences of each option with {base}, and judges them by what it learned from these decks' games",
    "flat": "plays out each option in many sampled worlds, more often the better ones, with {base}",
}


def search_strategy(kind: str, base: Strategy, playouts: int | None = None) -> Strategy:
    """Make a search on top of a base strategy.

    Parameters
    ----------
    kind : str
        ``lookahead`` or ``flat``.
    base : Strategy
        Plays the consequences out, for all players.
    playouts : int, optional
        Playouts of one decision, in place of the usual number.

    Returns
    -------
    Strategy
        Named ``kind`` over greedy, else ``kind:base``.
    """
    settings = np.array(SETTINGS[kind], np.float64)
    name = kind
    if playouts is not None:
        settings[0] = max(2, playouts)
        name = f"{kind}@{playouts}"
    if base.name != "greedy":
        name = f"{name}:{base.name}"
    if settings[FITTED] == 1.0:
        from kotc_sim.strategies.keeper.best import Best

        return Best(name, DESCRIPTIONS[kind].format(base=base.name), base=base, settings=settings, file=base.file, pace="search")
    return custom_search(name, DESCRIPTIONS[kind].format(base=base.name), base, settings)


def custom_search(
    name: str, description: str, base: Strategy, settings: Any, weights: Any = None, fitted: Any = NOTHING_LEARNED
) -> Strategy:
    """Make a search with its own settings (see ``search.PLAYOUTS`` and the names beside it) and weights of the evaluation.

    Where the settings say so, ``fitted`` (a weight for each column, see ``features``) judges the states of one match.
    """
    if weights is None:
        weights = weights_of(**EVALUATION)

    def make() -> Any:
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.search import search_options
        from kotc_sim.strategies.plugin import compiled_or_error

        compiled_or_error(base)
        return bind(search_options, base.address, weights, settings, fitted)

    return Strategy(
        name, description, make=make, orders_dice=base.orders_dice, file=base.file, written=base.written or base.fill, pace="search",
        trial=base.trial,
    )  # fmt: skip
