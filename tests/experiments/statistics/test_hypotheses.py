"""McNemar, Holm and the sizes of runs."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from scipy import stats

from kotc_sim.errors import KotcError
from kotc_sim.experiments.statistics import (
    detectable_difference,
    detectable_difference_pairs,
    games_for_half_width,
    holm,
    mcnemar_mid_p,
    normal_p,
    pairs_for_half_width,
    pairs_to_price,
)


@pytest.mark.parametrize(("b", "c"), [(1, 1), (0, 7), (9, 2), (2, 9), (30, 41)])
def test_mcnemar_mid_p_from_its_definition(b: int, c: int) -> None:
    n, k = b + c, min(b, c)
    points = [comb(n, i) / 2**n for i in range(k + 1)]
    assert mcnemar_mid_p(b, c) == pytest.approx(min(1.0, 2 * sum(points[:-1]) + points[-1]))


def test_mcnemar_mid_p_published_example() -> None:
    # Fagerland et al. 2013, airway hyper-responsiveness, discordant pairs 1 and 7: exact p 0.070, mid-p
    # 0.039.
    assert mcnemar_mid_p(1, 7) == pytest.approx(0.0391, abs=5e-5)


def test_mcnemar_of_many_seeds_is_the_normal_test() -> None:
    p = mcnemar_mid_p(500_000, 502_000)
    assert p == pytest.approx(2 * stats.norm.sf(2000 / np.sqrt(1_002_000)), rel=1e-3)
    assert mcnemar_mid_p(0, 0) == 1.0


def test_holm_worked_example() -> None:
    # Holm 1979's rule by hand: 0.01·4, 0.03·3, 0.04·2 (raised to 0.09), 0.005·… sorted: .005 .01 .03 .04
    result = holm([0.01, 0.04, 0.03, 0.005])
    assert result.adjusted == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert result.family == 4
    assert result.rejected(0.05).tolist() == [True, False, False, True]


def test_holm_counts_tests_that_are_not_listed() -> None:
    assert holm([0.01], family=10).adjusted == pytest.approx([0.1])
    with pytest.raises(ValueError, match="family of 1"):
        holm([0.1, 0.2], family=1)


def test_holm_errs_in_at_most_5_percent_of_families() -> None:
    # 4,000 families of 12 true nulls. A true rate of 5 % exceeds 6.2 % with probability 3·10⁻⁴.
    p = np.random.default_rng(12).random((4000, 12))
    wrong = np.mean([holm(row).rejected().any() for row in p])
    assert 0.038 < wrong < 0.062


def test_normal_p_of_a_mirror_is_1() -> None:
    assert normal_p(0.0, 0.0) == 1.0
    assert normal_p(1.959963985, 1.0) == pytest.approx(0.05)


@pytest.mark.parametrize(("half_width", "games"), [(0.01, 9_604), (0.005, 38_415), (0.003, 106_707), (0.001, 960_365)])
def test_games_for_a_half_width(half_width: float, games: int) -> None:
    # The published numbers are rounded to the nearest game, ours up.
    assert games_for_half_width(half_width) in (games, games + 1)


def test_detectable_difference_is_280_standard_errors() -> None:
    assert detectable_difference(10_000) == pytest.approx(2.80 * np.sqrt(0.5 / 10_000), rel=1e-3)
    # A pair of independent games is worth two games against a known 50 %.
    assert detectable_difference_pairs(5_000) == pytest.approx(detectable_difference(20_000))


def test_a_run_finds_the_detectable_difference_in_80_percent() -> None:
    # 20,000 runs of 400 pairs: the standard error of the power is 0.3 points.
    random = np.random.default_rng(3)
    shift = detectable_difference_pairs(400, sd=0.3)
    means = random.normal(shift, 0.3 / np.sqrt(400), 20_000)
    assert np.mean(means / (0.3 / np.sqrt(400)) > 1.959963985) == pytest.approx(0.8, abs=0.012)


def test_pairs_for_a_half_width() -> None:
    assert pairs_for_half_width(0.005) == -(-games_for_half_width(0.005) // 2)
    with pytest.raises(KotcError, match="half-width"):
        pairs_for_half_width(0.0)


@pytest.mark.parametrize(("sd", "pairs"), [(0.1, 31_000), (0.3, 277_000), (0.5, 768_000)])
def test_pairs_to_price_two_levels_to_a_quarter(sd: float, pairs: int) -> None:
    assert pairs_to_price(0.25, unit_value=0.01, sd=sd, price=2.0) == pytest.approx(pairs, rel=0.01)
