"""Ratings of many decks from all their match-ups: Bradley–Terry with ties and with a seat.

R. R. Davidson (1970), *JASA* 65, 317–328, gives the tie; Davidson and Beaver (1977), *Biometrics* 33,
693–702, the advantage of the seat. With d = rating of the starter + seat − rating of the other, a game's
outcomes win : tie : loss of the starter have the odds e^(d/2) : ν : e^(−d/2). A rating is one number a deck
and cannot show cycles: print it with the matrix, never instead of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.statistics.bootstrap import percentile_interval, resample_cells
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.pairs import ELO_PER_NAT

__all__ = ["RESAMPLES", "RIDGE", "Ratings", "fit_ratings"]

Array = NDArray[np.float64]

RIDGE = 1e-3
"""Weight of the squared parameters (in nats): keeps the rating of a deck that won every game finite."""

RESAMPLES = 500
"""Bootstrap copies of the ratings."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of all decks.

    Attributes
    ----------
    elo : tuple of Interval
        One a deck, in Elo points; the mean of all decks is 0.
    rank : tuple of Interval
        One a deck; 1 is the best.
    seat : Interval
        What starting is worth, in Elo points.
    tie : float
        ν: the odds of a tie to the geometric mean of win and loss; 0 when no game was tied.
    """

    elo: tuple[Interval, ...]
    rank: tuple[Interval, ...]
    seat: Interval
    tie: float

    def expected(self, starter: int, other: int) -> float:
        """Return the expected score of the starter by the model, ties counting one half."""
        d = (self.elo[starter].value - self.elo[other].value + self.seat.value) / ELO_PER_NAT
        win, loss = np.exp(d / 2), np.exp(-d / 2)
        return float((win + self.tie / 2) / (win + self.tie + loss))


def fit_ratings(
    decks: int,
    matchups: ArrayLike,
    tables: ArrayLike,
    seed: int | np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    ridge: float = RIDGE,
    confidence: float = 0.95,
) -> Ratings:
    """Fit ratings by penalised maximum likelihood and bootstrap them over pairs.

    Parameters
    ----------
    decks : int
        Number of decks.
    matchups : array_like, int, shape (m, 2)
        Decks A and B of each match-up; a mirror (A = B) still tells about the seat.
    tables : array_like, int, shape (m, 3, 3)
        `Pairs.table` of each match-up: pairs by A's half-points as first and as second player.
    seed : int or numpy.random.Generator
        Of the bootstrap.
    resamples : int
    ridge : float
    confidence : float

    Returns
    -------
    Ratings
    """
    who = np.asarray(matchups, dtype=np.int64).reshape(-1, 2)
    counts = np.asarray(tables, dtype=np.int64)
    if counts.shape != (who.shape[0], 3, 3):
        raise ValueError(f"{who.shape[0]} match-ups, but tables of shape {counts.shape}")
    if who.size == 0 or who.min() < 0 or who.max() >= decks:
        raise ValueError(f"the match-ups do not name decks 0..{decks - 1}")
    copies = resample_cells(counts.reshape(-1, 9), seed, resamples=resamples, unseen=True)
    everything = np.concatenate([counts.reshape(1, -1, 9), copies])
    games = _games(everything.reshape(-1, *counts.shape))
    parameters = _fit(games, _design(decks, who), ridge)
    nats = parameters[:, :decks] - parameters[:, :decks].mean(axis=1, keepdims=True)
    ranks = 1.0 + (-nats).argsort(axis=1, kind="stable").argsort(axis=1, kind="stable")

    def interval(column: Array, scale: float = 1.0) -> Interval:
        return percentile_interval(float(column[0]) * scale, column[1:] * scale, confidence)

    tie = 0.0 if games[0, :, 1].sum() == 0 else float(np.exp(parameters[0, decks + 1]))
    return Ratings(
        tuple(interval(nats[:, k], ELO_PER_NAT) for k in range(decks)),
        tuple(interval(ranks[:, k]) for k in range(decks)),
        interval(parameters[:, decks], ELO_PER_NAT),
        tie,
    )


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


def _fit(games: Array, design: Array, ridge: float) -> Array:
    """Return the parameters (copies, decks + 2): ratings, seat, ln ν; Newton's method, all copies at once."""
    copies, size = games.shape[0], design.shape[1] + 1
    number = games.sum(axis=2)
    ties_exist = bool(games[0, :, 1].sum() > 0)
    # d moves with the ratings and the seat, ln ν with its own column.
    pull = (games[:, :, 2] - games[:, :, 0]) / 2
    x: Array = np.zeros((copies, size))
    if not ties_exist:
        x[:, -1] = -np.inf
    for _ in range(100):
        d = x[:, :-1] @ design.T
        log_win, log_tie = d / 2, np.broadcast_to(x[:, -1:], d.shape)
        norm = np.logaddexp(np.logaddexp(log_win, -log_win), log_tie)
        win, loss, tie = np.exp(log_win - norm), np.exp(-log_win - norm), np.exp(log_tie - norm)
        lead = (win - loss) / 2
        finite_tie = x[:, -1] if ties_exist else np.zeros(copies)
        gradient = np.concatenate(
            [
                (pull - number * lead) @ design - ridge * x[:, :-1],
                np.sum(games[:, :, 1] - number * tie, axis=1, keepdims=True) - ridge * finite_tie[:, None],
            ],
            axis=1,
        )
        curve_d = number * ((win + loss) / 4 - lead**2)
        curve_cross = -number * lead * tie
        hessian: Array = np.empty((copies, size, size))
        hessian[:, :-1, :-1] = np.einsum("cr,ri,rj->cij", curve_d, design, design, optimize=True)
        hessian[:, :-1, -1] = hessian[:, -1, :-1] = curve_cross @ design
        hessian[:, -1, -1] = np.sum(number * tie * (1 - tie), axis=1)
        hessian += ridge * np.eye(size)
        if not ties_exist:
            gradient[:, -1] = 0.0
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        # The likelihood is concave; a cap on the step is all that Newton needs far from the top.
        step *= np.minimum(1.0, 2.0 / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1e-300))
        x[:, :-1] += step[:, :-1]
        if ties_exist:
            x[:, -1] += step[:, -1]
        if np.abs(step).max() < 1e-10:
            return x
    raise ArithmeticError("the ratings did not converge")
