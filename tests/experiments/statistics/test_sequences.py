"""Confidence sequences: published widths, the slow definition, false alarms over all looks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize, special

from kotc_sim.experiments.statistics.pairs import PAIR_SCORES
from kotc_sim.experiments.statistics.sequences import betting_sequence, excludes, log_capital


@pytest.mark.parametrize(("wins", "games"), [(3, 10), (40, 100), (5500, 10_000)])
def test_betting_on_wins_and_losses_is_beta_binomial(wins: int, games: int) -> None:
    # Robbins (1970), Ann. Math. Statist. 41, 1397: the uniform mixture of likelihood ratios stays below 1/α.
    def excess(p: float) -> float:
        return float(special.betaln(wins + 1, games - wins + 1) - special.xlogy(wins, p) - special.xlog1py(games - wins, -p)) - math.log(20)

    ends = [optimize.brentq(excess, 1e-12, wins / games), optimize.brentq(excess, wins / games, 1 - 1e-12)]
    assert betting_sequence([games - wins, 0, 0, 0, wins])[-1].ends == pytest.approx(ends, abs=1e-4)


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
    ratio = [one.half_width / other.half_width for one, other in zip(split, spread, strict=True)]
    # Variances 0.01625 and 0.25: about √(1/15.4) = 0.25.
    assert ratio == pytest.approx([0.25, 0.25], abs=0.04)


@pytest.mark.parametrize("cells", [[30, 10, 160, 200, 100], [400, 0, 200, 0, 100], [0, 0, 3, 0, 50], [0, 0, 1000, 0, 0]])
def test_a_mean_is_excluded_where_the_interval_ends(cells: list[int]) -> None:
    ends = betting_sequence(cells)[0]
    for mean in np.linspace(0.01, 0.99, 99):
        assert excludes(cells, mean) is not ends.contains(mean), mean
    assert [excludes(cells, end + step) for end, step in ((ends.low, -1e-6), (ends.low, 1e-6), (ends.high, -1e-6), (ends.high, 1e-6))] == [
        True, False, False, True,
    ]  # fmt: skip


@pytest.mark.filterwarnings("error")
def test_extremes() -> None:
    swept = betting_sequence([0, 0, 0, 0, 50])[-1]
    assert swept.high == 1.0
    assert 0.8 < swept.low < 0.95
    mirror = betting_sequence([0, 0, 1000, 0, 0])[-1]
    assert mirror.contains(0.5)
    assert mirror.half_width < 0.02


@pytest.mark.parametrize("mean", [0.5, 0.8])
def test_false_alarms_over_all_looks(mean: float) -> None:
    # 2,000 runs of 10,000 pairs, a look every 100 pairs. A rule that errs in 5 % would pass 6.5 % with
    # probability 10⁻³. The ordinary interval, as a control, errs far more often.
    random = np.random.default_rng(21)
    law = np.array([0.25, 0.0, 0.5, 0.0, 0.25]) if mean == 0.5 else np.array([0.04, 0.0, 0.32, 0.0, 0.64])
    runs, looks = 2000, 100
    alarms, ordinary = 0, 0
    for _ in range(runs // 100):
        cells = random.multinomial(100, law, size=(100, looks)).cumsum(axis=1)
        alarms += int((log_capital(cells, mean, bets=200) >= math.log(20)).any(axis=1).sum())
        n, score = cells.sum(axis=2), cells @ PAIR_SCORES
        error = np.sqrt((cells @ PAIR_SCORES**2 / n - (score / n) ** 2) / n)
        ordinary += int((np.abs(score / n - mean) > 1.96 * error).any(axis=1).sum())
    assert alarms / runs < 0.065
    assert ordinary / runs > 0.3
    print(f"betting {alarms / runs:.4f}, ordinary {ordinary / runs:.3f}")


def test_cells_must_be_cumulated() -> None:
    with pytest.raises(ValueError, match="cumulated"):
        betting_sequence([[5, 0, 0, 0, 5], [1, 0, 0, 0, 1]])
