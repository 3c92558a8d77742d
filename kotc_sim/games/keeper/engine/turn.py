"""The phases of a turn, recovery (17.turn.*, 17.recovery.*, 12.turn.*, 9.turn.*)."""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.actions import list_actions, list_battles
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.events import check_end, destroy, finish
from kotc_sim.games.keeper.engine.frames import WAITING, TurnStage, push_battle, push_chain, push_costs, push_draw
from kotc_sim.games.keeper.engine.parts import summon
from kotc_sim.games.keeper.engine.program import draw_cards
from kotc_sim.games.keeper.engine.record import BOTTOM
from kotc_sim.games.keeper.engine.resource import list_sowing, sow
from kotc_sim.games.keeper.engine.stack import NONE, ask, chosen, clear_options, next_player, offer_plain, push
from kotc_sim.games.keeper.engine.window import between_actions
from kotc_sim.games.keeper.engine.zones import change_control, level, log, log_card, pay_resources, put, release, restore, take
from kotc_sim.shared.result import Ending

BEHIND = 10  # hit points behind the leader from which a win is a comeback


@kernel()
def recover_card(g, m, c, own_turn):
    """Unexhaust one card unless it is fatigued; return whether it recovers (17.recovery.7, 17.recovery.8)."""
    card = g.cards[c]
    if card.fatigued == 1:
        if m.fatigue_once == 1 or not (own_turn and g.turn > card.fatigue_turn):
            return False
        card.fatigued = 0
        g.n_fatigued -= 1
    card.exhausted = 0
    return True


@kernel()
def recover(g, m):
    """Unexhaust and restore the cards of all players, fatigued ones excepted (17.recovery.4 to 17.recovery.10, 12.recovery.*)."""
    log_card(g, kinds.Log.RECOVERY, g.turn_player, 0)
    for p in range(g.n_players):
        player = g.players[p]
        if player.out == 1:
            continue
        own_turn = p == g.turn_player
        if g.n_fatigued > 0:
            free = 0
            for i in range(player.n[kinds.Zone.GRANARY]):
                c = player.zone[kinds.Zone.GRANARY, i]
                recover_card(g, m, c, own_turn)
                free += 1 - g.cards[c].exhausted
            player.free = free
        elif player.free < player.n[kinds.Zone.GRANARY]:
            for i in range(player.n[kinds.Zone.GRANARY]):
                g.cards[player.zone[kinds.Zone.GRANARY, i]].exhausted = 0
            player.free = player.n[kinds.Zone.GRANARY]
        for i in range(player.n[kinds.Zone.TRAPFIELD]):
            recover_card(g, m, player.zone[kinds.Zone.TRAPFIELD, i], own_turn)
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            c = player.zone[kinds.Zone.BATTLEFIELD, i]
            if recover_card(g, m, c, own_turn):
                restore(g, m, c)
    if g.n_down > 0:
        for c in range(g.n_cards):
            card = g.cards[c]
            if card.down > 0 and card.fatigued == 0:
                card.down = 0
                g.n_down -= 1
    if m.fatigue_once == 1 and g.n_fatigued > 0:
        for c in range(g.n_cards):
            g.cards[c].fatigued = 0
        g.n_fatigued = 0


@kernel()
def give_back(g, m):
    """Control of hypnotized minions goes back (17.ruling.85, 17.ruling.86)."""
    for i in range(g.n_returns - 1, -1, -1):
        r = g.returns[i]
        card = g.cards[r.card]
        if card.stamp == r.stamp and (card.zone == kinds.Zone.BATTLEFIELD or card.zone == kinds.Zone.TRAPFIELD) and card.holder != r.to:
            if g.players[r.to].out == 0:
                change_control(g, m, r.card, r.to)
    g.n_returns = 0


@kernel()
def end_turn(g, m):
    """What lasts until the end of the turn ends: control goes back, bans end (17.ruling.85, 17.counter.17)."""
    if m.hypnotize_to_recovery == 0 and g.n_returns > 0:
        give_back(g, m)
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
        player.dice_ordinal = player.chance_ordinal = 0
    if g.n_victims > 0:
        forget_victims(g, m)
    log(g, kinds.Log.TURN, g.turn_player, 0, 0, g.turn, 0)


@kernel()
def enter_phase(g, phase):
    """Enter a phase of the turn."""
    g.phase = phase
    log_card(g, kinds.Log.PHASE, g.turn_player, phase)


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
def destroy_berzerkers(g, m, p):
    """Destroy the unexhausted Berzerkers of player ``p``, whose Battle Phase ends; returns whether there are any (10.caveat.5)."""
    player = g.players[p]
    found = False
    for i in range(player.n[kinds.Zone.BATTLEFIELD] - 1, -1, -1):
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        if g.cards[c].exhausted == 0 and m.defs[g.cards[c].definition].berzerker == 1:
            destroy(g, m, c)
            found = True
    return found


@kernel()
def set_trap(g, m, p, c):
    """Set card ``c`` of the hand as a trap, for its level in resources (12.trap.1)."""
    pay_resources(g, p, level(g, m, c))
    log_card(g, kinds.Log.SET_TRAP, p, c)
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
        f.summoned = c
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
    summon(g, m, me, f.summoned, 1)
    f.pc = TurnStage.WINDOW_BEFORE_EACH
    if check_end(g, m):
        return True
    if m.summon_starts_chain == 1:
        push_chain(g, me, kinds.Opt.SUMMON, f.summoned, NONE, NONE, kinds.Play.NORMAL)
        return True
    return m.elimination == 1  # the caveat may have cost this player the game


@kernel()
def ask_action(g, m, f, me):
    """Ask for an action; returns whether any but to end the phase is possible."""
    clear_options(g)
    list_actions(g, m, me)
    if g.n_options == 0 and g.scripted == 0:
        return False
    offer_plain(g, kinds.Opt.END_PHASE, me)
    f.pc = TurnStage.ACTION_CHOSEN
    ask(g, me, kinds.Ask.ACTION, NONE)
    return True


@kernel()
def ask_victim(g, m, f, me):
    """Ask whom to attack; returns whether there is anybody, and somebody to attack with (17.battle.4)."""
    clear_options(g)
    list_battles(g, m, me)
    if g.n_options == 0 and g.scripted == 0:
        return False
    offer_plain(g, kinds.Opt.END_PHASE, me)
    f.pc = TurnStage.VICTIM_CHOSEN
    ask(g, me, kinds.Ask.BATTLE, NONE)
    return True


@kernel()
def ask_sowing(g, m, f, me):
    """Begin the Resource Phase: its frame, or the question what to sow, at most one card (17.turn.4)."""
    if m.place_or_draw == 1 or m.reserves_exchange == 1:
        f.pc = TurnStage.WINDOW_BEFORE_ACTION
        push(g, kinds.Frame.RESOURCE).player = me
        return
    f.pc = TurnStage.SOWN
    if g.players[me].n[kinds.Zone.HAND] > 0:
        list_sowing(g, m, me, 0)
        f.pc = TurnStage.SOWING_CHOSEN
        ask(g, me, kinds.Ask.SOW, 0)


@kernel()
def act(g, m, f, me, stage):
    """From the sowing on, the Action Phase (17.turn.4 to 17.turn.7, 17.ruling.1: a window before each action, its end included).

    Takes and returns a stage of the turn, or WAITING, as the next two do.
    """
    if stage == TurnStage.SOWING_CHOSEN:
        o = chosen(g)
        stage = TurnStage.SOWN
        if o.kind != kinds.Opt.PASS:
            sow(g, m, me, int(o.card))
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
            push_battle(g, me, o.target if o.kind == kinds.Opt.ATTACK_PLAYER else NONE, o.card, NONE)
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
        stage = f.pc = TurnStage.LEAVE_BATTLE
        if (m.features & kinds.Feature.BERZERKER) != 0 and destroy_berzerkers(g, m, int(g.turn_player)):
            if check_end(g, m) or between_actions(g, m):
                return WAITING
    if stage == TurnStage.LEAVE_BATTLE:
        enter_phase(g, kinds.Phase.RECOVERY)
        stage = f.pc = TurnStage.RECOVER
        if m.recovery_before == 1 and between_actions(g, m):
            return WAITING
    if stage == TurnStage.RECOVER:
        if m.hypnotize_to_recovery == 1 and g.n_returns > 0:
            give_back(g, m)  # 20.keyword.2
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
    if m.elimination == 1 and g.players[me].out == 1 and TurnStage.BEGIN < stage <= TurnStage.ENTER_RECOVERY:
        stage = TurnStage.LEAVE_BATTLE  # 9.ruling.9: only the Recovery Phase is left of a turn of theirs
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
            if g.n_imprisoned > 0:
                release(g, me)
            if g.turn > 1 or m.first_turn_less == 0:  # 17.turn.3
                stage = f.pc = TurnStage.DRAWN
                if m.reserves_draw == 1:
                    push_draw(g, me, 1)
                    return
                draw_cards(g, m, me, 1)
                if g.over == 1:
                    return
    if stage == TurnStage.DRAWN:
        stage = f.pc = TurnStage.RESOURCE
        if between_actions(g, m):
            return
    if stage == TurnStage.RESOURCE:
        enter_phase(g, kinds.Phase.RESOURCE)
        stage = f.pc = TurnStage.LIST_SOWING
        if m.place_or_draw == 1 and between_actions(g, m):
            return
    if stage == TurnStage.LIST_SOWING:
        ask_sowing(g, m, f, me)


@kernel()
def play_past_limit(g):
    """Let a game go on that its turn limit has ended: the next player's turn begins, and is the last one unless the limit is moved.

    Between two turns nothing is pending, so what the limit changed are the fields that say that the game is over.
    """
    g.over = 0
    g.ending = Ending.NONE
    g.winners = 0
    g.turn_limit = g.turn + 1
    g.turn_player = next_player(g, int(g.turn_player))
    g.frames[BOTTOM].pc = TurnStage.BEGIN
