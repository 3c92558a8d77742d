"""Homogeneity of the parts of a run: scipy, false alarms, the part to blame, sparse outcomes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from kotc_sim.experiments.statistics.homogeneity import check_homogeneity

LAW = [0.1, 0.2, 0.4, 0.2, 0.1]


def test_chi_square_equals_scipy() -> None:
    table = np.random.default_rng(0).multinomial(500, LAW, size=8)
    p, residuals = check_homogeneity(table)
    reference = stats.contingency.chi2_contingency(table)
    assert p == pytest.approx(reference.pvalue)
    rest = stats.contingency.chi2_contingency([table[0], table[1:].sum(axis=0)])
    assert residuals[0] == pytest.approx(stats.norm.isf(rest.pvalue))


def test_one_thread_that_differs_is_named() -> None:
    # Five points of score less in one of 16 blocks of 2,000 pairs: about nine standard errors.
    table = np.random.default_rng(1).multinomial(2000, LAW, size=16)
    table[11] = np.random.default_rng(2).multinomial(2000, [0.15, 0.25, 0.35, 0.175, 0.075])
    p, residuals = check_homogeneity(table)
    assert p < 1e-6
    assert np.flatnonzero(residuals > stats.norm.isf(0.01 / 16)).tolist() == [11]


def test_false_alarms() -> None:
    # 2,000 runs of 10 equal blocks: p < 5 % in 5 ± 1.5 % (3 standard errors), a watched block in at most 5
    # + 1.5 %.
    random = np.random.default_rng(3)
    results = [check_homogeneity(random.multinomial(300, LAW, size=10)) for _ in range(2000)]
    assert np.mean([p < 0.05 for p, _ in results]) == pytest.approx(0.05, abs=0.015)
    assert np.mean([(residuals > stats.norm.isf(0.05 / 10)).any() for _, residuals in results]) < 0.065
    assert np.mean([np.max(residuals) > stats.norm.isf(0.01 / 10) for _, residuals in results]) < 0.017


@pytest.mark.filterwarnings("error")
def test_rare_outcomes_are_merged_with_their_neighbours() -> None:
    table = np.array([[0, 2, 300, 250, 1], [1, 0, 310, 240, 0], [0, 1, 290, 255, 2]])
    p, _ = check_homogeneity(table)
    merged = np.stack([table[:, :3].sum(axis=1), table[:, 3:].sum(axis=1)], axis=1)
    assert p == pytest.approx(stats.contingency.chi2_contingency(merged, correction=False).pvalue)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "table",
    [[[5, 5]], [[100, 0, 0], [90, 0, 0]], [[3, 4], [2, 1]], np.zeros((4, 5), dtype=int)],
    ids=["one part", "one outcome", "too few games", "no games"],
)
def test_nothing_to_compare(table: object) -> None:
    p, residuals = check_homogeneity(np.array(table))
    assert p == 1.0
    assert not residuals.any()


def test_a_tiny_part_does_not_blind_the_test() -> None:
    table = np.random.default_rng(4).multinomial(2000, LAW, size=4)
    table[3] = [0, 1, 1, 0, 0]
    p, residuals = check_homogeneity(table)
    assert p == pytest.approx(check_homogeneity(table[:3])[0])
    assert residuals[3] == 0.0
