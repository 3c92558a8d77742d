"""The same games compiled fully, compiled plainly, and where numba is another one than is known; and the notice that says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

ROOT = Path(__file__).resolve().parents[1]
SYSTEMS = {
    "17": ("armory", "storm"),
    "levelup": ("levelup/ember-and-stone", "levelup/tide-and-grove"),
    "12": ("kotc-12-raptors", "kotc-12-storm"),
    "9": ("kotc-9-claws", "kotc-9-rites"),
    "5": ("kotc-5-ambush", "kotc-5-claws"),
}
"""A pair of decks of each system; compiling plainly takes minutes, so only the first two of them are played each time."""
SHORT = ["17", "levelup"]

PLAY = """
import hashlib, sys
import numpy as np
from kotc_sim import games
from kotc_sim.runs import match_of
def deck(name):
    game, root = games.read(f"decks/{name}.yaml", "deck")
    return game.deck(root)
for pair in sys.argv[1:]:
    decks = tuple(map(deck, pair.split("+")))
    results, seen = match_of(decks).play((games.pilot(games.of(decks[0]), "random"),) * 2, 7, 0, 200)
    fields = b"".join(np.ascontiguousarray(results[field]).tobytes() for field in sorted(results.dtype.names))
    print(hashlib.sha256(fields + np.ascontiguousarray(seen).tobytes()).hexdigest())
"""

NOTICE = (
    f"numba {numba.__version__} is not known to compile the fast way ({{}}): compiling plainly; the same games, slower (docs/compiler.md)"
)
GONE = "import numba.core.environment; del numba.core.environment.lookup_environment\n"
"""A test double: numba works as before, but what the fast way relies on is not where it was."""


def run(code: str, *arguments: str, **environment: str) -> tuple[list[str], list[str]]:
    """Return the lines that a process writes to standard output and to standard error; the user's cache keeps what it compiles."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("KOTC_SIM_COMPILER", "NUMBA_DISABLE_JIT")}
    inherited |= {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore", **environment}
    done = subprocess.run([sys.executable, "-c", code, *arguments], env=inherited, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr.splitlines()


@pytest.mark.parametrize("names", [SHORT, pytest.param([name for name in SYSTEMS if name not in SHORT], marks=pytest.mark.slow)])
def test_all_ways_play_the_same_games(names: list[str]) -> None:
    pairs = ["+".join(SYSTEMS[name]) for name in names]
    full, silent = run(PLAY, *pairs)
    assert len(set(full)) == len(names)
    assert silent == []
    assert run(PLAY, *pairs, KOTC_SIM_COMPILER="plain") == (full, [])
    assert run(GONE + PLAY, *pairs) == (full, [NOTICE.format("environment.lookup_environment is gone")])
