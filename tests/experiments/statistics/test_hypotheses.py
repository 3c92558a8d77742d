"""Holm and the sizes of runs."""

from __future__ import annotations

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.statistics.hypotheses import detectable_difference_pairs, holm, normal_p, pairs_for_half_width


def test_holm_worked_example() -> None:
    # Holm 1979's rule by hand: 0.01·4, 0.03·3, 0.04·2 (raised to 0.09), 0.005·… sorted: .005 .01 .03 .04
    result = holm([0.01, 0.04, 0.03, 0.005])
    assert result == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_counts_tests_that_are_not_listed() -> None:
    assert holm([0.01], family=10) == pytest.approx([0.1])
    with pytest.raises(ValueError, match="family of 1"):
        holm([0.1, 0.2], family=1)


def test_holm_errs_in_at_most_5_percent_of_families() -> None:
    # 4,000 families of 12 true nulls. A true rate of 5 % exceeds 6.2 % with probability 3·10⁻⁴.
    p = np.random.default_rng(12).random((4000, 12))
    wrong = np.mean([(holm(row) <= 0.05).any() for row in p])
    assert 0.038 < wrong < 0.062


def test_normal_p_of_a_mirror_is_1() -> None:
    assert normal_p(0.0, 0.0) == 1.0
    assert normal_p(1.959963985, 1.0) == pytest.approx(0.05)


def test_a_run_finds_the_detectable_difference_in_80_percent() -> None:
    # 20,000 runs of 400 pairs: the standard error of the power is 0.3 points.
    random = np.random.default_rng(3)
    shift = detectable_difference_pairs(400, sd=0.3)
    means = random.normal(shift, 0.3 / np.sqrt(400), 20_000)
    assert np.mean(means / (0.3 / np.sqrt(400)) > 1.959963985) == pytest.approx(0.8, abs=0.012)


@pytest.mark.parametrize(("half_width", "pairs"), [(0.01, 4_802), (0.005, 19_208), (0.003, 53_354), (0.001, 480_183)])
def test_pairs_for_a_half_width(half_width: float, pairs: int) -> None:
    # Half of the published numbers of independent games at 50 %: 9,604, 38,415, 106,707 and 960,365.
    assert pairs_for_half_width(half_width) == pytest.approx(pairs, abs=1)
    with pytest.raises(KotcError, match="half-width"):
        pairs_for_half_width(0.0)


def test_a_detectable_difference_is_280_standard_errors() -> None:
    assert detectable_difference_pairs(5_000) == pytest.approx(2.80 * np.sqrt(0.5 / 20_000), rel=1e-3)
