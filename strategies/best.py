"""Best: a search that judges states by a value which it has learned from games of the decks at hand, for any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.strategies.learned import Feature, Fit, pool_of
from kotc_sim.strategies.pilot import AnyStrategy
from kotc_sim.strategies.remembered import recalled
from kotc_sim.strategies.training import Course, Lesson, Plan

SEED = 20_001
"""Of the games that are learned from."""


@dataclass
class LearnedSearch(AnyStrategy):
    """A search over a value that is learned: what those of all games have in common.

    A game's own says in three methods what describes its states, how its games are recorded, and who plays by given weights.

    Attributes
    ----------
    settings : float64 array
        Of the search.
    plan : Plan
        How much it learns from.
    pools : Path
        Where the shipped fits of the editions' pools of cards lie.
    """

    settings: Any = field(kw_only=True)
    plan: Plan = field(default_factory=Plan, kw_only=True)
    pools: Path = field(kw_only=True)

    def features_of(self, match: Any) -> list[Feature]:
        """Return what describes a side of a match's states, by column."""
        raise NotImplementedError

    def lesson_of(self, match: Any) -> Lesson:
        """Return the match as one that is learned from."""
        raise NotImplementedError

    def seated_with(self, match: Any, vector: NDArray[np.float64]) -> Any:
        """Return who plays a match by these weights of its columns, shape (columns,)."""
        raise NotImplementedError

    @property
    def learns(self) -> bool:
        """True: it is given a seat in each match."""
        return True

    def seated(self, match: Any, fit: Fit | None) -> Any:
        """Return who plays a match: the search, with the fitted weights by its columns; without a fit, the edition's pool judges."""
        return self.seated_with(match, (fit or pool_of(self.pools, match.edition)).vector(self.features_of(match)))

    def _matches(self, decks: Sequence[Any]) -> list[Any]:
        """Return the match of two decks, or those of each of several with the next one."""
        count = 1 if len(decks) == 2 else len(decks)
        return [games.of(decks[0]).compile((decks[k], decks[(k + 1) % len(decks)])) for k in range(count)]

    def _course(self, matches: Sequence[Any], jobs: int, on_games: Callable[[int], None] | None) -> Course:
        return Course([self.lesson_of(match) for match in matches], self.plan, SEED, jobs, on_games)

    def course(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Course:
        """Return what is learned from: games of two decks, or of each of several with the next one."""
        return self._course(self._matches(decks), jobs, on_games)

    def learn(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Fit:
        """Return a fit to games of these decks, remembered; it begins with the pool of the edition."""
        matches = self._matches(decks)
        start = pool_of(self.pools, matches[0].edition)
        what = [self.name, repr(self.settings.tolist()), repr(self.plan), str(SEED), start.digest, *map(games.digest, matches)]
        return recalled(what, lambda: self._course(matches, jobs, on_games).refine(start))

    def with_plan(self, **changes: Any) -> Self:
        """Return the same search with another plan of learning."""
        return replace(self, plan=replace(self.plan, **changes))
