"""Properties of whole games of random legal decks (tests/decks.py), and of battles."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine, record, zones
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.result import Ending
from scripts.fuzz_keeper import play
from tests.decks import EDITIONS, decks, games, random_decks
from tests.engine import invariants

PYTHON = numba.config.DISABLE_JIT
FEW = settings(max_examples=1 if PYTHON else 40, deadline=None)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(EDITIONS).flatmap(lambda edition: decks(edition)))
def test_generated_decks_are_legal_and_say_what_they_do(deck: Deck) -> None:
    assert not deck_problems(deck)
    assert int(deck.edition.rules["deck_min"]) <= deck.size <= int(deck.edition.rules["deck_max"])
    for card, _ in deck.counts:
        if card.text:
            assert parse_text(card.text, deck.edition, card.kind) == (card.caveat, card.abilities)


@FEW
@given(st.sampled_from(EDITIONS).flatmap(lambda edition: games(edition)))
def test_games_end_and_keep_the_laws(game: tuple[list[Deck], int]) -> None:
    chosen, seed = game
    match = compile_match(chosen)
    fault, results, _ = play(match, seed, 2, ("random", "random"), record.new_game())
    assert not fault
    for result in results:
        assert int(result["ending"]) not in (Ending.NONE, Ending.ERROR)
        assert 1 <= int(result["turns"]) <= int(match.record.turn_limit) * len(chosen) // 2
        scores = result["score2"][: len(chosen)].tolist()
        # one winner, or a tie among some (17.endgame.13)
        assert sorted(scores, reverse=True)[0] in (1, 2)
        assert scores.count(2) <= 1
        assert scores.count(2) == 0 or scores.count(1) == 0


@FEW
@given(games())
def test_the_same_seed_gives_the_same_game(game: tuple[list[Deck], int]) -> None:
    chosen, seed = game
    first = play(compile_match(chosen), seed, 2, ("random", "random"), record.new_game())
    again = play(compile_match(chosen), seed, 2, ("random", "random"), record.new_game())
    assert first[1].tobytes() == again[1].tobytes()
    assert first[2].tobytes() == again[2].tobytes()


def test_another_seed_gives_another_game() -> None:
    match = compile_match(random_decks(2, load_edition("kotc-17"), 2))
    one = play(match, 1, 2, ("random", "random"), record.new_game())[1]
    other = play(match, 2, 2, ("random", "random"), record.new_game())[1]
    assert one.tobytes() != other.tobytes()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("strategy", ["random", "greedy"])
def test_a_mirror_match_is_exactly_one_half(edition: str, strategy: str) -> None:
    """Both games of a pair have the same streams with the seats swapped, so that equal decks share each pair."""
    if PYTHON and (strategy == "greedy" or edition != "kotc-17"):
        pytest.skip("takes minutes without compiling")
    (deck,) = random_decks(6, load_edition(edition), 1)
    match = compile_match([deck, deck])
    _, results, _ = play(match, 6, 2 if PYTHON else 60, (strategy, strategy), record.new_game())
    scores = results["score2"][:, :2]
    assert (scores[0::2, 0] + scores[1::2, 1] == 2).all()
    assert (scores[0::2] == scores[1::2]).all()


# --- more SP is never worse


STARTING_HP = 35
"""Of a player in the 17th Edition: damage counts no further than to 0."""


def plain_match() -> Built:
    edition = load_edition("kotc-17")
    deck = Deck("plain", edition, None, ((plain_minion(1, 1), 40),))
    return compile_match([deck, deck])


def unblocked(match: Built, sp: int, dice: list[int], victim_hp: int | None) -> tuple[bool, int]:
    """Return whether the victim minion fell (a player: False) and the damage to the player, for one attacker with ``sp``."""
    g, m = record.new_game(), match.record
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(0), 0, 0)
    g.scripted = 1
    g.script_dice_n = len(dice)
    g.script_dice[: len(dice)] = dice
    g.players[0].asks_dice = g.players[1].asks_dice = 1
    attacker = place(g, 0, sp, 1)
    victim = -1 if victim_hp is None else place(g, 1, 0, victim_hp)
    while True:
        machine.advance(g, m)
        if g.over or g.turn > 1:
            break
        wanted = {
            kinds.Ask.BATTLE: kinds.Opt.ATTACK_PLAYER if victim < 0 else kinds.Opt.ATTACK_MINION,
            kinds.Ask.ENLIST_ATTACK: kinds.Opt.ENLIST,
        }.get(kinds.Ask(int(g.ask)), kinds.Opt.PASS)
        found = [i for i in range(int(g.n_options)) if int(g.options[i].kind) == wanted]
        g.choice = found[0] if found else int(g.n_options) - 1
        g.ask = 0
    assert int(g.cards[attacker].zone) == kinds.Zone.BATTLEFIELD
    fell = victim >= 0 and int(g.cards[victim].zone) == kinds.Zone.GRAVE
    return fell, STARTING_HP - int(g.players[1].hp)


def place(g: Any, p: int, sp: int, hp: int) -> int:
    """Put an unexhausted minion of player ``p`` on the battlefield: a card of the deck with other values."""
    c = int(g.players[p].zone[kinds.Zone.DECK, 0])
    zones.take(g, c)
    zones.put(g, p, kinds.Zone.BATTLEFIELD, c)
    g.cards[c].sp, g.cards[c].hp = sp, hp
    return c


PLAIN = plain_match()


@settings(max_examples=10 if PYTHON else 60, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=8, max_size=8), st.integers(0, 7), st.none() | st.integers(0, 12))
@example([1] * 8, 0, 0)
@example([6] * 8, 2, 12)
@example([6] * 8, 6, None)
def test_more_sp_is_never_worse_in_an_unblocked_attack(dice: list[int], sp: int, victim_hp: int | None) -> None:
    """With the same dice and one more (17.battle.10, 17.battle.16)."""
    less, more = (unblocked(PLAIN, n, dice, victim_hp) for n in (sp, sp + 1))
    assert more >= less
    total = sum(dice[:sp])
    if victim_hp is None:
        assert less == (False, min(total, STARTING_HP))
    else:
        fell = total > 0 and total >= victim_hp
        assert less == (fell, total - victim_hp if fell else 0)


def test_no_check_of_a_dealt_game_fails() -> None:
    for edition in EDITIONS:
        m = compile_match(random_decks(9, load_edition(edition), 3)).record
        g = record.new_game()
        with np.errstate(over="ignore"):
            machine.deal(g, m, np.uint64(9), 0, 0)
        assert invariants.check_zones(g, m) == 0
        assert invariants.check_cards(g, m) == 0
