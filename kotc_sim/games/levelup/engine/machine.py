"""The state machine: it runs until a decision is needed or the game is over."""

from kotc_sim.games.levelup.engine import chain, frames, kinds, turn
from kotc_sim.games.levelup.engine.board import refresh
from kotc_sim.games.levelup.engine.choices import pick_all
from kotc_sim.games.levelup.engine.effects import DONE, WAIT, begin, proceed
from kotc_sim.games.levelup.engine.frames import AskStep, PerformStep
from kotc_sim.games.levelup.engine.legal import levels_onto, needs_no_pile
from kotc_sim.games.levelup.engine.primitives import ask, clear_options, offer, offer_plain, write_option
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, outer
from kotc_sim.shared.result import Ending

MAX_STEPS = 200_000  # of the machine in one game; the longest games need a tenth of it
BY_ERROR = int(Ending.ERROR)


@inner(I64(Game, I64))
def select_step(g, number):
    """Ask for the next object of a selection, or note the answer; return 1 if a decision is needed."""
    frame = g.frames[number]
    if frame.step == AskStep.CHOSEN:
        option = g.options[g.choice]
        if option.kind == kinds.Opt.PASS:
            g.n_frames -= 1
            return False
        card = int(option.card)
        g.picks[g.n_picks] = card
        g.n_picks += 1
        kept = 0
        for i in range(g.n_cands):
            other = int(g.cands[i])
            g.cands[kept] = other
            kept += other != card
        g.n_cands = kept
    if g.n_picks >= g.sel_high or g.n_cands == 0:
        g.n_frames -= 1
        return False
    if g.n_picks == 0 and g.n_cands == g.sel_low:
        pick_all(g)
        g.n_frames -= 1
        return False
    frame.step = AskStep.CHOSEN
    clear_options(g)
    if g.n_picks >= g.sel_low:
        offer_plain(g, kinds.Opt.PASS)
    n = int(g.n_options)
    before = -1
    for i in range(g.n_cands):
        card = int(g.cands[i])
        kind = int(g.card[card].kind)
        write_option(g, n, kinds.Opt.CARD, card, -1, 0)
        n += (g.card[card].zone == kinds.Zone.FIELD) | (
            kind != before
        )  # outside the field copies are one option: candidates are sorted there
        before = kind
    g.n_options = n
    return ask(g, g.sel_player, g.sel_ask)


@inner(I64(Game, I64))
def place_step(g, number):
    """Ask where a card goes, or note the answer; return 1 if a decision is needed."""
    frame = g.frames[number]
    if frame.step == AskStep.CHOSEN:
        g.place = g.options[g.choice].target
        g.n_frames -= 1
        return False
    frame.step = AskStep.CHOSEN
    clear_options(g)
    if not frame.onto and needs_no_pile(g, frame.player, frame.card):
        offer(g, kinds.Opt.PLACE, frame.card, kinds.NEW_SLOT, 0)
    side = g.side[frame.player]
    for i in range(side.n_piles):
        if levels_onto(g, frame.player, frame.card, i):
            offer(g, kinds.Opt.PLACE, frame.card, side.piles[i].bottom, 0)
    return ask(g, frame.player, kinds.Ask.PLACE)


@outer(VOID(Game))
def advance(g):
    """Run until a decision is needed, the game is over, or (in between) the log is nearly full.

    To answer a decision, write the number of an option into ``g.choice`` and call again. If ``g.ask`` is 0
    and the game is not over, the log wants to be emptied (``g.n_log = 0``): call again.
    """
    if g.ask:
        if g.choice < 0 or g.choice >= g.n_options:
            g.error = kinds.Error.CHOICE
        g.ask = kinds.Ask.NONE
    waiting = False
    while not waiting and not (g.over | g.error | g.halt):
        if g.log_on and g.n_log > kinds.MAX_LOG // 2:
            return
        g.steps += 1
        if g.steps > MAX_STEPS:
            g.error = kinds.Error.STUCK
            break
        # What a step begins or ends goes on at once: a chain after the turn player's action, a performance in a chain, and back.
        if g.n_frames == frames.TURN + 1:
            if g.dirty:
                refresh(g)
            waiting = turn.turn_step(g)
            if waiting or g.n_frames == frames.TURN + 1 or g.log_on:
                continue
        number = g.n_frames - 1
        kind = g.frames[number].kind
        if kind == kinds.Frame.CHAIN:
            waiting = chain.chain_step(g)  # which refreshes what it needs itself
            if waiting or g.n_frames <= frames.CHAIN + 1 or g.log_on:
                continue
            number += 1
            kind = g.frames[number].kind
        if g.dirty:
            refresh(g)
        if kind != kinds.Frame.PERFORM:
            waiting = select_step(g, number) if kind == kinds.Frame.SELECT else place_step(g, number)
            number -= 1
            if waiting or g.n_frames != number + 1 or g.frames[number].kind != kinds.Frame.PERFORM or g.log_on:
                continue
        frame = g.frames[number]
        result = begin(g, number) if frame.step == PerformStep.BEGIN else proceed(g, number)
        waiting = result == WAIT
        if result == DONE:
            following = g.m.effects[frame.effect].then
            if following >= 0:
                frame.effect = following
                frame.step = PerformStep.BEGIN
                continue
            g.n_frames = number
            if number == frames.CHAIN + 1 and not g.log_on | g.error:
                waiting = chain.chain_step(g)
    if g.error:
        g.over = 1
        g.ending = BY_ERROR
        g.winner = -1
        g.ask = kinds.Ask.NONE
