"""Pairs of games: counts, scores, Elo, the seat, and what pairing saves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kotc_sim.experiments.statistics.intervals import mean_interval
from kotc_sim.experiments.statistics.pairs import PAIR_SCORES, Pairs, compare_arms, elo, elo_of

SCORES = st.sampled_from([0.0, 0.5, 1.0])


def counted(games: list[tuple[float, float]]) -> Pairs:
    """Return pairs by A's scores as the first player and as the second."""
    table = np.zeros((3, 3), np.int64)
    for first, second in games:
        table[round(2 * first), round(2 * second)] += 1
    return Pairs.from_table(table)


@given(st.lists(st.tuples(SCORES, SCORES), min_size=2, max_size=40))
def test_counts_equal_a_loop_over_games(games: list[tuple[float, float]]) -> None:
    pairs = counted(games)
    cells = [0] * 5
    for first, second in games:
        cells[round(2 * (first + second))] += 1
    assert pairs.cells.tolist() == cells
    assert pairs.games == 2 * len(games)
    means = [(first + second) / 2 for first, second in games]
    assert pairs.score == pytest.approx(np.mean(means))
    assert pairs.variance == pytest.approx(np.var(means, ddof=1))
    starter = [(first + 1 - second) / 2 - 0.5 for first, second in games]
    seat, reference = pairs.first_player_advantage(), mean_interval(starter)
    ends = np.clip(reference.ends, -0.5, 0.5)
    assert [seat.value, *seat.ends] == pytest.approx([reference.value, *ends])


def test_one_pair_bounds_no_advantage_of_the_seat() -> None:
    assert counted([(1, 1)]).first_player_advantage().ends == (-0.5, 0.5)


@pytest.mark.parametrize(
    ("cells", "value", "half", "superiority"),
    [([365, 16618, 36229, 16974, 390], 0.9993, 0.9231, 0.9831), ([127, 4883, 10712, 5150, 104], 1.8303, 1.6990, None)],
)
def test_elo_and_superiority_of_published_chess_matches(cells: list[int], value: float, half: float, superiority: float | None) -> None:
    pairs = Pairs(np.array(cells))
    # The published half-widths use the normal quantile; t is wider by 10⁻⁴ of them at these sizes.
    assert elo_of(pairs.score_interval()).value == pytest.approx(value, abs=5e-5)
    assert elo_of(pairs.score_interval()).half_width == pytest.approx(half, rel=2e-4)
    if superiority is not None:
        assert pairs.superiority == pytest.approx(superiority, abs=5e-5)


@pytest.mark.filterwarnings("error")
def test_a_mirror_is_exactly_50_percent() -> None:
    pairs = counted([(1, 0), (0, 1), (0.5, 0.5), (1, 0), (1, 0)])
    assert pairs.score == 0.5
    assert pairs.score_interval().ends == (0.5, 0.5)
    assert elo_of(pairs.score_interval()).ends == (0.0, 0.0)
    assert pairs.superiority == pytest.approx(0.5)
    assert pairs.variance == 0.0
    assert pairs.first_player_advantage().value == pytest.approx(0.2)


def test_split_pairs_of_different_decks_are_not_a_mirror() -> None:
    pairs = Pairs(np.array([0, 0, 5, 0, 0]))
    interval = pairs.score_interval(mirror=False)
    assert interval.low < 0.3
    assert interval.high > 0.7


@pytest.mark.filterwarnings("error")
def test_a_sweep_is_not_certain() -> None:
    few, many = (Pairs(np.array([0, 0, 0, 0, n])).score_interval() for n in (5, 5000))
    assert few.high == many.high == 1.0
    assert few.low == pytest.approx(0.025 ** (1 / 5))
    assert many.low == pytest.approx(0.025 ** (1 / 5000))
    assert elo_of(Pairs(np.array([0, 0, 0, 0, 5])).score_interval()).high == math.inf


def test_one_pair_says_nothing() -> None:
    assert Pairs(np.array([0, 1, 0, 0, 0])).score_interval().inside(0.0, 1.0)
    with pytest.raises(ValueError, match="no pairs"):
        _ = Pairs(np.array([0] * 5)).score


def test_wilson_beside_it_is_equal_for_independent_games_and_wider_when_pairs_balance() -> None:
    n = 40_000
    independent = Pairs(np.array([n // 4, 0, n // 2, 0, n // 4]))
    assert independent.wilson().half_width == pytest.approx(independent.score_interval().half_width, rel=1e-3)
    balanced = Pairs(np.array([n // 16, 0, 7 * n // 8, 0, n // 16]))
    assert balanced.score_interval().half_width == pytest.approx(balanced.wilson().half_width / 2, rel=1e-3)


def test_who_started_is_not_known_of_five_counts() -> None:
    with pytest.raises(ValueError, match="who started"):
        Pairs(np.array([1, 0, 0, 0, 0])).first_player_advantage()


def test_elo_and_score_are_inverse() -> None:
    assert [1 / (1 + 10 ** (-elo(p) / 400)) for p in (0.01, 0.5, 0.93)] == pytest.approx([0.01, 0.5, 0.93])
    assert elo(10 / 11) == pytest.approx(400)
    assert (elo(0.0), elo(1.0)) == (-math.inf, math.inf)


def _correlated(rho: float, pairs: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    random = np.random.default_rng(seed)
    common = random.normal(size=pairs)
    x, y = (math.sqrt(rho) * common + math.sqrt(1 - rho) * random.normal(size=pairs) for _ in range(2))
    return x, y


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_pairing_saves_what_the_correlation_says(rho: float) -> None:
    x, y = _correlated(rho, 100_000, 5)
    result = compare_arms(x, y)
    assert result.correlation == pytest.approx(rho, abs=0.013)  # 4 standard errors at ρ = 0
    assert result.saving == pytest.approx(1 / (1 - rho), rel=0.03)
    separate = math.sqrt((x.var(ddof=1) + y.var(ddof=1)) / x.size) * 1.959963985
    assert (separate / result.difference.half_width) ** 2 == pytest.approx(result.saving, rel=1e-3)


def test_identical_arms() -> None:
    x = PAIR_SCORES.copy()
    result = compare_arms(x, x)
    assert result.difference.ends == (0.0, 0.0)
    assert result.correlation == pytest.approx(1.0)
    assert result.saving == math.inf
    still = compare_arms(np.full(4, 0.5), np.full(4, 0.5))
    assert math.isnan(still.correlation)
    assert still.saving == 1.0


@pytest.mark.parametrize(
    "cells", [[0, 0, 0, 0, 1], [0, 0, 1, 1, 0], [0, 0, 0, 1, 2], [3, 0, 0, 0, 0], [0, 1, 0, 1, 4], [20, 3, 9, 4, 50], [0, 0, 0, 0, 5]]
)
def test_superiority_says_what_the_interval_says(cells: list[int]) -> None:
    """Two games are never certain: the likelihood lies within 2.5 to 97.5 % exactly while the 95 % interval holds one half."""
    pairs = Pairs(np.array(cells))
    assert pairs.score_interval(mirror=False).contains(0.5) == (0.025 <= pairs.superiority <= 0.975)
    for confidence in (0.5, 0.8, 0.99):
        one_sided = (1 - confidence) / 2
        assert pairs.score_interval(confidence, mirror=False).contains(0.5) == (one_sided <= pairs.superiority <= 1 - one_sided)


def test_elo_of_one_split_pair_is_not_certain() -> None:
    found = elo_of(Pairs(np.array([0, 0, 1, 0, 0])).score_interval(mirror=False))
    assert found.value == 0.0
    assert found.low < -600 < 600 < found.high
