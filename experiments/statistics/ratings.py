"""Ratings of many decks from all their match-ups: Bradley–Terry with ties and with a seat.

R. R. Davidson (1970), *JASA* 65, 317–328, gives the tie; Davidson and Beaver (1977), *Biometrics* 33, 693–702, the advantage of the seat.
With d = rating of the starter + seat − rating of the other, a game's outcomes win : tie : loss of the starter have the odds e^(d/2) : ν :
e^(−d/2). A rating is one number a deck and cannot show cycles: print it with the matrix, never instead of it.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.statistics.bootstrap import percentile_interval, resample_cells
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.pairs import ELO_PER_NAT

Array = NDArray[np.float64]

RIDGE = 1e-3
"""Weight of the squared parameters (in nats): keeps the rating of a deck that won every game finite."""

RESAMPLES = 500  # bootstrap copies of the ratings

_MOST_STEPS, _LONGEST_STEP = 100, 2.0
_LEAST_GAIN = 1e-18
"""Newton's method ends when no copy's log-likelihood can gain more: its parameters are then within 1e-9 standard errors."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of all decks.

    ``elo``, in Elo points, has a mean of 0 over all decks; one that won, or lost, all its games has no upper, or lower, bound. ``rank``: 1
    is the best. ``seat`` is what starting is worth, in Elo points. ``tie`` is ν: the odds of a tie to the geometric mean of win and loss; 0
    when no game was tied.
    """

    elo: tuple[Interval, ...]
    rank: tuple[Interval, ...]
    seat: Interval
    tie: float


def fit_ratings(
    decks: int,
    matchups: ArrayLike,
    tables: ArrayLike,
    seed: int | np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    anchor: int | None = None,
) -> Ratings:
    """Fit ratings by penalised maximum likelihood and bootstrap them over pairs.

    ``matchups``, int of shape (m, 2), are decks A and B; a mirror (A = B) still tells about the seat. ``tables``, (m, 3, 3), are their
    `Pairs.table`. The rating of the ``anchor`` is 0; by default the mean of all is, which is as uncertain as the worst known of all.
    """
    who = np.asarray(matchups, dtype=np.int64).reshape(-1, 2)
    counts = np.asarray(tables, dtype=np.int64)
    if counts.shape != (who.shape[0], 3, 3):
        raise ValueError(f"{who.shape[0]} match-ups, but tables of shape {counts.shape}")
    if who.size == 0 or who.min() < 0 or who.max() >= decks:
        raise ValueError(f"the match-ups do not name decks 0..{decks - 1}")
    copies = resample_cells(counts.reshape(-1, 9), seed, resamples=resamples)
    everything = np.concatenate([counts.reshape(1, -1, 9), copies])
    games = _games(everything.reshape(-1, *counts.shape))
    parameters = _fit(games, _design(decks, who))
    ratings: Array = parameters[:, :decks]
    nats: Array = ratings - (ratings.mean(axis=1, keepdims=True) if anchor is None else ratings[:, anchor : anchor + 1])
    ranks: Array = (1 + (-nats).argsort(axis=1, kind="stable").argsort(axis=1, kind="stable")).astype(np.float64)

    def interval(column: Array, scale: float = 1.0) -> Interval:
        return percentile_interval(float(column[0]) * scale, column[1:] * scale)

    def rating(deck: int) -> Interval:
        """Return a rating with its interval; one-sided for a deck that won, or lost, every game: it may be any number better, or worse."""
        found, score = interval(nats[:, deck], ELO_PER_NAT), scores[deck]
        low = -math.inf if score == 0.0 else min(found.low, found.value)
        return Interval(found.value, low, math.inf if score == 1.0 else max(found.high, found.value))

    scores = _scores(decks, who, counts)
    tie = 0.0 if games[0, :, 1].sum() == 0 else float(np.exp(parameters[0, decks + 1]))
    return Ratings(
        tuple(rating(k) for k in range(decks)),
        tuple(interval(ranks[:, k]) for k in range(decks)),
        interval(parameters[:, decks], ELO_PER_NAT),
        tie,
    )


def _scores(decks: int, who: NDArray[np.int64], counts: NDArray[np.int64]) -> Array:
    """Return the mean score of each deck against others; NaN for one that met none."""
    half_points = np.add.outer(np.arange(3), np.arange(3))
    won, played = np.zeros(decks), np.zeros(decks)
    for (a, b), table in zip(who, counts, strict=True):
        if a != b:
            of_a, all_points = int((table * half_points).sum()), 4 * int(table.sum())
            won[a] += of_a
            won[b] += all_points - of_a
            played[[a, b]] += all_points
    scores: Array = np.divide(won, played, out=np.full(decks, np.nan), where=played > 0)
    return scores


def _games(tables: NDArray[np.int64]) -> Array:
    """Return games (copies, 2m, 3) by (loss, tie, win) of the starter: A starts in the first m rows."""
    a_starts = tables.sum(axis=3)
    b_starts = tables.sum(axis=2)[..., ::-1]  # B's half-points are 2 minus A's
    return np.concatenate([a_starts, b_starts], axis=1).astype(np.float64)


def _design(decks: int, who: NDArray[np.int64]) -> Array:
    """Return the rows (2m, decks + 1) that turn ratings and seat into d."""
    m = who.shape[0]
    rows: Array = np.zeros((2 * m, decks + 1))
    for k in range(m):
        a, b = who[k]
        rows[k, a] += 1  # += because a mirror cancels itself
        rows[k, b] -= 1
        rows[m + k, b] += 1
        rows[m + k, a] -= 1
    rows[:, decks] = 1
    return rows


def _fit(games: Array, design: Array) -> Array:
    """Return the parameters (copies, decks + 2): ratings, seat, ln ν; Newton's method, all copies at once.

    Only differences of ratings are in the data, so Newton's step is solved for ratings whose sum is zero: along their common constant
    there is nothing but the ridge to hold it, and rounding would move it at each step. The ridge's own optimum has that sum as well.
    """
    copies = games.shape[0]
    ties_exist = bool(games[0, :, 1].sum() > 0)
    free = _free(design.shape[1] - 1, ties_exist)
    loss_games, tie_games, win_games = games[:, :, 0], games[:, :, 1], games[:, :, 2]
    number = games.sum(axis=2)
    x: Array = np.zeros((copies, design.shape[1] + 1))
    if not ties_exist:
        x[:, -1] = -np.inf
    for _ in range(_MOST_STEPS):
        d = x[:, :-1] @ design.T
        log_win, log_tie = d / 2, np.broadcast_to(x[:, -1:], d.shape)
        norm = np.logaddexp(np.logaddexp(log_win, -log_win), log_tie)
        win, loss, tie = np.exp(log_win - norm), np.exp(-log_win - norm), np.exp(log_tie - norm)
        # Written without differences of nearly equal numbers: "won minus expected" would lose all digits where somebody wins every game.
        pull_d = win_games * (loss + tie / 2) + tie_games * (loss - win) / 2 - loss_games * (win + tie / 2)
        pull_tie = tie_games * (win + loss) - (win_games + loss_games) * tie
        held = np.where(np.isfinite(x), x, 0.0)
        gradient = np.concatenate([pull_d @ design, pull_tie.sum(axis=1, keepdims=True)], axis=1) - RIDGE * held
        curve_d = number * (win * loss + (win + loss) * tie / 4)
        curve_cross = number * (loss - win) / 2 * tie
        hessian: Array = np.empty((copies, x.shape[1], x.shape[1]))
        hessian[:, :-1, :-1] = np.einsum("cr,ri,rj->cij", curve_d, design, design, optimize=True)
        hessian[:, :-1, -1] = hessian[:, -1, :-1] = curve_cross @ design
        hessian[:, -1, -1] = np.sum(number * tie * (win + loss), axis=1)
        hessian += RIDGE * np.eye(x.shape[1])
        pull = gradient @ free
        step = np.linalg.solve(free.T @ hessian @ free, pull[..., None])[..., 0]
        # Twice what the penalised log-likelihood can still gain: a step of so many standard errors, squared, whatever the number of games.
        gain = np.sum(pull * step, axis=1)
        moved = step @ free.T
        # The likelihood is concave; a cap on the step is all that Newton needs far from the top.
        moved *= np.minimum(1.0, _LONGEST_STEP / np.maximum(np.abs(moved).max(axis=1, keepdims=True), 1e-300))
        x += moved
        if gain.max() < _LEAST_GAIN:
            return x
    raise ArithmeticError("the ratings did not converge")


def _free(decks: int, ties_exist: bool) -> Array:
    """Return an orthonormal basis (decks + 2, free parameters): ratings with the sum zero, the seat, and ln ν if games were tied."""
    differences = np.linalg.qr(np.column_stack([np.ones(decks), np.eye(decks)[:, 1:]]))[0][:, 1:]
    basis: Array = np.zeros((decks + 2, decks + ties_exist))
    basis[:decks, : decks - 1] = differences
    basis[decks, decks - 1] = 1.0
    if ties_exist:
        basis[decks + 1, decks] = 1.0
    return basis
