"""Seeded percentile bootstrap over pairs, and over the counts of pairs that fell into each cell.

The unit that is resampled is always the pair of games (or the seed), never the single game: the two games
of a pair share their dice and are not independent.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.intervals import Interval

RESAMPLES = 2000
"""Resamples of a percentile interval: its ends then move by about 0.03 standard errors with the seed."""

_CHUNK = 4_000_000  # indices drawn at a time: bounds the memory at some 100 MB

Array = NDArray[np.float64]


def percentile_interval(value: float, resamples: ArrayLike) -> Interval:
    """Return the percentile interval of an estimate from its bootstrap copies.

    Copies of ±inf are allowed ("beyond the grid") and may become an end. Between a finite and an infinite copy the end is the outer one;
    between finite ones it is interpolated.
    """
    copies: Array = np.sort(np.asarray(resamples, dtype=np.float64).ravel())
    if copies.size == 0 or np.isnan(copies).any():
        raise ValueError("the bootstrap copies must be numbers, and at least one")
    tail = (1 - CONFIDENCE) / 2
    return Interval(value, _quantile(copies, tail), _quantile(copies, 1 - tail))


def _quantile(ordered: Array, q: float) -> float:
    place = q * (ordered.size - 1)
    below, above = float(ordered[math.floor(place)]), float(ordered[math.ceil(place)])
    if below == above:
        return below
    if math.isinf(below) or math.isinf(above):
        return below if q < 0.5 else above
    return below + (above - below) * (place - math.floor(place))


def bootstrap_means(data: ArrayLike, seed: int | np.random.Generator, *, resamples: int = RESAMPLES, max_units: int = 4096) -> Array:
    """Return the column means of resampled rows, float64 of shape (resamples, k); NaN where a resample holds no row of that arm.

    ``data``, shape (pairs, k), has one row a seed, one column an arm; NaN where an arm did not play that seed. Rows are resampled whole, so
    the arms stay paired. With more rows than ``max_units``, neighbours are first summed into blocks of equal size and the blocks are
    resampled. For independent rows the variance is the same, and the time no longer grows with the number of pairs.
    """
    rows: Array = np.asarray(data, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[0] == 0:
        raise ValueError(f"expected (pairs, arms), got shape {rows.shape}")
    played: Array = np.isfinite(rows).astype(np.float64)
    sums: Array = np.where(played > 0, rows, 0.0)
    if rows.shape[0] > max_units:
        # Every row to a block, the blocks' sizes differing by at most one.
        block = np.arange(rows.shape[0]) * max_units // rows.shape[0]
        starts = np.flatnonzero(np.diff(block, prepend=-1))
        sums = np.add.reduceat(sums, starts, axis=0)
        played = np.add.reduceat(played, starts, axis=0)
    units = sums.shape[0]
    random = np.random.default_rng(seed)
    means: Array = np.empty((resamples, rows.shape[1]))
    step = max(1, _CHUNK // units)
    for start in range(0, resamples, step):
        m = min(step, resamples - start)
        chosen = random.integers(0, units, size=(m, units)) + units * np.arange(m)[:, None]
        times: Array = np.bincount(chosen.ravel(), minlength=m * units).reshape(m, units).astype(np.float64)
        total, number = times @ sums, times @ played
        means[start : start + m] = np.divide(total, number, out=np.full_like(total, np.nan), where=number > 0)
    return means


def resample_cells(cells: ArrayLike, seed: int | np.random.Generator, *, resamples: int = RESAMPLES) -> NDArray[np.int64]:
    """Return bootstrap copies of counts, int64 of shape (resamples, …, k): as resampling the pairs behind them, at no cost per pair.

    ``cells``, shape (…, k), are pairs in each cell; the last axis is resampled, the others are independent match-ups. A match-up whose
    pairs all fell into one cell is resampled as if one more pair had been spread over all cells. Otherwise a sweep of ten pairs would seem
    as certain as one of ten thousand.
    """
    counts = np.asarray(cells, dtype=np.int64)
    total = counts.sum(axis=-1)
    weights: Array = counts.astype(np.float64)
    weights[counts.max(axis=-1) == total] += 1 / counts.shape[-1]
    shares: Array = weights / np.maximum(weights.sum(axis=-1), 1)[..., None]
    shares[total == 0, 0] = 1.0  # a match-up without pairs stays without pairs, but needs a law
    # Rounding may leave a sum of 1 + 2e-16, which numpy refuses; the last cell takes what is left anyway.
    shares /= shares.sum(axis=-1, keepdims=True)
    random = np.random.default_rng(seed)
    copies: NDArray[np.int64] = random.multinomial(total, shares, size=(resamples, *total.shape))
    return copies
