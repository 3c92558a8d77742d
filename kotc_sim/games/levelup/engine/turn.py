"""The turn: its steps, and the decisions of the turn player (levelup.turn.*, ruling 62)."""

import numpy as np

from kotc_sim.games.levelup.engine import frames, kinds
from kotc_sim.games.levelup.engine.actions import list_attacks, list_effects, list_plays
from kotc_sim.games.levelup.engine.announce import announce_attack, announce_effect, announce_play
from kotc_sim.games.levelup.engine.board import change, refresh
from kotc_sim.games.levelup.engine.chain import chain_effect, settle, unanswered
from kotc_sim.games.levelup.engine.choices import discard_picks, select_discards
from kotc_sim.games.levelup.engine.ending import check_points, check_turns
from kotc_sim.games.levelup.engine.frames import TurnStep
from kotc_sim.games.levelup.engine.legal import play_limit
from kotc_sim.games.levelup.engine.moves import draw_cards, lose_points, shuffle, take_out, to_deck
from kotc_sim.games.levelup.engine.primitives import ask, clear_options, log, log_card, offer_plain
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, leaf, rare
from kotc_sim.games.levelup.engine.resolve import battle, resolve_play
from kotc_sim.games.levelup.engine.triggers import LINK_CAP, broadcast
from kotc_sim.games.levelup.engine.zones import tap_card, turn_card


@leaf(VOID(Game))
def _start_turn(g):
    g.turn += 1
    g.resolved = g.left = g.battle = 0
    for p in range(2):
        g.side[p].plays = g.side[p].extra_plays = 0
        g.side[p].repliers |= kinds.Stance.ANYTHING if g.side[p].repliers & kinds.Stance.FROM_NEXT_TURN else 0
    side = g.side[g.player]
    log(g, kinds.Log.TURN, g.player, g.side[1 - g.player].points, g.turn, side.points)
    for i in range(side.n_piles):
        side.piles[i].used = side.piles[i].extra = 0
        card = int(side.piles[i].top) if g.m.rules.untap_step else -1
        while card >= 0:
            if g.card[card].tapped:
                tap_card(g, card, 0)
            card = int(g.card[card].under)
    if g.m.rules.untap_step:
        for i in range(side.n_magic):
            if g.card[side.magic[i]].tapped:
                tap_card(g, side.magic[i], 0)
    broadcast(g, kinds.Event.TURN_START, g.player)


@leaf(VOID(Game))
def _draw_phase(g):
    side = g.side[g.player]
    if g.turn == 1:
        return
    if side.deck_n == 0:
        log_card(g, kinds.Log.EXHAUSTED, g.player, -1)
        lose_points(g, g.player, g.m.rules.exhaustion_points, -1)
        check_points(g)
    else:
        draw_cards(g, g.player, 1)


@rare(VOID(Game))
def _end_changes(g):
    g.fleeting = 0
    for p in range(2):
        side = g.side[p]
        for i in range(side.n_piles):
            pile = side.piles[i]
            if pile.safe:
                g.dirty |= kinds.Dirty.EFFECTS
            if pile.attack or pile.defense:
                change(g, p, i, -int(pile.attack), -int(pile.defense))
            pile.attack = pile.defense = pile.safe = 0
        for i in range(side.n_magic):
            if g.card[side.magic[i]].safe:
                g.dirty |= kinds.Dirty.EFFECTS
            g.card[side.magic[i]].safe = 0


@leaf(VOID(Game))
def _end_turn(g):
    # "This turn" changes end; the other player is next.
    if g.fleeting:
        _end_changes(g)
    if not check_turns(g):
        g.player = 1 - g.player
        g.halt = g.stepwise & kinds.Stepwise.HALTS


@leaf(I64(Game, I64))
def _do(g, placed):
    # Carry out an option of the Main or Battle Phase; say whether the phase goes on. Where nobody can respond there is no chain.
    option = g.options[g.choice]
    card = int(option.card)
    kind = np.int64(option.kind)
    amount = int(option.amount)
    place = int(option.target)
    frame = g.frames[frames.TURN]
    if placed:  # the option said where the card of the play is placed
        card = int(frame.card)
        kind = kinds.Opt.PLAY
        amount = int(frame.down)
        place = int(g.place)
    resolved = 0
    if kind == kinds.Opt.END_PHASE:
        return False
    if kind == kinds.Opt.PLAY:
        if place == kinds.ASK_PLACE:
            frame.card = card
            frame.down = amount
            frame.step = TurnStep.PLACE_CHOSEN
            frames.push_place(g, g.player, card, g.side[g.player].plays >= play_limit(g, g.player))
            return True
        announce_play(g, g.player, card, place, amount)
        resolved = unanswered(g)
        if resolved:
            resolve_play(g, 0)
    elif kind == kinds.Opt.FLIP:
        turn_card(g, card, 1)
        if g.n_pending == 0:
            return True
    elif kind == kinds.Opt.ACTIVATE:
        announce_effect(g, g.player, card, amount, -1)
        chain_effect(g)
        return True
    else:
        announce_attack(g, amount & 255, (amount >> 8) - 1)
        resolved = unanswered(g)
        if resolved:
            battle(g, 0)
    if resolved:
        settle(g)
    else:
        frames.push_chain(g)
    return True


@leaf(VOID(Game))
def _count_strength(g):
    player = int(g.player)
    side = g.side[player]
    total = 0
    for i in range(side.n_piles):
        total += side.piles[i].strength
    g.sp_turns[player] += total


@rare(I64(Game))
def _mulligan(g):
    # Switch mulligan: the first player, then the other, may once shuffle the whole hand back and draw again.
    frame = g.frames[frames.TURN]
    if frame.step == TurnStep.MULLIGAN_CHOSEN:
        player = int(frame.player)
        side = g.side[player]
        if g.options[g.choice].kind == kinds.Opt.REDRAW:
            n = int(side.hand_n)
            log(g, kinds.Log.REDRAW, player, -1, n, 0)
            while side.hand_n > 0:
                card = int(side.hand[0])
                take_out(g, card)
                to_deck(g, card)
            shuffle(g, player, kinds.Purpose.SEARCH)
            draw_cards(g, player, n)
        frame.step = TurnStep.LIST_MULLIGAN
        if player != g.player:
            frame.step = TurnStep.BEGIN
            return False
        frame.player = 1 - player
    clear_options(g)
    offer_plain(g, kinds.Opt.KEEP)
    offer_plain(g, kinds.Opt.REDRAW)
    frame.step = TurnStep.MULLIGAN_CHOSEN
    return ask(g, frame.player, kinds.Ask.MULLIGAN)


@leaf(I64(Game))
def turn_step(g):
    """Go on with the turn; return 1 if a decision is needed."""
    step = np.int64(g.frames[frames.TURN].step)
    while True:
        frame = g.frames[frames.TURN]
        if step < TurnStep.LIST_MAIN:
            if step == TurnStep.BEGIN:
                _start_turn(g)
                frame.step = TurnStep.DRAW
                if g.n_pending:
                    frames.push_chain(g)
                    return False
            _draw_phase(g)
            frame.step = step = TurnStep.LIST_MAIN
            if g.over:
                return False
        while step < TurnStep.END_BATTLE:
            frame = g.frames[frames.TURN]
            if step == TurnStep.MAIN_CHOSEN or step == TurnStep.BATTLE_CHOSEN or step == TurnStep.PLACE_CHOSEN:
                placed = step == TurnStep.PLACE_CHOSEN
                step = TurnStep.LIST_BATTLE if step == TurnStep.BATTLE_CHOSEN else TurnStep.LIST_MAIN
                frame.step = step
                if _do(g, placed):
                    if g.n_frames > frames.TURN + 1 or g.over or g.log_on:
                        return False
                    if g.dirty:
                        refresh(g)
                    continue
            elif step != TurnStep.END_MAIN:
                clear_options(g)
                offer_plain(g, kinds.Opt.END_PHASE)
                if g.resolved < g.m.rules.resolve_max:
                    if step == TurnStep.LIST_MAIN:
                        list_plays(g)
                    else:
                        list_attacks(g)
                    list_effects(g)
                else:
                    g.raised |= LINK_CAP
                if ask(g, g.player, kinds.Ask.MAIN if step == TurnStep.LIST_MAIN else kinds.Ask.BATTLE):
                    frame.step = TurnStep.MAIN_CHOSEN if step == TurnStep.LIST_MAIN else TurnStep.BATTLE_CHOSEN
                    return True
            # The phase is over. levelup.setup.4: no attack in the first turn; ruling 13 for the second player.
            if step >= TurnStep.LIST_BATTLE or g.turn == 1 or (g.turn == 2 and not g.m.rules.second_player_attacks):
                step = TurnStep.END_BATTLE
            else:
                step = TurnStep.LIST_BATTLE
                g.battle = 1
                g.had_creature = g.side[1 - g.player].n_piles > 0
                _count_strength(g)
        if step >= TurnStep.LIST_MULLIGAN:
            return _mulligan(g)
        if step == TurnStep.END_BATTLE:
            g.battle = 0
            broadcast(g, kinds.Event.TURN_END, g.player)
            frame.step = step = TurnStep.CHECK_HAND
            if g.n_pending:
                frames.push_chain(g)
                return False
        if step == TurnStep.CHECK_HAND:
            side = g.side[g.player]
            step = TurnStep.END
            if side.hand_n > g.m.rules.hand_limit and not side.no_limit:
                frame.step = TurnStep.HAND_CHOSEN
                select_discards(g, g.player, side.hand_n - g.m.rules.hand_limit, g.player)
                return False
        if step == TurnStep.HAND_CHOSEN:
            discard_picks(g)
            frame.step = step = TurnStep.END
            if g.n_pending:
                frames.push_chain(g)
                return False
        _end_turn(g)
        frame.step = step = TurnStep.BEGIN
        if g.over | g.halt | g.dirty | g.log_on:
            return False
