"""Damaged and invented input for every command that reads some, through the real command line; ``scripts/fuzz_inputs.py`` tries many.

Each case is named by its kind and a number. One fails if the command ends with another exit code than those documented for it,
raises, takes longer than `case.LONGEST` seconds of the processor, says nothing on exit code 2 or names no line of the file that is
wrong, writes a character that steers a terminal, runs a program that nobody has named, or gives another result from a damaged
checkpoint or cache than from a sound one. Kernels run as plain Python, so nothing is compiled: whoever imports this first sets
``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from tests.fuzzing.case import Outcome, tried
from tests.fuzzing.kinds import KINDS, case_of

__all__ = ["KINDS", "case_of", "outcomes"]


def outcomes(kinds: list[str], numbers: Iterable[int], seconds: float) -> Iterator[tuple[str, int, Outcome]]:
    """Yield kind, number and outcome of each case, kinds in turn, until the numbers or, between two of them, the seconds are at an end."""
    end = time.monotonic() + seconds
    for number in numbers:
        if time.monotonic() > end:
            return
        for kind in kinds:
            yield kind, number, tried(case_of(kind, number))
