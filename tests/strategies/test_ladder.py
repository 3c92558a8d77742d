"""The ladder: its counts, and that its rungs are in order (slow: many games)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.play.ladder import ladder_of
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.reports import ladder as report
from kotc_sim.reports import terminal
from kotc_sim.runs import Workers

DECKS = Path(__file__).resolve().parents[2] / "decks"


def test_a_ladder_reports_what_docs_reports_says() -> None:
    with np.errstate(over="ignore"), Workers(1) as workers:
        result = ladder_of(("random", "greedy"), [load_deck(DECKS / "rats.yaml")], games=4, workers=workers)
    data = result.data
    assert [rung["name"] for rung in data["rungs"]] == ["random", "greedy"]
    assert data["rungs"][1]["below"] == "random"
    assert data["rungs"][1]["score"] >= 0.75
    assert data["games"] == 4
    assert set(data["cost"]) == {"random", "greedy"}
    assert 0 < data["use"]["random"] <= 1
    text = terminal(report.report(result))
    assert "greedy" in text


def test_a_ladder_needs_two_strategies() -> None:
    with pytest.raises(KotcError, match="two or more different"):
        ladder_of(("greedy", "greedy"), [load_deck(DECKS / "rats.yaml")])


@pytest.mark.slow
@pytest.mark.parametrize(("higher", "lower", "least"), [("greedy", "random", 0.9), ("lookahead", "greedy", 0.6)])
def test_each_rung_beats_the_one_below(higher: str, lower: str, least: float) -> None:
    # false alarms: the bound is on the interval's lower end over 3 x 200 games; true scores lie far above
    decks = [load_deck(DECKS / name) for name in ("storm.yaml", "raptors.yaml", "kotc-9-claws.yaml")]
    data = ladder_of((lower, higher), decks, games=200).data
    assert data["rungs"][1]["interval"][0] > least
