"""Quick: the heuristic with weights tuned for the edition, corrected by what a search took of options like these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kotc_sim.strategies.fit import STEPS
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.learner import KeeperLearner
from kotc_sim.strategies.keeper.tuned import tuned_for
from kotc_sim.strategies.learned import Fit


@dataclass
class Quick(KeeperLearner):
    """A fast policy; where nothing was learned of the decks at hand, the heuristic with the edition's weights."""

    def _compile(self) -> Any:
        """Compile both, so that the first game does not wait."""
        from kotc_sim.strategies.keeper import policy

        assert policy.score_policy is not None
        return GREEDY.compiled

    def seated(self, match: Any, fit: Fit | None) -> Strategy:
        """Return who plays a match."""
        base = tuned_for(match)
        return base if fit is None else policy_over(self.name, self.description, base, match, fit)


def policy_over(name: str, description: str, base: Strategy, match: Any, fit: Fit) -> Strategy:
    """Return who plays a match by the policy of a fit over a base."""
    from kotc_sim.strategies.keeper.policy import n_places, places_of

    weights = np.zeros(n_places(match))
    for places, weight in zip(places_of(match, fit.weights), fit.weights.values(), strict=True):
        for place in places:
            weights[place] = weight / STEPS

    def make() -> Any:
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.policy import score_policy
        from kotc_sim.strategies.plugin import compiled_or_error

        compiled_or_error(base)
        return bind(score_policy, base.address, weights)

    return Strategy(name, description, make=make, orders_dice=base.orders_dice, pace="steady")


score = Quick("quick", "plays by weights tuned for the edition and, for decks that it learned, by what a search took there")
