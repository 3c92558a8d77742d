"""The interpreter of programs: effects of abilities and counters, one primitive after another (17.effect.*, 17.keyword.*).

A program runs in a frame: 0 line, 1 end, 2 user ("you"), 3 source card, 4 host or -1, 5 first target in the pool, 6 number of
targets, 7 link, -1 or INSIDE, 8 stage within a primitive, 9 resolved player, 10 ability, 11 position, 12 targets that a counter saved
(bit mask), 13 order announced (side + 1).
"""

from __future__ import annotations

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.events import DECK_OUT, check_end, damage_minion, damage_player, destroy, draw_top, finish, heal_player
from kotc_sim.games.keeper.engine.react import has_react, roll
from kotc_sim.games.keeper.engine.record import MAX_BERZERK, MAX_RETURNS, ZONE_CAP
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, option, pop, push
from kotc_sim.games.keeper.engine.teams import conscript
from kotc_sim.games.keeper.engine.triggers import holds
from kotc_sim.games.keeper.engine.zones import (
    change_control,
    down_level,
    exhaust,
    fatigue,
    level,
    log,
    meet_limit,
    move,
    place_counters,
    put_bottom,
    set_stat,
    take,
    unexhaust,
    withdraw,
)

INSIDE = -2  # instead of a link: a counter popped in the middle of a step or effect, where nothing is checked (17.ruling.114)


@kernel()
def amount(g, f, a):
    """Return the value of an amount: a constant, or a word (see ``Amount``)."""
    if a > -30000:
        return int(a)
    if a == kinds.Amount.ROLL:
        return int(g.roll)
    if a == kinds.Amount.TARGETS:
        return int(f.v[6])
    if a == kinds.Amount.DIE:
        return int(g.die)
    if a == kinds.Amount.HOST_SP and f.v[4] >= 0:
        card = g.cards[f.v[4]]
        return int(card.sp) if card.petrified == 0 else 0
    return 0


@kernel()
def is_soft(g, c):
    """Tell whether card ``c`` is an on-field minion with SP, HP and level (17.ruling.47, 17.keyword.57)."""
    return g.cards[c].zone == kinds.Zone.BATTLEFIELD and g.cards[c].petrified == 0


@kernel()
def send(g, m, op, c):
    """Carry out a moving effect on one card, wherever it is (17.ruling.46 to 17.ruling.48)."""
    card = g.cards[c]
    zone = card.zone
    if zone == kinds.Zone.REMOVED:
        return
    if op == kinds.Op.DESTROY:
        destroy(g, m, c)
    elif op == kinds.Op.BOUNCE:
        if zone != kinds.Zone.HAND:
            move(g, m, c, kinds.Zone.HAND, 0)
    elif op == kinds.Op.SILO:
        if zone == kinds.Zone.GRANARY:
            exhaust(g, c)
        else:
            move(g, m, c, kinds.Zone.GRANARY, 0)
    elif op == kinds.Op.SHEATHE:
        if zone == kinds.Zone.DECK:
            take(g, c)
            player = g.players[card.owner]
            player.zone[kinds.Zone.DECK, player.n[kinds.Zone.DECK]] = c
            player.n[kinds.Zone.DECK] += 1
        else:
            move(g, m, c, kinds.Zone.DECK, 0)
    elif op == kinds.Op.BURY:
        if zone == kinds.Zone.DECK:
            take(g, c)
            put_bottom(g, card.owner, c)
        else:
            move(g, m, c, kinds.Zone.DECK, 1)


@kernel()
def petrify(g, m, c):
    """Petrify on-field minion ``c``; a pawn is removed (17.keyword.53, 17.pawn.5, 17.ruling.83)."""
    card = g.cards[c]
    if card.zone != kinds.Zone.BATTLEFIELD:
        return
    log(g, kinds.Log.PETRIFY, card.holder, c, 0, 0, 0)
    if card.pawn == 1:
        move(g, m, c, kinds.Zone.REMOVED, 0)
        return
    card.petrified = 1
    card.shown = 0
    withdraw(g, c)


@kernel()
def note_return(g, c, to):
    """Remember to whom control of ``c`` goes back when the turn ends (17.keyword.47)."""
    if g.n_returns >= MAX_RETURNS:
        meet_limit(g)
        return
    r = g.returns[g.n_returns]
    r.card = c
    r.stamp = g.cards[c].stamp
    r.to = to
    g.n_returns += 1


@kernel()
def draw_cards(g, m, p, n):
    """Draw cards one after another; the first draw from an empty deck ends the game (17.endgame.3, 17.ruling.115)."""
    for _ in range(n):
        if not draw_top(g, m, p):
            log(g, kinds.Log.DRAW, p, -1, 0, 0, 0)
            if m.elimination == 0:
                g.players[p].decked = 1
                finish(g, m, DECK_OUT)
            return


@kernel()
def negate(g, c):
    """Prevent the unresolved links of card ``c`` from resolving (17.keyword.49, 17.ruling.38)."""
    for i in range(g.n_links):
        link = g.links[i]
        if link.kind == kinds.Link.ABILITY and link.card == c and link.resolved == 0:
            link.negated = 1
            log(g, kinds.Log.NEGATED, link.player, c, i, 0, 0)


@kernel()
def negate_attack(g, c):
    """Take attacker ``c`` out of its attack; without attackers left the battle ends (5.keyword.26, 5.ruling.10)."""
    if g.n_battles == 0:
        return
    b = g.battles[g.n_battles - 1]
    before = b.team[0].n
    w = 0
    for i in range(before):
        if b.team[0].card[i] != c:
            b.team[0].card[w] = b.team[0].card[i]
            w += 1
    b.team[0].n = w
    if w < before:
        log(g, kinds.Log.NEGATED, b.attacker, c, -1, 0, 0)
        if w == 0:
            b.negated = 1


@kernel()
def give_permission(g, p, dice, times, scope):
    """Permit player ``p`` to have dice rolled again: for the turn, the present chain, or later in the turn (9.ruling.24)."""
    player = g.players[p]
    for i in range(4):
        if player.reroll_dice[i] == 0 or player.reroll_until[i] < g.chain_number:  # used up, or of a chain that is over
            player.reroll_dice[i] = dice
            g.n_rerolls += 1
            player.reroll_times[i] = times
            player.reroll_from[i] = g.chain_number + 1 if scope == 2 else 0
            player.reroll_until[i] = g.chain_number if scope == 1 else 1 << 30
            return
    meet_limit(g)


@kernel()
def simple(g, m, f, line):
    """Carry out a primitive that needs no decision on each target; return False if it is not one of these."""
    op = line.op
    first, last = f.v[5], f.v[5] + f.v[6]
    if op == kinds.Op.PETRIFY:
        for i in range(first, last):
            petrify(g, m, g.pool[i])
    elif op == kinds.Op.EXHAUST:
        for i in range(first, last):
            exhaust(g, g.pool[i])
    elif op == kinds.Op.FATIGUE:
        for i in range(first, last):
            fatigue(g, g.pool[i])
    elif op == kinds.Op.UNEXHAUST:
        for i in range(first, last):
            unexhaust(g, g.pool[i])
    elif op == kinds.Op.DISTRACT:
        for i in range(first, last):
            if g.cards[g.pool[i]].zone == kinds.Zone.BATTLEFIELD:
                log(g, kinds.Log.DISTRACT, f.v[2], g.pool[i], 0, 0, 0)
                withdraw(g, g.pool[i])
    elif op == kinds.Op.NEGATE:
        for i in range(first, last):
            negate(g, g.pool[i])
    elif op == kinds.Op.NEGATE_ATTACK:
        for i in range(first, last):
            negate_attack(g, g.pool[i])
    elif op == kinds.Op.REVEAL or op == kinds.Op.SEE:
        for i in range(first, last):
            card = g.cards[g.pool[i]]
            card.shown |= -1 if op == kinds.Op.REVEAL else 1 << f.v[2]
            log(g, kinds.Log.REVEAL, f.v[2], g.pool[i], op == kinds.Op.REVEAL, 0, 0)
    elif op == kinds.Op.PLACE:
        n = amount(g, f, line.b)
        for i in range(first, last):
            c = g.pool[i]
            if is_soft(g, c):  # 17.keyword.56
                place_counters(g, c, line.a, f.v[2], n)
                log(g, kinds.Log.COUNTER_PLACED, f.v[2], c, line.a, n, 0)
    elif op == kinds.Op.DOWN_LEVEL:
        for i in range(first, last):
            down_level(g, m, g.pool[i], amount(g, f, line.a))
            log(g, kinds.Log.LEVEL, f.v[2], g.pool[i], 0, level(g, m, g.pool[i]), 0)
    elif op == kinds.Op.ADD or op == kinds.Op.SET:
        n = amount(g, f, line.b)
        for i in range(first, last):
            c = g.pool[i]
            if is_soft(g, c):
                now = g.cards[c].sp if line.a == 0 else g.cards[c].hp
                set_stat(g, c, line.a, now + n if op == kinds.Op.ADD else n)
                log(g, kinds.Log.STAT, f.v[2], c, line.a, g.cards[c].sp if line.a == 0 else g.cards[c].hp, 0)
    elif op == kinds.Op.REROLL:
        give_permission(g, f.v[2], amount(g, f, line.a), amount(g, f, line.b), line.c)
    elif op == kinds.Op.PREVENT_DIE or op == kinds.Op.PREVENT_EFFECT or op == kinds.Op.PREVENT_HOST:
        g.prevented = 1
    elif op == kinds.Op.BECOME_VICTIM:
        if g.n_battles > 0 and is_soft(g, f.v[4]):  # 17.counter.18, 17.ruling.76
            b = g.battles[g.n_battles - 1]
            b.victim_player = -1
            b.victim = f.v[4]
            b.victim_stamp = g.cards[f.v[4]].stamp
            b.victim_lost = b.defender
    elif op == kinds.Op.SKIP_DEFENSE:
        if g.n_battles > 0:
            g.battles[g.n_battles - 1].skip_defense = 1
    else:
        return False
    return True


@kernel()
def who(g, f, word):
    """Return the player that a player word names, or -1 if one has to be chosen."""
    if word == kinds.Who.YOU:
        return int(f.v[2])
    if word == kinds.Who.CHOSEN:
        return int(g.chosen)
    if word == kinds.Who.CONTROLLER:
        c = f.v[4] if f.v[4] >= 0 else (g.pool[f.v[5]] if f.v[6] > 0 else f.v[3])
        return int(g.cards[c].holder)
    if word == kinds.Who.BOTH:
        return int(f.v[2])
    return -1


@kernel()
def list_players(g, f, word):
    """List the players that "enemy" or "any" may mean (17.keyword.33)."""
    clear_options(g)
    for q in range(g.n_players):
        if g.players[q].out == 0 and (q != f.v[2] or word == kinds.Who.ANY):
            option(g, kinds.Opt.PICK_PLAYER, f.v[3], -1, q, 0, q, -1)


@kernel()
def for_player(g, m, f, line, p):
    """Carry out a primitive about a player; returns whether a frame was pushed."""
    op = line.op
    if op == kinds.Op.HEAL:
        heal_player(g, m, p, amount(g, f, line.b))
    elif op == kinds.Op.DAMAGE_PLAYER:
        damage_player(g, m, p, amount(g, f, line.b), f.v[2])
    elif op == kinds.Op.DRAW:
        n = amount(g, f, line.b)
        if m.reserves_draw == 1:
            push(g, kinds.Frame.DRAW, p, n, 0, 0, 0, 0, 0)
            return True
        draw_cards(g, m, p, n)
    else:
        g.chosen = p
    return False


@kernel()
def step_removal(g, m, f, op):
    """Destroy, bounce, bury, sheathe or silo the targets; returns whether the primitive is finished."""
    first, n = f.v[5], f.v[6]
    if f.v[8] == 0:
        f.v[12] = 0
        f.v[11] = 0
        f.v[8] = 1
        if op == kinds.Op.DESTROY:
            for i in range(first, first + n):
                if has_react(g, m, g.pool[i], kinds.React.DESTROY_EFFECT):
                    f.v[8] = 2
                    push(g, kinds.Frame.REACT, kinds.React.DESTROY_EFFECT, -1, 0, first, n, 0, 0)
                    return False
    if f.v[8] == 2:
        if g.ret == 1:  # 17.ruling.66: the whole effect
            return True
        f.v[8] = 1
    if f.v[8] == 3:
        if g.ret == 1:
            if f.v[11] >= 31:  # bits of a variable
                meet_limit(g)
                return False
            f.v[12] |= 1 << f.v[11]
        f.v[11] += 1
        f.v[8] = 1
    if f.v[8] == 1:
        if op != kinds.Op.SHEATHE:
            while f.v[11] < n:
                c = g.pool[first + f.v[11]]
                if has_react(g, m, c, kinds.React.REMOVAL_EFFECT):  # 12.counter.18
                    f.v[8] = 3
                    push(g, kinds.Frame.REACT, kinds.React.REMOVAL_EFFECT, c, 0, 0, 0, 0, 0)
                    return False
                f.v[11] += 1
        f.v[8] = 4
        if (op == kinds.Op.BURY or op == kinds.Op.SHEATHE) and n > 1:
            push(g, kinds.Frame.ORDER, -1, 0, f.v[2], first, n, 0, 0)  # 17.keyword.3, 17.keyword.66
            return False
    for i in range(n):
        if i < 31 and (f.v[12] >> i) & 1:
            log(g, kinds.Log.PREVENTED, f.v[2], g.pool[first + i], op, 0, 1)
            continue
        c = g.pool[first + i]
        if g.cards[c].zone != kinds.Zone.NOWHERE or f.v[7] < 0 or c == f.v[3] or op == kinds.Op.DESTROY or m.targets_at_activation == 0:
            send(g, m, op, c)
    return True


@kernel()
def step_hypnotize(g, m, f, line):
    """Take control of the targets until the turn ends; returns whether the primitive is finished."""
    user = f.v[2]
    while True:
        if f.v[8] == 0:
            f.v[11] = 0
            f.v[8] = 1
        if f.v[8] == 1:
            if f.v[11] >= f.v[6]:
                return True
            c = g.pool[f.v[5] + f.v[11]]
            zone = g.cards[c].zone
            if not (zone == kinds.Zone.BATTLEFIELD or (zone == kinds.Zone.TRAPFIELD and m.deploy_traps == 1)):
                f.v[11] += 1
                continue
            if has_react(g, m, c, kinds.React.REMOVAL_EFFECT):
                f.v[8] = 2
                push(g, kinds.Frame.REACT, kinds.React.REMOVAL_EFFECT, c, 0, 0, 0, 0, 0)
                return False
            f.v[8] = 3
        if f.v[8] == 2:
            f.v[8] = 3
            if g.ret == 1:
                f.v[11] += 1
                f.v[8] = 1
                continue
        c = g.pool[f.v[5] + f.v[11]]
        holder = g.cards[c].holder
        if f.v[8] == 3:
            if line.a == 0:
                if holder != user:
                    note_return(g, c, holder)
                    change_control(g, m, c, user)
                f.v[11] += 1
                f.v[8] = 1
                continue
            clear_options(g)
            for q in range(g.n_players):
                if q != holder and g.players[q].out == 0:
                    option(g, kinds.Opt.PICK_PLAYER, c, -1, q, 0, q, -1)
            f.v[8] = 4
            ask(g, user, kinds.Ask.PLAYER, c, f.v[10], f.v[0])
            return False
        note_return(g, c, holder)
        change_control(g, m, c, chosen(g).target)
        f.v[11] += 1
        f.v[8] = 1


@kernel()
def step_conscript(g, m, f):
    """Conscript the targets, then have the orders announced anew; returns whether the primitive is finished."""
    if f.v[8] == 0:
        f.v[13] = 0
        for i in range(f.v[5], f.v[5] + f.v[6]):
            side = conscript(g, m, g.pool[i])
            if side >= 0:
                f.v[13] |= 1 << side
        f.v[8] = 1
    for side in range(2):
        if (f.v[13] >> side) & 1:
            f.v[13] &= ~(1 << side)
            b = g.battles[g.n_battles - 1]
            push(g, kinds.Frame.ORDER, g.n_battles - 1, side, b.attacker if side == 0 else b.defender, 0, 0, 0, 0)
            return False
    return True


@kernel()
def list_enemy_minions(g, p, code):
    """List the unpetrified on-field minions of enemies of player ``p`` that can take damage."""
    for q in range(g.n_players):
        if q != p and g.players[q].out == 0:
            player = g.players[q]
            for i in range(player.n[kinds.Zone.BATTLEFIELD]):
                c = player.zone[kinds.Zone.BATTLEFIELD, i]
                if g.cards[c].petrified == 0:
                    option(g, kinds.Opt.PICK_CARD, c, -1, -1, code, q, -1)


@kernel()
def step_voodoo(g, m, f):
    """Inflict the die's result on an enemy minion of the counter's owner (17.counter.10, 17.ruling.61, 17.ruling.62)."""
    if f.v[8] == 0:
        clear_options(g)
        list_enemy_minions(g, f.v[2], int(g.die))
        w = 0
        for i in range(g.n_options):  # a host that this die destroys is no longer there to be picked
            c = g.options[i].card
            if not (c == f.v[4] and g.cards[c].hp == 0):
                g.options[w] = g.options[i]
                w += 1
        g.n_options = w
        if w == 0:
            return True
        f.v[8] = 1
        f.v[11] = g.die
        ask(g, f.v[2], kinds.Ask.MINION, f.v[4], -1, f.v[0])
        return False
    damage_minion(g, m, chosen(g).card, f.v[11], f.v[2])
    return True


@kernel()
def step_berzerk(g, m, f):
    """Choose a victim for the host and queue its attack (17.counter.15, 17.counter.17, 17.ruling.72)."""
    host = f.v[4]
    if f.v[8] == 0:
        if host < 0 or f.v[6] == 0 or not is_soft(g, host):
            return True
        clear_options(g)
        holder = g.cards[host].holder
        for q in range(g.n_players):
            if q == holder or g.players[q].out == 1:
                continue
            option(g, kinds.Opt.ATTACK_PLAYER, host, -1, q, 0, q, -1)
            for i in range(g.players[q].n[kinds.Zone.BATTLEFIELD]):
                c = g.players[q].zone[kinds.Zone.BATTLEFIELD, i]
                if g.cards[c].petrified == 0:
                    option(g, kinds.Opt.ATTACK_MINION, c, -1, q, 0, q, -1)
        if g.n_options == 0:
            return True
        f.v[8] = 1
        ask(g, f.v[2], kinds.Ask.VICTIM, host, -1, f.v[0])
        return False
    o = chosen(g)
    if g.cards[host].silenced == 0:
        g.cards[host].silenced = 1
        g.n_silenced += 1
    if g.n_berzerk < MAX_BERZERK:
        k = g.n_berzerk
        g.n_berzerk += 1
        g.berzerk_card[k] = host
        g.berzerk_stamp[k] = g.cards[host].stamp
        g.berzerk_player[k] = o.target
        g.berzerk_victim[k] = -1
        if o.kind == kinds.Opt.ATTACK_MINION:
            g.berzerk_victim[k] = o.card
            g.berzerk_victim_stamp[k] = g.cards[o.card].stamp
    else:
        meet_limit(g)
    return True


@kernel()
def step_damage(g, m, f, line):
    """Inflict an amount on each target; a single die of a counter can be answered as a die (17.ruling.63)."""
    if f.v[8] == 0:
        f.v[11] = 0
        f.v[8] = 1
    n = amount(g, f, line.a)
    while f.v[11] < f.v[6]:
        c = g.pool[f.v[5] + f.v[11]]
        f.v[11] += 1
        if not is_soft(g, c):
            continue
        if line.a == kinds.Amount.ROLL and line.b == 1:
            push(g, kinds.Frame.HIT, c, n, f.v[2], 0, 0, 0, 0)
            return False
        damage_minion(g, m, c, n, f.v[2])
    return True


@handler
def step_program(g, m, f):
    """Run the program of the frame until it ends, asks, or pushes another frame."""
    while True:
        if g.over == 1:
            return
        if f.v[0] >= f.v[1]:
            pop(g, 1)
            return
        if g.players[f.v[2]].out == 1:  # 9.ruling.41
            pop(g, 0)
            return
        line = m.code[f.v[0]]
        op = line.op
        done = True
        if op == kinds.Op.NEXT:
            if f.v[7] != INSIDE and check_end(g, m):
                return
            if m.counters_at_once == 1 and g.n_counters > 0 and f.v[7] >= 0 and f.v[8] == 0:
                f.v[8] = 1
                push(g, kinds.Frame.WINDOW, 1, 0, 0, 0, 0, 0, 0)  # 9.ruling.3 (c): a window for counters after each effect
                return
        elif op == kinds.Op.IF:
            if not holds(g, m, line.a, f.v[2], f.v[6]):
                f.v[0] = line.b - 1
        elif simple(g, m, f, line):
            done = True
        elif op == kinds.Op.DESTROY or op == kinds.Op.BOUNCE or op == kinds.Op.BURY or op == kinds.Op.SHEATHE or op == kinds.Op.SILO:
            done = step_removal(g, m, f, op)
        elif op == kinds.Op.HYPNOTIZE:
            done = step_hypnotize(g, m, f, line)
        elif op == kinds.Op.CONSCRIPT:
            done = step_conscript(g, m, f)
        elif op == kinds.Op.DAMAGE_ENEMY_MINION:
            done = step_voodoo(g, m, f)
        elif op == kinds.Op.BERZERK:
            done = step_berzerk(g, m, f)
        elif op == kinds.Op.DAMAGE:
            done = step_damage(g, m, f, line)
        elif op == kinds.Op.ROLL:
            if f.v[8] == 0:
                f.v[8] = 1
                done = not roll(g, m, f.v[2], amount(g, f, line.a))
        elif op == kinds.Op.HEAL or op == kinds.Op.DAMAGE_PLAYER or op == kinds.Op.DRAW or op == kinds.Op.CHOOSE_PLAYER:
            if f.v[8] == 0:
                p = who(g, f, line.a)
                if p < 0:
                    list_players(g, f, line.a)
                    f.v[8] = 1
                    ask(g, f.v[2], kinds.Ask.PLAYER, f.v[3], f.v[10], f.v[0])
                    return
                f.v[8] = 3
                f.v[9] = p
            elif f.v[8] == 1:
                f.v[9] = chosen(g).target
                g.chosen = f.v[9]
                f.v[8] = 3
            if f.v[8] == 3:
                f.v[8] = 4
                done = not for_player(g, m, f, line, f.v[9])
            if done and line.a == kinds.Who.BOTH and f.v[8] == 4:
                f.v[8] = 5
                done = not for_player(g, m, f, line, g.chosen)
        elif f.v[8] == 0:  # primitives that are frames of their own
            f.v[8] = 1
            done = False
            if op == kinds.Op.DEPLOY:
                push(g, kinds.Frame.DEPLOY, f.v[2], f.v[5], f.v[6], f.v[3], 0, 0, 0)
            elif op == kinds.Op.CLONE or op == kinds.Op.EMBODY:
                push(g, kinds.Frame.COPIES, f.v[2], f.v[5], f.v[6], 1 if op == kinds.Op.EMBODY else 0, line.a, line.b, 0)
            elif op == kinds.Op.CRAFT:
                push(g, kinds.Frame.CRAFT, f.v[2], amount(g, f, line.a), amount(g, f, line.b), f.v[3], 0, 0, 0)
            elif op == kinds.Op.REMOVE_COUNTERS:
                push(g, kinds.Frame.COUNTERS, f.v[2], f.v[5], f.v[6], amount(g, f, line.a), f.v[3], 0, 0)
            elif op == kinds.Op.BATCH_ADD or op == kinds.Op.BATCH_SUBTRACT or op == kinds.Op.DAMAGE_TOTAL:
                kind = 0 if op == kinds.Op.BATCH_ADD else (1 if op == kinds.Op.BATCH_SUBTRACT else 2)
                total = line.a if op == kinds.Op.DAMAGE_TOTAL else line.b
                push(g, kinds.Frame.BATCH, f.v[2], f.v[5], f.v[6], kind, line.a, amount(g, f, total), line.c)
            elif op == kinds.Op.ASSIGN_DICE:
                push(g, kinds.Frame.ASSIGN, f.v[2], f.v[5], f.v[6], amount(g, f, line.a), line.b, f.v[3], 0)
            else:
                done = True
        if g.over == 1 or not done:
            return
        f.v[0] += 1
        f.v[8] = 0


@kernel()
def clear_batch(g):
    """Forget the shares of the last batch."""
    for i in range(ZONE_CAP):
        g.batch[i] = 0
