"""Strategies made of the scoring heuristic and weights: greedy, aggro, control, midrange are one file each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.api import Strategy
from kotc_sim.strategies.weights import SIZE, weights_of


def weighted(name: str, description: str, weights: NDArray[np.float64]) -> Strategy:
    """Make a strategy of the scoring heuristic with these weights (see ``weights.NAMES``)."""

    def make() -> Callable[..., None]:
        from kotc_sim.engine.calls import address_of
        from kotc_sim.strategies.calls import call_prepare, call_weighted
        from kotc_sim.strategies.heuristic import scorers
        from kotc_sim.strategies.table import prepare

        where = np.array([address_of(scorer) for scorer in scorers()], np.uint64)
        table = np.uint64(address_of(prepare))

        def fill(game, match, me, scores):  # type: ignore[no-untyped-def]
            start = call_prepare(table, match, scores, weights)
            call_weighted(where[game.ask], game, match, me, scores, scores[start : start + SIZE])

        return fill

    return Strategy(name, description, make=make)


def profile(name: str, description: str, **changes: float) -> Strategy:
    """Make a strategy of the scoring heuristic with the weights of greedy, some of them changed."""
    return weighted(name, description, weights_of(**changes))
