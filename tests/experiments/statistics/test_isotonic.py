"""Fair levels: the falling fit, roots, the logistic curve, planted levels, and what lies beyond the grid."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import optimize, stats

from kotc_sim.experiments.statistics.isotonic import Root, decreasing_fit, fair_level, fit_logistic, root_of_falling

Array = NDArray[np.float64]
GRID = np.arange(7.0)
METHODS: tuple[Literal["isotonic", "logistic"], ...] = ("isotonic", "logistic")


def pool(values: list[float], weights: list[float]) -> list[float]:
    """Pool adjacent violators, the textbook way."""
    blocks: list[list[float]] = []  # mean, weight, length
    for value, weight in zip(values, weights, strict=True):
        blocks.append([value, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            (a, u, m), (b, v, n) = blocks[-2:]
            blocks[-2:] = [[(a * u + b * v) / (u + v), u + v, m + n]]
    return [mean for mean, _, length in blocks for _ in range(int(length))]


NUMBERS = st.tuples(st.floats(-1, 1), st.floats(0.1, 10))


@given(st.lists(NUMBERS, min_size=1, max_size=9))
def test_decreasing_fit_equals_pooling(data: list[tuple[float, float]]) -> None:
    values, weights = [d[0] for d in data], [d[1] for d in data]
    assert decreasing_fit(values, weights).tolist() == pytest.approx(pool(values, weights), abs=1e-9)


def test_decreasing_fit_of_many_rows_is_that_of_each() -> None:
    rows = np.random.default_rng(0).normal(size=(20, 6))
    assert decreasing_fit(rows) == pytest.approx(np.array([pool(list(r), [1.0] * 6) for r in rows]))


@pytest.mark.parametrize(
    ("fit", "root"),
    [
        ([2, 1, -1, -2], 1.5),
        ([3, 1, -3, -4], 1.25),
        ([1, 0, 0, -1], 1.5),
        ([1, 0, -1, -1], 1.0),
        ([0, 0, -1, -1], 0.5),
        ([1, 1, 1, 0], 3.0),
        ([0, 0, 0, 0], 1.5),
        ([-1, -1, -2, -3], -math.inf),
        ([3, 2, 1, 1], math.inf),
    ],
)
def test_root_of_falling(fit: list[float], root: float) -> None:
    assert float(root_of_falling(np.arange(4.0), fit)) == root
    assert root_of_falling(np.arange(4.0), [fit, fit]).tolist() == [root, root]


def test_logistic_fit_minimises_the_weighted_squares() -> None:
    random = np.random.default_rng(1)
    weights = random.uniform(50, 500, 7)
    values = np.tanh((2 - 0.8 * GRID) / 2) + random.normal(0, 0.1, (5, 7))
    c, b = fit_logistic(GRID, values, weights)
    for k in range(5):
        row = values[k]

        def errors(x: Array, row: Array = row) -> Array:
            residuals: Array = np.sqrt(weights) * (row - np.tanh((x[0] - x[1] * GRID) / 2))
            return residuals

        solved = optimize.least_squares(errors, [1.0, 0.5])
        assert [c[k], b[k]] == pytest.approx(list(solved.x), abs=1e-5)


def planted(root: float, pairs: int, random: np.random.Generator, slope: float = 0.15) -> Array:
    """Return differences with a known root and noise that the levels of one seed share in part."""
    curve = np.tanh(slope * (root - GRID) / 2)
    d: Array = curve + 0.2 * random.normal(size=(pairs, 1)) + 0.3 * random.normal(size=(pairs, GRID.size))
    return d


@pytest.mark.parametrize("method", METHODS)
def test_a_planted_level_is_found(method: Literal["isotonic", "logistic"]) -> None:
    result = fair_level(GRID, planted(3.3, 4000, np.random.default_rng(2)), 3, method=method)
    assert result.root is Root.FOUND
    assert result.level.contains(3.3)
    assert result.level.half_width < 0.25
    assert result.beyond == 0.0
    assert result.fit[3] > 0 > result.fit[4]
    assert len(result.delta) == 7


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("root", "grid", "expected"),
    [(-4.0, GRID, Root.NEVER), (-4.0, GRID + 1, Root.BELOW), (11.0, GRID, Root.ABOVE)],
)
def test_beyond_the_grid_nothing_is_extrapolated(method: Literal["isotonic", "logistic"], root: float, grid: Array, expected: Root) -> None:
    result = fair_level(grid, planted(root, 2000, np.random.default_rng(4)), 5, method=method)
    assert result.root is expected
    assert math.isinf(result.level.value)
    assert result.beyond > 0.95


def test_a_root_near_the_edge_has_an_infinite_end() -> None:
    result = fair_level(GRID, planted(5.9, 500, np.random.default_rng(6)), 7)
    assert result.level.high == math.inf
    assert math.isfinite(result.level.low)
    assert 0.025 < result.beyond < 0.975


def test_more_pairs_near_the_root_make_it_narrower() -> None:
    d = planted(3.3, 6000, np.random.default_rng(8))
    partial = d.copy()
    partial[1500:, [0, 1, 2, 5, 6]] = math.nan  # only levels 3 and 4 play all seeds
    few = fair_level(GRID, d[:1500], 9)
    focused = fair_level(GRID, partial, 9)
    everything = fair_level(GRID, d, 9)
    assert focused.level.half_width < 0.7 * few.level.half_width
    assert focused.level.half_width < 1.4 * everything.level.half_width
    assert focused.level.contains(3.3)


def test_the_logistic_curve_confesses_a_misfit() -> None:
    random = np.random.default_rng(10)
    step = np.where(GRID < 3, 0.3, -0.3) + 0.3 * random.normal(size=(3000, 7))
    assert fair_level(GRID, step, 11, method="logistic", resamples=50).misfit < 1e-6
    # Under the right curve, here a steep one, the p-value is uniform: 300 runs give 10 ± 1.7 % below 0.1.
    small = [fair_level(GRID, planted(3, 300, random, 0.9), 12, method="logistic", resamples=2).misfit < 0.1 for _ in range(300)]
    assert np.mean(small) == pytest.approx(0.1, abs=0.055)


def test_the_misfit_is_that_of_generalised_least_squares() -> None:
    # The reference fits again, with the covariance of the levels' means instead of their variances only.
    random = np.random.default_rng(16)
    for _ in range(5):
        d = planted(3, 2000, random, 0.9)
        d[:, 2] += 0.02  # a visible, not an overwhelming misfit
        root = np.linalg.inv(np.linalg.cholesky(np.cov(d.T) / 2000))
        mean = d.mean(axis=0)

        def errors(x: Array, root: Array = root, mean: Array = mean) -> Array:
            residuals: Array = root @ (mean - np.tanh((x[0] - x[1] * GRID) / 2))
            return residuals

        chi2 = 2 * optimize.least_squares(errors, [2.0, 0.7]).cost
        found = fair_level(GRID, d, 17, method="logistic", resamples=2).misfit
        assert stats.chi2.isf(found, 5) == pytest.approx(chi2, rel=0.03)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("method", METHODS)
def test_a_probe_that_equals_its_control_everywhere(method: Literal["isotonic", "logistic"]) -> None:
    result = fair_level(GRID, np.zeros((50, 7)), 13, method=method)
    # Nothing tells the levels apart: never a sharp number.
    assert result.root is not Root.FOUND or result.level.value == 3.0


@settings(max_examples=20, deadline=None)
@given(st.floats(1, 5))
def test_shifting_the_card_shifts_the_answer(root: float) -> None:
    noise = planted(0, 400, np.random.default_rng(14)) - np.tanh(0.15 * (0 - GRID) / 2)
    low = fair_level(GRID, np.tanh(0.15 * (root - GRID) / 2) + noise, 15, resamples=20).level.value
    high = fair_level(GRID, np.tanh(0.15 * (root + 0.5 - GRID) / 2) + noise, 15, resamples=20).level.value
    assert high > low


def test_levels_and_columns_must_agree() -> None:
    with pytest.raises(ValueError, match="7 levels"):
        fair_level(GRID, np.zeros((5, 6)), 1)
    with pytest.raises(ValueError, match="ascending"):
        fair_level([1, 1], np.zeros((5, 2)), 1)
