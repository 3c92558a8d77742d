"""Linear fits with intervals: the price of every component at once, the best formula for one of them."""

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.intervals import Interval, t_quantile

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LinearFit:
    """A fitted linear model."""

    names: tuple[str, ...]
    coefficients: tuple[Interval, ...]
    """With t intervals, in the order of ``names``."""
    r2: float  # share of the (weighted) variation about the mean that is explained
    deviation: float  # standard deviation of an observation of weight 1 about the fit
    freedom: float  # residual degrees of freedom
    penalty: float  # ridge penalty; 0 for least squares

    def __getitem__(self, name: str) -> Interval:
        return self.coefficients[self.names.index(name)]


def _weight(design: ArrayLike, y: ArrayLike, names: Sequence[str], weights: ArrayLike | None) -> tuple[Array, Array, Array]:
    x: Array = np.asarray(design, dtype=np.float64)
    target: Array = np.asarray(y, dtype=np.float64).ravel()
    w: Array = np.ones_like(target) if weights is None else np.asarray(weights, dtype=np.float64).ravel()
    if x.ndim != 2 or x.shape != (target.size, len(names)) or w.shape != target.shape:
        raise ValueError(f"design {x.shape}, {target.size} observations, {len(names)} names, {w.size} weights")
    if np.any(w <= 0):
        raise ValueError("weights must be positive")
    return x, target, w


def _fit(x: Array, y: Array, w: Array, names: Sequence[str], penalties: Array, penalty: float) -> LinearFit:
    root = np.sqrt(w)
    scaled = x * root[:, None]
    normal = scaled.T @ scaled
    inverse: Array = np.asarray(np.linalg.inv(normal + np.diag(penalties)), dtype=np.float64)
    beta = inverse @ (scaled.T @ (y * root))
    residuals = (y - x @ beta) * root
    # Each observation takes as much freedom as it fits itself: the trace of the hat matrix.
    freedom = y.size - float(np.trace(inverse @ normal))
    if freedom < 0.5:
        raise ValueError(f"{y.size} observations leave no freedom for {len(names)} coefficients")
    rss = float(residuals @ residuals)
    variance = rss / freedom
    t = t_quantile(CONFIDENCE, freedom)
    about_mean = float((w * (y - np.average(y, weights=w)) ** 2).sum())
    errors = np.sqrt(variance * np.diag(inverse))  # with a penalty, of the posterior under a normal prior: shrinkage as well as noise
    intervals = tuple(Interval(float(b), float(b - t * s), float(b + t * s)) for b, s in zip(beta, errors, strict=True))
    r2 = 1 - rss / about_mean if about_mean > 0 else math.nan
    return LinearFit(tuple(names), intervals, r2, math.sqrt(variance), freedom, penalty)


def ols(design: ArrayLike, y: ArrayLike, names: Sequence[str], *, weights: ArrayLike | None = None) -> LinearFit:
    """Fit by (weighted) least squares; ``weights`` are inverse variances up to a common factor, which is estimated.

    The design, shape (n, k), has full rank: where columns depend on each other, a `ValueError` names those involved. A column of ones is
    the intercept, if one is wanted.
    """
    x, target, w = _weight(design, y, names, weights)
    _, sizes, basis = np.linalg.svd(x / np.maximum(np.linalg.norm(x, axis=0), 1e-300))
    dependent = basis[int((sizes > 1e-10).sum()) :]
    if dependent.size:
        involved = [name for name, size in zip(names, np.abs(dependent).max(axis=0), strict=True) if size > 1e-6]
        raise ValueError(f"the data cannot tell these apart: {', '.join(involved)}")
    return _fit(x, target, w, names, np.zeros(len(names)), 0.0)


def ridge(
    design: ArrayLike,
    y: ArrayLike,
    names: Sequence[str],
    *,
    weights: ArrayLike | None = None,
    penalty: float | None = None,
    free: Sequence[str] = (),
) -> LinearFit:
    """Fit as `ols` with a penalty on squared coefficients, for a vocabulary larger than the data like; columns may depend on each other.

    The ``penalty`` is in units of a column's mean square; by default the one with the least generalised cross-validation error (Golub,
    Heath and Wahba 1979) out of 10⁻⁴ … 10³. Columns that are ``free``, such as the intercept, are not shrunk. A shrunk coefficient is
    biased towards 0. Its interval is the central one of the posterior under the matching normal prior, and has its coverage on average over
    coefficients drawn from that prior, not for each single one.
    """
    x, target, w = _weight(design, y, names, weights)
    size = (w[:, None] * x**2).sum(axis=0)
    shrunk = np.array([0.0 if name in free else 1.0 for name in names]) * np.maximum(size, 1e-300)
    if penalty is not None:
        return _fit(x, target, w, names, penalty * shrunk, penalty)
    fits = []
    for p in np.geomspace(1e-4, 1e3, 29):
        # With more columns than observations, the weakest penalties fit everything and say nothing.
        with contextlib.suppress(ValueError):
            fits.append(_fit(x, target, w, names, p * shrunk, float(p)))
    if not fits:
        raise ValueError(f"{target.size} observations are too few for {len(names)} coefficients")
    return min(fits, key=lambda fit: fit.deviation**2 / fit.freedom)  # GCV = n·RSS/freedom²


@dataclass(frozen=True, slots=True)
class FormulaFit:
    """A price formula fitted to fair levels."""

    formula: str
    fit: LinearFit
    aicc: float
    """Akaike's criterion for small samples; differences matter, smaller is better."""
    support: float  # Akaike weight among the formulas compared, 0..1
    error: float  # root mean square of the leave-one-out prediction error, in levels


def fit_formulas(x: ArrayLike, t: ArrayLike, official: ArrayLike, fair: ArrayLike, *, weights: ArrayLike | None = None) -> list[FormulaFit]:
    """Fit the formulas k·x·t, k·t, k·x, k and a·official + b, and compare them; return them best first (by AICc).

    Of each probe: amount, number of targets, official price and fair price in levels, and the inverse variances of ``fair``. Formulas with
    an amount that never varied are left out, as are those that these probes cannot tell from an earlier one, and those with more
    coefficients than the data allow.
    """
    amount, targets = np.asarray(x, dtype=np.float64).ravel(), np.asarray(t, dtype=np.float64).ravel()
    book, y = np.asarray(official, dtype=np.float64).ravel(), np.asarray(fair, dtype=np.float64).ravel()
    one = np.ones_like(y)
    candidates: dict[str, tuple[Sequence[str], Array]] = {
        "k*x*t": (("k",), (amount * targets)[:, None]),
        "k*t": (("k",), targets[:, None]),
        "k*x": (("k",), amount[:, None]),
        "k": (("k",), one[:, None]),
        "a*official+b": (("a", "b"), np.stack([book, one], axis=1)),
    }
    w: Array = one if weights is None else np.asarray(weights, dtype=np.float64).ravel()
    fits: dict[str, LinearFit] = {}
    seen: list[Array] = []
    fixed = {letter for letter, values in (("x", amount), ("t", targets)) if np.ptp(values) == 0}
    for formula, (names, design) in candidates.items():
        projection = design @ np.linalg.pinv(design)
        unfit = fixed & set(formula.split("*")) or np.linalg.matrix_rank(design) < len(names) or y.size <= len(names)
        if unfit or any(np.allclose(projection, p, atol=1e-9) for p in seen):
            continue
        seen.append(projection)
        fits[formula] = ols(design, y, names, weights=w)
    if not fits:
        raise ValueError("no formula can be fitted to these probes")
    criteria = {formula: _aicc(fit, y, w) for formula, fit in fits.items()}
    best = min(criteria.values())
    support = {formula: math.exp(-(c - best) / 2) if c < math.inf else 0.0 for formula, c in criteria.items()}
    if math.isinf(best):
        support = dict.fromkeys(criteria, 1.0)
    total = sum(support.values())
    result = [FormulaFit(f, fits[f], criteria[f], support[f] / total, _left_out(candidates[f][1], y, w)) for f in fits]
    return sorted(result, key=lambda item: (item.aicc, item.error))


def _aicc(fit: LinearFit, y: Array, w: Array) -> float:
    n, k = y.size, len(fit.names) + 1  # the deviation is a parameter too
    if n - k - 1 <= 0:
        return math.inf
    # A perfect fit (planted data) stays finite, so that fewer coefficients still win.
    rss = max(fit.deviation**2 * fit.freedom, 1e-20 * float(w @ y**2), 1e-300)
    return n * math.log(rss / n) + 2 * k + 2 * k * (k + 1) / (n - k - 1)


def _left_out(design: Array, y: Array, w: Array) -> float:
    """Return the root mean square error of predicting each observation from the others."""
    root = np.sqrt(w)
    scaled = design * root[:, None]
    hat = scaled @ np.linalg.pinv(scaled)
    own = 1 - np.diag(hat)
    residuals = y - design @ (np.linalg.pinv(scaled) @ (y * root))
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = residuals / own
    # An observation that alone determines a coefficient cannot be predicted from the others.
    return float(np.sqrt(np.mean(errors**2))) if (own > 1e-9).all() else math.inf
