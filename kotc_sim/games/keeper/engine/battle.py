"""Battles: Attack Formation, Defense Formation, (dice,) Damage Allocation, and what is offered in between (17.battle.*).

The editions differ by switches: a dice step of its own, the response step of the 5th, piercing, and where leftover dice go.
"""

from __future__ import annotations

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.chain import between_actions, open_window
from kotc_sim.games.keeper.engine.dice import roll_into
from kotc_sim.games.keeper.engine.events import check_end, damage_player, fall, hit_minion, raise_event
from kotc_sim.games.keeper.engine.frames import (
    BATTLE_OFFERS,
    NOBODY,
    WAITING,
    AllocateSlot,
    AllocateStage,
    BattleSlot,
    BattleStage,
    BerzerkStage,
    LeftoverStage,
    RollMode,
    WindowMode,
    push_allocate,
    push_battle,
    push_chain,
    push_order_of_team,
    push_react,
    push_roll,
    push_window,
)
from kotc_sim.games.keeper.engine.react import answers, has_react, inflict_die, may_reroll
from kotc_sim.games.keeper.engine.record import MAX_BATTLES
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, option, pop
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
            option(g, kinds.Opt.ENLIST, c, -1, -1, b.team[kinds.Side.ATTACKING].n, p, -1)


@kernel()
def list_defenders(g, m, p):
    """List the minions that player ``p`` may still enlist as defenders (17.battle.8)."""
    b = g.battles[g.n_battles - 1]
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        card = g.cards[c]
        if card.exhausted == 0 and card.petrified == 0 and m.defs[card.definition].cannot_defend == 0:
            if not in_team(b, kinds.Side.DEFENDING, c):
                option(g, kinds.Opt.ENLIST, c, -1, -1, b.team[kinds.Side.DEFENDING].n, p, -1)


@kernel()
def offers_possible(g, m):
    """Tell whether Taunt, Medic or Assassin Counters might be popped."""
    return g.n_counters > 0 and (
        answers(m, kinds.React.ATTACKED) or answers(m, kinds.React.IN_BATTLE) or answers(m, kinds.React.LONE_ATTACKER)
    )


@kernel()
def offer_counters(g, m):
    """Offer Taunt, Medic and Assassin Counters, if there are any; returns whether a frame was pushed (17.counter.18 to 17.counter.20)."""
    if not offers_possible(g, m):
        return False
    push_react(g, BATTLE_OFFERS, NOBODY, 0)
    return True


@kernel()
def between_steps(g, m):
    """Push the window between two steps of a battle; returns whether one was pushed (17.ruling.1, 9.ruling.3 d)."""
    if m.events >= kinds.EventMode.QUEUE:
        if g.n_counters > 0:
            push_window(g, WindowMode.COUNTERS)
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
    b.stage = kinds.BattleStep.FORMING
    b.berzerk = berzerk
    b.raised_defense = 0
    b.negated = 0
    b.team[kinds.Side.ATTACKING].n = 0
    b.team[kinds.Side.DEFENDING].n = 0
    b.fought.n = 0
    for face in range(6):
        b.dice[kinds.Side.ATTACKING, face] = 0
        b.dice[kinds.Side.DEFENDING, face] = 0


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
    b.stage = kinds.BattleStep.ATTACK_FORMED
    team = b.team[kinds.Side.ATTACKING]
    for i in range(team.n):
        raise_event(g, m, kinds.Event.ATTACK_FORMED, team.card[i], b.attacker, kinds.Zone.BATTLEFIELD, 0)
    raise_event(g, m, kinds.Event.ATTACK_FORMED, -1, b.attacker, kinds.Zone.BATTLEFIELD, 0)


@kernel()
def form_defense(g, m, b):
    """Complete Defense Formation (17.condition.4, 17.condition.17)."""
    b.stage = kinds.BattleStep.DEFENSE_FORMED
    team = b.team[kinds.Side.DEFENDING]
    for i in range(team.n):
        raise_event(g, m, kinds.Event.DEFENSE_FORMED, team.card[i], b.defender, kinds.Zone.BATTLEFIELD, 0)
    if team.n > 0:
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
    team = b.team[kinds.Side.ATTACKING]
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
    if side == kinds.Side.DEFENDING and m.piercing == 1 and (m.leftover_defense == 0 or b.victim >= 0):  # leftover dice are lost
        return pick_defending_die(g, m, b, b.dice[kinds.Side.DEFENDING]) + 1
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
def begin_allocation(g, m, b, side, player):
    """Let a side inflict its dice on the other team; returns whether a frame was pushed (17.battle.11)."""
    if b.team[1 - side].n == 0 or dice_left(b, side) == 0:
        return False
    if g.n_counters > 0 or g.players[player].asks_dice == 1:
        push_allocate(g, side, player)
        return True
    allocate(g, m, b, side, player)
    return False


@kernel()
def ask_die(g, f, b, side):
    """Ask whose dice they are which one goes next (17.battle.11)."""
    c = b.team[1 - side].card[0]
    player = f.v[AllocateSlot.PLAYER]
    clear_options(g)
    for k in range(6):
        if b.dice[side, k] > 0:
            option(g, kinds.Opt.FACE, c, -1, side, k + 1, player, -1)
    f.pc = AllocateStage.DIE_CHOSEN
    ask(g, player, kinds.Ask.DIE, c, -1, side)


@handler
def step_allocate(g, m, f):
    """A side inflicts its dice on the other team, one at a time in an order of its own (17.battle.11 to 17.battle.13).

    A team's first card is its first surviving minion: who falls is withdrawn.
    """
    b = g.battles[g.n_battles - 1]
    side = f.v[AllocateSlot.SIDE]
    player = f.v[AllocateSlot.PLAYER]
    other = b.team[1 - side]
    while True:
        if f.pc == AllocateStage.DIE_CHOSEN:
            face = int(chosen(g).amount)
            f.pc = AllocateStage.NEXT_DIE
        else:
            left = dice_left(b, side)
            if left == 0 or other.n == 0:
                pop(g, 0)
                return
            if g.players[player].asks_dice == 1:
                ask_die(g, f, b, side)
                return
            face = pick_next_die(g, m, b, side)
        b.dice[side, face - 1] -= 1
        c = int(other.card[0])
        log(g, kinds.Log.DIE, player, c, side, face, 0)
        if inflict_die(g, m, c, face, player):
            return


@kernel()
def next_leftover_die(f, b, side):
    """Find the next face among the leftover dice kept in a row of the histograms and take such a die; returns whether there is one."""
    while f.v[BattleSlot.LEFT_FACE] < 6 and b.dice[side, f.v[BattleSlot.LEFT_FACE]] == 0:
        f.v[BattleSlot.LEFT_FACE] += 1
    if f.v[BattleSlot.LEFT_FACE] >= 6:
        return False
    b.dice[side, f.v[BattleSlot.LEFT_FACE]] -= 1
    return True


@kernel()
def step_leftover(g, m, f, b):
    """Inflict leftover attacking dice on a victim minion: Shield answers each die, the rest is one damage, then Voodoo
    (17.battle.14, 17.ruling.64). The defender's row of the histograms keeps the dice that were not zeroed. Returns whether finished."""
    c = b.victim
    while True:
        stage = f.v[BattleSlot.LEFT_STAGE]
        if stage == LeftoverStage.BEGIN:
            f.v[BattleSlot.LEFT_FACE] = 0
            f.v[BattleSlot.LEFT_SUM] = 0
            f.v[BattleSlot.LEFT_STAGE] = LeftoverStage.NEXT_DIE
            for face in range(6):
                b.dice[kinds.Side.DEFENDING, face] = 0
        elif stage == LeftoverStage.NEXT_DIE:
            if not next_leftover_die(f, b, kinds.Side.ATTACKING):
                f.v[BattleSlot.LEFT_STAGE] = LeftoverStage.INFLICT
                continue
            f.v[BattleSlot.LEFT_STAGE] = LeftoverStage.DIE_ANSWERED
            g.ret = 0
            if has_react(g, m, c, kinds.React.DIE_BEFORE):
                push_react(g, kinds.React.DIE_BEFORE, c, f.v[BattleSlot.LEFT_FACE] + 1)
                return False
        elif stage == LeftoverStage.DIE_ANSWERED:
            if g.ret == 0:
                b.dice[kinds.Side.DEFENDING, f.v[BattleSlot.LEFT_FACE]] += 1
                f.v[BattleSlot.LEFT_SUM] += f.v[BattleSlot.LEFT_FACE] + 1
            f.v[BattleSlot.LEFT_STAGE] = LeftoverStage.NEXT_DIE
        elif stage == LeftoverStage.INFLICT:
            log(g, kinds.Log.LEFTOVER, b.attacker, c, -1, f.v[BattleSlot.LEFT_SUM], 0)
            f.v[BattleSlot.LEFT_PIERCING] = hit_minion(g, m, c, f.v[BattleSlot.LEFT_SUM], b.attacker)
            f.v[BattleSlot.LEFT_FACE] = 0
            f.v[BattleSlot.LEFT_STAGE] = LeftoverStage.OFFERS_AFTER
        else:
            if not has_react(g, m, c, kinds.React.DIE_DAMAGED) or not next_leftover_die(f, b, kinds.Side.DEFENDING):
                break
            push_react(g, kinds.React.DIE_DAMAGED, c, f.v[BattleSlot.LEFT_FACE] + 1)
            return False
    if f.v[BattleSlot.LEFT_PIERCING] >= 0 and victim_stands(g, b):
        fall(g, m, c, f.v[BattleSlot.LEFT_PIERCING], b.attacker)
    return True


@kernel()
def victim_stands(g, b):
    """Tell whether the victim minion is where it was when the attack was declared."""
    return g.cards[b.victim].zone == kinds.Zone.BATTLEFIELD and g.cards[b.victim].stamp == b.victim_stamp


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
    defense_counts = b.team[kinds.Side.ATTACKING].n == 0 and m.leftover_defense == 1 and b.victim < 0
    f.v[BattleSlot.LEFTOVER_DEFENSE] = leftover_sum(b, kinds.Side.DEFENDING) if defense_counts else 0
    total = leftover_sum(b, kinds.Side.ATTACKING)
    if b.team[kinds.Side.DEFENDING].n > 0 or total == 0:
        return False
    if b.victim < 0:
        log(g, kinds.Log.LEFTOVER, b.attacker, -1, b.victim_player, total, 0)
        damage_player(g, m, b.victim_player, total, b.attacker)
    elif victim_stands(g, b):
        if g.cards[b.victim].petrified == 0:  # 17.ruling.84
            f.v[BattleSlot.LEFT_STAGE] = LeftoverStage.BEGIN
            return True
    elif m.victim_gone == 1:
        log(g, kinds.Log.LEFTOVER, b.attacker, -1, b.victim_lost, total, 0)
        damage_player(g, m, b.victim_lost, total, b.attacker)
    return False


@kernel()
def enter_battle(g, m, f):
    """Begin the battle of the frame; returns the stage that follows: the attackers of a Berzerk attack are known (17.ruling.73)."""
    host = f.v[BattleSlot.BERZERK_HOST]
    f.v[BattleSlot.EVENTS_OUTSIDE] = g.event_base
    f.v[BattleSlot.USED_OUTSIDE] = g.used_base
    if host >= 0:  # its own pending events
        g.event_base = g.n_events
        g.used_base = g.n_used
    begin_battle(g, m, f.v[BattleSlot.ATTACKER], f.v[BattleSlot.VICTIM_PLAYER], f.v[BattleSlot.VICTIM], 1 if host >= 0 else 0)
    if host < 0:
        return BattleStage.LIST_ATTACKERS
    b = g.battles[g.n_battles - 1]
    enlist(g, b, kinds.Side.ATTACKING, host)
    log(g, kinds.Log.ATTACK, b.attacker, host, 1, 0, 0)
    return BattleStage.DECLARE


@kernel()
def enlist_chosen(g, b, side, player, entry):
    """Enlist the minion that was chosen, exhausting it; returns whether there is one (17.battle.3, 17.battle.8)."""
    o = chosen(g)
    if o.kind == kinds.Opt.PASS:
        return False
    c = int(o.card)
    exhaust(g, c)
    enlist(g, b, side, c)
    log(g, entry, player, c, 0, 0, 0)
    return True


@kernel()
def ask_attackers(g, m, f, b):
    """Ask who attacks, somebody at least; returns whether there is anybody (17.battle.3)."""
    clear_options(g)
    list_attackers(g, m, b.attacker)
    if g.n_options == 0:
        return False
    if b.team[kinds.Side.ATTACKING].n > 0:
        option(g, kinds.Opt.PASS, -1, -1, -1, 0, b.attacker, -1)
    f.pc = BattleStage.ATTACKER_CHOSEN
    ask(g, b.attacker, kinds.Ask.ENLIST_ATTACK, b.victim, -1, b.victim_player)
    return True


@kernel()
def begin_defense(f, b, out):
    """Begin Defense Formation, or leave it out; returns the stage that follows (17.ruling.105)."""
    f.v[BattleSlot.CONSCRIPTED] = b.team[kinds.Side.DEFENDING].n
    if b.skip_defense == 1 or out == 1:
        b.stage = kinds.BattleStep.DEFENSE_FORMED
        return BattleStage.RESPONSES
    return BattleStage.LIST_DEFENDERS


@kernel()
def ask_defenders(g, m, f, b):
    """Ask who defends; returns whether there is anybody (17.battle.8)."""
    clear_options(g)
    list_defenders(g, m, b.defender)
    if g.n_options == 0:
        return False
    option(g, kinds.Opt.PASS, -1, -1, -1, 0, b.defender, -1)
    f.pc = BattleStage.DEFENDER_CHOSEN
    ask(g, b.defender, kinds.Ask.ENLIST_DEFEND, b.victim, -1, b.victim_player)
    return True


@kernel()
def roll_both(g, m, f, b):
    """Both teams roll their dice (17.battle.10); returns whether re-rolls are settled first."""
    b.stage = kinds.BattleStep.ROLLED
    roll_into(g, b.attacker, team_sp(g, b, kinds.Side.ATTACKING), b.dice[kinds.Side.ATTACKING])
    roll_into(g, b.defender, team_sp(g, b, kinds.Side.DEFENDING), b.dice[kinds.Side.DEFENDING])
    f.pc = BattleStage.WINDOW_AFTER_DICE
    if not may_reroll(g, m):
        return False
    if m.counters_at_once == 1:  # every counter is offered meanwhile: that is the window after the dice step (9.ruling.3 d)
        f.pc = BattleStage.ALLOCATE_ATTACK
    push_roll(g, RollMode.BATTLE, b.attacker, 0)
    return True


@kernel()
def conclude(g, m, f, b):
    """Inflict the defense's leftover dice (12.battle.17); then all who fought have allocated damage.

    Returns whether the game is over or a window opens.
    """
    if f.v[BattleSlot.LEFTOVER_DEFENSE] > 0:
        log(g, kinds.Log.LEFTOVER, b.defender, -1, b.attacker, f.v[BattleSlot.LEFTOVER_DEFENSE], 0)
        damage_player(g, m, b.attacker, f.v[BattleSlot.LEFTOVER_DEFENSE], b.defender)
    b.stage = kinds.BattleStep.ALLOCATED
    step = g.step
    if check_end(g, m):
        return True
    g.step = step  # "after Damage Allocation" belongs to the same moment
    for i in range(b.fought.n):
        player = b.attacker if b.fought.stamp[i] == kinds.Side.ATTACKING else b.defender
        raise_event(g, m, kinds.Event.DAMAGE_ALLOCATED, b.fought.card[i], player, kinds.Zone.BATTLEFIELD, 0)
    g.step = step + 1
    f.pc = BattleStage.END
    return between_actions(g, m)


@kernel()
def end_battle(g, f):
    """Forget the innermost battle; what was pending outside it is pending again."""
    g.n_battles -= 1
    if f.v[BattleSlot.BERZERK_HOST] >= 0:
        g.n_events = g.event_base
        g.n_used = g.used_base
    g.event_base = f.v[BattleSlot.EVENTS_OUTSIDE]
    g.used_base = f.v[BattleSlot.USED_OUTSIDE]
    pop(g, 0)


@kernel()
def form_attack(g, m, f, b, stage):
    """Attack Formation, and what is offered until Defense Formation begins (17.battle.3 to 17.battle.7).

    Takes and returns a stage of the battle, or WAITING, as the next two do.
    """
    if stage == BattleStage.ATTACKER_CHOSEN:
        more = enlist_chosen(g, b, kinds.Side.ATTACKING, b.attacker, kinds.Log.ATTACK)
        stage = BattleStage.LIST_ATTACKERS if more else BattleStage.DECLARE
    if stage == BattleStage.LIST_ATTACKERS:
        if ask_attackers(g, m, f, b):
            return WAITING
        stage = BattleStage.DECLARE
    if stage == BattleStage.DECLARE:
        declare(g, m, b)
        stage = f.pc = BattleStage.OFFERS_AFTER_ATTACK
        if check_end(g, m):
            return WAITING
    if stage == BattleStage.OFFERS_AFTER_ATTACK:
        stage = f.pc = BattleStage.WINDOW_AFTER_ATTACK
        if offer_counters(g, m):
            return WAITING
    if stage == BattleStage.WINDOW_AFTER_ATTACK:
        stage = f.pc = BattleStage.OFFERS_BEFORE_DEFENSE
        if between_steps(g, m):
            return WAITING
    if stage == BattleStage.OFFERS_BEFORE_DEFENSE:
        stage = f.pc = BattleStage.BEGIN_DEFENSE
        if offer_counters(g, m):
            return WAITING
    return stage


@kernel()
def defend(g, m, f, b, stage):
    """Defense Formation, and what is offered until the dice are rolled (17.battle.8, 17.battle.9, 17.ruling.105, 17.ruling.108)."""
    if stage == BattleStage.BEGIN_DEFENSE:
        stage = begin_defense(f, b, g.players[b.defender].out)
    if stage == BattleStage.DEFENDER_CHOSEN:
        more = enlist_chosen(g, b, kinds.Side.DEFENDING, b.defender, kinds.Log.DEFEND)
        stage = BattleStage.LIST_DEFENDERS if more else BattleStage.ORDER_DEFENDERS
    if stage == BattleStage.LIST_DEFENDERS:
        if ask_defenders(g, m, f, b):
            return WAITING
        stage = BattleStage.ORDER_DEFENDERS
    if stage == BattleStage.ORDER_DEFENDERS:
        stage = f.pc = BattleStage.FORM_DEFENSE
        if f.v[BattleSlot.CONSCRIPTED] > 0 and b.team[kinds.Side.DEFENDING].n > 1:  # one order for all
            push_order_of_team(g, kinds.Side.DEFENDING, b.defender)
            return WAITING
    if stage == BattleStage.FORM_DEFENSE:
        form_defense(g, m, b)
        stage = f.pc = BattleStage.OFFERS_AFTER_DEFENSE
        if check_end(g, m):
            return WAITING
    if stage == BattleStage.OFFERS_AFTER_DEFENSE:
        stage = f.pc = BattleStage.WINDOW_AFTER_DEFENSE
        if offer_counters(g, m):
            return WAITING
    if stage == BattleStage.WINDOW_AFTER_DEFENSE:
        stage = f.pc = BattleStage.OFFERS_BEFORE_DICE
        if between_steps(g, m):
            return WAITING
    if stage == BattleStage.OFFERS_BEFORE_DICE:
        stage = f.pc = BattleStage.RESPONSES
        if offer_counters(g, m):
            return WAITING
    return stage


@kernel()
def fight(g, m, f, b, stage):
    """The response step of the 5th Edition, dice, Damage Allocation and the window after it (17.battle.10 to 17.battle.18)."""
    if stage == BattleStage.RESPONSES:
        stage = f.pc = BattleStage.WINDOW_AFTER_RESPONSES
        team = b.team[kinds.Side.ATTACKING]
        if m.response_step == 1 and m.attack_starts_chain == 1 and team.n > 0:
            push_chain(g, b.attacker, kinds.Opt.ATTACK_PLAYER, int(team.card[0]), -1, -1, kinds.Play.NORMAL)
            return
    if stage == BattleStage.WINDOW_AFTER_RESPONSES:
        stage = f.pc = BattleStage.ROLL
        if m.response_step == 1 and between_steps(g, m):
            return
    if stage == BattleStage.ROLL:
        if b.negated == 1:  # 5.ruling.10
            end_battle(g, f)
            return
        if roll_both(g, m, f, b):
            return
        stage = BattleStage.WINDOW_AFTER_DICE
    if stage == BattleStage.WINDOW_AFTER_DICE:
        stage = f.pc = BattleStage.ALLOCATE_ATTACK
        if m.dice_step == 1 and between_steps(g, m):
            return
    if stage == BattleStage.ALLOCATE_ATTACK:
        stage = f.pc = BattleStage.ALLOCATE_DEFENSE
        if begin_allocation(g, m, b, kinds.Side.ATTACKING, b.attacker):
            return
    if stage == BattleStage.ALLOCATE_DEFENSE:
        stage = f.pc = BattleStage.LEFTOVER
        if begin_allocation(g, m, b, kinds.Side.DEFENDING, b.defender):
            return
    if stage == BattleStage.LEFTOVER:
        stage = f.pc = BattleStage.LEFTOVER_ON_MINION if inflict_leftover(g, m, f, b) else BattleStage.CONCLUDE
    if stage == BattleStage.LEFTOVER_ON_MINION:
        if not step_leftover(g, m, f, b):
            return
        stage = f.pc = BattleStage.CONCLUDE
    if stage == BattleStage.CONCLUDE:
        if conclude(g, m, f, b):
            return
        stage = BattleStage.END
    if stage == BattleStage.END:
        end_battle(g, f)


@handler
def step_battle(g, m, f):
    """One battle from Attack Formation to the window after Damage Allocation.

    The stages stand in their order: a battle without questions runs through them in one go.
    """
    stage = np.int64(f.pc)
    if stage == BattleStage.BEGIN:
        if g.n_battles >= MAX_BATTLES:
            meet_limit(g)
            pop(g, 0)
            return
        stage = np.int64(enter_battle(g, m, f))
    b = g.battles[g.n_battles - 1]
    if g.over == 1:
        return
    stage = form_attack(g, m, f, b, stage)
    stage = defend(g, m, f, b, stage)
    fight(g, m, f, b, stage)


@kernel()
def next_berzerk(g):
    """Take the first queued Berzerk attack out of its queue."""
    g.n_berzerk -= 1
    for k in range(g.n_berzerk):
        g.berzerk_card[k] = g.berzerk_card[k + 1]
        g.berzerk_stamp[k] = g.berzerk_stamp[k + 1]
        g.berzerk_victim[k] = g.berzerk_victim[k + 1]
        g.berzerk_victim_stamp[k] = g.berzerk_victim_stamp[k + 1]
        g.berzerk_player[k] = g.berzerk_player[k + 1]


@handler
def step_berzerk_attack(g, m, f):
    """Start the first queued Berzerk attack, if host and victim are still there (17.counter.15, 17.ruling.73)."""
    if f.pc == BerzerkStage.FOUGHT:
        pop(g, 0)
        return
    host = g.berzerk_card[0]
    stamp = g.berzerk_stamp[0]
    victim = g.berzerk_victim[0]
    victim_stamp = g.berzerk_victim_stamp[0]
    player = g.berzerk_player[0]
    next_berzerk(g)
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
    f.pc = BerzerkStage.FOUGHT
    push_battle(g, card.holder, NOBODY if victim >= 0 else player, victim, host)
