"""Strategies that learn the decks they play, for any game."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.edition_digest import edition_digest
from kotc_sim.strategies.by_game import strategies_of
from kotc_sim.strategies.learned import Feature, Fit, Fitted, pool_of
from kotc_sim.strategies.lesson import Lesson
from kotc_sim.strategies.pilot import AnyStrategy
from kotc_sim.strategies.remembered import Rounds, recalled, remember, remembered
from kotc_sim.strategies.strongest import leader
from kotc_sim.strategies.training import Course, Plan

SEED = 20_001  # of the games that are learned from
POOL_PLAN = Plan(first=16_000, searched=8_000, work=8.0e6, kept=(0.3, 0.3), share=0.9)
"""Of an edition's pool of cards."""
POOL_SEED = 1
LEAST, RIDGE = 3, 10.0
"""A card has weights of its own if this many matches hold it; rows' worth of evidence for weights of nothing."""


@dataclass(frozen=True)
class Rival:
    """Whom alone a best response is learned against."""

    pilot: Any
    fit: Fit | None = None
    """What it has learned, if it learns."""

    @property
    def label(self) -> str:
        """What a fit against it depends on."""
        code = zlib.crc32(Path(self.pilot.file).read_bytes()) if self.pilot.file else 0
        return f"against {self.pilot.spec or self.pilot.name} {code:08x} {self.fit.digest if self.fit else ''}"


@dataclass
class Learner(AnyStrategy):
    """A strategy that plays by what it learned of a match: what those of all games have in common.

    A game's own says what describes its states, how its games are recorded, and who plays a match by a fit. All learners of a game
    that have the same plan and search share their fits.
    """

    plan: Plan = field(default_factory=Plan, kw_only=True)  # how much it learns from
    seed: int = field(default=SEED, kw_only=True)  # of the games that it learns from
    pools: Path = field(kw_only=True)  # where the shipped fits of the editions' pools of cards lie
    rival: Rival | None = field(default=None, kw_only=True)
    """Whom alone it meets in the games that it learns from; None: itself and a fixed rung."""
    speeds: ClassVar[tuple[float, float]]
    """A table, by which budgets are turned into games: what a processor does in a second, decisions of the base strategy and
    `kotc_sim.strategies.training.Played.weight` of the search.
    """

    def features_of(self, match: Any) -> list[Feature]:
        """Return what describes a side of a match's states, by column: see the game's module ``features``."""
        found: list[Feature] = strategies_of(self.game).module("features").features_of(match)
        return found

    def rival_in(self, match: Any) -> Any:
        """Return the rival, seated in a match; None if there is none."""
        return None if self.rival is None else self.rival.pilot.seated(match, self.rival.fit)

    def lesson_of(self, match: Any) -> Lesson:
        """Return the match as one that is learned from."""
        return Lesson(match, self.features_of(match), *self.players_of(match), self.search_of, self.rival_in(match))

    def players_of(self, match: Any) -> tuple[Any, Any]:
        """Return who plays the first games of a match that it learns from, and whom its search meets in half of the others."""
        raise NotImplementedError

    def learned_by(self, match: Any) -> str:
        """Return what a fit depends on besides match, plan and seed: the search whose games are learned from, and its base."""
        raise NotImplementedError

    @property
    def address(self) -> Any:
        """None, so it raises `KotcError`: what it plays by is bound to a match."""
        raise KotcError(f"{self.name!r} plays by what it learned of a match", fix="Ask `seated(match, fit)` for who plays it")

    @property
    def learns(self) -> bool:
        """True: it is given a seat in each match."""
        return True

    def fit_for(self, match: Any, fit: Fit | None) -> Fit:
        """Return the fit by which it plays a match: without one, that of the edition's pool."""
        return fit or self.pool_for(match)

    def pool_for(self, match: Any) -> Fit:
        """Return what was learned of the edition that a match is played by, else what is shipped for it or the nearest one."""
        return remembered(["pool of", match.edition_digest]) or pool_of(self.pools, match.edition)

    def judge_of(self, match: Any, fit: Fit | None) -> tuple[Fitted, NDArray[np.float64]]:
        """Return what judges the states of a match, and its numbers (`Fit.numbers`); without a fit, the edition's pool does."""
        found = self.fit_for(match, fit)
        return found.judge, found.numbers(self.features_of(match))

    def _matches(self, decks: Sequence[Any]) -> list[Any]:
        """Return the match of two decks, whichever is named first, or those of each of several with the next one."""
        if len(decks) == 2:
            return [games.of(decks[0]).compile(sorted(decks, key=lambda deck: deck.name))]
        return [games.of(decks[0]).compile((decks[k], decks[(k + 1) % len(decks)])) for k in range(len(decks))]

    def _course(self, matches: Sequence[Any], jobs: int, on_games: Callable[[int], None] | None, rounds: Rounds | None = None) -> Course:
        return Course([self.lesson_of(match) for match in matches], self.plan, self.seed, jobs, on_games, rounds or Rounds())

    def course(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Course:
        """Return what is learned from: games of two decks, or of each of several with the next one."""
        return self._course(self._matches(decks), jobs, on_games)

    def _depends_on(self, matches: Sequence[Any]) -> list[str]:
        """Return what a fit depends on besides plan and the fit that it begins with."""
        against = [] if self.rival is None else [self.rival.label]
        return [str(self.seed), *against, *map(self.learned_by, matches), *map(games.digest, matches)]

    def learn(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Fit:
        """Return a fit to games of these decks: the one that was chosen for them (`choose`), else the one that `train` returns."""
        return remembered(self._choice(decks)) or self.train(decks, jobs=jobs, on_games=on_games)

    def train(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Fit:
        """Return a fit to games of these decks by the plan, remembered; it begins with the pool of the edition.

        A training that is stopped goes on where it was when the same is learned again.
        """
        matches = self._matches(decks)
        start = self.pool_for(matches[0])
        what = [repr(self.plan), start.digest, *self._depends_on(matches)]

        def make(rounds: Rounds) -> Fit:
            ready = self if self.rival else self.prepared(matches, start, jobs)
            fits = ready._course(matches, jobs, on_games, rounds).refine(start)
            if self.rival:
                return fits[0]
            searches = [[ready.search_of(match, fit) for fit in fits] for match in matches]
            return ready.completed(matches, fits[leader(searches, matches, 0, ready.plan, ready.seed, jobs)], jobs)

        return recalled(what, make)

    def search_of(self, match: Any, fit: Fit) -> Any:
        """Return the search that learns: by its games a fit is refined, and its choices are what a policy is fitted to."""
        raise NotImplementedError

    def choose(self, decks: Sequence[Any], fit: Fit | None) -> None:
        """Let a fit be what is learned of these decks from now on, whatever the plan; None: the plan's own again."""
        remember(self._choice(decks), fit)

    def _choice(self, decks: Sequence[Any]) -> list[str]:
        return ["chosen", *self._depends_on(self._matches(decks))]

    def pool_decks(self, edition: Any) -> list[Any]:
        """Return random decks of an edition, from which its pool of cards is learned."""
        raise NotImplementedError

    def learn_edition(self, edition: Any, *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Fit:
        """Return a fit to games of random decks of an edition, remembered: from now on it is where learning of that edition begins.

        It begins with the shipped pool of the edition that this one is, extends, or is nearest to.
        """
        matches = self._matches(self.pool_decks(edition))
        start = pool_of(self.pools, edition.base)
        what = [repr(self.plan), start.digest, edition.name, *self._depends_on(matches)]

        def make(rounds: Rounds) -> Fit:
            return self._course(matches, jobs, on_games, rounds).pool(edition.name, LEAST, RIDGE, start)

        fit = recalled(what, make)
        remember(["pool of", edition_digest(edition)], fit)
        return fit

    def prepared(self, matches: Sequence[Any], start: Fit, jobs: int) -> Self:
        """Return the learner of these matches, which begins with the fit ``start``; ``jobs`` threads may play."""
        return self

    def completed(self, matches: Sequence[Any], fit: Fit, jobs: int) -> Fit:
        """Return a fit that was just made, with what a game adds to it; ``jobs`` threads may play."""
        return fit

    def with_plan(self, **changes: Any) -> Self:
        """Return the same strategy with another plan of learning."""
        return replace(self, plan=replace(self.plan, **changes))

    def within(self, seconds: float) -> Self:
        """Return the same strategy with a plan for so many processor-seconds, by a fixed table of speeds."""
        return replace(self, plan=self.plan.lasting(seconds, *self.speeds))

    def against(self, pilot: Any, fit: Fit | None) -> Self:
        """Return the same strategy as a best response to a pilot, which plays by ``fit`` if it learns."""
        return replace(self, rival=Rival(pilot, fit))

    def for_pools(self) -> Self:
        """Return the same strategy with the plan and seed by which pools are learned."""
        return replace(self, plan=POOL_PLAN, seed=POOL_SEED)

    def with_seed(self, seed: int) -> Self:
        """Return the same strategy, which learns from other games."""
        return replace(self, seed=seed)
