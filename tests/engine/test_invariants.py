"""Random legal decks over the whole vocabulary keep the engine's laws; and each law is seen when it is broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.result import Ending, Flag
from scripts.fuzz import FAULTS, Report
from scripts.fuzz_keeper import play, random_match
from tests.decks import EDITIONS, random_decks
from tests.engine import invariants
from tests.engine.invariants import Law

PYTHON = numba.config.DISABLE_JIT


def fuzz(edition: str, seed: int, games: int, *pilots: tuple[str, str]) -> int:
    """Play checked games of a random match with each pair of pilots; return how many."""
    match, where = random_match(seed, edition)
    for names in pilots:
        fault, results, _ = play(match, seed, games, names)
        assert not fault, f"{where}, {names}: {fault}"
        assert not np.any(results["raised"] & FAULTS), f"{where}, {names}: {Flag(int(np.bitwise_or.reduce(results['raised'])))!r}"
        endings = {Ending.HIT_POINTS, Ending.DECK_OUT, Ending.TIE_BREAK, Ending.TURN_CAP}
        if match.record.n_players > 2:  # a battlefield full of pawns
            endings.add(Ending.LIMIT)
        assert set(results["ending"].tolist()) <= endings, where
        assert (results["turns"] <= int(match.record.turn_limit) * int(match.record.n_players) // 2).all()
        assert (results["hp"] >= 0).all()
        assert (results["score2"].sum(axis=1) >= 1).all()
    return games * len(pilots)


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_keep_the_laws(edition: str) -> None:
    """24 matches of random players; in the first 12 of them also one against greedy, for which nothing is compiled again."""
    for seed in range(2 if PYTHON else 24):
        against_greedy = [] if PYTHON or seed >= 12 else [("random", "greedy")]
        fuzz(edition, seed, 1 if PYTHON else 10, ("random", "random"), *against_greedy)


@pytest.mark.slow
def test_a_hundred_thousand_games_keep_the_laws() -> None:
    assert sum(fuzz("kotc-17", seed, 25, ("random", "greedy")) for seed in range(10_000, 14_000)) == 100_000


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS[1:])
def test_older_editions_keep_the_laws(edition: str) -> None:
    assert sum(fuzz(edition, seed, 20, ("random", "greedy")) for seed in range(10_000, 11_000)) == 20_000


def test_explored_decisions_take_any_option() -> None:
    match, _ = random_match(1, "kotc-17")
    games = 1 if PYTHON else 10
    for explore, same in ((100, True), (0, False)):
        greedy, aggro = (play(match, 1, games, (name, "random"), explore=explore)[1] for name in ("greedy", "aggro"))
        assert (greedy == aggro).all() == same


def test_what_a_long_run_keeps_makes_the_same_report() -> None:
    match, place = random_match(1, "kotc-17")
    _, results, _ = play(match, 1, 1, ("random", "random"))
    results["raised"] |= Flag.OVERFLOW
    report = Report()
    report.add(place, "a law", results, ["effect.destroy"])
    again = Report(json.loads(json.dumps(report.kept())))
    again.add(place, "", results, ["effect.draw"])
    assert (again.games, again.used["effect.destroy"], len(again.limits), again.faults) == (2, 1, 2, [f"{place}: a law"])
    assert Report(json.loads(json.dumps(again.kept()))).lines(["effect.draw"]) == again.lines(["effect.draw"])


# --- each law is seen when it is broken


def deal(turns: int) -> tuple[Any, Any]:
    """Return a game of the 17th Edition at the first decision of the Action Phase after some turns, and its match."""
    m = compile_match(random_decks(8, load_edition("kotc-17"), 2)).record
    g = record.new_game()
    rng = np.random.default_rng(0)
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(8), 0, 0)
    while True:
        machine.advance(g, m)
        assert not g.over
        fields = min(int(g.players[p].n[kinds.Zone.BATTLEFIELD]) for p in range(2))
        if g.turn > turns and g.ask == kinds.Ask.ACTION and fields:
            return g, m
        g.choice = rng.integers(g.n_options)
        g.ask = 0


def minion(g: Any) -> Any:
    """Return a card on a battlefield."""
    return g.cards[int(g.players[0].zone[kinds.Zone.BATTLEFIELD, 0])]


def duplicate(g: Any) -> None:
    g.players[0].zone[kinds.Zone.HAND, int(g.players[0].n[kinds.Zone.HAND])] = g.players[0].zone[kinds.Zone.DECK, 0]
    g.players[0].n[kinds.Zone.HAND] += 1


def give_away(g: Any) -> None:
    g.cards[int(g.players[0].zone[kinds.Zone.DECK, 0])].owner = 1


def become_pawn(g: Any) -> None:
    g.cards[int(g.players[0].zone[kinds.Zone.DECK, 0])].pawn = 1


def vanish(g: Any) -> None:
    c = int(g.players[0].zone[kinds.Zone.DECK, int(g.players[0].n[kinds.Zone.DECK]) - 1])
    g.players[0].n[kinds.Zone.DECK] -= 1
    g.cards[c].zone = kinds.Zone.REMOVED


def count_wrong(g: Any) -> None:
    g.players[0].free += 1


def fall_below(g: Any) -> None:
    g.players[1].hp = -1


def float_counter(g: Any) -> None:
    s = g.counters[int(g.n_counters)]
    s.card, s.count, s.kind, s.owner = int(g.players[0].zone[kinds.Zone.DECK, 0]), 1, 0, 0
    g.cards[int(s.card)].counters = 1
    g.n_counters += 1


def sink(g: Any) -> None:
    minion(g).down = 1


def exhaust_hidden(g: Any) -> None:
    g.cards[int(g.players[0].zone[kinds.Zone.DECK, 0])].exhausted = 1


def leave_link(g: Any) -> None:
    g.n_links = 1


def enlist_stranger(g: Any) -> None:
    g.n_battles = 1
    b = g.battles[0]
    b.attacker, b.defender, b.victim, b.victim_player = 0, 1, -1, 1
    b.team[0].n, b.team[1].n = 1, 0
    b.team[0].card[0] = int(g.players[1].zone[kinds.Zone.BATTLEFIELD, 0])


def repeat_option(g: Any) -> None:
    g.options[int(g.n_options)] = g.options[0]
    g.n_options += 1


def push_turn(g: Any) -> None:
    g.frames[int(g.depth)].kind = kinds.Frame.TURN
    g.depth += 1


def kill(g: Any) -> None:
    g.players[1].hp = 0


def forget_cards(g: Any) -> None:
    """Hold a card that a player is not known to hold."""
    g.players[0].may_hold = 0


def forget_player(g: Any) -> None:
    """Count one player too few."""
    g.n_left = 1


def outlast(g: Any) -> None:
    g.turn = int(g.turn_limit) + 1


@pytest.mark.parametrize(
    ("law", "break_it"),
    [
        (Law.ZONES, duplicate),
        (Law.OWNERS, give_away),
        (Law.PAWNS, become_pawn),
        (Law.CONSERVED, vanish),
        (Law.RESOURCES, count_wrong),
        (Law.HIT_POINTS, fall_below),
        (Law.COUNTERS, float_counter),
        (Law.LEVELS, sink),
        (Law.STATES, exhaust_hidden),
        (Law.CHAIN, leave_link),
        (Law.TEAMS, enlist_stranger),
        (Law.OPTIONS, repeat_option),
        (Law.FRAMES, push_turn),
        (Law.ENDGAME, kill),
        (Law.TURNS, outlast),
        (Law.NOTED, forget_cards),
        (Law.NOTED, forget_player),
    ],
)
def test_a_broken_law_is_seen(law: Law, break_it: Callable[[Any], None]) -> None:
    g, m = deal(8)
    assert invariants.check(g, m, 1) == 0
    break_it(g)
    assert law in Law(int(invariants.check(g, m, 1)))


def test_a_card_that_turns_upright_is_seen() -> None:
    g, _ = deal(8)
    state, stamp, last = np.zeros(record.MAX_CARDS, np.int64), np.zeros(record.MAX_CARDS, np.int64), np.zeros(2, np.int64)
    minion(g).exhausted = 1
    invariants.check_upright(g, state, stamp, last)
    assert invariants.check_upright(g, state, stamp, last) == 0
    minion(g).exhausted = 0
    assert invariants.check_upright(g, state, stamp, last) == Law.UNEXHAUSTED


def test_a_checked_game_is_the_same_game() -> None:
    m = compile_match(random_decks(5, load_edition("kotc-17"), 2))
    g, scores = record.new_game(), record.new_scores()
    fault, checked, seen = play(m, 5, 2, ("random", "random"), g)
    from kotc_sim.strategies import load

    pilot: Any = load("kotc", "random")
    f = pilot.address
    plain: Any = np.zeros_like(checked)
    plain = plain.view(np.recarray) if PYTHON else plain
    again = np.zeros_like(seen)
    with np.errstate(over="ignore"):
        error = machine.play_many(f, f, 1, 1, g, m.record, np.uint64(5), 0, 2, plain, again, scores)
    assert (fault, error) == ("", 0)
    assert plain.tobytes() == checked.tobytes()
    assert again.tobytes() == seen.tobytes()
