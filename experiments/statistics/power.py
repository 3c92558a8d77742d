"""How large must a run be? Asked before it starts, and printed with its plan."""

from __future__ import annotations

import math

from kotc_sim.errors import KotcError
from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.intervals import normal_quantile
from kotc_sim.experiments.statistics.special import ndtri

PAIR_SD = math.sqrt(0.125)
"""Standard deviation of a pair's mean score when its games are independent, even and never tied.

Shared dice make it smaller, so a plan that uses it is on the safe side.
"""


def detectable_difference_pairs(pairs: int, sd: float = PAIR_SD, confidence: float = CONFIDENCE, power: float = 0.8) -> float:
    """Return the smallest shift of a mean over ``pairs`` that a run finds with ``power``.

    ``sd`` is the standard deviation of one pair's mean score (deck against deck) or of one seed's
    difference (two arms).
    """
    return (normal_quantile(confidence) + float(ndtri(power))) * sd / math.sqrt(pairs)  # z₁₋α/₂ + z_power, 2.80 for 95 % and 80 %


def pairs_for_half_width(half_width: float, sd: float = PAIR_SD, confidence: float = CONFIDENCE) -> int:
    """Return the number of pairs after which the interval of a mean over pairs is ±``half_width``."""
    if not half_width > 0:
        raise KotcError(f"a half-width of {half_width} cannot be reached", fix="Ask for a positive one, such as 0.005.")
    return math.ceil((normal_quantile(confidence) * sd / half_width) ** 2)
