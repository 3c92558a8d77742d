"""How large must a run be? Asked before it starts, and printed with its plan."""

from __future__ import annotations

import math

from kotc_sim.errors import KotcError
from kotc_sim.experiments.statistics.intervals import normal_quantile
from kotc_sim.experiments.statistics.special import ndtri

__all__ = [
    "PAIR_SD",
    "detectable_difference",
    "detectable_difference_pairs",
    "games_for_half_width",
    "pairs_for_half_width",
    "pairs_to_price",
]

PAIR_SD = math.sqrt(0.125)
"""Standard deviation of a pair's mean score when its games are independent, even and never tied.

Shared dice make it smaller, so a plan that uses it is on the safe side.
"""


def _needed(width: float) -> float:
    if not width > 0:
        raise KotcError(f"a half-width of {width} cannot be reached", fix="Ask for a positive one, such as 0.005.")
    return width


def _quantile_sum(confidence: float, power: float) -> float:
    """Return z₁₋α/₂ + z_power, 2.80 for 95 % and 80 %."""
    return normal_quantile(confidence) + float(ndtri(power))


def detectable_difference(games: int, share: float = 0.5, confidence: float = 0.95, power: float = 0.8) -> float:
    """Return the smallest difference of two rates that two separate runs find with ``power``.

    Each run has ``games`` games: 2.80·√(2·p(1−p)/n) at the defaults, as a share.
    """
    return _quantile_sum(confidence, power) * math.sqrt(2 * share * (1 - share) / games)


def detectable_difference_pairs(pairs: int, sd: float = PAIR_SD, confidence: float = 0.95, power: float = 0.8) -> float:
    """Return the smallest shift of a mean over ``pairs`` that a run finds with ``power``.

    ``sd`` is the standard deviation of one pair's mean score (deck against deck) or of one seed's
    difference (two arms).
    """
    return _quantile_sum(confidence, power) * sd / math.sqrt(pairs)


def games_for_half_width(half_width: float, share: float = 0.5, confidence: float = 0.95) -> int:
    """Return the number of unpaired games after which the interval of a rate is ±``half_width`` (a share).

    Examples
    --------
    >>> [games_for_half_width(h) for h in (0.01, 0.005, 0.001)]
    [9604, 38415, 960365]
    """
    return math.ceil(normal_quantile(confidence) ** 2 * share * (1 - share) / _needed(half_width) ** 2)


def pairs_for_half_width(half_width: float, sd: float = PAIR_SD, confidence: float = 0.95) -> int:
    """Return the number of pairs after which the interval of a mean over pairs is ±``half_width``."""
    return math.ceil((normal_quantile(confidence) * sd / _needed(half_width)) ** 2)


def pairs_to_price(half_width: float, unit_value: float, sd: float, price: float = 1.0, confidence: float = 0.95) -> int:
    """Return the number of pairs for each of two differences whose ratio is to be known to ±``half_width``.

    Parameters
    ----------
    half_width : float
        Levels.
    unit_value : float
        What +1 SP is worth, as a share (0.01 = one percentage point).
    sd : float
        Standard deviation of one pair's difference.
    price : float
        The expected ratio, in levels.

    Notes
    -----
    By propagation of errors: variance of the ratio = (1 + price²)·sd²/(pairs·unit_value²), both differences
    measured separately.
    """
    z = normal_quantile(confidence)
    return math.ceil((z * sd / (_needed(half_width) * unit_value)) ** 2 * (1 + price**2))
