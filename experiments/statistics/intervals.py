"""Confidence intervals with closed forms: rates, means, their differences and their ratios.

A *share* is a fraction 0..1, never a percentage. Every interval is two-sided and equal-tailed. Only
special functions of scipy are imported, because ``scipy.stats`` alone costs half a second of start-up.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.errors import KotcError
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.result import CONFIDENCE, Measure
from kotc_sim.experiments.statistics.special import chdtri, ndtr, ndtri, stdtrit

MIXED = (np.arange(999) + 0.5) / 999
"""Chances at which the distribution of a variance is taken; ``HALVINGS`` is how often a range that holds a share is halved."""
HALVINGS = 40


@dataclass(frozen=True, slots=True)
class Interval:
    """A number and its confidence interval, all in one unit; an end without bound is infinite, ``confidence`` is aimed at, 0..1."""

    value: float
    low: float
    high: float
    confidence: float = CONFIDENCE

    @property
    def half_width(self) -> float:
        """Half the distance between the ends."""
        return (self.high - self.low) / 2

    @property
    def standard_error(self) -> float:
        """The standard error of a normal error with these ends; where they are Student's t's, a little more than its own."""
        return self.half_width / normal_quantile(self.confidence)

    def contains(self, number: float) -> bool:
        """Say whether ``number`` lies in the closed interval."""
        return self.low <= number <= self.high

    def inside(self, low: float, high: float) -> bool:
        """Say whether the whole interval lies in the closed range ``low``..``high``."""
        return low <= self.low and self.high <= high

    def shift(self, by: float) -> "Interval":
        """Return the interval moved by ``by``."""
        return Interval(self.value + by, self.low + by, self.high + by, self.confidence)

    def cut(self, low: float, high: float) -> "Interval":
        """Return the interval without what lies beyond a range, such as 0..1 of a share, that its value is in."""
        return Interval(self.value, max(self.low, low), min(self.high, high), self.confidence)

    def scale(self, factor: float) -> "Interval":
        """Return the interval multiplied by ``factor``; a negative one swaps the ends."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Interval(self.value * factor, low, high, self.confidence)

    @property
    def ends(self) -> Ends:
        """The ends, as results hold them."""
        return Ends(self.low, self.high)

    @property
    def measure(self) -> Measure:
        """The estimate with its interval, as results hold it."""
        return Measure(self.value, self.ends)


def check_confidence(confidence: float) -> float:
    """Return ``confidence``, or raise `KotcError` when it is not strictly between 0 and 1."""
    if not 0 < confidence < 1:
        raise KotcError(f"a confidence of {confidence} is not between 0 and 1", fix="Use 0.95 for 95 %.")
    return confidence


def normal_quantile(confidence: float) -> float:
    """Return z with P(-z <= Z <= z) = ``confidence`` for a standard normal Z (1.96 for 0.95)."""
    return float(ndtri((1 + check_confidence(confidence)) / 2))


def t_quantile(confidence: float, freedom: float) -> float:
    """Return t with P(-t <= T <= t) = ``confidence`` for Student's T with ``freedom`` degrees of freedom."""
    return float(stdtrit(freedom, (1 + check_confidence(confidence)) / 2))


def wilson(successes: float, trials: float, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's score interval of a rate, in shares, with the observed rate as value.

    A tie may count as half a success, which makes the interval a little too wide. E. B. Wilson (1927), *JASA* 22, 209–212. It keeps its
    coverage near 0 and 1, where ±1.96·√(p(1−p)/n) does not.
    """
    if trials <= 0:
        raise ValueError(f"an interval needs at least one trial, got {trials}")
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    z2 = normal_quantile(confidence) ** 2
    rate = successes / trials
    scale = 1 + z2 / trials
    centre = (rate + z2 / (2 * trials)) / scale
    half = math.sqrt(z2 * (rate * (1 - rate) / trials + z2 / (4 * trials**2))) / scale
    # At the edges the formula gives 0 and 1 only up to rounding.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Interval(rate, low, high, confidence)


def mean_interval(values: ArrayLike, counts: ArrayLike | None = None, confidence: float = CONFIDENCE) -> Interval:
    """Return Student's t interval of the mean of a sample, or of distinct values each of which occurred ``counts`` times.

    One value alone gives infinite ends; values that are all equal give an interval of width 0 (for pair scores use
    `kotc_sim.experiments.statistics.pairs.score_interval`, which knows better).
    """
    x: NDArray[np.float64] = np.asarray(values, dtype=np.float64).ravel()
    weights: NDArray[np.float64] | None = None if counts is None else np.asarray(counts, dtype=np.float64).ravel()
    if weights is not None and (weights.shape != x.shape or np.any(weights < 0)):
        raise ValueError("one non-negative count a value, please")
    number = float(x.size if weights is None else weights.sum())
    if number <= 0:
        raise ValueError("a mean needs at least one value")
    mean = float(x.mean()) if weights is None else float(weights @ x) / number
    spread = float(np.sum((x - mean) ** 2) if weights is None else weights @ (x - mean) ** 2)
    if number <= 1:
        return Interval(mean, -math.inf, math.inf, confidence)
    half = t_quantile(confidence, number - 1) * math.sqrt(spread / (number - 1) / number)
    return Interval(mean, mean - half, mean + half, confidence)


def all_alike(value: float, number: int, confidence: float = CONFIDENCE) -> Interval:
    """Return the interval of the mean share of results that are all alike: it allows for unseen ones at the worst other share.

    As many of these, 1 − (α/2)^(1/N), as Clopper's and Pearson's exact bound has it.
    """
    unseen = 1 - ((1 - confidence) / 2) ** (1 / number)
    return Interval(value, value * (1 - unseen), value + (1 - value) * unseen, confidence)


def fieller(
    numerator: float,
    denominator: float,
    variance_numerator: float,
    variance_denominator: float,
    covariance: float = 0.0,
    *,
    freedom: float = math.inf,
) -> Interval | None:
    """Return the interval of a ratio of two estimates, for example the value of a keyword in units of +1 SP.

    The estimates are jointly (nearly) normal; variances and covariance are theirs (standard errors squared), not of single pairs. Infinite
    ``freedom`` means the normal quantile. E. C. Fieller (1954), *JRSS B* 16, 175–185: the ratios r for which numerator − r·denominator does
    not differ from 0. None when the interval of ``denominator`` touches 0: the set of ratios is then unbounded.
    """
    t = normal_quantile(CONFIDENCE) if math.isinf(freedom) else t_quantile(CONFIDENCE, freedom)
    # (numerator − r·denominator)² <= t²·variance is a quadratic in r; it is a bounded interval only if a > 0.
    a = denominator**2 - t**2 * variance_denominator
    if a <= 0:
        return None
    b = numerator * denominator - t**2 * covariance
    c = numerator**2 - t**2 * variance_numerator
    root = math.sqrt(max(0.0, b * b - a * c))
    return Interval(numerator / denominator, (b - root) / a, (b + root) / a)


def mean_and_next(
    values: ArrayLike, errors: ArrayLike, confidence: float = 0.8, *, usual: float = 0.0, weight: int = 0
) -> tuple[Interval, Interval]:
    """Return the mean of what was measured in several units with its 95 % interval, and the range that holds the value in another one.

    ``errors``, shape (units,), are the standard errors of the ``values``. Both results have the same value; units are a sample of all that
    are like them. ``usual`` is the variance between units in experiments like this one, and counts as much as ``weight`` units more: few
    units, or errors as large as what they differ by, say little of their variance.

    Notes
    -----
    Random effects. What is seen of the variance between units has a chi-squared error, so the range is that of a mixture over its
    confidence distribution, cut at zero (K. Nagashima, H. Noma and T. A. Furukawa 2019, *Statistical Methods in Medical Research* 28,
    1689–1702; here with the mean square of the errors as that of each unit). The usual variance enters as in empirical Bayes (G. K. Smyth
    2004, *Statistical Applications in Genetics and Molecular Biology* 3, 3). Without errors, and without it, it is Student's.

    A `ValueError` if there are fewer than three: two say next to nothing of a third.
    """
    known, units = np.asarray(values, np.float64), np.size(values)
    if units < 3:
        raise ValueError(f"a range for the next unit needs three, got {units}")
    mean, seen, noise = float(known.mean()), float(known.var(ddof=1)), float(np.mean(np.square(errors)))
    squares, freedom = (units - 1) * seen + weight * (usual + noise), units - 1 + weight
    between = np.maximum(0.0, squares / chdtri(freedom, MIXED) - noise)
    spread = np.sqrt(between + (between + noise) / units)
    low, high = 0.0, normal_quantile(confidence) * float(spread.max())
    for _ in range(HALVINGS if spread.min() > 0 else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if np.mean(ndtr(middle / spread)) < (1 + confidence) / 2 else (low, middle)
    of_mean, of_next = t_quantile(CONFIDENCE, units - 1) * math.sqrt(max(seen, noise) / units), high
    return Interval(mean, mean - of_mean, mean + of_mean), Interval(mean, mean - of_next, mean + of_next, confidence)
