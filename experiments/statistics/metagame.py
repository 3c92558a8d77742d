"""The game above the games: the choice of a deck.

Choosing decks is a symmetric zero-sum game whose payoff is the log-odds of the score. Its equilibrium of greatest entropy says which decks
a field of clever players would hold (Balduzzi et al. 2018, "Re-evaluating evaluation", arXiv 1806.02643); copies of a deck share its weight
and change nothing else. Alpha-rank (Omidshafiei et al. 2019, *Scientific Reports* 9, 9937) asks instead where a population that keeps
imitating better decks spends its time.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.statistics.bootstrap import percentile_interval, resample_cells
from kotc_sim.experiments.statistics.equilibrium import maximum_entropy_equilibria
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.pairs import PAIR_SCORES

Array = NDArray[np.float64]

RESAMPLES = 500  # bootstrap copies of the matrix

ALPHAS = tuple(10.0 ** (k / 4) for k in range(-4, 17))
"""Selection pressures of the sweep, 0.1 to 10,000."""


def score_matrix(cells: ArrayLike) -> Array:
    """Return the scores (…, n, n) of a round robin: the row's; the diagonal is 0.5, and [i, j] + [j, i] is exactly 1.

    ``cells``, shape (…, n, n, 5), are pairs of deck i against deck j by i's score; only i < j is read. Match-ups without pairs count as
    even.
    """
    counts: Array = np.asarray(cells, dtype=np.float64)
    number = counts.sum(axis=-1)
    points = counts @ PAIR_SCORES
    shares = np.divide(points, number, out=np.full_like(points, 0.5), where=number > 0)
    upper = np.triu(np.ones(shares.shape[-2:], dtype=bool), 1)
    above: Array = np.where(upper, shares, 0.0)
    below: Array = np.where(upper, 1 - shares, 0.0)
    scores: Array = above + np.swapaxes(below, -1, -2) + np.eye(shares.shape[-1]) / 2
    return scores


def log_odds(scores: ArrayLike, games: ArrayLike | None = None) -> Array:
    """Return the antisymmetric matrix of log-odds of a score matrix, shape (…, n, n).

    Half a win and half a loss are added to the ``games`` behind each entry, so that a clean sweep stays finite; without these, scores are
    kept within 10⁻⁶ of 0 and 1.
    """
    p: Array = np.asarray(scores, dtype=np.float64)
    if games is None:
        p = np.clip(p, 1e-6, 1 - 1e-6)
    else:
        n: Array = np.asarray(games, dtype=np.float64)
        p = (p * n + 0.5) / (n + 1)
    odds: Array = np.log(p / (1 - p))
    # Rounding must not spoil the antisymmetry that the theory needs.
    return (odds - np.swapaxes(odds, -1, -2)) / 2


def entropy_bits(weights: ArrayLike) -> float:
    """Return the entropy of a distribution in bits; 2 to its power is the effective number of decks."""
    p: Array = np.asarray(weights, dtype=np.float64)
    p = p[p > 0]
    return max(0.0, float(-(p * np.log2(p)).sum()))


def alpha_rank(scores: ArrayLike, alpha: float = 100.0, population: int = 50) -> Array:
    """Return the stationary distribution of alpha-rank, float64 of shape (n,), under selection pressure ``alpha``.

    A mutant r takes over a population of s, of size m, with probability (1 − e^(−u))/(1 − e^(−m·u)), u = α·(score[r, s] − score[s, r]), and
    1/m for u = 0. The law is computed with logarithms of the rates (Grassmann, Taksar and Heyman 1985, which never subtracts), so that
    rates such as e^(−5000) neither vanish nor make the chain fall apart.
    """
    p: Array = np.asarray(scores, dtype=np.float64)
    n = p.shape[0]
    u = alpha * (p - p.T).T  # u[s, r]: pull of mutant r in a population of s
    size = np.abs(u)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.log(-np.expm1(-size)) - np.log(-np.expm1(-population * size))
    # For u < 0 both signs turn: the quotient is multiplied by e^((m − 1)·u).
    rates: Array = np.where(size < 1e-12, -math.log(population), ratio + np.minimum(u, 0) * (population - 1))
    np.fill_diagonal(rates, -np.inf)
    # Eliminate the states from the last to the first, then substitute back.
    log_out = np.zeros(n)
    for k in range(n - 1, 0, -1):
        log_out[k] = np.logaddexp.reduce(rates[k, :k])
        detour = rates[:k, k, None] + rates[None, k, :k] - log_out[k]
        rates[:k, :k] = np.logaddexp(rates[:k, :k], detour)
    law = np.zeros(n)
    for k in range(1, n):
        law[k] = np.logaddexp.reduce(law[:k] + rates[:k, k]) - log_out[k]
    law -= np.logaddexp.reduce(law)
    result: Array = np.exp(law)
    return result


def settled_alpha_rank(scores: ArrayLike) -> tuple[float, Array]:
    """Return the smallest α of `ALPHAS` from which on no weight of alpha-rank moves by 0.01 or more, and the weights there."""
    weights = np.array([alpha_rank(scores, alpha) for alpha in ALPHAS])
    moved = np.abs(weights - weights[-1]).max(axis=1) >= 0.01
    chosen = int(np.flatnonzero(moved)[-1]) + 1 if moved.any() else 0
    return ALPHAS[chosen], weights[chosen]


def list_dominated(scores: ArrayLike, margin: ArrayLike = 0.0) -> list[tuple[int, int]]:
    """Return the decks that another deck dominates, each with that one: never better, whatever the opponent, and sometimes worse.

    ``margin[i, j, k]`` is how much better j must be than i against k; 0 for point estimates. With the half-width of the difference's
    interval the list holds only what is beyond doubt. Against each other, and against themselves, both decks' scores count like any other
    column.
    """
    p: Array = np.asarray(scores, dtype=np.float64)
    n = p.shape[0]
    needed = np.broadcast_to(np.asarray(margin, dtype=np.float64), (n, n, n))
    found: list[tuple[int, int]] = []
    for i, j in itertools.permutations(range(n), 2):
        gain = p[j] - p[i] - needed[i, j]
        if gain.min() >= 0 and gain.max() > 0:
            found.append((i, j))
    return found


def cycles(scores: ArrayLike, lower: ArrayLike | None = None) -> list[tuple[int, int, int]]:
    """Return all cycles of three decks, of which each beats the next, those first whose weakest score is the highest.

    With ``lower`` ends of the scores' intervals only those beyond doubt.
    """
    p: Array = np.asarray(scores, dtype=np.float64)
    sure: Array = p if lower is None else np.asarray(lower, dtype=np.float64)

    def weakest(of: Array, cycle: tuple[int, int, int]) -> float:
        x, y, z = cycle
        return float(min(of[x, y], of[y, z], of[z, x]))

    ways = [way for a, b, c in itertools.combinations(range(p.shape[0]), 3) for way in ((a, b, c), (a, c, b))]
    return sorted((way for way in ways if weakest(sure, way) > 0.5), key=lambda way: -weakest(p, way))


def cyclic_share(odds: ArrayLike) -> float:
    """Return the share (0..1) of an antisymmetric matrix's squares that no rating can explain.

    Ratings explain differences r_i − r_j with r the row means; the rest is rock–paper–scissors (the Hodge
    decomposition of Jiang et al. 2011). 0: one deck is simply better than the next; 1: pure cycles.
    """
    a: Array = np.asarray(odds, dtype=np.float64)
    total = float((a**2).sum())
    if total == 0:
        return 0.0
    means = a.mean(axis=1)
    return float(((a - (means[:, None] - means[None, :])) ** 2).sum()) / total


@dataclass(frozen=True, slots=True)
class Metagame:
    """What a round robin says about a field of decks; every interval from the bootstrap of the matrix.

    ``weights``, ``ranks`` (by alpha-rank; 1 is the best, ties share the mean rank) and ``mean_score`` (against the equilibrium) have an
    entry a deck, as have the weights of ``alpha_rank`` where it has settled, at ``alpha``. ``entropy`` is the equilibrium's, in bits;
    ``playable_share`` that of decks with a weight above 0.1 %. ``worst_matchup`` is the heaviest deck of the equilibrium, and the deck
    against which it scores least.
    """

    scores: Array
    weights: tuple[Interval, ...]
    ranks: tuple[Interval, ...]
    alpha: float
    alpha_rank: Array
    mean_score: tuple[Interval, ...]
    entropy: Interval
    playable_share: Interval
    dominated: list[tuple[int, int]]
    cycles: list[tuple[int, int, int]]
    cyclic_share: Interval
    worst_matchup: tuple[int, int]


def _ranks(weights: Array) -> Array:
    """Return ranks, 1 the heaviest; weights that agree to 10⁻⁹ share their mean rank."""
    heavier = (weights[None, :] - weights[:, None] > 1e-9).sum(axis=1)
    equal = (np.abs(weights[None, :] - weights[:, None]) <= 1e-9).sum(axis=1)
    ranks: Array = 1 + heavier + (equal - 1) / 2
    return ranks


def analyse_metagame(cells: ArrayLike, seed: int | np.random.Generator, *, resamples: int = RESAMPLES) -> Metagame:
    """Analyse a round robin, with intervals; ``cells``, shape (n, n, 5), as `score_matrix` takes them."""
    counts = np.asarray(cells, dtype=np.int64)
    n = counts.shape[0]
    if counts.shape != (n, n, 5):
        raise ValueError(f"expected counts of shape (n, n, 5), got {counts.shape}")
    games = 2 * np.triu(counts.sum(axis=-1), 1)
    copies = resample_cells(counts, seed, resamples=resamples)
    matrices = np.concatenate([score_matrix(counts)[None], score_matrix(copies)])
    odds = log_odds(matrices, games + games.T)
    alpha, settled = settled_alpha_rank(matrices[0])
    weights = maximum_entropy_equilibria(odds)
    ranks = np.array([_ranks(alpha_rank(matrix, alpha)) for matrix in matrices])
    against = np.einsum("rij,rj->ri", matrices, weights)

    def interval(column: ArrayLike) -> Interval:
        values: Array = np.asarray(column, dtype=np.float64)
        return percentile_interval(float(values[0]), values[1:])

    top = int(weights[0].argmax())
    others = np.where(np.arange(n) == top, np.inf, matrices[0, top])
    return Metagame(
        scores=matrices[0],
        weights=tuple(interval(weights[:, k]) for k in range(n)),
        ranks=tuple(interval(ranks[:, k]) for k in range(n)),
        alpha=alpha,
        alpha_rank=settled,
        mean_score=tuple(interval(against[:, k]) for k in range(n)),
        entropy=interval([entropy_bits(row) for row in weights]),
        playable_share=interval((weights > 1e-3).mean(axis=1)),
        dominated=list_dominated(matrices[0]),
        cycles=cycles(matrices[0]),
        cyclic_share=interval([cyclic_share(matrix) for matrix in odds]),
        worst_matchup=(top, int(others.argmin())),
    )
