"""Lists of numbers by address never outlive the array that they are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import as_bits, as_integers, numbers_at
from kotc_sim.compiler.types import INTERPRETED, Array, float64, int64

Numbers = Array(float64, 1, "C")
compiled_only = pytest.mark.skipif(INTERPRETED, reason="in pure Python a list is an array, which keeps its memory")


@kernel(float64(Numbers, int64), allocates=True, cache=False)
def of_an_argument(numbers, start):
    rest = numbers_at(numbers, start)
    part = numbers_at(numbers[2:], 1)
    return rest[1] + 100.0 * part[0] + as_integers(numbers)[0] + as_bits(numbers)[0]


@kernel(float64(int64), allocates=True, cache=False)
def of_an_array_of_its_own(n):
    own = np.ones(n)
    rest = numbers_at(own, 1)
    return rest[0]


@kernel(float64(int64), allocates=True, cache=False)
def of_a_part_of_its_own(n):
    own = np.ones(n)
    rest = numbers_at(own[1:], 0)
    return rest[0]


@kernel(int64(int64), allocates=True, cache=False)
def as_integers_of_its_own(n):
    own = np.ones(n)
    return as_integers(own)[0]


def test_a_list_is_made_of_an_array_that_python_hands_over() -> None:
    assert of_an_argument(np.array([0.0, 1.0, 2.0, 3.0]), 1) == 302.0


@compiled_only
@pytest.mark.parametrize("function", [of_an_array_of_its_own, of_a_part_of_its_own, as_integers_of_its_own], ids=lambda f: str(f.__name__))
def test_an_array_that_numba_would_free_is_refused(function: Any) -> None:
    with pytest.raises(ValueError, match="hand the array over from Python"):
        function(5)
