"""Making a search of settings, a base strategy and, for one that has learned, fitted weights."""

from typing import Any

import numpy as np

from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.search_settings import BY_HAND, EVALUATION, FITTED, NOTHING_LEARNED, RUNG
from kotc_sim.strategies.keeper.weights import weights_of


def custom_search(
    name: str,
    description: str,
    base: Strategy,
    settings: Any,
    weights: Any = None,
    fitted: Any = NOTHING_LEARNED,
    urgent: Strategy | None = None,
) -> Strategy:
    """Make a search with its own settings (see ``search.PLAYOUTS`` and the names beside it) and weights of the evaluation.

    Where the settings say so, ``fitted`` (a weight for each column, see ``features``) judges the states of one match. With ``urgent``, that
    plays consequences out where it may become now or never.
    """
    if weights is None:
        weights = weights_of(**(EVALUATION if settings[FITTED] else BY_HAND))

    def make() -> Any:
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.search import search_options
        from kotc_sim.strategies.plugin import compiled_or_error

        compiled_or_error(base)
        return bind(search_options, base, urgent or base, weights, settings, fitted)

    return Strategy(
        name, description, make=make, orders_dice=base.orders_dice, file=base.file, written=base.written or base.fill, pace="search",
        trial=base.trial,
    )  # fmt: skip


def lookahead_over(base: Strategy) -> Strategy:
    """Return the search that looks to the end of the turn and judges by hand: what learners meet."""
    return custom_search(f"lookahead:{base.name}", "", base, np.array(RUNG, np.float64), weights_of(**EVALUATION))
