"""How a search deals its worlds and when it stops."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare, ttest_1samp

from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import new_game
from kotc_sim.strategies.halving import LEAST_WORLDS, is_clear
from kotc_sim.strategies.keeper.copying import copy_game
from kotc_sim.strategies.keeper.determinize import DEEP, KNOWN, OF_PLAYER, determinize, note_hidden, notes_size, search_key
from tests.strategies.test_hidden import SLOW, states

FALSE_ALARM = 1e-4


def worlds_of(n: int, seat: int) -> tuple[list[int], Counter[int], Counter[int], Counter[int]]:
    """Return definitions hidden from seat 0 with seat ``seat``, and how often each is on top of the deck, deep in it, in hand."""
    g, m = next(iter(states("kotc-17", 11, 1, 1)))
    notes = np.empty(notes_size(2), np.int64)
    top: Counter[int] = Counter()
    deep: Counter[int] = Counter()
    hand: Counter[int] = Counter()
    world = new_game()
    with np.errstate(over="ignore"):
        note_hidden(g, m, 0, notes)
        state = np.uint64(search_key(g, 0))
        for _ in range(n):
            copy_game(world, g)
            state = np.uint64(determinize(world, m, notes, state))
            player = world.players[seat]
            deck = player.zone[kinds.Zone.DECK, : player.n[kinds.Zone.DECK]]
            top[int(world.cards[deck[-1]].definition)] += 1
            deep[int(world.cards[deck[-DEEP]].definition)] += 1
            hand[int(world.cards[player.zone[kinds.Zone.HAND, 0]].definition)] += 1
    known = seat * OF_PLAYER + KNOWN
    return [int(d) for d in notes[known : known + notes[seat * OF_PLAYER]]], top, deep, hand


@pytest.mark.parametrize("seat", [0, 1])
def test_every_hidden_card_is_as_likely_to_be_where_a_playout_may_meet_it(seat: int) -> None:
    n = 200 if SLOW else 4000
    pile, top, deep, hand = worlds_of(n, seat)
    share = Counter(pile)
    for seen in (top, deep, hand) if seat == 1 else (top, deep):  # the own hand is not hidden
        assert set(seen) <= set(share)
        p = chisquare([seen[d] for d in share], [n * k / len(pile) for k in share.values()]).pvalue
        assert p > FALSE_ALARM


def test_of_two_options_one_is_clear_as_in_a_t_test() -> None:
    rng = np.random.default_rng(3)
    clear = 0
    for _ in range(200):
        n = int(rng.integers(LEAST_WORLDS, 12))
        apart = rng.normal(rng.uniform(0, 1.5), 1.0, n)
        expected = bool(abs(float(ttest_1samp(apart, 0.0).statistic)) >= 2.5)
        assert is_clear(n, float(apart.sum()), float((apart**2).sum()), 2.5) == expected
        clear += expected
    assert 40 < clear < 160


def test_too_few_worlds_say_nothing_and_equal_options_need_no_more() -> None:
    assert not is_clear(LEAST_WORLDS - 1, 3.0, 3.0, 2.5)  # always apart by 1, but too few
    assert is_clear(LEAST_WORLDS, 4.0, 4.0, 2.5)
    assert is_clear(LEAST_WORLDS, 0.0, 0.0, 2.5)
