"""By how much games are won: HP that are left, a measure finer than win and loss."""

from __future__ import annotations

import math

from kotc_sim.experiments.statistics.intervals import Interval, t_quantile
from kotc_sim.runs.tally import Tally


def margin(tally: Tally, confidence: float = 0.95) -> Interval:
    """Return A's HP at the end of a game minus B's, with its t interval over pairs.

    HP below 0 count as 0. In Level-Up, points. The same deck and strategy on both sides give exactly 0.

    Parameters
    ----------
    tally : Tally
        At least one pair; a single one has infinite ends.
    confidence : float
    """
    value, variance = _mean_and_variance(tally)
    if math.isinf(variance):
        return Interval(value, -math.inf, math.inf, confidence)
    half = t_quantile(confidence, tally.pairs - 1) * math.sqrt(variance)
    return Interval(value, value - half, value + half, confidence)


def _mean_and_variance(tally: Tally) -> tuple[float, float]:
    """Return the mean margin of a game, and the variance of that mean."""
    pairs, total, squares = tally.pairs, int(tally.margin[0]), int(tally.margin[1])
    if pairs == 0:
        raise ValueError("there are no pairs")
    mean = total / pairs
    if pairs == 1:
        return mean / 2, math.inf
    spread = (squares * pairs - total * total) / (pairs * (pairs - 1))  # whole numbers first: nothing is lost where luck is shared
    return mean / 2, spread / 4 / pairs
