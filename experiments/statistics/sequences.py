"""Confidence sequences: intervals that hold at all looks at once, so that a running number may be watched.

An ordinary 95 % interval that is looked at every 100 games excludes the truth at some look in 39 % of fair runs of 10,000 games. A
confidence sequence excludes it at *any* look, for ever, in at most 5 % of the runs. It is about twice as wide.

Both sequences bet against each candidate mean m: a gambler whose capital starts at 1, and who cannot gain on average if the mean is m,
holds 1/α or more with probability at most α, ever (Ville's inequality). Candidates against which the gambler has made 1/α are out.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.pairs import PAIR_SCORES

Array = NDArray[np.float64]

_HALVINGS = 40  # ends are exact to 10⁻¹²

_BETS = 1000
"""Simple bets in the mixture: fine enough to lose less than a quarter nat at 500,000 pairs."""

_LIMIT = float(-np.log1p(-CONFIDENCE))  # ln of the capital at which a mean is out

_CHUNK = 64  # looks evaluated together: bounds the memory at some 3 MB an outcome


def _ends(inside: Callable[[Array], NDArray[np.bool_]], value: Array) -> tuple[Array, Array]:
    """Return the ends of the set of means that are still in; it is an interval around ``value``."""
    ends: list[Array] = []
    for edge in (0.0, 1.0):
        out, within = np.full_like(value, edge), value.copy()
        for _ in range(_HALVINGS):
            middle = (out + within) / 2
            still = inside(middle)
            within, out = np.where(still, middle, within), np.where(still, out, middle)
        ends.append((out + within) / 2)
    return ends[0], ends[1]


def log_capital(cells: ArrayLike, mean: ArrayLike, *, bets: int = _BETS) -> Array:
    """Return ln of what the gambler holds who bets that the mean is not ``mean``.

    ``cells``, shape (…, 5), are pairs by score; ``mean`` are candidates, 0..1, of a shape that broadcasts with the leading axes.

    Notes
    -----
    A mixture over q of bets whose factor for outcome x is x·q/m + (1 − x)·(1 − q)/(1 − m), each
    of expectation 1. For outcomes 0 and 1 this is the beta–binomial mixture; for pair scores, which vary
    less, the bets with q far from m exploit it. The product depends on the counts only. q runs over a fixed
    grid, so the bound holds exactly. Betting: Waudby-Smith and Ramdas (2024), *JRSS B* 86, 1–27; mixtures
    of constant bets: Cover's universal portfolio.
    """
    counts: Array = np.asarray(cells, dtype=np.float64)
    m: Array = np.asarray(mean, dtype=np.float64)
    q = (np.arange(bets) + 0.5) / bets
    with np.errstate(divide="ignore", invalid="ignore"):  # at m = 0 or 1 an impossible outcome pays inf
        total: Array = np.zeros((*np.broadcast_shapes(counts.shape[:-1], m.shape), bets))
        for k, outcome in enumerate(PAIR_SCORES):
            won = outcome * q / m[..., None] if outcome > 0 else np.zeros(bets)
            lost = (1 - outcome) * (1 - q) / (1 - m[..., None]) if outcome < 1 else np.zeros(bets)
            seen = counts[..., k, None]
            total = total + np.where(seen > 0, seen * np.log(won + lost), 0.0)
    top = total.max(axis=-1, keepdims=True)
    largest = total == top
    number = largest.sum(axis=-1)
    with np.errstate(invalid="ignore"):  # where the largest is infinite
        rest = np.where(largest, 0.0, np.exp(total - top)).sum(axis=-1)
    found: Array = np.log1p(rest / number) + np.log(number) + top[..., 0]
    held: Array = found - np.log(bets)
    return held


def excludes(cells: ArrayLike, mean: float) -> bool:
    """Say whether `betting_sequence` of pairs, counted by score, does not hold this mean; eighty times as fast as to ask for its ends."""
    return bool(log_capital(cells, mean) >= _LIMIT)


def betting_sequence(cells: ArrayLike) -> list[Interval]:
    """Return the confidence sequence of the mean of pair scores: an interval for each look; the confidence is of all together.

    ``cells``, shape (looks, 5) or (5,), are pairs by score until each look, cumulated. The logarithm of the capital is convex in the
    candidate mean and at most 0 at the observed one, so what is left is an interval around it.
    """
    counts: Array = np.atleast_2d(np.asarray(cells, dtype=np.float64))
    number = counts.sum(axis=-1)
    if np.any(number <= 0) or np.any(np.diff(number) < 0):
        raise ValueError("counts must be cumulated, and the first look needs an observation")
    value = np.clip(counts @ PAIR_SCORES / number, 0.0, 1.0)
    low, high = np.empty_like(value), np.empty_like(value)
    for start in range(0, value.size, _CHUNK):
        part = slice(start, start + _CHUNK)
        seen = counts[part]

        def inside(m: Array, seen: Array = seen) -> NDArray[np.bool_]:
            kept: NDArray[np.bool_] = log_capital(seen, m) < _LIMIT
            return kept

        low[part], high[part] = _ends(inside, value[part])
    low[value == 0.0], high[value == 1.0] = 0.0, 1.0
    return [Interval(*map(float, ends)) for ends in zip(value, low, high, strict=True)]
