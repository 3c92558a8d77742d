"""States of games that are learned from, each described from both sides, as sparse rows: four of five numbers of a row are zero."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotc_sim.compiler import kernel, types

Rows = types.Array(types.float32, 2, "C")
Columns32 = types.Array(types.int32, 1, "C")
Numbers32 = types.Array(types.float32, 1, "C")
Numbers = types.Array(types.float64, 1, "C")
Indices = types.Array(types.int64, 1, "C")
EntryArrays = Columns32, Numbers32, Indices
"""Types of the three arrays of `Entries`."""


class Entries(NamedTuple):
    """The numbers of some rows that are not zero (compressed sparse rows)."""

    columns: NDArray[np.int32]
    amounts: NDArray[np.float32]
    """int32 and float32 arrays, shape (entries,): row by row, in the order of the columns."""
    starts: NDArray[np.int64]
    """int64 array, shape (rows + 1,): the first entry of each row, and behind the last one the end."""


@kernel(types.void(Rows, *EntryArrays))
def find_entries(rows, columns, amounts, starts):
    """Write the entries of rows."""
    n = 0
    starts[0] = 0
    for i in range(rows.shape[0]):
        for c in range(rows.shape[1]):
            if rows[i, c] != 0.0:
                columns[n] = c
                amounts[n] = rows[i, c]
                n += 1
        starts[i + 1] = n


@kernel(types.void(*EntryArrays, types.int64, Indices, Indices, Numbers, Numbers32, *EntryArrays))
def map_entries(columns, amounts, starts, width, map_starts, targets, shares, row, new_columns, new_amounts, new_starts):
    """Write the entries of states by other columns: ``shares[k]`` times column c of a side is added to its new column ``targets[k]``.

    Of column c, k runs from ``map_starts[c]`` to before ``map_starts[c + 1]``. ``width`` is the number of columns of a side; ``row``
    (float32 array, shape (new columns of a side,)) is overwritten.
    """
    n = 0
    e = 0
    new_starts[0] = 0
    for i in range(starts.shape[0] - 1):
        for side in range(2):
            row[:] = 0.0
            while e < starts[i + 1] and columns[e] < (side + 1) * width:
                c = columns[e] - side * width
                for k in range(map_starts[c], map_starts[c + 1]):
                    row[targets[k]] += shares[k] * amounts[e]
                e += 1
            for c in range(row.shape[0]):
                if row[c] != 0.0:
                    new_columns[n] = side * row.shape[0] + c
                    new_amounts[n] = row[c]
                    n += 1
        new_starts[i + 1] = n


@kernel(types.void(*EntryArrays, types.int64, *EntryArrays))
def subtract_entries(columns, amounts, starts, width, new_columns, new_amounts, new_starts):
    """Write the entries of the first side of each state minus the second one."""
    n = 0
    new_starts[0] = 0
    for i in range(starts.shape[0] - 1):
        mine, end = starts[i], starts[i + 1]
        other = mine
        while other < end and columns[other] < width:
            other += 1
        last = other
        while mine < last or other < end:
            c = columns[mine] if mine < last else width
            d = columns[other] - width if other < end else width
            more = (amounts[mine] if c <= d else np.float32(0.0)) - (amounts[other] if d <= c else np.float32(0.0))
            if more != 0.0:
                new_columns[n] = min(c, d)
                new_amounts[n] = more
                n += 1
            mine += c <= d
            other += d <= c
        new_starts[i + 1] = n


@dataclass(frozen=True)
class ColumnMap:
    """A map from columns to others, by sparse rows: see `map_entries`."""

    starts: NDArray[np.int64]
    targets: NDArray[np.int64]
    shares: NDArray[np.float64]
    width: int
    """Of the other columns."""


@dataclass(frozen=True)
class States:
    """States, whose entries are those of both sides: the second side's columns follow the first one's, of which there are ``width``."""

    entries: Entries
    width: int

    @classmethod
    def of(cls, rows: NDArray[np.float32]) -> "States":
        """Return the states of rows, shape (states, 2, columns)."""
        n, _, width = rows.shape
        flat = np.ascontiguousarray(rows.reshape(n, 2 * width))
        found = _room(int(np.count_nonzero(flat)), n)
        find_entries(flat, *found)
        return cls(found, width)

    @classmethod
    def joined(cls, parts: Sequence["States"]) -> "States":
        """Return all states of parts that have the same columns."""
        before = np.cumsum([0, *(len(part.entries.columns) for part in parts)])
        columns, amounts = (np.concatenate([part.entries[k] for part in parts]) for k in range(2))
        starts = [part.entries.starts[:-1] + first for part, first in zip(parts, before[:-1].tolist(), strict=True)]
        return cls(Entries(columns, amounts, np.concatenate([*starts, before[-1:]])), parts[0].width)

    def __len__(self) -> int:
        """How many states there are."""
        return len(self.entries.starts) - 1

    def every_second(self) -> "States":
        """Return the states of even numbers."""
        lengths = np.diff(self.entries.starts)
        taken = np.repeat(np.arange(len(self)) % 2 == 0, lengths)
        starts = np.cumsum([0, *lengths[::2]])
        return States(Entries(self.entries.columns[taken], self.entries.amounts[taken], starts), self.width)

    def mapped(self, to: ColumnMap) -> "States":
        """Return the states by other columns."""
        found = _room(int(np.diff(to.starts)[self.entries.columns % self.width].sum()), len(self))
        map_entries(*self.entries, self.width, to.starts, to.targets, to.shares, np.empty(to.width, np.float32), *found)
        return States(_cut(found), to.width)

    def differences(self) -> Entries:
        """Return the first side minus the second one, a row for each state."""
        found = _room(len(self.entries.columns), len(self))
        subtract_entries(*self.entries, self.width, *found)
        return _cut(found)


def _room(entries: int, rows: int) -> Entries:
    return Entries(np.empty(entries, np.int32), np.empty(entries, np.float32), np.empty(rows + 1, np.int64))


def _cut(found: Entries) -> Entries:
    """Return entries without the room behind them."""
    count = found.starts[-1]
    return Entries(found.columns[:count], found.amounts[:count], found.starts)
