"""Putting items on the chain: activations, plays, attacks, and the triggers that wait for it (levelup.ruling.42 to 44)."""

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.board import mute
from kotc_sim.games.levelup.engine.legal import possible
from kotc_sim.games.levelup.engine.moves import take_from_hand
from kotc_sim.games.levelup.engine.primitives import log
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf
from kotc_sim.games.levelup.engine.triggers import CHAIN_FULL, LINK_CAP, awake, broadcast, fire_self
from kotc_sim.games.levelup.engine.zones import tap_card, turn_card
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
    link.passive = link.leave = 0
    link.target = -1
    link.target_stamp = 0
    link.answers = -1
    link.negated = 0
    link.deeds = deeds
    link.down = link.levels = link.gone = link.chosen = link.n_picks = 0
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
    log(g, kinds.Log.ACTIVATE, player, card, effect, answers)
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
    log(g, kinds.Log.ATTACK, player, card, g.side[1 - player].piles[target].top if target >= 0 else -1, 0)
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
def place_trigger(g):
    """Put the next trigger that waits on the chain, if it still can act (levelup.effect.4, levelup.ruling.44)."""
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
        # Since it was met its card may have been covered or turned (ruling 40), and by a Latent effect tapped or made busy (39).
        if not awake(g, card, effect) or (latent and (c.busy or mute(g, card))):
            return
    if not possible(g, card, effect, trigger.player, -1):
        return
    if g.n_chain >= g.m.rules.chain_max or g.resolved >= g.m.rules.resolve_max:
        g.raised |= CHAIN_FULL if g.n_chain >= g.m.rules.chain_max else LINK_CAP
        log(g, kinds.Log.DROPPED, trigger.player, card, effect, 0)
        return
    deeds = _effect_deeds(g, card) if latent or g.m.rules.passive_counterable else 0
    number = _add_link(g, kinds.Item.EFFECT, trigger.player, card, deeds)
    link = g.chain[number]
    link.stamp = trigger.stamp
    link.effect = effect
    link.leave = trigger.leave
    link.passive = not latent
    log(g, kinds.Log.TRIGGER, trigger.player, card, effect, 0)
    if latent:
        _pay(g, number)
    elif not trigger.leave and g.card[card].bottom < 0:
        g.card[card].busy += 1  # it activates nothing as long as this is on the chain (ruling 36)
