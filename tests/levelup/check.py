"""Invariants of the game record, and a driver that checks them at every decision."""

from __future__ import annotations

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.board import refresh
from kotc_sim.games.levelup.engine.calls import call_score
from kotc_sim.games.levelup.engine.primitives import magic_slot, slot_of
from kotc_sim.games.levelup.engine.record import I64, U64, VOID, Game, inner
from kotc_sim.games.levelup.engine.setup import Advance, Results, Scores, Seen3, choose_best, set_up, write_result
from kotc_sim.games.levelup.engine.view import deal_hidden, note_hidden
from kotc_sim.shared.streams import EXPLORING, GOLD, PERCENT, below, mix64, stream_key

WRONG = {
    1: "a card is in no place, or in two",
    2: "a pile is not linked from its top to its bottom",
    3: "a zone holds more than the rules allow",
    4: "a creature lies in the magic zone, or a magic card in the creature zone",
    5: "an equipped card has no host",
    6: "the board was not computed again",
    7: "there are no options, or too many",
    8: "an option names a card that cannot be meant",
    9: "a chain, a trigger or a selection was left over",
    10: "a card outside the field has kept something",
}
"""What the numbers that `violation` returns mean."""


@inner(I64(Game))
def _places(g):
    for p in range(2):
        side = g.side[p]
        if side.n_piles > min(kinds.MAX_SLOTS, int(g.m.rules.creature_slots)):
            return 3
        if side.n_magic > min(kinds.MAX_SLOTS, int(g.m.rules.magic_slots)):
            return 3
        found = int(side.deck_n) + int(side.hand_n) + int(side.grave_n) + int(side.n_magic)
        for i in range(side.deck_n):
            if g.card[side.deck[i]].zone != kinds.Zone.DECK or side.deck[i] // kinds.MAX_DECK != p:
                return 1
        for i in range(side.hand_n):
            if g.card[side.hand[i]].zone != kinds.Zone.HAND or side.hand[i] // kinds.MAX_DECK != p:
                return 1
        for i in range(side.grave_n):
            if g.card[side.grave[i]].zone != kinds.Zone.GRAVE or side.grave[i] // kinds.MAX_DECK != p:
                return 1
        for i in range(side.n_magic):
            c = g.card[side.magic[i]]
            if c.zone != kinds.Zone.FIELD or c.bottom >= 0 or side.magic[i] // kinds.MAX_DECK != p or c.slot != i:
                return 1
            if g.m.kinds[c.kind].type != kinds.MAGIC:
                return 4
            if c.host >= 0 and slot_of(g, c.host) < 0:
                return 5
        for i in range(side.n_piles):
            pile = side.piles[i]
            if g.card[pile.bottom].slot != i:
                return 2
            card = int(pile.top)
            last = card
            steps = 0
            while card >= 0:
                c = g.card[card]
                if c.zone != kinds.Zone.FIELD or c.bottom != pile.bottom or card // kinds.MAX_DECK != p or steps > kinds.MAX_DECK:
                    return 2
                if g.m.kinds[c.kind].type == kinds.MAGIC:
                    return 4
                found += 1
                steps += 1
                last = card
                card = int(c.under)
            if last != pile.bottom:
                return 2
        for i in range(g.n_cards[p]):
            c = g.card[p * kinds.MAX_DECK + i]
            found += c.zone == kinds.Zone.LIMBO
            kept = c.down or c.tapped or c.active or c.safe or c.bottom >= 0 or c.host >= 0
            if c.zone != kinds.Zone.FIELD and kept:
                return 10
        if found != g.n_cards[p]:
            return 1
    return 0


@inner(I64(Game))
def _checksum(g):
    total = 0
    for p in range(2):
        side = g.side[p]
        total = total * 31 + int(side.bonus_plays) * 7 + int(side.no_limit) * 3 + int(side.n_guards)
        total = total * 31 + int(g.silenced)
        for i in range(side.n_piles):
            q = side.piles[i]
            total = total * 31 + int(q.strength) * 1009 + int(q.defence) * 17 + int(q.solid)
            total = total * 31 + int(q.mute) + 2 * int(q.still) + 4 * int(q.guard) + 8 * int(q.direct)
        for i in range(side.n_magic):
            total = total * 31 + int(side.magic_solid[i]) + 2 * int(side.magic_mute[i])
        total &= 0xFFFFFFFFFFF
    return total


@inner(I64(Game, I64))
def _noticed(g, player):
    # What is looked for on a player's field, as bits; too many of them only cost time.
    side = g.side[player]
    return int(side.waits) | int(side.actors) << 18 | int(side.responders) << 34 | int(side.repliers) << 50


@inner(I64(Game))
def _options(g):
    if g.n_options < 2 or g.n_options > kinds.MAX_OPTIONS:
        return 7
    for i in range(g.n_options):
        option = g.options[i]
        card = int(option.card)
        if card >= kinds.MAX_CARDS:
            return 8
        if option.kind == kinds.Opt.PLAY and (g.card[card].zone != kinds.Zone.HAND or card // kinds.MAX_DECK != g.asked):
            return 8
        if option.kind == kinds.Opt.ACTIVATE and (g.card[card].zone != kinds.Zone.FIELD or card // kinds.MAX_DECK != g.asked):
            return 8
        if option.kind == kinds.Opt.ATTACK and (
            card // kinds.MAX_DECK != g.player or (option.target >= 0 and option.target // kinds.MAX_DECK == g.player)
        ):
            return 8
    if g.ask == kinds.Ask.MAIN or g.ask == kinds.Ask.BATTLE:
        if g.n_chain or g.head < g.n_pending or g.n_frames != 1:
            return 9
        for card in range(kinds.MAX_CARDS):
            if (
                card % kinds.MAX_DECK < g.n_cards[card // kinds.MAX_DECK]
                and g.card[card].zone == kinds.Zone.FIELD
                and (g.card[card].busy or (slot_of(g, card) < 0 and magic_slot(g, card) < 0))
            ):
                return 9
    return 0


@kernel(I64(Game))
def violation(g):
    """Return 0, or the number of an invariant that does not hold (see `WRONG`)."""
    wrong = _places(g)
    if wrong:
        return wrong
    if not g.dirty:
        before = _checksum(g)
        noticed0 = _noticed(g, 0)
        noticed1 = _noticed(g, 1)
        g.dirty = kinds.Dirty.EFFECTS | kinds.Dirty.POSITIONS
        refresh(g)
        if _checksum(g) != before or _noticed(g, 0) & ~noticed0 or _noticed(g, 1) & ~noticed1:
            return 6
    if g.ask:
        return _options(g)
    return 0


@kernel(I64(Advance, U64, U64, Game, Scores, U64, I64, I64, Results, Seen3, I64))
def play_checked(go, f0, f1, g, scores, seed, lo, hi, results, seen, explore):
    """Play games as `setup.play_many` does, and check the invariants at every decision; stop at the first violation.

    ``explore`` of 100 decisions take any option, whatever the strategies score.

    Returns
    -------
    int
        ``-1``, or ``1000 * game + violation`` of the first game that went wrong; 999 stands for an error.
    """
    g.log_on = 0
    for game in range(lo, hi):
        set_up(g, seed, game)
        state = stream_key(seed, game, EXPLORING, 0)
        go(g)
        while True:
            wrong = violation(g)
            if g.error:
                wrong = 999
            if wrong:
                return 1000 * game + wrong
            if g.over:
                break
            call_score(f0 if g.contestant[g.asked] == 0 else f1, g, g.m, numbers_at(scores, 0))
            state = state + GOLD
            if below(mix64(state), PERCENT) < explore:
                scores[: g.n_options] = 0.0
            choose_best(g, scores)
            go(g)
        write_result(g, results, seen, game - lo)
    return -1


@kernel(VOID(Game, I64, U64), allocates=True)
def determinize(g, me, key):
    """Deal everything that a player does not know at random, in place, and give the game new random streams.

    The opponent's hand, face-down cards and deck exchange identities among themselves, such that every
    face-down card could lie where it lies; the player's own deck is shuffled.

    - ``me`` (int): the seat whose knowledge stays.
    - ``key`` (uint64): the new world is a function of this key and of what the player knows, and of nothing else.
    """
    cards = np.empty(2 * kinds.MAX_DECK, np.int64)
    pile = np.empty(2 * kinds.MAX_DECK, np.int64)
    numbers = np.empty(2, np.int64)
    counts = np.empty(kinds.MAX_KINDS, np.int64)
    dealt = np.empty(kinds.MAX_DECK, np.int64)
    note_hidden(g, me, counts, cards, pile, numbers)
    deal_hidden(g, key, cards, pile, numbers, dealt)
