"""Three players or more at one table: seats, scores, what is refused."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup.table import matchup_table
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.levelup.cards.deck import load_deck as load_levelup
from kotc_sim.reports import matchup_table as report
from kotc_sim.reports import terminal
from kotc_sim.runs import Contest, Workers, play_games

DECKS = Path(__file__).resolve().parents[3] / "decks"
RATS, STORM, RAPTORS = (load_deck(DECKS / f"{name}.yaml") for name in ("rats", "storm", "raptors"))
LEVELUP = load_levelup(DECKS / "levelup" / "ember-and-stone.yaml")


def test_scores_are_those_of_the_games() -> None:
    """Counted again by hand, from the records of the six seatings."""
    decks = (RATS, STORM, RAPTORS)
    found = matchup_table(decks, "random", games=60, seed=4)
    points, seats = np.zeros(3), np.zeros((3, 3), int)
    for turn in range(3):
        order = [(place + turn) % 3 for place in range(3)]
        results, _ = play_games(Contest(tuple(decks[k] for k in order), ("random", "random")), 4, 0, 20)
        for number, game in enumerate(results):
            seated = [order[1], order[0], order[2]] if number & 1 else order
            for seat, k in enumerate(seated):
                points[k] += int(game["score2"][seat]) / 2
                seats[k, seat] += 1
    assert (seats == 20).all()  # every deck as often in every seat
    assert [row["score"] for row in found.data["table"]] == pytest.approx(list(points / 60))
    assert found.data["games"] == 60
    assert found.data["share"] == pytest.approx(1 / 3)


def test_no_score_lies_beyond_all_games_or_none() -> None:
    found = matchup_table((RATS, STORM, RAPTORS), "greedy", games=6)
    assert all(0 <= low <= high <= 1 for low, high in (row["interval"] for row in found.data["table"]))


def test_a_deck_that_never_won_is_not_certain_to_lose() -> None:
    """With the exact bound of a match-up, as if each game were a pair."""
    wall = replace(RATS, name="Wall", counts=((plain_minion(0, 1, "kotc-17", "Wall"), 40),))
    row = matchup_table((RATS, RAPTORS, wall), "greedy", games=12).table[2]
    assert row.score == 0
    assert list(row.interval) == pytest.approx([0, 1 - 0.025 ** (1 / 12)])
    assert row.p > 0


def test_the_same_deck_for_all_has_equal_shares() -> None:
    found = matchup_table([STORM] * 3, "random", games=300)
    for a, b in itertools.pairwise(found.data["table"]):
        assert a["score"] == b["score"]


def test_threads_do_not_change_a_table() -> None:
    results = []
    for jobs in (1, 2):
        with Workers(jobs) as workers:
            results.append(json.dumps(matchup_table([RATS, STORM, RAPTORS], "random", games=90, workers=workers).data))
    assert results[0] == results[1]


def test_what_no_table_can_do_is_refused() -> None:
    with pytest.raises(KotcError, match="3 to 8 players, not 2"):
        matchup_table([RATS, STORM])
    with pytest.raises(KotcError, match="learns matches of two decks"):
        matchup_table([RATS, STORM, RAPTORS], "quick")
    with pytest.raises(KotcError, match="played by two"):
        matchup_table([LEVELUP] * 3, "random", games=6)


def test_the_command_plays_a_table() -> None:
    paths = [str(DECKS / f"{name}.yaml") for name in ("rats", "storm", "raptors")]
    done = CliRunner().invoke(cli.app, ["matchup", *paths, "--table", "-n", "60", "--strategy-a", "random", "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert {row["name"] for row in data["table"]} == {"Rats", "Storm", "Raptors"}
    assert "3 decks at one table" in terminal(report.report(data))
    assert "played by random alone (one pilot, --table)" in terminal(report.report(data)).split("\n")[0]
    assert data.get("asked") is None
    more = CliRunner().invoke(cli.app, ["matchup", *paths, "--table", "-n", "8", "--strategy-a", "random"]).output
    assert "Games 12; --games 8 was rounded up" in " ".join(more.split())
    told = CliRunner().invoke(cli.app, ["matchup", *paths, "--table", "--sprt", "50,52"])
    assert (told.exit_code, "--table takes decks" in told.stderr) == (2, True)
