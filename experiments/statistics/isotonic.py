"""The fair level of a card: where the falling difference between probe and control crosses zero.

Two fits of Δ(L) over the grid. The *isotonic* one assumes only that Δ falls; the *logistic* one, Δ(L) =
tanh(b·(L* − L)/2), is narrower but may be biased where the curve has another shape, which its lack-of-fit
test shows. Beyond the grid nothing is extrapolated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.statistics.bootstrap import RESAMPLES, bootstrap_means, percentile_interval
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.statistics.special import chdtrc

Array = NDArray[np.float64]


class Root(StrEnum):
    """Where Δ(L) crosses zero."""

    FOUND = "found"
    NEVER = "never worth a slot"
    BELOW = "below the grid"
    ABOVE = "above the grid"


@dataclass(frozen=True, slots=True)
class FairLevel:
    """The fair level of a card.

    Attributes
    ----------
    level : Interval
        In levels. −inf and +inf, as value or as an end, mean "below" and "above the grid".
    levels : ndarray, float64, shape (g,)
        The grid.
    delta : tuple of Interval
        Δ at each level of the grid, with t intervals.
    fit : ndarray, float64, shape (g,)
        The fitted curve on the grid.
    misfit : float
        p-value of the fit's lack of fit; small means that the logistic curve has the wrong shape. NaN for
        isotonic.
    beyond : float
        Share of the bootstrap copies whose root lies beyond the grid.
    """

    level: Interval
    root: Root
    levels: Array
    delta: tuple[Interval, ...]
    fit: Array
    misfit: float
    beyond: float

    def describe(self, key: str) -> dict[str, Any]:
        """Return value (as ``key``) and ``interval`` for a result, the interval within the grid; None where no root was found."""
        if self.root is not Root.FOUND:
            return {key: None, "interval": None}
        low, high = float(self.levels[0]), float(self.levels[-1])
        return {key: self.level.value, "interval": [max(low, self.level.low), min(high, self.level.high)]}


def decreasing_fit(values: ArrayLike, weights: ArrayLike | None = None) -> Array:
    """Return the weighted least-squares fit that never rises (pool adjacent violators).

    Parameters
    ----------
    values : array_like, float, shape (…, g)
    weights : array_like, float, shape (g,) or (…, g), optional
        Positive.

    Returns
    -------
    ndarray, float64, shape (…, g)

    Notes
    -----
    By the max–min formula, fit_i = min over j <= i of the max over k >= i of the mean of j..k
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
    """Return where a falling curve, linear between the levels of the grid, crosses zero.

    Parameters
    ----------
    levels : array_like, float, shape (g,)
        Ascending.
    fit : array_like, float, shape (…, g)
        Never rising.

    Returns
    -------
    ndarray, float64, shape (…)
        The middle of the stretch on which the curve is zero; −inf where it is negative from the first level
        on, +inf where it is positive up to the last.
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


def fit_logistic(levels: ArrayLike, values: ArrayLike, weights: ArrayLike) -> tuple[Array, Array]:
    """Fit Δ(L) = tanh((c − b·L)/2), that is: (1 + Δ)/2 is a logistic function of the level.

    Parameters
    ----------
    levels : array_like, float, shape (g,)
    values : array_like, float, shape (…, g)
        Differences of shares, −1..1.
    weights : array_like, float, shape (g,)
        Inverse variances.

    Returns
    -------
    c, b : ndarray, float64, shape (…)
        By weighted least squares (Levenberg–Marquardt, all copies at once). The root is c/b if b > 0.
    """
    x: Array = np.asarray(levels, dtype=np.float64)
    y: Array = np.asarray(values, dtype=np.float64)
    w: Array = np.asarray(weights, dtype=np.float64)
    flat = y.reshape(-1, x.size)
    design = np.stack([np.ones_like(x), -x], axis=1)
    # Near zero tanh(η/2) = η/2, so the straight line is the starting point.
    logit = 2 * np.arctanh(np.clip(flat, -0.95, 0.95))
    inverse = np.linalg.inv((design.T * w) @ design)
    beta = logit @ (w[:, None] * design) @ inverse
    damping: Array = np.full(flat.shape[0], 1e-3)

    def loss(parameters: Array) -> Array:
        errors: Array = ((flat - np.tanh(parameters @ design.T / 2)) ** 2 * w).sum(axis=1)
        return errors

    current = loss(beta)
    for _ in range(60):
        curve = np.tanh(beta @ design.T / 2)
        slope = (1 - curve**2) / 2
        gradient = ((flat - curve) * slope * w) @ design
        hessian = np.einsum("rg,gi,gj->rij", slope**2 * w, design, design)
        size = np.einsum("rii->r", hessian)
        hessian += (damping * size + 1e-300)[:, None, None] * np.eye(2)
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        tried = loss(beta + step)
        better = tried < current
        moved = np.abs(step[better]).max(initial=0.0)
        beta[better] += step[better]
        current = np.where(better, tried, current)
        damping = np.where(better, damping / 10, np.minimum(damping * 10, 1e10))
        if moved < 1e-10 * (1 + np.abs(beta).max()) and (damping[~better] > 1e3).all():
            break
    shape = y.shape[:-1]
    return beta[:, 0].reshape(shape), beta[:, 1].reshape(shape)


def fair_level(
    levels: ArrayLike,
    differences: ArrayLike,
    seed: int | np.random.Generator,
    *,
    method: Literal["isotonic", "logistic"] = "isotonic",
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> FairLevel:
    """Return the root of Δ(L) with a bootstrap interval over seeds.

    Parameters
    ----------
    levels : array_like, float, shape (g,)
        The grid, ascending.
    differences : array_like, float, shape (pairs, g)
        Score of the probe minus score of the control, at each level, for each seed; NaN where a level did
        not play that seed (more pairs near the root is fine). Rows are resampled whole: all arms share
        their seeds.
    method : {"isotonic", "logistic"}
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
    misfit = math.nan
    if method == "isotonic":
        fits = decreasing_fit(everything, weights)
        roots, fit = root_of_falling(x, fits), fits[0]
    else:
        c, b = fit_logistic(x, everything, weights)
        fit = np.tanh((c[0] - b[0] * x) / 2)
        ends = np.tanh((c[:, None] - b[:, None] * x[[0, -1]]) / 2)
        roots = np.divide(c, b, out=np.zeros_like(c), where=b > 0)
        # A curve that does not fall has no root; its sign says on which side of the grid the answer lies.
        on_grid = (b > 0) & (roots >= x[0]) & (roots <= x[-1])
        roots = np.where(on_grid, roots, np.where(ends.sum(axis=1) > 0, np.inf, -np.inf))
        misfit = _misfit(d, mean, fit, x)
    level = percentile_interval(float(roots[0]), roots[1:], confidence)
    delta = tuple(mean_interval(column[np.isfinite(column)], confidence=confidence) for column in d.T)
    return FairLevel(level, _where(level.value, x), x, delta, fit, misfit, float(np.isinf(roots[1:]).mean()))


def _where(level: float, x: Array) -> Root:
    if math.isfinite(level):
        return Root.FOUND
    if level > 0:
        return Root.ABOVE
    # Even for nothing it does not earn its slot; a grid that starts higher cannot tell.
    return Root.NEVER if x[0] <= 0 else Root.BELOW


def _misfit(d: Array, mean: Array, fit: Array, x: Array) -> float:
    """Return the p-value of the curve's lack of fit, the levels being correlated through their seeds."""
    if x.size < 3:
        return math.nan
    played = np.isfinite(d)
    centred = np.where(played, d - mean, 0.0)
    number = played.sum(axis=0)
    covariance = centred.T @ centred / np.outer(number, number)
    # Only directions that the two parameters cannot follow: whatever the weights were, those are pure error.
    slope = (1 - fit**2) / 2
    _, _, basis = np.linalg.svd(np.stack([slope, -slope * x]))
    free = basis[2:]
    left = free @ (mean - fit)
    chi2 = float(left @ np.linalg.pinv(free @ covariance @ free.T, hermitian=True) @ left)
    return float(chdtrc(x.size - 2, chi2))
