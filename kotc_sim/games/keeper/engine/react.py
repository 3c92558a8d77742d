"""Reactive counters: offered when their circumstance occurs, also inside steps and resolving chains (17.ruling.20).

Also what a die does to a minion, since three of the circumstances surround it, and re-rolls.
"""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import frames, kinds, stack
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import pool_add
from kotc_sim.games.keeper.engine.dice import roll_into, roll_one
from kotc_sim.games.keeper.engine.events import fall, hit_minion
from kotc_sim.games.keeper.engine.zones import log, remove_counter
from kotc_sim.shared.dice import FACES


@kernel()
def answers(m, circumstance):
    """Return whether some counter kind of the match answers a circumstance."""
    return (m.react_mask >> circumstance) & 1 == 1


@kernel()
def has_react(g, m, c, circumstance):
    """Return whether minion ``c`` carries a counter that answers the circumstance."""
    if g.cards[c].counters == 0 or not answers(m, circumstance):
        return False
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.card == c and m.kinds[s.kind].react == circumstance:
            return True
    return False


@kernel()
def battle_circumstance(g, m, s, react):
    """Return whether a counter stack may be popped for the innermost battle now (17.counter.18 to 17.counter.20, 17.ruling.75)."""
    b = g.battles[g.n_battles - 1]
    card = g.cards[s.card]
    if card.zone != kinds.Zone.BATTLEFIELD or card.petrified == 1:
        return False
    if react == kinds.React.ATTACKED:
        return card.holder == b.defender and b.victim != s.card
    if react == kinds.React.LONE_ATTACKER:
        team = b.team[kinds.Side.ATTACKING]
        return b.stage < kinds.BattleStep.DEFENSE_FORMED and b.skip_defense == 0 and team.n == 1 and team.card[0] == s.card
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
        if circumstance == frames.BATTLE_OFFERS:
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
            stack.offer_ability(g, kinds.Opt.POP, s.card, s.kind, 0, p)


@kernel()
def ask_to_react(g, m, f):
    """Ask the next player who has a counter for the circumstance; returns whether there is one (17.ruling.20)."""
    while f.passes < g.n_left and g.n_counters > 0:
        p = f.asked
        if g.players[p].out == 1:  # 9.endgame.4
            f.asked = stack.next_player(g, p)
            continue
        stack.clear_options(g)
        list_reacts(g, m, f.circumstance, f.host, f.first, f.count, p)
        if g.n_options > 0:
            stack.offer_amount(g, kinds.Opt.PASS, stack.NONE, f.die, p)
            g.die = f.die
            f.pc = frames.ReactStage.CHOSEN
            stack.ask_for(g, p, kinds.Ask.REACT, f.host, f.circumstance)
            return True
        f.passes += 1
        f.asked = stack.next_player(g, p)
    return False


@kernel()
def pop_reactive(g, m, f):
    """Pop the reactive counter that was chosen; returns whether there is one."""
    o = stack.chosen(g)
    p = f.asked
    if o.kind == kinds.Opt.PASS:
        f.passes += 1
        f.asked = stack.next_player(g, p)
        f.pc = frames.ReactStage.LIST
        return False
    c, kind = int(o.card), int(o.ability)
    remove_counter(g, c, kind, p, 1)
    log(g, kinds.Log.POP, p, c, kind, 0, 0)
    g.prevented = 0
    g.die = f.die
    pool_add(g, c)
    f.pc = frames.ReactStage.POPPED
    frames.push_counter(g, m, kind, p, c, stack.NONE if f.circumstance == frames.BATTLE_OFFERS else frames.INSIDE)
    return True


@kernel()
def has_prevented(g, f):
    """Return whether the counter that was popped has prevented what it answered, which ends the frame; else all are asked again."""
    g.n_pool -= 1
    if f.circumstance == kinds.React.DAMAGE_BEFORE:
        f.die = max(0, f.die - g.prevented)
        g.prevented = 0
        if f.die > 0:
            return False
        stack.pop(g, 0)
        return True
    if g.prevented == 1:
        log(g, kinds.Log.PREVENTED, f.asked, f.host, f.circumstance, f.die, 0)
        g.prevented = 0
        stack.pop(g, 1)
        return True
    return False


@handler
def step_react(g, m, f):
    """Offer reactive counters; returns 1 if what they answer was prevented, or the damage that is left where they reduce it."""
    while True:
        if f.pc == frames.ReactStage.LIST:
            if not ask_to_react(g, m, f):
                stack.pop(g, f.die if f.circumstance == kinds.React.DAMAGE_BEFORE else 0)
            return
        if f.pc == frames.ReactStage.CHOSEN:
            if pop_reactive(g, m, f):
                return
        else:
            if f.pc == frames.ReactStage.POPPED and has_prevented(g, f):
                return
            f.asked = g.turn_player
            f.passes = 0
            f.pc = frames.ReactStage.LIST


@kernel()
def die_is_plain(g, m, c):
    """Return whether no counter can answer a die that hits minion ``c``."""
    return g.cards[c].counters == 0 or not (
        has_react(g, m, c, kinds.React.DIE_BEFORE)
        or has_react(g, m, c, kinds.React.DIE_DAMAGED)
        or has_react(g, m, c, kinds.React.DAMAGE_BEFORE)
    )


@handler
def step_hit(g, m, f):
    """One die hits a minion: Shield before, Voodoo after, then it falls (17.ruling.59, 17.ruling.60)."""
    c = f.minion
    if f.pc == frames.HitStage.BEGIN:
        f.stamp = g.cards[c].stamp
        f.pc = frames.HitStage.ANSWERED
        if has_react(g, m, c, kinds.React.DIE_BEFORE):
            frames.push_react(g, kinds.React.DIE_BEFORE, c, f.die)
            return
        g.ret = 0
    if f.pc == frames.HitStage.ANSWERED:
        if g.ret == 1:
            stack.pop(g, 1)
            return
        f.pc = frames.HitStage.REDUCED
        if has_react(g, m, c, kinds.React.DAMAGE_BEFORE):  # 14.counter.1
            frames.push_react(g, kinds.React.DAMAGE_BEFORE, c, f.die)
            return
        g.ret = f.die
    if f.pc == frames.HitStage.REDUCED:
        f.die = g.ret
        f.piercing = hit_minion(g, m, c, f.die, f.source)
        f.pc = frames.HitStage.HIT
        if f.die > 0 and has_react(g, m, c, kinds.React.DIE_DAMAGED) and g.cards[c].petrified == 0:
            frames.push_react(g, kinds.React.DIE_DAMAGED, c, f.die)
            return
    if f.piercing >= 0 and g.cards[c].stamp == f.stamp and g.cards[c].zone == kinds.Zone.BATTLEFIELD:
        fall(g, m, c, f.piercing, f.source)
    stack.pop(g, 0)


@kernel()
def inflict_die(g, m, c, face, source):
    """Inflict one die on minion ``c``: at once, or by a frame where counters may answer. Returns whether a frame was pushed."""
    if die_is_plain(g, m, c):
        piercing = hit_minion(g, m, c, face, source)
        if piercing >= 0:
            fall(g, m, c, piercing, source)
        return False
    frames.push_hit(g, c, face, source)
    return True


@kernel()
def may_reroll(g, m):
    """Return whether somebody might act after a roll: have a die rolled again (17.counter.21, 9.keyword.31), or remove a counter
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
def permission(g, p, mode):
    """Return the index of a permission of player ``p`` to roll the dice again that lie open, or -1: a counter's are of no chain."""
    player = g.players[p]
    for i in range(4):
        if player.reroll_dice[i] > 0 and player.reroll_from[i] <= g.chain_number and g.chain_number <= player.reroll_until[i]:
            if mode != frames.RollMode.COUNTER or player.reroll_until[i] == frames.FOR_THE_TURN:
                return i
    return -1


@kernel()
def locked(f, side, face):
    """Return how many dice that show ``face`` (0..5) a permission has taken, whosever it is (9.ruling.24)."""
    return (f.locked[side] >> (5 * face)) & 31


@kernel()
def lock(f, side, face, by):
    """Add ``by`` to the number of locked dice that show ``face`` (1..6)."""
    f.locked[side] += by << (5 * (face - 1))


@kernel()
def list_rerolls(g, m, f, p):
    """List which dice player ``p`` may have rolled again: by a counter (POP) or by a permission (FACE)."""
    mode = f.mode
    sides = 2 if mode == frames.RollMode.BATTLE else 1
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.owner != p or m.kinds[s.kind].react != kinds.React.DIE_ROLLED or g.cards[s.card].petrified == 1:
            continue
        for side in range(sides):
            for face in range(FACES):
                if dice_of(g, mode, side, face) > 0:
                    stack.offer(g, kinds.Opt.POP, s.card, s.kind, side, face + 1, p, stack.NONE)
    if permission(g, p, mode) >= 0:
        for side in range(sides):
            for face in range(FACES):
                if dice_of(g, mode, side, face) > locked(f, side, face):
                    stack.offer_at(g, kinds.Opt.FACE, stack.NONE, side, face + 1, p)


@kernel()
def dice_of(g, mode, side, face):
    """Return how many dice show ``face`` (0..5) in the roll that is being settled."""
    if mode == frames.RollMode.BATTLE:
        return int(g.battles[g.n_battles - 1].dice[side, face])
    return int(g.hist[face])


@kernel()
def roll_again(g, mode, side, face, roller):
    """Roll one die that shows ``face`` (1..6) again; return the new face (17.ruling.65)."""
    new = roll_one(g, roller)
    log(g, kinds.Log.REROLL, roller, side, face, new, 0)
    if mode == frames.RollMode.BATTLE:
        b = g.battles[g.n_battles - 1]
        b.dice[side, face - 1] -= 1
        b.dice[side, new - 1] += 1
    else:
        g.hist[face - 1] -= 1
        g.hist[new - 1] += 1
    return new


@kernel()
def begin_roll(g, f):
    """Roll the dice, unless they lie open; the turn player is asked first."""
    if f.mode != frames.RollMode.BATTLE:
        roll_into(g, f.roller, f.dice, g.hist)
    f.asked = g.turn_player
    f.passes = 0
    f.pc = frames.RollStage.LIST


@kernel()
def total_of(hist):
    """Return the sum of the dice of a histogram."""
    total = 0
    for face in range(FACES):
        total += hist[face] * (face + 1)
    return total


@kernel()
def ask_for_reroll(g, m, f):
    """Ask the next player who may have a die rolled again, or pop a counter; returns whether there is one (17.counter.21, 9.ruling.3 e)."""
    while f.passes < g.n_left:
        p = f.asked
        if g.players[p].out == 1:  # 9.endgame.4
            f.asked = stack.next_player(g, p)
            continue
        stack.clear_options(g)
        list_rerolls(g, m, f, p)
        if m.counters_at_once == 1:
            for i in range(g.n_counters):
                s = g.counters[i]
                if s.owner == p and m.kinds[s.kind].pop == kinds.Pop.AT_ONCE:
                    stack.offer_ability(g, kinds.Opt.POP, s.card, s.kind, 0, p)
        if g.n_options > 0:
            stack.offer_plain(g, kinds.Opt.PASS, p)
            f.pc = frames.RollStage.CHOSEN
            stack.ask(g, p, kinds.Ask.REACT, kinds.React.DIE_ROLLED)
            return True
        f.passes += 1
        f.asked = stack.next_player(g, p)
    return False


@kernel()
def pop_before_result(g, m, f, p, c, kind):
    """Pop another counter before the result is used (9.ruling.3 e); the roll is kept, as the effect may roll dice of its own."""
    remove_counter(g, c, kind, p, 1)
    log(g, kinds.Log.POP, p, c, kind, 0, 0)
    pool_add(g, c)
    f.pc = frames.RollStage.POPPED
    f.low = g.hist[0] | (g.hist[1] << 10) | (g.hist[2] << 20)
    f.high = g.hist[3] | (g.hist[4] << 10) | (g.hist[5] << 20)
    frames.push_counter(g, m, kind, p, c, stack.NONE)


@kernel()
def take_roll_back(g, f):
    """Put the roll back that was kept while a counter took effect."""
    g.n_pool -= 1
    for face in range(3):
        g.hist[face] = (f.low >> (10 * face)) & 1023
        g.hist[face + 3] = (f.high >> (10 * face)) & 1023


@kernel()
def reroll_by_counter(g, f, p, o):
    """Roll a die again by a counter that is popped (17.counter.21); it takes a locked die only where no other shows that face."""
    mode, side, face = f.mode, int(o.target), int(o.amount)
    remove_counter(g, o.card, o.ability, p, 1)
    log(g, kinds.Log.POP, p, o.card, o.ability, face, 0)
    spare = dice_of(g, mode, side, face - 1) - locked(f, side, face - 1)
    new = roll_again(g, mode, side, face, p)
    if spare <= 0:
        lock(f, side, face, -1)
        lock(f, side, new, 1)


@kernel()
def reroll_by_permission(g, f, p, o):
    """Roll a die again by a permission; returns whether it may be rolled once more (9.ruling.24)."""
    i = permission(g, p, f.mode)
    side = int(o.target)
    g.players[p].reroll_dice[i] -= 1
    f.side = side
    f.left = g.players[p].reroll_times[i] - 1
    f.face = roll_again(g, f.mode, side, int(o.amount), p)
    f.owner = p
    if f.left > 0:
        return True
    lock(f, side, f.face, 1)
    return False


@kernel()
def settle_choice(g, m, f):
    """Do what was chosen; returns whether a counter takes effect first."""
    o = stack.chosen(g)
    p = f.asked
    f.pc = frames.RollStage.LIST
    if o.kind == kinds.Opt.PASS:
        f.passes += 1
        f.asked = stack.next_player(g, p)
        return False
    f.passes = 0
    f.asked = g.turn_player
    if o.kind == kinds.Opt.POP and o.target < 0:
        pop_before_result(g, m, f, p, int(o.card), int(o.ability))
        return True
    if o.kind == kinds.Opt.POP:
        reroll_by_counter(g, f, p, o)
    elif reroll_by_permission(g, f, p, o):
        f.pc = frames.RollStage.LIST_AGAIN
    return False


@kernel()
def ask_once_more(g, f):
    """Ask whether the same die is rolled once more (9.ruling.24)."""
    p = f.owner
    stack.clear_options(g)
    stack.offer_at(g, kinds.Opt.FACE, stack.NONE, f.side, f.face, p)
    stack.offer_plain(g, kinds.Opt.PASS, p)
    f.pc = frames.RollStage.AGAIN_CHOSEN
    stack.ask(g, p, kinds.Ask.REROLL, kinds.React.DIE_ROLLED)


@kernel()
def roll_once_more(g, f):
    """Roll the same die once more, if that was chosen; returns whether it may be rolled yet again."""
    if stack.chosen(g).kind == kinds.Opt.FACE:
        f.face = roll_again(g, f.mode, f.side, f.face, f.owner)
        f.left -= 1
        if f.left > 0:
            return True
    lock(f, f.side, f.face, 1)
    return False


@handler
def step_roll(g, m, f):
    """Roll dice and settle re-rolls (17.counter.21, 9.ruling.24); returns the sum."""
    while True:
        if f.pc == frames.RollStage.BEGIN:
            begin_roll(g, f)
        elif f.pc == frames.RollStage.LIST:
            if not ask_for_reroll(g, m, f):
                g.roll = total_of(g.hist)
                stack.pop(g, g.roll)
            return
        elif f.pc == frames.RollStage.CHOSEN:
            if settle_choice(g, m, f):
                return
        elif f.pc == frames.RollStage.LIST_AGAIN:
            ask_once_more(g, f)
            return
        elif f.pc == frames.RollStage.AGAIN_CHOSEN:
            f.pc = frames.RollStage.LIST_AGAIN if roll_once_more(g, f) else frames.RollStage.LIST
        else:
            take_roll_back(g, f)
            f.pc = frames.RollStage.LIST


@kernel()
def roll(g, m, p, n, mode):
    """Roll ``n`` dice of player ``p`` into ``g.hist`` and ``g.roll``; returns whether a frame was pushed to settle re-rolls."""
    if may_reroll(g, m) and n > 0:
        frames.push_roll(g, mode, p, n)
        return True
    g.roll = roll_into(g, p, n, g.hist)
    return False
