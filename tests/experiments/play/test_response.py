"""A best response: whom it meets in its training, what it scores, the same numbers for any number of jobs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.experiments.play.response import response_of
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.match import KeeperMatch
from kotc_sim.strategies import load

DECKS = Path(__file__).resolve().parents[3] / "decks"
STORM = load_deck(DECKS / "storm.yaml")


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: None)


def test_a_response_meets_its_rival_in_all_games_and_in_both_seats() -> None:
    match = KeeperMatch((STORM, STORM))
    best: Any = load("kotc", "best")
    response = best.against(load("kotc", "random"), None).lesson_of(match)
    response.base = load("kotc", "greedy")  # wins nearly all games against a pilot at random: who wins says who sat where
    with np.errstate(over="ignore"):
        ends = [response.record(None, 1, low, low + 2, (0.0,), 1.0).outcomes.mean() for low in range(0, 80, 2)]
    assert np.abs(ends).mean() > 0.9  # of a pair, both games have the rival in one seat
    assert np.mean([a > 0.5 and b < -0.5 for a, b in zip(ends[::2], ends[1::2], strict=True)]) > 0.8  # of the next pair, in the other


def test_a_weak_pilot_is_exploited_the_same_for_any_number_of_jobs() -> None:
    found = [response_of("random", [STORM], games=64, budget=1.0, jobs=jobs) for jobs in (1, 2)]
    assert found[0] == found[1]
    assert found[0].score > 0.95
    assert found[0].decks[0].name == "Storm"
    low, high = found[0].interval
    assert low <= found[0].score <= high


def test_the_command_says_what_the_response_scores() -> None:
    arguments = ["strategies", "exploit", "random", "--decks", str(DECKS / "storm.yaml"), "-n", "16", "--budget", "1s"]
    text = CliRunner().invoke(app, arguments).stdout
    assert "A best response scores" in text
    assert "Storm (kotc-17)" in text
    data = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert data["command"] == "strategies exploit"
    assert data["decks"][0]["digest"]
    wrong = CliRunner().invoke(app, ["strategies", "exploit", "nobody", "--decks", str(DECKS / "storm.yaml")])
    assert wrong.exit_code == 2
