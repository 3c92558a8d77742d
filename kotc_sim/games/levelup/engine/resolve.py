"""Resolving the items of a chain: attacks, plays and effects (levelup.battle.5 to 8, levelup.ruling.37 and 46)."""

from kotc_sim.games.levelup.engine import frames, kinds
from kotc_sim.games.levelup.engine.legal import still_there
from kotc_sim.games.levelup.engine.moves import lose_points
from kotc_sim.games.levelup.engine.primitives import log, log_card, slot_of
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf
from kotc_sim.games.levelup.engine.triggers import fire_self
from kotc_sim.games.levelup.engine.zones import destroy_picks, put_on_field, spend


@inner(VOID(Game, I64))
def battle(g, number):
    """Resolve an attack (levelup.battle.5 to 8, rulings 8 to 10, 16, 17)."""
    link = g.chain[number]
    player = int(link.player)
    foe = 1 - player
    if not still_there(g, number):
        log_card(g, kinds.Log.FIZZLE, player, link.card)
        return
    pile = g.side[player].piles[slot_of(g, link.card)]
    attacker = int(pile.top)
    if link.target < 0:
        level = int(g.m.kinds[g.card[attacker].kind].level)
        log(g, kinds.Log.COMPARE, player, attacker, pile.strength, -1)
        lose_points(g, foe, level, player)
        return
    t = g.card[link.target]
    if t.zone != kinds.Zone.FIELD or t.stamp != link.target_stamp:
        log_card(g, kinds.Log.FIZZLE, player, attacker)
        return
    other = g.side[foe].piles[slot_of(g, link.target)]
    defender = int(other.top)
    rules = g.m.rules
    attack = int(pile.strength)
    defense = int(other.defence)
    log(g, kinds.Log.COMPARE, player, attacker, attack, defense)
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
def leave_chain(g, number):
    """Let an activated magic card go when its item has resolved, unless it stays active (levelup.ruling.37)."""
    link = g.chain[number]
    if link.what != kinds.Item.EFFECT or link.leave:
        return
    c = g.card[link.card]
    if c.busy:
        c.busy -= 1
        if link.passive:
            return
        ef = g.m.effects[link.effect]
        stays = (ef.kind == kinds.Kind.CONTINUOUS or ef.kind == kinds.Kind.EQUIP) and (c.active >> ef.position) & 1
        if not stays and c.bottom < 0 and still_there(g, number):
            spend(g, link.card)


@leaf(VOID(Game, I64))
def resolve_play(g, number):
    """Resolve a play from the hand."""
    link = g.chain[number]
    if not put_on_field(g, link.card, link.target, link.down):
        log_card(g, kinds.Log.FIZZLE, link.player, link.card)


@leaf(VOID(Game, I64))
def resolve_effect(g, number):
    """Begin the performance of an effect, if its card is still there (levelup.ruling.46); it is a frame of its own."""
    link = g.chain[number]
    if not link.leave and not still_there(g, number):
        log_card(g, kinds.Log.FIZZLE, link.player, link.card)
    else:
        frames.push_performance(g, number, link.card, link.effect, link.player)


@leaf(VOID(Game, I64))
def resolve(g, number):
    """Start resolving an item of the chain."""
    link = g.chain[number]
    g.resolved += 1
    if link.negated:
        log(g, kinds.Log.NEGATED, link.player, link.card, link.what, 0)
    elif link.what == kinds.Item.ATTACK:
        battle(g, number)
    elif link.what == kinds.Item.PLAY:
        resolve_play(g, number)
    else:
        resolve_effect(g, number)
