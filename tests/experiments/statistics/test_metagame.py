"""The metagame: equilibria of known games, degenerate ones, alpha-rank by exact fractions, planted fields."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import optimize

from kotc_sim.experiments.statistics.equilibrium import maximum_entropy_equilibria, maximum_entropy_equilibrium
from kotc_sim.experiments.statistics.metagame import (
    ALPHAS,
    alpha_rank,
    analyse_metagame,
    cycles,
    cyclic_share,
    entropy_bits,
    list_dominated,
    log_odds,
    score_matrix,
    settled_alpha_rank,
)

Array = NDArray[np.float64]

RPS = np.array([[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])


@pytest.mark.parametrize(
    ("payoff", "weights"),
    [
        (RPS, [1 / 3, 1 / 3, 1 / 3]),
        ([[0, 1, -2], [-1, 0, 3], [2, -3, 0]], [1 / 2, 1 / 3, 1 / 6]),
        ([[0, 1, 1], [-1, 0, 0], [-1, 0, 0]], [1, 0, 0]),
        ([[0, 0, 1], [0, 0, 0], [-1, 0, 0]], [1 / 2, 1 / 2, 0]),
        (np.zeros((5, 5)), [0.2] * 5),
        ([[0.0]], [1]),
    ],
    ids=["rock-paper-scissors", "weighted", "one best", "two best, the third weakly worse", "all even", "one deck"],
)
def test_known_equilibria(payoff: object, weights: list[float]) -> None:
    found = maximum_entropy_equilibrium(np.array(payoff, dtype=float))
    assert found == pytest.approx(weights, abs=1e-7)


@pytest.mark.parametrize("copies", [[0, 1, 2, 2], [0, 0, 0, 1, 2, 2], [0, 0, 1, 1, 2, 2]])
def test_copies_share_the_weight_of_the_original(copies: list[int]) -> None:
    payoff = np.array([[0.0, 1.0, -2.0], [-1.0, 0.0, 3.0], [2.0, -3.0, 0.0]])
    original = maximum_entropy_equilibrium(payoff)
    found = maximum_entropy_equilibrium(payoff[np.ix_(copies, copies)])
    assert found == pytest.approx([original[k] / copies.count(k) for k in copies], abs=1e-6)


def antisymmetric(entries: list[int], n: int) -> Array:
    a = np.zeros((n, n))
    a[np.triu_indices(n, 1)] = entries[: n * (n - 1) // 2]
    difference: Array = a - a.T
    return difference


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), st.lists(st.integers(-2, 2), min_size=15, max_size=15))
def test_degenerate_games_have_an_equilibrium_of_greatest_entropy(n: int, entries: list[int]) -> None:
    a = antisymmetric(entries, n)
    p = maximum_entropy_equilibrium(a)
    assert p.sum() == pytest.approx(1)
    assert p.min() >= 0
    assert (a @ p).max() <= 1e-6
    # No equilibrium q has more entropy: moving from p towards any q must not gain, so Σ q·ln p >= Σ p·ln p
    # (the entropy is concave). The worst q is the solution of a linear program.
    slope = np.log(np.maximum(p, 1e-9))
    solved = optimize.linprog(slope, A_ub=a, b_ub=np.zeros(n), A_eq=np.ones((1, n)), b_eq=[1], bounds=(0, 1))
    assert solved.status == 0
    assert slope @ solved.x >= slope @ p - 2e-4


def test_measured_games_have_one_equilibrium_found_at_once() -> None:
    random = np.random.default_rng(0)
    for _ in range(30):
        n = int(random.integers(2, 12))
        a = random.normal(size=(n, n))
        a -= a.T
        p = maximum_entropy_equilibrium(a)
        assert (a @ p).max() < 1e-12
        assert (p > 0).sum() % 2 == 1  # Kaplansky: the support of a generic symmetric game is odd


def test_matrices_that_resemble_each_other_have_the_equilibria_that_each_has_alone() -> None:
    """Measured ones, and those of whole numbers, which have many equilibria."""
    random = np.random.default_rng(0)
    for rounded in (False, True):
        drawn = random.normal(size=(5, 5)) + random.normal(size=(30, 5, 5)) / 2
        alike = np.round(drawn) if rounded else drawn
        alike -= alike.transpose(0, 2, 1)
        together = maximum_entropy_equilibria(alike)
        assert np.array_equal(together, [maximum_entropy_equilibrium(one) for one in alike])
        assert len({tuple(row > 0) for row in together}) > 3  # other decks, and back again


def test_payoffs_must_be_antisymmetric() -> None:
    with pytest.raises(ValueError, match="antisymmetric"):
        maximum_entropy_equilibrium([[0.0, 1.0], [1.0, 0.0]])


def naive_alpha_rank(scores: list[list[Fraction]], ratio: Fraction, population: int) -> list[Fraction]:
    """Solve the chain with exact fractions; e^(−u) is taken as ratio^(score difference in tenths)."""
    n = len(scores)
    chain = [[Fraction(0)] * n for _ in range(n)]
    for s, r in itertools.permutations(range(n), 2):
        gain = ratio ** int((scores[r][s] - scores[s][r]) * 10)
        rho = Fraction(1, population) if gain == 1 else (1 - 1 / gain) / (1 - 1 / gain**population)
        chain[s][r] = rho / (n - 1)
    for s in range(n):
        chain[s][s] = 1 - sum(chain[s], Fraction(0))
    # πP = π with Σπ = 1, by Gauss–Jordan.
    rows = [[chain[j][i] - (i == j) for j in range(n)] + [Fraction(0)] for i in range(n - 1)]
    rows.append([Fraction(1)] * n + [Fraction(1)])
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k] != 0)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [v - rows[i][k] * w for v, w in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


@pytest.mark.parametrize(("ratio", "population"), [(Fraction(3, 2), 5), (Fraction(7), 50)])
def test_alpha_rank_equals_the_chain_in_exact_fractions(ratio: Fraction, population: int) -> None:
    tenths = [[5, 6, 3, 5], [4, 5, 8, 6], [7, 2, 5, 4], [5, 4, 6, 5]]
    scores = [[Fraction(v, 10) for v in row] for row in tenths]
    exact = [float(v) for v in naive_alpha_rank(scores, ratio, population)]
    alpha = 10 * np.log(float(ratio))
    found = alpha_rank(np.array(tenths) / 10, alpha, population)
    assert found == pytest.approx(exact, rel=1e-9)


@pytest.mark.filterwarnings("error")
def test_alpha_rank_at_pressures_that_underflow() -> None:
    scores = np.array([[0.5, 0.7, 0.7], [0.3, 0.5, 0.6], [0.3, 0.4, 0.5]])
    assert alpha_rank(scores, 1e4) == pytest.approx([1, 0, 0])
    cycle = np.array([[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]])
    assert alpha_rank(cycle, 1e4) == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert alpha_rank(scores, 0.0) == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_the_sweep_settles() -> None:
    scores = np.array([[0.5, 0.52, 0.7], [0.48, 0.5, 0.6], [0.3, 0.4, 0.5]])
    alpha, weights = settled_alpha_rank(scores)
    assert weights == pytest.approx([1, 0, 0], abs=0.02)
    assert ALPHAS[0] < alpha < ALPHAS[-1]
    before = alpha_rank(scores, ALPHAS[ALPHAS.index(alpha) - 1])
    assert np.abs(before - alpha_rank(scores, ALPHAS[-1])).max() >= 0.01


def test_domination_and_cycles() -> None:
    scores = (RPS * 0.1 + 0.5).tolist()
    scores = np.array([[*scores[0], 0.7], [*scores[1], 0.7], [*scores[2], 0.7], [0.3, 0.3, 0.3, 0.5]])
    assert list_dominated(scores) == [(3, by) for by in range(3)]
    assert list_dominated(scores, margin=np.full((4, 4, 4), 0.15)) == []
    (cycle,) = cycles(scores)
    assert cycle == (0, 1, 2)
    assert cycles(scores, lower=scores - 0.11) == []
    for a, b in itertools.pairwise((*cycle, cycle[0])):
        assert scores[a, b] > 0.5


def test_equal_decks_do_not_dominate_each_other() -> None:
    assert list_dominated(np.full((3, 3), 0.5)) == []


def test_cyclic_share() -> None:
    ratings = np.array([1.0, 0.2, -1.2])
    assert cyclic_share(ratings[:, None] - ratings[None, :]) == pytest.approx(0, abs=1e-12)
    assert cyclic_share(RPS) == pytest.approx(1)
    assert cyclic_share(np.zeros((2, 2))) == 0.0


def test_log_odds_of_a_sweep_are_finite_and_antisymmetric() -> None:
    scores = np.array([[0.5, 1.0], [0.0, 0.5]])
    odds = log_odds(scores, 20)
    assert odds == pytest.approx(np.array([[0, np.log(41)], [-np.log(41), 0]]))
    assert (log_odds(scores) == -log_odds(scores).T).all()


def field(pairs: int, strengths: Array, random: np.random.Generator) -> NDArray[np.int64]:
    n = strengths.shape[0]
    cells = np.zeros((n, n, 5), dtype=np.int64)
    for i, j in itertools.combinations(range(n), 2):
        p = 1 / (1 + np.exp(-strengths[i, j]))
        cells[i, j] = random.multinomial(pairs, [(1 - p) ** 2, 0, 2 * p * (1 - p), 0, p**2])
    return cells


def test_score_matrix_counts_both_sides() -> None:
    cells = np.zeros((3, 3, 5), dtype=int)
    cells[0, 1] = [0, 0, 1, 1, 2]
    scores = score_matrix(cells)
    assert scores[0, 1] == pytest.approx(3.25 / 4)
    assert scores[1, 0] + scores[0, 1] == 1.0
    assert scores[0, 2] == 0.5


def test_a_planted_field() -> None:
    strengths = np.zeros((4, 4))
    strengths[:3, :3] = 0.4 * np.array([[0, 1, -2], [-1, 0, 3], [2, -3, 0]])
    strengths[3, :3], strengths[:3, 3] = -1.0, 1.0
    result = analyse_metagame(field(4000, strengths, np.random.default_rng(3)), 4, resamples=200)
    assert all(w.contains(t) for w, t in zip(result.weights, [1 / 2, 1 / 3, 1 / 6, 0], strict=True))
    assert result.weights[3].high == 0.0
    assert result.ranks[3].ends == (4, 4)
    assert result.playable_share.ends == (0.75, 0.75)
    assert result.entropy.contains(entropy_bits([1 / 2, 1 / 3, 1 / 6]))
    # Against deck 1, deck 2 is even weaker than deck 3.
    assert result.dominated == [(3, 0), (3, 1)]
    assert [set(c) for c in result.cycles] == [{0, 1, 2}]
    assert result.worst_matchup == (0, 2)
    assert all(m.value == pytest.approx(0.5, abs=0.03) for m in result.mean_score[:3])


def test_few_games_give_wide_rank_intervals() -> None:
    strengths = np.zeros((4, 4))
    few = analyse_metagame(field(20, strengths, np.random.default_rng(5)), 6, resamples=200)
    assert max(r.high - r.low for r in few.ranks) >= 2
    again = analyse_metagame(field(20, strengths, np.random.default_rng(5)), 6, resamples=200)
    assert few.weights == again.weights
