"""Rules of the 17th Edition that no scenario can show: setup, knowledge, the turn limit.

Chance is in tests/engine/test_streams.py, hidden zones in tests/engine/test_knowledge.py, loops in tests/engine/test_limits.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine, program, record, zones
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.games.keeper.scenario.reader import read_document
from kotc_sim.games.keeper.scenario.state import build
from kotc_sim.shared.result import Ending
from kotc_sim.strategies.keeper import view
from kotc_sim.yaml_source import parse_yaml

DECKS = Path(__file__).resolve().parents[2] / "decks"


def plain(size: int = 40) -> Deck:
    return Deck("plain", load_edition("kotc-17"), None, ((plain_minion(1, 2), size),))


def game(players: int = 2, swap: int = 0, size: int = 40) -> tuple[Any, Any]:
    """Return a dealt game of plain minions, and its match."""
    m, g = compile_match([plain(size) for _ in range(players)]).record, record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(1), 0, swap)
    return g, m


def passive(g: Any, m: Any) -> None:
    """Play on; nobody does anything that can be left."""
    while not g.over:
        machine.advance(g, m)
        if g.over:
            return
        leave = [i for i in range(int(g.n_options)) if g.options[i].kind in (kinds.Opt.PASS, kinds.Opt.END_PHASE)]
        g.choice = leave[0]
        g.ask = 0


@pytest.mark.rule("17.setup.1")
@pytest.mark.parametrize("players", [0, 1, 9])
def test_a_game_has_two_to_eight_players(players: int) -> None:
    with pytest.raises(KotcError, match=r"17\.setup\.1"):
        compile_match([plain() for _ in range(players)])


@pytest.mark.rule("17.setup.1", "17.setup.5", "17.setup.7")
@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_players_begin(players: int) -> None:
    g, m = game(players)
    machine.advance(g, m)
    assert int(g.n_players) == players
    for p in range(players):
        assert int(g.players[p].hp) == 35
        assert int(g.players[p].n[kinds.Zone.HAND]) == 5


@pytest.mark.rule("17.setup.6", "17.ruling.120")
@pytest.mark.parametrize("swap", [0, 1])
def test_each_of_two_decks_starts_one_game_of_a_pair(swap: int) -> None:
    rats, storm = (load_deck(DECKS / f"{name}.yaml") for name in ("rats", "storm"))
    m, g = compile_match([rats, storm]).record, record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(3), 0, swap)
    assert int(g.turn_player) == int(g.first_player) == 0
    lying = sorted(g.cards["definition"][g.players[0].zone[kinds.Zone.DECK, : g.players[0].n[kinds.Zone.DECK]]].tolist())
    assert lying == sorted(m.deck[swap, : m.deck_n[swap]].tolist())


@pytest.mark.rule("17.endgame.4", "17.ruling.117")
@pytest.mark.parametrize("limit", [1, 6])
@pytest.mark.parametrize(("hp", "winners"), [((35, 34), 1), ((30, 35), 2), ((35, 35), None)])
def test_at_the_turn_limit_the_criteria_decide(limit: int, hp: tuple[int, int], winners: int | None) -> None:
    g, m = game()
    g.turn_limit = limit
    for p in range(2):
        g.players[p].hp = hp[p]
    passive(g, m)
    assert int(g.ending) == Ending.TURN_CAP
    assert int(g.turn) == limit
    # equal HP and no minions: the larger deck, and the starting player has drawn one card less (17.turn.3)
    decks = [int(g.players[p].n[kinds.Zone.DECK]) for p in range(2)]
    by_deck = sum(1 << p for p in range(2) if decks[p] == max(decks))
    assert int(g.winners) == (by_deck if winners is None else winners)


@pytest.mark.rule("17.ruling.117")
def test_a_game_with_a_limit_of_its_own_ends_there() -> None:
    g, m = game()
    assert int(m.turn_limit) == int(g.turn_limit) == 200
    passive(g, m)
    assert int(g.ending) == Ending.DECK_OUT  # 35 cards each last to turn 72
    assert int(g.turn) == 72


@pytest.mark.rule("17.ruling.117")
@pytest.mark.parametrize(("players", "size"), [(4, 60), (5, 50), (6, 40), (8, 60)])
def test_the_limit_of_turns_leaves_the_end_to_the_decks(players: int, size: int) -> None:
    """Every player's deck lasts as many rounds as in a game of two."""
    g, m = game(players, size=size)
    passive(g, m)
    assert int(g.ending) == Ending.DECK_OUT
    assert int(g.turn) > (size - 6) * players


@pytest.mark.rule("17.resource.6")
def test_paying_leaves_the_payer_the_same_number_whatever_is_exhausted() -> None:
    g, _ = game()
    for _ in range(4):
        c = int(g.players[0].zone[kinds.Zone.DECK, 0])
        zones.take(g, c)
        zones.put(g, 0, kinds.Zone.GRANARY, c)
        g.players[0].free += 1
    zones.pay_resources(g, 0, 3)
    lying = g.players[0].zone[kinds.Zone.GRANARY, :4]
    assert int(g.players[0].free) == 1
    assert sorted(g.cards["exhausted"][lying].tolist()) == [0, 1, 1, 1]


def put(g: Any, p: int, zone: int) -> int:
    """Move the bottom card of the deck of player ``p`` to a zone."""
    c = int(g.players[p].zone[kinds.Zone.DECK, 0])
    zones.take(g, c)
    zones.put(g, p, zone, c)
    return c


def knowing(g: Any, c: int) -> list[int]:
    return [p for p in range(int(g.n_players)) if view.knows(g, p, c)]


@pytest.mark.rule("17.zones.2", "17.zones.3", "17.zones.4")
def test_public_private_restricted() -> None:
    g, _ = game(3)
    classes = {kinds.Zone.BATTLEFIELD: [0, 1, 2], kinds.Zone.HAND: [1], kinds.Zone.GRANARY: [1], kinds.Zone.GRAVE: [1], kinds.Zone.DECK: []}
    for zone, who in classes.items():
        assert knowing(g, put(g, 1, zone)) == who


@pytest.mark.rule("17.keyword.59", "17.keyword.60", "17.ruling.98")
def test_what_was_shown_is_known_until_the_card_moves() -> None:
    g, _ = game(3)
    revealed, seen = put(g, 1, kinds.Zone.HAND), put(g, 1, kinds.Zone.HAND)
    g.cards[revealed].shown = -1  # to all players (17.keyword.59)
    g.cards[seen].shown = 1 << 2  # to player 3 alone (17.keyword.60)
    assert knowing(g, revealed) == [0, 1, 2]
    assert knowing(g, seen) == [1, 2]
    for c in (revealed, seen):
        zones.take(g, c)
        zones.put(g, 1, kinds.Zone.GRANARY, c)
        assert knowing(g, c) == [1]


@pytest.mark.rule("17.keyword.57")
def test_a_petrified_minion_is_known_to_its_controller_alone() -> None:
    g, m = game(3)
    c = put(g, 1, kinds.Zone.BATTLEFIELD)
    g.cards[c].shown = -1  # it used an ability
    assert knowing(g, c) == [0, 1, 2]
    program.petrify(g, m, c)
    assert knowing(g, c) == [1]
    assert view.level_of(g, m, 1, c) == -1


@pytest.mark.rule("17.pawn.6")
def test_a_removed_pawn_is_not_put_in_order() -> None:
    text = (
        'edition: kotc-17\ncards:\n  - {name: Sweep, kind: spell, text: "Target all level 2 or lower on-field minions; '
        'bounce the targets, then bury the targets."}\nplayers:\n  1: {hand: {S: Sweep}, granary: 30, battlefield: {M: minion '
        "1/2}}\n  2: {battlefield: {P: {card: minion 1/2, pawn: true}, A: minion 1/2}}\nexpect: {}\n"
    )
    position = build(read_document(parse_yaml(text, "sweep.yaml")))
    g = position.g
    orders = []
    position.advance()
    while position.zone(0, kinds.Zone.DECK) != [position.card("M")]:
        assert g.over == 0
        if int(g.ask) == kinds.Ask.ORDER:
            orders.append([int(g.options[i].card) for i in range(int(g.n_options))])
        cast = [i for i in range(int(g.n_options)) if g.options[i].kind == kinds.Opt.CAST]
        position.answer(cast[0] if cast else 0)
    assert orders == [[position.card("M"), position.card("A")]]
    assert [position.zone(p, kinds.Zone.DECK)[-1:] for p in range(2)] == [[position.card("M")], [position.card("A")]]
