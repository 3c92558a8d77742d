"""Strategies that learn: `best` and `quick` play by one fit, which is learned once for both."""

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
from kotc_sim.strategies.keeper.search_settings import SETTINGS
from kotc_sim.strategies.keeper.searches import custom_search, lookahead_over
from kotc_sim.strategies.keeper.tuned import tuned_for
from kotc_sim.strategies.learned import Fit, pool_of
from kotc_sim.strategies.remembered import recalled
from kotc_sim.strategies.training import Course, Plan

POOLS = Path(__file__).resolve().parent / "pools"
"""Where the shipped fits of the editions' pools of cards lie; ``scripts/fit_pools.py`` made them."""
SEED = 20_001
"""Of the games that are learned from."""


def vector_of(match: Any, fit: Fit | None) -> NDArray[np.float64]:
    """Return the weights of a match's columns; without a fit, those of the edition's pool."""
    from kotc_sim.strategies.keeper.features import features_of

    return (fit or pool_of(POOLS, match.edition)).vector(features_of(match))


def search_of(match: Any, fit: Fit | None) -> Strategy:
    """Return the search that learns: by its games a fit is refined, and its choices are what a policy is fitted to."""
    return custom_search("best", "", tuned_for(match), np.array(SETTINGS["best"], np.float64), fitted=vector_of(match, fit))


def course_of(decks: Sequence[Any], plan: Plan, *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Course:
    """Return what is learned from: games of two decks, or of each of several with the next one."""
    from kotc_sim.strategies.keeper.learning import KeeperLesson

    count = 1 if len(decks) == 2 else len(decks)
    pairs = [(decks[k], decks[(k + 1) % len(decks)]) for k in range(count)]
    matches = [games.of(decks[0]).compile(pair) for pair in pairs]
    lessons = [KeeperLesson(match, tuned_for(match), lookahead_over(GREEDY), search_of) for match in matches]
    return Course(lessons, plan, SEED, jobs, on_games)


@dataclass
class Learner(Strategy):
    """A strategy that plays by what it learned of a match.

    Attributes
    ----------
    plan : Plan
        How much it learns from.
    """

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

    def seated(self, match: Any, fit: Fit | None) -> Strategy:
        """Return who plays a match."""
        raise NotImplementedError

    def fit_for(self, match: Any, fit: Fit | None) -> Fit:
        """Return the fit by which it plays a match: without one, that of the edition's pool."""
        return fit or pool_of(POOLS, match.edition)

    def learn(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Fit:
        """Return a fit to games of these decks, remembered; it begins with the pool of the edition."""
        course = course_of(decks, self.plan, jobs=jobs, on_games=on_games)
        matches = [lesson.match for lesson in course.lessons]
        start = pool_of(POOLS, matches[0].edition)
        tuned = [tuned_for(match).name for match in matches]
        what = [repr(SETTINGS["best"]), repr(self.plan), str(SEED), start.digest, *tuned, *map(games.digest, matches)]
        return recalled(what, lambda: course.refine(start))

    def with_plan(self, **changes: Any) -> Any:
        """Return the same strategy with another plan of learning."""
        return replace(self, plan=replace(self.plan, **changes))
