"""What the turn player may do while no chain is open: plays, activations, attacks (levelup.turn.4, levelup.ruling.62)."""

import numpy as np

from kotc_sim.compiler.bits import lowest_bit
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.legal import can_activate, can_flip, levels_onto, may_attack, may_attack_directly, play_limit
from kotc_sim.games.levelup.engine.primitives import card_at, field_places, in_position, offer, offer_card, write_option
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, leaf, rare
from kotc_sim.shared.result import Seen

SEEN_OFFERED = int(Seen.OFFERED)
FIRST_LEVELS = sum(1 << kinds.rank_bit(i, 1) for i in range(1, 8))


@rare(I64(Game, I64, I64, I64))
def _met_before(g, player, n, kind):
    side = g.side[player]
    for i in range(n):
        if g.card[side.hand[i]].kind == kind:
            return True
    return False


@rare(I64(Game, I64, I64, I64))
def _odd_place(g, player, card, creatures):
    # The place of a creature of `Fit.ODD` (`ASK_PLACE`: one of several), or `NOWHERE`.
    kind = g.m.kinds[g.card[card].kind]
    side = g.side[player]
    place = kinds.NOWHERE
    if creatures and (kind.level == 1 or kind.free_play):
        place = kinds.NEW_SLOT
    for i in range(side.n_piles):
        if levels_onto(g, player, card, i):
            place = int(side.piles[i].bottom) if place == kinds.NOWHERE else kinds.ASK_PLACE
    return place


@leaf(VOID(Game))
def list_plays(g):
    """List the turn player's plays from the hand: each different card, face-up and face-down."""
    player = int(g.player)
    side = g.side[player]
    limit = play_limit(g, player)
    spent = side.plays >= limit
    if spent and g.m.rules.level_up_counts:
        return
    creatures = not spent and side.n_piles < g.m.rules.creature_slots
    magic = not spent and side.n_magic < g.m.rules.magic_slots
    # As bits of KIND.fits: what can be placed on a pile (g.places: on which, or on one of several), and what in any way.
    onto = 0
    for i in range(side.n_piles):
        pile = side.piles[i]
        above = np.int64(g.m.kinds[g.card[pile.top].kind].above)
        above = above if (pile.placed != g.turn) | (g.m.rules.level_up_same_turn != 0) else kinds.Fit.NONE
        g.places[above] = kinds.ASK_PLACE if (onto >> above) & 1 else pile.bottom
        onto |= 1 << above
    wanted = onto | (FIRST_LEVELS if creatures else 0) | int(magic) | 1 << kinds.Fit.ODD
    met = 0  # kinds, as bits; some share one
    n = int(g.n_options)
    for i in range(side.hand_n):
        # Each card's options are written, and count if the card can be played: a branch here would be a guess.
        card = int(side.hand[i])
        kind = int(g.card[card].kind)
        fits = int(g.m.kinds[kind].fits)
        playable = (wanted >> fits) & 1
        place = int(g.places[fits])
        if fits == kinds.Fit.ODD:
            free = kinds.NEW_SLOT if magic else kinds.NOWHERE
            place = free if g.m.kinds[kind].type == kinds.MAGIC else _odd_place(g, player, card, creatures)
            playable = int(place != kinds.NOWHERE)
        if playable & met >> (kind & 63) and _met_before(g, player, i, kind):
            continue
        met |= playable << (kind & 63)
        g.seen[player, kind] |= SEEN_OFFERED * playable
        write_option(g, n, kinds.Opt.PLAY, card, place, 0)
        write_option(g, n + 1, kinds.Opt.PLAY, card, place, 1)
        n += 2 * playable
    g.n_options = n


@leaf(VOID(Game, I64, I64))
def _list_card(g, card, bits):
    player = int(g.player)
    kind = g.m.kinds[g.card[card].kind]
    while bits:
        effect = int(kind.effects[1 - (bits & 1)])  # the first one left
        bits &= bits - 1
        if can_activate(g, player, card, effect):
            g.seen[player, g.card[card].kind] |= SEEN_OFFERED
            offer(g, kinds.Opt.ACTIVATE, card, -1, effect)


@leaf(I64(Game, I64))
def _may_act(g, card):
    # What the card has to activate as it lies, as bits of its effects.
    c = g.card[card]
    return 0 if c.down else in_position(g, card, g.m.kinds[c.kind].activates)


@rare(VOID(Game, I64))
def _list_under(g, card):
    while g.card[card].under >= 0:
        card = int(g.card[card].under)
        bits = _may_act(g, card)
        if bits:
            _list_card(g, card, bits)


@leaf(VOID(Game))
def list_effects(g):
    """List the turn player's activations and flips while no chain is open."""
    side = g.side[g.player]
    actors = field_places(g, g.player) if g.m.rules.under_all else int(side.actors)
    while actors:
        i = lowest_bit(actors)
        actors &= actors - 1
        card = card_at(g, g.player, i)
        bits = _may_act(g, card)
        if bits:
            _list_card(g, card, bits)
        elif can_flip(g, card):
            offer_card(g, kinds.Opt.FLIP, card)
        if g.m.rules.under_all and g.card[card].under >= 0:
            _list_under(g, card)


@leaf(VOID(Game))
def list_attacks(g):
    """List the turn player's attacks: each attacker with each target."""
    player = int(g.player)
    me = g.side[player]
    foe = g.side[1 - player]
    unguarded = int(foe.n_guards == 0)
    n = int(g.n_options)
    for i in range(me.n_piles):
        if may_attack(g, player, i):
            write_option(g, n, kinds.Opt.ATTACK, me.piles[i].top, -1, i)
            n += may_attack_directly(g, player, i)
            for j in range(foe.n_piles):
                write_option(g, n, kinds.Opt.ATTACK, me.piles[i].top, foe.piles[j].top, i | (j + 1) << 8)
                n += unguarded | foe.piles[j].guard  # levelup.fx.guard
    g.n_options = n
