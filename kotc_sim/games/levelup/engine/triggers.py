"""Events, and the triggers that wait for their chain (levelup.effect.4, 18 to 23; rulings 39 to 41, 44)."""

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.primitives import is_covered, magic_slot, owner, slot_of
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf
from kotc_sim.shared.result import Flag

OVERFLOW, CHAIN_FULL, LINK_CAP = int(Flag.OVERFLOW), int(Flag.CHAIN_FULL), int(Flag.LINK_CAP)


@leaf(VOID(Game, I64, I64, I64))
def _enqueue(g, card, effect, leave):
    if g.n_pending >= kinds.MAX_PENDING:
        g.raised |= OVERFLOW
        return
    trigger = g.pending[g.n_pending]
    trigger.card = card
    trigger.effect = effect
    trigger.player = owner(card)
    trigger.stamp = g.card[card].stamp
    trigger.leave = leave
    g.n_pending += 1


@inner(I64(Game, I64, I64))
def awake(g, card, effect):
    """Say whether an effect of a card on the field can trigger; its condition is checked on activation."""
    c = g.card[card]
    ef = g.m.effects[effect]
    if c.zone != kinds.Zone.FIELD or c.down:
        return False
    if ef.when != kinds.Event.LEVELED and not g.m.rules.under_all and is_covered(g, card):
        return False
    return ef.kind != kinds.Kind.LATENT or not c.tapped


@leaf(VOID(Game, I64, I64))
def _fire(g, event, card):
    kind = g.m.kinds[g.card[card].kind]
    for k in range(2):
        effect = int(kind.effects[k])
        ef = g.m.effects[effect]
        if ef.prefix == kinds.Prefix.EVENT and ef.when == event and awake(g, card, effect):
            _enqueue(g, card, effect, 0)


@leaf(VOID(Game, I64, I64))
def fire_self(g, event, card):
    """Note what waits for an event that happened to a card on the field."""
    if (g.m.kinds[g.card[card].kind].events >> event) & 1:
        _fire(g, event, card)


@inner(VOID(Game, I64, I64))
def fire_left(g, event, card):
    """Note what waits for an event that sent a card to the discard pile or the deck (levelup.ruling.41)."""
    kind = g.m.kinds[g.card[card].kind]
    if not (kind.events >> event) & 1:
        return
    for k in range(2):
        effect = int(kind.effects[k])
        ef = g.m.effects[effect]
        if ef.prefix == kinds.Prefix.EVENT and ef.when == event:
            _enqueue(g, card, effect, 1)


@leaf(VOID(Game, I64, I64))
def _broadcast(g, event, player):
    side = g.side[player]
    for i in range(side.n_piles):
        card = int(side.piles[i].top)
        fire_self(g, event, card)
        while g.m.rules.under_all and g.card[card].under >= 0:
            card = int(g.card[card].under)
            fire_self(g, event, card)
    for i in range(side.n_magic):
        fire_self(g, event, side.magic[i])


@leaf(VOID(Game, I64, I64))
def broadcast(g, event, player):
    """Note what waits for an event among the cards of a player on the field."""
    if (g.side[player].waits >> event) & 1:
        _broadcast(g, event, player)


@inner(VOID(Game))
def order_group(g):
    """Sort the waiting triggers as ruling 44 says; they form one group."""
    g.batch = g.n_pending - g.head
    for i in range(g.head, g.n_pending):
        trigger = g.pending[i]
        card = int(trigger.card)
        c = g.card[card]
        if c.zone == kinds.Zone.FIELD and not trigger.leave:
            slot = slot_of(g, card)
            place = slot if slot >= 0 else 50 + magic_slot(g, card)
        else:
            place = 100 + int(c.left)
        player = 0 if trigger.player == g.player else 1
        trigger.order = (player * 40000 + place) * 2 + int(g.m.effects[trigger.effect].position)
    for i in range(g.head + 1, g.n_pending):  # insertion keeps equal ones in the order in which they were met
        j = i
        while j > g.head and g.pending[j - 1].order > g.pending[j].order:
            g.spare = g.pending[j]
            g.pending[j] = g.pending[j - 1]
            g.pending[j - 1] = g.spare
            j -= 1
