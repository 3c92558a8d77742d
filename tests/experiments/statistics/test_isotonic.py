"""Fair levels: the falling fit, roots, planted levels, and what lies beyond the grid."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kotc_sim.experiments.statistics.isotonic import Root, decreasing_fit, fair_level, root_of_falling

Array = NDArray[np.float64]
GRID = np.arange(7.0)


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


def planted(root: float, pairs: int, random: np.random.Generator, slope: float = 0.15) -> Array:
    """Return differences with a known root and noise that the levels of one seed share in part."""
    curve = np.tanh(slope * (root - GRID) / 2)
    d: Array = curve + 0.2 * random.normal(size=(pairs, 1)) + 0.3 * random.normal(size=(pairs, GRID.size))
    return d


def test_a_planted_level_is_found() -> None:
    result = fair_level(GRID, planted(3.3, 4000, np.random.default_rng(2)), 3)
    assert result.root is Root.FOUND
    assert result.level.contains(3.3)
    assert result.level.half_width < 0.25


@pytest.mark.parametrize(("root", "grid", "expected"), [(-4.0, GRID, Root.NEVER), (-4.0, GRID + 1, Root.BELOW), (11.0, GRID, Root.ABOVE)])
def test_beyond_the_grid_nothing_is_extrapolated(root: float, grid: Array, expected: Root) -> None:
    result = fair_level(grid, planted(root, 2000, np.random.default_rng(4)), 5)
    assert result.root is expected
    assert math.isinf(result.level.value)


def test_a_root_near_the_edge_has_an_infinite_end() -> None:
    result = fair_level(GRID, planted(5.9, 500, np.random.default_rng(6)), 7)
    assert result.level.high == math.inf
    assert math.isfinite(result.level.low)


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


@pytest.mark.filterwarnings("error")
def test_a_probe_that_equals_its_control_everywhere() -> None:
    result = fair_level(GRID, np.zeros((50, 7)), 13)
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
