"""Fitting a value to games: logistic regression by kernels of our own, so that the same games give the same weights on every machine.

The state of a game is a row of numbers, its outcome -1, 0 or 1. A linear function of the row, put through `squash`, is what the outcome
is expected to be. Sums are made in a fixed order, without the mathematical library of the machine; weights are rounded to 1/`STEPS`.
"""

import numpy as np
from numpy.typing import NDArray

from kotc_sim.compiler import kernel, types
from kotc_sim.shared.streams import GOLD, U64, below, mix64

STEPS = 4096  # weights are kept as whole numbers of this part
BATCH = 64  # rows of a step of the descent
FIRST_DECAY, SECOND_DECAY, SMALL = 0.9, 0.999, 1e-8
"""Of the descent (Adam; Kingma, Ba 2014): decay of the means of slopes and of their squares, and what keeps a quotient finite."""
FLAT = 12.0  # beyond this, `squash` does not rise any more
DOUBLINGS = 10  # the exponential of x is that of x / 1024, squared this often

Rows = types.Array(types.float32, 2, "C")
RowsOfSides = types.Array(types.float32, 3, "C")
Numbers32 = types.Array(types.float32, 1, "C")
Flags = types.Array(types.uint8, 1, "C")
Numbers = types.Array(types.float64, 1, "C")


@kernel()
def squash(z):
    """Return the hyperbolic tangent of ``z / 2``, between -1 and 1, by products and one quotient alone: 1e-5 is its largest error."""
    y = min(FLAT, abs(z)) / 1024.0
    power = 1.0 + y + 0.5 * y * y
    for _ in range(DOUBLINGS):
        power *= power
    height = (power - 1.0) / (power + 1.0)
    return height if z >= 0.0 else -height  # odd to the last bit


@kernel(apart=True, error_model="numpy")
def step_down(weights, slope, mean, square, size, first_seen, second_seen):
    """Move weights a step of ``size`` down the mean slope (Adam), with the means of slopes and squares, and how far these are filled."""
    for c in range(weights.shape[0]):
        mean[c] = FIRST_DECAY * mean[c] + (1.0 - FIRST_DECAY) * slope[c]
        square[c] = SECOND_DECAY * square[c] + (1.0 - SECOND_DECAY) * slope[c] * slope[c]
        weights[c] -= size * (mean[c] / first_seen) / (np.sqrt(square[c] / second_seen) + SMALL)


@kernel(types.void(Rows, Numbers32, Numbers, Numbers, Numbers, types.int64, types.float64, types.uint64), allocates=True)
def fit_logistic(rows, outcomes, weights, prior, ridge, epochs, rate, seed):
    """Fit ``weights``, which are given as a start and written, to rows and outcomes.

    - ``rows`` (float32 array, shape (n, columns))
    - ``outcomes`` (float32 array, shape (n,)): from -1 to 1.
    - ``weights`` (float64 array, shape (columns,)): where the descent begins; overwritten.
    - ``prior`` (float64 array, shape (columns,)): where weights are drawn to.
    - ``ridge`` (float64 array, shape (columns,)): how strongly: so many rows' worth of evidence for a column of ones.
    - ``epochs`` (int): times that each row is used, in an order of its own each time.
    - ``rate`` (float): first step of the descent; it falls to nothing in a straight line.
    - ``seed`` (uint64): of the orders.
    """
    n, columns = rows.shape
    order = np.arange(n)
    slope = np.zeros(columns)
    mean = np.zeros(columns)
    square = np.zeros(columns)
    first_left = 1.0
    second_left = 1.0
    steps = epochs * ((n + BATCH - 1) // BATCH)
    step = 0
    state = U64(seed)
    for _ in range(epochs):
        for i in range(n - 1, 0, -1):
            state = state + GOLD
            j = below(mix64(state), i + 1)
            order[i], order[j] = order[j], order[i]
        for start in range(0, n, BATCH):
            end = min(n, start + BATCH)
            slope[:] = 0.0
            for k in range(start, end):
                i = order[k]
                z = 0.0
                for c in range(columns):
                    z += weights[c] * rows[i, c]
                error = 0.5 * (squash(z) - outcomes[i]) / (end - start)
                for c in range(columns):
                    slope[c] += error * rows[i, c]
            first_left *= FIRST_DECAY
            second_left *= SECOND_DECAY
            size = rate * (1.0 - step / steps)
            step += 1
            for c in range(columns):
                slope[c] += ridge[c] * (weights[c] - prior[c]) / n
            step_down(weights, slope, mean, square, size, 1.0 - first_left, 1.0 - second_left)


@kernel(types.void(Numbers32, Flags, Numbers, types.float64, Numbers32))
def blend_outcomes(outcomes, firsts, values, share, targets):
    """Write what states are fitted to: the outcome of their game, drawn to what a former fit says of the states that follow.

    An outcome is the same for all states of a game, and mostly chance; what comes next has less of it (TD(lambda); Sutton 1988).

    - ``outcomes`` (float32 array, shape (n,)): of states, those of a game in its order.
    - ``firsts`` (uint8 array, shape (n,)): 1: the first state of a game.
    - ``values`` (float64 array, shape (n,)): of the former fit, from -1 to 1.
    - ``share`` (float): of the target of the next state in that of a state, the rest is its value; 1: outcomes alone.
    - ``targets`` (float32 array, shape (n,)): written.
    """
    n = outcomes.shape[0]
    target = 0.0
    for i in range(n - 1, -1, -1):
        if i == n - 1 or firsts[i + 1] == 1:
            target = float(outcomes[i])
        else:
            target = share * target + (1.0 - share) * values[i + 1]
        targets[i] = target


@kernel(types.void(Rows, types.Array(types.int64, 1, "C"), types.Array(types.int64, 1, "C"), Numbers, Rows))
def spread_rows(rows, sources, targets, amounts, out):
    """Add ``amounts[k]`` times column ``sources[k]`` of ``rows`` to column ``targets[k]`` of ``out``, for all k: rows by other names."""
    for i in range(rows.shape[0]):
        for k in range(sources.shape[0]):
            out[i, targets[k]] += amounts[k] * rows[i, sources[k]]


@kernel(types.void(RowsOfSides, Numbers, Numbers))
def judge_sides(rows, weights, values):
    """Write what linear weights say of states."""
    for i in range(rows.shape[0]):
        z = 0.0
        for c in range(rows.shape[2]):
            z += weights[c] * (rows[i, 0, c] - rows[i, 1, c])
        values[i] = squash(z)


def linear_values(rows: NDArray[np.float32], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what linear weights say of states, which are described from both sides, from -1 to 1."""
    values = np.empty(len(rows))
    judge_sides(np.ascontiguousarray(rows), weights, values)
    return values


def quantised(weights: NDArray[np.float64]) -> list[int]:
    """Return weights as whole numbers of 1/`STEPS`."""
    return [int(x) for x in np.rint(weights * STEPS)]
