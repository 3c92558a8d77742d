"""Points, and cards outside the field: drawing, milling, discarding, shuffling."""

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.primitives import log, log_card, owner, words
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf
from kotc_sim.games.levelup.engine.triggers import fire_left
from kotc_sim.shared.result import Seen
from kotc_sim.shared.streams import GOLD, below, mix64

SEEN_DRAWN, SEEN_PLAYED = int(Seen.DRAWN), int(Seen.PLAYED)


@inner(VOID(Game, I64, I64, I64))
def lose_points(g, player, n, by):
    """Take points from a player; ``by`` is the player who caused it, or -1."""
    g.side[player].points -= n
    g.scored = 1
    if by == 1 - player:
        g.damage[by] += n
    log(g, kinds.Log.POINTS, player, -1, -n, g.side[player].points)


@inner(VOID(Game, I64, I64))
def gain_points(g, player, n):
    """Give points to a player, up to the cap if there is one (levelup.ruling.7)."""
    side = g.side[player]
    before = int(side.points)
    cap = int(g.m.rules.points_cap)
    after = before + n
    if cap >= 0:
        after = max(before, min(after, cap))
    side.points = after
    g.scored = 1
    log(g, kinds.Log.POINTS, player, -1, after - before, after)


@leaf(VOID(Game, I64, I64))
def take_from_hand(g, player, card):
    """Take a card out of the player's hand, keeping the order of the rest."""
    # From the end on, each card moves into the place of the one after it, until the card is met.
    side = g.side[player]
    side.hand_n -= 1
    at = int(side.hand_n)
    held = int(side.hand[at])
    while held != card:
        at -= 1
        held, side.hand[at] = int(side.hand[at]), held


@inner(VOID(Game, I64))
def take_out(g, card):
    """Take a card out of its hand, deck or discard pile, keeping the order of the rest."""
    c = g.card[card]
    side = g.side[owner(card)]
    if c.zone == kinds.Zone.HAND:
        take_from_hand(g, owner(card), card)
    elif c.zone == kinds.Zone.DECK:
        side.deck_n -= 1
        at = int(side.deck_n)
        held = int(side.deck[at])
        while held != card:
            at -= 1
            held, side.deck[at] = int(side.deck[at]), held
    elif c.zone == kinds.Zone.GRAVE:
        side.grave_n -= 1
        at = int(side.grave_n)
        held = int(side.grave[at])
        while held != card:
            at -= 1
            held, side.grave[at] = int(side.grave[at]), held


@inner(VOID(Game, I64, I64))
def arrive(g, card, zone):
    """Let a card arrive in a zone as a new one: untapped (levelup.effect.8), and nothing else stays."""
    c = g.card[card]
    c.zone = zone
    c.down = c.tapped = c.tapped_turn = c.used_turn = c.set_turn = 0
    c.under = -1
    c.bottom = -1
    c.host = -1
    c.active = c.safe = 0
    c.stamp = (int(c.stamp) + 1) & 0x3FFF
    g.left += 1
    c.left = g.left


@inner(VOID(Game, I64))
def to_hand(g, card):
    """Put a card that is nowhere into its owner's hand."""
    side = g.side[owner(card)]
    side.hand[side.hand_n] = card
    side.hand_n += 1
    arrive(g, card, kinds.Zone.HAND)
    g.seen[owner(card), g.card[card].kind] |= SEEN_DRAWN


@inner(VOID(Game, I64))
def to_deck(g, card):
    """Put a card that is nowhere on top of its owner's deck."""
    side = g.side[owner(card)]
    side.deck[side.deck_n] = card
    side.deck_n += 1
    arrive(g, card, kinds.Zone.DECK)


@inner(VOID(Game, I64))
def to_grave(g, card):
    """Put a card that is nowhere into its owner's discard pile."""
    side = g.side[owner(card)]
    side.grave[side.grave_n] = card
    side.grave_n += 1
    arrive(g, card, kinds.Zone.GRAVE)


@inner(VOID(Game, I64, I64))
def shuffle(g, player, purpose):
    """Randomize the order of a deck (levelup.term.5)."""
    side = g.side[player]
    n = int(side.deck_n)
    stream = words(g, purpose, player, max(n - 1, 0))
    for i in range(n - 1, 0, -1):
        stream += GOLD
        j = below(mix64(stream), i + 1)
        card = side.deck[i]
        side.deck[i] = side.deck[j]
        side.deck[j] = card
    log_card(g, kinds.Log.SHUFFLE, player, -1)


@inner(VOID(Game, I64, I64))
def draw_cards(g, player, n):
    """Draw up to ``n`` cards; an empty deck costs points only by a switch (levelup.ruling.53)."""
    side = g.side[player]
    for _ in range(n):
        if side.deck_n > 0:
            card = int(side.deck[side.deck_n - 1])
            side.deck_n -= 1
            to_hand(g, card)
            log_card(g, kinds.Log.DRAW, player, card)
        elif g.m.rules.every_failed_draw:
            log_card(g, kinds.Log.EXHAUSTED, player, -1)
            lose_points(g, player, g.m.rules.exhaustion_points, -1)


@inner(VOID(Game, I64, I64))
def mill_cards(g, player, n):
    """Move up to ``n`` cards one by one from the deck to the discard pile (levelup.term.9)."""
    side = g.side[player]
    for _ in range(n):
        if side.deck_n > 0:
            card = int(side.deck[side.deck_n - 1])
            side.deck_n -= 1
            to_grave(g, card)
            log_card(g, kinds.Log.MILL, player, card)
            fire_left(g, kinds.Event.MILLED, card)


@inner(VOID(Game, I64))
def discard_from_hand(g, card):
    """Discard a card from its owner's hand."""
    take_out(g, card)
    to_grave(g, card)
    log_card(g, kinds.Log.DISCARD_HAND, owner(card), card)
    fire_left(g, kinds.Event.DISCARDED, card)
