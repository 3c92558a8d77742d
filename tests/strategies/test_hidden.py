"""Strategies may not know hidden cards (17.zones.2 to 17.zones.9): moving them about must not change a score.

The test has its own list of what is hidden; it does not ask `view`.
"""

from __future__ import annotations

import random
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.strategies import load, strategies_of
from tests.decks import copy, random_match

SCORING = [name for name, pace in strategies_of("kotc").names.items() if pace == "steady"]

IDENTITY = ("definition", "sp", "hp", "printed_sp", "printed_hp", "printed_level", "down")
SLOW = numba.config.DISABLE_JIT


def hidden_cards(g: Any, m: Any, me: int) -> list[list[int]]:
    """Return groups of cards that player ``me`` cannot tell apart: face-down traps of one kind, and all the rest, by owner."""
    groups = []
    cards, players, spell = np.asarray(g["cards"]), np.asarray(g["players"]), np.asarray(m["defs"])["spell"]
    for p in range(int(g.n_players)):
        zones = (
            (kinds.Zone.DECK,)
            if p == me
            else (kinds.Zone.HAND, kinds.Zone.GRAVE, kinds.Zone.GRANARY, kinds.Zone.DECK, kinds.Zone.RESERVES, kinds.Zone.TRAPFIELD)
        )
        pile: list[int] = []
        traps: list[int] = []
        for zone in zones:
            held = players["zone"][p, zone, : players["n"][p, zone]]
            hidden = held[(cards["shown"][held] >> me) & 1 == 0].tolist()
            (traps if zone == kinds.Zone.TRAPFIELD else pile).extend(hidden)
        spells = [c for c in pile if spell[cards["definition"][c]]]
        groups += [pile, traps + spells]
    return [group for group in groups if len(group) > 1]


def permuted(g: Any, m: Any, me: int, rng: random.Random) -> Any:
    """Return a copy of the game in which hidden cards have changed places."""
    other = record.new_game()
    copy(g, other)
    cards = np.asarray(other["cards"])
    for group in hidden_cards(g, m, me):
        shuffled = group[:]
        rng.shuffle(shuffled)
        for name in IDENTITY:
            cards[name][shuffled] = cards[name][group]
    return other


def states(edition: str, seed: int, every: int, most: int) -> Any:
    """Yield sampled decisions (game, match) of a random game; it goes on when the caller asks for the next one."""
    m = random_match(seed, edition, 2)
    g = record.new_game()
    rng = random.Random(seed)
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(seed), 0, 0)
        count = 0
        for step in range(4000):
            machine.advance(g, m)
            if g.over or count >= most:
                return
            if step % every == 0:
                count += 1
                yield g, m
            g.choice = rng.randrange(int(g.n_options))
            g.ask = 0


@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
@pytest.mark.parametrize("name", [name for name in SCORING if name != "random"])
def test_scores_do_not_depend_on_hidden_cards(name: str, edition: str) -> None:
    fill = load("kotc", name).compiled
    rng = random.Random(5)
    moved = decisions = 0
    for seed in range(1 if SLOW else 6):
        for g, m in states(edition, seed, 3, 40):
            me = int(g.asked)
            other = permuted(g, m, me, rng)
            moved += not np.array_equal(np.asarray(g["cards"])["definition"][:100], np.asarray(other["cards"])["definition"][:100])
            scores, again = record.new_scores(), record.new_scores()
            fill(g, m, me, scores)
            fill(other, m, me, again)
            n = int(g.n_options)
            assert np.isfinite(scores[:n]).all()
            assert scores[:n] == pytest.approx(again[:n], rel=1e-12, abs=1e-12), f"seed {seed}, decision {decisions}, ask {g.ask}"
            decisions += 1
    assert decisions > 10
    assert moved > 0.9 * decisions


@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
@pytest.mark.parametrize("name", ["lookahead@4", "flat@4"])
def test_a_search_with_the_same_stream_does_not_depend_on_hidden_cards(name: str, edition: str) -> None:
    fill = load("kotc", name).compiled
    rng = random.Random(6)
    for g, m in states(edition, 3, 9, 4 if SLOW else 40):
        me = int(g.asked)
        other = permuted(g, m, me, rng)
        scores, again = record.new_scores(), record.new_scores()
        with np.errstate(over="ignore"):
            fill(g, m, me, scores)
            fill(other, m, me, again)
        n = int(g.n_options)
        assert scores[:n] == pytest.approx(again[:n], rel=1e-9, abs=1e-12)


def test_strategies_leave_the_game_alone() -> None:
    for name in (*SCORING, "lookahead@4"):
        fill = load("kotc", name).compiled
        for g, m in states("kotc-17", 4, 11, 5):
            before, fixed = g.tobytes(), m.tobytes()
            with np.errstate(over="ignore"):
                fill(g, m, int(g.asked), record.new_scores())
            assert g.tobytes() == before
            assert m.tobytes() == fixed


def test_the_test_sees_a_strategy_that_peeks() -> None:
    def peek(game: Any, match: Any, me: int, scores: Any) -> None:
        enemy = game.players[1 - me]
        for i in range(game.n_options):
            scores[i] = game.cards[enemy.zone[kinds.Zone.HAND, 0]].definition if enemy.n[kinds.Zone.HAND] > 0 else 0.0

    rng = random.Random(7)
    differ = 0
    for g, m in states("kotc-17", 4, 3, 30):
        scores, again = record.new_scores(), record.new_scores()
        peek(g, m, int(g.asked), scores)
        peek(permuted(g, m, int(g.asked), rng), m, int(g.asked), again)
        differ += not np.array_equal(scores, again)
    assert differ > 5
