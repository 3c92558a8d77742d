"""Fitting a fast policy to the choices of a slow one: what a search took of the options of a decision.

An option is described by three places in a table of weights; the options of a decision are chosen with probabilities as the exponentials of
their sums. Like `kotc_sim.strategies.fit` in fixed order and without the machine's mathematical library.
"""

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.strategies.fit import DOUBLINGS
from kotc_sim.strategies.states import Numbers

PLACES = 3  # places in the table of weights that describe an option; -1 for none
DECISION, CHOSEN = 0, PLACES + 1
"""Columns of a row beside the places: the number of its decision, and whether it was taken."""
WIDTH = PLACES + 2
Choices = types.Array(types.int32, 2, "C")
Counts = types.Array(types.int64, 1, "C")
PARTS = 1 << 30
"""Chances are drawn as whole numbers below this."""
GAMES, DECISIONS, TURNS, CHOICES = range(4)
"""What is counted of games that are learned from, by index."""
MAX_DECISIONS = 20_000  # of a game that is learned from; a longer one is left out
TIE, BOUND = 1e-6, 100.0
"""What a point of a heuristic's score weighs where the weights of two options are equal, and the largest score that counts."""
FIRST_SQUARE = 0.1
"""Sum of squared slopes with which the descent (Adagrad; Duchi, Hazan, Singer 2011) begins."""


@kernel()
def note_outcome(outcomes, firsts, first, n, score):
    """Give the states ``first`` … ``n - 1``, those of one game, its outcome, and mark the first of them."""
    for k in range(first, n):
        outcomes[k] = score
        firsts[k] = 1 if k == first else 0


@kernel()
def exponential(x):
    """Return the exponential of ``x``, which is 0 or less, by products alone."""
    y = max(-30.0, x) / 1024.0
    power = 1.0 + y + 0.5 * y * y
    for _ in range(DOUBLINGS):
        power *= power
    return power


@kernel()
def sum_of(weights, rows, i):
    """Return the sum of the weights that describe the option of row ``i``."""
    total = 0.0
    for k in range(1, PLACES + 1):
        if rows[i, k] >= 0:
            total += weights[rows[i, k]]
    return total


@kernel(types.void(Choices, Numbers, types.int64, types.float64, types.float64), allocates=True)
def fit_choices(rows, weights, epochs, rate, shrink):
    """Fit ``weights``, which are given as a start and written, to choices.

    - ``rows`` (int32 array, shape (n, WIDTH)): an option each: number of its decision (options of a decision follow each other), its
      places, 1 if it was chosen.
    - ``weights`` (float64 array): by place.
    - ``epochs`` (int): times that each decision is used, in the order of the rows.
    - ``rate`` (float): step of the descent.
    - ``shrink`` (float): how strongly weights are drawn to 0, at each step in which they take part.
    """
    n = rows.shape[0]
    squares = np.full(weights.shape[0], FIRST_SQUARE)
    chances = np.empty(4096)
    for _ in range(epochs):
        start = 0
        while start < n:
            end = start + 1
            while end < n and rows[end, DECISION] == rows[start, DECISION] and end - start < chances.shape[0]:
                end += 1
            high = -np.inf
            for i in range(start, end):
                chances[i - start] = sum_of(weights, rows, i)
                high = max(high, chances[i - start])
            total = 0.0
            for i in range(start, end):
                chances[i - start] = exponential(chances[i - start] - high)
                total += chances[i - start]
            for i in range(start, end):
                slope = chances[i - start] / total - rows[i, CHOSEN]
                for k in range(1, PLACES + 1):
                    place = rows[i, k]
                    if place >= 0:
                        s = slope + shrink * weights[place]
                        squares[place] += s * s
                        weights[place] -= rate * s / np.sqrt(squares[place])
            start = end
