"""Substitution in a deck: slots, pairing, verdicts, resuming."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.result import Answer
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.worth.substitution import find_card, judge, parse_entry, substitute, substitution
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.runs import Workers
from kotc_sim.runs.checkpoint import Checkpoint
from tests.experiments.verdict_cases import PLAIN_PYTHON, body, deck_of, names

DECKS = Path(__file__).parents[3] / "decks"
GAMES = 16 if PLAIN_PYTHON else 800
HOST = deck_of((10, 1, 0), (20, 2, 2), (10, 3, 2), name="host")
FOE = deck_of((20, 2, 0), (20, 2, 4), name="foe")


def test_newcomers_take_the_slots_of_those_who_leave() -> None:
    changed = substitute(HOST, [(2, "minion 2/2"), (1, "minion 3/2")], [(1, body(4, 4)), (2, body(0, 0))])
    before, after = names(HOST), names(changed)
    moved = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    assert moved == [10, 11, 30]
    assert [after[i] for i in moved] == ["minion 4/4", "minion 0/0", "minion 0/0"]


def test_a_card_may_come_that_the_deck_holds_already() -> None:
    changed = substitute(HOST, [(3, "minion 1/0")], [(3, body(3, 2))])
    assert names(changed).count("minion 3/2") == 13


def test_reserves_stay_aside() -> None:
    deck = load_deck(DECKS / "kotc-9-claws.yaml")
    main = names(deck)
    changed = substitute(deck, [(1, main[0])], [(1, next(iter(deck.cards())))])
    assert names(changed) == main


@pytest.mark.parametrize(
    ("out", "into", "said"),
    [
        ([(2, "minion 2/2")], [(1, body(3, 2))], "2 cards leave and 1 takes their place"),
        ([(1, "minion 2/3")], [(1, body(3, 2))], "Did you mean 'minion 2/2'"),
        ([(11, "minion 1/0")], [(11, body(3, 2))], "has only 10 of 'minion 1/0'"),
    ],
)
def test_mistakes_are_explained(out: list[tuple[int, str]], into: list[tuple[int, Card]], said: str) -> None:
    with pytest.raises(KotcError) as caught:
        substitute(HOST, out, into)
    assert said in str(caught.value)


def test_an_illegal_deck_is_refused() -> None:
    deck = load_deck(DECKS / "raptors.yaml")
    feud = find_card("Old Feud", deck, [DECKS / "cards" / "kotc-17-armory.yaml"])
    with pytest.raises(KotcError, match="Ultra Points"):
        substitute(deck, [(5, "Thunderstrike")], [(5, feud)])


def test_cards_are_found_where_a_designer_keeps_them() -> None:
    deck = load_deck(DECKS / "raptors.yaml")
    assert find_card("Tornado", deck).kind == "spell"
    assert find_card("minion 2/6", deck).level == 5
    assert find_card("Squire", deck, [DECKS / "cards" / "kotc-17-armory.yaml"]).sp == 1
    unused = {card.name for card, _ in deck.counts}
    library = find_card("Asteroid Impact", deck)
    assert library.name not in unused or library in [card for card, _ in deck.counts]
    with pytest.raises(KotcError, match="Did you mean 'Tornado'"):
        find_card("Tornadoo", deck)


def test_entries_are_read() -> None:
    assert parse_entry("2 Thunderstrike", "--out") == (2, "Thunderstrike")
    assert parse_entry("3x minion 2/4", "--in") == (3, "minion 2/4")
    assert parse_entry("Thor", "--in") == (1, "Thor")
    for empty in ("", "0 Thor"):
        with pytest.raises(KotcError, match="names no card"):
            parse_entry(empty, "--in")


def test_the_same_card_changes_nothing_exactly() -> None:
    out, into = [(8, "minion 2/2")], [(8, body(2, 2))]
    result = substitution(HOST, out, into, [FOE, HOST], strategy="random", games=GAMES)
    assert result.data["difference"] == {"value": 0.0, "interval": [0.0, 0.0]}
    assert result.data["verdict"] == "same"


def test_no_score_lies_beyond_all_games_or_none() -> None:
    dud = replace(body(0, 0), name="dud", level=9)
    data = substitution(HOST, [(8, "minion 2/2")], [(8, dud)], [FOE], strategy="random", games=6).data
    ends = [row[key]["interval"] for row in (data, *data["against"]) for key in ("before", "after")]
    assert all(0 <= low <= high <= 1 for low, high in ends)


@pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
def test_better_and_worse_are_told_apart_with_fewer_games() -> None:
    # Both verdicts are 9 standard errors from their opposites at this size: no false alarm to be expected.
    bargain, dud = replace(body(5, 8), name="bargain", level=1), replace(body(0, 0), name="dud", level=9)
    better = substitution(HOST, [(8, "minion 1/0")], [(8, bargain)], [FOE], games=GAMES)
    worse = substitution(HOST, [(8, "minion 2/2")], [(8, dud)], [FOE], games=GAMES)
    assert (better.data["verdict"], worse.data["verdict"]) == ("better", "worse")
    assert (better.answer, worse.answer) == (Answer.YES, Answer.NO)
    assert worse.data["correlation"] > 0.2
    assert worse.data["games_saved"] > 0
    mean = np.mean([row["difference"]["value"] for row in worse.data["against"]])
    assert worse.difference.value == pytest.approx(mean)


def test_verdicts_follow_the_interval() -> None:
    assert judge(Interval(0.03, 0.011, 0.05)) == "better"
    assert judge(Interval(-0.03, -0.05, -0.011)) == "worse"
    assert judge(Interval(0.02, 0.001, 0.04)) == "slightly better"
    assert judge(Interval(-0.02, -0.04, -0.001)) == "slightly worse"
    assert judge(Interval(0.002, -0.005, 0.009)) == "same"
    assert judge(Interval(0.005, -0.02, 0.03)) == "undecided"


def test_finished_games_are_taken_up_again(tmp_path: Path) -> None:
    def run(checkpoint: Checkpoint | None, on_chunk: Callable[[int], None]) -> dict[str, object]:
        with Workers(1, checkpoint=checkpoint) as workers:
            result = substitution(
                HOST, [(4, "minion 2/2")], [(4, body(3, 0))], [FOE],
                strategy="random", games=GAMES, workers=workers, on_chunk=on_chunk,
            )  # fmt: skip
        return result.data

    played: list[int] = []
    whole = run(None, played.append)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    kept = Checkpoint(tmp_path / "run")
    with pytest.raises(KeyboardInterrupt):
        run(kept, stop)
    kept.flush()
    again: list[int] = []
    assert run(Checkpoint(tmp_path / "run"), again.append) == whole
    assert again == played  # chunks that were kept count as well
