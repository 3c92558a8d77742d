"""How a search deals its worlds and when it stops."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare, norm

from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import new_game
from kotc_sim.strategies.keeper.copying import copy_game
from kotc_sim.strategies.keeper.determinize import DEEP, KNOWN, OF_PLAYER, determinize, note_hidden, notes_size, search_key
from kotc_sim.strategies.racing import (
    DOUBT,
    FIRST_LOOK,
    LEAST_WORLDS,
    SMALL_SAMPLE,
    drop_beaten,
    expected_loss,
    next_look,
    room_for,
    width_for,
)
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


CLEAR = 2.0


def race(values: np.ndarray, bonus: np.ndarray | None = None, alike: int = LEAST_WORLDS, tied: float = DOUBT) -> tuple[list[int], float]:
    """Return who is left of a race after all worlds, the leader first, and the expected loss; ``values`` has a row for each option."""
    options, worlds = values.shape
    alive, bonus = np.arange(options), np.zeros(options) if bonus is None else bonus
    left, loss = drop_beaten(values.ravel(), worlds, values.sum(axis=1), bonus, alive, options, worlds, CLEAR, alike, tied)
    return alive[:left].tolist(), float(loss)


def test_who_is_left_of_a_race_follows_from_paired_differences() -> None:
    rng = np.random.default_rng(3)
    dropped = 0
    for _ in range(300):
        worlds, options = int(rng.integers(LEAST_WORLDS, 20)), int(rng.integers(2, 7))
        values = rng.normal(0.0, 1.0, worlds) + rng.normal(rng.uniform(-1.0, 1.0, (options, 1)), 0.5, (options, worlds))
        bonus = rng.uniform(0.0, 0.1, options)
        left, loss = race(values, bonus)
        lead = int(np.argmax(values.mean(axis=1) + bonus))
        apart = values[lead] - values
        errors = np.sqrt((apart.var(axis=1, ddof=1) + DOUBT / worlds**2) / worlds)
        gaps = apart.mean(axis=1) + bonus[lead] - bonus
        expected = {k for k in range(options) if k == lead or gaps[k] <= (CLEAR + SMALL_SAMPLE / worlds**2) * errors[k]}
        assert left[0] == lead
        assert set(left) == expected
        dropped += options - len(expected)
        z = np.array([gaps[k] / errors[k] for k in expected - {lead}])
        losses = [errors[k] for k in expected - {lead}] * (norm.pdf(z) - z * norm.cdf(-z))
        assert loss == pytest.approx(max(losses, default=0.0), abs=1e-3)
    assert 100 < dropped < 900


def test_an_option_that_is_the_same_in_four_worlds_is_left_out_unless_all_are_won() -> None:
    undecided = np.array([[0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.3]])
    assert race(undecided)[0] == [0, 2]
    assert race(undecided[:2]) == ([0], 0.0)
    assert race(undecided[:2, :2]) == ([0, 1], np.inf)
    assert race(np.ones((2, 4)))[0] == [0, 1]
    assert race(undecided[:2, :2], alike=2) == ([0], 0.0)


@pytest.mark.parametrize("outcome", [-1.0, 1.0])
def test_a_race_in_which_all_worlds_were_decided_alike_is_not_over_after_a_few(outcome: float) -> None:
    """Two options that lose in six worlds may still lose in nine of ten and in seven of ten: with ``tied`` a race goes on."""
    for worlds in (4, 8, 16):
        values = np.full((2, worlds), outcome)
        left, loss = race(values, tied=1.0)
        assert left == [0, 1]
        assert loss == pytest.approx(10.0 * race(values)[1])
    assert race(np.full((2, 6), outcome))[1] < 0.003 < 0.0003 * 16 < race(np.full((2, 8), outcome), tied=1.0)[1]


def test_an_expected_loss_is_that_of_a_normal_difference() -> None:
    for z in np.linspace(0.0, 5.0, 101):
        assert expected_loss(0.3 * z, 0.3) == pytest.approx(0.3 * (norm.pdf(z) - z * norm.cdf(-z)), abs=3e-4)


def test_the_best_option_is_seldom_dropped() -> None:
    """An option that is better by a third of a standard deviation of a difference is dropped in fewer than one race of twenty, though a
    race is looked at ten times; of two equal ones either is in one of five, and it does not matter which."""
    rng = np.random.default_rng(5)
    mistakes = 0
    for _ in range(400):
        values = rng.normal([[0.24], [0.0]], 0.5, (2, 100))
        worlds = FIRST_LOOK
        while worlds < values.shape[1]:
            left = race(values[:, :worlds])[0]
            if len(left) == 1:
                mistakes += left != [0]
                break
            worlds = next_look(worlds, values.shape[1] - worlds)
    assert 0 < mistakes < 20


def test_each_option_meets_enough_worlds_and_there_is_room_for_all() -> None:
    for playouts in range(2, 60):
        for options in range(2, 12):
            width = width_for(options, 6, playouts)
            assert 2 <= width <= min(6, options)
            assert width == 2 or width * LEAST_WORLDS <= playouts
            worlds, played = FIRST_LOOK, FIRST_LOOK * width
            while played + 2 <= playouts:  # two are left from the first look on
                more = next_look(worlds, (playouts - played) // 2) - worlds
                worlds, played = worlds + more, played + 2 * more
            assert worlds < room_for(playouts)
