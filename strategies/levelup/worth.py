"""What things are worth to the greedy strategy, in points: effects, cards in hand, creatures, attacks."""

from kotc_sim.compiler.types import float64 as F64
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.board import count_field
from kotc_sim.games.levelup.engine.legal import count_places, fits_effect, may_attack, takes_from
from kotc_sim.games.levelup.engine.primitives import fits, owner, slot_of
from kotc_sim.games.levelup.engine.record import I64, Game, inner, leaf
from kotc_sim.games.levelup.engine.view import seen_level, sees

LETHAL = 1000.0


# cards, in points
LEVEL, STAT = 2, 0.15  # of a creature on the field
STAT_UNSEEN = 0.3
MAGIC_ON_FIELD, MAGIC_IN_HAND = 2.0, 2.5
FIRST, FIRST_LEVEL = 2.0, 0.3  # a card that needs none beneath it
NEXT, NEXT_LEVEL = 2.5, 0.7  # … whose lower level lies on the field
LATER = 2.0  # … is in hand
LACKING, LACKING_LEVEL = 1.5, 0.2  # … is nowhere
# effects, in points, or as shares of what they take
EQUIPPED, EQUIPPED_SHARE = 1.5, 0.3
DRAWN, DRAWN_LATE = 2.5, 2.0
LOOTED, LOOTED_MORE = 1.0, 1.5
DISCARDED = 2.0
MILLED, MILLED_OWN = 0.2, 0.1
SEARCHED, SEARCHED_LATE = 3.0, 0.5
RECOVERED, RECYCLED = 2.5, 0.5
PLAYED_FROM_DECK, PLAYED_FROM_HAND, PLAYED = 3.5, 3.0, 1.5
TAPPED, TURNED, TURNED_UP, HALTED, TAKEN_BACK = 0.3, 0.3, 0.3, 0.4, 0.8
OWN_POINT, ENEMY_POINT = 1.5, 1.7
LASTING = 2.5
MORE_PLAYS = 1.5
UNTAPPED = 0.5
USELESS = -0.5
ATTACKS_AGAIN = 3.0
USED_UNDER = 1.5
STAYS = 0.5  # a Dormant effect's card is untapped
# attacks, in points
DIRECT = 3  # for each level
DESTROYED = 2
STRENGTH_SPENT = 0.05  # the weakest attacker that will do
REPELLED, SOLID_TARGET = -0.1, -0.2


@leaf(F64(Game, I64, I64))
def creature_worth(g, me, card):
    """Return what a creature on the field is worth to its owner: its level, strength and pile."""
    player = owner(card)
    slot = slot_of(g, card)
    if slot < 0:
        return MAGIC_ON_FIELD
    pile = g.side[player].piles[slot]
    if sees(g, me, card):
        level = int(g.m.kinds[g.card[card].kind].level)
        return float(LEVEL * level) + STAT * int(pile.strength) + STAT * int(pile.defence)
    level = seen_level(g, me, player, slot)
    return float(LEVEL * level) + STAT_UNSEEN * (1 + 2 * level)


@leaf(I64(Game, I64, I64))
def is_playable(g, p, card):
    """Say whether a card in the hand could be placed now, as far as type and level go."""
    k = g.m.kinds[g.card[card].kind]
    if k.type == kinds.MAGIC or k.level == 1 or k.free_play:
        return True
    fits = 0  # all are looked at: where a search ends would be a guess
    side = g.side[p]
    for i in range(side.n_piles):
        top = g.m.kinds[g.card[side.piles[i].top].kind]
        fits |= (top.type == k.type) & (top.level == k.level - 1)
    return fits != 0


@leaf(F64(Game, I64, I64))
def card_worth(g, me, card):
    """Return what a card that the player sees, as everybody sees what is to be chosen from, is worth in the player's hand."""
    k = g.m.kinds[g.card[card].kind]
    if k.type == kinds.MAGIC:
        return MAGIC_IN_HAND
    if k.level == 1 or k.free_play:
        return FIRST + FIRST_LEVEL * k.level
    if is_playable(g, me, card):
        return NEXT + NEXT_LEVEL * k.level
    side = g.side[me]
    held = 0
    for i in range(side.hand_n):
        other = g.m.kinds[g.card[side.hand[i]].kind]
        held |= (other.type == k.type) & (other.level == k.level - 1)
    return LATER if held else LACKING - LACKING_LEVEL * k.level


@inner(F64(Game, I64, I64, I64, I64))
def targets_worth(g, me, player, card, effect):
    """Return what an effect would take from the opponent (and spare its controller) with its best choices.

    ``player`` controls the effect, ``me`` looks.
    """
    ef = g.m.effects[effect]
    wanted = 9 if ef.count == kinds.Count.ALL else max(1, int(ef.count_n))
    own = 0.0
    enemy = 0.0
    n_own = 0
    n_enemy = 0
    best = 0.0
    for p in range(2):
        if not takes_from(g, effect, p == player):
            continue
        side = g.side[p]
        for i in range(side.n_piles + side.n_magic):
            target = int(side.piles[i].top) if i < side.n_piles else int(side.magic[i - side.n_piles])
            if ef.filter.narrow and not sees(g, me, target):
                continue
            if not fits_effect(g, target, card, effect):
                continue
            worth = creature_worth(g, me, target)
            if p == player:
                own += worth
                n_own += 1
            else:
                enemy += worth
                n_enemy += 1
                best = max(best, worth)
    if ef.count == kinds.Count.ALL:
        return enemy - own
    if n_enemy == 0:
        return 0.0
    return best + (min(wanted, n_enemy) - 1) * enemy / n_enemy


@leaf(F64(Game, I64, I64, I64, I64))
def _equip_worth(g, me, player, card, effect):
    """Return what attaching a card to the best creature is worth."""
    value = 0.0
    for p in range(2):
        if not takes_from(g, effect, p == player):
            continue
        side = g.side[p]
        for i in range(side.n_piles):
            if fits_effect(g, side.piles[i].top, card, effect):
                value = max(value, EQUIPPED + EQUIPPED_SHARE * creature_worth(g, me, side.piles[i].top))
    return value


@leaf(F64(Game, I64, I64))
def _hands_worth(g, player, effect):
    """Return what drawing, discarding and milling is worth to its controller (draw, loot, discard, mill, search)."""
    ef = g.m.effects[effect]
    op = ef.op
    n = float(ef.n)
    mine = g.side[player]
    value = 0.0
    if op == kinds.Op.DRAW:
        value = DRAWN * n * ((1 if ef.who & kinds.Side.OWN else 0) - (1 if ef.who & kinds.Side.ENEMY else 0))
        if mine.deck_n < 5:
            value -= DRAWN_LATE
    elif op == kinds.Op.LOOT:
        value = LOOTED + LOOTED_MORE * (ef.m - ef.n)
    elif op == kinds.Op.DISCARD:
        if ef.who & kinds.Side.ENEMY:
            value += DISCARDED * min(n, float(g.side[1 - player].hand_n))
        if ef.who & kinds.Side.OWN:
            value -= DISCARDED * min(n, float(mine.hand_n))
    elif op == kinds.Op.MILL:
        value = MILLED * n if ef.who & kinds.Side.ENEMY else MILLED_OWN
    elif op == kinds.Op.SEARCH:
        value = SEARCHED * n if mine.deck_n > 5 else SEARCHED_LATE
    return value


@leaf(F64(Game, I64, I64))
def _return_worth(g, player, effect):
    """Return what taking cards back from the discard pile is worth (recover, recycle)."""
    ef = g.m.effects[effect]
    mine = g.side[player]
    count = 0
    for i in range(mine.grave_n):
        count += fits(g, g.card[mine.grave[i]].kind, ef.filter)
    wanted = count if ef.count == kinds.Count.ALL else min(count, int(ef.count_n))
    return RECOVERED * wanted if ef.op == kinds.Op.RECOVER else (RECYCLED * wanted if mine.deck_n < 10 else -1.0)


@leaf(F64(Game, I64, I64, I64))
def _placing_worth(g, me, player, effect):
    """Return what placing a card by an effect is worth (play_from, level_from)."""
    ef = g.m.effects[effect]
    op = ef.op
    mine = g.side[player]
    value = PLAYED_FROM_DECK if ef.zone == kinds.Zone.DECK else 0.0
    if op == kinds.Op.PLAY_FROM and ef.zone == kinds.Zone.HAND and player == me:
        for i in range(mine.hand_n):
            if fits(g, g.card[mine.hand[i]].kind, ef.filter) and count_places(g, player, mine.hand[i]):
                value = PLAYED_FROM_HAND
    elif ef.zone != kinds.Zone.DECK:
        value = PLAYED
    if op == kinds.Op.LEVEL_FROM and mine.n_piles == 0:
        value = -1.0
    return value


@leaf(F64(Game, I64, I64, I64, I64))
def _tap_worth(g, me, player, card, effect):
    """Return what tapping enemies, or untapping creatures of one's own, is worth (tap)."""
    value = TAPPED * targets_worth(g, me, player, card, effect)
    if not g.m.effects[effect].tap:
        mine = g.side[player]
        value = -1.0
        for i in range(mine.n_piles):
            # Creatures can untap one another for ever: once is enough.
            if g.card[mine.piles[i].top].tapped and mine.piles[i].top != card and g.resolved < 12:
                value = 1.0
    return value


@leaf(F64(Game, I64, I64))
def _points_worth(g, player, effect):
    """Return what gaining and losing points is worth (points, points_per)."""
    ef = g.m.effects[effect]
    n = float(ef.n)
    if ef.op == kinds.Op.POINTS_PER:
        n *= count_field(g, player, ef.side, ef.filter)
    sign = 1.0 if ef.gain else -1.0
    value = 0.0
    if ef.who & kinds.Side.OWN:
        value += sign * n * OWN_POINT
        if not ef.gain and g.side[player].points - n <= g.m.rules.lose_at:
            value -= LETHAL
    if ef.who & kinds.Side.ENEMY:
        value -= sign * n * ENEMY_POINT
        if not ef.gain and g.side[1 - player].points - n <= g.m.rules.lose_at:
            value += LETHAL
    return value


@leaf(F64(Game, I64, I64))
def _boost_worth(g, player, effect):
    """Return what more attack or less defense until the end of the turn is worth (boost, boost_self)."""
    ef = g.m.effects[effect]
    if player != g.player or g.turn <= 1:
        return USELESS
    worth_it = ef.attack > 0 or (ef.op == kinds.Op.BOOST and ef.defense < 0)
    return 1.0 if worth_it and g.side[1 - player].n_piles > 0 and g.side[player].n_piles > 0 else USELESS


@inner(F64(Game, I64, I64, I64, I64))
def effect_worth(g, me, player, card, effect):
    """Return what performing an effect now is worth to its controller ``player``, as ``me`` sees it."""
    ef = g.m.effects[effect]
    op = ef.op
    value = 0.0
    if ef.kind == kinds.Kind.CONTINUOUS:
        return LASTING
    if ef.kind == kinds.Kind.EQUIP:
        return _equip_worth(g, me, player, card, effect)
    if op == kinds.Op.DRAW or op == kinds.Op.LOOT or op == kinds.Op.DISCARD or op == kinds.Op.MILL or op == kinds.Op.SEARCH:
        value = _hands_worth(g, player, effect)
    elif op == kinds.Op.RECOVER or op == kinds.Op.RECYCLE:
        value = _return_worth(g, player, effect)
    elif op == kinds.Op.PLAY_FROM or op == kinds.Op.LEVEL_FROM:
        value = _placing_worth(g, me, player, effect)
    elif op == kinds.Op.EXTRA_PLAY:
        value = MORE_PLAYS if player == g.player and g.side[player].hand_n > 2 and not g.battle else -1.0
    elif op == kinds.Op.DESTROY:
        value = targets_worth(g, me, player, card, effect)
    elif op == kinds.Op.FIELD_DISCARD:
        value = TAKEN_BACK * targets_worth(g, me, player, card, effect)
    elif op == kinds.Op.SACRIFICE_DRAW:
        value = -1.0
    elif op == kinds.Op.TAP:
        value = _tap_worth(g, me, player, card, effect)
    elif op == kinds.Op.UNTAP_SELF:
        value = UNTAPPED
    elif op == kinds.Op.FLIP:
        value = TURNED * targets_worth(g, me, player, card, effect) if not ef.face_up else TURNED_UP
    elif op == kinds.Op.POINTS or op == kinds.Op.POINTS_PER:
        value = _points_worth(g, player, effect)
    elif op == kinds.Op.BOOST or op == kinds.Op.BOOST_SELF:
        value = _boost_worth(g, player, effect)
    elif op == kinds.Op.HALT:
        value = HALTED * targets_worth(g, me, player, card, effect)
    elif op == kinds.Op.PROTECT:
        value = USELESS
    elif op == kinds.Op.ATTACK_AGAIN:
        slot = slot_of(g, card)
        value = ATTACKS_AGAIN if g.battle and slot >= 0 and g.player == player and not may_attack(g, player, slot) else -1.0
    elif op == kinds.Op.USE_UNDER:
        value = USED_UNDER
    if ef.kind == kinds.Kind.DORMANT:
        value += STAYS
    return value


@leaf(F64(Game, I64, I64, I64))
def attack_worth(g, me, slot, target):
    """Return what an attack of my pile on the enemy's pile ``target``, or -1, is worth."""
    foe = 1 - me
    mine = g.side[me].piles[slot]
    level = int(g.m.kinds[g.card[mine.top].kind].level)
    if target < 0:
        if g.side[foe].points - level <= g.m.rules.lose_at:
            return LETHAL
        return float(DIRECT * level)
    attack = int(mine.strength)
    theirs = g.side[foe].piles[target]
    hidden = 0 if sees(g, me, theirs.top) else 1
    if hidden:
        their_level = seen_level(g, me, foe, target)
        defense = 2 + 2 * their_level
    else:
        their_level = int(g.m.kinds[g.card[theirs.top].kind].level)
        defense = int(theirs.defence)
    if attack == defense:
        return USELESS
    if attack > defense:
        if not hidden and theirs.solid:
            return SOLID_TARGET
        if g.side[foe].points - their_level <= g.m.rules.lose_at:
            return LETHAL - 1.0
        return float(DESTROYED * their_level + DESTROYED) - STRENGTH_SPENT * attack - float(hidden)
    if mine.solid or not g.m.rules.attacker_dies:
        return REPELLED
    return float(-DIRECT * level)


@inner(I64(Game, I64))
def harmful(g, effect):
    """Say whether an effect does ill to what it takes."""
    ef = g.m.effects[effect]
    op = ef.op
    return (
        op == kinds.Op.DESTROY
        or op == kinds.Op.FIELD_DISCARD
        or op == kinds.Op.HALT
        or op == kinds.Op.SACRIFICE_DRAW
        or op == kinds.Op.EQUIP_HALT
        or op == kinds.Op.EQUIP_SILENCE
        or (op == kinds.Op.TAP and ef.tap)
        or (op == kinds.Op.FLIP and not ef.face_up)
        or ef.attack < 0
        or ef.defense < 0
    )
