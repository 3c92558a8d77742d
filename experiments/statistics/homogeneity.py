"""Do the parts of a run agree? χ² over seed blocks, threads or strategy pairs, with the part to blame.

The parts of one run differ only in their seeds. If their outcomes differ by more than chance, something is
wrong with the streams, the threads or the machine; over strategy pairs, the verdict depends on the pilot.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotc_sim.experiments.statistics.special import chdtrc, ndtri

Array = NDArray[np.float64]

_LEAST_EXPECTED = 5.0


def check_homogeneity(counts: ArrayLike) -> tuple[float, Array]:
    """Test whether all rows of a table follow one law; return p, 1 if there was nothing to compare, and residuals.

    Residuals, float64 of shape (rows,), hold each row against all others, as a standard normal deviate: large means that this row differs.

    Counts, shape (rows, outcomes), are pairs by outcome (five cells) or games by (loss, tie, win); outcomes in their natural order. Rows
    that expect less than 5 of an outcome would spoil the χ² law: such an outcome is merged with its neighbour, and rows too small even so
    are left out (residual 0).
    """
    table: Array = np.asarray(counts, dtype=np.float64)
    if table.ndim != 2 or np.any(table < 0):
        raise ValueError("expected a table of counts, one row a part")
    residuals: Array = np.zeros(table.shape[0])
    kept = np.flatnonzero(table.sum(axis=1) >= 2 * _LEAST_EXPECTED)
    merged = _merge(table[kept])
    if kept.size < 2 or merged.shape[1] < 2:
        return 1.0, residuals
    freedom = (merged.shape[0] - 1) * (merged.shape[1] - 1)
    total = merged.sum(axis=0)
    for place, row in zip(kept, merged, strict=True):
        tail = float(chdtrc(merged.shape[1] - 1, _chi2(np.stack([row, total - row]))))
        # z of the same tail; where the tail underflows, 38 is all a double can say.
        residuals[place] = -ndtri(tail) if tail > 0 else 38.0
    return float(chdtrc(freedom, _chi2(merged))), residuals


def _chi2(table: Array) -> float:
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return float(np.sum((table - expected) ** 2 / expected))


def _merge(table: Array) -> Array:
    """Merge neighbouring outcomes until every row expects at least 5 of each."""
    if table.size == 0:
        return table
    smallest = table.sum(axis=1).min() / table.sum()
    merged = table[:, table.sum(axis=0) > 0]
    while merged.shape[1] > 1:
        expected = merged.sum(axis=0) * smallest
        k = int(expected.argmin())
        if expected[k] >= _LEAST_EXPECTED:
            break
        last = merged.shape[1] - 1
        # The smaller neighbour takes it, so that large cells stay apart.
        into = k + 1 if k == 0 or (k < last and expected[k + 1] < expected[k - 1]) else k - 1
        merged[:, into] += merged[:, k]
        merged = np.delete(merged, k, axis=1)
    return merged
