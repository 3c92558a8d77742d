"""Setup, the phases of a turn, recovery (17.setup.*, 17.turn.*, 17.recovery.*, 12.turn.*, 9.turn.*)."""

from __future__ import annotations

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.battle import can_attack
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.chain import MODE_FULL, may_link, open_window
from kotc_sim.games.keeper.engine.costs import can_summon_from
from kotc_sim.games.keeper.engine.events import TURN_CAP, check_end, draw_top, finish
from kotc_sim.games.keeper.engine.parts import summon
from kotc_sim.games.keeper.engine.program import draw_cards
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, next_player, option, pop, push
from kotc_sim.games.keeper.engine.triggers import can_use
from kotc_sim.games.keeper.engine.zones import change_control, level, log, pay_resources, put, put_bottom, restore, take


@handler
def step_setup(g, m, f):
    """Initial hands are drawn; each player may mulligan once, clockwise from the starting player (17.setup.7 to 17.setup.9).

    Frame: 0 player, 1 players done, 2 cards buried.
    """
    while True:
        if f.pc == 0:
            g.phase = kinds.Phase.SETUP
            for p in range(g.n_players):
                for _ in range(m.hand_size):
                    draw_top(g, m, p)
            f.v[0] = g.first_player
            f.pc = 1 if m.mulligan == 1 else 9
        elif f.pc == 1:
            p = f.v[0]
            player = g.players[p]
            if player.n[kinds.Zone.HAND] == 0:
                f.pc = 3
                continue
            clear_options(g)
            for i in range(player.n[kinds.Zone.HAND]):
                option(g, kinds.Opt.BURY_CARD, player.zone[kinds.Zone.HAND, i], -1, -1, f.v[2], p, -1)
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            f.pc = 2
            ask(g, p, kinds.Ask.MULLIGAN, -1, -1, f.v[2])
            return
        elif f.pc == 2:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.pc = 3
                continue
            log(g, kinds.Log.BURY_HAND, f.v[0], o.card, 0, 0, 0)
            take(g, o.card)
            put_bottom(g, f.v[0], o.card)
            f.v[2] += 1
            f.pc = 1
        elif f.pc == 3:
            for _ in range(f.v[2]):
                draw_top(g, m, f.v[0])
            f.v[2] = 0
            f.v[1] += 1
            f.v[0] = next_player(g, f.v[0])
            f.pc = 9 if f.v[1] >= g.n_players else 1
        else:
            pop(g, 0)
            g.turn = 0
            push(g, kinds.Frame.TURN, 0, 0, 0, 0, 0, 0, 0)
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


@handler
def step_resource(g, m, f):
    """The Resource Phase with places or exchanges: place 0 to 2 and draw the rest (12.turn.2, 9.turn.2), with exchanges of
    reserves around it (9.turn.9). Frame: 0 player, 1 placed, 2 given card, 3 exchanges, 4 stage after the exchange."""
    p = f.v[0]
    player = g.players[p]
    while True:
        if f.pc == 0:
            f.v[4] = 1
            f.pc = 10
        elif f.pc == 10:  # exchange with the reserves
            if m.reserves_exchange == 0 or player.n[kinds.Zone.RESERVES] == 0 or player.n[kinds.Zone.HAND] == 0 or f.v[3] >= 40:
                f.pc = f.v[4]
                continue
            clear_options(g)
            for i in range(player.n[kinds.Zone.HAND]):
                option(g, kinds.Opt.PICK_CARD, player.zone[kinds.Zone.HAND, i], -1, kinds.Zone.HAND, 0, p, -1)
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            f.pc = 11
            ask(g, p, kinds.Ask.EXCHANGE, -1, -1, f.v[1])
            return
        elif f.pc == 11:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.pc = f.v[4]
                continue
            f.v[2] = o.card
            clear_options(g)
            for i in range(player.n[kinds.Zone.RESERVES]):
                option(g, kinds.Opt.PICK_CARD, player.zone[kinds.Zone.RESERVES, i], -1, kinds.Zone.RESERVES, 0, p, -1)
            f.pc = 12
            ask(g, p, kinds.Ask.EXCHANGE, f.v[2], -1, f.v[1])
            return
        elif f.pc == 12:
            c = int(chosen(g).card)
            take(g, c)
            take(g, f.v[2])
            put(g, p, kinds.Zone.HAND, c)
            put(g, p, kinds.Zone.RESERVES, f.v[2])
            g.seen[p, g.cards[c].definition] |= 1
            log(g, kinds.Log.EXCHANGE, p, f.v[2], c, 0, 0)
            f.v[3] += 1
            f.pc = 10
        elif f.pc == 1:  # place or sow
            first_turn = g.turn == 1 and m.place_or_draw == 1
            most = 1 if (m.place_or_draw == 0 or first_turn) else 2
            if f.v[1] >= most or player.n[kinds.Zone.HAND] == 0:
                f.pc = 3
                continue
            list_sowing(g, m, p, f.v[1])
            f.pc = 2
            ask(g, p, kinds.Ask.SOW if m.place_or_draw == 0 else kinds.Ask.PLACE, -1, -1, f.v[1])
            return
        elif f.pc == 2:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.pc = 3
                continue
            sow(g, p, int(o.card))
            f.v[1] += 1
            if m.reserves_exchange == 1:
                f.v[4] = 1
                f.pc = 10
            else:
                f.pc = 1
        elif f.pc == 3:
            f.pc = 4
            if m.place_or_draw == 1:
                n = (1 if g.turn == 1 else 2) - f.v[1]
                if check_end(g, m):
                    return
                if n > 0:
                    if m.reserves_draw == 1:
                        push(g, kinds.Frame.DRAW, p, n, 0, 0, 0, 0, 0)
                        return
                    draw_cards(g, m, p, n)
        elif f.pc == 4:
            if g.over == 1 or check_end(g, m):
                return
            if m.reserves_exchange == 1 and f.v[4] == 1:
                f.v[4] = 5
                f.pc = 10
                continue
            f.pc = 5
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
def window(g, m):
    """Open the window between two things in a phase; returns whether one was pushed."""
    if m.events >= 2:
        if g.n_counters + g.n_events - g.event_base > 0:
            push(g, kinds.Frame.WINDOW, MODE_FULL, 0, 0, 0, 0, 0, 0)
            return True
        return False
    return open_window(g, m)


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


@handler
def step_turn(g, m, f):
    """The phases of a turn, then the next turn (17.turn.1). Frame: 0 card being summoned.

    The stages stand in the order in which play meets them from one sowing to the next, so that it runs through them in one go:
    within a loop the compiler would work out the addresses for all of them each time.
    """
    pc = int(f.pc)
    me = int(g.turn_player)
    if g.over == 1:
        return
    if m.elimination == 1 and g.players[me].out == 1 and pc > 0 and pc < 90:  # 9.ruling.9: a turn of theirs ends at once
        pc = 90
    if pc == 7:
        o = chosen(g)
        pc = 8
        if o.kind != kinds.Opt.PASS:
            sow(g, me, int(o.card))
    if pc == 8:
        f.pc = 8
        if check_end(g, m):
            return
        pc = 5
    if pc == 5:
        pc = 6
        f.pc = 6
        if window(g, m):
            return
    if pc == 6:  # Action Phase
        enter_phase(g, kinds.Phase.ACTION)
        pc = 10
    if pc == 12:
        o = chosen(g)
        pc = 10
        if o.kind == kinds.Opt.END_PHASE:
            pc = 20
        elif o.kind == kinds.Opt.SUMMON:
            c = int(o.card)
            f.v[0] = c
            d = m.defs[g.cards[c].definition]
            pay_resources(g, me, level(g, m, c))
            pc = 13
            if d.caveat_end > d.caveat:
                f.pc = 13
                push(g, kinds.Frame.COSTS, me, c, d.caveat, d.caveat_end, 0, 0, 0)
                return
        elif o.kind == kinds.Opt.SET_TRAP:
            c = int(o.card)
            pay_resources(g, me, level(g, m, c))
            log(g, kinds.Log.SET_TRAP, me, c, 0, 0, 0)
            g.seen[me, g.cards[c].definition] |= 4
            take(g, c)
            put(g, me, kinds.Zone.TRAPFIELD, c)
            g.cards[c].exhausted = 1  # 12.trap.1
        else:
            f.pc = 10
            push(g, kinds.Frame.CHAIN, me, o.kind, o.card, o.ability, -1, o.amount, 0)
            return
    if pc == 13:
        summon(g, m, me, f.v[0])
        pc = 10
        f.pc = 10
        if check_end(g, m):
            return
        if m.summon_starts_chain == 1:
            push(g, kinds.Frame.CHAIN, me, kinds.Opt.SUMMON, f.v[0], -1, -1, 0, 0)
            return
        if m.elimination == 1:
            return  # the caveat may have cost this player the game
    if pc == 10:
        pc = 11
        f.pc = 11
        if window(g, m):  # 17.ruling.1: before each action, the choice to end the phase included
            return
    if pc == 11:
        clear_options(g)
        list_actions(g, m, me)
        if g.n_options > 0 or g.scripted == 1:
            option(g, kinds.Opt.END_PHASE, -1, -1, -1, 0, me, -1)
            f.pc = 12
            ask(g, me, kinds.Ask.ACTION, -1, -1, -1)
            return
        pc = 20
    if pc == 20:  # Battle Phase
        enter_phase(g, kinds.Phase.BATTLE)
        note_field(g, me)
        pc = 21
    if pc == 23:
        o = chosen(g)
        pc = 30
        if o.kind != kinds.Opt.END_PHASE:
            f.pc = 21
            victim = o.target if o.kind == kinds.Opt.ATTACK_PLAYER else -1
            push(g, kinds.Frame.BATTLE, me, victim, o.card, -1, 0, 0, 0)
            return
    if pc == 21:
        pc = 22
        f.pc = 22
        if window(g, m):
            return
    if pc == 22:
        clear_options(g)
        list_battles(g, m, me)
        if g.n_options > 0 or g.scripted == 1:
            option(g, kinds.Opt.END_PHASE, -1, -1, -1, 0, me, -1)
            f.pc = 23
            ask(g, me, kinds.Ask.BATTLE, -1, -1, -1)
            return
        pc = 30
    if pc == 30:  # Recovery Phase
        enter_phase(g, kinds.Phase.RECOVERY)
        pc = 31
        f.pc = 31
        if m.recovery_before == 1 and window(g, m):
            return
    if pc == 31:
        recover(g, m)
        pc = 90
        f.pc = 90
        if check_end(g, m):
            return
        if m.recovery_after == 1 and window(g, m):
            return
    if pc == 90:  # the turn is over
        end_turn(g, m)
        if g.turn >= g.turn_limit:  # 17.ruling.117
            finish(g, m, TURN_CAP)
            return
        me = next_player(g, me)
        g.turn_player = me
        pc = 0
    if pc == 0:
        begin_turn(g, m)
        pc = 1
    if pc == 1:  # Draw Phase
        pc = 3
        f.pc = 3
        if m.place_or_draw == 0:
            enter_phase(g, kinds.Phase.DRAW)
            if g.turn > 1:  # 17.turn.3
                draw_cards(g, m, me, 1)
                if g.over == 1 or window(g, m):
                    return
    if pc == 3:  # Resource Phase
        enter_phase(g, kinds.Phase.RESOURCE)
        pc = 4
        f.pc = 4
        if m.place_or_draw == 1 and window(g, m):
            return
    if pc == 4:
        if m.place_or_draw == 1 or m.reserves_exchange == 1:
            f.pc = 5
            push(g, kinds.Frame.RESOURCE, me, 0, 0, 0, 0, 0, 0)
            return
        f.pc = 8
        if g.players[me].n[kinds.Zone.HAND] > 0:  # 17.turn.4: sow at most one
            list_sowing(g, m, me, 0)
            f.pc = 7
            ask(g, me, kinds.Ask.SOW, -1, -1, 0)
            return
