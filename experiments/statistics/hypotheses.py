"""Tests with a p-value: McNemar for paired wins, Holm for many tests at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.result import ALPHA as ALPHA
from kotc_sim.experiments.statistics.special import ndtr


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
