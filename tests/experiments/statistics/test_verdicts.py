"""Verdicts: each word at and around its boundary."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from kotc_sim.errors import KotcError
from kotc_sim.experiments.statistics import (
    Bands,
    FairLevel,
    Interval,
    Root,
    Verdict,
    across_profiles,
    equivalence,
    fieller,
    judge_level,
    judge_matchup,
    judge_price,
    mean_interval,
)


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


@pytest.mark.parametrize(
    ("fair", "half", "verdict"),
    [
        (4.0, 0.2, "fair"),
        (3.0, 0.5, "overpriced"),
        (5.0, 0.5, "undercosted"),
        (3.6, 0.5, "undecided"),
        (3.8, 0.1, "overpriced"),
        (3.9, 0.05, "fair"),
    ],
)
def test_level_4(fair: float, half: float, verdict: str) -> None:
    judged = judge_level(4, around(fair, half))
    assert judged.verdict == verdict
    assert judged.difference is not None
    assert judged.difference.value == pytest.approx(4 - fair)
    assert judged.difference.half_width == pytest.approx(half)


@pytest.mark.parametrize(
    ("root", "verdict"),
    [
        (Root.NEVER, "never worth a slot"),
        (Root.BELOW, "beyond the grid"),
        (Root.ABOVE, "beyond the grid"),
    ],
)
def test_no_fair_level(root: Root, verdict: str) -> None:
    grid = np.arange(3.0)
    level = FairLevel(around(-math.inf, 0), root, grid, (), grid, math.nan, 1.0)
    judged = judge_level(2, level)
    assert judged.verdict == verdict
    assert judged.difference is None


def test_an_end_beyond_the_grid_leaves_the_verdict_open_on_that_side() -> None:
    grid = np.arange(3.0)
    level = FairLevel(Interval(1.5, 1.2, math.inf), Root.FOUND, grid, (), grid, math.nan, 0.1)
    assert judge_level(1, level).verdict is Verdict.UNDERCOSTED
    assert judge_level(2, level).verdict is Verdict.UNDECIDED


def test_price_by_fieller() -> None:
    assert judge_price(3, fieller(0.02, 0.01, 1e-8, 1e-8)).verdict is Verdict.OVERPRICED
    assert judge_price(3, fieller(0.02, 0.001, 1e-6, 1e-6)).verdict is Verdict.CANNOT


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["overpriced", "undecided", "overpriced"], "overpriced"),
        (["overpriced", "fair", "undercosted"], "undecided"),
        (["never worth a slot", "undercosted"], "undecided"),
        (["never worth a slot", "overpriced"], "overpriced"),
        (["undecided", "fair"], "fair"),
        (["fair", "undecided"], "undecided"),
    ],
)
def test_a_verdict_that_changes_sign_between_profiles_is_undecided(verdicts: list[str], expected: str) -> None:
    assert across_profiles([Verdict(v) for v in verdicts]) == expected
    assert across_profiles([Verdict(v) for v in reversed(verdicts)], strongest=0) == expected


def test_equivalence_is_the_interval_inside_the_band() -> None:
    random = np.random.default_rng(0)
    answers = set()
    for _ in range(200):
        x = random.normal(0.5, 0.1, 40) + random.uniform(-0.02, 0.02)
        interval, error = mean_interval(x), x.std(ddof=1) / math.sqrt(40)
        test = equivalence(float(x.mean()), error, 0.46, 0.54, freedom=39)
        assert test.equivalent == interval.inside(0.46, 0.54)
        answers.add(test.equivalent)
    assert answers == {True, False}


def test_equivalence_against_two_t_tests() -> None:
    x = np.random.default_rng(1).normal(0.5, 0.1, 30)
    above = stats.ttest_1samp(x, 0.45, alternative="greater").pvalue
    below = stats.ttest_1samp(x, 0.55, alternative="less").pvalue
    p = equivalence(float(x.mean()), float(x.std(ddof=1) / math.sqrt(30)), 0.45, 0.55, freedom=29).p
    assert p == pytest.approx(max(above, below))


def test_a_mirror_is_equivalent() -> None:
    assert equivalence(0.5, 0.0, 0.49, 0.51).equivalent
    assert not equivalence(0.52, 0.0, 0.49, 0.51).equivalent
