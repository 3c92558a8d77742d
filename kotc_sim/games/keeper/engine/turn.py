"""Setup, the phases of a turn, recovery (17.setup.*, 17.turn.*, 17.recovery.*, 12.turn.*, 9.turn.*)."""

from __future__ import annotations

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.battle import can_attack
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.chain import between_actions, may_link
from kotc_sim.games.keeper.engine.costs import can_summon_from
from kotc_sim.games.keeper.engine.events import check_end, draw_top, finish
from kotc_sim.games.keeper.engine.frames import (
    NOBODY,
    WAITING,
    ResourceSlot,
    ResourceStage,
    SetupSlot,
    SetupStage,
    TurnSlot,
    TurnStage,
    push_battle,
    push_chain,
    push_costs,
    push_draw,
    push_resource,
    push_turn,
)
from kotc_sim.games.keeper.engine.parts import summon
from kotc_sim.games.keeper.engine.program import draw_cards
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, next_player, option, pop
from kotc_sim.games.keeper.engine.triggers import can_use
from kotc_sim.games.keeper.engine.zones import change_control, level, log, pay_resources, put, put_bottom, restore, take
from kotc_sim.shared.result import Ending

MOST_EXCHANGES = 40
"""With the reserves in one phase: nobody has that many cards to exchange."""


@kernel()
def deal_hands(g, m, f):
    """Everybody draws the initial hand; the starting player is first to change it (17.setup.7)."""
    g.phase = kinds.Phase.SETUP
    for p in range(g.n_players):
        for _ in range(m.hand_size):
            draw_top(g, m, p)
    f.v[SetupSlot.PLAYER] = g.first_player
    f.pc = SetupStage.LIST_CARDS if m.mulligan == 1 else SetupStage.END


@kernel()
def ask_mulligan(g, f):
    """Ask which card of the hand is buried next; returns whether there is any (17.setup.8)."""
    p = f.v[SetupSlot.PLAYER]
    player = g.players[p]
    if player.n[kinds.Zone.HAND] == 0:
        return False
    clear_options(g)
    for i in range(player.n[kinds.Zone.HAND]):
        option(g, kinds.Opt.BURY_CARD, player.zone[kinds.Zone.HAND, i], -1, -1, f.v[SetupSlot.BURIED], p, -1)
    option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
    f.pc = SetupStage.CARD_CHOSEN
    ask(g, p, kinds.Ask.MULLIGAN, -1, -1, f.v[SetupSlot.BURIED])
    return True


@kernel()
def bury_chosen(g, f):
    """Bury the card that was chosen; returns whether there is one."""
    o = chosen(g)
    if o.kind == kinds.Opt.PASS:
        return False
    log(g, kinds.Log.BURY_HAND, f.v[SetupSlot.PLAYER], o.card, 0, 0, 0)
    take(g, o.card)
    put_bottom(g, f.v[SetupSlot.PLAYER], o.card)
    f.v[SetupSlot.BURIED] += 1
    return True


@kernel()
def redraw(g, m, f):
    """Draw as many cards as were buried; the next player is asked (17.setup.9)."""
    for _ in range(f.v[SetupSlot.BURIED]):
        draw_top(g, m, f.v[SetupSlot.PLAYER])
    f.v[SetupSlot.BURIED] = 0
    f.v[SetupSlot.DONE] += 1
    f.v[SetupSlot.PLAYER] = next_player(g, f.v[SetupSlot.PLAYER])
    f.pc = SetupStage.END if f.v[SetupSlot.DONE] >= g.n_players else SetupStage.LIST_CARDS


@handler
def step_setup(g, m, f):
    """Initial hands are drawn; each player may mulligan once, clockwise from the starting player (17.setup.7 to 17.setup.9)."""
    while True:
        if f.pc == SetupStage.BEGIN:
            deal_hands(g, m, f)
        elif f.pc == SetupStage.LIST_CARDS:
            if ask_mulligan(g, f):
                return
            f.pc = SetupStage.REDRAW
        elif f.pc == SetupStage.CARD_CHOSEN:
            f.pc = SetupStage.LIST_CARDS if bury_chosen(g, f) else SetupStage.REDRAW
        elif f.pc == SetupStage.REDRAW:
            redraw(g, m, f)
        else:
            pop(g, 0)
            g.turn = 0
            push_turn(g)
            return


BEHIND = 10
"""Hit points behind the leader from which a win is a comeback."""


@kernel()
def same_as_earlier(g, p, i):
    """Tell whether hand card ``i`` is alike an earlier one in hand: one option stands for both, but in a script."""
    if g.scripted == 1:
        return False
    player = g.players[p]
    card = g.cards[player.zone[kinds.Zone.HAND, i]]
    for k in range(i):
        other = g.cards[player.zone[kinds.Zone.HAND, k]]
        if other.definition == card.definition and other.down == card.down and other.silenced == card.silenced:
            return True
    return False


@kernel()
def told_by_definition(g, m):
    """Tell whether cards in hand are alike if their definitions are, and the definitions fit into a bit mask; scripts tell all apart."""
    return m.n_defs <= 62 and (g.n_down | g.n_silenced | g.scripted) == 0


@kernel()
def list_sowing(g, m, p, placed):
    """List the cards in hand that player ``p`` may sow or place, after ``placed`` others, and not to (17.turn.4, 12.turn.2)."""
    player = g.players[p]
    clear_options(g)
    if told_by_definition(g, m):
        listed = 0
        unlisted = player.kinds
        for i in range(player.n[kinds.Zone.HAND]):
            c = player.zone[kinds.Zone.HAND, i]
            bit = 1 << g.cards[c].definition
            if listed & bit == 0:
                listed |= bit
                option(g, kinds.Opt.SOW_CARD, c, -1, -1, placed, p, -1)
                unlisted -= 1
                if unlisted == 0:
                    break
    else:
        list_each_sowing(g, p, placed)
    option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)


@kernel(rare=True)
def list_each_sowing(g, p, placed):
    """List what :func:`list_sowing` does where definitions do not tell cards apart."""
    player = g.players[p]
    for i in range(player.n[kinds.Zone.HAND]):
        if not same_as_earlier(g, p, i):
            option(g, kinds.Opt.SOW_CARD, player.zone[kinds.Zone.HAND, i], -1, -1, placed, p, -1)


@kernel()
def sow(g, p, c):
    """Put card ``c`` of the hand of player ``p`` into the granary, ready to pay (17.turn.4, 17.turn.6)."""
    take(g, c)
    put(g, p, kinds.Zone.GRANARY, c)
    g.cards[c].exhausted = 0
    g.players[p].free += 1
    log(g, kinds.Log.SOW, p, c, 0, 0, 0)


@kernel()
def ask_given(g, m, f, p):
    """Ask which card of the hand is exchanged for a reserve card; returns whether that is possible (9.turn.9)."""
    player = g.players[p]
    if m.reserves_exchange == 0 or player.n[kinds.Zone.RESERVES] == 0 or player.n[kinds.Zone.HAND] == 0:
        return False
    if f.v[ResourceSlot.EXCHANGES] >= MOST_EXCHANGES:
        return False
    clear_options(g)
    for i in range(player.n[kinds.Zone.HAND]):
        option(g, kinds.Opt.PICK_CARD, player.zone[kinds.Zone.HAND, i], -1, kinds.Zone.HAND, 0, p, -1)
    option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
    f.pc = ResourceStage.GIVEN_CHOSEN
    ask(g, p, kinds.Ask.EXCHANGE, -1, -1, f.v[ResourceSlot.PLACED])
    return True


@kernel()
def ask_taken(g, f, p):
    """Ask which reserve card comes for the one that was chosen; returns whether one was."""
    o = chosen(g)
    if o.kind == kinds.Opt.PASS:
        return False
    f.v[ResourceSlot.GIVEN] = o.card
    player = g.players[p]
    clear_options(g)
    for i in range(player.n[kinds.Zone.RESERVES]):
        option(g, kinds.Opt.PICK_CARD, player.zone[kinds.Zone.RESERVES, i], -1, kinds.Zone.RESERVES, 0, p, -1)
    f.pc = ResourceStage.TAKEN_CHOSEN
    ask(g, p, kinds.Ask.EXCHANGE, f.v[ResourceSlot.GIVEN], -1, f.v[ResourceSlot.PLACED])
    return True


@kernel()
def exchange(g, f, p):
    """Exchange the two cards that were chosen."""
    c = int(chosen(g).card)
    given = f.v[ResourceSlot.GIVEN]
    take(g, c)
    take(g, given)
    put(g, p, kinds.Zone.HAND, c)
    put(g, p, kinds.Zone.RESERVES, given)
    g.seen[p, g.cards[c].definition] |= kinds.SEEN_DRAWN
    log(g, kinds.Log.EXCHANGE, p, given, c, 0, 0)
    f.v[ResourceSlot.EXCHANGES] += 1


@kernel()
def ask_placing(g, m, f, p):
    """Ask which card is placed, or sown; returns whether one more may be (12.turn.2)."""
    first_turn = g.turn == 1 and m.place_or_draw == 1
    most = 1 if (m.place_or_draw == 0 or first_turn) else 2
    if f.v[ResourceSlot.PLACED] >= most or g.players[p].n[kinds.Zone.HAND] == 0:
        return False
    list_sowing(g, m, p, f.v[ResourceSlot.PLACED])
    f.pc = ResourceStage.CARD_CHOSEN
    ask(g, p, kinds.Ask.SOW if m.place_or_draw == 0 else kinds.Ask.PLACE, -1, -1, f.v[ResourceSlot.PLACED])
    return True


@kernel()
def place_chosen(g, m, f, p):
    """Place the card that was chosen; returns the stage that follows."""
    o = chosen(g)
    if o.kind == kinds.Opt.PASS:
        return ResourceStage.DRAW
    sow(g, p, int(o.card))
    f.v[ResourceSlot.PLACED] += 1
    if m.reserves_exchange == 0:
        return ResourceStage.LIST_CARDS
    f.v[ResourceSlot.AFTER] = ResourceStage.LIST_CARDS
    return ResourceStage.LIST_GIVEN


@kernel()
def draw_rest(g, m, f, p):
    """Draw a card for each that was not placed (12.turn.2, 9.turn.2); returns whether the frame waits."""
    if m.place_or_draw == 0:
        return False
    n = (1 if g.turn == 1 else 2) - f.v[ResourceSlot.PLACED]
    if check_end(g, m):
        return True
    if n <= 0:
        return False
    if m.reserves_draw == 1:
        push_draw(g, p, n)
        return True
    draw_cards(g, m, p, n)
    return False


@handler
def step_resource(g, m, f):
    """The Resource Phase with places or exchanges: place 0 to 2 and draw the rest (12.turn.2, 9.turn.2), with exchanges of
    reserves around it (9.turn.9)."""
    p = f.v[ResourceSlot.PLAYER]
    while True:
        if f.pc == ResourceStage.BEGIN:
            f.v[ResourceSlot.AFTER] = ResourceStage.LIST_CARDS
            f.pc = ResourceStage.LIST_GIVEN
        elif f.pc == ResourceStage.LIST_GIVEN:
            if ask_given(g, m, f, p):
                return
            f.pc = f.v[ResourceSlot.AFTER]
        elif f.pc == ResourceStage.GIVEN_CHOSEN:
            if ask_taken(g, f, p):
                return
            f.pc = f.v[ResourceSlot.AFTER]
        elif f.pc == ResourceStage.TAKEN_CHOSEN:
            exchange(g, f, p)
            f.pc = ResourceStage.LIST_GIVEN
        elif f.pc == ResourceStage.LIST_CARDS:
            if ask_placing(g, m, f, p):
                return
            f.pc = ResourceStage.DRAW
        elif f.pc == ResourceStage.CARD_CHOSEN:
            f.pc = place_chosen(g, m, f, p)
        elif f.pc == ResourceStage.DRAW:
            f.pc = ResourceStage.DRAWN
            if draw_rest(g, m, f, p):
                return
        elif f.pc == ResourceStage.DRAWN:
            if g.over == 1 or check_end(g, m):
                return
            f.pc = ResourceStage.END
            if m.reserves_exchange == 1 and f.v[ResourceSlot.AFTER] == ResourceStage.LIST_CARDS:
                f.v[ResourceSlot.AFTER] = ResourceStage.END
                f.pc = ResourceStage.LIST_GIVEN
        else:
            pop(g, 0)
            return


@kernel()
def list_actions(g, m, p):
    """List what the turn player may do in the Action Phase (17.turn.7, 17.ability.3, 12.turn.8 to 12.turn.13)."""
    player = g.players[p]
    if told_by_definition(g, m):
        listed = 0
        unlisted = player.kinds
        for i in range(player.n[kinds.Zone.HAND]):
            c = player.zone[kinds.Zone.HAND, i]
            bit = 1 << g.cards[c].definition
            if listed & bit == 0:
                listed |= bit
                list_play(g, m, p, c)
                unlisted -= 1
                if unlisted == 0:
                    break
    else:
        list_each_play(g, m, p)
    if m.activated & player.may_hold != 0 or g.scripted == 1:  # scripts put any pawn there
        list_activations(g, m, p)


@kernel(rare=True)
def list_each_play(g, m, p):
    """List what can be done with the cards in hand where definitions do not tell them apart."""
    player = g.players[p]
    for i in range(player.n[kinds.Zone.HAND]):
        if not same_as_earlier(g, p, i):
            list_play(g, m, p, player.zone[kinds.Zone.HAND, i])


@kernel()
def list_play(g, m, p, c):
    """List what player ``p`` may do with card ``c`` of the hand."""
    cost = level(g, m, c)
    if m.defs[g.cards[c].definition].minion == 0:
        list_spell(g, m, p, c, cost)
    elif cost <= g.players[p].free and can_summon_from(g, m, p, c, cost):
        g.seen[p, g.cards[c].definition] |= 2
        option(g, kinds.Opt.SUMMON, c, -1, -1, cost, p, -1)


@kernel(apart=True)
def list_spell(g, m, p, c, cost):
    """List whether player ``p`` may cast card ``c`` of the hand, or set it as a trap."""
    d = m.defs[g.cards[c].definition]
    a = d.first_ability
    if d.standard == 1 and may_link(g, m) and can_use(g, m, p, c, a, kinds.Play.NORMAL):
        g.seen[p, g.cards[c].definition] |= 2
        option(g, kinds.Opt.CAST, c, a, -1, kinds.Play.NORMAL, p, -1)
    if m.trapfield == 1 and cost <= g.players[p].free:
        g.seen[p, g.cards[c].definition] |= 2
        option(g, kinds.Opt.SET_TRAP, c, a, -1, cost, p, -1)


@kernel(apart=True)
def list_activations(g, m, p):
    """List the cards in play whose abilities player ``p`` may activate (17.ability.3)."""
    if not may_link(g, m):
        return
    player = g.players[p]
    for zone in (kinds.Zone.BATTLEFIELD, kinds.Zone.TRAPFIELD):
        for i in range(player.n[zone]):
            c = player.zone[zone, i]
            d = m.defs[g.cards[c].definition]
            if d.standard == 0 or g.cards[c].exhausted == 1:
                continue
            for a in range(d.first_ability, d.first_ability + d.n_abilities):
                ability = m.abilities[a]
                if ability.event < 0 and ability.respond == 0 and can_use(g, m, p, c, a, kinds.Play.NORMAL):
                    g.seen[p, g.cards[c].definition] |= 2
                    option(g, kinds.Opt.ACTIVATE, c, a, -1, kinds.Play.NORMAL, p, -1)


@kernel()
def list_battles(g, m, p):
    """List the victims that player ``p`` may attack (17.battle.4, 17.battle.5, 17.ruling.100, 17.ruling.101)."""
    ready = False
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        if can_attack(g, m, p, player.zone[kinds.Zone.BATTLEFIELD, i]):
            ready = True
            break
    if not ready:
        return
    for q in range(g.n_players):
        if q == p or g.players[q].out == 1:
            continue
        if g.players[q].used_victim == 0:
            option(g, kinds.Opt.ATTACK_PLAYER, -1, -1, q, 0, q, -1)
        for i in range(g.players[q].n[kinds.Zone.BATTLEFIELD]):
            c = g.players[q].zone[kinds.Zone.BATTLEFIELD, i]
            if g.cards[c].used_victim == 0 and g.cards[c].petrified == 0:
                option(g, kinds.Opt.ATTACK_MINION, c, -1, q, 0, q, -1)


@kernel()
def recover_card(g, c, own_turn):
    """Unexhaust one card unless it is fatigued; tell whether it recovers (17.recovery.7, 17.recovery.8)."""
    card = g.cards[c]
    if card.fatigued == 1:
        if not (own_turn and g.turn > card.fatigue_turn):
            return False
        card.fatigued = 0
        g.n_fatigued -= 1
    card.exhausted = 0
    return True


@kernel()
def recover(g, m):
    """Unexhaust and restore the cards of all players, fatigued ones excepted (17.recovery.4 to 17.recovery.10, 12.recovery.*)."""
    log(g, kinds.Log.RECOVERY, g.turn_player, 0, 0, 0, 0)
    for p in range(g.n_players):
        player = g.players[p]
        if player.out == 1:
            continue
        own_turn = p == g.turn_player
        if g.n_fatigued > 0:
            free = 0
            for i in range(player.n[kinds.Zone.GRANARY]):
                c = player.zone[kinds.Zone.GRANARY, i]
                recover_card(g, c, own_turn)
                free += 1 - g.cards[c].exhausted
            player.free = free
        elif player.free < player.n[kinds.Zone.GRANARY]:
            for i in range(player.n[kinds.Zone.GRANARY]):
                g.cards[player.zone[kinds.Zone.GRANARY, i]].exhausted = 0
            player.free = player.n[kinds.Zone.GRANARY]
        for i in range(player.n[kinds.Zone.TRAPFIELD]):
            recover_card(g, player.zone[kinds.Zone.TRAPFIELD, i], own_turn)
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            c = player.zone[kinds.Zone.BATTLEFIELD, i]
            if recover_card(g, c, own_turn):
                restore(g, m, c)
    if g.n_down > 0:
        for c in range(g.n_cards):
            card = g.cards[c]
            if card.down > 0 and card.fatigued == 0:
                card.down = 0
                g.n_down -= 1


@kernel()
def end_turn(g, m):
    """What lasts until the end of the turn ends: control goes back, bans end (17.ruling.85, 17.ruling.86, 17.counter.17)."""
    for i in range(g.n_returns - 1, -1, -1):
        r = g.returns[i]
        card = g.cards[r.card]
        if card.stamp == r.stamp and (card.zone == kinds.Zone.BATTLEFIELD or card.zone == kinds.Zone.TRAPFIELD) and card.holder != r.to:
            if g.players[r.to].out == 0:
                change_control(g, m, r.card, r.to)
    g.n_returns = 0
    if g.n_silenced > 0:
        for c in range(g.n_cards):
            g.cards[c].silenced = 0
        g.n_silenced = 0
    me = g.turn_player
    g.players[me].ended_turn = g.turn
    most = g.players[0].hp
    for p in range(1, g.n_players):
        most = max(most, g.players[p].hp)
    for p in range(g.n_players):
        g.players[p].comeback |= most - g.players[p].hp >= BEHIND
    if g.n_rerolls > 0:
        for p in range(g.n_players):
            for i in range(4):
                g.players[p].reroll_dice[i] = 0
        g.n_rerolls = 0


@kernel()
def forget_victims(g, m):
    """Nobody has been attacked in the new turn (17.battle.5)."""
    g.n_victims = 0
    for p in range(g.n_players):
        player = g.players[p]
        player.used_victim = 0
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            g.cards[player.zone[kinds.Zone.BATTLEFIELD, i]].used_victim = 0
    if m.victim_follows_card == 1:
        for c in range(g.n_cards):
            g.cards[c].used_victim = 0


@kernel()
def begin_turn(g, m):
    """Start the next turn: counters of the turn and used victims are reset."""
    g.turn += 1
    g.links_this_turn = 0
    for p in range(g.n_players):
        player = g.players[p]
        player.dice_ordinal = 0
        player.chance_ordinal = 0
    if g.n_victims > 0:
        forget_victims(g, m)
    log(g, kinds.Log.TURN, g.turn_player, 0, 0, g.turn, 0)


@kernel()
def enter_phase(g, phase):
    """Enter a phase of the turn."""
    g.phase = phase
    log(g, kinds.Log.PHASE, g.turn_player, phase, 0, 0, 0)


@kernel()
def note_field(g, p):
    """Add the SP on the battlefield of the turn player to the statistics of SP per turn."""
    player = g.players[p]
    total = 0
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        card = g.cards[player.zone[kinds.Zone.BATTLEFIELD, i]]
        if card.petrified == 0:
            total += card.sp
    player.sp_turns += total


@kernel()
def set_trap(g, m, p, c):
    """Set card ``c`` of the hand as a trap, for its level in resources (12.trap.1)."""
    pay_resources(g, p, level(g, m, c))
    log(g, kinds.Log.SET_TRAP, p, c, 0, 0, 0)
    g.seen[p, g.cards[c].definition] |= kinds.SEEN_PLAYED
    take(g, c)
    put(g, p, kinds.Zone.TRAPFIELD, c)
    g.cards[c].exhausted = 1


@kernel()
def do_action(g, m, f, me):
    """Do what the turn player has chosen in the Action Phase; returns the stage that follows, or WAITING (17.turn.7)."""
    o = chosen(g)
    if o.kind == kinds.Opt.END_PHASE:
        return TurnStage.ENTER_BATTLE
    if o.kind == kinds.Opt.SUMMON:
        c = int(o.card)
        f.v[TurnSlot.SUMMONED] = c
        d = m.defs[g.cards[c].definition]
        pay_resources(g, me, level(g, m, c))
        if d.caveat_end > d.caveat:
            f.pc = TurnStage.SUMMON_PAID
            push_costs(g, me, c, d.caveat, d.caveat_end)
            return WAITING
        return TurnStage.SUMMON_PAID
    if o.kind == kinds.Opt.SET_TRAP:
        set_trap(g, m, me, int(o.card))
        return TurnStage.WINDOW_BEFORE_EACH
    f.pc = TurnStage.WINDOW_BEFORE_EACH
    push_chain(g, me, o.kind, o.card, o.ability, -1, o.amount)
    return WAITING


@kernel()
def summon_paid(g, m, f, me):
    """Summon the minion that is paid for; returns whether the frame waits (17.minion.2, 5.chain.1)."""
    summon(g, m, me, f.v[TurnSlot.SUMMONED])
    f.pc = TurnStage.WINDOW_BEFORE_EACH
    if check_end(g, m):
        return True
    if m.summon_starts_chain == 1:
        push_chain(g, me, kinds.Opt.SUMMON, f.v[TurnSlot.SUMMONED], -1, -1, kinds.Play.NORMAL)
        return True
    return m.elimination == 1  # the caveat may have cost this player the game


@kernel()
def ask_action(g, m, f, me):
    """Ask for an action; returns whether any but to end the phase is possible."""
    clear_options(g)
    list_actions(g, m, me)
    if g.n_options == 0 and g.scripted == 0:
        return False
    option(g, kinds.Opt.END_PHASE, -1, -1, -1, 0, me, -1)
    f.pc = TurnStage.ACTION_CHOSEN
    ask(g, me, kinds.Ask.ACTION, -1, -1, -1)
    return True


@kernel()
def ask_victim(g, m, f, me):
    """Ask whom to attack; returns whether there is anybody, and somebody to attack with (17.battle.4)."""
    clear_options(g)
    list_battles(g, m, me)
    if g.n_options == 0 and g.scripted == 0:
        return False
    option(g, kinds.Opt.END_PHASE, -1, -1, -1, 0, me, -1)
    f.pc = TurnStage.VICTIM_CHOSEN
    ask(g, me, kinds.Ask.BATTLE, -1, -1, -1)
    return True


@kernel()
def ask_sowing(g, m, f, me):
    """Begin the Resource Phase: its frame, or the question what to sow, at most one card (17.turn.4)."""
    if m.place_or_draw == 1 or m.reserves_exchange == 1:
        f.pc = TurnStage.WINDOW_BEFORE_ACTION
        push_resource(g, me)
        return
    f.pc = TurnStage.SOWN
    if g.players[me].n[kinds.Zone.HAND] > 0:
        list_sowing(g, m, me, 0)
        f.pc = TurnStage.SOWING_CHOSEN
        ask(g, me, kinds.Ask.SOW, -1, -1, 0)


@kernel()
def act(g, m, f, me, stage):
    """From the sowing on, the Action Phase (17.turn.4 to 17.turn.7, 17.ruling.1: a window before each action, its end included).

    Takes and returns a stage of the turn, or WAITING, as the next two do.
    """
    if stage == TurnStage.SOWING_CHOSEN:
        o = chosen(g)
        stage = TurnStage.SOWN
        if o.kind != kinds.Opt.PASS:
            sow(g, me, int(o.card))
    if stage == TurnStage.SOWN:
        f.pc = TurnStage.SOWN
        if check_end(g, m):
            return WAITING
        stage = TurnStage.WINDOW_BEFORE_ACTION
    if stage == TurnStage.WINDOW_BEFORE_ACTION:
        stage = f.pc = TurnStage.ENTER_ACTION
        if between_actions(g, m):
            return WAITING
    if stage == TurnStage.ENTER_ACTION:
        enter_phase(g, kinds.Phase.ACTION)
        stage = TurnStage.WINDOW_BEFORE_EACH
    if stage == TurnStage.ACTION_CHOSEN:
        stage = do_action(g, m, f, me)
    if stage == TurnStage.SUMMON_PAID:
        if summon_paid(g, m, f, me):
            return WAITING
        stage = TurnStage.WINDOW_BEFORE_EACH
    if stage == TurnStage.WINDOW_BEFORE_EACH:
        stage = f.pc = TurnStage.LIST_ACTIONS
        if between_actions(g, m):
            return WAITING
    if stage == TurnStage.LIST_ACTIONS:
        if ask_action(g, m, f, me):
            return WAITING
        stage = TurnStage.ENTER_BATTLE
    return stage


@kernel()
def attack(g, m, f, me, stage):
    """The Battle Phase (17.turn.8, 17.battle.1, 17.battle.4)."""
    if stage == TurnStage.ENTER_BATTLE:
        enter_phase(g, kinds.Phase.BATTLE)
        note_field(g, me)
        stage = TurnStage.WINDOW_BEFORE_ATTACK
    if stage == TurnStage.VICTIM_CHOSEN:
        o = chosen(g)
        stage = TurnStage.ENTER_RECOVERY
        if o.kind != kinds.Opt.END_PHASE:
            f.pc = TurnStage.WINDOW_BEFORE_ATTACK
            push_battle(g, me, o.target if o.kind == kinds.Opt.ATTACK_PLAYER else NOBODY, o.card, NOBODY)
            return WAITING
    if stage == TurnStage.WINDOW_BEFORE_ATTACK:
        stage = f.pc = TurnStage.LIST_VICTIMS
        if between_actions(g, m):
            return WAITING
    if stage == TurnStage.LIST_VICTIMS:
        if ask_victim(g, m, f, me):
            return WAITING
        stage = TurnStage.ENTER_RECOVERY
    return stage


@kernel()
def pass_turn(g, m, f, stage):
    """The Recovery Phase, the end of the turn, and who is next (17.recovery.4, 17.ruling.117)."""
    if stage == TurnStage.ENTER_RECOVERY:
        enter_phase(g, kinds.Phase.RECOVERY)
        stage = f.pc = TurnStage.RECOVER
        if m.recovery_before == 1 and between_actions(g, m):
            return WAITING
    if stage == TurnStage.RECOVER:
        recover(g, m)
        stage = f.pc = TurnStage.END
        if check_end(g, m):
            return WAITING
        if m.recovery_after == 1 and between_actions(g, m):
            return WAITING
    if stage == TurnStage.END:
        end_turn(g, m)
        if g.turn >= g.turn_limit:
            finish(g, m, Ending.TURN_CAP)
            return WAITING
        g.turn_player = next_player(g, int(g.turn_player))
        stage = TurnStage.BEGIN
    return stage


@handler
def step_turn(g, m, f):
    """The phases of a turn, then the next turn (17.turn.1).

    The stages stand in the order in which play meets them from one sowing to the next, so that it runs through them in one go:
    within a loop the compiler would work out the addresses for all of them each time.
    """
    stage = np.int64(f.pc)
    me = int(g.turn_player)
    if g.over == 1:
        return
    if m.elimination == 1 and g.players[me].out == 1 and TurnStage.BEGIN < stage < TurnStage.END:
        stage = TurnStage.END  # 9.ruling.9: a turn of theirs ends at once
    stage = act(g, m, f, me, stage)
    stage = attack(g, m, f, me, stage)
    stage = pass_turn(g, m, f, stage)
    me = int(g.turn_player)
    if stage == TurnStage.BEGIN:
        begin_turn(g, m)
        stage = TurnStage.DRAW
    if stage == TurnStage.DRAW:
        stage = f.pc = TurnStage.RESOURCE
        if m.place_or_draw == 0:
            enter_phase(g, kinds.Phase.DRAW)
            if g.turn > 1:  # 17.turn.3
                draw_cards(g, m, me, 1)
                if g.over == 1 or between_actions(g, m):
                    return
    if stage == TurnStage.RESOURCE:
        enter_phase(g, kinds.Phase.RESOURCE)
        stage = f.pc = TurnStage.LIST_SOWING
        if m.place_or_draw == 1 and between_actions(g, m):
            return
    if stage == TurnStage.LIST_SOWING:
        ask_sowing(g, m, f, me)
