"""Golden transcripts and the behaviour signature: they change only when behaviour does.

After a change that is meant, run ``python scripts/regenerate_goldens.py`` and commit the difference on its own.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numba
import pytest

from kotc_sim.runs import Contest
from scripts.regenerate_goldens import GOLDEN, game_number, pairs, signature_text, transcript

NAMES = sorted(path.stem.removesuffix("-short") for path in GOLDEN.glob("*-short.txt"))
CURE = "run scripts/regenerate_goldens.py, and read the difference"


@functools.cache
def contests() -> dict[str, Contest]:
    """Return the contests, whose decks no other test needs to be read."""
    return dict(pairs())


@pytest.mark.parametrize("length", ["short", "long"])
@pytest.mark.parametrize("name", NAMES)
def test_the_transcript_is_the_game(name: str, length: str) -> None:
    path = GOLDEN / f"{name}-{length}.txt"
    assert path.is_file(), CURE
    text = path.read_text(encoding="utf-8")
    assert transcript(contests()[name], game_number(text)).splitlines() == text.splitlines(), CURE


def test_no_transcript_is_left_over() -> None:
    expected = {GOLDEN / f"{name}-{length}.txt" for name in contests() for length in ("short", "long")}
    assert set(Path(GOLDEN).glob("*-*.txt")) == expected, CURE


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="takes minutes without compiling")
def test_the_signature_is_that_of_the_engine() -> None:
    assert signature_text() == (GOLDEN / "signature.txt").read_text(encoding="utf-8"), CURE
