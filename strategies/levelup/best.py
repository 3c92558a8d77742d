"""Best, for Level-Up: a search that judges states by a value which it has learned from games of the decks at hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.learned import Feature, Fit
from kotc_sim.strategies.learner import Learner
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.search_settings import FITTED, PLAYOUTS
from kotc_sim.strategies.levelup.searches import custom_search, lookahead_of
from kotc_sim.strategies.training import Lesson, Plan

POOLS = Path(__file__).resolve().parent / "pools"
"""Where the shipped fits of the editions' pools of cards lie."""
PLAN = Plan(searched=2500, work=1.2e6, ridge=30.0)
"""Of a match: 20 to 50 processor-seconds."""
SPEEDS = 1.0e6, 1.3e5
"""Decisions of greedy, and work of the search, in a processor-second."""
POOL_DECKS, FIRST_DECK = 48, 700
LEARNING_PLAYOUTS, RUNG_PLAYOUTS = 24, 18
"""Of a decision in games that are learned from, by the search and by the lookahead that it meets: shorter searches teach no less."""


@dataclass
class Best(Learner, LevelUpStrategy):
    """A search over a value that is learned; greedy plays the consequences out.

    Attributes
    ----------
    settings : float64 array
        See `kotc_sim.strategies.levelup.search_settings`.
    """

    settings: Any = field(kw_only=True)
    plan: Plan = field(default=PLAN, kw_only=True)
    pools: Path = field(default=POOLS, kw_only=True)
    speeds = SPEEDS

    @property
    def playouts(self) -> int:
        """Playouts of a decision."""
        return int(self.settings[PLAYOUTS])

    def _compile(self) -> Any:
        by_hand = self.settings.copy()
        by_hand[FITTED] = 0.0
        return custom_search(self.name, self.description, by_hand).compiled

    def features_of(self, match: Any) -> list[Feature]:
        """Return what describes a side of a match's states, by column."""
        from kotc_sim.strategies.levelup.features import features_of

        return features_of(match)

    def pool_decks(self, edition: Any) -> list[Any]:
        """Return random decks of an edition, with cards of the starter pool."""
        from kotc_sim.strategies.levelup.pool_decks import pool_deck

        return [pool_deck(edition, FIRST_DECK + k) for k in range(POOL_DECKS)]

    def lesson_of(self, match: Any) -> Lesson:
        """Return the match as one that is learned from."""
        from kotc_sim.strategies.levelup.greedy import score
        from kotc_sim.strategies.levelup.learning import LevelUpLesson

        settings = self.settings.copy()
        settings[PLAYOUTS] = min(LEARNING_PLAYOUTS, settings[PLAYOUTS])
        search = replace(self, settings=settings).seated
        if self.rival is not None:
            return LevelUpLesson(match, score, self.rival.pilot.seated(match, self.rival.fit), search, always=True)
        return LevelUpLesson(match, score, lookahead_of(RUNG_PLAYOUTS), search)

    def learned_by(self, match: Any) -> str:
        """Return what a fit depends on besides match, plan and seed."""
        return f"{self.settings.tolist()}"

    def seated(self, match: Any, fit: Fit | None) -> LevelUpStrategy:
        """Return who plays a match: the search, with the fitted weights by its columns; without a fit, the edition's pool judges."""
        return self.seated_with(match, self.vector_of(match, fit))

    def seated_with(self, match: Any, vector: NDArray[np.float64]) -> LevelUpStrategy:
        """Return who plays a match by these weights of its columns, shape (`features.count_columns`,)."""
        return custom_search(self.name, self.description, self.settings, vector)
