"""Learning: games of the fast base strategy, a fit to them, then rounds of games of the search that judges by the fit.

Which games are played is fixed by plan and seed, not by the clock, and they are put together in a fixed order: the same decks give the
same bytes for any number of jobs.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.fit import fit_logistic, spread_rows
from kotc_sim.strategies.learned import Feature, Fit

PIECES = 8
"""Every round of games is played in this many pieces, whatever the number of jobs."""
States = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Rows, shape (states, features), and outcomes, shape (states,)."""


class Lesson(Protocol):
    """A match of two decks that is learned from."""

    @property
    def title(self) -> str:
        """Whose games, for messages."""

    def features(self) -> list[Feature]:
        """Return what describes a side, by column."""

    def record(self, fit: Fit | None, seed: int, low: int, high: int, random_moves: Sequence[float], kept: float) -> States:
        """Play games ``low`` … ``high - 1`` and return their states between turns.

        By the base strategy without a ``fit``, else by the search that judges by it. Thread-safe.
        """


@dataclass(frozen=True)
class Plan:
    """How much is learned from.

    Attributes
    ----------
    first : int
        Games of the base strategy, over all matches.
    rounds : tuple of int
        Games of the search in each round that follows.
    random_moves, searching_moves : tuple of float
        Shares of moves drawn at random in these games: without them, what good play avoids is never seen, and not learned.
    kept : float
        Share of the states that are used.
    ridge : float
        Rows' worth of evidence for the weights of the pool, in each column.
    epochs : int
        Times that each state is used.
    rate : float
        First step of the descent.
    """

    first: int = 8000
    rounds: tuple[int, ...] = (3000, 3000)
    random_moves: tuple[float, ...] = (0.05, 0.2)
    searching_moves: tuple[float, ...] = (0.03, 0.15)
    kept: float = 0.5
    ridge: float = 3.0
    epochs: int = 6
    rate: float = 0.03

    @property
    def total(self) -> int:
        """Number of games."""
        return self.first + sum(self.rounds)


@dataclass
class Columns:
    """The columns of several matches under common names.

    Attributes
    ----------
    names : list of str
        Of the common columns.
    maps : list of (sources, targets, amounts)
        For each match, from its columns to the common ones.
    """

    names: list[str]
    maps: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]]

    def common(self, lesson: int, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return rows of a match by the common names."""
        out = np.zeros((len(rows), len(self.names)), np.float32)
        spread_rows(np.ascontiguousarray(rows), *self.maps[lesson], out)
        return out


def own_columns(lessons: Sequence[Lesson]) -> Columns:
    """Return a column for each feature's own name: two seats with the same deck share theirs."""
    return _columns([[[(feature.name, 1.0)] for feature in lesson.features()] for lesson in lessons])


def shared_columns(lessons: Sequence[Lesson], least: int) -> Columns:
    """Return columns of shared weights, and of own ones that at least ``least`` matches have; a feature without shares keeps its own."""
    every = [lesson.features() for lesson in lessons]
    seen: dict[str, int] = {}
    for features in every:
        for name in {feature.name for feature in features}:
            seen[name] = seen.get(name, 0) + 1
    return _columns(
        [
            [
                [*feature.shared, *([(feature.name, 1.0)] if not feature.shared or seen[feature.name] >= least else [])]
                for feature in features
            ]
            for features in every
        ]
    )


def _columns(named: Sequence[Sequence[Sequence[tuple[str, float]]]]) -> Columns:
    index: dict[str, int] = {}
    maps = []
    for features in named:
        entries = [(source, index.setdefault(name, len(index)), amount) for source, parts in enumerate(features) for name, amount in parts]
        sources, targets, amounts = zip(*entries, strict=True)
        maps.append((np.array(sources, np.int64), np.array(targets, np.int64), np.array(amounts, np.float64)))
    return Columns(list(index), maps)


@dataclass
class Course:
    """Learning from some matches.

    Attributes
    ----------
    lessons : sequence of Lesson
        The matches.
    plan : Plan
        How much.
    seed : int
        Of all games and fits.
    jobs : int
        Threads that play.
    on_games : callable or None
        Called with the number of games of each finished piece.
    """

    lessons: Sequence[Lesson]
    plan: Plan = field(default_factory=Plan)
    seed: int = 20_001
    jobs: int = 1
    on_games: Callable[[int], None] | None = None

    def refine(self, pool: Fit) -> Fit:
        """Return the pool's fit with weights of these matches' own features, learned in rounds."""
        columns = own_columns(self.lessons)
        features = {feature.name: feature for lesson in self.lessons for feature in lesson.features()}
        named = [features[name] for name in columns.names]
        prior = pool.vector(named)
        titles = ", ".join(lesson.title for lesson in self.lessons)
        rows, outcomes = self._games(None, 0, columns)
        weights = self._fit(rows, outcomes, prior, prior, 0)
        fit = pool.refined(named, weights, self._made_of(titles, 0))
        for number in range(1, len(self.plan.rounds) + 1):
            more, ends = self._games(fit, number, columns)
            # what an older fit's games taught stays, thinned out by the rounds after it
            rows, outcomes = np.concatenate([rows[::2], more]), np.concatenate([outcomes[::2], ends])
            weights = self._fit(rows, outcomes, weights, prior, number)
            fit = pool.refined(named, weights, self._made_of(titles, number))
        return fit

    def pool(self, edition: str, least: int, ridge: float) -> Fit:
        """Return a fit for a whole pool of cards: what cards share, and own weights of those in ``least`` matches or more."""
        columns = shared_columns(self.lessons, least)
        rows, outcomes = self._games(None, 0, columns)
        zero = np.zeros(len(columns.names))
        weights = self._fit(rows, outcomes, zero, zero, 0, ridge)
        fit = self._named(edition, columns, weights, 0)
        for number in range(1, len(self.plan.rounds) + 1):
            more, ends = self._games(fit, number, columns)
            rows, outcomes = np.concatenate([rows[::2], more]), np.concatenate([outcomes[::2], ends])
            weights = self._fit(rows, outcomes, weights, zero, number, ridge)
            fit = self._named(edition, columns, weights, number)
        return fit

    def _named(self, edition: str, columns: Columns, weights: NDArray[np.float64], rounds: int) -> Fit:
        from kotc_sim.strategies.learned import fit_of_columns

        return fit_of_columns(edition, columns.names, weights, self._made_of(f"{len(self.lessons)} random decks", rounds))

    def _made_of(self, titles: str, rounds: int) -> str:
        searched = f" and {sum(self.plan.rounds[:rounds]):,} of its own search" if rounds else ""
        return f"{self.plan.first:,} games of its base{searched}, {titles}, seed {self.seed}"

    def _fit(
        self,
        rows: NDArray[np.float32],
        outcomes: NDArray[np.float32],
        start: NDArray[np.float64],
        prior: NDArray[np.float64],
        number: int,
        ridge: float | None = None,
    ) -> NDArray[np.float64]:
        weights = start.copy()
        strength = np.full(len(weights), self.plan.ridge if ridge is None else ridge)
        fit_logistic(rows, outcomes, weights, prior, strength, self.plan.epochs, self.plan.rate, np.uint64(self.seed + number))
        return weights

    def _games(self, fit: Fit | None, number: int, columns: Columns) -> States:
        """Play the games of a round and return their states by the common columns."""
        plan = self.plan
        total = plan.rounds[number - 1] if number else plan.first
        moves = plan.searching_moves if number else plan.random_moves
        pieces = []
        for k, lesson in enumerate(self.lessons):
            share = 2 * -(-total // (2 * len(self.lessons)))  # whole pairs for each match
            cut = max(1, PIECES // len(self.lessons))
            edges = [2 * (share // 2 * i // cut) for i in range(cut + 1)]
            pieces += [(k, lesson, low, high) for low, high in itertools.pairwise(edges) if high > low]

        def play(piece: tuple[int, Any, int, int]) -> States:
            k, lesson, low, high = piece
            rows, outcomes = lesson.record(fit, self.seed + 1000 * number + k, low, high, moves, plan.kept)
            if self.on_games is not None:
                self.on_games(high - low)
            return columns.common(k, rows), outcomes

        if self.jobs == 1:
            found = [play(piece) for piece in pieces]
        else:
            with ThreadPoolExecutor(self.jobs) as threads:
                found = list(threads.map(play, pieces))
        return np.concatenate([rows for rows, _ in found]), np.concatenate([outcomes for _, outcomes in found])
