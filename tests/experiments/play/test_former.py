"""The strongest pilot against a former one: whose score it is, and what the command shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.experiments.play import duel
from kotc_sim.games.keeper.cards.deck import load_deck

RATS = Path(__file__).resolve().parents[3] / "decks" / "rats.yaml"


@pytest.mark.parametrize(
    ("new", "old", "low", "high", "holds"), [("greedy", "greedy", 0.5, 0.5, True), ("random", "greedy", 0.0, 0.2, False)]
)
def test_the_score_is_the_new_ones(monkeypatch: pytest.MonkeyPatch, new: str, old: str, low: float, high: float, holds: bool) -> None:
    monkeypatch.setattr(duel, "PILOT", new)
    (row,) = duel.meet_former(old, [load_deck(RATS)], games=40, seed=5, jobs=1)
    assert low <= row.score <= high
    assert (row.deck, row.holds) == ("Rats", holds)


def test_the_command_shows_each_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "PILOT", "greedy")
    arguments = ["strategies", "ladder", "--strategies", "random,greedy", "-n", "2", "--deck", str(RATS), "--former", "random"]
    found = json.loads(CliRunner().invoke(cli.app, [*arguments, "--json"]).stdout)["former"]
    assert [row["deck"] for row in found] == ["Rats"]
    assert "Best against a former one" in CliRunner().invoke(cli.app, arguments).stdout
