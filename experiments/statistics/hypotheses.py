"""Tests with a p-value, Holm for many tests at once, and how large a run must be to find a difference."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.errors import KotcError
from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.intervals import normal_quantile
from kotc_sim.experiments.statistics.special import ndtr, ndtri


def normal_p(value: float, standard_error: float) -> float:
    """Return the two-sided p-value of an estimate with a normal error; 1 for 0/0 (a mirror)."""
    if standard_error == 0:
        return 1.0 if value == 0 else 0.0
    return float(2 * ndtr(-abs(value) / standard_error))


def band_p(value: float, standard_error: float, band: float) -> float:
    """Return the p-value of an estimate whose true value lies within ± ``band``, with a normal error.

    One-sided, at the edge that is nearer: if the true value is that edge, it is at most α with a probability of α, and with less anywhere
    within. An error of 0 decides.
    """
    excess = abs(value) - band
    if standard_error == 0:
        return 0.0 if excess > 0 else 1.0
    return float(ndtr(-excess / standard_error))


def holm(p_values: ArrayLike, family: int | None = None) -> NDArray[np.float64]:
    """Return adjusted p-values, to be compared with α directly, by Holm's step-down rule: S. Holm (1979), *Scand. J. Statistics* 6, 65–70.

    Tests of a ``family`` that are not listed count as p = 1.
    """
    p: NDArray[np.float64] = np.asarray(p_values, dtype=np.float64).ravel()
    if np.any((p < 0) | (p > 1) | np.isnan(p)):
        raise ValueError("p-values lie between 0 and 1")
    size = p.size if family is None else family
    if size < p.size:
        raise ValueError(f"a family of {size} cannot hold {p.size} tests")
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * (size - np.arange(p.size)))
    adjusted: NDArray[np.float64] = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted


PAIR_SD = math.sqrt(0.125)
"""Standard deviation of a pair's mean score when its games are independent, even and never tied.

Shared dice make it smaller, so a plan that uses it is on the safe side.
"""
POWER = 0.8


def detectable_difference_pairs(pairs: int, sd: float = PAIR_SD, confidence: float = CONFIDENCE) -> float:
    """Return the smallest shift of a mean over ``pairs`` that a run finds with a power of 80 %.

    ``sd`` is the standard deviation of one pair's mean score (deck against deck) or of one seed's difference (two arms).
    """
    return (normal_quantile(confidence) + float(ndtri(POWER))) * sd / math.sqrt(pairs)  # z₁₋α/₂ + z_power, 2.80 for 95 % and 80 %


def pairs_for_half_width(half_width: float) -> int:
    """Return the number of pairs after which the interval of a mean over pairs is ±``half_width``."""
    if not half_width > 0:
        raise KotcError(f"a half-width of {half_width} cannot be reached", fix="Ask for a positive one, such as 0.005.")
    return math.ceil((normal_quantile(CONFIDENCE) * PAIR_SD / half_width) ** 2)
