"""Successive halving: candidates race on cheap runs, the better third goes on to longer ones (Karnin, Koren and Somekh 2013)."""

import math
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

STAGES = (10, 30, 120)
"""Pairs in each home against each home: everybody, the better third, the best ninth."""


class Racing(Protocol):
    """A candidate; `gains` holds a row for each pair number that it has played."""

    gains: Array

    @property
    def name(self) -> str:
        """What tells equally good ones apart."""

    @property
    def value(self) -> float:
        """The higher, the further it goes."""


R = TypeVar("R", bound=Racing)


def halve(running: Sequence[R], play: Callable[[Sequence[R], int, int], Sequence[Array]]) -> list[R]:
    """Return the candidates that reached the last rung, the best first; their `gains` are added to.

    ``play`` is given candidates, a number of rows and the first one, and returns their gains, one row a pair number.
    """
    left, start = list(running), 0
    for i, rows in enumerate(STAGES):
        for one, found in zip(left, play(left, rows, start), strict=True):
            one.gains = np.concatenate([one.gains, found])
        left.sort(key=lambda one: (-one.value, one.name))
        if i < len(STAGES) - 1:
            left = left[: max(1, math.ceil(len(left) / 3))]
        start += rows
    return left


def surely(gains: Array) -> Array:
    """Return means over rows, the first axis, less their standard errors: a lucky short run does not displace a sound long one.

    They are −∞ for fewer than two rows.
    """
    n = len(gains)
    if n < 2:
        return np.full(gains.shape[1:], -math.inf)
    found: Array = gains.mean(axis=0) - gains.std(axis=0, ddof=1) / math.sqrt(n)
    return found
