"""Activation costs and the requirements of caveats: may they be paid, and paying them (17.cost.*, 9.caveat.*).

Costs are all or nothing (17.ruling.23): they are checked in written order on counts, each component using up what it takes, and a
pick that would leave a later component unpayable is not offered.
"""

from __future__ import annotations

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.dice import pick_random
from kotc_sim.games.keeper.engine.events import check_end, destroy, raise_event
from kotc_sim.games.keeper.engine.record import MAX_POOL
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, only_enemy, option, pop
from kotc_sim.games.keeper.engine.zones import (
    exhaust,
    is_minion,
    log,
    meet_limit,
    move,
    move_to_field,
    pay_resources,
    remove_counter,
    settle_deck,
)

INVARIANT = 8


@kernel()
def minions_in_hand(g, m, p):
    """Return how many minion cards player ``p`` holds."""
    player = g.players[p]
    n = 0
    for i in range(player.n[kinds.Zone.HAND]):
        if m.defs[g.cards[player.zone[kinds.Zone.HAND, i]].definition].minion == 1:
            n += 1
    return n


@kernel()
def unexhausted_minions(g, p):
    """Return how many unexhausted minions player ``p`` controls."""
    player = g.players[p]
    n = 0
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        if g.cards[player.zone[kinds.Zone.BATTLEFIELD, i]].exhausted == 0:
            n += 1
    return n


@kernel()
def keeps_itself(m, i, last):
    """Tell whether a cost after line ``i`` removes counters from the card, which it loses when it leaves its place (17.ruling.26)."""
    for j in range(i + 1, last):
        if m.code[j].op == kinds.Cost.REMOVE_COUNTERS:
            return True
    return False


@kernel()
def can_pay(g, m, p, c, first, last, resources, own_exhaustion, leaves):
    """Tell whether player ``p`` can pay the costs ``first`` … ``last - 1`` for card ``c``.

    ``resources`` unexhausted resources go for the resource cost; ``own_exhaustion``: the card exhausts itself first;
    ``leaves``: the card leaves its hand or granary before costs are paid (17.ruling.30, 9.caveat.3, 12.ruling.27).
    """
    player = g.players[p]
    card = g.cards[c]
    from_hand = leaves and card.zone == kinds.Zone.HAND
    hand = int(player.n[kinds.Zone.HAND]) - (1 if from_hand else 0)
    hand_minions = minions_in_hand(g, m, p) - (1 if from_hand and m.defs[card.definition].minion == 1 else 0)
    from_granary = leaves and card.zone == kinds.Zone.GRANARY and card.holder == p
    granary = int(player.n[kinds.Zone.GRANARY]) - (1 if from_granary else 0)
    free = int(player.free) - resources
    if from_granary and card.exhausted == 0 and (m.deployed_pays_itself == 0 or resources == 0):  # 12.ruling.27, 9.ruling.20
        free -= 1
    field = int(player.n[kinds.Zone.BATTLEFIELD])
    traps = int(player.n[kinds.Zone.TRAPFIELD]) - (1 if g.cards[c].zone == kinds.Zone.TRAPFIELD else 0)
    ready = unexhausted_minions(g, p) - (1 if own_exhaustion else 0)
    deck = int(player.n[kinds.Zone.DECK])
    hp = int(player.hp)
    counters = int(g.cards[c].counters) if g.cards[c].zone == kinds.Zone.BATTLEFIELD else 0
    for i in range(first, last):
        line = m.code[i]
        if line.op == kinds.Cost.REMOVE_COUNTERS:
            counters -= line.a
            if counters < 0:
                return False
        elif line.op == kinds.Cost.PAY_HP:
            hp -= line.a
            if hp < 0:
                return False
        elif line.op == kinds.Cost.GIFT_SUMMON:
            hand -= line.a
            hand_minions -= line.a
            if hand_minions < 0 or hand < 0:
                return False
        else:
            place, count, how = line.a, line.b, line.d
            if place == kinds.Place.HAND:
                hand -= count
                if line.c == kinds.By.RANDOM:
                    hand_minions -= count  # every outcome must leave later components payable
                else:
                    hand_minions = min(hand_minions, hand)
                if hand < 0:
                    return False
            elif place == kinds.Place.GRANARY:
                if how == kinds.How.EXHAUST:
                    free -= count
                    if free < 0:
                        return False
                else:
                    granary -= count
                    free = min(free, granary)
                    if granary < 0:
                        return False
            elif place == kinds.Place.DECK_TOP:
                deck -= count
                if deck < 0:
                    return False
            elif how == kinds.How.EXHAUST:
                ready -= count
                if ready < 0:
                    return False
            else:
                own = 0
                if card.zone == kinds.Zone.BATTLEFIELD:
                    if (how == kinds.How.SACRIFICE and m.no_self_sacrifice == 1) or keeps_itself(m, i, last):
                        own = 1  # 5.keyword.8, 17.ruling.26
                if place == kinds.Place.IN_PLAY and traps > 0:
                    spare = min(traps, count)
                    traps -= spare
                    field -= count - spare
                else:
                    field -= count
                ready = min(ready, field - own if own_exhaustion or card.exhausted == 1 else field)
                if field - own < 0:
                    return False
    return True


@kernel()
def is_picked(g, c, n):
    """Tell whether card ``c`` is among the last ``n`` cards of the pool."""
    for i in range(g.n_pool - n, g.n_pool):
        if g.pool[i] == c or g.pool[i] == -2 - c:
            return True
    return False


@kernel()
def later_need(m, i, last, place, exhausting):
    """Return how many cards later costs take from a place, by exhausting them or otherwise."""
    n = 0
    for j in range(i + 1, last):
        line = m.code[j]
        if line.op == kinds.Cost.PAY and line.a == place and (line.d == kinds.How.EXHAUST) == exhausting:
            n += line.b
        if line.op == kinds.Cost.GIFT_SUMMON and place == kinds.Place.HAND and exhausting:
            n += line.a  # for the hand, "exhausting" stands for minions that are to be given away
    return n


@kernel()
def list_cost_cards(g, m, p, c, i, last, picked):
    """List the cards that may be picked for cost line ``i`` (``picked`` of them are in the pool already)."""
    line = m.code[i]
    place, how = line.a, line.d
    player = g.players[p]
    code = i
    for zone in range(kinds.Zone.TRAPFIELD + 1):
        if not (zone == place or (place == kinds.Place.IN_PLAY and (zone == kinds.Zone.BATTLEFIELD or zone == kinds.Zone.TRAPFIELD))):
            continue
        if zone == kinds.Zone.DECK:
            settle_deck(g, p)
        need = later_need(m, i, last, zone, True)
        spare = 1000
        if need > 0:
            have = 0
            for k in range(player.n[zone]):
                cc = player.zone[zone, k]
                if is_picked(g, cc, picked) or (zone == kinds.Zone.HAND and cc == c):
                    continue
                if zone == kinds.Zone.HAND:
                    have += m.defs[g.cards[cc].definition].minion
                elif g.cards[cc].exhausted == 0:
                    have += 1
            spare = have - need
        for k in range(player.n[zone]):
            cc = player.zone[zone, k]
            card = g.cards[cc]
            if is_picked(g, cc, picked) or (zone == kinds.Zone.HAND and cc == c):
                continue
            if how == kinds.How.EXHAUST and card.exhausted == 1:
                continue
            if cc == c and how == kinds.How.SACRIFICE and m.no_self_sacrifice == 1:
                continue
            if cc == c and how != kinds.How.EXHAUST and zone == kinds.Zone.BATTLEFIELD and keeps_itself(m, i, last):
                continue
            if need > 0 and how != kinds.How.EXHAUST and spare <= 0:
                wanted = m.defs[card.definition].minion == 1 if zone == kinds.Zone.HAND else card.exhausted == 0
                if wanted:
                    continue
            option(g, kinds.Opt.PICK_CARD, cc, code, zone, how, p, -1)


@kernel()
def apply_cost(g, m, p, c, how):
    """Do with card ``c`` what the cost says (17.keyword.61 to 17.keyword.65; 12.keyword.46: sacrificing is not destroying)."""
    log(g, kinds.Log.PAY, p, c, how, 0, 0)
    if how == kinds.How.DESTROY:
        destroy(g, m, c)
    elif how == kinds.How.SACRIFICE:
        move(g, m, c, kinds.Zone.GRAVE, 0)
    elif how == kinds.How.SHEATHE:
        move(g, m, c, kinds.Zone.DECK, 0)
    elif how == kinds.How.BURY:
        move(g, m, c, kinds.Zone.DECK, 1)
    elif how == kinds.How.BOUNCE:
        move(g, m, c, kinds.Zone.HAND, 0)
    else:
        exhaust(g, c)


@kernel()
def pool_add(g, c):
    """Append a card to the pool of selected cards."""
    if g.n_pool >= MAX_POOL:
        meet_limit(g)
        return
    g.pool[g.n_pool] = c
    g.n_pool += 1


@handler
def step_costs(g, m, f):
    """Pay costs one after another; what one cost has moved cannot pay a later one (17.ruling.23).

    Frame: 0 player, 1 card, 2 line, 3 end, 4 picked, 5 chooser, 6 gift minion, 7 orders left, 8 cards that earlier costs took (they
    stay in the pool, below those of the present cost).
    """
    p, c = f.v[0], f.v[1]
    while True:
        if f.v[2] >= f.v[3] and f.pc == 0:
            g.n_pool -= f.v[8]
            pop(g, 1)
            return
        i = f.v[2]
        line = m.code[i]
        if f.pc == 0:  # begin a cost
            f.v[4] = 0
            f.v[5] = p
            if line.op == kinds.Cost.PAY_HP:
                g.players[p].hp -= line.a  # 17.keyword.52: not damage
                if g.players[p].hp <= 0:
                    g.fallen = 1
                log(g, kinds.Log.PAY, p, -1, 0, line.a, g.players[p].hp)
                f.pc = 9
            elif line.op == kinds.Cost.REMOVE_COUNTERS:
                f.pc = 1
            elif line.op == kinds.Cost.GIFT_SUMMON:
                f.pc = 3
            elif line.a == kinds.Place.DECK_TOP:
                settle_deck(g, p)
                for _ in range(line.b):
                    k = g.players[p].n[kinds.Zone.DECK] - 1
                    while k > 0 and is_picked(g, g.players[p].zone[kinds.Zone.DECK, k], f.v[8]):
                        k -= 1
                    apply_cost(g, m, p, g.players[p].zone[kinds.Zone.DECK, k], line.d)
                f.pc = 9
            elif line.c == kinds.By.OPPONENT:
                f.pc = 7
            else:
                f.pc = 10
        elif f.pc == 1:  # remove counters, one at a time
            if f.v[4] >= line.a:
                f.v[4] = 0
                f.pc = 9
                continue
            clear_options(g)
            for k in range(g.n_counters):
                s = g.counters[k]
                if s.card == c:
                    option(g, kinds.Opt.PICK_COUNTER, c, s.kind, s.owner, s.count, p, -1)
            f.pc = 2
            ask(g, p, kinds.Ask.COUNTERS, c, -1, i)
            if g.cards[c].counters == line.a - f.v[4]:
                g.forced = 1
            return
        elif f.pc == 2:
            o = chosen(g)
            remove_counter(g, c, o.ability, o.target, 1)
            f.v[4] += 1
            f.pc = 1
        elif f.pc == 3:  # gift-summon: which minion
            if f.v[4] >= line.a:
                f.pc = 9
                continue
            clear_options(g)
            player = g.players[p]
            for k in range(player.n[kinds.Zone.HAND]):
                cc = player.zone[kinds.Zone.HAND, k]
                if cc != c and m.defs[g.cards[cc].definition].minion == 1 and not is_picked(g, cc, f.v[8] + f.v[4]):
                    option(g, kinds.Opt.PICK_CARD, cc, i, kinds.Zone.HAND, 9, p, -1)
            f.pc = 4
            ask(g, p, kinds.Ask.COST, c, -1, i)
            return
        elif f.pc == 4:  # to whom
            f.v[6] = chosen(g).card
            g.cards[f.v[6]].shown = -1
            clear_options(g)
            for q in range(g.n_players):
                if q != p and g.players[q].out == 0:
                    option(g, kinds.Opt.PICK_PLAYER, f.v[6], i, q, 0, q, -1)
            f.pc = 5
            ask(g, p, kinds.Ask.PLAYER, f.v[6], -1, i)
            return
        elif f.pc == 5:  # does the enemy accept
            f.v[5] = chosen(g).target
            clear_options(g)
            option(g, kinds.Opt.YES, f.v[6], i, -1, 0, f.v[5], -1)
            option(g, kinds.Opt.NO, f.v[6], i, -1, 0, f.v[5], -1)
            f.pc = 6
            ask(g, f.v[5], kinds.Ask.GIFT, f.v[6], -1, i)
            return
        elif f.pc == 6:
            if chosen(g).kind == kinds.Opt.YES:
                move_to_field(g, m, f.v[6], f.v[5])
                log(g, kinds.Log.SUMMON, f.v[5], f.v[6], p, 0, 0)
                raise_event(g, m, kinds.Event.SUMMONED, f.v[6], f.v[5], kinds.Zone.BATTLEFIELD, 0)
            pool_add(g, f.v[6])
            f.v[4] += 1
            f.pc = 3
        elif f.pc == 7:  # an opponent is picked, who chooses (9.caveat.5)
            q = only_enemy(g, p)
            if q >= 0 and g.scripted == 0:
                f.v[5] = q
                f.pc = 10
                continue
            clear_options(g)
            for q in range(g.n_players):
                if q != p and g.players[q].out == 0:
                    option(g, kinds.Opt.PICK_PLAYER, c, i, q, 0, q, -1)
            f.pc = 8
            ask(g, p, kinds.Ask.PLAYER, c, -1, i)
            return
        elif f.pc == 8:
            f.v[5] = chosen(g).target
            f.pc = 10
        elif f.pc == 10:  # pick cards
            if f.v[4] >= line.b:
                if line.c == kinds.By.RANDOM and line.b > 1 and (line.d == kinds.How.SHEATHE or line.d == kinds.How.BURY):
                    f.v[7] = line.b
                    f.pc = 12  # 17.ruling.31
                else:
                    for k in range(line.b):
                        apply_cost(g, m, p, g.pool[g.n_pool - line.b + k], line.d)
                    f.pc = 9
                continue
            clear_options(g)
            list_cost_cards(g, m, p, c, i, f.v[3], f.v[8] + f.v[4])
            if g.n_options == 0:  # nothing is left that can serve; the check made this impossible
                g.raised |= INVARIANT
                meet_limit(g)
                f.pc = 9
                continue
            if line.c == kinds.By.RANDOM:
                pool_add(g, g.options[pick_random(g, p, g.n_options)].card)
                f.v[4] += 1
                continue
            f.pc = 11
            ask(g, f.v[5], kinds.Ask.COST, c, -1, i)
            if g.n_options == line.b - f.v[4] and line.d != kinds.How.SHEATHE and line.d != kinds.How.BURY:
                g.forced = 1
            return
        elif f.pc == 11:
            pool_add(g, chosen(g).card)
            f.v[4] += 1
            f.pc = 10
        elif f.pc == 12:  # the payer orders random cards that go to the deck
            clear_options(g)
            for k in range(g.n_pool - line.b, g.n_pool):
                if g.pool[k] >= 0:
                    option(g, kinds.Opt.PICK_CARD, g.pool[k], i, k, line.d, p, -1)
            f.pc = 13
            ask(g, p, kinds.Ask.ORDER, c, -1, i)
            return
        elif f.pc == 13:
            o = chosen(g)
            g.pool[o.target] = -2 - g.pool[o.target]  # dealt with, but still known as taken
            apply_cost(g, m, p, o.card, line.d)
            f.v[7] -= 1
            f.pc = 12 if f.v[7] > 0 else 9
        else:  # 9: this cost is paid
            if line.op == kinds.Cost.PAY and line.d == kinds.How.EXHAUST:
                g.n_pool -= f.v[4]  # an exhausted card stays, and may yet be moved by a later cost
                f.v[4] = 0
            f.v[8] += f.v[4]
            f.v[2] += 1
            f.pc = 0
            if check_end(g, m):
                return
            if g.players[p].out == 1:  # 9.ruling.41: paying has lost the game for this player
                f.v[2] = f.v[3]


@kernel()
def resources_for(g, m, p, c):
    """Return the unexhausted resources of player ``p`` that can pay for card ``c``: itself only where the edition says so
    (12.ruling.27, 9.ruling.20)."""
    card = g.cards[c]
    own = m.deployed_pays_itself == 0 and card.zone == kinds.Zone.GRANARY and card.holder == p and card.exhausted == 0
    return int(g.players[p].free) - (1 if own else 0)


@kernel()
def pay_for(g, m, p, c, cost):
    """Exhaust the resources that card ``c``, which leaves its zone now, costs; a resource pays first, or not at all, for itself."""
    left = int(cost)
    card = g.cards[c]
    if card.zone == kinds.Zone.GRANARY and card.holder == p and card.exhausted == 0:
        exhaust(g, c)
        if m.deployed_pays_itself == 1 and left > 0:
            left -= 1
    pay_resources(g, p, left)


@kernel()
def can_summon_from(g, m, p, c, cost):
    """Tell whether player ``p`` can summon minion ``c`` for ``cost`` resources, its caveat included (9.caveat.2)."""
    card = g.cards[c]
    if cost > resources_for(g, m, p, c):
        return False
    d = m.defs[card.definition]
    if d.caveat_end > d.caveat:
        return can_pay(g, m, p, c, d.caveat, d.caveat_end, cost, False, card.zone == kinds.Zone.HAND or card.zone == kinds.Zone.GRANARY)
    return True


@kernel()
def is_spell_card(g, m, c):
    """Tell whether card ``c`` is a spell card (pawns never are)."""
    return not is_minion(g, m, c) and g.cards[c].zone <= kinds.Zone.NOWHERE
