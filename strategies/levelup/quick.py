"""Quick, for Level-Up: greedy with weights tuned on random decks, corrected by what a search took of options like these."""

from dataclasses import dataclass
from typing import Any

from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.levelup import STRATEGIES
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.learner import LevelUpLearner
from kotc_sim.strategies.levelup.policies import fast_pilots, tuned
from kotc_sim.strategies.strongest import PLAYED_BY, POLICY


@dataclass
class Quick(LevelUpLearner):
    """A fast policy; where nothing was learned of the decks at hand, greedy with tuned weights."""

    def _compile(self) -> Any:
        return tuned().compiled

    def seated(self, match: Any, fit: Fit | None) -> LevelUpStrategy:
        """Return who plays a match: the one of `policies.fast_pilots` that the fit names as the strongest there."""
        return tuned() if fit is None else fast_pilots(match, fit)[fit.weights.get(PLAYED_BY, POLICY)]


score = Quick("quick", STRATEGIES.descriptions["quick"])
