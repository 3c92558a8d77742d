"""How settled the strongest pilot is: whose scores stand in which cell, and what the command shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.experiments.encoding import as_json
from kotc_sim.experiments.matchup import variants
from kotc_sim.experiments.matchup.matchup import matchup
from kotc_sim.experiments.play import settled
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.runs import Contest

DECKS = Path(__file__).resolve().parents[3] / "decks"
FILES = [DECKS / "rats.yaml", DECKS / "storm.yaml"]


@pytest.fixture(autouse=True)
def few_playouts_and_no_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pilot plays by the edition's pool, and so it does "after another training"."""
    monkeypatch.setattr(settled, "PILOT", "best@2")
    monkeypatch.setattr(settled, "learn", lambda *_, **__: None)
    monkeypatch.setattr(variants, "learn_aside", lambda *_, **__: lambda: None)


def test_every_cell_is_that_of_its_pilots() -> None:
    rats, storm = map(load_deck, FILES)
    found = as_json(settled.measure_settled([rats, storm], games=64, seed=5, jobs=1))
    assert (found["pilot"], found["richer"], found["games"]) == ("best@2", "best@8", 64)
    (row,) = found["matches"]

    def alone(a: str, b: str) -> dict[str, Any]:
        data = matchup(Contest((rats, storm), (a, b)), games=64, seed=5).data
        return {"score": data["score"], "interval": data["interval"]}

    assert row["once"] == row["again"] == alone("best@2", "best@2")
    assert row["more"] == alone("best@8", "best@8")
    by_pair = {(cell["a"], cell["b"]): {key: cell[key] for key in ("score", "interval")} for cell in row["crossed"]}
    assert by_pair["more", "once"] == alone("best@8", "best@2")
    assert by_pair["once", "more"] == alone("best@2", "best@8")
    assert by_pair["again", "once"] == by_pair["once", "again"] == row["once"]
    assert len({cell["score"] for cell in (row["once"], row["more"], by_pair["more", "once"], by_pair["once", "more"])}) > 1
    change = abs(row["more"]["score"] - row["once"]["score"])
    assert (row["moved"], found["mean"]) == (change, change / 2)
    assert [mirror["again"]["score"] for mirror in found["mirrors"]] == [0.5, 0.5]
    assert as_json(settled.measure_settled([rats, storm], games=64, seed=5, jobs=2)) == found


def test_the_command_shows_it() -> None:
    arguments = ["strategies", "ladder", "--strategies", "random,greedy", "-n", "2", "--settled", "4"]
    both = [*arguments, *(word for file in FILES for word in ("--deck", str(file)))]
    text = CliRunner().invoke(cli.app, both).stdout
    assert "Rats – Storm" in text
    assert "best@8, best@2" in text
    assert set(json.loads(CliRunner().invoke(cli.app, [*both, "--json"]).stdout)["settled"]) == {"kotc-17"}
    alone = CliRunner().invoke(cli.app, [*arguments, "--deck", str(FILES[0])])
    assert (alone.exit_code, "Rats is the only deck of kotc-17" in alone.stderr) == (2, True)
