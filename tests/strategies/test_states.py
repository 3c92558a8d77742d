"""Sparse states hold what the rows hold that they were made of."""

from __future__ import annotations

import numpy as np

from kotc_sim.strategies.states import ColumnMap, Entries, States


def rows_of(n: int, width: int = 6, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random((n, 2, width)) < 0.4, rng.integers(-3, 4, (n, 2, width)), 0).astype(np.float32)


def dense(entries: Entries, width: int) -> np.ndarray:
    lengths = np.diff(entries.starts)
    rows = np.zeros((len(lengths), width), np.float32)
    assert lengths.sum() == len(entries.columns) == len(entries.amounts)
    assert (entries.amounts != 0).all()
    rows[np.repeat(np.arange(len(rows)), lengths), entries.columns] = entries.amounts
    return rows


def both_sides(states: States) -> np.ndarray:
    return dense(states.entries, 2 * states.width).reshape(len(states), 2, states.width)


def test_states_are_the_rows_that_they_were_made_of() -> None:
    rows = rows_of(50)
    rows[7] = 0.0  # nothing is on the table
    states = States.of(rows)
    assert (both_sides(states) == rows).all()
    assert np.array_equal(dense(states.differences(), states.width), rows[:, 0] - rows[:, 1])


def test_thinned_states_and_several_as_one() -> None:
    rows, others = rows_of(50), rows_of(9, seed=2)
    states = States.joined([States.of(rows), States.of(rows_of(0)), States.of(others)])
    both = np.concatenate([rows, others])
    assert (both_sides(states) == both).all()
    assert (both_sides(states.every_second()) == both[::2]).all()
    assert len(States.of(rows_of(0)).every_second().differences().starts) == 1


def test_columns_may_share_others_or_add_to_none() -> None:
    rows = rows_of(50, width=3)
    to = ColumnMap(np.array([0, 2, 2, 3]), np.array([1, 3, 1]), np.array([1.0, 0.5, 2.0]), 4)
    expected = np.zeros((50, 2, 4), np.float32)
    expected[..., 1] = rows[..., 0] + 2 * rows[..., 2]
    expected[..., 3] = 0.5 * rows[..., 0]
    assert (both_sides(States.of(rows).mapped(to)) == expected).all()
