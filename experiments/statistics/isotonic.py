"""The fair level of a card: where the falling difference between probe and control crosses zero.

The fit of Δ(L) over the grid assumes only that Δ falls. Beyond the grid nothing is extrapolated.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.statistics.bootstrap import RESAMPLES, bootstrap_means, percentile_interval
from kotc_sim.experiments.statistics.intervals import Interval

Array = NDArray[np.float64]


class Root(StrEnum):
    """Where Δ(L) crosses zero."""

    FOUND = "found"
    NEVER = "never worth a slot"
    BELOW = "below the grid"
    ABOVE = "above the grid"


@dataclass(frozen=True, slots=True)
class FairLevel:
    """The fair level of a card on a grid of ``levels``; −inf and +inf, as value or as an end, mean "below" and "above the grid"."""

    level: Interval
    root: Root
    levels: Array


def decreasing_fit(values: ArrayLike, weights: ArrayLike | None = None) -> Array:
    """Return the weighted least-squares fit, shape (…, g), that never rises (pool adjacent violators).

    Weights, shape (g,) or (…, g), are positive. By the max–min formula, fit_i = min over j <= i of the max over k >= i of the mean of j..k
    (Robertson, Wright and Dykstra 1988, section 1.4): g² steps, but all bootstrap copies at once.
    """
    y: Array = np.asarray(values, dtype=np.float64)
    w: Array = np.broadcast_to(np.asarray(1.0 if weights is None else weights, dtype=np.float64), y.shape)
    g = y.shape[-1]
    total = np.concatenate([np.zeros((*y.shape[:-1], 1)), np.cumsum(w * y, axis=-1)], axis=-1)
    mass = np.concatenate([np.zeros((*y.shape[:-1], 1)), np.cumsum(w, axis=-1)], axis=-1)
    fit: Array = np.full(y.shape, np.inf)
    for j in range(g):
        means = (total[..., j + 1 :] - total[..., j, None]) / (mass[..., j + 1 :] - mass[..., j, None])
        highest = np.maximum.accumulate(means[..., ::-1], axis=-1)[..., ::-1]
        fit[..., j:] = np.minimum(fit[..., j:], highest)
    return fit


def root_of_falling(levels: ArrayLike, fit: ArrayLike) -> Array:
    """Return where a falling curve, linear between the levels of the grid, crosses zero, float64 of shape (…).

    ``levels``, shape (g,), ascend; ``fit``, shape (…, g), never rises. The root is the middle of the stretch on which the curve is zero;
    −inf where it is negative from the first level on, +inf where it is positive up to the last.
    """
    x: Array = np.asarray(levels, dtype=np.float64)
    y: Array = np.asarray(fit, dtype=np.float64)
    flat = y.reshape(-1, x.size)
    rows = np.arange(flat.shape[0])
    # The last positive and the first negative level; between them, levels that are exactly zero.
    above = (flat > 0).sum(axis=1)
    below = x.size - (flat < 0).sum(axis=1)
    left, right = np.maximum(above - 1, 0), np.minimum(below, x.size - 1)
    a, b = flat[rows, left], flat[rows, right]
    adjacent = (above == below) & (above > 0) & (below < x.size)
    crossing = x[left] + (x[right] - x[left]) * np.divide(a, a - b, out=np.zeros_like(a), where=adjacent)
    zeros = (x[np.minimum(above, x.size - 1)] + x[np.maximum(below - 1, 0)]) / 2
    root = np.where(adjacent, crossing, zeros)
    root = np.where((above == 0) & (below == 0), -np.inf, root)
    root = np.where(above == x.size, np.inf, root)
    return root.reshape(y.shape[:-1])


def fair_level(levels: ArrayLike, differences: ArrayLike, seed: int | np.random.Generator, *, resamples: int = RESAMPLES) -> FairLevel:
    """Return the root of Δ(L) with a bootstrap interval over seeds.

    ``differences``, shape (pairs, g), are the score of the probe minus that of the control, at each level of the ascending grid, for each
    seed; NaN where a level did not play that seed (more pairs near the root is fine). Rows are resampled whole: all arms share their seeds.
    """
    x: Array = np.asarray(levels, dtype=np.float64)
    d: Array = np.asarray(differences, dtype=np.float64)
    if x.ndim != 1 or x.size < 2 or np.any(np.diff(x) <= 0):
        raise ValueError("the grid needs two levels or more, ascending")
    if d.ndim != 2 or d.shape[1] != x.size:
        raise ValueError(f"{x.size} levels, but differences of shape {d.shape}")
    number = np.isfinite(d).sum(axis=0)
    if number.min() < 2:
        raise ValueError("every level needs at least two pairs")
    mean, variance = np.nanmean(d, axis=0), np.nanvar(d, axis=0, ddof=1) / number
    # A level whose pairs never differed is known well, but not infinitely well.
    weights = 1 / np.maximum(variance, 1 / (4.0 * number.astype(np.float64) ** 2))
    copies = bootstrap_means(d, seed, resamples=resamples)
    everything = np.concatenate([mean[None], np.where(np.isnan(copies), mean, copies)])
    roots = root_of_falling(x, decreasing_fit(everything, weights))
    level = percentile_interval(float(roots[0]), roots[1:])
    return FairLevel(level, _where(level.value, x), x)


def _where(level: float, x: Array) -> Root:
    if math.isfinite(level):
        return Root.FOUND
    if level > 0:
        return Root.ABOVE
    # Even for nothing it does not earn its slot; a grid that starts higher cannot tell.
    return Root.NEVER if x[0] <= 0 else Root.BELOW
