"""Sequential test on pairs: the exact multinomial generalised likelihood ratio, stopped by Wald's bounds.

The hypotheses are two mean scores, say 50 % and 52 %. Nothing is assumed about the five pair outcomes: each hypothesis is represented by
the likeliest law that has its mean (M. van den Bergh, "A practical introduction to the GSPRT"; the empirical likelihood of A. Owen). A
sequential test decides; it does not measure: use a confidence sequence for "how much".
"""

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.errors import KotcError
from kotc_sim.experiments.result import ALPHA
from kotc_sim.experiments.statistics.pairs import PAIR_SCORES, regularise

Array = NDArray[np.float64]

BOUND = math.log((1 - ALPHA) / ALPHA)
"""Wald's bound of the log-likelihood ratio, on either side: each hypothesis is accepted under the other with a probability of `ALPHA`."""
MOST_STEPS, ROUNDING = 200, 1e-15
"""A root is found within so many steps, and to this share of it: what float64 can hold."""


def _tilt(weights: Array, pulls: Array) -> Array:
    """Return θ with Σ w·g/(1 + θ·g) = 0, the Lagrange multiplier of a law that must satisfy Σ p·g = 0.

    ``pulls`` g has both signs in every row; the sum falls from +∞ to −∞ on (−1/max g, −1/min g).
    """
    low: Array = -1 / pulls.max(axis=-1)
    high: Array = -1 / pulls.min(axis=-1)
    tilt: Array = np.zeros_like(low)
    for _ in range(MOST_STEPS):
        pulled = pulls / (1 + tilt[..., None] * pulls)
        value = np.sum(weights * pulled, axis=-1)
        low, high = np.where(value > 0, tilt, low), np.where(value > 0, high, tilt)
        # Newton's step where it stays inside the bracket, half the bracket where it does not.
        step = tilt + value / np.sum(weights * pulled**2, axis=-1)
        new: Array = np.where((low < step) & (step < high), step, (low + high) / 2)
        if np.all(np.abs(new - tilt) <= ROUNDING * (1 + np.abs(new))):
            return new
        tilt = new
    return tilt


def llr_logistic(cells: ArrayLike, score_0: float, score_1: float) -> Array:
    """Return the log-likelihood ratio of mean score ``score_1`` against ``score_0``, float64 of shape (…); positive speaks for ``score_1``.

    ``cells``, shape (…, 5), are pairs in which A scored 0, ½, 1, 1½, 2; empty ones count as 0.001. Scores lie strictly between 0 and 1.
    """
    counts = regularise(cells)
    number = counts.sum(axis=-1)
    shares = counts / number[..., None]
    observed = shares[..., None, :]
    pulls = np.broadcast_to(PAIR_SCORES - np.array([[score_0], [score_1]]), (*shares.shape[:-1], 2, PAIR_SCORES.size))
    laws: Array = observed / (1 + _tilt(observed, pulls)[..., None] * pulls)  # the likeliest that have these means, shape (…, 2, 5)
    ratio: Array = number * np.sum(shares * np.log(laws[..., 1, :] / laws[..., 0, :]), axis=-1)
    return ratio


@dataclass(frozen=True, slots=True)
class SprtPlan:
    """What a sequential test asks, fixed before the first game.

    ``h0`` and ``h1`` are A's mean scores under the two hypotheses, shares; ``h1`` may be the smaller ("is A worse?"). After ``cap``
    pairs the test gives up. With ``overshoot`` the bounds move in by the mean overshoot.
    """

    h0: float = 0.50
    h1: float = 0.52
    cap: int = 200_000
    overshoot: bool = True

    def __post_init__(self) -> None:
        for name in ("h0", "h1"):
            if not 0 < getattr(self, name) < 1:
                raise KotcError(
                    f"the hypothesis {name} = {100 * getattr(self, name):g} % is not between 0 and 100 %",
                    fix="Give percentage points, such as --sprt 50,52.",
                )
        if self.h0 == self.h1:
            raise KotcError(f"both hypotheses are {100 * self.h0:g} %", fix="Give two, such as --sprt 50,52.")


@dataclass(slots=True)
class _Records:
    """Record-setting jumps of the ratio on one side, for Siegmund's overshoot correction."""

    record: float = 0.0
    jumps: float = 0.0
    squares: float = 0.0

    def see(self, llr: float, sign: int) -> None:
        jump = sign * (llr - self.record)
        if jump > 0:
            self.record = llr
            self.jumps += jump
            self.squares += jump * jump

    @property
    def overshoot(self) -> float:
        """Mean excess over a far bound, E H²/(2 E H) of the ladder heights H (Siegmund 1985, 8.33)."""
        return self.squares / (2 * self.jumps) if self.jumps > 0 else 0.0


@dataclass(slots=True)
class Sprt:
    """A sequential test under way: feed it batches until it decides.

    Examples
    --------
    >>> test = Sprt(SprtPlan(0.50, 0.52))
    >>> test.update([10, 60, 110, 66, 10])
    False
    """

    plan: SprtPlan
    cells: NDArray[np.int64] = field(default_factory=lambda: np.zeros(5, dtype=np.int64))
    llr: float = 0.0
    accepted: Literal["h0", "h1"] | None = None  # which score is accepted, once one is
    decided: bool = False  # whether one is, or the test has given up
    _down: _Records = field(default_factory=_Records)
    _up: _Records = field(default_factory=_Records)

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds now in force, overshoot taken off."""
        if not self.plan.overshoot:
            return -BOUND, BOUND
        # Never past the middle: after one huge batch the measured overshoot may exceed the bound itself.
        return min(self._down.overshoot - BOUND, -BOUND / 2), max(BOUND - self._up.overshoot, BOUND / 2)

    @property
    def pairs(self) -> int:
        """Pairs seen so far."""
        return int(self.cells.sum())

    def update(self, batch: ArrayLike) -> bool:
        """Add the five counts of one batch and return whether that decides; `ValueError` afterwards: later games must not change it."""
        if self.decided:
            raise ValueError(f"the test has already decided: {self.accepted}")
        counts = np.asarray(batch, dtype=np.int64)
        if counts.shape != (5,) or (counts < 0).any():
            raise ValueError("a batch is five counts")
        self.cells = self.cells + counts
        self.llr = float(llr_logistic(self.cells, self.plan.h0, self.plan.h1))
        self._down.see(self.llr, -1)
        self._up.see(self.llr, +1)
        low, high = self.bounds
        if self.llr >= high:
            self.accepted = "h1"
        elif self.llr <= low:
            self.accepted = "h0"
        self.decided = self.accepted is not None or self.pairs >= self.plan.cap
        return self.decided
