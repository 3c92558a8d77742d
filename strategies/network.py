"""A value that is not a sum: one hidden layer over what describes the two sides of a state (after Tesauro 1995), for any game.

A linear value cannot say that a board does not matter because one deck outlasts the other; products can. Each side is described by the same
columns. With x and y what describes the two sides, the value to the side of x is, before `kotc_sim.strategies.fit.squash`,

    w·x - w·y + sum of o_k (h_k(x, y) - h_k(y, x)),    h_k(x, y) = max(0, b_k + U_k·x + V_k·y)

so what is good for one side is as bad for the other, to the last bit. Linear weights are float64, those of the units float32, all whole
numbers of 1/`kotc_sim.strategies.fit.STEPS`; sums are made in a fixed order without the machine's mathematical library, so all machines
find the same bytes.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.bits import LANES, add_times
from kotc_sim.compiler.lists import as_singles, numbers_at
from kotc_sim.shared.streams import GOLD, U64, below, mix64
from kotc_sim.strategies.fit import BATCH, FIRST_DECAY, SECOND_DECAY, squash, step_down
from kotc_sim.strategies.states import ColumnMap, Columns32, EntryArrays, Numbers, Numbers32, States

UNITS = 16
WIDE = 2 * UNITS
"""Weights of a column: those of the units of its own side, and of the units of the other side."""
assert WIDE == LANES
RATE, EPOCHS, RIDGE = 0.001, 3, 30.0
"""First step of the descent, times that each state is used, and how strongly linear weights are drawn to where they began, in rows' worth
of evidence."""
FIRST_BIAS, FIRST_WEIGHT = 0.1, 0.05
"""Where a descent begins: units are open, add nothing yet to a linear value, and weigh what columns share by random numbers up to this."""
LEAST_SPREAD = 1e-3  # of a shared column, by whose standard deviation it is divided
PARTS = 1 << 20  # random weights are whole numbers of this part


@kernel()
def add_entry(columns, amounts, n, column, amount):
    """Note an amount of a column; return how many entries there are."""
    columns[n] = column
    amounts[n] = amount
    return n + 1


@kernel()
def add_side(fitted, units, columns, amounts, n, acc, at, hidden):
    """Return the linear value of ``n`` entries of a side's description, and with ``hidden`` add to what its units are, ``acc[at:]``."""
    total = 0.0
    for k in range(n):
        total += amounts[k] * fitted[columns[k]]
    if hidden:
        for k in range(at, at + WIDE):
            acc[k] = 0.0
        for k in range(n):
            add_times(acc, at, units, WIDE + columns[k] * WIDE, amounts[k])
    return total


@kernel()
def hidden_value(units, acc):
    """Return what units add to the value of the side whose sums are first in ``acc``; the other side's lie behind them."""
    total = 0.0
    for k in range(UNITS):
        mine = float(units[k] + acc[k] + acc[WIDE + UNITS + k])
        other = float(units[k] + acc[WIDE + k] + acc[UNITS + k])
        total += float(units[UNITS + k]) * (max(0.0, mine) - max(0.0, other))
    return total


@kernel()
def units_behind(fitted, columns):
    """Return the list of the weights of units, which lies behind the linear weights: biases, outputs, then `WIDE` of each column."""
    return as_singles(numbers_at(fitted, columns))


def pack(linear: NDArray[np.float64], units: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return one array by which a network judges: linear weights, shape (columns,), and behind them those of the units (`units_behind`).

    ``units``, shape (1 + columns, WIDE), are biases and outputs, then of each column the weights of the units of its own side and of the
    other.
    """
    return np.concatenate([linear, np.ascontiguousarray(units, np.float32).ravel().view(np.float64)])


@kernel()
def judge_row(theta, columns, amounts, first, last, width, shift, acc):
    """Return the value of a row of two descriptions, before it is squashed; ``acc`` is left with what each unit is for either side.

    ``shift`` (float64 array, shape (WIDE,)) is what the units of either side are without any entry.
    """
    for k in range(WIDE):
        acc[k] = shift[k]
        acc[WIDE + k] = shift[k]
    total = 0.0
    for e in range(first, last):
        c = int(columns[e])
        other = c >= width
        c -= width if other else 0
        x = amounts[e]
        total += -x * theta[c] if other else x * theta[c]
        add_times(acc, WIDE if other else 0, theta, width + WIDE + c * WIDE, x)
    for k in range(UNITS):
        mine = theta[width + k] + acc[k] + acc[WIDE + UNITS + k]
        other_one = theta[width + k] + acc[WIDE + k] + acc[UNITS + k]
        acc[k] = max(0.0, mine)
        acc[WIDE + k] = max(0.0, other_one)
        total += theta[width + UNITS + k] * (acc[k] - acc[WIDE + k])
    return total


@kernel(types.void(*EntryArrays, Numbers32, Numbers, Numbers, types.uint64), allocates=True)
def descend(columns, amounts, starts, targets, theta, means, seed):
    """Fit ``theta``, which is given as a start and written, to states and what came of them, by Adam (`fit.fit_logistic`).

    Units see by how much a column is more than on the mean: else all columns that are seldom zero move a unit alike, until it is open in
    every state, or in none.

    - ``columns``, ``amounts``, ``starts`` (arrays): of states, as `kotc_sim.strategies.states.States` has them.
    - ``targets`` (float32 array, shape (rows,)): from -1 to 1, from the side of the first description.
    - ``theta`` (float64 array): linear weights, one a column; biases and outputs; `WIDE` of each column.
    - ``means`` (float64 array, shape (columns,)): of the amounts of each column, over both sides.
    - ``seed`` (uint64): of the orders in which rows are used.
    """
    n, width = starts.shape[0] - 1, means.shape[0]
    size = theta.shape[0]
    begin = theta.copy()
    order = np.arange(n)
    slope = np.zeros(size)
    mean = np.zeros(size)
    square = np.zeros(size)
    acc = np.zeros(2 * WIDE)
    shift = np.zeros(WIDE)
    total = np.zeros(WIDE)
    first_left = 1.0
    second_left = 1.0
    steps = EPOCHS * ((n + BATCH - 1) // BATCH)
    step = 0
    state = U64(seed)
    for _ in range(EPOCHS):
        for i in range(n - 1, 0, -1):
            state = state + GOLD
            j = below(mix64(state), i + 1)
            order[i], order[j] = order[j], order[i]
        for start in range(0, n, BATCH):
            end = min(n, start + BATCH)
            slope[:] = 0.0
            shift[:] = 0.0
            for c in range(width):
                add_times(shift, 0, theta, width + WIDE + c * WIDE, -means[c])
            for b in range(start, end):
                i = order[b]
                z = judge_row(theta, columns, amounts, starts[i], starts[i + 1], width, shift, acc)
                error = 0.5 * (squash(z) - targets[i]) / (end - start)
                for k in range(UNITS):
                    mine, other = acc[k], acc[WIDE + k]
                    out = width + UNITS + k
                    slope[out] += error * (mine - other)
                    up = error * theta[out] if mine > 0.0 else 0.0
                    down = -error * theta[out] if other > 0.0 else 0.0
                    slope[width + k] += up + down
                    acc[k] = up
                    acc[UNITS + k] = down
                    acc[WIDE + k] = down
                    acc[WIDE + UNITS + k] = up
                for e in range(starts[i], starts[i + 1]):
                    c = int(columns[e])
                    theirs = c >= width
                    c -= width if theirs else 0
                    x = amounts[e]
                    slope[c] += -error * x if theirs else error * x
                    add_times(slope, width + WIDE + c * WIDE, acc, WIDE if theirs else 0, x)
            for k in range(WIDE):
                total[k] = slope[width + k % UNITS]
            for c in range(width):
                slope[c] += RIDGE / n * (theta[c] - begin[c])
                add_times(slope, width + WIDE + c * WIDE, total, 0, -means[c])
            first_left *= FIRST_DECAY
            second_left *= SECOND_DECAY
            rate = RATE * (1.0 - step / steps)
            step += 1
            step_down(theta, slope, mean, square, rate, 1.0 - first_left, 1.0 - second_left)


@kernel(types.void(*EntryArrays, Numbers, types.int64, Numbers), allocates=True)
def judge_rows(columns, amounts, starts, theta, width, values):
    """Write the values of rows, from -1 to 1."""
    acc = np.zeros(2 * WIDE)
    shift = np.zeros(WIDE)
    for i in range(values.shape[0]):
        values[i] = squash(judge_row(theta, columns, amounts, starts[i], starts[i + 1], width, shift, acc))


def first_units(drawn: NDArray[np.bool_], seed: int) -> NDArray[np.float64]:
    """Return weights of units with which a descent begins, shape (1 + columns, WIDE): of columns that are ``drawn``, else 0."""
    units = np.zeros((1 + len(drawn), WIDE))
    units[0, :UNITS] = FIRST_BIAS
    with np.errstate(over="ignore"):
        numbers = [int(mix64(np.uint64(seed) + np.uint64(k + 1) * GOLD)) % (2 * PARTS + 1) for k in range(int(drawn.sum()) * WIDE)]
    units[1:][drawn] = FIRST_WEIGHT * (np.array(numbers, np.float64) / PARTS - 1.0).reshape(-1, WIDE)
    return units


@kernel(types.void(Columns32, Numbers32, Numbers, Numbers))
def add_amounts(columns, amounts, sums, squares):
    """Add the amounts of entries of either side to those of their columns, and their squares."""
    for e in range(columns.shape[0]):
        c, x = columns[e] % sums.shape[0], float(amounts[e])
        sums[c] += x
        squares[c] += x * x


def fit_network(
    states: States, targets: NDArray[np.float32], linear: NDArray[np.float64], sharing: ColumnMap, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return linear weights and those of units, fitted to what came of states, from -1 to 1, beginning with a linear value.

    Columns have weights of their own, and of what they share: ``sharing`` maps each column to itself and to that, which lies behind all of
    them and is measured in its standard deviations. A column's weights are in the end the sum of both.
    """
    own, width = states.width, sharing.width
    sums, squares = np.zeros(width), np.zeros(width)
    add_amounts(*states.mapped(sharing).entries[:2], sums, squares)
    means = sums / (2 * len(states))
    scale = np.sqrt(np.maximum(0.0, squares / (2 * len(states)) - means * means)) + LEAST_SPREAD
    scale[:own] = 1.0
    means /= scale
    sharing = replace(sharing, shares=sharing.shares / scale[sharing.targets])
    drawn = np.append(np.diff(sharing.starts) == 1, np.ones(width - own, np.bool_))
    theta = np.concatenate([linear, np.zeros(width - own), first_units(drawn, seed).ravel()])
    descend(*states.mapped(sharing).entries, targets, theta, means, np.uint64(seed))
    units = theta[width:].reshape(1 + width, WIDE)
    at_mean = (means[:, None] * units[1:]).sum(axis=0)
    units[0, :UNITS] -= at_mean[:UNITS] + at_mean[UNITS:]
    weights = np.column_stack([theta[:width], units[1:]])[sharing.targets] * sharing.shares[:, None]
    summed = np.add.reduceat(weights, sharing.starts[:-1], axis=0)
    return summed[:, 0], np.concatenate([units[:1], summed[:, 1:]])


def network_values(states: States, linear: NDArray[np.float64], units: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what a network says of states, from -1 to 1."""
    found = np.empty(len(states))
    judge_rows(*states.entries, np.concatenate([linear, units.ravel()]), states.width, found)
    return found
