"""``kotc-sim train``, and what a match-up says of pilots that learned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.questions import seconds_of
from kotc_sim.runs import Contest
from kotc_sim.strategies.learned import Fit, fit_of_text

DECKS = Path(__file__).resolve().parents[2] / "decks"
RATS = str(DECKS / "rats.yaml")


def asked(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_what_is_trained_is_kept_and_played_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    first = json.loads(asked("train", RATS, "--budget", "1s", "--out", str(tmp_path / "rats.fit"), "--json"))
    assert first["edition"] == "kotc-17"
    assert "of its own search" in first["made_of"]
    kept = fit_of_text((tmp_path / "rats.fit").read_text(), "rats.fit")
    assert (kept.digest, len(kept.weights)) == (first["digest"], first["weights"])
    written = {file: file.read_bytes() for file in tmp_path.glob("*.json")}
    assert written
    result = json.loads(asked("matchup", RATS, RATS, "--strategy-a", "quick", "--strategy-b", "greedy", "-n", "4", "--json"))
    assert result["limits"]["fit"] == first["digest"]
    assert "greedy cannot learn the decks" in result["limits"]["pilot"]
    assert {file: file.read_bytes() for file in tmp_path.glob("*.json")} == written
    assert "learned from" in asked("train", RATS, "--budget", "1s").lower()


def test_nothing_to_learn_and_a_budget_that_is_none_are_refused() -> None:
    for arguments, words in (
        (["train"], "nothing to learn"),
        (["train", RATS, "--budget", "soon"], "is no time"),
        (["train", RATS, "--budget", "0s"], "is no time"),
    ):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 2
        assert words in result.output


def test_budgets_are_read() -> None:
    assert [seconds_of(text) for text in ("60s", "1.5min", "2m", "1h")] == [60, 90, 120, 3600]


def test_decks_of_several_editions_are_refused() -> None:
    result = CliRunner().invoke(app, ["train", RATS, str(DECKS / "kotc-12-storm.yaml")])
    assert result.exit_code == 2
    assert "several editions" in result.output


def given_away(pilot: str) -> str:
    """Return what the page on the ladder says that a pilot gives away in turns that can be won."""
    page = (DECKS.parent / "docs" / "ladder.md").read_text(encoding="utf-8")
    head, row = (next(line for line in page.splitlines() if line.startswith(start)).split(" | ") for start in ("| moments |", "| win |"))
    return row[[cell.strip("| ") for cell in head].index(pilot)].partition(" ")[0]


def moved() -> str:
    """Return by how much another training moved scores, by the table behind the page on the ladder."""
    lines = (DECKS.parent / "docs" / "figures" / "ladder-settled.csv").read_text(encoding="utf-8").splitlines()
    once, again = (
        [float(line.split(",")[2].split()[0]) for line in lines if f",both {who}," in line] for who in ("best", "other training")
    )
    assert len(once) == len(again) == 6
    return f"{sum(abs(a - b) for a, b in zip(once, again, strict=True)) / 6:.1f}"


def test_a_report_says_what_its_pilots_had_learned() -> None:
    deck = load_deck(RATS)
    fit = Fit("kotc-17", {"a": 1}, "ten games")
    fixed = pilot_limits([Contest((deck, deck), ("greedy", "lookahead"))])
    plays = "In turns that can be won (kotc-17) {} gives away {} of 61.9 points."
    fixed_words = "greedy and lookahead cannot learn the decks; best, which does, may come to another result."
    assert fixed == {"pilot": f"{fixed_words} {plays.format('lookahead', given_away('lookahead'))}"}
    both = pilot_limits([Contest((deck, deck), ("best", "quick"), fit)])
    assert both["fit"] == fit.digest
    again = f"Intervals hold one training of best; after another, scores of two decks moved by {moved()} points on average (kotc-17)."
    best = f"{plays.format('best', given_away('best'))} {again}"
    assert both["pilot"] == f"best and quick played by what they had learned from ten games. {best}"
    many = Fit("kotc-17", {"a": 1}, "ten games, a – b, c – d, e – f, seed 1")
    assert (
        "learned from ten games, a – b, and 2 more matches, seed 1."
        in pilot_limits([Contest((deck, deck), ("best", "best"), many)])["pilot"]
    )
    two = pilot_limits([Contest((deck, deck), ("best", "best"), one) for one in (fit, many, fit)])
    assert two["pilot"] == f"best played by what it had learned from ten games, and 1 more such fit. {best}"
    assert len(two["fit"]) == len(fit.digest)
    assert two["fit"] not in (fit.digest, many.digest)
    pooled = pilot_limits([Contest((deck, deck), ("best", "best"))])
    assert "random decks" in pooled["pilot"]
    assert "one training" not in pooled["pilot"]
    unmeasured = pilot_limits([Contest((deck, deck), ("best@8", "aggro"))])
    assert "gives away" not in unmeasured["pilot"]
    assert pilot_limits([]) == {}
