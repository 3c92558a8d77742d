"""Battles: Attack Formation, Defense Formation, (dice,) Damage Allocation, and what is offered in between (17.battle.*).

The editions differ by switches: a dice step of its own, the response step of the 5th, piercing, and where leftover dice go.
"""

from __future__ import annotations

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.chain import MODE_COUNTERS, MODE_FULL, open_window
from kotc_sim.games.keeper.engine.dice import roll_into
from kotc_sim.games.keeper.engine.events import check_end, damage_player, fall, hit_minion, raise_event
from kotc_sim.games.keeper.engine.react import BATTLE_OFFERS, answers, has_react, inflict_die, may_reroll
from kotc_sim.games.keeper.engine.record import MAX_BATTLES
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, option, pop, push
from kotc_sim.games.keeper.engine.teams import enlist, in_team, team_sp
from kotc_sim.games.keeper.engine.zones import exhaust, log, meet_limit
from kotc_sim.shared.dice import pick_die

SLACK = 2
"""What overkill costs a defender on average, for each attacker that still has to fall."""


@kernel()
def can_attack(g, m, p, c):
    """Tell whether minion ``c`` of player ``p`` may be enlisted in an attacking team (17.battle.3, 9.caveat.14)."""
    card = g.cards[c]
    return card.exhausted == 0 and card.petrified == 0 and m.defs[card.definition].cannot_attack == 0


@kernel()
def list_attackers(g, m, p):
    """List the minions that player ``p`` may still enlist as attackers: those in the team are exhausted."""
    b = g.battles[g.n_battles - 1]
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        if can_attack(g, m, p, c):
            option(g, kinds.Opt.ENLIST, c, -1, -1, b.team[0].n, p, -1)


@kernel()
def list_defenders(g, m, p):
    """List the minions that player ``p`` may still enlist as defenders (17.battle.8)."""
    b = g.battles[g.n_battles - 1]
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        card = g.cards[c]
        if card.exhausted == 0 and card.petrified == 0 and m.defs[card.definition].cannot_defend == 0:
            if not in_team(b, 1, c):
                option(g, kinds.Opt.ENLIST, c, -1, -1, b.team[1].n, p, -1)


@kernel()
def offers_possible(g, m):
    """Tell whether Taunt, Medic or Assassin Counters might be popped."""
    return g.n_counters > 0 and (
        answers(m, kinds.React.ATTACKED) or answers(m, kinds.React.IN_BATTLE) or answers(m, kinds.React.LONE_ATTACKER)
    )


@kernel()
def between_steps(g, m):
    """Push the window between two steps of a battle; returns whether one was pushed (17.ruling.1, 9.ruling.3 d)."""
    if m.events >= 2:
        if g.n_counters > 0:
            push(g, kinds.Frame.WINDOW, MODE_COUNTERS, 0, 0, 0, 0, 0, 0)
            return True
        return False
    return open_window(g, m)


@kernel()
def begin_battle(g, m, attacker, victim_player, victim, berzerk):
    """Prepare the record of a new battle; the defending player is fixed now (17.battle.6, 17.ruling.103)."""
    b = g.battles[g.n_battles]
    g.n_battles += 1
    b.attacker = attacker
    b.victim_player = victim_player
    b.victim = victim
    b.defender = victim_player if victim < 0 else g.cards[victim].holder
    b.victim_lost = b.defender
    b.victim_stamp = g.cards[victim].stamp if victim >= 0 else 0
    b.skip_defense = 0
    b.stage = 0
    b.berzerk = berzerk
    b.raised_defense = 0
    b.negated = 0
    b.team[0].n = 0
    b.team[1].n = 0
    b.fought.n = 0
    for face in range(6):
        b.dice[0, face] = 0
        b.dice[1, face] = 0


@kernel()
def declare(g, m, b):
    """Complete Attack Formation: the victim is used for this Battle Phase, conditions are met (17.battle.5, 17.condition.3)."""
    if b.berzerk == 0:
        g.n_victims += 1
        if b.victim >= 0:
            g.cards[b.victim].used_victim = 1
        else:
            g.players[b.victim_player].used_victim = 1
    log(g, kinds.Log.VICTIM, b.victim_player, b.victim, b.attacker, 0, 0)
    b.stage = 1
    for i in range(b.team[0].n):
        raise_event(g, m, kinds.Event.ATTACK_FORMED, b.team[0].card[i], b.attacker, kinds.Zone.BATTLEFIELD, 0)
    raise_event(g, m, kinds.Event.ATTACK_FORMED, -1, b.attacker, kinds.Zone.BATTLEFIELD, 0)


@kernel()
def form_defense(g, m, b):
    """Complete Defense Formation (17.condition.4, 17.condition.17)."""
    b.stage = 2
    for i in range(b.team[1].n):
        raise_event(g, m, kinds.Event.DEFENSE_FORMED, b.team[1].card[i], b.defender, kinds.Zone.BATTLEFIELD, 0)
    if b.team[1].n > 0:
        b.raised_defense = 1
        raise_event(g, m, kinds.Event.DEFENSE_FORMED, -1, b.defender, kinds.Zone.BATTLEFIELD, 0)


@kernel()
def dice_left(b, side):
    """Return how many dice of a side have not been inflicted."""
    n = 0
    for face in range(6):
        n += b.dice[side, face]
    return n


@kernel()
def pick_defending_die(g, m, b, hist):
    """Return the face index of the die that a defender uses next, where dice that are left over are lost (17.battle.15).

    Dice to spare are worth only what they pierce (17.minion.12): the smallest softens the front minion first, or the largest
    destroys it at once, as long as the others cover what still has to fall, `SLACK` more for each further minion. This destroys
    as many as the order of `pick_die` and inflicts nine tenths of the best order's damage.
    """
    team = b.team[0]
    behind = 0
    for i in range(1, team.n):
        behind += g.cards[team.card[i]].hp + SLACK
    n = 0
    total = 0
    low = -1
    high = 0
    for face in range(6):
        if hist[face] > 0:
            n += hist[face]
            total += hist[face] * (face + 1)
            high = face
            if low < 0:
                low = face
    hp = g.cards[team.card[0]].hp
    if n > team.n:
        if low + 1 < hp <= low + high + 2 and total >= hp + behind:
            return low
        if high + 1 >= hp and total - (high + 1) >= behind:
            return high
    return pick_die(hist, hp)


@kernel()
def pick_next_die(g, m, b, side):
    """Return the die that a side uses next by the built-in policy: 1 to 6."""
    if side == 1 and m.piercing == 1 and (m.leftover_defense == 0 or b.victim >= 0):  # leftover dice are lost
        return pick_defending_die(g, m, b, b.dice[1]) + 1
    return pick_die(b.dice[side], g.cards[b.team[1 - side].card[0]].hp) + 1


@kernel()
def allocate(g, m, b, side, player):
    """Inflict a side's dice as :func:`step_allocate` does, where no strategy orders and no counter answers them."""
    other = b.team[1 - side]
    left = dice_left(b, side)
    while left > 0 and other.n > 0:
        face = pick_next_die(g, m, b, side)
        b.dice[side, face - 1] -= 1
        left -= 1
        c = int(other.card[0])
        log(g, kinds.Log.DIE, player, c, side, face, 0)
        piercing = hit_minion(g, m, c, face, player)
        if piercing >= 0:
            fall(g, m, c, piercing, player)


@kernel()
def begin_allocation(g, m, f, b, side, player):
    """Let a side inflict its dice on the other team; returns whether a frame was pushed (17.battle.11)."""
    if b.team[1 - side].n == 0 or dice_left(b, side) == 0:
        return False
    if g.n_counters > 0 or g.players[player].asks_dice == 1:
        f.pc = 25 + side
        push(g, kinds.Frame.ALLOCATE, side, player, 0, 0, 0, 0, 0)
        return True
    allocate(g, m, b, side, player)
    return False


@handler
def step_allocate(g, m, f):
    """A side inflicts its dice on the other team, one at a time in an order of its own (17.battle.11 to 17.battle.13).

    Frame: 0 side, 1 player. A team's first card is its first surviving minion: who falls is withdrawn.
    """
    b = g.battles[g.n_battles - 1]
    side = f.v[0]
    other = b.team[1 - side]
    while True:
        if f.pc == 1:
            face = int(chosen(g).amount)
            f.pc = 0
        else:
            left = dice_left(b, side)
            if left == 0 or other.n == 0:
                pop(g, 0)
                return
            if g.players[f.v[1]].asks_dice == 1:
                clear_options(g)
                for k in range(6):
                    if b.dice[side, k] > 0:
                        option(g, kinds.Opt.FACE, other.card[0], -1, side, k + 1, f.v[1], -1)
                f.pc = 1
                ask(g, f.v[1], kinds.Ask.DIE, other.card[0], -1, side)
                return
            face = pick_next_die(g, m, b, side)
        b.dice[side, face - 1] -= 1
        c = int(other.card[0])
        log(g, kinds.Log.DIE, f.v[1], c, side, face, 0)
        if inflict_die(g, m, c, face, f.v[1]):
            return


@kernel()
def step_leftover(g, m, f, b):
    """Inflict leftover attacking dice on a victim minion: Shield answers each die, the rest is one damage, then Voodoo
    (17.battle.14, 17.ruling.64). Uses frame variables 8 (stage), 9 (face), 10 (sum), 11 (piercing). Returns whether finished."""
    c = b.victim
    while True:
        if f.v[8] == 0:
            f.v[9] = 0
            f.v[10] = 0
            f.v[8] = 1
            for face in range(6):
                b.dice[1, face] = 0  # the dice that were not zeroed
        elif f.v[8] == 1:
            while f.v[9] < 6 and b.dice[0, f.v[9]] == 0:
                f.v[9] += 1
            if f.v[9] >= 6:
                f.v[8] = 3
                continue
            b.dice[0, f.v[9]] -= 1
            f.v[8] = 2
            g.ret = 0
            if has_react(g, m, c, kinds.React.DIE_BEFORE):
                push(g, kinds.Frame.REACT, kinds.React.DIE_BEFORE, c, f.v[9] + 1, 0, 0, 0, 0)
                return False
        elif f.v[8] == 2:
            if g.ret == 0:
                b.dice[1, f.v[9]] += 1
                f.v[10] += f.v[9] + 1
            f.v[8] = 1
        elif f.v[8] == 3:
            log(g, kinds.Log.LEFTOVER, b.attacker, c, -1, f.v[10], 0)
            f.v[11] = hit_minion(g, m, c, f.v[10], b.attacker)
            f.v[9] = 0
            f.v[8] = 4
        elif f.v[8] == 4:
            while f.v[9] < 6 and b.dice[1, f.v[9]] == 0:
                f.v[9] += 1
            if f.v[9] >= 6 or not has_react(g, m, c, kinds.React.DIE_DAMAGED):
                break
            b.dice[1, f.v[9]] -= 1
            push(g, kinds.Frame.REACT, kinds.React.DIE_DAMAGED, c, f.v[9] + 1, 0, 0, 0, 0)
            return False
    if f.v[11] >= 0 and g.cards[c].zone == kinds.Zone.BATTLEFIELD and g.cards[c].stamp == b.victim_stamp:
        fall(g, m, c, f.v[11], b.attacker)
    return True


@kernel()
def leftover_sum(b, side):
    """Return the sum of the dice of a side that are left over."""
    total = 0
    for face in range(6):
        total += b.dice[side, face] * (face + 1)
    return total


@kernel()
def inflict_leftover(g, m, f, b):
    """Inflict leftover attacking dice on a player (17.battle.14); return whether a victim minion is there for them instead."""
    f.v[7] = leftover_sum(b, 1) if b.team[0].n == 0 and m.leftover_defense == 1 and b.victim < 0 else 0
    total = leftover_sum(b, 0)
    if b.team[1].n > 0 or total == 0:
        return False
    if b.victim < 0:
        log(g, kinds.Log.LEFTOVER, b.attacker, -1, b.victim_player, total, 0)
        damage_player(g, m, b.victim_player, total, b.attacker)
    elif g.cards[b.victim].zone == kinds.Zone.BATTLEFIELD and g.cards[b.victim].stamp == b.victim_stamp:
        if g.cards[b.victim].petrified == 0:  # 17.ruling.84
            f.v[8] = 0
            return True
    elif m.victim_gone == 1:
        log(g, kinds.Log.LEFTOVER, b.attacker, -1, b.victim_lost, total, 0)
        damage_player(g, m, b.victim_lost, total, b.attacker)
    return False


@kernel()
def end_battle(g, f):
    """Forget the innermost battle; what was pending outside it is pending again."""
    g.n_battles -= 1
    if f.v[3] >= 0:
        g.n_events = g.event_base
        g.n_used = g.used_base
    g.event_base = f.v[4]
    g.used_base = f.v[5]
    pop(g, 0)


@handler
def step_battle(g, m, f):
    """One battle from Attack Formation to the window after Damage Allocation.

    Frame: 0 attacker, 1 victim player or -1, 2 victim minion or -1, 3 Berzerk host or -1, 4 event base and 5 used base of the
    context outside, 6 conscripted defenders, 7 leftover defending damage.
    """
    pc = int(f.pc)
    if pc == 0:
        if g.n_battles >= MAX_BATTLES:
            meet_limit(g)
            pop(g, 0)
            return
        f.v[4] = g.event_base
        f.v[5] = g.used_base
        if f.v[3] >= 0:  # its own pending events (17.ruling.73)
            g.event_base = g.n_events
            g.used_base = g.n_used
        begin_battle(g, m, f.v[0], f.v[1], f.v[2], 1 if f.v[3] >= 0 else 0)
        pc = 1
        if f.v[3] >= 0:
            b = g.battles[g.n_battles - 1]
            enlist(g, b, 0, f.v[3])
            log(g, kinds.Log.ATTACK, b.attacker, f.v[3], 1, 0, 0)
            pc = 3
    b = g.battles[g.n_battles - 1]
    if g.over == 1:
        return
    # the stages stand in their order: a battle without questions runs through them in one go
    if pc == 2:
        o = chosen(g)
        pc = 3
        if o.kind != kinds.Opt.PASS:
            c = int(o.card)
            exhaust(g, c)
            enlist(g, b, 0, c)
            log(g, kinds.Log.ATTACK, b.attacker, c, 0, 0, 0)
            pc = 1
    if pc == 1:
        clear_options(g)
        list_attackers(g, m, b.attacker)
        if g.n_options > 0:
            if b.team[0].n > 0:
                option(g, kinds.Opt.PASS, -1, -1, -1, 0, b.attacker, -1)
            f.pc = 2
            ask(g, b.attacker, kinds.Ask.ENLIST_ATTACK, b.victim, -1, b.victim_player)
            return
        pc = 3
    if pc == 3:
        declare(g, m, b)
        pc = 4
        f.pc = 4
        if check_end(g, m):
            return
    if pc == 4:
        pc = 5
        f.pc = 5
        if offers_possible(g, m):
            push(g, kinds.Frame.REACT, BATTLE_OFFERS, -1, 0, 0, 0, 0, 0)
            return
    if pc == 5:
        pc = 6
        f.pc = 6
        if between_steps(g, m):
            return
    if pc == 6:
        pc = 7
        f.pc = 7
        if offers_possible(g, m):
            push(g, kinds.Frame.REACT, BATTLE_OFFERS, -1, 0, 0, 0, 0, 0)
            return
    if pc == 7:
        f.v[6] = b.team[1].n
        pc = 10
        if b.skip_defense == 1 or g.players[b.defender].out == 1:  # 17.ruling.105
            b.stage = 2
            pc = 20
    if pc == 11:
        o = chosen(g)
        pc = 12
        if o.kind != kinds.Opt.PASS:
            c = int(o.card)
            exhaust(g, c)
            enlist(g, b, 1, c)
            log(g, kinds.Log.DEFEND, b.defender, c, 0, 0, 0)
            pc = 10
    if pc == 10:
        clear_options(g)
        list_defenders(g, m, b.defender)
        if g.n_options > 0:
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, b.defender, -1)
            f.pc = 11
            ask(g, b.defender, kinds.Ask.ENLIST_DEFEND, b.victim, -1, b.victim_player)
            return
        pc = 12
    if pc == 12:
        pc = 13
        if f.v[6] > 0 and b.team[1].n > 1:  # 17.ruling.108: one order for all
            f.pc = 13
            push(g, kinds.Frame.ORDER, g.n_battles - 1, 1, b.defender, 0, 0, 0, 0)
            return
    if pc == 13:
        form_defense(g, m, b)
        pc = 14
        f.pc = 14
        if check_end(g, m):
            return
    if pc == 14:
        pc = 15
        f.pc = 15
        if offers_possible(g, m):
            push(g, kinds.Frame.REACT, BATTLE_OFFERS, -1, 0, 0, 0, 0, 0)
            return
    if pc == 15:
        pc = 16
        f.pc = 16
        if between_steps(g, m):
            return
    if pc == 16:
        pc = 20
        f.pc = 20
        if offers_possible(g, m):
            push(g, kinds.Frame.REACT, BATTLE_OFFERS, -1, 0, 0, 0, 0, 0)
            return
    if pc == 20:
        pc = 21
        if m.response_step == 1 and m.attack_starts_chain == 1 and b.team[0].n > 0:
            f.pc = 21
            push(g, kinds.Frame.CHAIN, b.attacker, kinds.Opt.ATTACK_PLAYER, int(b.team[0].card[0]), -1, -1, 0, 0)
            return
    if pc == 21:
        pc = 22
        f.pc = 22
        if m.response_step == 1 and between_steps(g, m):
            return
    if pc == 22:
        if b.negated == 1:  # 5.ruling.10
            end_battle(g, f)
            return
        b.stage = 3
        roll_into(g, b.attacker, team_sp(g, b, 0), b.dice[0])
        roll_into(g, b.defender, team_sp(g, b, 1), b.dice[1])
        pc = 23
        f.pc = 23
        if may_reroll(g, m):
            if m.counters_at_once == 1:
                f.pc = 24  # every counter is offered there: it is the window after the dice step (9.ruling.3 d)
            push(g, kinds.Frame.ROLL, 1, b.attacker, 0, 0, 0, 0, 0)
            return
    if pc == 23:
        pc = 24
        f.pc = 24
        if m.dice_step == 1 and between_steps(g, m):
            return
    if pc == 24:
        pc = 25
        if begin_allocation(g, m, f, b, 0, b.attacker):
            return
    if pc == 25:
        pc = 26
        if begin_allocation(g, m, f, b, 1, b.defender):
            return
    if pc == 26:  # leftover dice
        pc = 27 if inflict_leftover(g, m, f, b) else 28
        f.pc = pc
    if pc == 27:
        if not step_leftover(g, m, f, b):
            return
        pc = 28
        f.pc = 28
    if pc == 28:
        if f.v[7] > 0:  # 12.battle.17
            log(g, kinds.Log.LEFTOVER, b.defender, -1, b.attacker, f.v[7], 0)
            damage_player(g, m, b.attacker, f.v[7], b.defender)
        b.stage = 4
        step = g.step
        if check_end(g, m):
            return
        g.step = step  # "after Damage Allocation" belongs to the same moment
        for i in range(b.fought.n):
            side = b.fought.stamp[i]
            raise_event(
                g, m, kinds.Event.DAMAGE_ALLOCATED, b.fought.card[i], b.attacker if side == 0 else b.defender, kinds.Zone.BATTLEFIELD, 0
            )
        g.step = step + 1
        pc = 40
        f.pc = 40
        if m.events >= 2:
            if g.n_counters + g.n_events - g.event_base > 0:
                push(g, kinds.Frame.WINDOW, MODE_FULL, 0, 0, 0, 0, 0, 0)
                return
        elif open_window(g, m):
            return
    if pc == 40:
        end_battle(g, f)
        return


@handler
def step_berzerk_attack(g, m, f):
    """Start the first queued Berzerk attack, if host and victim are still there (17.counter.15, 17.ruling.73)."""
    if f.pc == 1:
        pop(g, 0)
        return
    host = g.berzerk_card[0]
    stamp = g.berzerk_stamp[0]
    victim = g.berzerk_victim[0]
    victim_stamp = g.berzerk_victim_stamp[0]
    player = g.berzerk_player[0]
    g.n_berzerk -= 1
    for k in range(g.n_berzerk):
        g.berzerk_card[k] = g.berzerk_card[k + 1]
        g.berzerk_stamp[k] = g.berzerk_stamp[k + 1]
        g.berzerk_victim[k] = g.berzerk_victim[k + 1]
        g.berzerk_victim_stamp[k] = g.berzerk_victim_stamp[k + 1]
        g.berzerk_player[k] = g.berzerk_player[k + 1]
    card = g.cards[host]
    ok = card.zone == kinds.Zone.BATTLEFIELD and card.stamp == stamp and card.petrified == 0
    if victim >= 0:
        v = g.cards[victim]
        ok = ok and v.zone == kinds.Zone.BATTLEFIELD and v.stamp == victim_stamp and v.petrified == 0 and v.holder != card.holder
    elif player == card.holder:
        ok = False
    if not ok:
        pop(g, 0)
        return
    f.pc = 1
    push(g, kinds.Frame.BATTLE, card.holder, -1 if victim >= 0 else player, victim, host, 0, 0, 0)
