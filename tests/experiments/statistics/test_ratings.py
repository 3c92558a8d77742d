"""Ratings: the slow likelihood, planted ratings, mirrors, sweeps."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize

from kotc_sim.experiments.statistics.pairs import ELO_PER_NAT
from kotc_sim.experiments.statistics.ratings import fit_ratings

Array = NDArray[np.float64]

MATCHUPS = [(i, j) for i in range(4) for j in range(i, 4)]  # mirrors too
TRUE = np.array([80.0, 20.0, -20.0, -80.0])
SEAT, TIE = 30.0, 0.2


def odds(d: float) -> Array:
    """Return the law (loss, tie, win) of a starter who is d Elo ahead."""
    weights: Array = np.array([np.exp(-d / ELO_PER_NAT / 2), TIE, np.exp(d / ELO_PER_NAT / 2)])
    weights /= weights.sum()
    return weights


def tables(pairs: int, random: np.random.Generator) -> list[NDArray[np.int64]]:
    result = []
    for a, b in MATCHUPS:
        first = odds(TRUE[a] - TRUE[b] + SEAT)
        second = odds(TRUE[b] - TRUE[a] + SEAT)[::-1]
        result.append(random.multinomial(pairs, np.outer(first, second).ravel()).reshape(3, 3))
    return result


def test_the_fit_maximises_the_written_out_likelihood() -> None:
    data = tables(60, np.random.default_rng(0))

    def loss(x: Array) -> float:
        total = -1e-3 / 2 * float(x @ x)
        for (a, b), table in zip(MATCHUPS, data, strict=True):
            for i, j in itertools.product(range(3), range(3)):
                for starter, other, half_points in ((a, b, i), (b, a, 2 - j)):
                    d = x[starter] - x[other] + x[4]
                    weights = np.array([np.exp(-d / 2), np.exp(x[5]), np.exp(d / 2)])
                    total += table[i, j] * np.log(weights[half_points] / weights.sum())
        return -total

    solved = optimize.minimize(loss, np.zeros(6), method="BFGS", options={"gtol": 1e-5})
    ratings = fit_ratings(4, MATCHUPS, data, 1, resamples=10)
    expected = (solved.x[:4] - solved.x[:4].mean()) * ELO_PER_NAT
    assert [r.value for r in ratings.elo] == pytest.approx(list(expected), abs=0.02)
    assert ratings.seat.value == pytest.approx(solved.x[4] * ELO_PER_NAT, abs=0.02)
    assert ratings.tie == pytest.approx(np.exp(solved.x[5]), abs=1e-4)


def test_planted_ratings_are_found() -> None:
    # 100 rounds of 200 pairs a match-up, 5 parameters: 95 % coverage falls below 91.5 % with probability
    # 10⁻³ (the parameters of one round are correlated; 200 of the 500 are taken for independent).
    random = np.random.default_rng(1)
    inside = 0
    for seed in range(100):
        ratings = fit_ratings(4, MATCHUPS, tables(200, random), seed, resamples=200)
        inside += sum(r.contains(t) for r, t in zip(ratings.elo, TRUE, strict=True)) + ratings.seat.contains(SEAT)
    assert 0.915 < inside / 500 < 0.98


def test_expected_score_follows_the_model() -> None:
    ratings = fit_ratings(4, MATCHUPS, tables(20_000, np.random.default_rng(2)), 1, resamples=20)
    law = odds(TRUE[0] - TRUE[3] + SEAT)
    found = odds(ratings.elo[0].value - ratings.elo[3].value + ratings.seat.value)
    assert found[2] + found[1] / 2 == pytest.approx(law[2] + law[1] / 2, abs=0.005)
    assert [r.value for r in ratings.rank] == [1, 2, 3, 4]
    assert all(r.low == r.high for r in ratings.rank)


def test_a_deck_that_won_everything_stays_finite_and_uncertain() -> None:
    table = np.zeros((3, 3), dtype=int)
    table[2, 2] = 20
    few = fit_ratings(2, [(0, 1)], [table], 1).elo[0]
    many = fit_ratings(2, [(0, 1)], [100 * table], 1).elo[0]
    assert 300 < few.value < many.value < 3000
    assert few.low < few.value - 50


@pytest.mark.filterwarnings("error")
def test_a_mirror_alone_gives_the_seat() -> None:
    table = np.array([[0, 0, 10], [0, 0, 0], [30, 0, 0]])  # the starter won both games of 30 pairs, lost both of 10
    ratings = fit_ratings(1, [(0, 0)], [table], 1)
    assert ratings.seat.value == pytest.approx(ELO_PER_NAT * np.log(3), rel=1e-3)
    assert ratings.elo[0].value == 0.0
    assert ratings.tie == 0.0


@pytest.mark.parametrize("pairs", [12_000, 500_000, 5_000_000])
def test_ratings_of_very_many_games_are_found(pairs: int) -> None:
    found = fit_ratings(4, MATCHUPS, tables(pairs, np.random.default_rng(5)), 1, resamples=50)
    # Standard errors are at most 3 Elo at 12,000 pairs a match-up, so 12 is four of them: one seed in 3,000 fails.
    assert [r.value for r in found.elo] == pytest.approx(list(TRUE), abs=12 * (12_000 / pairs) ** 0.5)
    assert sum(r.value for r in found.elo) == pytest.approx(0, abs=1e-9)


def test_extreme_counts_have_ratings() -> None:
    # Decks that lose everything, seats that decide everything, ties that never or hardly ever happen, 1 to 5,000,000 pairs. Of 120 such
    # tables three had no ratings while the pull of a game was a difference of nearly equal numbers.
    random = np.random.default_rng(3)
    for _ in range(120):
        decks = int(random.integers(2, 7))
        who = list(itertools.combinations(range(decks), 2))
        pairs = int(10 ** random.uniform(0, 6.7))
        true = random.normal(size=decks) * 10 ** random.uniform(-2, 1.3)
        seat, tie = random.normal() * random.choice([0, 0.3, 5]), random.choice([0, 1e-6, 0.2, 5])

        def law(d: float, tie: float = tie) -> Array:
            weights: Array = np.array([np.exp(-d / 2), tie, np.exp(d / 2)])
            weights /= weights.sum()
            return weights

        laws = [np.outer(law(true[a] - true[b] + seat), law(true[b] - true[a] + seat)[::-1]).ravel() for a, b in who]
        found = fit_ratings(decks, who, [random.multinomial(pairs, p).reshape(3, 3) for p in laws], 1, resamples=20)
        assert all(np.isfinite(r.value) and r.low <= r.value <= r.high for r in found.elo)


def test_match_ups_must_name_decks() -> None:
    with pytest.raises(ValueError, match=r"decks 0\.\.1"):
        fit_ratings(2, [(0, 2)], np.ones((1, 3, 3)), 1)


def test_an_anchored_rating_is_0_and_the_differences_stay() -> None:
    matchups = [(0, 1), (1, 2), (0, 2)]
    tables = np.array([[[5, 3, 2], [4, 6, 8], [1, 9, 12]], [[9, 1, 2], [3, 3, 4], [6, 2, 1]], [[40, 0, 0], [0, 1, 0], [0, 0, 9]]])
    usual, anchored = (fit_ratings(3, matchups, tables, 1, anchor=anchor).elo for anchor in (None, 1))
    assert (anchored[1].value, anchored[1].low, anchored[1].high) == (0.0, 0.0, 0.0)
    assert [a.value - usual[1].value for a in usual] == pytest.approx([a.value for a in anchored])
    assert anchored[0].low < anchored[0].value < anchored[0].high


def test_an_unbeaten_deck_has_no_upper_bound_and_a_winless_one_no_lower() -> None:
    always, even = np.zeros((3, 3), int), np.full((3, 3), 10)
    always[2, 2] = 50
    found = fit_ratings(3, [(0, 1), (0, 2), (1, 2)], [always, always, even], seed=1)
    assert found.elo[0].high == np.inf
    assert found.elo[0].contains(found.elo[0].value)
    assert np.isfinite(found.elo[1].high)
    winless = fit_ratings(3, [(1, 0), (2, 0), (1, 2)], [always, always, even], seed=1)
    assert winless.elo[0].low == -np.inf
