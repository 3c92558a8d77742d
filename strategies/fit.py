"""Fitting a value to games: logistic regression by kernels of our own, so that the same games give the same weights on every machine.

The state of a game is a row of numbers, its outcome -1, 0 or 1. A linear function of the row, put through `squash`, is what the outcome
is expected to be. Sums are made in a fixed order, without the mathematical library of the machine; weights are rounded to 1/`STEPS`.
"""

import numpy as np
from numpy.typing import NDArray

from kotc_sim.compiler import kernel, types
from kotc_sim.shared.streams import GOLD, U64, below, mix64
from kotc_sim.strategies.states import EntryArrays, Numbers, Numbers32, States

STEPS = 4096  # weights are kept as whole numbers of this part
BATCH = 64  # rows of a step of the descent
FIRST_DECAY, SECOND_DECAY, SMALL = 0.9, 0.999, 1e-8
"""Of the descent (Adam; Kingma, Ba 2014): decay of the means of slopes and of their squares, and what keeps a quotient finite."""
FLAT = 12.0  # beyond this, `squash` does not rise any more
DOUBLINGS = 10  # the exponential of x is that of x / 1024, squared this often

RowsOfSides = types.Array(types.float32, 3, "C")
Flags = types.Array(types.uint8, 1, "C")


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
    step, scale = size / first_seen, 1.0 / second_seen  # one division for each weight: they take longer than all the rest
    for c in range(weights.shape[0]):
        mean[c] = FIRST_DECAY * mean[c] + (1.0 - FIRST_DECAY) * slope[c]
        square[c] = SECOND_DECAY * square[c] + (1.0 - SECOND_DECAY) * slope[c] * slope[c]
        weights[c] -= step * mean[c] / (np.sqrt(scale * square[c]) + SMALL)


@kernel()
def sum_of_row(weights, columns, amounts, first, last):
    """Return the weighted sum of a row's entries, ``first`` … ``last - 1``."""
    total = 0.0
    for e in range(first, last):
        total += weights[columns[e]] * amounts[e]
    return total


@kernel(types.void(*EntryArrays, Numbers32, Numbers, Numbers, Numbers, types.int64, types.float64, types.uint64), allocates=True)
def fit_logistic(columns, amounts, starts, outcomes, weights, prior, ridge, epochs, rate, seed):
    """Fit ``weights``, which are given as a start and written, to rows and outcomes.

    - ``columns``, ``amounts``, ``starts`` (arrays): of n rows, as `kotc_sim.strategies.states.Entries` has them.
    - ``outcomes`` (float32 array, shape (n,)): from -1 to 1.
    - ``weights`` (float64 array, shape (columns,)): where the descent begins; overwritten.
    - ``prior`` (float64 array, shape (columns,)): where weights are drawn to.
    - ``ridge`` (float64 array, shape (columns,)): how strongly: so many rows' worth of evidence for a column of ones.
    - ``epochs`` (int): times that each row is used, in an order of its own each time.
    - ``rate`` (float): first step of the descent; it falls to nothing in a straight line.
    - ``seed`` (uint64): of the orders.
    """
    n, width = starts.shape[0] - 1, weights.shape[0]
    order = np.arange(n)
    slope = np.zeros(width)
    mean = np.zeros(width)
    square = np.zeros(width)
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
                z = sum_of_row(weights, columns, amounts, starts[i], starts[i + 1])
                error = 0.5 * (squash(z) - outcomes[i]) / (end - start)
                for e in range(starts[i], starts[i + 1]):
                    slope[columns[e]] += error * amounts[e]
            first_left *= FIRST_DECAY
            second_left *= SECOND_DECAY
            size = rate * (1.0 - step / steps)
            step += 1
            for c in range(width):
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


@kernel(types.void(*EntryArrays, Numbers, Numbers))
def judge_linearly(columns, amounts, starts, weights, values):
    """Write what linear weights say of rows."""
    for i in range(values.shape[0]):
        values[i] = squash(sum_of_row(weights, columns, amounts, starts[i], starts[i + 1]))


def linear_values(states: States, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what linear weights say of states, from -1 to 1."""
    values = np.empty(len(states))
    judge_linearly(*states.differences(), weights, values)
    return values


def quantised(weights: NDArray[np.float64]) -> list[int]:
    """Return weights as whole numbers of 1/`STEPS`."""
    return [int(x) for x in np.rint(weights * STEPS)]
