"""Cards and zones: where cards are, what they are worth now, and how they move.

Every zone is a list in the record; the top of a deck is the end of its list. Moving a card out of the battlefield or granary
ends everything that belonged to its stay there (17.ruling.81); only a down-level and a Berzerk ban follow it.
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import S_MOVE, call_service, service
from kotc_sim.games.keeper.engine.looking import look_at_chance
from kotc_sim.games.keeper.engine.record import LAST_BIT, LOG_HIGH, MAX_CARDS, MAX_COUNTERS, MAX_LOG, MAX_LOSSES, ZONE_CAP
from kotc_sim.shared.result import Ending
from kotc_sim.shared.streams import GOLD, below, mix64

STAT_CAP = 20000


@kernel()
def log(g, kind, player, card, other, a, b):
    """Append an entry to the game log, if it is switched on."""
    if g.log_on != 0:
        write_log(g, kind, player, card, other, a, b)


@kernel(forceinline=True)
def log_card(g, kind, player, card):
    """Append an entry about a card to the game log, if it is switched on."""
    log(g, kind, player, card, 0, 0, 0)


@kernel(rare=True)
def write_log(g, kind, player, card, other, a, b):
    """Append an entry to the game log."""
    if g.n_log >= MAX_LOG:
        g.raised |= kinds.FLAG_OVERFLOW
        return
    e = g.log[g.n_log]
    e.kind = kind
    e.player = player
    e.card = card
    e.other = other
    e.a = a
    e.b = b
    g.n_log += 1


@kernel(rare=True)
def meet_limit(g):
    """Stop the game: a list of the record is full, so that what follows could not be played by the rules (:func:`stop_at_limit`)."""
    g.raised |= kinds.FLAG_OVERFLOW
    g.over = 1


@kernel()
def stopped(g):
    """Return whether a limit has stopped the game, while its result is not yet said."""
    return g.over == 1 and g.ending == Ending.NONE


@kernel(rare=True)
def stop_at_limit(g):
    """Say the result of a game that a limit has stopped: nobody has won, all who are left tie."""
    g.ask = 0
    g.ending = Ending.LIMIT
    g.winners = 0
    for p in range(g.n_players):
        if g.players[p].out == 0:
            g.winners |= 1 << p
    log(g, kinds.Log.END, Ending.LIMIT, 0, 0, g.winners, 0)


@kernel()
def log_is_long(g):
    """Return whether the log should be read before play goes on."""
    return g.log_on != 0 and g.n_log > LOG_HIGH


@kernel()
def level(g, m, c):
    """Return the current level of card ``c`` (17.keyword.27: never below the edition's minimum)."""
    card = g.cards[c]
    now = card.printed_level - card.down
    return now if now > m.level_min else m.level_min


@kernel()
def put(g, p, zone, c):
    """Add card ``c`` at the end of a zone of player ``p`` (top of a deck)."""
    player = g.players[p]
    n = player.n[zone]
    if n >= ZONE_CAP:
        meet_limit(g)
        g.cards[c].zone = kinds.Zone.REMOVED
        return
    player.zone[zone, n] = c
    player.n[zone] = n + 1
    card = g.cards[c]
    card.zone = zone
    card.holder = p
    card.shown = 0  # the zone's class alone says who may know it (17.ruling.98)


@kernel()
def note_held(g, p, c):
    """Note that card ``c``, of whomever, comes to player ``p``."""
    bit = min(int(g.cards[c].definition), LAST_BIT)
    g.players[p].may_hold |= 1 << bit


@kernel()
def settle_top(player):
    """Settle which of the loose cards of a deck lies highest, by the deck's stream (17.setup.4).

    A deck is shuffled from the top on (Fisher and Yates), so it need not be done deeper than cards are drawn. Whoever looks at a
    deck, takes a card out of it, or puts one below others, settles all of it before (:func:`settle_deck`).
    """
    i = player.loose - 1
    player.loose = i
    player.deck_key = player.deck_key + GOLD
    j = np.int64(below(mix64(player.deck_key), i + 1))
    c = player.zone[kinds.Zone.DECK, i]
    player.zone[kinds.Zone.DECK, i] = player.zone[kinds.Zone.DECK, j]
    player.zone[kinds.Zone.DECK, j] = c


@kernel(rare=True)
def settle_rest(player):
    """Settle the order of all cards that lie loose in a deck."""
    while player.loose > 0:
        settle_top(player)


@kernel()
def settle_deck(g, p):
    """Settle the order of the deck of player ``p`` where that has not been done yet."""
    look_at_chance(g)
    if g.players[p].loose > 0:
        settle_rest(g.players[p])


@kernel()
def put_bottom(g, p, c):
    """Put card ``c`` on the bottom of the deck of player ``p`` (17.keyword.3)."""
    settle_deck(g, p)
    player = g.players[p]
    n = player.n[kinds.Zone.DECK]
    for i in range(n, 0, -1):
        player.zone[kinds.Zone.DECK, i] = player.zone[kinds.Zone.DECK, i - 1]
    player.zone[kinds.Zone.DECK, 0] = c
    player.n[kinds.Zone.DECK] = n + 1
    g.cards[c].zone = kinds.Zone.DECK
    g.cards[c].holder = p
    g.cards[c].shown = 0


@kernel()
def take(g, c):
    """Take card ``c`` out of the list of its zone."""
    card = g.cards[c]
    zone = card.zone
    if zone >= kinds.Zone.NOWHERE:
        return
    if zone == kinds.Zone.DECK:
        settle_deck(g, card.holder)
    player = g.players[card.holder]
    n = player.n[zone]
    i = n - 1
    last = player.zone[zone, i]
    while last != c and i > 0:  # what lies above it moves down
        i -= 1
        below = player.zone[zone, i]
        player.zone[zone, i] = last
        last = below
    player.n[zone] = n - 1
    if zone == kinds.Zone.GRANARY and card.exhausted == 0:
        player.free -= 1


@kernel(rare=True)
def drop_counters(g, c):
    """Remove every counter from card ``c`` (17.counter.1)."""
    i = 0
    while i < g.n_counters:
        if g.counters[i].card == c:
            g.n_counters -= 1
            g.counters[i] = g.counters[g.n_counters]
        else:
            i += 1
    g.cards[c].counters = 0


@kernel()
def withdraw(g, c):
    """Take minion ``c`` out of every team of every battle (17.battle.19, 17.ruling.113)."""
    for b in range(g.n_battles):
        for side in range(2):
            team = g.battles[b].team[side]
            w = 0
            for i in range(team.n):
                if team.card[i] != c:
                    team.card[w] = team.card[i]
                    w += 1
            team.n = w


@kernel()
def restore(g, m, c):
    """Set SP, HP (and level) of card ``c`` to the printed values (17.recovery.5)."""
    card = g.cards[c]
    card.sp = card.printed_sp
    card.hp = card.printed_hp


@kernel()
def reset_states(g, m, c):
    """End what belonged to the card's stay in its zone (17.ruling.81)."""
    card = g.cards[c]
    if card.counters > 0:
        drop_counters(g, c)
    if g.n_battles > 0:
        withdraw(g, c)
    if card.fatigued == 1:
        card.fatigued = 0
        g.n_fatigued -= 1
    card.exhausted = card.petrified = 0
    card.used_victim = 0 if m.victim_follows_card == 0 else card.used_victim
    card.sp = card.printed_sp
    card.hp = card.printed_hp
    card.stamp += 1


@kernel(rare=True)
def lose_constituent(g, c, op):
    """Chimera ``c`` is moved, or petrified, by an operation: it will lose a constituent of its controller's choice (20.chimera.3)."""
    if g.n_losses >= MAX_LOSSES:
        meet_limit(g)
        return
    g.loss_card[g.n_losses] = c
    g.loss_op[g.n_losses] = op
    g.n_losses += 1


@kernel(apart=True)
def is_part(g, k, c):
    """Return whether card ``k`` gives its abilities to chimera ``c``, or to the clone of one: it is attached there, or to what is."""
    card = g.cards[k]
    if card.zone != kinds.Zone.ATTACHED or card.petrified == 1:
        return False
    above = g.cards[card.since]
    return card.since == c or (above.zone == kinds.Zone.ATTACHED and above.since == c and above.petrified == 0)


@kernel(apart=True)
def is_first_part(g, k, c):
    """Return whether card ``k`` is the first that gives chimera ``c`` its abilities, of those with the same."""
    if not is_part(g, k, c):
        return False
    for j in range(k):
        if g.cards[j].definition == g.cards[k].definition and is_part(g, j, c):
            return False
    return True


@kernel()
def has_parts(g, c):
    """Return whether minion ``c`` may have abilities of other cards: a chimera, or the clone of one."""
    return g.n_chimeras > 0 and g.cards[c].pawn != kinds.Body.CARD and g.cards[c].definition == 0


@kernel(rare=True)
def remove_ghosts(g, c):
    """Remove the abilities that the clone of a chimera had, which is removed itself."""
    for k in range(g.n_cards):
        if g.cards[k].pawn == kinds.Body.GHOST and g.cards[k].since == c:
            g.cards[k].zone = kinds.Zone.REMOVED


@kernel()
def move(g, m, c, zone, bottom):
    """Move card ``c`` to a zone of its owner; a pawn is removed instead (17.pawn.4, 17.ruling.80).

    ``bottom`` is 1 for the bottom of the deck. A card that is already there is placed again (17.ruling.48).
    """
    call_service(m.services[S_MOVE], g, m, c, zone, bottom, 0)


@service
def move_card(g, m, c, zone, bottom, _):
    """Carry out :func:`move`."""
    card = g.cards[c]
    if card.pawn == kinds.Body.CHIMERA:
        op = kinds.Op.DESTROY
        if zone == kinds.Zone.HAND:
            op = kinds.Op.BOUNCE
        elif zone == kinds.Zone.GRANARY:
            op = kinds.Op.SILO
        elif zone == kinds.Zone.DECK:
            op = kinds.Op.BURY if bottom == 1 else kinds.Op.SHEATHE
        lose_constituent(g, c, op)
        return 0
    log(g, kinds.Log.MOVE, card.owner, c, card.zone, zone, bottom)
    take(g, c)
    reset_states(g, m, c)
    card.shown = 0
    if card.pawn == 1:
        if has_parts(g, c):
            remove_ghosts(g, c)
        card.zone = kinds.Zone.REMOVED
        return 0
    if zone == kinds.Zone.DECK and bottom == 1:
        put_bottom(g, card.owner, c)
    elif zone == kinds.Zone.NOWHERE or zone == kinds.Zone.REMOVED:
        card.zone = zone
    else:
        put(g, card.owner, zone, c)
        if zone == kinds.Zone.GRANARY:
            g.cards[c].exhausted = 1  # 17.keyword.67: silo brings it in exhausted
    return 0


@kernel()
def imprison(g, m, c):
    """Take card ``c`` out of the game until its owner's next turn; a pawn for good (20.keyword.5)."""
    if g.cards[c].zone >= kinds.Zone.REMOVED:
        return
    if g.cards[c].pawn == kinds.Body.CHIMERA:
        lose_constituent(g, c, kinds.Op.IMPRISON)
        return
    move(g, m, c, kinds.Zone.REMOVED, 0)
    card = g.cards[c]
    if card.pawn == 0:
        card.since = g.turn
        g.n_imprisoned += 1


@kernel(rare=True)
def release(g, p):
    """Put the cards of player ``p`` that were imprisoned in earlier turns into the hand (20.keyword.5)."""
    for c in range(g.n_cards):
        card = g.cards[c]
        if card.pawn == 0 and card.zone == kinds.Zone.REMOVED and card.owner == p and 0 < card.since < g.turn:
            card.since = 0
            g.n_imprisoned -= 1
            log(g, kinds.Log.MOVE, p, c, kinds.Zone.REMOVED, kinds.Zone.HAND, 0)
            put(g, p, kinds.Zone.HAND, c)


@kernel()
def end_spell(g, m, c):
    """Send spell card ``c``, which was played, to its owner's grave when it is done (17.ruling.35, 12.ruling.30).

    A card that has been moved meanwhile stays where it is, or goes to the grave all the same, as the edition says; one whose owner has
    left the game went with them (9.ruling.9).
    """
    zone = g.cards[c].zone
    if zone == kinds.Zone.NOWHERE or (m.spell_to_grave_always == 1 and zone != kinds.Zone.GRAVE and zone < kinds.Zone.NOWHERE):
        move(g, m, c, kinds.Zone.GRAVE, 0)


@kernel()
def move_to_field(g, m, c, p):
    """Put card ``c`` on the battlefield of player ``p``, exhausted (17.minion.2), unless it has Haste (20.minion.1)."""
    take(g, c)
    reset_states(g, m, c)
    card = g.cards[c]
    card.exhausted = 0 if m.haste == 1 and m.defs[card.definition].n_abilities == 0 else 1
    card.shown = 0
    put(g, p, kinds.Zone.BATTLEFIELD, c)
    note_held(g, p, c)


@kernel()
def change_control(g, m, c, p):
    """Move an in-play card to the same zone of player ``p``; its states stay (17.keyword.12, 17.ruling.71)."""
    card = g.cards[c]
    zone = card.zone
    log(g, kinds.Log.CONTROL, p, c, card.holder, 0, 0)
    take(g, c)
    withdraw(g, c)
    for b in range(g.n_battles):
        if g.battles[b].victim == c:
            g.battles[b].victim_lost = p
    put(g, p, zone, c)
    note_held(g, p, c)
    if has_parts(g, c):
        for k in range(g.n_cards):
            if g.cards[k].zone == kinds.Zone.ATTACHED:
                note_held(g, p, k)


@kernel()
def exhaust(g, c):
    """Exhaust card ``c`` if it is in play or a resource (17.keyword.39)."""
    card = g.cards[c]
    if card.exhausted == 1:
        return
    if card.zone == kinds.Zone.GRANARY:
        g.players[card.holder].free -= 1
        card.exhausted = 1
    elif card.zone == kinds.Zone.BATTLEFIELD or card.zone == kinds.Zone.TRAPFIELD:
        card.exhausted = 1
        log_card(g, kinds.Log.EXHAUST, card.holder, c)


@kernel()
def unexhaust(g, c):
    """Turn card ``c`` upright."""
    card = g.cards[c]
    if card.exhausted == 0:
        return
    if card.zone == kinds.Zone.GRANARY:
        g.players[card.holder].free += 1
    card.exhausted = 0
    log(g, kinds.Log.EXHAUST, card.holder, c, 1, 0, 0)


@kernel()
def fatigue(g, c):
    """Fatigue card ``c``; the last time counts, which makes a difference in its controller's turn (17.recovery.7 to 17.recovery.9)."""
    card = g.cards[c]
    if not (card.zone == kinds.Zone.BATTLEFIELD or card.zone == kinds.Zone.GRANARY or card.zone == kinds.Zone.TRAPFIELD):
        return
    card.fatigue_turn = g.turn
    if card.fatigued == 1:
        return
    card.fatigued = 1
    g.n_fatigued += 1
    log_card(g, kinds.Log.FATIGUE, card.holder, c)


@kernel()
def down_level(g, m, c, by):
    """Down-level card ``c`` in any zone until the Recovery Phase (17.keyword.27, 17.keyword.28)."""
    card = g.cards[c]
    if card.zone >= kinds.Zone.REMOVED or by <= 0:
        return
    if card.down == 0:
        g.n_down += 1
    room = card.printed_level - m.level_min
    card.down = min(room if room > 0 else 0, card.down + by)
    if card.down == 0:
        g.n_down -= 1


@kernel()
def set_stat(g, c, stat, value):
    """Set SP or HP (``kinds.Stat``) of an on-field minion, within 0 and a cap far above play."""
    v = value
    if v < 0:
        v = 0
    if v > STAT_CAP:
        v = STAT_CAP
    if stat == kinds.Stat.SP:
        g.cards[c].sp = v
    else:
        g.cards[c].hp = v


@kernel()
def place_counters(g, c, kind, owner, count):
    """Put ``count`` counters of a kind on on-field minion ``c``; ``owner`` owns them (17.effect.2)."""
    if count <= 0:
        return
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.card == c and s.kind == kind and s.owner == owner:
            s.count = min(STAT_CAP, s.count + count)
            g.cards[c].counters += count
            return
    if g.n_counters >= MAX_COUNTERS:
        meet_limit(g)
        return
    s = g.counters[g.n_counters]
    s.card = c
    s.kind = kind
    s.owner = owner
    s.count = count
    g.n_counters += 1
    g.cards[c].counters += count


@kernel()
def count_counters(g, c, kind, owner):
    """Return how many counters of a kind and owner lie on card ``c``."""
    if g.cards[c].counters == 0:
        return 0
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.card == c and s.kind == kind and s.owner == owner:
            return int(s.count)
    return 0


@kernel()
def remove_counter(g, c, kind, owner, count):
    """Remove up to ``count`` counters of a kind and owner from card ``c``; they are not popped (17.effect.1)."""
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.card == c and s.kind == kind and s.owner == owner:
            n = min(count, s.count)
            s.count -= n
            g.cards[c].counters -= n
            log(g, kinds.Log.COUNTER_REMOVED, owner, c, kind, n, 0)
            if s.count == 0:
                g.n_counters -= 1
                g.counters[i] = g.counters[g.n_counters]
            return


@kernel()
def new_record(g):
    """Return the index of a card that is no card of a deck, in no zone; -1 if no room is left."""
    c = -1
    for i in range(g.n_cards):
        if g.cards[i].pawn == 1 and g.cards[i].zone == kinds.Zone.REMOVED and g.n_cards >= MAX_CARDS - 8:
            c = i
            break
    if c < 0:
        if g.n_cards >= MAX_CARDS:
            meet_limit(g)
            return -1
        c = g.n_cards
        g.n_cards += 1
        g.cards[c].stamp = 0
    return c


@kernel()
def new_pawn(g, m, p, definition, sp, hp, printed_level):
    """Summon a pawn with the given printed values, exhausted; return its card index or -1 if no room is left (17.pawn.1)."""
    c = new_record(g)
    if c < 0:
        return -1
    if g.players[p].n[kinds.Zone.BATTLEFIELD] >= ZONE_CAP:
        meet_limit(g)
        return -1
    card = g.cards[c]
    stamp = card.stamp
    card.definition = definition
    card.owner = p
    card.pawn = 1
    card.fatigued = card.petrified = card.silenced = card.used_victim = card.shown = card.down = card.counters = 0
    card.sp = sp
    card.hp = hp
    card.printed_sp = sp
    card.printed_hp = hp
    card.printed_level = printed_level
    card.stamp = stamp + 1
    card.exhausted = 1
    g.n_born += 1
    card.since = g.n_born
    card.zone = kinds.Zone.NOWHERE
    put(g, p, kinds.Zone.BATTLEFIELD, c)
    note_held(g, p, c)
    return c


@kernel(rare=True)
def copy_parts(g, c, pawn):
    """Give a pawn that is the clone of chimera ``c`` the abilities of its constituents (20.ruling.43)."""
    for k in range(g.n_cards):
        if g.cards[k].zone != kinds.Zone.ATTACHED or not is_part(g, k, c):
            continue
        ghost = new_record(g)
        if ghost < 0:
            return
        card = g.cards[ghost]
        card.definition = g.cards[k].definition
        card.owner = g.cards[pawn].owner
        card.holder = card.owner
        card.pawn = kinds.Body.GHOST
        card.zone = kinds.Zone.ATTACHED
        card.petrified = card.exhausted = card.fatigued = card.down = card.counters = card.silenced = 0
        card.sp = card.hp = card.printed_sp = card.printed_hp = card.printed_level = 0
        card.since = pawn


@kernel()
def pay_resources(g, p, n):
    """Exhaust ``n`` unexhausted resources of player ``p`` (17.resource.2); the caller has checked that there are enough."""
    player = g.players[p]
    i = 0
    left = n
    while left > 0 and i < player.n[kinds.Zone.GRANARY]:
        card = g.cards[player.zone[kinds.Zone.GRANARY, i]]
        if card.exhausted == 0:
            card.exhausted = 1
            left -= 1
        i += 1
    player.free -= n
    player.paid += n
    if n > 0:
        log(g, kinds.Log.PAY, p, -2, 0, n, 0)


@kernel()
def is_minion(g, m, c):
    """Return whether card ``c`` is a minion: a minion card, or a pawn (17.keyword.31: embodied spells are minions)."""
    card = g.cards[c]
    return card.pawn == 1 or m.defs[card.definition].minion == 1
