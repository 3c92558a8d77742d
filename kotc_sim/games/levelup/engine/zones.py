"""Cards on the field: placing, leveling up, destroying, discarding, turning, tapping."""

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.board import acting, limit, print_magic, print_pile
from kotc_sim.games.levelup.engine.legal import legal_place
from kotc_sim.games.levelup.engine.moves import arrive, gain_points, lose_points, take_out, to_grave
from kotc_sim.games.levelup.engine.primitives import card_at, log, log_card, note_position, owner, place_of, slot_of, stance
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, Side, inner, leaf
from kotc_sim.games.levelup.engine.triggers import broadcast, fire_left, fire_self
from kotc_sim.shared.result import Seen

SEEN_DRAWN, SEEN_PLAYED = int(Seen.DRAWN), int(Seen.PLAYED)


@leaf(I64(Game, I64))
def _stands(g, card):
    # May a card of a pile, or one under it, have a standing effect that is more than a part of what is printed on the pile?
    # A covered one can only have one that is lasting, unless the switch under_cards says otherwise.
    standing = int(g.m.kinds[g.card[card].kind].beyond)
    while card >= 0:
        standing |= g.m.kinds[g.card[card].kind].lasting
        card = int(g.card[card].under)
    return standing


@leaf(VOID(Side, I64, I64))
def _close_gap(side, place, end):
    # What is noted of the places behind one, up to ``end``, moves up by one.
    behind = (-2 << place) & ((1 << end) - 1)
    kept = ~(behind | 1 << place)
    side.actors = (side.actors & kept) | (side.actors & behind) >> 1
    side.responders = (side.responders & kept) | (side.responders & behind) >> 1


@leaf(VOID(Game, I64))
def _remove_pile(g, bottom):
    side = g.side[owner(bottom)]
    pile = side.piles[g.card[bottom].slot]
    side.n_guards -= pile.guard
    if g.reaches & kinds.Reach.FROM_OTHERS or g.m.rules.under_all or _stands(g, pile.top):
        g.dirty |= kinds.Dirty.EFFECTS
    at = int(g.card[bottom].slot)
    _close_gap(side, at, kinds.MAX_SLOTS)
    for i in range(at, side.n_piles - 1):
        side.piles[i] = side.piles[i + 1]
        g.card[side.piles[i].bottom].slot = i
    side.n_piles -= 1


@inner(VOID(Game, I64))
def _remove_magic(g, card):
    side = g.side[owner(card)]
    at = int(g.card[card].slot)
    _close_gap(side, kinds.MAX_SLOTS + at, 2 * kinds.MAX_SLOTS)
    for i in range(at, side.n_magic - 1):
        side.magic[i] = side.magic[i + 1]
        g.card[side.magic[i]].slot = i
        side.magic_solid[i] = side.magic_solid[i + 1]
        side.magic_mute[i] = side.magic_mute[i + 1]
    side.n_magic -= 1
    if g.reaches & kinds.Reach.FROM_OTHERS or acting(g, card, 0):
        g.dirty |= kinds.Dirty.EFFECTS


@inner(VOID(Game, I64))
def _pick_equipped(g, bottom):
    # Append the magic cards that are equipped to a pile to the list of cards that are being destroyed.
    for p in range(2):
        side = g.side[p]
        for i in range(side.n_magic):
            card = int(side.magic[i])
            if g.card[card].host == bottom:
                g.picks[g.n_picks] = card
                g.n_picks += 1


@inner(VOID(Game, I64, I64))
def destroy_picks(g, by, battle):
    """Destroy the exposed cards in ``g.picks`` simultaneously, with all that lies under or is equipped.

    Points, then triggers: "is destroyed" of the cards themselves, then what the cards that stay on the field
    wait for (levelup.term.18, levelup.points.3, levelup.effect.17, rulings 4 to 6 and 41).

    - ``by`` (int): the player whose effect or creature does it.
    - ``battle`` (int): 1 in a battle.
    """
    rules = g.m.rules
    fallen0 = 0
    fallen1 = 0
    i = 0
    while i < g.n_picks:
        card = int(g.picks[i])
        i += 1
        c = g.card[card]
        if c.zone != kinds.Zone.FIELD:
            g.picks[i - 1] = -1  # gone already: an equipped card that was chosen as well
            continue
        player = owner(card)
        ready = 1 if c.tapped == 0 else 0
        if c.bottom < 0:
            _remove_magic(g, card)
            to_grave(g, card)
            log_card(g, kinds.Log.DESTROY, player, card)
        else:
            bottom = int(c.bottom)
            _remove_pile(g, bottom)
            cost = 0
            below = card
            while below >= 0:
                following = int(g.card[below].under)
                if below == card or rules.pile_levels:
                    cost += g.m.kinds[g.card[below].kind].level
                to_grave(g, below)
                below = following
            log(g, kinds.Log.DESTROY, player, card, cost, 0)
            cause = rules.points_on_cause
            if (
                cause == kinds.Cause.ANY
                or (cause == kinds.Cause.OPPONENT_ONLY and by != player)
                or (cause == kinds.Cause.BATTLE_ONLY and battle)
            ):
                lose_points(g, player, cost, by)
                if rules.destroyer_gains and by != player:
                    gain_points(g, by, cost)
            if player == 0:
                fallen0 += 1
            else:
                fallen1 += 1
            _pick_equipped(g, bottom)
        c.ready = ready
    for i in range(g.n_picks):
        card = int(g.picks[i])
        if card >= 0 and g.card[card].ready:
            fire_left(g, kinds.Event.DESTROYED, card)
    for _ in range(fallen0):
        broadcast(g, kinds.Event.ALLY_DESTROYED, 0)
        broadcast(g, kinds.Event.ENEMY_DESTROYED, 1)
    for _ in range(fallen1):
        broadcast(g, kinds.Event.ALLY_DESTROYED, 1)
        broadcast(g, kinds.Event.ENEMY_DESTROYED, 0)


@inner(VOID(Game, I64, I64))
def discard_exposed(g, card, by):
    """Discard an exposed card from the field; only the top of a pile goes (levelup.ruling.29)."""
    c = g.card[card]
    log_card(g, kinds.Log.DISCARD_FIELD, owner(card), card)
    if c.bottom < 0:
        _remove_magic(g, card)
        to_grave(g, card)
        return
    bottom = int(c.bottom)
    below = int(c.under)
    if below >= 0 and not g.m.rules.discard_whole_pile:
        pile = g.side[owner(card)].piles[slot_of(g, card)]
        pile.top = below
        to_grave(g, card)
        g.card[below].down = 0
        note_position(g, owner(below), below, place_of(g, below))
        g.dirty |= kinds.Dirty.EFFECTS
        return
    _remove_pile(g, bottom)
    below = card
    while below >= 0:
        following = int(g.card[below].under)
        to_grave(g, below)
        below = following
    g.n_picks = 0
    _pick_equipped(g, bottom)
    if g.n_picks:
        destroy_picks(g, by, 0)


@inner(VOID(Game, I64))
def spend(g, card):
    """Send an activated magic card to the discard pile; neither a discard from hand nor destruction."""
    _remove_magic(g, card)
    to_grave(g, card)


@inner(VOID(Game, I64))
def _end_continuous(g, card):
    if not g.m.rules.continuous_ends_hidden:
        return
    c = g.card[card]
    kind = g.m.kinds[c.kind]
    for k in range(2):
        if g.m.effects[kind.effects[k]].kind == kinds.Kind.CONTINUOUS:
            c.active = int(c.active) & ~(1 << k)


@inner(VOID(Game, I64, I64))
def turn_card(g, card, up):
    """Turn an exposed card face-up or face-down."""
    c = g.card[card]
    c.down = 0 if up else 1
    kind = g.m.kinds[c.kind]
    if g.reaches or g.n_immune or g.m.rules.under_all or kind.traits | kind.beyond | kind.lasting:
        g.dirty |= kinds.Dirty.EFFECTS
    note_position(g, owner(card), card, place_of(g, card))
    log(g, kinds.Log.FLIP, owner(card), card, up, 0)
    if up:
        fire_self(g, kinds.Event.FLIPPED, card)
    else:
        _end_continuous(g, card)


@leaf(VOID(Game, I64, I64))
def _settle_pile(g, player, slot):
    # A card has been placed on top of a pile: what the pile is now, unless that depends on standing effects.
    print_pile(g, player, slot)
    limit(g, player, slot)
    note_position(g, player, g.side[player].piles[slot].top, slot)
    if g.reaches & (kinds.Reach.FROM_OTHERS | kinds.Reach.TO_PILES) or acting(g, g.side[player].piles[slot].top, 0):
        g.dirty |= kinds.Dirty.EFFECTS


@inner(VOID(Game, I64, I64, I64, I64))
def _level_up(g, card, slot, down, before):
    player = owner(card)
    pile = g.side[player].piles[slot]
    old = int(pile.top)
    was_tapped = int(g.card[old].tapped)
    c = g.card[card]
    c.under = old
    c.bottom = pile.bottom
    pile.top = card
    pile.placed = g.turn
    below = old
    while below >= 0:
        g.card[below].tapped = 0
        below = int(g.card[below].under)
    _end_continuous(g, old)
    if g.equipped or g.m.rules.under_all or _stands(g, old):
        g.dirty |= kinds.Dirty.EFFECTS
    g.side[player].n_guards -= pile.guard
    _settle_pile(g, player, slot)
    log(g, kinds.Log.LEVEL_UP, player, card, old, down)
    if g.m.rules.equip_falls_off:
        g.n_picks = 0
        _pick_equipped(g, pile.bottom)
        if g.n_picks:
            destroy_picks(g, player, 0)
    if was_tapped and before:
        # A Latent effect would have needed an untapped card before; a Passive one does not care.
        g.card[old].tapped = 1
        fire_self(g, kinds.Event.LEVELED, old)
        g.card[old].tapped = 0
    else:
        fire_self(g, kinds.Event.LEVELED, old)


@inner(I64(Game, I64, I64, I64))
def put_on_field(g, card, place, down):
    """Place a card that is nowhere (zone limbo) on its owner's field.

    Returns 0, and sends it to the discard pile, if the place is no longer legal (levelup.ruling.25).
    """
    player = owner(card)
    if not legal_place(g, player, card, place):
        to_grave(g, card)
        return False
    side = g.side[player]
    c = g.card[card]
    kind = g.m.kinds[c.kind]
    arrive(g, card, kinds.Zone.FIELD)
    c.down = down
    g.seen[player, c.kind] |= SEEN_PLAYED
    g.paid[player] += kind.level
    if kind.type == kinds.MAGIC:
        c.slot = side.n_magic
        side.magic[side.n_magic] = card
        side.n_magic += 1
        c.set_turn = g.turn if down else 0
        print_magic(g, player, side.n_magic - 1)
        note_position(g, player, card, kinds.MAX_SLOTS + c.slot)
        if g.reaches & (kinds.Reach.FROM_OTHERS | kinds.Reach.TO_MAGIC) or acting(g, card, 0):
            g.dirty |= kinds.Dirty.EFFECTS
        log(g, kinds.Log.PLAY, player, card, down, 0)
    elif place == kinds.NEW_SLOT:
        pile = side.piles[side.n_piles]
        c.slot = side.n_piles
        side.n_piles += 1
        pile.top = card
        pile.bottom = card
        pile.used = pile.extra = pile.attack = pile.defense = pile.safe = pile.halted = 0
        pile.placed = g.turn
        c.bottom = card
        _settle_pile(g, player, c.slot)
        log(g, kinds.Log.PLAY, player, card, down, 0)
    else:
        _level_up(g, card, slot_of(g, place), down, g.m.rules.leveled_before_untap)
        broadcast(g, kinds.Event.YOU_LEVEL, player)
    if not down:
        fire_self(g, kinds.Event.PLAYED, card)
    broadcast(g, kinds.Event.OPP_PLAYS, 1 - player)
    return True


@inner(VOID(Game, I64))
def lift(g, card):
    """Take a card out of its hand, deck or discard pile to be placed on the field."""
    take_out(g, card)
    g.card[card].zone = kinds.Zone.LIMBO


@leaf(VOID(Game, I64, I64))
def tap_card(g, card, tap):
    """Tap a card in this turn, or untap it."""
    c = g.card[card]
    c.tapped = tap
    if tap:
        c.tapped_turn = g.turn
    player = owner(card)
    place = place_of(g, card)
    if card_at(g, player, place) == card:
        note_position(g, player, card, place)
    else:
        g.side[player].repliers |= stance(g, card) & kinds.REPLIES
