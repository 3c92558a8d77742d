"""What bounds a game: the cap on chain links, and reports of limits that were met (17.ruling.21)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import costs, events, kinds, machine, program, record, stack, triggers, zones
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.games.keeper.scenario.reader import read_document
from kotc_sim.games.keeper.scenario.script import Player
from kotc_sim.games.keeper.scenario.state import Game, build
from kotc_sim.games.keeper.transcript import Transcript
from kotc_sim.runs.tally import count_games
from kotc_sim.shared import result
from kotc_sim.shared.result import Ending, Flag
from kotc_sim.shared.result_record import RESULT
from kotc_sim.yaml_source import parse_yaml
from tests.engine import invariants

LOOP = (
    "LOOP: When this card is summoned (ghost-play): self-bounce 1 on-field minion and gift-summon 1 minion in your "
    "hand→ 1-dice-heal yourself."
)


def loop_match() -> Any:
    """Return a match of two decks that hold nothing but a minion that hands itself to and fro for ever."""
    edition = load_edition("kotc-17")
    caveat, abilities = parse_text(LOOP, edition, "minion")
    bill = price(edition, "minion", 0, 0, caveat, abilities)
    card = Card("Loop", "minion", 0, 0, abilities, caveat, bill.level, None, bill.ultra, edition.name, edition.number, LOOP)
    deck = Deck("loop", edition, None, ((card, 40),))
    return compile_match([deck, deck]).record


def test_a_level_that_the_record_cannot_hold_is_refused() -> None:
    most = replace(plain_minion(1, 0, "kotc-17"), level=record.MAX_LEVEL)
    for card in (most, replace(most, level=record.MAX_LEVEL + 1)):
        deck = Deck("deck", load_edition("kotc-17"), None, ((card, record.MAX_DECK),))
        if card is most:
            compile_match([deck, deck])
            continue
        with pytest.raises(KotcError, match=r"level 4001\. The engine keeps up to 4000"):
            compile_match([deck, deck])


def eager(g: Any) -> int:
    """Return the option of a player who sows, summons, uses every ability and accepts every gift, and never battles."""
    order: dict[int, int] = {kinds.Opt.SUMMON: 0, kinds.Opt.SOW_CARD: 0, kinds.Opt.ACTIVATE: 0, kinds.Opt.PICK_CARD: 0, kinds.Opt.YES: 0}
    order |= {kinds.Opt.PASS: 1, kinds.Opt.END_PHASE: 1}
    return min(range(int(g.n_options)), key=lambda i: (order.get(int(g.options[i].kind), 2), i))


@pytest.mark.rule("17.ruling.21")
def test_a_loop_is_capped_and_reported() -> None:
    m = loop_match()
    if numba.config.DISABLE_JIT:
        m.link_limit = 40  # without compiling, a thousand links take minutes
    g = record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(1), 0, 0)
    g.turn_limit = 2
    most = [0, 0, 0]  # links by turn, as seen at decisions: the last one is followed by none
    while not g.over:
        machine.advance(g, m)
        if g.over:
            break
        assert invariants.check(g, m, 1) == 0
        assert g.n_links <= m.link_limit
        most[int(g.turn)] = max(most[int(g.turn)], int(g.links_this_turn))
        assert not (g.raised and int(g.ask) == kinds.Ask.WINDOW and g.links_this_turn >= m.link_limit)
        g.choice = eager(g)
        g.ask = 0
    assert most == [0, m.link_limit - 1, m.link_limit - 1]
    assert g.links_this_turn == m.link_limit
    assert int(g.raised) == Flag.LINK_CAP
    assert int(g.ending) == Ending.TURN_CAP


@pytest.mark.rule("17.ruling.21")
def test_without_accepting_there_is_no_loop() -> None:
    m = loop_match()
    g = record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(1), 0, 0)
    g.turn_limit = 2
    while not g.over:
        machine.advance(g, m)
        if not g.over:
            decline = [i for i in range(int(g.n_options)) if int(g.options[i].kind) == kinds.Opt.NO]
            g.choice = decline[0] if decline else eager(g)
            g.ask = 0
    assert int(g.raised) == 0


# --- a list of the record is full: the game stops there


def crowded(players: int) -> Game:
    """Return a game in which player 1 has room for two more minions and crafts three pawns."""
    crafted = "  - {choose: 1/0}\n" * 3
    text = (
        "edition: kotc-17\ncards:\n  - {name: Craft, kind: spell, text: Craft 3 level 1 pawns.}\nplayers:\n"
        f"  1: {{hp: 9, hand: {{S: Craft}}, granary: 9, battlefield: {record.ZONE_CAP - 2}}}\n"
        + "".join(f"  {p}: {{hp: 20}}\n" for p in range(2, players + 1))
        + f"script:\n  - {{cast: S}}\n{crafted}expect: {{}}\n"
    )
    document = read_document(parse_yaml(text, "crowded.yaml"))
    game = build(document)
    game.g.log_on = 1
    Player(game, document.script).play()
    return game


@pytest.mark.parametrize("players", [2, 6])
def test_a_game_that_meets_a_limit_of_the_record_stops_there(players: int) -> None:
    game = crowded(players)
    g, m = game.g, game.match.record
    assert (int(g.over), int(g.ending), int(g.raised)) == (1, Ending.LIMIT, Flag.OVERFLOW)
    assert [kind for kind, *_ in game.log].count(kinds.Log.END) == 1
    results: Any = np.zeros(2, RESULT).view(np.recarray)
    seen = np.zeros((2, players, result.MAX_DEFS), np.uint8)
    for row in range(2):
        machine.write_result(g, m, results[row], seen[row])
    assert results[0].score2.tolist() == [1] * players + [0] * (8 - players)  # nobody has won
    tally, scores = count_games(results, seen, 0)
    assert scores.tolist() == [2]
    assert tally.endings[Ending.LIMIT].tolist() == [0, 2, 0]
    assert tally.raised.tolist() == [0, 0, 2, 0, 0, 0, 0, 0]
    lines = "\n".join(Transcript(game.match, game.log, lambda c: f"card {c}", [35] * players, omniscient=True).lines)
    assert "The game is over: the engine stopped. A tie of" in lines


def test_what_is_left_of_a_step_does_not_decide_a_game_that_met_a_limit() -> None:
    game = crowded(2)
    g, m = game.g, game.match.record
    g.players[1].hp = 0
    events.check_end(g, m)
    events.finish(g, m, Ending.DECK_OUT)
    assert (int(g.ending), int(g.winners)) == (Ending.LIMIT, 3)


FULL: dict[str, Callable[[Any, Any], Any]] = {
    "frames": lambda g, m: (fill(g, "depth", record.MAX_FRAMES), stack.push(g, kinds.Frame.DRAW)),
    "options": lambda g, m: (fill(g, "n_options", record.MAX_OPTIONS), stack.offer_plain(g, kinds.Opt.PASS, 0)),
    "events": lambda g, m: (
        fill(m, "listen", -1),
        fill(m, "notes_all", 1),
        fill(g, "n_events", record.MAX_EVENTS),
        events.raise_event(g, m, kinds.Event.SUMMONED, 0, 0, 0, 0),
    ),
    "used": lambda g, m: (fill(g, "n_used", record.MAX_USED), triggers.mark_used(g, 1, 0, 0)),
    "pool": lambda g, m: (fill(g, "n_pool", record.MAX_POOL), costs.pool_add(g, 0)),
    "returns": lambda g, m: (fill(g, "n_returns", record.MAX_RETURNS), program.note_return(g, 0, 1)),
    "permissions": lambda g, m: [program.give_permission(g, 0, 1, 1, 0) for _ in range(5)],
    "counters": lambda g, m: (fill(g, "n_counters", record.MAX_COUNTERS), zones.place_counters(g, 0, 1, 0, 1)),
    "pawns": lambda g, m: (fill(g, "n_cards", record.MAX_CARDS), zones.new_pawn(g, m, 0, 0, 1, 0, 1)),
}


def fill(where: Any, name: str, value: int) -> int:
    setattr(where, name, value)
    return value


@pytest.mark.parametrize("name", FULL)
def test_every_list_of_the_record_ends_the_game_when_it_is_full(name: str) -> None:
    text = "edition: kotc-17\nplayers:\n  1: {battlefield: [minion 1/2]}\n  2: {}\nexpect: {}\n"
    game = build(read_document(parse_yaml(text, "full.yaml")))
    g = game.g
    FULL[name](g, game.match.record)
    machine.advance(g, game.match.record)
    assert (int(g.over), int(g.ending), int(g.winners), int(g.raised)) == (1, Ending.LIMIT, 3, Flag.OVERFLOW)


@pytest.mark.rule("5.keyword.24", "9.ruling.24")
def test_permissions_of_chains_that_are_over_leave_room_for_others() -> None:
    text = "edition: kotc-5\nplayers:\n  1: {deck: 3}\n  2: {deck: 3}\nexpect: {}\n"
    g = build(read_document(parse_yaml(text, "permissions.yaml"))).g
    for chain in range(1, 11):
        g.chain_number = chain
        program.give_permission(g, 0, 2, 1, 1)
    assert int(g.over) == 0
    mine = g.players[0]
    slots = [i for i in range(4) if mine.reroll_dice[i] and mine.reroll_from[i] <= 10 <= mine.reroll_until[i]]
    assert len(slots) == 1
    for _ in range(3):
        program.give_permission(g, 0, 2, 1, 1)
    assert [int(d) for d in mine.reroll_dice] == [2, 2, 2, 2]
    program.give_permission(g, 0, 2, 1, 1)
    assert (int(g.over), int(g.raised)) == (1, Flag.OVERFLOW)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="hundreds of turns without compiling take minutes")
@pytest.mark.parametrize("edition", ["kotc-12", "kotc-13", "kotc-17", "kotc-20"])
@pytest.mark.parametrize(("players", "cards"), [(4, 60), (5, 50), (6, 40)])
def test_large_tables_end_by_their_decks_and_not_by_the_cap_of_turns(edition: str, players: int, cards: int) -> None:
    known = load_edition(edition)
    m = compile_match([Deck("walls", known, None, ((plain_minion(0, 2, edition), cards),))] * players).record
    g = record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(1), 0, 0)
    while not g.over:
        machine.advance(g, m)
        g.choice = int(g.n_options) - 1  # walls do nothing, whatever is chosen
        g.ask = 0
    assert int(g.ending) in (Ending.DECK_OUT, Ending.TIE_BREAK)
