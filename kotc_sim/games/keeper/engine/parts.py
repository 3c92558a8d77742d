"""Primitives that take several decisions: orders, deploying, copies, pawns, counters to remove, shares, dice to assign, draws."""

from __future__ import annotations

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import can_pay, can_summon_from, pay_for, resources_for
from kotc_sim.games.keeper.engine.events import DECK_OUT, damage_minion, draw_top, finish, raise_event
from kotc_sim.games.keeper.engine.program import clear_batch, is_soft, list_enemy_minions
from kotc_sim.games.keeper.engine.react import inflict_die, roll
from kotc_sim.games.keeper.engine.record import ZONE_CAP
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, option, pop, push
from kotc_sim.games.keeper.engine.triggers import event_meets
from kotc_sim.games.keeper.engine.zones import (
    end_spell,
    is_minion,
    level,
    log,
    meet_limit,
    move,
    move_to_field,
    new_pawn,
    note_held,
    pay_resources,
    put,
    remove_counter,
    set_stat,
    take,
)


@kernel()
def order_size(g, f):
    """Return how many cards are to be ordered: targets in the pool (battle -1), or a team."""
    if f.v[0] < 0:
        return int(f.v[4])
    return int(g.battles[f.v[0]].team[f.v[1]].n)


@handler
def step_order(g, m, f):
    """Let a player order cards. Frame: 0 battle or -1, 1 side, 2 player, 3 first, 4 number, 5 position."""
    n = order_size(g, f)
    while True:
        if f.pc == 1:
            k = f.v[5] + chosen(g).target
            if f.v[0] < 0:
                c = g.pool[f.v[3] + k]
                for i in range(k, f.v[5], -1):
                    g.pool[f.v[3] + i] = g.pool[f.v[3] + i - 1]
                g.pool[f.v[3] + f.v[5]] = c
            else:
                team = g.battles[f.v[0]].team[f.v[1]]
                c = team.card[k]
                for i in range(k, f.v[5], -1):
                    team.card[i] = team.card[i - 1]
                team.card[f.v[5]] = c
            f.v[5] += 1
            f.pc = 0
        if f.v[5] >= n - 1:
            pop(g, 0)
            return
        clear_options(g)
        for k in range(f.v[5], n):
            c = g.pool[f.v[3] + k] if f.v[0] < 0 else g.battles[f.v[0]].team[f.v[1]].card[k]
            if g.cards[c].zone != kinds.Zone.REMOVED:  # 17.pawn.6
                option(g, kinds.Opt.PICK_CARD, c, -1, k - f.v[5], 0, f.v[2], -1)
        if g.n_options < 2:
            pop(g, 0)
            return
        f.pc = 1
        ask(g, f.v[2], kinds.Ask.ORDER, -1, -1, f.v[0])
        return


@kernel()
def spell_may_be_deployed(g, m, p, c, a):
    """Tell whether the condition of spell ability ``a`` lets player ``p`` deploy it (17.keyword.20, 12.ruling.67, 9.ruling.20)."""
    ability = m.abilities[a]
    if m.deployed_condition == 0:
        return True
    if ability.event < 0 and ability.respond == 0:
        return m.responses != 2 or (g.turn_player == p and g.phase == kinds.Phase.ACTION)
    if m.deployed_condition == 2:
        return False
    for i in range(g.event_base, g.n_events):
        if event_meets(g, m, a, i, p, c):
            return True
    return False


@kernel()
def summon(g, m, p, c):
    """Put a summoned minion on the battlefield of player ``p`` (17.minion.2)."""
    log(g, kinds.Log.SUMMON, p, c, -1, 0, 0)
    move_to_field(g, m, c, p)
    g.seen[p, g.cards[c].definition] |= 4
    raise_event(g, m, kinds.Event.SUMMONED, c, p, kinds.Zone.BATTLEFIELD, 0)


@handler
def step_deploy(g, m, f):
    """Deploy targets, in the order the user likes (17.keyword.16 to 17.keyword.20). Frame: 0 user, 1 first, 2 number, 3 source,
    4 card being deployed, 5 ability, 6 done (bit mask)."""
    p = f.v[0]
    while True:
        if g.players[p].out == 1:  # 9.ruling.41
            if f.pc == 3 or f.pc == 4:
                end_spell(g, m, f.v[4])  # it may belong to somebody else
            pop(g, 0)
            return
        if f.pc == 0:
            clear_options(g)
            for i in range(f.v[2]):
                if i < 31 and (f.v[6] >> i) & 1:
                    continue
                c = g.pool[f.v[1] + i]
                zone = g.cards[c].zone
                if not (zone == kinds.Zone.HAND or zone == kinds.Zone.DECK or zone == kinds.Zone.GRAVE or zone == kinds.Zone.GRANARY):
                    continue
                cost = level(g, m, c)
                d = m.defs[g.cards[c].definition]
                if d.minion == 1:
                    if can_summon_from(g, m, p, c, cost):
                        option(g, kinds.Opt.SUMMON, c, -1, i, cost, p, -1)
                    continue
                if g.cards[c].silenced == 1:
                    continue
                a = d.first_ability
                ability = m.abilities[a]
                if cost <= resources_for(g, m, p, c):
                    if spell_may_be_deployed(g, m, p, c, a) and can_pay(g, m, p, c, ability.cost, ability.cost_end, cost, False, True):
                        option(g, kinds.Opt.CAST, c, a, i, cost, p, -1)
                    if m.deploy_traps == 1:
                        option(g, kinds.Opt.SET_TRAP, c, a, i, cost, p, -1)
            if g.n_options == 0:
                pop(g, 0)
                return
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            f.pc = 1
            ask(g, p, kinds.Ask.DEPLOY, f.v[3], -1, -1)
            return
        if f.pc == 1:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                pop(g, 0)
                return
            c = int(o.card)
            f.v[4] = c
            if o.target < 31:
                f.v[6] |= 1 << o.target
            d = m.defs[g.cards[c].definition]
            pay_for(g, m, p, c, level(g, m, c))
            g.seen[p, g.cards[c].definition] |= 4
            if o.kind == kinds.Opt.SET_TRAP:
                log(g, kinds.Log.SET_TRAP, p, c, 0, 0, 0)
                take(g, c)
                put(g, p, kinds.Zone.TRAPFIELD, c)
                note_held(g, p, c)
                g.cards[c].exhausted = 1
                f.pc = 0
                continue
            if o.kind == kinds.Opt.SUMMON:
                f.pc = 2
                push(g, kinds.Frame.COSTS, p, c, d.caveat, d.caveat_end, 0, 0, 0)
                return
            f.v[5] = o.ability
            log(g, kinds.Log.CAST, p, c, o.ability, 0, -1)  # no link
            move(g, m, c, kinds.Zone.NOWHERE, 0)
            f.pc = 3
            push(g, kinds.Frame.COSTS, p, c, m.abilities[o.ability].cost, m.abilities[o.ability].cost_end, 0, 0, 0)
            return
        if f.pc == 2:
            summon(g, m, p, f.v[4])
            f.pc = 0
        elif f.pc == 3:
            c = f.v[4]
            raise_event(g, m, kinds.Event.ACTED, c, p, 0, 0)  # 17.ruling.14
            f.pc = 4
            push(g, kinds.Frame.ABILITY, p, c, f.v[5], -1, 0, 0, 0)
            return
        elif f.pc == 4:
            end_spell(g, m, f.v[4])
            f.pc = 0


@kernel()
def copy_pawn(g, m, p, c, embody):
    """Pay for and summon one pawn: a copy of minion ``c``, or a 0/0 body with the ability of spell ``c`` (17.keyword.4, 17.keyword.31)."""
    card = g.cards[c]
    pay_resources(g, p, level(g, m, c))
    if embody == 1:
        printed = max(1, int(card.printed_level))
        pawn = new_pawn(g, m, p, card.definition, 0, 0, printed)
    else:
        pawn = new_pawn(g, m, p, card.definition, card.printed_sp, card.printed_hp, card.printed_level)
    if pawn >= 0:
        log(g, kinds.Log.PAWN, p, pawn, c, g.cards[pawn].printed_sp, g.cards[pawn].printed_hp)
        raise_event(g, m, kinds.Event.SUMMONED, pawn, p, kinds.Zone.BATTLEFIELD, 0)


@kernel()
def can_copy(g, m, p, c, embody):
    """Tell whether card ``c`` can be cloned (a minion, not petrified) or embodied (a spell), and its price can be paid."""
    card = g.cards[c]
    if card.zone > kinds.Zone.NOWHERE or card.petrified == 1:
        return False
    if is_minion(g, m, c) == (embody == 1):
        return False
    return level(g, m, c) <= g.players[p].free


@handler
def step_copies(g, m, f):
    """Clone or embody the targets. Frame: 0 user, 1 first, 2 number, 3 embody, 4 times, 5 up to, 6 position, 7 left."""
    p = f.v[0]
    while True:
        if f.pc == 0:
            f.pc = 1
            fitting = 0
            for i in range(f.v[1], f.v[1] + f.v[2]):
                if can_copy(g, m, p, g.pool[i], f.v[3]):
                    fitting += 1
            if fitting > 1:
                push(g, kinds.Frame.ORDER, -1, 0, p, f.v[1], f.v[2], 0, 0)  # 17.ruling.93
                return
        if f.pc == 1:
            if f.v[6] >= f.v[2]:
                pop(g, 0)
                return
            c = g.pool[f.v[1] + f.v[6]]
            if f.v[5] == 1:
                high = 0
                if can_copy(g, m, p, c, f.v[3]):
                    cost = level(g, m, c)
                    high = f.v[4] if cost == 0 else min(f.v[4], g.players[p].free // cost)
                clear_options(g)
                for k in range(high + 1):
                    option(g, kinds.Opt.NUMBER, c, -1, -1, k, p, -1)
                f.pc = 2
                ask(g, p, kinds.Ask.TIMES, c, -1, f.v[3])
                return
            f.v[7] = f.v[4]
            f.pc = 3
        if f.pc == 2:
            f.v[7] = chosen(g).amount
            f.pc = 3
        c = g.pool[f.v[1] + f.v[6]]
        for _ in range(f.v[7]):
            if can_copy(g, m, p, c, f.v[3]):
                copy_pawn(g, m, p, c, f.v[3])
        f.v[6] += 1
        f.pc = 1


@handler
def step_craft(g, m, f):
    """Craft pawns: for each point of level +1 SP or +2 HP (17.keyword.13). Frame: 0 user, 1 count, 2 level, 3 source."""
    while True:
        if f.pc == 1:
            sp = int(chosen(g).amount)
            pawn = new_pawn(g, m, f.v[0], 0, sp, 2 * (f.v[2] - sp), f.v[2])
            if pawn >= 0:
                log(g, kinds.Log.PAWN, f.v[0], pawn, -1, sp, 2 * (f.v[2] - sp))
                raise_event(g, m, kinds.Event.SUMMONED, pawn, f.v[0], kinds.Zone.BATTLEFIELD, 0)
            f.v[1] -= 1
            f.pc = 0
        if f.v[1] <= 0:
            pop(g, 0)
            return
        clear_options(g)
        for sp in range(f.v[2] + 1):
            option(g, kinds.Opt.NUMBER, f.v[3], -1, -1, sp, f.v[0], -1)
        f.pc = 1
        ask(g, f.v[0], kinds.Ask.CRAFT, f.v[3], -1, f.v[2])
        return


@handler
def step_counters(g, m, f):
    """Remove up to x counters from each target, of the user's choice (17.effect.1). Frame: 0 user, 1 first, 2 number, 3 up to,
    4 source, 5 position, 6 removed."""
    while True:
        if f.pc == 1:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.v[5] += 1
                f.v[6] = 0
            else:
                remove_counter(g, o.card, o.ability, o.target, 1)
                f.v[6] += 1
            f.pc = 0
        if f.v[5] >= f.v[2]:
            pop(g, 0)
            return
        c = g.pool[f.v[1] + f.v[5]]
        if f.v[6] >= f.v[3] or g.cards[c].counters == 0 or g.cards[c].zone != kinds.Zone.BATTLEFIELD:
            f.v[5] += 1
            f.v[6] = 0
            continue
        clear_options(g)
        for i in range(g.n_counters):
            s = g.counters[i]
            if s.card == c:
                option(g, kinds.Opt.PICK_COUNTER, c, s.kind, s.owner, s.count, f.v[0], -1)
        option(g, kinds.Opt.PASS, c, -1, -1, 0, f.v[0], -1)
        f.pc = 1
        ask(g, f.v[0], kinds.Ask.COUNTERS, f.v[4], -1, -1)
        return


@kernel()
def share_limit(g, f, c):
    """Return how much of a batch card ``c`` can take: nothing, its stat, or any amount (12.keyword.4, 12.ruling.61)."""
    if not is_soft(g, c):
        return 0
    if f.v[3] != 1:
        return 1 << 20
    return int(g.cards[c].sp) if f.v[4] == 0 else int(g.cards[c].hp)


@handler
def step_batch(g, m, f):
    """Divide a total over the targets. Frame: 0 user, 1 first, 2 number, 3 kind (0 add, 1 subtract, 2 damage), 4 stat, 5 total,
    6 partial, 7 position, 8 left."""
    n = f.v[2]
    while True:
        if f.pc == 0:
            if n > ZONE_CAP:
                meet_limit(g)
                return
            clear_batch(g)
            room = 0
            for i in range(n):
                room = min(1 << 24, room + share_limit(g, f, g.pool[f.v[1] + i]))
            if room < f.v[5] and f.v[6] == 0 and f.v[3] == 1:  # 12.ruling.60
                pop(g, 0)
                return
            f.v[8] = min(f.v[5], room)
            f.pc = 1
        if f.pc == 2:
            k = int(chosen(g).amount)
            g.batch[f.v[7]] = k
            f.v[8] -= k
            f.v[7] += 1
            f.pc = 1
        if f.v[7] >= n:
            break
        c = g.pool[f.v[1] + f.v[7]]
        rest = 0
        for i in range(f.v[7] + 1, n):
            rest = min(1 << 24, rest + share_limit(g, f, g.pool[f.v[1] + i]))
        low = max(0, f.v[8] - rest)
        high = min(f.v[8], share_limit(g, f, c))
        clear_options(g)
        for k in range(low, high + 1):
            option(g, kinds.Opt.NUMBER, c, -1, -1, k, f.v[0], -1)
        f.pc = 2
        ask(g, f.v[0], kinds.Ask.SHARE, c, f.v[3], f.v[4])
        return
    for i in range(n):
        c = g.pool[f.v[1] + i]
        k = g.batch[i]
        if k == 0 or not is_soft(g, c):
            continue
        log(g, kinds.Log.SHARE, f.v[0], c, f.v[3], f.v[4], k)
        if f.v[3] == 2:
            damage_minion(g, m, c, k, f.v[0])
        else:
            now = int(g.cards[c].sp) if f.v[4] == 0 else int(g.cards[c].hp)
            set_stat(g, c, f.v[4], now + k if f.v[3] == 0 else now - k)
    pop(g, 0)


@handler
def step_assign(g, m, f):
    """Roll dice, then give them one at a time to minions (17.keyword.22, 17.ruling.78, 12.keyword.19). Frame: 0 user, 1 first,
    2 number of targets, 3 dice, 4 pool (0 targets, 1 enemy minions), 5 source, 6.. dice left by face."""
    while True:
        if f.pc == 0:
            f.pc = 1
            if roll(g, m, f.v[0], f.v[3]):
                return
        if f.pc == 1:
            for face in range(6):
                f.v[6 + face] = g.hist[face]
            f.pc = 2
        if f.pc == 2:
            clear_options(g)
            if f.v[4] == 1:
                list_enemy_minions(g, f.v[0], 0)
            else:
                for i in range(f.v[1], f.v[1] + f.v[2]):
                    if is_soft(g, g.pool[i]):
                        option(g, kinds.Opt.PICK_CARD, g.pool[i], -1, -1, 0, f.v[0], -1)
            bodies = g.n_options
            faces = 0
            for face in range(6):
                if f.v[6 + face] > 0:
                    faces += 1
            if bodies == 0 or faces == 0:
                pop(g, 0)
                return
            for face in range(6):  # each remaining face with each minion
                if f.v[6 + face] > 0:
                    for k in range(bodies):
                        option(g, kinds.Opt.FACE, g.options[k].card, -1, -1, face + 1, f.v[0], -1)
            for k in range(bodies, g.n_options):
                g.options[k - bodies] = g.options[k]
            g.n_options -= bodies
            f.pc = 3
            ask(g, f.v[0], kinds.Ask.ASSIGN, f.v[5], -1, f.v[4])
            return
        o = chosen(g)
        f.v[6 + o.amount - 1] -= 1
        f.pc = 2
        if inflict_die(g, m, int(o.card), int(o.amount), f.v[0]):
            return


@handler
def step_draw(g, m, f):
    """Draw one card at a time, from the deck or the reserves (12.zones.17, 12.ruling.11, 12.ruling.12). Frame: 0 player, 1 left."""
    while True:
        p = f.v[0]
        player = g.players[p]
        if f.pc == 1:
            o = chosen(g)
            if o.kind == kinds.Opt.PICK_CARD:
                c = int(o.card)
                take(g, c)
                put(g, p, kinds.Zone.HAND, c)
                g.seen[p, g.cards[c].definition] |= 1
                log(g, kinds.Log.DRAW, p, c, 1, 0, 0)
            else:
                draw_top(g, m, p)
            f.v[1] -= 1
            f.pc = 0
        if f.v[1] <= 0:
            pop(g, 0)
            return
        if player.n[kinds.Zone.DECK] == 0:
            log(g, kinds.Log.DRAW, p, -1, 0, 0, 0)
            if m.elimination == 0:
                player.decked = 1
                finish(g, m, DECK_OUT)
                return
            pop(g, 0)
            return
        if player.n[kinds.Zone.RESERVES] == 0:
            draw_top(g, m, p)
            f.v[1] -= 1
            continue
        clear_options(g)
        for i in range(player.n[kinds.Zone.RESERVES]):
            option(g, kinds.Opt.PICK_CARD, player.zone[kinds.Zone.RESERVES, i], -1, kinds.Zone.RESERVES, 0, p, -1)
        option(g, kinds.Opt.PASS, -1, -1, kinds.Zone.DECK, 0, p, -1)
        f.pc = 1
        ask(g, p, kinds.Ask.DRAW_FROM, -1, -1, f.v[1])
        return
