"""Confidence sequences: published widths, the slow definition, false alarms over all looks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import integrate

from kotc_sim.experiments.statistics import (
    PAIR_SCORES,
    beta_binomial_sequence,
    betting_sequence,
    log_capital,
    wilson,
)


def test_beta_binomial_published_half_widths() -> None:
    n = np.array([1_000, 10_000, 100_000, 1_000_000])
    sequence = beta_binomial_sequence(n / 2, n)
    half = (sequence.high - sequence.low) / 2
    assert (100 * half).round(2).tolist() == [5.56, 1.92, 0.65, 0.22]
    ratio = half / [wilson(k / 2, k).half_width for k in n]
    assert ((ratio > 1.75) & (ratio < 2.25)).all()


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (7, 10), (10, 10), (30.5, 64)])
def test_beta_binomial_ends_solve_the_definition(wins: float, games: int) -> None:
    interval = beta_binomial_sequence(wins, games).at(-1)
    for p in interval.ends():
        if 0 < p < 1:
            mixture = integrate.quad(lambda q: q**wins * (1 - q) ** (games - wins), 0, 1)[0]
            assert mixture / (p**wins * (1 - p) ** (games - wins)) == pytest.approx(20, rel=1e-6)
    assert interval.contains(wins / games)


def test_betting_on_wins_and_losses_is_beta_binomial() -> None:
    wins, games = np.array([3, 40, 5500]), np.array([10, 100, 10_000])
    cells = np.stack([games - wins, 0 * wins, 0 * wins, 0 * wins, wins], axis=1)
    betting, reference = betting_sequence(cells), beta_binomial_sequence(wins, games)
    assert betting.low == pytest.approx(reference.low, abs=1e-4)
    assert betting.high == pytest.approx(reference.high, abs=1e-4)


def test_capital_is_the_mean_of_the_products_of_bets() -> None:
    # The naive reference: each gambler bets pair by pair, in order.
    pairs = [0.5, 1.0, 0.25, 0.75, 0.75, 0.0, 1.0]
    m, bets = 0.4, 50
    total = 0.0
    for k in range(bets):
        q, capital = (k + 0.5) / bets, 1.0
        for x in pairs:
            capital *= x * q / m + (1 - x) * (1 - q) / (1 - m)
        total += capital / bets
    cells = [pairs.count(x) for x in PAIR_SCORES]
    assert float(log_capital(cells, m, bets=bets)) == pytest.approx(math.log(total))


def test_pairs_that_balance_make_it_narrower() -> None:
    looks = np.array([500, 5_000])
    split = betting_sequence(np.outer(looks, [0.02, 0.05, 0.86, 0.05, 0.02]))
    spread = betting_sequence(np.outer(looks, [0.5, 0.0, 0.0, 0.0, 0.5]))
    ratio = (split.high - split.low) / (spread.high - spread.low)
    # Variances 0.01625 and 0.25: about √(1/15.4) = 0.25.
    assert ratio == pytest.approx([0.25, 0.25], abs=0.04)


@pytest.mark.filterwarnings("error")
def test_extremes() -> None:
    swept = betting_sequence([0, 0, 0, 0, 50]).at(-1)
    assert swept.high == 1.0
    assert 0.8 < swept.low < 0.95
    lost = beta_binomial_sequence(0, 50).at(-1)
    assert lost.low == 0.0
    mirror = betting_sequence([0, 0, 1000, 0, 0]).at(-1)
    assert mirror.contains(0.5)
    assert mirror.half_width < 0.02


@pytest.mark.parametrize("mean", [0.5, 0.8])
def test_false_alarms_over_all_looks(mean: float) -> None:
    # 2,000 runs of 10,000 pairs, a look every 100 pairs. A rule that errs in 5 % would pass 6.5 % with
    # probability 10⁻³. The ordinary interval, as a control, errs far more often.
    random = np.random.default_rng(21)
    law = np.array([0.25, 0.0, 0.5, 0.0, 0.25]) if mean == 0.5 else np.array([0.04, 0.0, 0.32, 0.0, 0.64])
    runs, looks = 2000, 100
    alarms, ordinary, binomial = 0, 0, 0
    for _ in range(runs // 100):
        cells = random.multinomial(100, law, size=(100, looks)).cumsum(axis=1)
        alarms += int((log_capital(cells, mean, bets=200) >= math.log(20)).any(axis=1).sum())
        n, score = cells.sum(axis=2), cells @ PAIR_SCORES
        error = np.sqrt((cells @ PAIR_SCORES**2 / n - (score / n) ** 2) / n)
        ordinary += int((np.abs(score / n - mean) > 1.96 * error).any(axis=1).sum())
        sequence = beta_binomial_sequence(score.ravel(), n.ravel().astype(float))
        outside = (sequence.low > mean) | (sequence.high < mean)
        binomial += int(outside.reshape(n.shape).any(axis=1).sum())
    assert alarms / runs < 0.065
    assert binomial / runs < 0.01  # valid for pair scores too, but wasteful
    assert ordinary / runs > 0.3
    print(f"betting {alarms / runs:.4f}, beta–binomial {binomial / runs:.4f}, ordinary {ordinary / runs:.3f}")


def test_cells_must_be_cumulated() -> None:
    with pytest.raises(ValueError, match="cumulated"):
        betting_sequence([[5, 0, 0, 0, 5], [1, 0, 0, 0, 1]])
