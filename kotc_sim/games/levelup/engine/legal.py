"""What is legal: where a card can be played, what an effect can take, whether an effect can be activated."""

import numpy as np

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.board import count_field, immune, mute, solid
from kotc_sim.games.levelup.engine.primitives import fits, fits_field, slot_of
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf, rare


@rare(I64(Game, I64, I64))
def _levels_by_text(g, card, under):
    kind = g.m.kinds[g.card[card].kind]
    for k in range(2):
        ef = g.m.effects[kind.effects[k]]
        if ef.op == kinds.Op.LEVEL_ONTO and fits_field(g, under, ef.filter):
            return True
    return False


@leaf(I64(Game, I64, I64, I64))
def _levels(g, player, card, slot):
    # Of a creature: type, level, and an effect that says otherwise.
    kind = g.m.kinds[g.card[card].kind]
    pile = g.side[player].piles[slot]
    top = g.m.kinds[g.card[pile.top].kind]
    if not (kind.type == top.type and kind.level == top.level + 1) and not (kind.onto and _levels_by_text(g, card, pile.top)):
        return False
    return pile.placed != g.turn or g.m.rules.level_up_same_turn


@leaf(I64(Game, I64, I64, I64))
def levels_onto(g, player, card, slot):
    """Say whether a card can be placed on one of the player's piles (levelup.levelup.2 and 3)."""
    return g.m.kinds[g.card[card].kind].type != kinds.MAGIC and _levels(g, player, card, slot)


@leaf(I64(Game, I64, I64))
def needs_no_pile(g, player, card):
    """Say whether a card can be played to a free slot, and there is one (levelup.levelup.1)."""
    kind = g.m.kinds[g.card[card].kind]
    if kind.type == kinds.MAGIC:
        return g.side[player].n_magic < g.m.rules.magic_slots
    return (kind.level == 1 or kind.free_play) and g.side[player].n_piles < g.m.rules.creature_slots


@inner(I64(Game, I64, I64, I64))
def legal_place(g, player, card, place):
    """Say whether a card can be placed there: `NEW_SLOT`, or the lowest card of a pile."""
    if place == kinds.NEW_SLOT:
        return needs_no_pile(g, player, card)
    slot = slot_of(g, place)
    return slot >= 0 and levels_onto(g, player, card, slot)


@inner(I64(Game, I64, I64))
def count_places(g, player, card):
    """Count the legal places; ``g.place`` is the last of them."""
    n = 0
    if needs_no_pile(g, player, card):
        g.place = kinds.NEW_SLOT
        n = 1
    if g.m.kinds[g.card[card].kind].type == kinds.MAGIC:
        return n
    side = g.side[player]
    for i in range(side.n_piles):
        if _levels(g, player, card, i):
            g.place = side.piles[i].bottom
            n += 1
    return n


@leaf(VOID(Game, I64))
def add_candidate(g, card):
    """Add a card to the candidates."""
    g.cands[g.n_cands] = card
    g.n_cands += 1


@inner(VOID(Game))
def sort_candidates(g):
    """Sort the candidates by kind, so that their order tells nothing about a hidden deck."""
    for i in range(1, g.n_cands):
        card = int(g.cands[i])
        kind = int(g.card[card].kind)
        j = i
        while j > 0:
            other = int(g.card[g.cands[j - 1]].kind)
            if other < kind or (other == kind and g.cands[j - 1] < card):
                break
            g.cands[j] = g.cands[j - 1]
            j -= 1
        g.cands[j] = card


@leaf(I64(Game, I64, I64))
def _changes(g, card, effect):
    """Say whether the operation has something to do on an exposed card that fits its filter."""
    ef = g.m.effects[effect]
    c = g.card[card]
    op = ef.op
    if op == kinds.Op.DESTROY or op == kinds.Op.SACRIFICE_DRAW:
        return not solid(g, card)
    if op == kinds.Op.TAP:
        return c.tapped != ef.tap
    if op == kinds.Op.FLIP:
        return c.down == ef.face_up
    if op == kinds.Op.FIELD_DISCARD or op == kinds.Op.PROTECT:
        return True
    return c.bottom >= 0  # the others speak of attack, defense, attacking or leveling up


@leaf(I64(Game, I64, I64))
def takes_from(g, effect, own):
    """Say whether an effect can take cards from its controller's own side of the field, or from the other one."""
    ef = g.m.effects[effect]
    op = ef.op
    own_alone = op == kinds.Op.SACRIFICE_DRAW or op == kinds.Op.LEVEL_FROM or op == kinds.Op.REDIRECT
    side = kinds.Side.OWN if own_alone else np.int64(ef.side)
    return side & (kinds.Side.OWN if own else kinds.Side.ENEMY)


@inner(I64(Game, I64, I64, I64))
def fits_effect(g, card, source, effect):
    """Say whether an exposed card on a side that an effect takes from *fits* it: filter, immunity, and what the effect does."""
    ef = g.m.effects[effect]
    if ef.op == kinds.Op.REDIRECT:
        return g.card[card].bottom >= 0 and not immune(g, card, source)
    host = g.card[source].host
    if ef.kind == kinds.Kind.EQUIP and host >= 0 and g.card[card].bottom != host:
        return False  # an equipped card is not moved (ruling 38)
    return fits_field(g, card, ef.filter) and _changes(g, card, effect) and not immune(g, card, source)


@inner(I64(Game, I64, I64, I64))
def has_upgrade(g, player, slot, zone):
    """Say whether a zone holds a card that can be placed on a pile."""
    side = g.side[player]
    if zone == kinds.Zone.HAND:
        for i in range(side.hand_n):
            if levels_onto(g, player, side.hand[i], slot):
                return True
    elif zone == kinds.Zone.DECK:
        for i in range(side.deck_n):
            if levels_onto(g, player, side.deck[i], slot):
                return True
    else:
        for i in range(side.grave_n):
            if levels_onto(g, player, side.grave[i], slot):
                return True
    return False


@inner(VOID(Game, I64, I64, I64, I64))
def candidates(g, source, effect, player, answers):
    """List in ``g.cands`` what an effect can take.

    - ``source`` (int): the card whose effect it is.
    - ``effect``, ``player`` (int): the effect and its controller.
    - ``answers`` (int): for a Counter effect, the chain item it acts on.
    """
    g.n_cands = 0
    ef = g.m.effects[effect]
    op = ef.op
    me = g.side[player]
    if op == kinds.Op.SEARCH or (op == kinds.Op.PLAY_FROM and ef.zone == kinds.Zone.DECK):
        met = -1
        fit = 0
        n = 0
        for card in range(player * kinds.MAX_DECK, player * kinds.MAX_DECK + g.n_cards[player]):  # nearly sorted by kind
            kind = int(g.card[card].kind)
            if kind != met:
                met = kind
                fit = fits(g, kind, ef.filter)
            g.cands[n] = card  # counted if it fits: a branch here would be a guess
            n += fit & (g.card[card].zone == kinds.Zone.DECK)
        g.n_cands = n
    elif op == kinds.Op.RECOVER or op == kinds.Op.RECYCLE or (op == kinds.Op.PLAY_FROM and ef.zone == kinds.Zone.GRAVE):
        for i in range(me.grave_n):
            g.cands[g.n_cands] = me.grave[i]  # counted if it fits, here as well
            g.n_cands += fits(g, g.card[me.grave[i]].kind, ef.filter)
    elif op == kinds.Op.PLAY_FROM:
        for i in range(me.hand_n):
            g.cands[g.n_cands] = me.hand[i]
            g.n_cands += fits(g, g.card[me.hand[i]].kind, ef.filter)
    else:
        aimed = -1
        if op == kinds.Op.REDIRECT:
            if answers < 0 or g.chain[answers].what != kinds.Item.ATTACK or g.chain[answers].target < 0:
                return
            aimed = int(g.card[g.chain[answers].target].bottom)
        for p in range(2):
            if not takes_from(g, effect, p == player):
                continue
            s = g.side[p]
            for i in range(s.n_piles):
                card = int(s.piles[i].top)
                if (
                    fits_effect(g, card, source, effect)
                    and s.piles[i].bottom != aimed
                    and (op != kinds.Op.LEVEL_FROM or has_upgrade(g, player, i, ef.zone))
                ):
                    add_candidate(g, card)
            for i in range(s.n_magic):
                if fits_effect(g, s.magic[i], source, effect):
                    add_candidate(g, s.magic[i])
        return
    if op == kinds.Op.PLAY_FROM:
        kept = 0
        for i in range(g.n_cands):
            if count_places(g, player, g.cands[i]):
                g.cands[kept] = g.cands[i]
                kept += 1
        g.n_cands = kept
    sort_candidates(g)


@inner(I64(I64))
def takes_from_field(op):
    """Say whether an operation chooses cards on the field."""
    return (
        op == kinds.Op.DESTROY
        or op == kinds.Op.SACRIFICE_DRAW
        or op == kinds.Op.FIELD_DISCARD
        or op == kinds.Op.TAP
        or op == kinds.Op.FLIP
        or op == kinds.Op.BOOST
        or op == kinds.Op.PROTECT
        or op == kinds.Op.HALT
        or op == kinds.Op.REDIRECT
        or op == kinds.Op.EQUIP_STAT
        or op == kinds.Op.EQUIP_SHIELD
        or op == kinds.Op.EQUIP_IMMUNE
        or op == kinds.Op.EQUIP_HALT
        or op == kinds.Op.EQUIP_SILENCE
    )


@leaf(I64(Game, I64, I64))
def condition_holds(g, effect, player):
    """Say whether an ``If … exactly`` prefix, if there is one, is true (levelup.ruling.47)."""
    ef = g.m.effects[effect]
    return ef.prefix != kinds.Prefix.IF or count_field(g, player, ef.if_side, ef.if_filter) == ef.if_n


@inner(I64(Game, I64, I64, I64, I64))
def _meets(g, source, effect, player, answers):
    if not condition_holds(g, effect, player):
        return False
    ef = g.m.effects[effect]
    if ef.op == kinds.Op.LOOT:
        return g.side[player].hand_n >= ef.n
    if ef.op == kinds.Op.SACRIFICE_DRAW or ef.count == kinds.Count.EXACTLY:
        candidates(g, source, effect, player, answers)
        return g.n_cands >= (ef.n if ef.op == kinds.Op.SACRIFICE_DRAW else ef.count_n)
    if ef.op == kinds.Op.REDIRECT:
        candidates(g, source, effect, player, answers)
        return g.n_cands > 0
    return True


@leaf(I64(Game, I64, I64, I64, I64))
def possible(g, source, effect, player, answers):
    """Say whether condition, cost and "exactly" of an effect are met (levelup.ruling.47 and 64)."""
    return not g.m.effects[effect].demands or _meets(g, source, effect, player, answers)


@leaf(I64(Game, I64, I64))
def find_answer(g, player, when):
    """Return the opponent's uppermost chain item that a Counter effect can act on, or -1 (ruling 42)."""
    for i in range(g.n_chain - 1, -1, -1):
        if (g.chain[i].deeds >> when) & (g.chain[i].player != player):
            return i
    return -1


@leaf(I64(Game, I64, I64, I64))
def can_activate(g, player, card, effect):
    """Say whether a player can activate an effect of an exposed card now, responses included.

    A face-down magic card counts as turned face-up; callers exclude it where that is not possible. A covered
    card only comes here under the switch ``under_cards: all_effects``.
    """
    c = g.card[card]
    ef = g.m.effects[effect]
    if (c.busy != 0) | (c.set_turn == g.turn) | (c.down & (c.bottom >= 0)):
        return False
    kind = ef.kind
    answers = -1
    if kind == kinds.Kind.NORMAL or kind == kinds.Kind.CONTINUOUS or kind == kinds.Kind.EQUIP:  # a Normal effect is never active
        if c.tapped | (c.active >> ef.position) & 1 | (g.battle & g.m.rules.normal_main_only):
            return False
    elif kind == kinds.Kind.DORMANT:
        if not c.tapped or c.tapped_turn == g.turn or c.used_turn == g.turn:
            return False
        if g.m.rules.dormant_own_turn and player != g.player:
            return False
    elif kind == kinds.Kind.COUNTER:
        if c.tapped:
            return False
        answers = find_answer(g, player, ef.when)
        if answers < 0:
            return False
    else:
        return False
    return not mute(g, card) and possible(g, card, effect, player, answers)


@leaf(I64(Game, I64))
def can_flip(g, card):
    """Say whether the controller may turn an exposed face-down card up, in the own turn."""
    c = g.card[card]
    return c.down and (c.bottom >= 0 or c.set_turn != g.turn)


@leaf(I64(Game, I64))
def play_limit(g, player):
    """Return how many cards the player may play this turn (levelup.turn.4 and 5)."""
    side = g.side[player]
    return g.m.rules.plays_per_turn + side.extra_plays + side.bonus_plays


@leaf(I64(Game, I64, I64))
def may_attack(g, player, slot):
    """Say whether a pile of the turn player can be declared as an attacker."""
    pile = g.side[player].piles[slot]
    rules = g.m.rules
    used = (pile.used > pile.extra) | (pile.placed == g.turn) & (rules.new_creature_attacks == 0)
    barred = (pile.still != 0) | (pile.halted >= g.turn) | (rules.facedown_attack & g.card[pile.top].down)
    return not (used | barred)


@leaf(I64(Game, I64, I64))
def may_attack_directly(g, player, slot):
    """Say whether an attack of a pile of the turn player can go to the enemy himself.

    levelup.battle.3 and 4, ruling 16; Guard before Direct (levelup.fx.guard).
    """
    foe = g.side[1 - player]
    cleared = (foe.n_piles == 0) & ((g.m.rules.direct_after_clearing != 0) | (g.had_creature == 0))
    return (foe.n_guards == 0) & ((g.side[player].piles[slot].direct != 0) | cleared)


@leaf(I64(Game, I64))
def still_there(g, link):
    """Say whether the card of a chain item is on the field as it was (levelup.ruling.46)."""
    item = g.chain[link]
    return g.card[item.card].zone == kinds.Zone.FIELD and g.card[item.card].stamp == item.stamp
