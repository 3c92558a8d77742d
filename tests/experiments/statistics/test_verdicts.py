"""Verdicts: each word at and around its boundary."""

from __future__ import annotations

import math

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.verdicts import Bands, judge_matchup


def around(value: float, half: float) -> Interval:
    return Interval(value, value - half, value + half)


@pytest.mark.parametrize(
    ("value", "half", "verdict"),
    [
        (0.50, 0.01, "fair"),
        (0.515, 0.004, "fair"),
        (0.5, 0.0, "fair"),
        (0.53, 0.009, "watch"),
        (0.56, 0.011, "watch"),
        (0.47, 0.009, "watch"),
        (0.56, 0.009, "broken"),
        (0.44, 0.009, "broken"),
        (0.51, 0.02, "undecided"),
        (0.53, 0.02, "undecided"),
        (0.50, 0.2, "undecided"),
    ],
)
def test_matchup(value: float, half: float, verdict: str) -> None:
    judged = judge_matchup(around(value, half), 1000)
    assert judged.verdict == verdict
    assert (judged.more_games is not None) == (verdict == "undecided")


def test_so_many_more_games_would_decide() -> None:
    judged = judge_matchup(around(0.51, 0.02), 1000)  # needs ±0.01: four times as many
    assert judged.more_games == 3000
    more = judge_matchup(around(0.51, 0.02 * math.sqrt(1000 / 4100)), 4100)
    assert more.verdict is Verdict.FAIR
    assert judge_matchup(around(0.526, 0.02), 1000).more_games == 11_000  # 1000·((0.02/0.006)² − 1), two digits


def test_on_the_edge_no_number_of_games_decides() -> None:
    assert judge_matchup(around(0.52, 0.02), 1000).more_games == 100_000_000


def test_bands_can_be_set() -> None:
    assert judge_matchup(around(0.53, 0.005), 1000, Bands(fair=(0.46, 0.54))).verdict is Verdict.FAIR
    assert judge_matchup(around(0.53, 0.005), 1000, Bands(broken=0.52)).verdict is Verdict.BROKEN
    with pytest.raises(KotcError, match="does not surround 50 %"):
        Bands(fair=(0.51, 0.53))
    with pytest.raises(KotcError, match="inside the fair band"):
        Bands(broken=0.51)
