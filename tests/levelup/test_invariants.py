"""Property tests: cards are conserved, games end, the same seed gives the same game, whatever the cards."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.engine.doors import set_up
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import fields, new_game
from kotc_sim.games.levelup.match import LevelUpMatch
from scripts.fuzz import FAULTS
from scripts.fuzz_levelup import play as play_checked
from scripts.fuzz_levelup import random_match
from tests.levelup.check import violation
from tests.levelup.random_cards import Generator

COMPILED = not numba.config.DISABLE_JIT


def play(seed: int, games: int, *, switches: bool) -> None:
    match, place = random_match(seed, switches=switches)
    assert not [p for d in match.decks for p in problems(d) if p.illegal]
    names = ("random", "greedy") if seed % 2 else ("random", "random")
    fault, played, _ = play_checked(match, seed, games, names)
    assert not fault, f"{place}: {fault}"
    assert not np.any(played["raised"] & FAULTS)


@pytest.mark.rule("levelup.ruling.63", "levelup.term.2", "levelup.effect.1")
@pytest.mark.parametrize("seed", range(20 if COMPILED else 1))
def test_random_decks_break_no_invariant(seed: int) -> None:
    play(seed, 20 if COMPILED else 1, switches=False)


@pytest.mark.parametrize("seed", range(1000, 1020 if COMPILED else 1001))
def test_random_decks_break_no_invariant_under_any_switches(seed: int) -> None:
    play(seed, 20 if COMPILED else 1, switches=True)


@pytest.mark.slow
def test_hundred_thousand_games() -> None:
    for seed in range(2000, 3000):
        play(seed, 100, switches=seed % 2 == 1)


def test_explored_decisions_take_any_option() -> None:
    match, _ = random_match(2)
    drawn = play_checked(match, 1, 2, ("greedy", "random"), explore=100)[1]
    assert (drawn == play_checked(match, 1, 2, ("random", "random"))[1]).all()
    assert (drawn != play_checked(match, 1, 2, ("greedy", "random"))[1]).any()


def test_a_wrong_record_is_noticed() -> None:
    generator = Generator(1)
    cards = [generator.card(i) for i in range(60)]
    match = LevelUpMatch(generator.deck("A", cards), generator.deck("B", cards))
    array = new_game(match.record)
    view = fields(array)
    set_up(array[0], np.uint64(1), 0)
    advance(array[0])
    assert violation(array[0]) == 0
    view.side[0].hand[0] = view.side[0].hand[1]
    view.side[0].hand_n -= 1
    assert violation(array[0]) == 1
