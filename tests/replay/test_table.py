"""A person at the table: games are played to their end, nothing hidden is told, and the pilot says what it would have done."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.play.seat import serve_table, sit
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import new_game
from tests.decks import copy
from tests.engine.test_knowledge import IDENTITY, exchange, hidden_throughout
from tests.levelup.check import determinize

DECKS = Path(__file__).parents[2] / "decks"
FILES = [str(DECKS / f"{name}.yaml") for name in ("raptors", "storm")]
LEVELUP = [str(DECKS / "levelup" / f"{name}.yaml") for name in ("ember-and-stone", "tide-and-grove")]
BOTH = pytest.mark.parametrize("files", [FILES, LEVELUP], ids=["kotc", "levelup"])


PRIVATE = {kinds.Log.DRAW, kinds.Log.SOW, kinds.Log.BURY_HAND, kinds.Log.SET_TRAP, kinds.Log.MOVE, kinds.Log.EXCHANGE, kinds.Log.TARGET}
"""Entries of the log that show a card to the player alone who does it."""


def ever_known(table: Any, seat: int) -> set[int]:
    """Return the cards that the person may have known at some time: the log may name them where they were."""
    seen = set().union(*table._known)
    entries = table.course.entries
    return seen | {card for kind, player, card, *_ in entries if kinds.Log(kind) not in PRIVATE or player == seat}


def choose(rng: random.Random, table: Any) -> None:
    table.choose(rng.randrange(len(table.state()["options"])))


@pytest.mark.parametrize("game", [0, 1])
def test_hidden_cards_do_not_change_what_is_told(game: int) -> None:
    """What the person may not know changes places, and the table says the same; what it may know changes, and it does not."""
    table, _ = sit(FILES, "greedy", game, 5)
    rng, shuffle = random.Random(game), np.random.default_rng(game)
    g = table.course.g
    kept, moved = new_game(), 0
    while not table.over:
        told = json.dumps(table.state())
        copy(g, kept)
        known = ever_known(table, game)
        moved += exchange(g, [np.setdiff1d(group, [*known]) for group in hidden_throughout(g, g, game)], shuffle)
        assert json.dumps(table.state()) == told
        hand = g.players[game].zone[kinds.Zone.HAND][: int(g.players[game].n[kinds.Zone.HAND])]
        own = [c for c in hand.tolist() if g.cards[c].definition != g.cards[0].definition]
        if own:
            g.cards[own[0]].definition = g.cards[0].definition
            assert json.dumps(table.state()) != told
        for name in IDENTITY:
            g.cards[name] = kept.cards[name]
        choose(rng, table)
    assert moved > 300


@pytest.mark.parametrize("game", [0, 1])
def test_hidden_cards_of_levelup_do_not_change_what_is_told(game: int) -> None:
    """As above: at each decision what the person may not know is dealt anew, and then what it may know changes."""
    table: Any = sit(LEVELUP, "greedy", game, 7)[0]
    rng, record = random.Random(game), table.course._record
    moved = 0
    while not table.over:
        told, kept = json.dumps(table.state()), record.copy()
        determinize(record, game, np.uint64(rng.getrandbits(60)))
        moved += int((record["card"]["kind"] != kept["card"]["kind"]).sum())
        assert json.dumps(table.state()) == told
        hand = record["side"][game]["hand"][: record["side"][game]["hand_n"]]
        if len(hand):
            record["card"]["kind"][hand[0]] = (record["card"]["kind"][hand[0]] + 1) % record["m"]["n_kinds"]
            assert json.dumps(table.state()) != told
        for name in kept.dtype.names:
            record[name] = kept[name]
        choose(rng, table)
    assert moved > 300


@BOTH
@pytest.mark.parametrize("game", [0, 1])
def test_a_game_is_told_again_from_the_choices_alone(game: int, files: list[str]) -> None:
    said: list[dict[str, Any]] = []
    rng = random.Random(3)

    def chosen() -> Any:
        while not said[-1]["over"]:
            yield b"%d" % rng.randrange(len(said[-1]["options"]))

    words = [*files, "greedy", str(game), "2"]
    picks: list[int] = []

    def heard() -> Any:
        for line in chosen():
            picks.append(int(line))
            yield line

    serve_table([*words, "[]"], heard(), lambda line: said.append(json.loads(line)))
    again: list[dict[str, Any]] = []
    serve_table([*words, json.dumps(picks)], [], lambda line: again.append(json.loads(line)))
    assert again == said[-1:]
    result = again[0]["result"]
    assert sum(result["score"]) == 1
    assert len(result["boards"]) > len(picks) // 2
    assert result["boards"][-1] == again[0]["board"]
    thoughts = result["thoughts"]
    assert thoughts  # a random player does not choose as greedy would
    assert [one["by"] for one in thoughts] == sorted((one["by"] for one in thoughts), reverse=True)
    assert all(one["chosen"] != one["better"] and one["by"] > 0 for one in thoughts)


@BOTH
def test_who_chooses_as_the_pilot_would_hears_nothing(files: list[str]) -> None:
    table: Any = sit(files, "greedy", 0, 1)[0]
    while not table.over:
        table.think()
        table.choose(int(np.argmax(table._scores)))
    assert table.result()["thoughts"] == []


@BOTH
@pytest.mark.parametrize("pick", [-1, 999])
def test_a_choice_that_is_none_is_refused(pick: int, files: list[str]) -> None:
    table, _ = sit(files, "greedy", 0, 1)
    before = table.state()
    with pytest.raises(KotcError, match="none of the options"):
        table.choose(pick)
    assert table.state() == before
