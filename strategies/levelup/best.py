"""Best, for Level-Up: a search that judges states by a value which it has learned from games of the decks at hand."""

from dataclasses import dataclass, field
from typing import Any

from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.learner import LevelUpLearner
from kotc_sim.strategies.levelup.search_settings import FITTED, PLAYOUTS
from kotc_sim.strategies.levelup.searches import custom_search


@dataclass
class Best(LevelUpLearner):
    """A search over a value that is learned; greedy plays the consequences out."""

    settings: Any = field(kw_only=True)  # float64 array: see `kotc_sim.strategies.levelup.search_settings`

    @property
    def playouts(self) -> int:
        """Playouts of a decision."""
        return int(self.settings[PLAYOUTS])

    def _compile(self) -> Any:
        by_hand = self.settings.copy()
        by_hand[FITTED] = 0.0
        return custom_search(self.name, self.description, by_hand).compiled

    def seated(self, match: Any, fit: Fit | None) -> LevelUpStrategy:
        """Return who plays a match: the search, with the fitted weights by its columns; without a fit, the edition's pool judges."""
        settings = self.settings.copy()
        settings[FITTED], fitted = self.judge_of(match, fit)
        return custom_search(self.name, self.description, settings, fitted)
