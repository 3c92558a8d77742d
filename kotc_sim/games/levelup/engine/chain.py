"""The chain: its steps, and the responses of both players (levelup.ruling.43)."""

import numpy as np

from kotc_sim.compiler.bits import lowest_bit
from kotc_sim.games.levelup.engine import frames, kinds, primitives
from kotc_sim.games.levelup.engine.announce import announce_effect, place_trigger
from kotc_sim.games.levelup.engine.board import refresh
from kotc_sim.games.levelup.engine.choices import chooses_on_activation, start_choice
from kotc_sim.games.levelup.engine.ending import check_points
from kotc_sim.games.levelup.engine.frames import ChainStep
from kotc_sim.games.levelup.engine.legal import can_activate, find_answer
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf, rare
from kotc_sim.games.levelup.engine.resolve import leave_chain, resolve, resolve_effect
from kotc_sim.games.levelup.engine.triggers import order_group
from kotc_sim.games.levelup.engine.zones import turn_card


@inner(VOID(Game, I64, I64))
def _list_answers(g, player, card):
    kind = g.m.kinds[g.card[card].kind]
    bits = primitives.in_position(g, card, kind.responds)
    if not bits:
        return
    for k in range(2):
        effect = int(kind.effects[k])
        ef = g.m.effects[effect]
        if (bits >> k) & 1 and can_activate(g, player, card, effect):
            answers = find_answer(g, player, ef.when) if ef.kind == kinds.Kind.COUNTER else -1
            primitives.offer(g, kinds.Opt.ACTIVATE, card, answers, effect)


@rare(VOID(Game, I64, I64))
def _list_answers_under(g, player, card):
    while g.card[card].under >= 0:
        card = int(g.card[card].under)
        _list_answers(g, player, card)


@leaf(VOID(Game, I64))
def list_responses(g, player):
    """List what a player can do in response: one Counter or Dormant effect, or turning a magic card up."""
    primitives.clear_options(g)
    primitives.offer_plain(g, kinds.Opt.PASS)
    if g.n_chain >= g.m.rules.chain_max or g.resolved >= g.m.rules.resolve_max:
        return
    side = g.side[player]
    bits = primitives.field_places(g, player) if g.m.rules.under_all else int(side.responders)
    replies = 0
    while bits:
        i = lowest_bit(bits)
        bits &= bits - 1
        card = primitives.card_at(g, player, i)
        c = g.card[card]
        replies |= primitives.stance(g, card)
        if primitives.in_position(g, card, g.m.kinds[c.kind].responds):
            _list_answers(g, player, card)
        if g.m.rules.under_all and c.under >= 0:
            _list_answers_under(g, player, card)
        if c.down and i >= kinds.MAX_SLOTS and c.set_turn != g.turn:
            primitives.offer_card(g, kinds.Opt.FLIP, card)
    if not g.m.rules.under_all:
        side.repliers = replies & kinds.REPLIES  # until here it may have held more


@leaf(I64(Game))
def unanswered(g):
    """Say whether the turn player's item, first on the chain, resolves as soon as it is announced.

    It does if it has triggered nothing, and nobody's cards lie such that they may respond (ruling 43).
    """
    foe = g.side[1 - g.player]
    replies = g.side[g.player].repliers & kinds.Stance.ANYTHING | foe.repliers & (g.chain[0].deeds | kinds.Stance.ANYTHING)
    return (replies == 0) & (g.n_pending == 0) & (g.dirty == 0)


@leaf(VOID(Game))
def settle(g):
    """Close a chain whose only item has resolved as soon as it was announced; what that has triggered begins another one."""
    g.resolved += 1
    g.n_chain = 0
    if not check_points(g) and g.n_pending:
        frames.push_chain(g)


@leaf(VOID(Game))
def chain_effect(g):
    """Begin a chain with an effect; if it is unanswered, with its performance."""
    frames.push_chain(g)
    if unanswered(g) and not g.m.rules.choose_on_activation:
        g.frames[frames.CHAIN].step = ChainStep.EFFECT_PERFORMED
        g.resolved += 1
        resolve_effect(g, 0)


@leaf(VOID(Game))
def _pass(g):
    frame = g.frames[frames.CHAIN]
    g.passes += 1
    frame.player = 1 - frame.player


@leaf(I64(Game))
def _respond(g):
    # Carry out a response; say where the chain goes on.
    frame = g.frames[frames.CHAIN]
    option = g.options[g.choice]
    player = int(frame.player)
    if option.kind == kinds.Opt.PASS:
        _pass(g)
        return ChainStep.LIST_RESPONSES
    if option.kind == kinds.Opt.FLIP:
        turn_card(g, option.card, 1)
        return ChainStep.PLACE_TRIGGERS if g.head < g.n_pending else ChainStep.LIST_RESPONSES
    announce_effect(g, player, option.card, option.amount, option.target)
    return ChainStep.PLACE_TRIGGERS


@rare(I64(Game))
def _unchosen(g):
    for i in range(g.n_chain):
        link = g.chain[i]
        if link.what == kinds.Item.EFFECT and not link.chosen:
            return i
    return -1


@leaf(VOID(Game))
def _open_window(g):
    # Ruling 43: the opponent of the last item's player is the first who may respond.
    frame = g.frames[frames.CHAIN]
    g.passes = 0
    frame.player = 1 - g.chain[g.n_chain - 1].player
    to_first = 0
    to_second = 0
    for i in range(g.n_chain):
        by_first = int(g.chain[i].player) - 1  # all bits, or none
        to_first |= g.chain[i].deeds & ~by_first
        to_second |= g.chain[i].deeds & by_first
    frame.deeds[0] = to_first | kinds.Stance.ANYTHING
    frame.deeds[1] = to_second | kinds.Stance.ANYTHING


@leaf(I64(Game, I64))
def _may_respond(g, player):
    # May the player's field hold a response to the chain, as its cards lie?
    frame = g.frames[frames.CHAIN]
    return g.side[player].repliers & frame.deeds[player]


@rare(VOID(Game))
def _note_chosen(g):
    link = g.chain[g.frames[frames.CHAIN].link]
    link.n_picks = min(kinds.MAX_CHOSEN, int(g.n_picks))
    for i in range(link.n_picks):
        link.picks[i] = g.picks[i]
        link.pick_stamps[i] = g.card[g.picks[i]].stamp


@inner(I64(Game))
def chain_step(g):
    """Go on with the chain; return 1 if a decision is needed."""
    frame = g.frames[frames.CHAIN]
    step = np.int64(frame.step)
    resolving = step == ChainStep.EFFECT_PERFORMED
    if not resolving:
        if g.dirty:
            refresh(g)
        if step == ChainStep.RESPONSE_CHOSEN:
            frame.step = _respond(g)
            return False
        if step != ChainStep.LIST_RESPONSES:
            if step == ChainStep.OBJECTS_CHOSEN:
                _note_chosen(g)
            frame.step = ChainStep.PLACE_TRIGGERS
            if g.m.rules.choose_on_activation:
                i = _unchosen(g)
                if i >= 0:
                    link = g.chain[i]
                    link.chosen = 1
                    if chooses_on_activation(g, link.effect) and start_choice(g, link.card, link.effect, link.player, link.answers):
                        frame.link = i
                        frame.step = ChainStep.OBJECTS_CHOSEN
                    return False
            if g.head < g.n_pending:
                if g.batch == 0:
                    order_group(g)
                place_trigger(g)
                return False
            g.head = g.n_pending = 0
            if g.n_chain == 0:
                g.n_frames -= 1
                return False
            _open_window(g)
        if _may_respond(g, 0) | _may_respond(g, 1):  # else both pass
            while g.passes < 2:
                if _may_respond(g, frame.player):
                    list_responses(g, frame.player)
                    if primitives.ask(g, frame.player, kinds.Ask.RESPOND):
                        frame.step = ChainStep.RESPONSE_CHOSEN
                        return True
                _pass(g)  # the only option
    while resolving or g.n_chain > 0:
        if not resolving:
            frame.step = ChainStep.EFFECT_PERFORMED
            if g.dirty:
                refresh(g)
            resolve(g, g.n_chain - 1)
            if g.n_frames > frames.CHAIN + 1 or g.error or g.log_on:
                return False
        resolving = False
        leave_chain(g, g.n_chain - 1)
        g.n_chain -= 1
        if check_points(g):
            return False
    if g.head < g.n_pending:
        frame.step = ChainStep.PLACE_TRIGGERS
    else:
        g.head = g.n_pending = 0
        g.n_frames -= 1
    return False
