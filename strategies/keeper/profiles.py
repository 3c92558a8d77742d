"""Strategies made of the scoring heuristic and weights: greedy, aggro, control, midrange are one file each."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.keeper import STRATEGIES
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.weights import weights_of


def weighted(name: str, description: str, weights: NDArray[np.float64]) -> Strategy:
    """Make a strategy of the scoring heuristic with these weights (see ``weights.NAMES``)."""

    def make() -> Any:
        from kotc_sim.compiler.addresses import address_of
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.heuristic import scorers
        from kotc_sim.strategies.keeper.table import score_weighted

        where = np.array([address_of(scorer) for scorer in scorers()], np.uint64)
        return bind(score_weighted, np.append(weights, where.view(np.float64)))

    return Strategy(name, description, make=make)


def profile(name: str, **changes: float) -> Strategy:
    """Make a strategy of the scoring heuristic with the weights of greedy, some of them changed."""
    return weighted(name, STRATEGIES.descriptions[name], weights_of(**changes))
