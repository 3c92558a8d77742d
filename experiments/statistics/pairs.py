"""Pairs of games: the same seed, the seats swapped. The pair is the unit of every statistic.

A pair's outcome is A's score over both games: 0, ½, 1, 1½ or 2. Swapping the seats takes the first player's
advantage out of the comparison of decks, and gives that advantage as a result of its own.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.intervals import Interval, all_alike, mean_interval, wilson
from kotc_sim.experiments.statistics.special import stdtr

Array = NDArray[np.float64]

PAIR_SCORES: Array = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""Mean score of A in a pair, for the five cells 0, ½, 1, 1½, 2."""
PAIR_SCORES.setflags(write=False)

ELO_PER_NAT = 400 / math.log(10)  # Elo points for each unit of log-odds

_EMPTY_CELL = 0.001
"""What an empty cell counts as where a law with full support is needed (fishtest's value)."""


def elo(share: float) -> float:
    """Return the Elo difference that gives the expected score ``share``; ±inf at 0 and 1."""
    if not 0 <= share <= 1:
        raise ValueError(f"a score of {share} is not between 0 and 1")
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return ELO_PER_NAT * math.log(share / (1 - share))


def elo_of(score: Interval) -> Interval:
    """Return the Elo difference A − B: A's score with its interval, transformed."""
    return Interval(elo(score.value), elo(score.low), elo(score.high), score.confidence)


def regularise(cells: ArrayLike) -> Array:
    """Return counts as floats with every empty cell set to 0.001, so that a likelihood ratio stays finite."""
    counts: Array = np.asarray(cells, dtype=np.float64)
    return np.where(counts == 0, _EMPTY_CELL, counts)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Counts of pairs, and every estimate that needs nothing else."""

    cells: NDArray[np.int64]  # int64, shape (5,): pairs in which A scored 0, ½, 1, 1½, 2
    table: NDArray[np.int64] | None = None
    """int64, shape (3, 3): ``table[i, j]``: pairs in which A scored i/2 as the first player and j/2 as the second; None: not known."""

    @classmethod
    def from_table(cls, table: ArrayLike) -> "Pairs":
        """Take the 3 × 3 counts described under `table`."""
        counts = np.asarray(table, dtype=np.int64)
        if counts.shape != (3, 3) or (counts < 0).any():
            raise ValueError("expected 3 × 3 counts")
        cells = np.array([np.trace(counts[:, ::-1], offset=1 - k + 1) for k in range(5)], dtype=np.int64)
        return cls(cells, counts)

    @property
    def number(self) -> int:
        """Number of pairs."""
        return int(self.cells.sum())

    @property
    def games(self) -> int:
        """Number of games, two a pair."""
        return 2 * self.number

    @property
    def score(self) -> float:
        """Mean score of A, a share."""
        # Integers first: a mirror must give exactly 0.5.
        return int(self.cells @ np.arange(5)) / (4 * self._some())

    @property
    def variance(self) -> float:
        """Variance (N − 1) of one pair's mean score; infinite for a single pair."""
        number = self._some()
        return math.inf if number == 1 else float(self.cells @ (PAIR_SCORES - self.score) ** 2) / (number - 1)

    @property
    def standard_error(self) -> float:
        """Standard error of `score`."""
        return math.sqrt(self.variance / self._some())

    def _some(self) -> int:
        if self.number == 0:
            raise ValueError("there are no pairs")
        return self.number

    def score_interval(self, confidence: float = CONFIDENCE, *, mirror: bool | None = None) -> Interval:
        """Return Student's t interval of A's mean score over pairs.

        In a ``mirror`` both sides play the same deck and strategy: every pair is split by construction, and the answer [0.5, 0.5] is exact.
        By default this is assumed when all pairs are split; say False for decks that differ. Pairs that are all alike have no variance, but
        do not prove that the next one is alike (`all_alike`).
        """
        number, score = self._some(), self.score
        if number in self.cells:
            if score == 0.5 and mirror is not False:
                return Interval(0.5, 0.5, 0.5, confidence)
            return all_alike(score, number, confidence)
        interval = mean_interval(PAIR_SCORES, self.cells, confidence)
        return Interval(score, max(0.0, interval.low), min(1.0, interval.high), confidence)

    def wilson(self) -> Interval:
        """Return Wilson's interval, as if games were independent and a tie half a win: checks the pairing.

        It should be wider than `score_interval`. If it is much narrower, the games of a pair go together
        instead of balancing each other, and something is wrong with the pairing.
        """
        return wilson(int(self.cells @ np.arange(5)) / 2, self.games)

    @property
    def superiority(self) -> float:
        """Likelihood that A is the better deck: the confidence at which the one-sided `score_interval` reaches ½; ½ where A scores ½.

        So it lies within 2.5 to 97.5 % exactly while the 95 % interval holds ½.
        """
        number, score = self._some(), self.score
        if score == 0.5:
            return 0.5
        if number in self.cells:  # Clopper–Pearson's bound, as in `score_interval`
            unlikely: float = (0.5 / max(score, 1 - score)) ** number
            return 1 - unlikely if score > 0.5 else unlikely
        return float(stdtr(number - 1, (score - 0.5) / self.standard_error))

    def first_player_advantage(self) -> Interval:
        """Return the mean score of the player who starts, minus ½, with its t interval over pairs.

        In each pair both decks start once, so the decks' difference cancels. It lies between -½ and ½, which is all that one pair tells.
        """
        if self.table is None:
            raise ValueError("the five cells do not tell who started; build Pairs from a table")
        as_first, as_second = np.divmod(np.arange(9), 3)
        # The starter scores i/2 in one game and 1 − j/2 in the other.
        found = mean_interval((as_first - as_second) / 4, self.table.ravel())
        return replace(found, low=max(-0.5, found.low), high=min(0.5, found.high))


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Two arms on the same seeds: the mean of first − second, with its t interval, and what the shared seeds were worth.

    ``correlation`` is ρ between the arms; NaN when an arm never varies. ``saving`` is how many times more games two separate runs would
    need for the same interval: (variance of the first + variance of the second) / variance of the difference, which is 1/(1 − ρ) when the
    variances are equal. ``number`` counts seeds (pairs).
    """

    difference: Interval
    correlation: float
    saving: float
    number: int

    @property
    def games_saved(self) -> float:
        """Games that separate runs would have cost on top (two games a pair, two arms)."""
        return 4 * self.number * (self.saving - 1)


def compare_arms(first: ArrayLike, second: ArrayLike) -> PairedDifference:
    """Compare two arms that played the same seeds: A's mean score in each pair, float, shape (pairs,)."""
    x: Array = np.asarray(first, dtype=np.float64).ravel()
    y: Array = np.asarray(second, dtype=np.float64).ravel()
    if x.shape != y.shape:
        raise ValueError(f"{x.size} and {y.size} pairs do not match")
    if x.size < 2:
        raise ValueError("a comparison needs at least two pairs")
    d = x - y
    var_x, var_y, var_d = (float(np.var(z, ddof=1)) for z in (x, y, d))
    covariance = (var_x + var_y - var_d) / 2
    product = math.sqrt(var_x * var_y)
    correlation = max(-1.0, min(1.0, covariance / product)) if product > 0 else math.nan
    together = var_x + var_y
    saving = together / var_d if var_d > 0 else math.inf if together > 0 else 1.0
    return PairedDifference(mean_interval(d), correlation, saving, x.size)
