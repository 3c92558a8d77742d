"""Strategies that learn the decks they play, for any game."""

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
class Learner(AnyStrategy):
    """A strategy that plays by what it learned of a match: what those of all games have in common.

    A game's own says what describes its states, how its games are recorded, and who plays a match by a fit. All learners of a game
    that have the same plan and search share their fits.

    Attributes
    ----------
    plan : Plan
        How much it learns from.
    seed : int
        Of the games that it learns from.
    pools : Path
        Where the shipped fits of the editions' pools of cards lie.
    """

    plan: Plan = field(default_factory=Plan, kw_only=True)
    seed: int = field(default=SEED, kw_only=True)
    pools: Path = field(kw_only=True)

    def features_of(self, match: Any) -> list[Feature]:
        """Return what describes a side of a match's states, by column."""
        raise NotImplementedError

    def lesson_of(self, match: Any) -> Lesson:
        """Return the match as one that is learned from."""
        raise NotImplementedError

    def learned_by(self, match: Any) -> str:
        """Return what a fit depends on besides match, plan and seed: the search whose games are learned from, and its base."""
        raise NotImplementedError

    @property
    def learns(self) -> bool:
        """True: it is given a seat in each match."""
        return True

    def fit_for(self, match: Any, fit: Fit | None) -> Fit:
        """Return the fit by which it plays a match: without one, that of the edition's pool."""
        return fit or pool_of(self.pools, match.edition)

    def vector_of(self, match: Any, fit: Fit | None) -> NDArray[np.float64]:
        """Return the weights of a match's columns; without a fit, those of the edition's pool."""
        return self.fit_for(match, fit).vector(self.features_of(match))

    def _matches(self, decks: Sequence[Any]) -> list[Any]:
        """Return the match of two decks, or those of each of several with the next one."""
        count = 1 if len(decks) == 2 else len(decks)
        return [games.of(decks[0]).compile((decks[k], decks[(k + 1) % len(decks)])) for k in range(count)]

    def _course(self, matches: Sequence[Any], jobs: int, on_games: Callable[[int], None] | None) -> Course:
        return Course([self.lesson_of(match) for match in matches], self.plan, self.seed, jobs, on_games)

    def course(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Course:
        """Return what is learned from: games of two decks, or of each of several with the next one."""
        return self._course(self._matches(decks), jobs, on_games)

    def learn(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Fit:
        """Return a fit to games of these decks, remembered; it begins with the pool of the edition."""
        matches = self._matches(decks)
        start = pool_of(self.pools, matches[0].edition)
        what = [repr(self.plan), str(self.seed), start.digest, *map(self.learned_by, matches), *map(games.digest, matches)]
        return recalled(what, lambda: self.completed(matches, self._course(matches, jobs, on_games).refine(start)))

    def completed(self, matches: Sequence[Any], fit: Fit) -> Fit:
        """Return a fit that was just made, with what a game adds to it."""
        return fit

    def with_plan(self, **changes: Any) -> Self:
        """Return the same strategy with another plan of learning."""
        return replace(self, plan=replace(self.plan, **changes))

    def with_seed(self, seed: int) -> Self:
        """Return the same strategy, which learns from other games."""
        return replace(self, seed=seed)
