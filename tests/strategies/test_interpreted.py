"""Without a compiler (``NUMBA_DISABLE_JIT=1``), as one debugs rules and strategies, the same games are played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEEPER = ("decks/armory.yaml", "decks/storm.yaml")
LEVELUP = ("decks/levelup/ember-and-stone.yaml", "decks/levelup/tide-and-grove.yaml")


def transcript(strategy: str, decks: tuple[str, str], **environment: str) -> str:
    call = [sys.executable, "-m", "kotc_sim.cli", "replay", *decks, "--strategy", strategy, "--seed", "4", "--json"]
    done = subprocess.run(call, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("strategy", "decks"),
    [("greedy", KEEPER), ("lookahead@4", KEEPER), ("greedy", LEVELUP), pytest.param("lookahead@4", LEVELUP, marks=pytest.mark.slow)],
)
def test_a_strategy_plays_the_same_game_without_a_compiler(strategy: str, decks: tuple[str, str]) -> None:
    compiled = transcript(strategy, decks)
    assert len(compiled) > 1000
    assert transcript(strategy, decks, NUMBA_DISABLE_JIT="1") == compiled
