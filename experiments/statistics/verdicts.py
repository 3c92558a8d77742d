"""From an interval to a word. The codes are those of docs/reports.md; reports write the sentences."""

import math
from dataclasses import dataclass

from kotc_sim.errors import KotcError
from kotc_sim.experiments.result import MANY, Verdict
from kotc_sim.experiments.statistics.intervals import Interval

FAIR_GAIN = 0.5
"""A gain is fair if its whole interval lies within ± this many percentage points a copy."""


@dataclass(frozen=True, slots=True)
class Bands:
    """What counts as fair of a match-up, shares.

    It is fair if the whole interval of A's score lies inside ``fair``, and broken if it lies above ``broken``, or below one minus this.
    """

    fair: tuple[float, float] = (0.48, 0.52)
    broken: float = 0.55

    def __post_init__(self) -> None:
        low, high = self.fair
        if not 0 <= low < 0.5 < high <= 1:
            raise KotcError(
                f"the fair band {100 * low:g}–{100 * high:g} % does not surround 50 %", fix="Give two percentages, such as 48 and 52."
            )
        if not max(high, 1 - low) <= self.broken < 1:
            raise KotcError(f"'broken' at {100 * self.broken:g} % lies inside the fair band", fix="Choose it above the band, such as 55.")


USUAL = Bands()
"""The bands where nobody states others."""


@dataclass(frozen=True, slots=True)
class MatchupVerdict:
    """Verdict on a match-up; ``more_games`` (undecided only) is about how many more games would decide it."""

    verdict: Verdict
    more_games: int | None = None


def judge_matchup(interval: Interval, games: int, bands: Bands = USUAL) -> MatchupVerdict:
    """Judge A's mean score by its fixed-size interval, or by the confidence sequence if the run was stopped by looking.

    *fair*: inside the band. *broken*: beyond the outer bound, on either side. *watch*: certainly outside the fair band, but not certainly
    broken. *undecided*: the interval reaches over an edge of the fair band; ``more_games`` assumes that the score stays and the width
    shrinks with the square root of the games: what it takes until the interval ends at the nearest edge of the fair band. It is rounded up
    to two digits, and `MANY` when the score sits on the edge.
    """
    low, high = bands.fair
    if interval.inside(low, high):
        return MatchupVerdict(Verdict.FAIR)
    if interval.low > bands.broken or interval.high < 1 - bands.broken:
        return MatchupVerdict(Verdict.BROKEN)
    if interval.low > high or interval.high < low:
        return MatchupVerdict(Verdict.WATCH)
    room = min(abs(interval.value - low), abs(interval.value - high))
    # The side of the interval that points to the edge decides; intervals of extreme scores are lopsided.
    reach = max(interval.high - interval.value, interval.value - interval.low)
    return MatchupVerdict(Verdict.UNDECIDED, more_games(games, reach, room))


def more_games(games: int, half_width: float, target: float) -> int:
    """Return about how many more games bring an interval of ``games`` games from ± ``half_width`` to ± ``target``.

    The width shrinks with the square root of the games. Rounded up to two digits; `MANY` if no number would do.
    """
    if target == 0 or not math.isfinite(half_width) or games * (half_width / target) ** 2 > MANY:
        return MANY
    number = max(1.0, games * ((half_width / target) ** 2 - 1))
    unit: int = 10 ** max(0, math.floor(math.log10(number)) - 1)
    return math.ceil(number / unit) * unit


def judge_gain(gain: Interval, rows: int, band: float = FAIR_GAIN) -> MatchupVerdict:
    """Judge a gain, in percentage points a copy, of so many pairs (``rows``): one rule for cards and components.

    *fair*: the whole interval within the band. *undercosted*, *overpriced*: the whole interval above it, below it. *a little off*: the
    interval lies on one side of zero and reaches over the band's edge. *undecided*: it holds zero and reaches over an edge; ``more_games``
    then counts rows. More evidence narrows the interval, and can only make the word more definite: a word is left for another one only if
    the estimate itself moves.
    """
    if gain.inside(-band, band):
        return MatchupVerdict(Verdict.FAIR)
    if gain.low > band:
        return MatchupVerdict(Verdict.UNDERCOSTED)
    if gain.high < -band:
        return MatchupVerdict(Verdict.OVERPRICED)
    if gain.low > 0 or gain.high < 0:
        return MatchupVerdict(Verdict.LITTLE)
    return MatchupVerdict(Verdict.UNDECIDED, more_games(rows, gain.half_width, abs(abs(gain.value) - band)))
