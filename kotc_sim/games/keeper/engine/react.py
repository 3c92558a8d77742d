"""Reactive counters: offered when their circumstance occurs, also inside steps and resolving chains (17.ruling.20).

Also what a die does to a minion, since three of the circumstances surround it, and re-rolls.
"""

from __future__ import annotations

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import pool_add
from kotc_sim.games.keeper.engine.dice import roll_into, roll_one
from kotc_sim.games.keeper.engine.events import fall, hit_minion
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, next_player, option, pop, push
from kotc_sim.games.keeper.engine.zones import log, remove_counter

BATTLE_OFFERS = 20  # Taunt, Medic and Assassin together


@kernel()
def answers(m, circumstance):
    """Tell whether some counter kind of the match answers a circumstance."""
    return (m.react_mask >> circumstance) & 1 == 1


@kernel()
def has_react(g, m, c, circumstance):
    """Tell whether minion ``c`` carries a counter that answers the circumstance."""
    if g.cards[c].counters == 0 or not answers(m, circumstance):
        return False
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.card == c and m.kinds[s.kind].react == circumstance:
            return True
    return False


@kernel()
def battle_circumstance(g, m, s, react):
    """Tell whether a counter stack may be popped for the innermost battle now (17.counter.18 to 17.counter.20, 17.ruling.75)."""
    b = g.battles[g.n_battles - 1]
    card = g.cards[s.card]
    if card.zone != kinds.Zone.BATTLEFIELD or card.petrified == 1:
        return False
    if react == kinds.React.ATTACKED:
        return card.holder == b.defender and b.victim != s.card
    if react == kinds.React.LONE_ATTACKER:
        return b.stage < 2 and b.skip_defense == 0 and b.team[0].n == 1 and b.team[0].card[0] == s.card
    if react == kinds.React.IN_BATTLE:
        for side in range(2):
            for i in range(b.team[side].n):
                if b.team[side].card[i] == s.card:
                    return True
    return False


@kernel()
def list_reacts(g, m, circumstance, host, first, n, p):
    """List the counters of player ``p`` that answer a circumstance; hosts are ``host`` or the pool's cards ``first`` …"""
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.owner != p or s.count <= 0:
            continue
        react = m.kinds[s.kind].react
        if circumstance == BATTLE_OFFERS:
            ok = battle_circumstance(g, m, s, react)
        elif react != circumstance:
            ok = False
        elif circumstance == kinds.React.DESTROY_EFFECT:
            ok = False
            for k in range(first, first + n):
                if g.pool[k] == s.card:
                    ok = True
        else:
            ok = s.card == host
        if ok:
            option(g, kinds.Opt.POP, s.card, s.kind, -1, 0, p, -1)


@handler
def step_react(g, m, f):
    """Offer reactive counters; returns 1 if what they answer was prevented.

    Frame: 0 circumstance, 1 host, 2 die, 3 first target, 4 number of targets, 5 asked, 6 passes, 7 result.
    """
    while True:
        if f.pc == 0:
            f.v[5] = g.turn_player
            f.v[6] = 0
            f.pc = 1
        elif f.pc == 1:
            if f.v[6] >= g.n_left or g.n_counters == 0:
                pop(g, f.v[7])
                return
            p = f.v[5]
            if g.players[p].out == 1:  # 9.endgame.4
                f.v[5] = next_player(g, p)
                continue
            clear_options(g)
            list_reacts(g, m, f.v[0], f.v[1], f.v[3], f.v[4], p)
            if g.n_options == 0:
                f.v[6] += 1
                f.v[5] = next_player(g, p)
                continue
            option(g, kinds.Opt.PASS, -1, -1, -1, f.v[2], p, -1)
            g.die = f.v[2]
            f.pc = 2
            ask(g, p, kinds.Ask.REACT, f.v[1], -1, f.v[0])
            return
        elif f.pc == 2:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.v[6] += 1
                f.v[5] = next_player(g, f.v[5])
                f.pc = 1
                continue
            c, kind, owner = int(o.card), int(o.ability), f.v[5]
            remove_counter(g, c, kind, owner, 1)
            log(g, kinds.Log.POP, owner, c, kind, 0, 0)
            g.prevented = 0
            g.die = f.v[2]
            pool_add(g, c)
            f.pc = 3
            k = m.kinds[kind]
            push(g, kinds.Frame.PROGRAM, k.code, k.code_end, owner, c, c, g.n_pool - 1, 1)
            g.frames[g.depth - 1].v[7] = -1 if f.v[0] == BATTLE_OFFERS else -2  # program.INSIDE
            return
        else:
            g.n_pool -= 1
            if g.prevented == 1:
                log(g, kinds.Log.PREVENTED, f.v[5], f.v[1], f.v[0], f.v[2], 0)
                f.v[7] = 1
                g.prevented = 0
                pop(g, 1)
                return
            f.v[5] = g.turn_player
            f.v[6] = 0
            f.pc = 1


@kernel()
def die_is_plain(g, m, c):
    """Tell whether no counter can answer a die that hits minion ``c``."""
    return g.cards[c].counters == 0 or not (has_react(g, m, c, kinds.React.DIE_BEFORE) or has_react(g, m, c, kinds.React.DIE_DAMAGED))


@handler
def step_hit(g, m, f):
    """One die hits a minion: Shield before, Voodoo after, then it falls (17.ruling.59, 17.ruling.60).

    Frame: 0 minion, 1 result of the die, 2 player whose die it is, 3 piercing or -1, 4 stamp.
    """
    c = f.v[0]
    if f.pc == 0:
        f.v[4] = g.cards[c].stamp
        f.pc = 1
        if has_react(g, m, c, kinds.React.DIE_BEFORE):
            push(g, kinds.Frame.REACT, kinds.React.DIE_BEFORE, c, f.v[1], 0, 0, 0, 0)
            return
        g.ret = 0
    if f.pc == 1:
        if g.ret == 1:
            pop(g, 1)
            return
        f.v[3] = hit_minion(g, m, c, f.v[1], f.v[2])
        f.pc = 2
        if has_react(g, m, c, kinds.React.DIE_DAMAGED) and g.cards[c].petrified == 0:
            push(g, kinds.Frame.REACT, kinds.React.DIE_DAMAGED, c, f.v[1], 1 if f.v[3] >= 0 else 0, 0, 0, 0)
            return
    if f.v[3] >= 0 and g.cards[c].stamp == f.v[4] and g.cards[c].zone == kinds.Zone.BATTLEFIELD:
        fall(g, m, c, f.v[3], f.v[2])
    pop(g, 0)


@kernel()
def inflict_die(g, m, c, face, source):
    """Inflict one die on minion ``c``: at once, or by a frame where counters may answer. Returns whether a frame was pushed."""
    if die_is_plain(g, m, c):
        piercing = hit_minion(g, m, c, face, source)
        if piercing >= 0:
            fall(g, m, c, piercing, source)
        return False
    push(g, kinds.Frame.HIT, c, face, source, 0, 0, 0, 0)
    return True


@kernel()
def may_reroll(g, m):
    """Tell whether somebody might act after a roll: have a die rolled again (17.counter.21, 9.keyword.31), or remove a counter
    where that is possible at any time (9.ruling.3 e)."""
    if g.n_counters > 0 and (m.counters_at_once == 1 or answers(m, kinds.React.DIE_ROLLED)):
        return True
    if g.n_rerolls > 0:
        for p in range(g.n_players):
            for i in range(4):
                if g.players[p].reroll_dice[i] > 0:
                    return True
    return False


@kernel()
def permission(g, p):
    """Return the index of a permission of player ``p`` to roll dice of the present chain again, or -1."""
    player = g.players[p]
    for i in range(4):
        if player.reroll_dice[i] > 0 and player.reroll_from[i] <= g.chain_number and g.chain_number <= player.reroll_until[i]:
            return i
    return -1


@kernel()
def locked(f, side, face):
    """Return how many dice that show ``face`` (0..5) have had their new rolls under the present permission (9.ruling.24)."""
    return (f.v[11 + side] >> (5 * face)) & 31


@kernel()
def lock(f, side, face, by):
    """Add ``by`` to the number of locked dice that show ``face`` (1..6)."""
    f.v[11 + side] += by << (5 * (face - 1))


@kernel()
def list_rerolls(g, m, f, p):
    """List which dice player ``p`` may have rolled again: by a counter (POP) or by a permission (FACE)."""
    sides = 2 if f.v[0] == 1 else 1
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.owner != p or m.kinds[s.kind].react != kinds.React.DIE_ROLLED or g.cards[s.card].petrified == 1:
            continue
        for side in range(sides):
            for face in range(6):
                if dice_of(g, f.v[0], side, face) > 0:
                    option(g, kinds.Opt.POP, s.card, s.kind, side, face + 1, p, -1)
    i = permission(g, p)
    if i >= 0:
        if f.v[13] != 4 * p + i + 1:  # each permission takes dice of its own
            f.v[11] = 0
            f.v[12] = 0
            f.v[13] = 4 * p + i + 1
        for side in range(sides):
            for face in range(6):
                if dice_of(g, f.v[0], side, face) > locked(f, side, face):
                    option(g, kinds.Opt.FACE, -1, -1, side, face + 1, p, -1)


@kernel()
def dice_of(g, battle, side, face):
    """Return how many dice show ``face`` (0..5) in the roll that is being settled."""
    if battle == 1:
        return int(g.battles[g.n_battles - 1].dice[side, face])
    return int(g.hist[face])


@kernel()
def roll_again(g, battle, side, face, roller):
    """Roll one die that shows ``face`` (1..6) again; return the new face (17.ruling.65)."""
    new = roll_one(g, roller)
    log(g, kinds.Log.REROLL, roller, side, face, new, 0)
    if battle == 1:
        b = g.battles[g.n_battles - 1]
        b.dice[side, face - 1] -= 1
        b.dice[side, new - 1] += 1
    else:
        g.hist[face - 1] -= 1
        g.hist[new - 1] += 1
    return new


@handler
def step_roll(g, m, f):
    """Roll dice and settle re-rolls. Frame: 0 battle (1: its dice lie open already), 1 roller, 2 dice, 3 asked, 4 passes,
    5 side and 6 face of a die under a permission, 7 rolls left for it, 8 its player, 9 and 10 the roll while a counter takes
    effect, 11 and 12 locked dice of each side by face, 13 the permission that they belong to."""
    while True:
        if f.pc == 0:
            if f.v[0] == 0:
                roll_into(g, f.v[1], f.v[2], g.hist)
            f.v[3] = g.turn_player
            f.v[4] = 0
            f.pc = 1
        elif f.pc == 1:
            if f.v[4] >= g.n_left:
                total = 0
                for face in range(6):
                    total += g.hist[face] * (face + 1)
                g.roll = total
                pop(g, total)
                return
            p = f.v[3]
            if g.players[p].out == 1:  # 9.endgame.4
                f.v[3] = next_player(g, p)
                continue
            clear_options(g)
            list_rerolls(g, m, f, p)
            if m.counters_at_once == 1:
                for i in range(g.n_counters):
                    s = g.counters[i]
                    if s.owner == p and m.kinds[s.kind].pop == kinds.Pop.AT_ONCE:
                        option(g, kinds.Opt.POP, s.card, s.kind, -1, 0, p, -1)
            if g.n_options == 0:
                f.v[4] += 1
                f.v[3] = next_player(g, p)
                continue
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            f.pc = 2
            ask(g, p, kinds.Ask.REACT, -1, -1, kinds.React.DIE_ROLLED)
            return
        elif f.pc == 2:
            o = chosen(g)
            p = f.v[3]
            f.pc = 1
            if o.kind == kinds.Opt.PASS:
                f.v[4] += 1
                f.v[3] = next_player(g, p)
                continue
            f.v[4] = 0
            f.v[3] = g.turn_player
            if o.kind == kinds.Opt.POP and o.target < 0:  # another named counter before the result is used (9.ruling.3 e)
                c, kind = int(o.card), int(o.ability)
                remove_counter(g, c, kind, p, 1)
                log(g, kinds.Log.POP, p, c, kind, 0, 0)
                pool_add(g, c)
                f.pc = 5
                f.v[9] = g.hist[0] | (g.hist[1] << 10) | (g.hist[2] << 20)  # the effect may roll dice of its own
                f.v[10] = g.hist[3] | (g.hist[4] << 10) | (g.hist[5] << 20)
                k = m.kinds[kind]
                push(g, kinds.Frame.PROGRAM, k.code, k.code_end, p, c, c, g.n_pool - 1, 1)
                g.frames[g.depth - 1].v[7] = -1
                return
            side, face = int(o.target), int(o.amount)
            if o.kind == kinds.Opt.POP:
                remove_counter(g, o.card, o.ability, p, 1)
                log(g, kinds.Log.POP, p, o.card, o.ability, face, 0)
                spare = dice_of(g, f.v[0], side, face - 1) - locked(f, side, face - 1)
                new = roll_again(g, f.v[0], side, face, p)
                if spare <= 0:
                    lock(f, side, face, -1)
                    lock(f, side, new, 1)
            else:
                i = permission(g, p)
                g.players[p].reroll_dice[i] -= 1
                f.v[5] = side
                f.v[7] = g.players[p].reroll_times[i] - 1
                f.v[6] = roll_again(g, f.v[0], side, face, p)
                f.v[8] = p
                if f.v[7] > 0:
                    f.pc = 3
                else:
                    lock(f, side, f.v[6], 1)
        elif f.pc == 3:  # the same die once more (9.ruling.24)
            clear_options(g)
            option(g, kinds.Opt.FACE, -1, -1, f.v[5], f.v[6], f.v[8], -1)
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, f.v[8], -1)
            f.pc = 4
            ask(g, f.v[8], kinds.Ask.REROLL, -1, -1, kinds.React.DIE_ROLLED)
            return
        elif f.pc == 4:
            f.pc = 1
            if chosen(g).kind == kinds.Opt.FACE:
                f.v[6] = roll_again(g, f.v[0], f.v[5], f.v[6], f.v[8])
                f.v[7] -= 1
                if f.v[7] > 0:
                    f.pc = 3
                    continue
            lock(f, f.v[5], f.v[6], 1)
        else:  # 5: a popped counter has taken effect
            g.n_pool -= 1
            for face in range(3):
                g.hist[face] = (f.v[9] >> (10 * face)) & 1023
                g.hist[face + 3] = (f.v[10] >> (10 * face)) & 1023
            f.pc = 1


@kernel()
def roll(g, m, p, n):
    """Roll ``n`` dice of player ``p`` into ``g.hist`` and ``g.roll``; returns whether a frame was pushed to settle re-rolls."""
    if may_reroll(g, m) and n > 0:
        push(g, kinds.Frame.ROLL, 0, p, n, 0, 0, 0, 0)
        return True
    g.roll = roll_into(g, p, n, g.hist)
    return False
