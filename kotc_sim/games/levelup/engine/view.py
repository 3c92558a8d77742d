"""What a player may know (levelup.ruling.61), and worlds that agree with it.

Strategies read hidden things through these functions only. Those that a user's strategy calls check their indices. Open to
both: points, counts, discard piles, face-up and covered cards, standing effects. Hidden: the opponent's hand and
face-down cards, and both decks.
"""

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.frames import ChainStep
from kotc_sim.games.levelup.engine.primitives import is_covered, owner, slot_of
from kotc_sim.games.levelup.engine.record import I64, U64, VOID, Game, inner, leaf
from kotc_sim.shared.streams import GOLD, below, mix64

N_PURPOSES = len(kinds.Purpose)
List = types.int64[::1]


@inner(I64(Game, I64, I64))
def _may_know(g, me, card):
    c = g.card[card]
    zone = c.zone
    if zone == kinds.Zone.GRAVE:
        return True
    mine = owner(card) == me
    if zone == kinds.Zone.FIELD:
        return mine or not c.down or c.active != 0 or is_covered(g, card)
    if zone == kinds.Zone.LIMBO and not mine:
        for i in range(g.n_chain):
            if g.chain[i].card == card:
                return not g.chain[i].down
        return False
    if mine and zone != kinds.Zone.DECK:
        return True
    if g.asked == me and (g.ask == kinds.Ask.PICK or g.ask == kinds.Ask.DISCARD):  # a player looks at what can be chosen
        for i in range(g.n_options):
            if g.options[i].card == card:
                return True
    return False


@leaf(I64(Game, I64, I64))
def sees(g, me, card):
    """Say whether a player may know which card this is, one of the record's."""
    c = g.card[card]
    return (c.zone == kinds.Zone.FIELD and not c.down) or _may_know(g, me, card)


@leaf(I64(Game, I64, I64, I64))
def seen_level(g, me, player, slot):
    """Return the level of a pile, one of the record's; see `level_of`."""
    top = int(g.side[player].piles[slot].top)
    if sees(g, me, top):
        return g.m.kinds[g.card[top].kind].level
    under = int(g.card[top].under)
    return 1 if under < 0 else g.m.kinds[g.card[under].kind].level + 1


@kernel(checks=True)
def knows(g, me, card):
    """Say whether a player may know which card this is."""
    return g.card[card].kind >= 0 and sees(g, me, card)  # every card has a kind: reading it checks the index


@kernel(checks=True)
def kind_of(g, me, card):
    """Return the kind of a card if the player may know it, else -1."""
    return g.card[card].kind if knows(g, me, card) else -1


@kernel(checks=True)
def attack_of(g, me, player, slot):
    """Return a pile's attack now, or -1 if the player may not know it."""
    pile = g.side[player].piles[slot]
    return pile.strength if knows(g, me, pile.top) else -1


@kernel(checks=True)
def defense_of(g, me, player, slot):
    """Return a pile's defense now, or -1 if the player may not know it."""
    pile = g.side[player].piles[slot]
    return pile.defence if knows(g, me, pile.top) else -1


@kernel(checks=True)
def level_of(g, me, player, slot):
    """Return a pile's level; where its top is hidden, one more than the card under it, or 1."""
    return seen_level(g, me, player, slot) if g.side[player].piles[slot].top >= 0 else 0  # as above


@inner(I64(Game))
def current_effect(g):
    """Return the effect whose objects are being chosen, or -1 (as for the hand limit)."""
    n = int(g.n_frames)
    if n < 2 or g.frames[n - 1].kind != kinds.Frame.SELECT:
        return g.frames[n - 1].effect if n > 0 and g.frames[n - 1].kind == kinds.Frame.PERFORM else -1
    frame = g.frames[n - 2]
    if frame.kind == kinds.Frame.PERFORM:
        return frame.effect
    if frame.kind == kinds.Frame.CHAIN and frame.step == ChainStep.OBJECTS_CHOSEN:
        return g.chain[frame.link].effect
    return -1


@inner(I64(Game, I64, I64))
def _could_lie(g, card, kind):
    # Could a hidden card on the field be of this kind? It must have been playable where it lies.
    c = g.card[card]
    k = g.m.kinds[kind]
    under = -1
    if c.zone == kinds.Zone.LIMBO:
        for i in range(g.n_chain):
            if g.chain[i].card == card and g.chain[i].target >= 0:
                slot = slot_of(g, g.chain[i].target)
                under = -1 if slot < 0 else int(g.side[owner(card)].piles[slot].top)
        if g.m.kinds[c.kind].type == kinds.MAGIC:  # which zone it goes to is open
            return k.type == kinds.MAGIC
    elif c.bottom < 0:
        return k.type == kinds.MAGIC
    else:
        under = int(c.under)
    if k.type == kinds.MAGIC:
        return False
    if under < 0:
        return k.level == 1 or k.free_play
    below_kind = g.m.kinds[g.card[under].kind]
    return k.type == below_kind.type and k.level == below_kind.level + 1


@inner(I64(Game, I64, I64, List))
def _hidden(g, me, seat, cards):
    # List the cards of a seat that a player does not know, by place: those in hand and deck last.
    side = g.side[seat]
    first = seat * kinds.MAX_DECK
    n = first
    if seat != me:
        for i in range(side.n_piles):
            if not sees(g, me, side.piles[i].top):
                cards[n] = side.piles[i].top
                n += 1
        for i in range(side.n_magic):
            if not sees(g, me, side.magic[i]):
                cards[n] = side.magic[i]
                n += 1
        for i in range(g.n_chain):
            card = int(g.chain[i].card)
            if owner(card) == seat and g.card[card].zone == kinds.Zone.LIMBO and not sees(g, me, card):
                cards[n] = card
                n += 1
        for i in range(side.hand_n):
            if not sees(g, me, side.hand[i]):
                cards[n] = side.hand[i]
                n += 1
    for i in range(side.deck_n):
        if not sees(g, me, side.deck[i]):
            cards[n] = side.deck[i]
            n += 1
    return n - first


@inner(VOID(Game, I64, List, List, List, List))
def note_hidden(g, me, counts, cards, pile, numbers):
    """Note what a player does not know: it depends on the decision only, so it is worked out once for all worlds.

    - ``counts`` (list): scratch, by kind.
    - ``cards``, ``pile`` (list): ``2 * MAX_DECK`` numbers: the cards of each seat, from ``seat * MAX_DECK`` on, by place; and their kinds,
      sorted.
    - ``numbers`` (list): how many they are, by seat.
    """
    for seat in range(2):
        numbers[seat] = _hidden(g, me, seat, cards)
        first = seat * kinds.MAX_DECK
        for kind in range(g.m.n_kinds):
            counts[kind] = 0
        for i in range(first, first + numbers[seat]):
            counts[g.card[cards[i]].kind] += 1
        k = first
        for kind in range(g.m.n_kinds):  # sorted: worlds must not depend on how the cards really lie
            for _ in range(counts[kind]):
                pile[k] = kind
                k += 1


@inner(VOID(Game, U64, List, List, List, List))
def deal_hidden(g, key, cards, pile, numbers, dealt):
    """Deal what a player does not know (`note_hidden`) at random; the world is a function of that and of the key. ``dealt`` is scratch."""
    count = np.uint64(0)
    for seat in range(2):
        n = numbers[seat]
        first = seat * kinds.MAX_DECK
        for i in range(n):
            dealt[i] = pile[first + i]
        for i in range(n):
            card = cards[first + i]
            count += np.uint64(1)
            pick = i + below(mix64(key + GOLD * count), n - i)
            zone = g.card[card].zone
            if zone == kinds.Zone.FIELD or zone == kinds.Zone.LIMBO:  # the next one in the circle that could lie there
                for k in range(n - i):
                    candidate = i + (pick - i + k) % (n - i)
                    if _could_lie(g, card, dealt[candidate]):
                        pick = candidate
                        break
            kind = dealt[pick]
            dealt[pick] = dealt[i]
            g.card[card].kind = kind
    for purpose in range(N_PURPOSES):
        for seat in range(2):
            count += np.uint64(1)
            g.key[purpose, seat] = mix64(key + GOLD * count)
    g.dirty = kinds.Dirty.EFFECTS | kinds.Dirty.POSITIONS
