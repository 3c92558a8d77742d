"""What the standing effects make of the field: strengths, shields, silence, immunities; on demand."""

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.primitives import fits, fits_field, magic_slot, note_position, owner, slot_of, stance
from kotc_sim.games.levelup.engine.record import I64, VOID, Filter, Game, inner, leaf, rare


@inner(I64(Game, I64, I64, Filter))
def count_field(g, player, side, f):
    """Count the cards on the field, on a side as ``player`` sees it, that fit; immune or not."""
    n = 0
    for p in range(2):
        if side & (kinds.Side.OWN if p == player else kinds.Side.ENEMY):
            s = g.side[p]
            for i in range(s.n_piles):
                n += fits_field(g, s.piles[i].top, f)
            for i in range(s.n_magic):
                n += fits_field(g, s.magic[i], f)
    return n


@inner(I64(Game, I64, I64))
def _shielded(g, target, source):
    if target == source:
        return False
    t = g.card[target]
    for i in range(g.n_immune):
        giver = int(g.immune[i, 0])
        ef = g.m.effects[g.immune[i, 1]]
        if ef.op == kinds.Op.IMMUNE_SELF:
            if giver != target:
                continue
        elif ef.op == kinds.Op.IMMUNE_TEAM:
            same = owner(giver) == owner(target)
            if not (ef.side & (kinds.Side.OWN if same else kinds.Side.ENEMY)) or not fits_field(g, target, ef.filter):
                continue
        elif t.bottom < 0 or g.card[giver].host != t.bottom:
            continue
        if fits(g, g.card[source].kind, ef.source):
            return True
    return False


@leaf(I64(Game, I64, I64))
def immune(g, target, source):
    """Say whether a card on the field is immune to the effects of a card (levelup.ruling.49)."""
    return g.n_immune > 0 and _shielded(g, target, source)


@leaf(VOID(Game, I64, I64))
def _apply_to_team(g, card, effect):
    """Let a standing effect change what it fits on the field (levelup.fx.aura, levelup.fx.shield_team, levelup.fx.silence)."""
    ef = g.m.effects[effect]
    op = ef.op
    g.reaches |= kinds.Reach.TO_PILES if op == kinds.Op.AURA else kinds.Reach.TO_PILES | kinds.Reach.TO_MAGIC
    if op == kinds.Op.SILENCE:
        g.reaches |= kinds.Reach.FROM_OTHERS  # whether anything is silenced
    player = owner(card)
    for p in range(2):
        if not ef.side & (kinds.Side.OWN if p == player else kinds.Side.ENEMY):
            continue
        s = g.side[p]
        for i in range(s.n_piles):
            pile = s.piles[i]
            if fits_field(g, pile.top, ef.filter) and not immune(g, pile.top, card):
                if op == kinds.Op.AURA:
                    pile.strength += ef.attack
                    pile.defence += ef.defense
                elif op == kinds.Op.SILENCE:
                    pile.mute = g.silenced = 1
                else:
                    pile.solid = 1
        if op == kinds.Op.AURA:
            continue
        for i in range(s.n_magic):
            if fits_field(g, s.magic[i], ef.filter) and not immune(g, s.magic[i], card):
                if op == kinds.Op.SILENCE:
                    s.magic_mute[i] = 1
                    g.silenced = 1
                else:
                    s.magic_solid[i] = 1


@leaf(VOID(Game, I64, I64))
def _apply_to_host(g, card, effect):
    """Let an Equip effect change the pile that its card is attached to (levelup.fx.equip_stat, levelup.fx.equip_shield, …)."""
    ef = g.m.effects[effect]
    op = ef.op
    g.equipped = 1
    host = g.card[card].host
    slot = slot_of(g, host)
    if slot < 0:
        return
    pile = g.side[owner(host)].piles[slot]
    if immune(g, pile.top, card):
        return
    if op == kinds.Op.EQUIP_STAT:
        pile.strength += ef.attack
        pile.defence += ef.defense
    elif op == kinds.Op.EQUIP_SHIELD:
        pile.solid = 1
    elif op == kinds.Op.EQUIP_HALT:
        pile.still = 1
    elif op == kinds.Op.EQUIP_SILENCE:
        pile.mute = g.silenced = 1


@leaf(VOID(Game, I64, I64, I64))
def _apply_to_itself(g, card, effect, covered):
    """Let a standing effect change its own card (levelup.fx.self_stat, levelup.fx.shield_self, levelup.fx.guard, …)."""
    ef = g.m.effects[effect]
    op = ef.op
    p = owner(card)
    slot = slot_of(g, card)
    if slot < 0:
        if op == kinds.Op.SHIELD_SELF:
            g.side[p].magic_solid[magic_slot(g, card)] = 1
        return
    pile = g.side[p].piles[slot]
    times = 0
    if op == kinds.Op.SELF_STAT:
        times = 1
    elif op == kinds.Op.SELF_STAT_PER:
        g.reaches |= kinds.Reach.FROM_OTHERS
        times = count_field(g, p, ef.side, ef.filter)
    elif op == kinds.Op.SELF_STAT_UNDER:
        below = int(g.card[pile.top].under)
        while below >= 0:
            times += 1
            below = int(g.card[below].under)
    elif op == kinds.Op.SHIELD_SELF:
        if not covered:
            pile.solid = 1
    elif op == kinds.Op.GUARD:
        g.side[p].n_guards += 1 - pile.guard
        pile.guard = 1
    elif op == kinds.Op.DIRECT:
        pile.direct = 1
    elif op == kinds.Op.PACIFIST:
        pile.still = 1
    pile.strength += times * int(ef.attack)
    pile.defence += times * int(ef.defense)


@leaf(VOID(Game, I64, I64, I64))
def _apply(g, card, effect, covered):
    """Let a standing effect that acts do what it does."""
    ef = g.m.effects[effect]
    op = ef.op
    if op == kinds.Op.PLAYS_EACH_TURN:
        g.side[owner(card)].bonus_plays += ef.n
    elif op == kinds.Op.NO_HAND_LIMIT:
        g.side[owner(card)].no_limit = 1
    elif op == kinds.Op.AURA or op == kinds.Op.SHIELD_TEAM or op == kinds.Op.SILENCE:
        _apply_to_team(g, card, effect)
    elif op >= kinds.Op.EQUIP_STAT:
        _apply_to_host(g, card, effect)
    else:
        _apply_to_itself(g, card, effect, covered)


@leaf(I64(Game, I64, I64))
def acting(g, card, covered):
    """Return the standing effects of a card on the field that act now, as bits (levelup.ruling.27, 33, 40).

    Without those that `print_pile` sees to, as the card lies on top of its pile.
    """
    c = g.card[card]
    kind = g.m.kinds[c.kind]
    bits = 0
    if not c.down:
        if not covered:
            bits = int(kind.beyond)
        elif g.m.rules.under_all:
            bits = int(kind.passive)
    if not covered or not g.m.rules.under_inert:
        bits |= c.active & kind.lasting
    return bits


@inner(VOID(Game, I64, I64, I64))
def _note_acting(g, card, bits, covered):
    # Immunities come first, because nothing stops them (levelup.ruling.49): they have a list of their own.
    kind = g.m.kinds[g.card[card].kind]
    for k in range(2):
        if not (bits >> k) & 1:
            continue
        effect = int(kind.effects[k])
        op = g.m.effects[effect].op
        if op == kinds.Op.IMMUNE_SELF or op == kinds.Op.IMMUNE_TEAM or op == kinds.Op.EQUIP_IMMUNE:
            g.immune[g.n_immune, 0] = card
            g.immune[g.n_immune, 1] = effect
            g.n_immune += 1
        else:
            g.acting[g.n_acting, 0] = card
            g.acting[g.n_acting, 1] = effect
            g.acting[g.n_acting, 2] = covered
            g.n_acting += 1


@leaf(VOID(Game, I64, I64))
def _look_under(g, player, card):
    # What a covered card does, whose pile is known already.
    side = g.side[player]
    while card >= 0:
        kind = g.m.kinds[g.card[card].kind]
        if g.m.rules.under_all:
            side.waits |= kind.events
        if kind.passive | kind.lasting:
            bits = acting(g, card, 1)
            if bits:
                _note_acting(g, card, bits, 1)
        card = int(g.card[card].under)


@leaf(VOID(Game, I64, I64))
def print_pile(g, player, slot):
    """Let a pile be what is printed on its top card, with the changes of this turn.

    To what is printed belong its Passive effects, where they look at no other card, and act on none.
    """
    side = g.side[player]
    pile = side.piles[slot]
    c = g.card[pile.top]
    kind = g.m.kinds[c.kind]
    pile.strength = kind.attack + pile.attack
    pile.defence = kind.defense + pile.defense
    pile.solid = pile.safe
    pile.mute = pile.still = pile.guard = pile.direct = 0
    traits = int(kind.traits)
    if traits and not c.down:
        pile.strength += kind.more_attack
        pile.defence += kind.more_defense
        pile.solid |= traits & kinds.Trait.SOLID
        pile.still = traits & kinds.Trait.STILL != 0
        pile.direct = traits & kinds.Trait.DIRECT != 0
        if traits & kinds.Trait.GUARD:
            pile.guard = 1
            side.n_guards += 1
    side.waits |= kind.events


@leaf(VOID(Game, I64, I64))
def print_magic(g, player, i):
    """Let a magic card on the field be what is printed on it, with the changes of this turn."""
    side = g.side[player]
    c = g.card[side.magic[i]]
    side.magic_solid[i] = c.safe
    side.magic_mute[i] = 0
    side.waits |= g.m.kinds[c.kind].events


@leaf(VOID(Game, I64, I64))
def limit(g, player, slot):
    """Let what is below 0 after all changes count as 0."""
    pile = g.side[player].piles[slot]
    pile.strength = max(int(pile.strength), 0)
    pile.defence = max(int(pile.defence), 0)


@inner(VOID(Game, I64, I64, I64, I64))
def change(g, player, slot, attack, defense):
    """Add to a pile's attack and defense now; if one may count as 0 already, see to it that they are computed again."""
    pile = g.side[player].piles[slot]
    if pile.strength > 0 and pile.defence > 0:
        pile.strength += attack
        pile.defence += defense
        limit(g, player, slot)
    else:
        g.dirty |= kinds.Dirty.EFFECTS


@leaf(I64(Game))
def _look_over(g):
    """Begin again with what is printed, and list the standing effects that act; they are applied afterwards.

    Returns a negative number if an attack or a defense is below 0.
    """
    low = 0
    g.n_immune = g.n_acting = g.equipped = g.silenced = g.reaches = 0
    for p in range(2):
        s = g.side[p]
        s.bonus_plays = s.no_limit = s.n_guards = s.waits = 0
        for i in range(s.n_piles):
            print_pile(g, p, i)
            low |= s.piles[i].strength | s.piles[i].defence
            top = int(s.piles[i].top)
            c = g.card[top]
            kind = g.m.kinds[c.kind]
            if kind.beyond | kind.lasting:
                bits = acting(g, top, 0)
                if bits:
                    _note_acting(g, top, bits, 0)
            if c.under >= 0:
                _look_under(g, p, c.under)
        for i in range(s.n_magic):
            print_magic(g, p, i)
            card = int(s.magic[i])
            kind = g.m.kinds[g.card[card].kind]
            if kind.beyond | kind.lasting:
                bits = acting(g, card, 0)
                if bits:
                    _note_acting(g, card, bits, 0)
    return low


@rare(VOID(Game))
def _note_positions(g):
    for p in range(2):
        s = g.side[p]
        s.repliers = s.actors = s.responders = 0
        for i in range(s.n_piles):
            note_position(g, p, s.piles[i].top, i)
            below = int(g.card[s.piles[i].top].under) if g.m.rules.under_all else -1
            while below >= 0:
                s.repliers |= stance(g, below) & kinds.REPLIES
                below = int(g.card[below].under)
        for i in range(s.n_magic):
            note_position(g, p, s.magic[i], kinds.MAX_SLOTS + i)


@inner(VOID(Game))
def refresh(g):
    """Compute what standing effects do, if something on the field has changed that they may depend on.

    Cards without standing effects come and go without it, as long as no standing effect looks at others (see `zones`). The machine sees to
    it before each step that reads any of it; what reads the results within a step relies on that. First come the immunities, which nothing
    stops, then the rest (levelup.ruling.49).
    """
    if not g.dirty:
        return
    if g.dirty & kinds.Dirty.POSITIONS or g.m.rules.under_all:
        _note_positions(g)
    g.dirty = 0
    low = _look_over(g)
    if low >= 0 and g.n_acting == 0:
        return
    for i in range(g.n_acting):
        _apply(g, g.acting[i, 0], g.acting[i, 1], g.acting[i, 2])
    for p in range(2):
        for i in range(g.side[p].n_piles):
            limit(g, p, i)


@leaf(I64(Game, I64))
def solid(g, card):
    """Say whether an exposed card is indestructible (levelup.ruling.50)."""
    side = g.side[owner(card)]
    slot = slot_of(g, card)
    if slot >= 0:
        return side.piles[slot].solid
    return side.magic_solid[magic_slot(g, card)]


@rare(I64(Game, I64))
def _silent(g, card):
    side = g.side[owner(card)]
    slot = slot_of(g, card)
    if slot >= 0:
        return side.piles[slot].mute and side.piles[slot].top == card
    i = magic_slot(g, card)
    return i >= 0 and side.magic_mute[i]


@leaf(I64(Game, I64))
def mute(g, card):
    """Say whether a card on the field cannot activate effects; a covered card is never silenced."""
    return g.silenced and _silent(g, card)
