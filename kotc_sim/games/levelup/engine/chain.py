"""The chain: announcements, responses, resolution (levelup.ruling.43)."""

from __future__ import annotations

import numpy as np

from kotc_sim.compiler.bits import lowest_bit
from kotc_sim.games.levelup.engine import frames, kinds
from kotc_sim.games.levelup.engine.board import mute, refresh
from kotc_sim.games.levelup.engine.choices import chooses_on_activation, start_choice
from kotc_sim.games.levelup.engine.ending import check_points
from kotc_sim.games.levelup.engine.frames import ChainStep
from kotc_sim.games.levelup.engine.legal import can_activate, find_answer, possible, still_there
from kotc_sim.games.levelup.engine.moves import lose_points, take_from_hand
from kotc_sim.games.levelup.engine.primitives import (
    card_at,
    clear_options,
    field_places,
    in_position,
    note,
    offer,
    pose,
    slot_of,
    stance,
)
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf, rare
from kotc_sim.games.levelup.engine.triggers import CHAIN_FULL, LINK_CAP, awake, broadcast, fire_self, order_group
from kotc_sim.games.levelup.engine.zones import destroy_picks, put_on_field, spend, tap_card, turn_card
from kotc_sim.shared.result import Seen

SEEN_ACTIVATED = int(Seen.ACTIVATED)


@leaf(I64(Game, I64))
def _effect_deeds(g, card):
    # What the activation of an effect of the card is to the opponent, who may counter it (ruling 42).
    magic = g.m.kinds[g.card[card].kind].type == kinds.MAGIC
    return 1 << kinds.Action.EFFECT | (1 << kinds.Action.MAGIC_EFFECT if magic else 1 << kinds.Action.CREATURE_EFFECT)


@inner(I64(Game, I64, I64, I64, I64))
def _add_link(g, item, player, card, deeds):
    number = int(g.n_chain)
    link = g.chain[number]
    link.what = item
    link.player = player
    link.card = card
    link.stamp = g.card[card].stamp
    link.effect = -1
    link.passive = 0
    link.leave = 0
    link.target = -1
    link.target_stamp = 0
    link.answers = -1
    link.negated = 0
    link.deeds = deeds
    link.down = 0
    link.levels = 0
    link.gone = 0
    link.chosen = 0
    link.n_picks = 0
    g.n_chain = number + 1
    return number


@inner(VOID(Game, I64))
def _pay(g, number):
    # Tap or untap the source of an activation (rulings 31, 34, 36), and tell the opponent's cards.
    link = g.chain[number]
    c = g.card[link.card]
    kind = g.m.effects[link.effect].kind
    if not link.leave:
        dormant = kind == kinds.Kind.DORMANT
        if c.bottom < 0:
            c.busy += 1
            turns = kind == kinds.Kind.CONTINUOUS
        else:
            turns = not dormant or not g.m.rules.dormant_stays_tapped
        if turns:
            tap_card(g, link.card, not dormant)
        if dormant:
            c.used_turn = g.turn
    g.seen[link.player, c.kind] |= SEEN_ACTIVATED
    broadcast(g, kinds.Event.OPP_EFFECT, 1 - link.player)


@leaf(VOID(Game, I64, I64, I64, I64))
def announce_effect(g, player, card, effect, answers):
    """Put the activation of an effect on the chain."""
    flips = int(g.card[card].down)
    number = _add_link(g, kinds.Item.EFFECT, player, card, _effect_deeds(g, card))
    link = g.chain[number]
    link.effect = effect
    link.answers = answers
    if flips:
        g.card[card].down = 0
    note(g, kinds.Log.ACTIVATE, player, card, effect, answers)
    _pay(g, number)
    if flips:
        turn_card(g, card, 1)


@leaf(VOID(Game, I64, I64, I64, I64))
def announce_play(g, player, card, place, down):
    """Put a play from the hand on the chain (levelup.turn.4, ruling 51)."""
    take_from_hand(g, player, card)
    g.card[card].zone = kinds.Zone.LIMBO
    levels = int(place != kinds.NEW_SLOT)
    link = g.chain[_add_link(g, kinds.Item.PLAY, player, card, 1 << kinds.Action.PLAY | levels << kinds.Action.LEVEL_UP)]
    link.target = place
    link.down = down
    link.levels = levels
    if place == kinds.NEW_SLOT or g.m.rules.level_up_counts:
        g.side[player].plays += 1


@inner(VOID(Game, I64, I64))
def announce_attack(g, slot, target):
    """Declare an attack of the turn player's pile ``slot`` on the enemy's pile ``target``, or -1."""
    player = int(g.player)
    pile = g.side[player].piles[slot]
    card = int(pile.top)
    pile.used += 1
    link = g.chain[_add_link(g, kinds.Item.ATTACK, player, card, 1 << kinds.Action.ATTACK)]
    note(g, kinds.Log.ATTACK, player, card, g.side[1 - player].piles[target].top if target >= 0 else -1, 0)
    if g.m.rules.attack_taps:
        tap_card(g, card, 1)
    if g.card[card].down:
        turn_card(g, card, 1)
    fire_self(g, kinds.Event.ATTACKS, card)
    if target >= 0:
        foe = int(g.side[1 - player].piles[target].top)
        link.target = foe
        link.target_stamp = g.card[foe].stamp
        if g.card[foe].down:
            turn_card(g, foe, 1)
        fire_self(g, kinds.Event.ATTACKED, foe)
    else:
        broadcast(g, kinds.Event.DIRECT_HIT, 1 - player)


@inner(VOID(Game))
def _place_trigger(g):
    trigger = g.pending[g.head]
    g.head += 1
    g.batch -= 1
    card = int(trigger.card)
    effect = int(trigger.effect)
    ef = g.m.effects[effect]
    latent = ef.kind == kinds.Kind.LATENT
    if not trigger.leave:
        c = g.card[card]
        if c.zone != kinds.Zone.FIELD or c.stamp != trigger.stamp:
            return
        # A Latent effect may have been tapped by another one of its card; a Passive one was met, and acts.
        if latent and (mute(g, card) or not awake(g, card, effect)):
            return
    if not possible(g, card, effect, trigger.player, -1):
        return
    if g.n_chain >= g.m.rules.chain_max or g.resolved >= g.m.rules.resolve_max:
        g.raised |= CHAIN_FULL if g.n_chain >= g.m.rules.chain_max else LINK_CAP
        note(g, kinds.Log.DROPPED, trigger.player, card, effect, 0)
        return
    deeds = _effect_deeds(g, card) if latent or g.m.rules.passive_counterable else 0
    number = _add_link(g, kinds.Item.EFFECT, trigger.player, card, deeds)
    link = g.chain[number]
    link.stamp = trigger.stamp
    link.effect = effect
    link.leave = trigger.leave
    link.passive = not latent
    note(g, kinds.Log.TRIGGER, trigger.player, card, effect, 0)
    if latent:
        _pay(g, number)


@inner(VOID(Game, I64, I64))
def _list_answers(g, player, card):
    kind = g.m.kinds[g.card[card].kind]
    bits = in_position(g, card, kind.responds)
    if not bits:
        return
    for k in range(2):
        effect = int(kind.effects[k])
        ef = g.m.effects[effect]
        if (bits >> k) & 1 and can_activate(g, player, card, effect):
            answers = find_answer(g, player, ef.when) if ef.kind == kinds.Kind.COUNTER else -1
            offer(g, kinds.Opt.ACTIVATE, card, answers, effect)


@rare(VOID(Game, I64, I64))
def _list_answers_under(g, player, card):
    while g.card[card].under >= 0:
        card = int(g.card[card].under)
        _list_answers(g, player, card)


@leaf(VOID(Game, I64))
def list_responses(g, player):
    """List what a player can do in response: one Counter or Dormant effect, or turning a magic card up."""
    clear_options(g)
    offer(g, kinds.Opt.PASS, -1, -1, 0)
    if g.n_chain >= g.m.rules.chain_max or g.resolved >= g.m.rules.resolve_max:
        return
    side = g.side[player]
    bits = field_places(g, player) if g.m.rules.under_all else int(side.responders)
    replies = 0
    while bits:
        i = lowest_bit(bits)
        bits &= bits - 1
        card = card_at(g, player, i)
        c = g.card[card]
        replies |= stance(g, card)
        if in_position(g, card, g.m.kinds[c.kind].responds):
            _list_answers(g, player, card)
        if g.m.rules.under_all and c.under >= 0:
            _list_answers_under(g, player, card)
        if c.down and i >= kinds.MAX_SLOTS and c.set_turn != g.turn:
            offer(g, kinds.Opt.FLIP, card, -1, 0)
    if not g.m.rules.under_all:
        side.repliers = replies & kinds.REPLIES  # until here it may have held more


@inner(VOID(Game, I64))
def battle(g, number):
    """Resolve an attack (levelup.battle.5 to 8, rulings 8 to 10, 16, 17)."""
    link = g.chain[number]
    player = int(link.player)
    foe = 1 - player
    if not still_there(g, number):
        note(g, kinds.Log.FIZZLE, player, link.card, 0, 0)
        return
    pile = g.side[player].piles[slot_of(g, link.card)]
    attacker = int(pile.top)
    if link.target < 0:
        level = int(g.m.kinds[g.card[attacker].kind].level)
        note(g, kinds.Log.COMPARE, player, attacker, pile.strength, -1)
        lose_points(g, foe, level, player)
        return
    t = g.card[link.target]
    if t.zone != kinds.Zone.FIELD or t.stamp != link.target_stamp:
        note(g, kinds.Log.FIZZLE, player, attacker, 0, 0)
        return
    other = g.side[foe].piles[slot_of(g, link.target)]
    defender = int(other.top)
    rules = g.m.rules
    attack = int(pile.strength)
    defense = int(other.defence)
    note(g, kinds.Log.COMPARE, player, attacker, attack, defense)
    g.n_picks = 0
    kills = attack > defense or (attack == defense and rules.battle_tie != kinds.Tie.NONE)
    dies = (attack < defense and rules.attacker_dies) or (attack == defense and rules.battle_tie == kinds.Tie.BOTH_DESTROYED)
    kills = kills and not other.solid
    dies = dies and not pile.solid
    if kills:
        g.picks[g.n_picks] = defender
        g.n_picks += 1
    if dies:
        g.picks[g.n_picks] = attacker
        g.n_picks += 1
    if g.n_picks == 0:
        return
    # "Destroys" is by comparison: in a tie nobody has the higher strength.
    destroy_picks(g, player if kills else foe, 1)
    if kills and not dies and attack > defense:
        fire_self(g, kinds.Event.WINS, attacker)
    elif dies and not kills and attack < defense:
        fire_self(g, kinds.Event.WINS, defender)


@leaf(VOID(Game, I64))
def _after(g, number):
    # Ruling 37: an activated magic card goes when its item has resolved, unless it stays active.
    link = g.chain[number]
    if link.what != kinds.Item.EFFECT or link.passive or link.leave:
        return
    c = g.card[link.card]
    if c.busy:
        c.busy -= 1
        ef = g.m.effects[link.effect]
        stays = (ef.kind == kinds.Kind.CONTINUOUS or ef.kind == kinds.Kind.EQUIP) and (c.active >> ef.position) & 1
        if not stays and c.bottom < 0 and still_there(g, number):
            spend(g, link.card)


@leaf(VOID(Game, I64))
def resolve_play(g, number):
    """Resolve a play from the hand."""
    link = g.chain[number]
    if not put_on_field(g, link.card, link.target, link.down):
        note(g, kinds.Log.FIZZLE, link.player, link.card, 0, 0)


@leaf(VOID(Game, I64))
def _resolve_effect(g, number):
    # Its performance is a frame of its own.
    link = g.chain[number]
    if not link.leave and not still_there(g, number):
        note(g, kinds.Log.FIZZLE, link.player, link.card, 0, 0)
    else:
        frames.push_performance(g, number, link.card, link.effect, link.player)


@leaf(VOID(Game, I64))
def _resolve(g, number):
    # Start resolving a chain item.
    link = g.chain[number]
    g.resolved += 1
    if link.negated:
        note(g, kinds.Log.NEGATED, link.player, link.card, link.what, 0)
    elif link.what == kinds.Item.ATTACK:
        battle(g, number)
    elif link.what == kinds.Item.PLAY:
        resolve_play(g, number)
    else:
        _resolve_effect(g, number)


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
        _resolve_effect(g, 0)


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
                _place_trigger(g)
                return False
            g.head = 0
            g.n_pending = 0
            if g.n_chain == 0:
                g.n_frames -= 1
                return False
            _open_window(g)
        if _may_respond(g, 0) | _may_respond(g, 1):  # else both pass
            while g.passes < 2:
                if _may_respond(g, frame.player):
                    list_responses(g, frame.player)
                    if pose(g, kinds.Ask.RESPOND, frame.player):
                        frame.step = ChainStep.RESPONSE_CHOSEN
                        return True
                _pass(g)  # the only option
    while resolving or g.n_chain > 0:
        if not resolving:
            frame.step = ChainStep.EFFECT_PERFORMED
            if g.dirty:
                refresh(g)
            _resolve(g, g.n_chain - 1)
            if g.n_frames > frames.CHAIN + 1 or g.error or g.log_on:
                return False
        resolving = False
        _after(g, g.n_chain - 1)
        g.n_chain -= 1
        if check_points(g):
            return False
    if g.head < g.n_pending:
        frame.step = ChainStep.PLACE_TRIGGERS
    else:
        g.head = 0
        g.n_pending = 0
        g.n_frames -= 1
    return False
