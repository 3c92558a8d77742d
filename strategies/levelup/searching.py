"""The strategies that search, by name: lookahead, and best, which judges by what it learned."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.levelup import STRATEGIES
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.learner import LevelUpLearner
from kotc_sim.strategies.levelup.search_settings import FITTED, PLAYOUTS, SETTINGS, with_playouts
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


def search_strategy(kind: str, base: None = None, playouts: int | None = None) -> LevelUpStrategy:
    """Make a search.

    ``kind``: ``lookahead`` or ``best``. ``base``: greedy plays the consequences out; no other base can be named. ``playouts``: playouts of
    one decision, in place of the usual number.
    """
    settings = np.array(SETTINGS[kind], np.float64)
    name = kind
    if playouts is not None:
        settings = with_playouts(settings, playouts)
        name = f"{kind}@{playouts}"
    if settings[FITTED] == 1.0:
        return Best(name, STRATEGIES.descriptions[kind], settings=settings, pace="search")
    return custom_search(name, STRATEGIES.descriptions[kind], settings)
