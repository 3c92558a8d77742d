"""Quick: the scoring heuristic, corrected by what a search took of options like these; it plays at the heuristic's speed."""

from __future__ import annotations

from typing import Any

import numpy as np

from kotc_sim.strategies.fit import STEPS
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.learned import Fit


def policy_over(name: str, description: str, base: Strategy, match: Any, fit: Fit) -> Strategy:
    """Return who plays a match by the policy of a fit over a base."""
    from kotc_sim.strategies.keeper.policy import n_places, places_of

    weights = np.zeros(n_places(match))
    for place, weight in zip(places_of(match, fit.weights), fit.weights.values(), strict=True):
        if place >= 0:
            weights[place] = weight / STEPS

    def make() -> Any:
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.policy import score_policy
        from kotc_sim.strategies.plugin import compiled_or_error

        compiled_or_error(base)
        return bind(score_policy, base.address, weights)

    return Strategy(name, description, make=make, orders_dice=base.orders_dice)
