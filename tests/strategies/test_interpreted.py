"""Without a compiler (``NUMBA_DISABLE_JIT=1``), as one debugs rules and strategies, the same games are played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app

ROOT = Path(__file__).resolve().parents[2]
KEEPER = ("decks/armory.yaml", "decks/storm.yaml")
LEVELUP = ("decks/levelup/ember-and-stone.yaml", "decks/levelup/tide-and-grove.yaml")


@pytest.mark.parametrize(
    ("strategy", "decks"),
    [("greedy", KEEPER), ("lookahead@4", KEEPER), ("greedy", LEVELUP), pytest.param("lookahead@4", LEVELUP, marks=pytest.mark.slow)],
)
def test_a_strategy_plays_the_same_game_without_a_compiler(strategy: str, decks: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    call = ["replay", *decks, "--strategy", strategy, "--seed", "4", "--json"]
    compiled = json.loads(CliRunner().invoke(app, call, prog_name="kotc-sim").stdout)
    assert len(compiled["log"]) > 20
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    interpreted = json.loads(subprocess.check_output([sys.executable, "-m", "kotc_sim.cli", *call], env=plain))
    for one in (compiled, interpreted):
        del one["record"]["files"]  # this process has read others, too
    assert interpreted == compiled
