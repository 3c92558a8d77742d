"""Strategies made of the scoring heuristic and weights: greedy, aggro, control, midrange are one file each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.api import Strategy
from kotc_sim.strategies.weights import weights_of


def weighted(name: str, description: str, weights: NDArray[np.float64]) -> Strategy:
    """Make a strategy of the scoring heuristic with these weights (see ``weights.NAMES``)."""

    def make() -> Callable[..., None]:
        from kotc_sim.strategies.calls import address, call_weighted
        from kotc_sim.strategies.heuristic import scorers

        where = np.array([address(scorer) for scorer in scorers()], np.uint64)

        def fill(game, match, me, scores):  # type: ignore[no-untyped-def]
            call_weighted(where[game.ask], game, match, me, scores, weights)

        return fill

    return Strategy(name, description, make=make)


def profile(name: str, description: str, **changes: float) -> Strategy:
    """Make a strategy of the scoring heuristic with the weights of greedy, some of them changed."""
    return weighted(name, description, weights_of(**changes))
