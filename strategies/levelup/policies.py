"""The fast pilots of a match that was learned."""

import functools
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.levelup.engine.calls import bind
from kotc_sim.strategies.fit import STEPS
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.levelup.adjustments import NAMES, tuned_weights
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.greedy import score as GREEDY


def adjusted(name: str, description: str, weights: Any) -> LevelUpStrategy:
    """Make a strategy of greedy's scores and weights (see `adjustments.NAMES`)."""

    def make() -> Any:
        from kotc_sim.strategies.levelup.adjust import adjusted_scores

        return bind(adjusted_scores, np.array(weights, np.float64))

    return LevelUpStrategy(name, description, make=make, pace="steady")


@functools.cache
def tuned() -> LevelUpStrategy:
    """Return greedy with the weights that were tuned on random decks."""
    weights = tuned_weights()
    return adjusted(f"tuned-{zlib.crc32(weights.tobytes()):08x}", "greedy with weights tuned on random decks", weights)


def added_name(weight: str) -> str:
    """Return what the entry of a fit is called that is added to one of the heuristic's weights."""
    return f"quick adds to {weight}"


def deck_weights(fit: Fit) -> NDArray[np.float64]:
    """Return the heuristic's weights with what a fit adds to them, in the order of `adjustments.NAMES`."""
    return tuned_weights() + np.array([fit.weights.get(added_name(name), 0) for name in NAMES]) / STEPS


def policy_numbers(match: Any, fit: Fit) -> NDArray[np.float64]:
    """Return what `policy.policy_scores` plays a match by: the weights of the heuristic, and behind them those of the places."""
    from kotc_sim.strategies.levelup.policy import places_in

    return np.concatenate([deck_weights(fit), places_in(match).vector(fit.weights)])


def fast_pilots(match: Any, fit: Fit) -> tuple[LevelUpStrategy, LevelUpStrategy, LevelUpStrategy]:
    """Return the policy of a fit, greedy with tuned weights, and greedy."""

    def make() -> Any:
        from kotc_sim.strategies.levelup.policy import policy_scores

        return bind(policy_scores, policy_numbers(match, fit))

    return LevelUpStrategy("quick", "", make=make, pace="steady"), tuned(), GREEDY
