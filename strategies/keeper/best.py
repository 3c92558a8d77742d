"""Best, for Keeper of the Cards: a search that judges states by a value which it has learned from games of the decks at hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.strategies.best import LearnedSearch
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.searches import custom_search, lookahead_over
from kotc_sim.strategies.learned import Feature
from kotc_sim.strategies.training import Lesson

POOLS = Path(__file__).resolve().parent / "pools"
"""Where the shipped fits of the editions' pools of cards lie; ``scripts/fit_pools.py`` made them."""


@dataclass
class Best(LearnedSearch, Strategy):
    """A search over a value that is learned.

    Attributes
    ----------
    base : Strategy
        Plays the consequences out, for all players.
    settings : float64 array
        See `kotc_sim.strategies.keeper.search_settings`.
    """

    base: Strategy = field(kw_only=True)
    pools: Path = field(default=POOLS, kw_only=True)

    @property
    def address(self) -> Any:
        """None: what it plays by is bound to a match.

        Raises
        ------
        KotcError
            Always.
        """
        raise KotcError(f"{self.name!r} plays by what it learned of a match", fix="Ask `seated(match, fit)` for who plays it")

    def _compile(self) -> Any:
        return custom_search(self.name, self.description, self.base, np.zeros_like(self.settings)).compiled

    def features_of(self, match: Any) -> list[Feature]:
        """Return what describes a side of a match's states, by column."""
        from kotc_sim.strategies.keeper.features import features_of

        return features_of(match)

    def lesson_of(self, match: Any) -> Lesson:
        """Return the match as one that is learned from."""
        from kotc_sim.strategies.keeper.learning import KeeperLesson

        return KeeperLesson(match, self.base, lookahead_over(GREEDY), self.seated)

    def seated_with(self, match: Any, vector: NDArray[np.float64]) -> Strategy:
        """Return who plays a match by these weights of its columns, shape (`features.count_columns`,)."""
        return custom_search(self.name, self.description, self.base, self.settings, fitted=vector)
