"""Random streams: dice, decks, picks and starting players are uniform, independent and reproducible.

All seeds are fixed, so no test here can flake. Each says how often a correct engine with other seeds would fail it, and how
surely it finds a certain error.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from scipy import stats

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import dice, events, kinds, machine, record, targets, zones
from kotc_sim.games.keeper.match import compile_match

PYTHON = numba.config.DISABLE_JIT
ROLLS = 6_000 if PYTHON else 600_000
ALARM = 1e-6


def dealt_game(players: int = 2, cards: int = 40, seed: int = 0, pair: int = 0) -> tuple[Any, Any]:
    """Return a dealt game of decks in which every card is another one, and its match."""
    edition = load_edition("kotc-17")
    decks = [
        Deck("plain", edition, None, tuple((plain_minion(i % 7, i // 7, name=f"{p} {i}"), 1) for i in range(cards))) for p in range(players)
    ]
    m, g = compile_match(decks).record, record.new_game()
    deal(g, m, seed, pair)
    return g, m


def deal(g: Any, m: Any, seed: int, pair: int) -> None:
    """Deal, and settle the order of the decks, which games do as cards are drawn."""
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(seed), pair, 0)
        for p in range(int(g.n_players)):
            zones.settle_deck(g, p)


@kernel(allocates=True)
def roll_many(g, n, rolls, faces, places):
    """Roll ``n`` dice ``rolls`` times: count faces, and how often the sum is even after an even sum and so on (2, 2)."""
    hist = np.zeros(6, np.int64)
    last = 0
    for k in range(rolls):
        g.turn = 1 + k // 50
        if k % 50 == 0:
            g.players[0].dice_ordinal = 0
        total = dice.roll_into(g, 0, n, hist) if n > 0 else dice.roll_one(g, 0)
        if n > 0:
            for face in range(6):
                faces[face] += hist[face]
        else:
            faces[total - 1] += 1
        places[last, total & 1] += 1
        last = total & 1


@pytest.mark.rule("17.setup.11")
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 9])
def test_dice_have_six_equal_faces(n: int) -> None:
    """Chi-square, false alarm 1e-6; 600,000 dice find a face that is wrong by 0.4 percentage points in over 99 % of cases.

    ``n`` 0 stands for a single re-rolled die. Successive sums are also checked for independence of their parities.
    """
    g, _ = dealt_game()
    faces, places = np.zeros(6, np.int64), np.zeros((2, 2), np.int64)
    with np.errstate(over="ignore"):
        roll_many(g, n, ROLLS // max(1, n), faces, places)
    assert faces.sum() == ROLLS // max(1, n) * max(1, n)
    assert stats.chisquare(faces).pvalue > ALARM
    assert stats.chi2_contingency(places).pvalue > ALARM


def test_the_power_that_the_dice_test_states() -> None:
    shares = np.full(6, 1 / 6)
    shares[0] += 0.004
    shares[1] -= 0.004
    off_centre = 600_000 * float(((shares - 1 / 6) ** 2 * 6).sum())
    assert stats.ncx2.sf(stats.chi2.isf(ALARM, 5), 5, off_centre) > 0.99


def test_the_dice_of_a_roll_do_not_depend_on_one_another() -> None:
    """Two dice of one roll: all 21 unordered pairs as often as they should be, false alarm 1e-6."""
    g, _ = dealt_game()
    player, rolled = g.players[0], np.zeros((2_000 if PYTHON else 40_000, 6), np.int64)
    with np.errstate(over="ignore"):
        for k, hist in enumerate(rolled):
            g.turn, player.dice_ordinal = k, 0
            dice.roll_into(g, 0, 2, hist)
    faces = np.repeat(np.tile(np.arange(6), len(rolled)), rolled.ravel()).reshape(-1, 2)
    pairs = np.zeros((6, 6))
    np.add.at(pairs, (faces[:, 0], faces[:, 1]), 1)
    observed = pairs[np.triu_indices(6)]
    expected = np.where(np.eye(6) > 0, 1, 2)[np.triu_indices(6)] / 36 * observed.sum()
    assert stats.chisquare(observed, expected).pvalue > ALARM


def test_dice_of_players_turns_and_rolls_differ() -> None:
    g, _ = dealt_game()
    seen = set()
    hist = np.zeros(6, np.int64)
    with np.errstate(over="ignore"):
        for p in (0, 1):
            for turn in (1, 2):
                for ordinal in (0, 1):
                    g.turn, g.players[p].dice_ordinal = turn, ordinal
                    dice.roll_into(g, p, 40, hist)
                    seen.add(tuple(hist.tolist()))
    assert len(seen) == 8


@pytest.mark.rule("17.setup.4")
def test_each_card_is_anywhere_in_the_deck_equally_often() -> None:
    """Chi-square over card and place, false alarm 1e-6; a card that stays in its place 10 % more often is found surely."""
    cards, deals = 40, 400 if PYTHON else 8_000
    g, m = dealt_game(cards=cards)
    counts = np.zeros((cards, cards))
    for k in range(deals):
        deal(g, m, 5, k)
        counts[g.players[0].zone[kinds.Zone.DECK, :cards], np.arange(cards)] += 1
    assert stats.chi2_contingency(counts).pvalue > ALARM
    assert stats.chisquare(counts[0]).pvalue > ALARM


@pytest.mark.rule("17.setup.4")
def test_a_deck_is_drawn_in_the_order_that_it_has_when_it_is_settled_as_a_whole() -> None:
    g, m = dealt_game()
    settled = g.players[0].zone[kinds.Zone.DECK, :40].tolist()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(0), 0, 0)
        for _ in range(25):
            events.draw_top(g, m, 0)
        zones.put_bottom(g, 0, settled[39])  # below all others: their order is settled before
        rest = g.players[0].zone[kinds.Zone.DECK, :16].tolist()
    assert g.players[0].zone[kinds.Zone.HAND, :25].tolist() == settled[:14:-1]
    assert rest == [settled[39], *settled[:15]]


@pytest.mark.rule("17.setup.4")
def test_shuffles_are_reproducible_and_independent() -> None:
    """Of two seats, of two pairs, of two seeds: equal places are as many as chance gives (one a deck), false alarm 1e-6."""
    cards = 40
    g, m = dealt_game(cards=cards)

    def orders(seed: int, pair: int) -> Any:
        deal(g, m, seed, pair)
        return g.players[0].zone[kinds.Zone.DECK, :cards].copy(), g.players[1].zone[kinds.Zone.DECK, :cards] - cards

    assert (orders(3, 4)[0] == orders(3, 4)[0]).all()
    same: Any = np.zeros(3, np.int64)
    deals = 100 if PYTHON else 500
    for k in range(deals):
        mine, theirs = orders(7, k)
        same += [
            int((mine == theirs).sum()), int((mine == orders(7, k + 1)[0]).sum()), int((mine == orders(8, k)[0]).sum())
        ]  # fmt: skip
    low, high = (float(stats.poisson.ppf(share, deals)) for share in (ALARM / 6, 1 - ALARM / 6))
    assert ((low <= same) & (same <= high)).all()


@kernel()
def shuffle_top(g: Any, p: Any, n: Any) -> None:
    """Call what Python cannot: it is compiled when a game first comes to it."""
    targets.shuffle_top(g, p, n)


@pytest.mark.rule("17.keyword.37")
def test_excavated_cards_are_shuffled_among_themselves() -> None:
    """All 24 orders of 4 excavated cards, false alarm 1e-6; the cards below stay, and nobody knows an excavated one any more."""
    g, m = dealt_game()
    deal(g, m, 1, 0)
    before = g.players[0].zone[kinds.Zone.DECK, :40].copy()
    counts: dict[tuple[int, ...], int] = {}
    shuffles = 2_400 if PYTHON else 24_000
    with np.errstate(over="ignore"):
        for k in range(shuffles):
            g.turn, g.players[0].chance_ordinal = k, 0
            g.players[0].zone[kinds.Zone.DECK, :40] = before
            g.cards["shown"][before[36:]] = 1
            shuffle_top(g, 0, 4)
            order = tuple(g.players[0].zone[kinds.Zone.DECK, 36:40].tolist())
            counts[order] = counts.get(order, 0) + 1
            assert (g.players[0].zone[kinds.Zone.DECK, :36] == before[:36]).all()
    assert not g.cards["shown"][before].any()
    assert len(counts) == 24
    assert stats.chisquare(list(counts.values())).pvalue > ALARM


@pytest.mark.rule("17.setup.6", "17.ruling.120")
@pytest.mark.parametrize("players", [3, 5, 8])
def test_with_more_than_two_players_each_seat_starts_equally_often(players: int) -> None:
    """Chi-square, false alarm 1e-6; both games of a pair have the same first seat."""
    g, m = dealt_game(players, cards=20)
    starts = np.zeros(players)
    for k in range(300 if PYTHON else 3_000):
        deal(g, m, 11, k)
        assert g.first_player == g.turn_player
        starts[int(g.first_player)] += 1
    assert stats.chisquare(starts).pvalue > ALARM
    deal(g, m, 11, 5)
    first = int(g.first_player)
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(11), 5, 1)
    assert int(g.first_player) == first
