from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup.matchup import matchup
from kotc_sim.experiments.matchup.pilot_levels import PilotLevel
from kotc_sim.experiments.matchup.result import TournamentResult
from kotc_sim.experiments.matchup.tournament import Entrant, learn_matchups, name_entrants, tournament, verdict_of
from kotc_sim.experiments.matchup.variants import AGAIN, Variant
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.verdicts import Bands
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.reports import html, terminal
from kotc_sim.reports import tournament as report
from kotc_sim.runs import Contest, Part, Run, Tally, Workers, simulate

DECKS = Path(__file__).resolve().parents[3] / "decks"


def entrants(*names: str) -> list[Entrant]:
    return [Entrant("", load_deck(DECKS / f"{name}.yaml"), "random") for name in names]


@pytest.fixture(scope="module")
def three() -> TournamentResult:
    with Workers(2) as workers:
        return tournament(entrants("rats", "raptors", "storm"), games=80, seed=3, workers=workers)


def test_few_matchups_are_learned_as_they_are_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def learn(decks: Sequence[Any], *_: Any, **__: Any) -> int:
        asked.append([deck.name for deck in decks])
        return len(asked)

    monkeypatch.setattr("kotc_sim.experiments.matchup.tournament.learn", learn)
    four = entrants("rats", "raptors", "storm", "armory")
    assert learn_matchups(four) == [1, 2, 3, 4, 5, 6]
    assert asked == [[a.deck.name, b.deck.name] for a, b in itertools.combinations(four, 2)]
    asked.clear()
    assert learn_matchups([*four, replace(four[0], strategy="greedy")]) == [1] * 10
    assert asked == [["Rats", "Raptors", "Storm", "Armory"]]


def test_every_matchup_is_that_of_the_door(three: TournamentResult) -> None:
    decks = entrants("rats", "raptors", "storm")
    found = {(row["a"], row["b"]): row["score"] for row in three.data["matchups"]}
    assert list(found) == [("Rats", "Raptors"), ("Rats", "Storm"), ("Raptors", "Storm")]
    with Workers(1) as one:
        alone = simulate(Contest((decks[0].deck, decks[2].deck), ("random", "random")), 40, 3, workers=one)
    assert np.array_equal(three.tables[1], alone.tally.table)


def test_the_matrix_is_antisymmetric_about_one_half(three: TournamentResult) -> None:
    matrix, intervals = three.data["matrix"], three.data["matrix_intervals"]
    for i in range(3):
        assert matrix[i][i] is None
        for j in range(3):
            if i != j:
                assert matrix[i][j] + matrix[j][i] == 1
                low, high = intervals[i][j]
                assert low <= matrix[i][j] <= high
                assert intervals[j][i] == pytest.approx([1 - high, 1 - low])


def test_games_longer_than_the_table_are_told(three: TournamentResult, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "long" not in three.data["limits"]
    monkeypatch.setattr(Tally, "long", 2)
    with Workers(1) as one:
        found = tournament(entrants("rats", "raptors", "storm"), games=4, seed=3, workers=one)
    assert found.data["limits"]["long"] == 6  # of three match-ups


def test_jobs_do_not_change_a_result(three: TournamentResult) -> None:
    with Workers(1) as one:
        again = tournament(entrants("rats", "raptors", "storm"), games=80, seed=3, workers=one)
    assert json.dumps(again.data) == json.dumps(three.data)


def test_weights_and_ratings_are_normalised(three: TournamentResult) -> None:
    assert sum(row["weight"] for row in three.data["equilibrium"]) == pytest.approx(1)
    assert sum(row["weight"] for row in three.data["alpha_rank"]) == pytest.approx(1)
    assert sum(row["rating"] for row in three.data["ratings"]) == pytest.approx(0, abs=1e-6)
    scores = [row["score"] for row in three.data["ratings"]]
    assert np.mean(scores) == pytest.approx(0.5)
    worst = three.data["worst_matchup"]
    assert worst["score"] == min(x for x in three.data["matrix"][_index(three, worst["deck"])] if x is not None)


def _index(result: TournamentResult, name: str) -> int:
    return [deck["name"] for deck in result.data["decks"]].index(name)


def test_the_report_can_be_written(three: TournamentResult) -> None:
    data = {"version": "0", "reproduce": "kotc-sim tournament", **three.data}
    assert "Who beats whom" in terminal(report.report(data))
    assert "<table" in html(report.report(data))


def test_a_deck_against_its_copy_is_exactly_even() -> None:
    result = tournament(entrants("rats", "rats"), games=20)
    assert [deck["name"] for deck in result.data["decks"]] == ["Rats (random) #1", "Rats (random) #2"]
    assert result.data["matrix"][0][1] == 0.5
    assert result.data["matrix_intervals"][0][1] == [0.5, 0.5]
    assert [row["weight"] for row in result.data["equilibrium"]] == pytest.approx([0.5, 0.5])
    assert result.answer == {"solved": 1, "undecided": 3}.get(result.data["verdict"], 0)


@pytest.mark.parametrize("games", [24_000, 1_000_000, 10_000_000])
def test_a_tournament_of_very_many_games_ends_with_ratings(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is played: the counts are drawn from the laws of four decks that the shipped ones resemble."""
    scores = {(0, 1): 0.20, (0, 2): 0.68, (0, 3): 0.24, (1, 2): 0.72, (1, 3): 0.83, (2, 3): 0.55}
    couples = list(itertools.combinations(range(4), 2))
    random = np.random.default_rng(1)

    def drawn(parts: Sequence[Part], seed: int, **_: object) -> Iterator[tuple[int, Run]]:
        for k, part in enumerate(parts):
            p = scores[couples[k]]
            tally = Tally()
            tally.table += random.multinomial(part.pairs, np.outer([1 - p, 0, p], [1 - p, 0, p]).ravel()).reshape(3, 3)
            tally.endings[0] += [part.pairs, 0, part.pairs]
            yield k, Run(tally)

    monkeypatch.setattr("kotc_sim.experiments.matchup.tournament.simulate_parts", drawn)
    result = tournament(entrants("rats", "raptors", "storm", "armory"), games=games)
    assert result.data["games"] == 6 * games
    assert result.data["ratings"][1]["rating"] == max(row["rating"] for row in result.data["ratings"])
    assert result.data["verdict"] == "solved"


def test_names_tell_entrants_apart() -> None:
    rats, storm = (entrant.deck for entrant in entrants("rats", "storm"))
    named = name_entrants([Entrant("", rats, "greedy"), Entrant("", storm, "greedy"), Entrant("", rats, "random")])
    assert [one.name for one in named] == ["Rats (greedy)", "Storm", "Rats (random)"]


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(KotcError, match="two decks"):
        tournament(entrants("rats"))
    with pytest.raises(KotcError, match="different editions: kotc-12, kotc-17"):
        tournament(entrants("rats", "kotc-12-storm"))


def test_two_decks_have_the_word_of_their_match_up() -> None:
    """Rats scores 72 % under random play and 94 % under greedy: ahead both times, and with these bands another word for each."""
    bands = Bands((0.48, 0.52), 0.8)
    found = tournament(entrants("rats", "storm"), games=400, bands=bands, below=PilotLevel("greedy", 400))
    assert (found.place, found.second and found.second.place) == (("Rats",), ("Rats",))
    assert found.verdict is (found.matchups or ())[0].verdict is Verdict.DEPENDS
    assert report.report(found).verdict.sentence.startswith("How far Rats is ahead depends on play")
    assert tournament(entrants("rats", "storm"), games=400, bands=bands).verdict is Verdict.SOLVED


@pytest.mark.parametrize(
    ("bands", "below", "word"),
    [(Bands((0.48, 0.52), 0.8), "greedy", Verdict.DEPENDS), (Bands((0.3, 0.7), 0.8), "random", Verdict.UNDECIDED)],
)
def test_a_third_deck_makes_no_word_firmer(bands: Bands, below: str, word: Verdict) -> None:
    """Rats score 72 and 94 % against Storm, and still more against a wall: they answer both, by a word that two decks do not have."""
    wall = load_deck(DECKS / "rats.yaml")
    wall = replace(wall, name="Wall", counts=((plain_minion(0, 40, "kotc-17", "Wall"), 40),))
    decks = entrants("rats", "storm")
    how: Any = {"games": 400, "bands": bands, "below": PilotLevel(below, 400)}
    two, three = tournament(decks, **how), tournament([*decks, Entrant("", wall, "random")], **how)
    assert two.matchups[0].verdict is three.matchups[0].verdict is word
    assert two.place == three.place == ("Rats",)
    assert two.verdict is three.verdict is word
    alone = tournament([*decks, Entrant("", wall, "random")], games=400, bands=bands).verdict
    assert alone is (Verdict.SOLVED if word is Verdict.DEPENDS else word)


def test_always_and_never_have_the_bounds_of_a_match_up() -> None:
    """However the match-up ended: of pairs that are all alike it is known beforehand when a run ends."""
    wall = replace(load_deck(DECKS / "rats.yaml"), name="Wall", counts=((plain_minion(0, 40, "kotc-17", "Wall"), 40),))
    pair = [Entrant("", wall, "greedy"), replace(entrants("rats")[0], strategy="greedy")]
    contest = Contest((pair[0].deck, pair[1].deck), ("greedy", "greedy"))
    (row,) = tournament(pair, games=1200).matchups
    ended = [matchup(contest, games=4000, until=lambda cells: 2 * int(cells.sum()) >= 1000), matchup(contest, precision=1.0)]
    assert [one.stopping.rule for one in ended] == ["clear", "precision"]
    for score, ends, games in [(row.score, row.interval, row.games), *((one.score, one.interval, one.games) for one in ended)]:
        assert score == 0
        assert list(ends) == pytest.approx([0, 1 - 0.025 ** (2 / games)])


def test_cards_that_were_never_playable_are_named_with_their_deck() -> None:
    """Both decks hold Thor, and Storm plays it: the count is over all match-ups of a deck, and a word says whose card it is."""
    found = tournament([replace(one, strategy="greedy") for one in entrants("rats", "storm", "raptors")], games=1000)
    assert found.limits is not None
    assert found.limits.never_playable == ("Thor (in Raptors)",)


@pytest.mark.parametrize(("pilot", "moving"), [("random", True), ("greedy", False)])
def test_who_answers_all_others_is_tried_by_variants_of_the_judge(monkeypatch: pytest.MonkeyPatch, pilot: str, moving: bool) -> None:
    """A pilot at random stands for a variant under whom Rats score 20 points less against Storm; `greedy` is the judge itself."""
    asked: list[tuple[list[str], int]] = []

    def variants_for(decks: Sequence[Any], strategy: str, fit: Any, games: int, **_: Any) -> list[tuple[Variant, int]]:
        asked.append(([deck.name for deck in decks], games))
        return [(Variant(AGAIN, pilot, lambda: None), 400)]

    monkeypatch.setattr("kotc_sim.experiments.matchup.tournament.variants_for", variants_for)
    judged = [replace(one, strategy="greedy") for one in entrants("storm", "rats")]
    found = tournament(judged, games=400, below=PilotLevel("midrange", 400))
    assert asked == [(["Storm", "Rats"], 400)]
    assert found.verdict is (Verdict.DEPENDS if moving else Verdict.SOLVED)
    (variant,) = (found.matchups or ())[0].variants or ()
    assert variant.moves is moving
    told = report.report(found).verdict.sentence
    assert ("depends on play: the score of Storm against Rats moves, +" in told) is moving


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.1, 0.1, "solved"), (0.2, 0.4, "narrow"), (0.5, 0.9, "open"), (0.1, 0.3, "undecided"), (0.4, 0.6, "undecided")],
)
def test_verdicts_of_ten_decks(low: float, high: float, word: str) -> None:
    assert verdict_of(Interval((low + high) / 2, low, high, 0.95), 10, Interval(1.0, 1.0, 1.0)) == word


def test_no_deck_solves_a_metagame_by_chance() -> None:
    """One deck of ten has a place in each copy of the matrix, and in some of them it is another one."""
    assert verdict_of(Interval(0.1, 0.1, 0.1), 10, Interval(1.0, 0.0, 1.0)) is Verdict.UNDECIDED
