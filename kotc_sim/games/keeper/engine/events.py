"""Events: what activation conditions wait for, damage and destruction, the end of the game.

Events are kept in a pending list until the next window closes (17.ruling.4). Everything that happens in one step, effect or cost
carries the same step number, so that conditions worded with "(s)" see one event (17.ruling.6).
"""

from kotc_sim.compiler import kernel
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import int64, void
from kotc_sim.games.keeper.engine import kinds, zones
from kotc_sim.games.keeper.engine.calls import S_SETTLE, call_service, service
from kotc_sim.games.keeper.engine.looking import look_at_chance
from kotc_sim.games.keeper.engine.record import MAX_EVENTS, GameType, MatchType
from kotc_sim.shared.result import Ending


@kernel()
def raise_event(g, m, kind, card, player, zone, amount):
    """Add an event to the pending list, if some ability of the match waits for its kind."""
    if (m.listen >> kind) & 1 != 0:
        note_event(g, m, kind, card, player, zone, amount)


@kernel()
def is_heard(g, m, kind, card, player):
    """Return whether an event concerns a card that waits for it, or a player who may hold one that does."""
    if m.notes_all == 1:
        return True
    if card >= 0 and zones.has_parts(g, card):
        return True
    if card >= 0 and (m.defs[g.cards[card].definition].hears >> kind) & 1 != 0:
        return True
    for p in range(g.n_players):
        heard = m.heard_own[kind] if p == player else m.heard_enemy[kind]
        if heard & g.players[p].may_hold != 0:
            return True
    return False


@kernel(rare=True)
def note_event(g, m, kind, card, player, zone, amount):
    """Add an event to the pending list, if somebody can answer it."""
    if not is_heard(g, m, kind, card, player):
        return
    if g.n_events >= MAX_EVENTS:
        zones.meet_limit(g)
        return
    e = g.events[g.n_events]
    e.kind = kind
    e.card = card
    e.player = player
    e.zone = zone
    e.amount = amount if amount < 30000 else 30000
    e.step = g.step
    g.event_serial += 1
    e.serial = g.event_serial
    e.chain = g.building
    g.n_events += 1


@kernel()
def damage_player(g, m, p, amount, source):
    """Inflict damage on player ``p``; ``source`` is the player it comes from (17.minion.9, 17.endgame.5, 17.ruling.57)."""
    if amount <= 0:
        return
    player = g.players[p]
    dealt = min(amount, player.hp)
    if source != p:
        g.players[source].damage += dealt
    player.hp -= dealt
    if player.hp <= 0:
        g.fallen = 1
        player.zombie = 1
    zones.log(g, kinds.Log.DAMAGE_PLAYER, p, source, 0, amount, player.hp)
    raise_event(g, m, kinds.Event.YOU_DAMAGED, -1, p, 0, amount)


@kernel()
def heal_player(g, m, p, amount):
    """Raise the HP of player ``p``; there is no maximum (17.keyword.24, 17.ruling.58)."""
    if amount > 0:
        g.players[p].hp = min(1000000, g.players[p].hp + amount)
        zones.log(g, kinds.Log.HEAL, p, 0, 0, amount, g.players[p].hp)


@kernel()
def destroy(g, m, c):
    """Destroy card ``c``: it goes to its owner's grave and counts as destroyed (17.keyword.21, 17.ruling.48)."""
    card = g.cards[c]
    zone = card.zone
    if zone == kinds.Zone.GRAVE or zone >= kinds.Zone.REMOVED:
        return
    if card.pawn == kinds.Body.CHIMERA:
        zones.lose_constituent(g, c, kinds.Op.DESTROY)
        return
    holder = card.holder
    zones.log(g, kinds.Log.DESTROY, holder, c, zone, 0, 0)
    for i in range(g.n_events - 1, g.event_base - 1, -1):
        if g.events[i].step != g.step:
            break
        if g.events[i].kind == kinds.Event.DAMAGED and g.events[i].card == c:
            g.events[i].zone = kinds.Zone.GRAVE  # where its damage has brought it (9.ability.13)
    raise_event(g, m, kinds.Event.DESTROYED, c, holder, zone, 0)
    zones.move(g, m, c, kinds.Zone.GRAVE, 0)


@kernel()
def hit_minion(g, m, c, amount, source):
    """Inflict damage on on-field minion ``c``, without sending it away yet.

    Returns -1 if it survives, else the damage that pierces (17.minion.10 to 17.minion.13). The caller then calls
    :func:`fall`; counters that answer the damage are offered between the two (17.ruling.60).
    """
    card = g.cards[c]
    if amount <= 0 or card.petrified == 1:  # 17.ruling.54, 17.keyword.55
        return -1
    hp = card.hp
    if source != card.holder:
        g.players[source].damage += min(amount, hp)
    zones.log(g, kinds.Log.DAMAGE_MINION, card.holder, c, source, amount, hp)
    raise_event(g, m, kinds.Event.DAMAGED, c, card.holder, kinds.Zone.BATTLEFIELD, amount)
    if amount < hp:
        card.hp = hp - amount
        return -1
    card.hp = 0
    return amount - hp


@kernel()
def fall(g, m, c, piercing, source):
    """Destroy a minion that took at least its HP and inflict the piercing damage (17.minion.12, 17.ruling.55)."""
    holder = g.cards[c].holder
    destroy(g, m, c)
    if m.piercing == 1 and piercing > 0:
        zones.log(g, kinds.Log.PIERCE, holder, c, source, piercing, 0)
        damage_player(g, m, holder, piercing, source)


@kernel()
def damage_minion(g, m, c, amount, source):
    """Inflict damage on on-field minion ``c`` at once, piercing included; no die is involved (17.ruling.61)."""
    piercing = hit_minion(g, m, c, amount, source)
    if piercing >= 0:
        fall(g, m, c, piercing, source)


@kernel()
def draw_top(g, m, p):
    """Move the top card of the deck of player ``p`` to the hand; return whether there was one (17.keyword.29)."""
    player = g.players[p]
    n = player.n[kinds.Zone.DECK]
    if n == 0:
        return False
    look_at_chance(g)
    if n == player.loose:
        zones.settle_top(player)
    c = player.zone[kinds.Zone.DECK, n - 1]
    player.n[kinds.Zone.DECK] = n - 1
    zones.put(g, p, kinds.Zone.HAND, c)
    g.seen[p, g.cards[c].definition] |= 1
    zones.log_card(g, kinds.Log.DRAW, p, c)
    return True


@kernel()
def field_levels(g, m, p):
    """Return the sum of current levels of the minions of player ``p``; petrified ones count 0 (17.ruling.83, 17.ruling.118)."""
    total = 0
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        if g.cards[c].petrified == 0:
            total += zones.level(g, m, c)
    return total


@kernel()
def decide(g, m, ending):
    """Carry out :func:`finish`."""
    g.over = 1
    g.ending = ending
    left = 0
    n = g.n_players
    for p in range(n):
        if g.players[p].decked == 0 and g.players[p].out == 0:
            left |= 1 << p
    if left == 0:
        for p in range(n):
            if m.elimination == 0 or g.players[p].out == 0:
                left |= 1 << p
    if m.elimination == 1 and ending != Ending.TURN_CAP:
        g.winners = left
        zones.log(g, kinds.Log.END, ending, 0, 0, left, 0)
        return
    used = 0
    for criterion in range(kinds.Criterion.CARDS + 1):
        best = -1
        for p in range(n):
            if (left >> p) & 1:
                best = max(best, criterion_value(g, m, p, criterion))
        kept = 0
        count = 0
        for p in range(n):
            if (left >> p) & 1 and criterion_value(g, m, p, criterion) == best:
                kept |= 1 << p
                count += 1
        left = kept
        if count == 1:
            used = criterion
            break
        used = criterion + 1
    if ending == Ending.HIT_POINTS and used > 0:
        g.ending = Ending.TIE_BREAK
    g.winners = left
    zones.log(g, kinds.Log.END, g.ending, used, 0, left, 0)


@kernel()
def criterion_value(g, m, p, criterion):
    """Return what player ``p`` shows for an endgame criterion: HP, levels on-field, cards in deck."""
    if criterion == kinds.Criterion.HIT_POINTS:
        return int(g.players[p].hp)
    if criterion == kinds.Criterion.LEVELS:
        return int(field_levels(g, m, p))
    return int(g.players[p].n[kinds.Zone.DECK])


@late(void(GameType, MatchType, int64))
def leave_game(g, m, p):
    """Take a lost player's cards out of the game (9.endgame.4, 9.ruling.9)."""
    player = g.players[p]
    player.out = 1
    g.n_left -= 1
    zones.log_card(g, kinds.Log.OUT, p, 0)
    for c in range(g.n_cards):
        card = g.cards[c]
        if card.zone >= kinds.Zone.REMOVED:
            continue
        if card.owner == p:
            zones.take(g, c)
            zones.reset_states(g, m, c)
            card.zone = kinds.Zone.REMOVED
        elif card.holder == p:
            back = -1
            for i in range(g.n_returns):
                r = g.returns[i]
                if r.card == c and r.stamp == card.stamp and back < 0:
                    back = r.to
            if back >= 0 and g.players[back].out == 0:
                zone = card.zone
                zones.take(g, c)
                zones.put(g, back, zone, c)
            else:
                zones.move(g, m, c, kinds.Zone.GRAVE, 0)
    for zone in range(kinds.N_ZONES):
        player.n[zone] = 0
    player.free = 0


@kernel()
def check_end(g, m):
    """Check the HP conditions (17.endgame.1, 17.endgame.2) or losses (9.endgame.1, 9.endgame.2); return whether the game is over.

    Called after each activation cost, complete effect, counter effect and battle step (17.ruling.114, 9.ruling.1). Also starts
    the next step: later events are no longer simultaneous with earlier ones.
    """
    g.step += 1
    if g.over == 0:
        if g.fallen == 0 and m.empty_deck_loses == 0:
            return False
        nobody = True
        for p in range(g.n_players):
            player = g.players[p]
            if player.out == 0 and (player.hp <= 0 or (m.empty_deck_loses == 1 and player.n[kinds.Zone.DECK] == 0)):
                nobody = False
                break
        if nobody:
            return False
    return call_service(m.services[S_SETTLE], g, m, 0, 0, 0, 0) == 1


@kernel()
def finish(g, m, ending):
    """End the game and find the winners by the criteria in order (17.endgame.8 to 17.endgame.13)."""
    call_service(m.services[S_SETTLE], g, m, ending, 0, 0, 0)


@service
def settle(g, m, ending, _b, _c, _d):
    """Carry out :func:`finish` with the given ending, or, if that is 0, look who has lost; return 1 if the game is over."""
    if g.ending == Ending.LIMIT or zones.stopped(g):  # what is in the record no longer is a position of the game
        return 1
    if ending != Ending.NONE:
        decide(g, m, ending)
        return 1
    return 1 if who_lost(g, m) else 0


@kernel()
def who_lost(g, m):
    """Look who has lost, and end the game or take their cards out of it; return whether it is over."""
    if g.over == 1:
        return True
    n = g.n_players
    if m.elimination == 0:
        alive = 0
        for p in range(n):
            if g.players[p].hp > 0:
                alive += 1
        if alive <= 1:
            decide(g, m, Ending.HIT_POINTS)
            return True
        return False
    lost = 0
    alive = 0
    deck_out = False
    for p in range(n):
        player = g.players[p]
        if player.out == 1:
            continue
        if player.hp <= 0 or (m.empty_deck_loses == 1 and player.n[kinds.Zone.DECK] == 0):
            lost |= 1 << p
            if player.hp > 0:
                deck_out = True
        else:
            alive += 1
    if lost == 0:
        return False
    if alive == 0:  # 9.endgame.6: all remaining players lose in the same step
        g.over = 1
        g.ending = Ending.DECK_OUT if deck_out else Ending.HIT_POINTS
        g.winners = lost
        zones.log(g, kinds.Log.END, g.ending, 0, 0, lost, 0)
        return True
    if alive == 1:
        for p in range(n):
            if (lost >> p) & 1:
                g.players[p].out = 1
                g.n_left -= 1
        decide(g, m, Ending.DECK_OUT if deck_out else Ending.HIT_POINTS)
        return True
    for p in range(n):
        if (lost >> p) & 1:
            leave_game(g, m, p)
    return False
