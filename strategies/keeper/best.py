"""Best: a search that judges states by a value which it has learned from games of the decks at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.searches import custom_search, lookahead_over
from kotc_sim.strategies.learned import Fit, pool_of
from kotc_sim.strategies.remembered import recalled
from kotc_sim.strategies.training import Course, Plan

POOLS = Path(__file__).resolve().parent / "pools"
"""Where the shipped fits of the editions' pools of cards lie; ``scripts/fit_pools.py`` made them."""
SEED = 20_001
"""Of the games that are learned from."""


@dataclass
class Best(Strategy):
    """A search over a value that is learned.

    Attributes
    ----------
    base : Strategy
        Plays the consequences out, for all players.
    settings : float64 array
        See `kotc_sim.strategies.keeper.search_settings`.
    plan : Plan
        How much it learns from.
    """

    base: Strategy = field(kw_only=True)
    settings: Any = field(kw_only=True)
    plan: Plan = field(default_factory=Plan, kw_only=True)

    @property
    def learns(self) -> bool:
        """True: it is given a seat in each match."""
        return True

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

    def seated(self, match: Any, fit: Fit | None) -> Strategy:
        """Return who plays a match: the search, with the fitted weights by its columns; without a fit, the edition's pool judges."""
        from kotc_sim.strategies.keeper.features import features_of

        return self.seated_with(match, (fit or pool_of(POOLS, match.edition)).vector(features_of(match)))

    def seated_with(self, match: Any, vector: NDArray[np.float64]) -> Strategy:
        """Return who plays a match by these weights of its columns, shape (`features.count_columns`,)."""
        return custom_search(self.name, self.description, self.base, self.settings, fitted=vector)

    def course(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Course:
        """Return what is learned from: games of two decks, or of each of several with the next one."""
        from kotc_sim.strategies.keeper.learning import KeeperLesson

        count = 1 if len(decks) == 2 else len(decks)
        pairs = [(decks[k], decks[(k + 1) % len(decks)]) for k in range(count)]
        rung = lookahead_over(GREEDY)
        lessons = [KeeperLesson(games.of(decks[0]).compile(pair), self.base, rung, self.seated) for pair in pairs]
        return Course(lessons, self.plan, SEED, jobs, on_games)

    def learn(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Fit:
        """Return a fit to games of these decks, remembered; it begins with the pool of the edition."""
        course = self.course(decks, jobs=jobs, on_games=on_games)
        matches = [lesson.match for lesson in course.lessons]
        start = pool_of(POOLS, matches[0].edition)
        what = [self.name, repr(self.settings.tolist()), repr(self.plan), str(SEED), start.digest, *map(games.digest, matches)]
        return recalled(what, lambda: course.refine(start))

    def with_plan(self, **changes: Any) -> Best:
        """Return the same search with another plan of learning."""
        return replace(self, plan=replace(self.plan, **changes))
