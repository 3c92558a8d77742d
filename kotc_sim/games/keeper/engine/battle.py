"""Battles: Attack Formation, Defense Formation, dice, and what is offered in between (17.battle.*).

The editions differ by switches: a dice step of its own, the response step of the 5th, piercing, and where leftover dice go.
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import frames, kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import can_pay
from kotc_sim.games.keeper.engine.damage import begin_allocation, inflict_leftover, step_leftover
from kotc_sim.games.keeper.engine.dice import roll_into
from kotc_sim.games.keeper.engine.events import check_end, damage_player, raise_event
from kotc_sim.games.keeper.engine.react import answers, may_reroll
from kotc_sim.games.keeper.engine.record import MAX_BATTLES
from kotc_sim.games.keeper.engine.stack import NONE, ask_for, chosen, clear_options, offer_amount, offer_plain, pop
from kotc_sim.games.keeper.engine.teams import enlist, in_team, team_sp
from kotc_sim.games.keeper.engine.window import between_actions, open_window
from kotc_sim.games.keeper.engine.zones import exhaust, log, log_card, meet_limit
from kotc_sim.shared.dice import FACES


@kernel()
def can_attack(g, m, p, c):
    """Return whether minion ``c`` of player ``p`` may be enlisted in an attacking team (17.battle.3, 9.caveat.14)."""
    card = g.cards[c]
    d = m.defs[card.definition]
    if card.exhausted == 1 or card.petrified == 1 or d.cannot_attack == 1:
        return False
    return d.action_end == d.action or can_act(g, m, p, c)


@kernel(apart=True)
def can_act(g, m, p, c):
    """Return whether player ``p`` can pay what minion ``c`` costs to attack or defend with (10.caveat.3)."""
    d = m.defs[g.cards[c].definition]
    return can_pay(g, m, p, c, d.action, d.action_end, 0, True, False)


@kernel()
def pay_action(g, m, f, player, stage):
    """Push what it costs to attack or defend with the minion that was chosen; returns whether it costs anything (10.caveat.1)."""
    c = int(chosen(g).card)
    d = m.defs[g.cards[c].definition]
    if d.action_end == d.action:
        return False
    f.pc = stage
    frames.push_costs(g, player, c, d.action, d.action_end)
    return True


@kernel()
def list_attackers(g, m, p):
    """List the minions that player ``p`` may still enlist as attackers: those in the team are exhausted."""
    b = g.battles[g.n_battles - 1]
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        if can_attack(g, m, p, c):
            offer_amount(g, kinds.Opt.ENLIST, c, b.team[kinds.Side.ATTACKING].n, p)


@kernel()
def list_defenders(g, m, p):
    """List the minions that player ``p`` may still enlist as defenders (17.battle.8)."""
    b = g.battles[g.n_battles - 1]
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        card = g.cards[c]
        d = m.defs[card.definition]
        if card.exhausted == 0 and card.petrified == 0 and d.cannot_defend == 0 and not in_team(b, kinds.Side.DEFENDING, c):
            if d.action_end == d.action or can_act(g, m, p, c):
                offer_amount(g, kinds.Opt.ENLIST, c, b.team[kinds.Side.DEFENDING].n, p)


@kernel()
def offers_possible(g, m):
    """Return whether Taunt, Medic or Assassin Counters might be popped."""
    return g.n_counters > 0 and (
        answers(m, kinds.React.ATTACKED) or answers(m, kinds.React.IN_BATTLE) or answers(m, kinds.React.LONE_ATTACKER)
    )


@kernel()
def offer_counters(g, m):
    """Offer Taunt, Medic and Assassin Counters, if there are any; returns whether a frame was pushed (17.counter.18 to 17.counter.20)."""
    if not offers_possible(g, m):
        return False
    frames.push_react(g, frames.BATTLE_OFFERS, NONE, 0)
    return True


@kernel()
def between_steps(g, m):
    """Push the window between two steps of a battle; returns whether one was pushed (17.ruling.1, 9.ruling.3 d)."""
    if m.events >= kinds.EventMode.QUEUE:
        if g.n_counters > 0:
            frames.push_window(g, frames.WindowMode.COUNTERS)
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
    b.raised_defense = b.negated = b.team[kinds.Side.ATTACKING].n = b.team[kinds.Side.DEFENDING].n = b.fought.n = 0
    for face in range(FACES):
        b.dice[kinds.Side.ATTACKING, face] = 0
        b.dice[kinds.Side.DEFENDING, face] = 0


@kernel()
def declare(g, m, b):
    """Complete Attack Formation: the victim is used for this Battle Phase, conditions are met (17.battle.5, 17.condition.3)."""
    if b.berzerk == 0 and m.victim_once == 1:
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
def enter_battle(g, m, f):
    """Begin the battle of the frame; returns the stage that follows: the attackers of a Berzerk attack are known (17.ruling.73)."""
    host = f.berzerk_host
    f.events_outside = g.event_base
    f.used_outside = g.used_base
    if host >= 0:  # its own pending events
        g.event_base = g.n_events
        g.used_base = g.n_used
    begin_battle(g, m, f.attacker, f.victim_player, f.victim, 1 if host >= 0 else 0)
    if host < 0:
        return frames.BattleStage.LIST_ATTACKERS
    b = g.battles[g.n_battles - 1]
    enlist(g, b, kinds.Side.ATTACKING, host)
    log(g, kinds.Log.ATTACK, b.attacker, host, 1, 0, 0)
    return frames.BattleStage.DECLARE


@kernel()
def enlist_chosen(g, b, side, player, entry):
    """Enlist the minion that was chosen, exhausting it; returns whether there is one (17.battle.3, 17.battle.8)."""
    o = chosen(g)
    if o.kind == kinds.Opt.PASS:
        return False
    c = int(o.card)
    exhaust(g, c)
    enlist(g, b, side, c)
    log_card(g, entry, player, c)
    return True


@kernel()
def ask_attackers(g, m, f, b):
    """Ask who attacks, somebody at least; returns whether there is anybody (17.battle.3)."""
    clear_options(g)
    list_attackers(g, m, b.attacker)
    if g.n_options == 0:
        return False
    if b.team[kinds.Side.ATTACKING].n > 0:
        offer_plain(g, kinds.Opt.PASS, b.attacker)
    f.pc = frames.BattleStage.ATTACKER_CHOSEN
    ask_for(g, b.attacker, kinds.Ask.ENLIST_ATTACK, b.victim, b.victim_player)
    return True


@kernel()
def begin_defense(f, b, out):
    """Begin Defense Formation, or leave it out; returns the stage that follows (17.ruling.105)."""
    f.conscripted = b.team[kinds.Side.DEFENDING].n
    if b.skip_defense == 1 or out == 1:
        b.stage = kinds.BattleStep.DEFENSE_FORMED
        return frames.BattleStage.RESPONSES
    return frames.BattleStage.LIST_DEFENDERS


@kernel()
def ask_defenders(g, m, f, b):
    """Ask who defends; returns whether there is anybody (17.battle.8)."""
    clear_options(g)
    list_defenders(g, m, b.defender)
    if g.n_options == 0:
        return False
    offer_plain(g, kinds.Opt.PASS, b.defender)
    f.pc = frames.BattleStage.DEFENDER_CHOSEN
    ask_for(g, b.defender, kinds.Ask.ENLIST_DEFEND, b.victim, b.victim_player)
    return True


@kernel()
def roll_both(g, m, f, b):
    """Both teams roll their dice (17.battle.10); returns whether re-rolls are settled first."""
    b.stage = kinds.BattleStep.ROLLED
    roll_into(g, b.attacker, team_sp(g, b, kinds.Side.ATTACKING), b.dice[kinds.Side.ATTACKING])
    roll_into(g, b.defender, team_sp(g, b, kinds.Side.DEFENDING), b.dice[kinds.Side.DEFENDING])
    f.pc = frames.BattleStage.WINDOW_AFTER_DICE
    if not may_reroll(g, m):
        return False
    if m.counters_at_once == 1:  # every counter is offered meanwhile: that is the window after the dice step (9.ruling.3 d)
        f.pc = frames.BattleStage.ALLOCATE_ATTACK
    frames.push_roll(g, frames.RollMode.BATTLE, b.attacker, 0)
    return True


@kernel()
def lift_ban(g, c):
    """End the ban of a Berzerk attack that has allocated its damage, or cannot begin, unless another waits (14.counter.3)."""
    if g.cards[c].silenced == 0:
        return
    for k in range(g.n_berzerk):
        if g.berzerk_card[k] == c:
            return
    g.cards[c].silenced = 0
    g.n_silenced -= 1


@kernel()
def conclude(g, m, f, b):
    """Inflict the defense's leftover dice (12.battle.17); then all have allocated. Returns whether the game is over or a window opens."""
    if f.leftover_defense > 0:
        log(g, kinds.Log.LEFTOVER, b.defender, -1, b.attacker, f.leftover_defense, 0)
        damage_player(g, m, b.attacker, f.leftover_defense, b.defender)
    b.stage = kinds.BattleStep.ALLOCATED
    if f.berzerk_host >= 0 and m.berzerk_ban_battle == 1:
        lift_ban(g, f.berzerk_host)
    step = g.step
    if check_end(g, m):
        return True
    g.step = step  # "after Damage Allocation" belongs to the same moment
    for i in range(b.fought.n):
        player = b.attacker if b.fought.stamp[i] == kinds.Side.ATTACKING else b.defender
        raise_event(g, m, kinds.Event.DAMAGE_ALLOCATED, b.fought.card[i], player, kinds.Zone.BATTLEFIELD, 0)
    g.step = step + 1
    f.pc = frames.BattleStage.END
    return between_actions(g, m)


@kernel()
def end_battle(g, f):
    """Forget the innermost battle; what was pending outside it is pending again."""
    g.n_battles -= 1
    if f.berzerk_host >= 0:
        g.n_events = g.event_base
        g.n_used = g.used_base
    g.event_base = f.events_outside
    g.used_base = f.used_outside
    pop(g, 0)


@kernel()
def form_attack(g, m, f, b, stage):
    """Attack Formation, and what is offered until Defense Formation begins (17.battle.3 to 17.battle.7).

    Takes and returns a stage of the battle, or WAITING, as the next two do.
    """
    if stage == frames.BattleStage.ATTACKER_CHOSEN:
        more = enlist_chosen(g, b, kinds.Side.ATTACKING, b.attacker, kinds.Log.ATTACK)
        if more and pay_action(g, m, f, b.attacker, frames.BattleStage.LIST_ATTACKERS):
            return frames.WAITING
        stage = frames.BattleStage.LIST_ATTACKERS if more else frames.BattleStage.DECLARE
    if stage == frames.BattleStage.LIST_ATTACKERS:
        if ask_attackers(g, m, f, b):
            return frames.WAITING
        stage = frames.BattleStage.DECLARE
    if stage == frames.BattleStage.DECLARE:
        declare(g, m, b)
        stage = f.pc = frames.BattleStage.OFFERS_AFTER_ATTACK
        if check_end(g, m):
            return frames.WAITING
    if stage == frames.BattleStage.OFFERS_AFTER_ATTACK:
        stage = f.pc = frames.BattleStage.WINDOW_AFTER_ATTACK
        if offer_counters(g, m):
            return frames.WAITING
    if stage == frames.BattleStage.WINDOW_AFTER_ATTACK:
        stage = f.pc = frames.BattleStage.OFFERS_BEFORE_DEFENSE
        if between_steps(g, m):
            return frames.WAITING
    if stage == frames.BattleStage.OFFERS_BEFORE_DEFENSE:
        stage = f.pc = frames.BattleStage.BEGIN_DEFENSE
        if offer_counters(g, m):
            return frames.WAITING
    return stage


@kernel()
def defend(g, m, f, b, stage):
    """Defense Formation, and what is offered until the dice are rolled (17.battle.8, 17.battle.9, 17.ruling.105, 17.ruling.108)."""
    if stage == frames.BattleStage.BEGIN_DEFENSE:
        stage = begin_defense(f, b, g.players[b.defender].out)
    if stage == frames.BattleStage.DEFENDER_CHOSEN:
        more = enlist_chosen(g, b, kinds.Side.DEFENDING, b.defender, kinds.Log.DEFEND)
        if more and pay_action(g, m, f, b.defender, frames.BattleStage.LIST_DEFENDERS):
            return frames.WAITING
        stage = frames.BattleStage.LIST_DEFENDERS if more else frames.BattleStage.ORDER_DEFENDERS
    if stage == frames.BattleStage.LIST_DEFENDERS:
        if ask_defenders(g, m, f, b):
            return frames.WAITING
        stage = frames.BattleStage.ORDER_DEFENDERS
    if stage == frames.BattleStage.ORDER_DEFENDERS:
        stage = f.pc = frames.BattleStage.FORM_DEFENSE
        if f.conscripted > 0 and b.team[kinds.Side.DEFENDING].n > 1:  # one order for all
            frames.push_order_of_team(g, kinds.Side.DEFENDING, b.defender)
            return frames.WAITING
    if stage == frames.BattleStage.FORM_DEFENSE:
        form_defense(g, m, b)
        stage = f.pc = frames.BattleStage.OFFERS_AFTER_DEFENSE
        if check_end(g, m):
            return frames.WAITING
    if stage == frames.BattleStage.OFFERS_AFTER_DEFENSE:
        stage = f.pc = frames.BattleStage.WINDOW_AFTER_DEFENSE
        if offer_counters(g, m):
            return frames.WAITING
    if stage == frames.BattleStage.WINDOW_AFTER_DEFENSE:
        stage = f.pc = frames.BattleStage.OFFERS_BEFORE_DICE
        if between_steps(g, m):
            return frames.WAITING
    if stage == frames.BattleStage.OFFERS_BEFORE_DICE:
        stage = f.pc = frames.BattleStage.RESPONSES
        if offer_counters(g, m):
            return frames.WAITING
    return stage


@kernel()
def fight(g, m, f, b, stage):
    """The response step of the 5th Edition, dice, Damage Allocation and the window after it (17.battle.10 to 17.battle.18)."""
    if stage == frames.BattleStage.RESPONSES:
        stage = f.pc = frames.BattleStage.WINDOW_AFTER_RESPONSES
        if m.response_step == 1 and m.attack_starts_chain == 1:
            team = b.team[kinds.Side.ATTACKING]
            frames.push_chain(g, b.attacker, kinds.Opt.ATTACK_PLAYER, team.card[0] if team.n > 0 else NONE, NONE, NONE, kinds.Play.NORMAL)
            return
    if stage == frames.BattleStage.WINDOW_AFTER_RESPONSES:
        stage = f.pc = frames.BattleStage.ROLL
        if m.response_step == 1 and between_steps(g, m):
            return
    if stage == frames.BattleStage.ROLL:
        if b.negated == 1:  # 5.ruling.10
            g.chain_number += 1
            end_battle(g, f)
            return
        if roll_both(g, m, f, b):
            return
        stage = frames.BattleStage.WINDOW_AFTER_DICE
    if stage == frames.BattleStage.WINDOW_AFTER_DICE:
        stage = f.pc = frames.BattleStage.ALLOCATE_ATTACK
        if m.dice_step == 1 and between_steps(g, m):
            return
    if stage == frames.BattleStage.ALLOCATE_ATTACK:
        g.chain_number += 1  # the chain of the attack rolls no more dice
        stage = f.pc = frames.BattleStage.ALLOCATE_DEFENSE
        if begin_allocation(g, m, b, kinds.Side.ATTACKING, b.attacker):
            return
    if stage == frames.BattleStage.ALLOCATE_DEFENSE:
        stage = f.pc = frames.BattleStage.LEFTOVER
        if begin_allocation(g, m, b, kinds.Side.DEFENDING, b.defender):
            return
    if stage == frames.BattleStage.LEFTOVER:
        stage = f.pc = frames.BattleStage.LEFTOVER_ON_MINION if inflict_leftover(g, m, f, b) else frames.BattleStage.CONCLUDE
    if stage == frames.BattleStage.LEFTOVER_ON_MINION:
        if not step_leftover(g, m, f, b):
            return
        stage = f.pc = frames.BattleStage.CONCLUDE
    if stage == frames.BattleStage.CONCLUDE:
        if conclude(g, m, f, b):
            return
        stage = frames.BattleStage.END
    if stage == frames.BattleStage.END:
        end_battle(g, f)


@handler
def step_battle(g, m, f):
    """One battle from Attack Formation to the window after Damage Allocation.

    The stages stand in their order: a battle without questions runs through them in one go.
    """
    stage = np.int64(f.pc)
    if stage == frames.BattleStage.BEGIN:
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
    if f.pc == frames.BerzerkStage.FOUGHT:
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
        if m.berzerk_ban_battle == 1:
            lift_ban(g, host)
        pop(g, 0)
        return
    f.pc = frames.BerzerkStage.FOUGHT
    frames.push_battle(g, card.holder, NONE if victim >= 0 else player, victim, host)
