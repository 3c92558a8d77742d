"""Quick: the heuristic with weights tuned for the edition, corrected by what a search took of options like these."""

from dataclasses import dataclass
from typing import Any

from kotc_sim.strategies.keeper import STRATEGIES
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.learner import KeeperLearner
from kotc_sim.strategies.keeper.policies import fast_pilots, with_urgency
from kotc_sim.strategies.keeper.tuned import unlearned_for
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.strongest import PLAYED_BY, POLICY


@dataclass
class Quick(KeeperLearner):
    """A fast policy; where nothing was learned of the decks at hand, the heuristic with the edition's weights."""

    def _compile(self) -> Any:
        """Compile both, so that the first game does not wait."""
        from kotc_sim.strategies.keeper import policy, urgent

        assert policy.score_policy is not None
        assert urgent.score_either is not None
        return GREEDY.compiled

    def seated(self, match: Any, fit: Fit | None) -> Strategy:
        """Return who plays a match: the one of `policies.fast_pilots` that the fit names as the strongest there, but for urgent turns."""
        usual = unlearned_for(match) if fit is None else fast_pilots(match, fit)[fit.weights.get(PLAYED_BY, POLICY)]
        return with_urgency(usual, match)


score = Quick("quick", STRATEGIES.descriptions["quick"])
