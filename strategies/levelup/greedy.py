"""Greedy: takes what is worth most at once, and answers what would cost most."""

from typing import Any

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.primitives import owner, slot_of
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf, outer
from kotc_sim.games.levelup.engine.setup import Scores
from kotc_sim.games.levelup.engine.view import current_effect
from kotc_sim.strategies.levelup import STRATEGIES
from kotc_sim.strategies.levelup.api import strategy
from kotc_sim.strategies.levelup.worth import F64, LETHAL, USELESS, attack_worth, card_worth, creature_worth, effect_worth, harmful

# in points
MAGIC_PLAYED, LAST_MAGIC = 1.5, 0.2  # one that leaves a place free, and one that takes the last
CREATURE_PLAYED, STAT_PLAYED = 3.0, 0.2
LEVELLED_UP, PLAYED = 3.0, 1.0  # a play of the opponent's
EFFECT_STOPPED = 0.5  # … an effect, beyond its worth
POINTS_LOST = 2.5  # for each level of an attacker
CREATURE_LOST, LEVEL_LOST = 1.5, 2.0
MAGIC_SPENT, CARD_SPENT = 1.5, 0.5  # on an answer
DESTROYED_TOO = 1.5
DEFENDER = 0.5  # of a target's defense, where an attack is redirected
FIRST = 20.0  # before anything else: the attacked creature needs it most; look first, then decide
TURNED_UP, TURNED_PASSIVE, TURNED_IDLY = 0.8, 0.3, -0.1
COVERED = 5.0  # by a card that is placed on a pile


@leaf(F64(Game, I64, I64, I64, I64))
def play_worth(g, me, card, place, down):
    """Return what a play from the hand is worth; face-up, as effects need it."""
    if down:
        return -1.0
    k = g.m.kinds[g.card[card].kind]
    if k.type == kinds.MAGIC:
        return MAGIC_PLAYED if g.side[me].n_magic + 1 < g.m.rules.magic_slots else LAST_MAGIC
    value = CREATURE_PLAYED + STAT_PLAYED * (k.attack + k.defense + k.more_attack + k.more_defense)
    return value + float(2 * k.level * (k.level > 1))


@inner(F64(Game, I64, I64))
def threat(g, me, number):
    """Return what a chain item of the opponent costs the player if nothing is done about it."""
    link = g.chain[number]
    foe = 1 - me
    if link.what == kinds.Item.EFFECT:
        return effect_worth(g, me, foe, link.card, link.effect) + EFFECT_STOPPED
    if link.what == kinds.Item.PLAY:
        return LEVELLED_UP if link.levels else PLAYED
    slot = slot_of(g, link.card)
    if slot < 0:
        return 0.0
    pile = g.side[foe].piles[slot]
    if link.target < 0:
        level = int(g.m.kinds[g.card[pile.top].kind].level)
        return LETHAL if g.side[me].points - level <= g.m.rules.lose_at else POINTS_LOST * level
    target = slot_of(g, link.target)
    if target < 0:
        return 0.0
    mine = g.side[me].piles[target]
    if pile.strength > mine.defence and not mine.solid:
        level = int(g.m.kinds[g.card[mine.top].kind].level)
        if g.side[me].points - level <= g.m.rules.lose_at:
            return LETHAL
        return LEVEL_LOST * level + CREATURE_LOST
    return 0.0


@inner(F64(Game, I64, I64, I64, I64))
def answer_worth(g, me, card, effect, answers):
    """Return what a response is worth: a Counter effect on item ``answers``, or a Dormant effect."""
    ef = g.m.effects[effect]
    op = ef.op
    if ef.kind != kinds.Kind.COUNTER:
        return effect_worth(g, me, me, card, effect)
    danger = threat(g, me, answers)
    cost = MAGIC_SPENT if g.card[card].bottom < 0 else CARD_SPENT
    if op == kinds.Op.NEGATE or op == kinds.Op.NEGATE_DESTROY:
        return danger - cost + (DESTROYED_TOO if op == kinds.Op.NEGATE_DESTROY else 0.0)
    link = g.chain[answers]
    saves = op == kinds.Op.BOOST or op == kinds.Op.BOOST_SELF or op == kinds.Op.PROTECT or op == kinds.Op.REDIRECT
    if link.what == kinds.Item.ATTACK and saves:
        if danger <= 0.0 or link.target < 0:
            return USELESS
        if op == kinds.Op.PROTECT:
            return danger - cost
        attacker = slot_of(g, link.card)
        target = slot_of(g, link.target)
        if attacker < 0 or target < 0:
            return USELESS
        pile = g.side[1 - me].piles[attacker]
        if op == kinds.Op.REDIRECT:
            for i in range(g.side[me].n_piles):
                if i != target and g.side[me].piles[i].defence >= pile.strength:
                    return danger - cost
            return USELESS
        if op == kinds.Op.BOOST_SELF and g.card[card].bottom != g.card[link.target].bottom:
            return USELESS
        mine = g.side[me].piles[target]
        return danger - cost if mine.defence + ef.defense >= pile.strength - min(0, int(ef.attack)) else USELESS
    return effect_worth(g, me, me, card, effect) - cost


@inner(F64(Game, I64, I64))
def target_worth(g, me, card):
    """Return what choosing a card on the field is worth for the effect at hand."""
    effect = current_effect(g)
    if effect < 0:
        return 0.0
    ef = g.m.effects[effect]
    worth = creature_worth(g, me, card)
    mine = owner(card) == me
    if harmful(g, effect):
        return -worth if mine else worth
    if ef.op == kinds.Op.REDIRECT:
        return worth + DEFENDER * g.side[me].piles[slot_of(g, card)].defence
    if (ef.op == kinds.Op.PROTECT or ef.op == kinds.Op.BOOST) and mine:
        for i in range(g.n_chain):  # the attacked creature needs it most
            if g.chain[i].what == kinds.Item.ATTACK and g.chain[i].target == card:
                worth += FIRST
    return worth if mine else -worth


@inner(F64(Game, I64))
def redraw_worth(g, me):
    """Return what a new opening hand is worth: less than nothing if this one has a creature to begin with."""
    for j in range(g.side[me].hand_n):
        k = g.m.kinds[g.card[g.side[me].hand[j]].kind]
        if k.type != kinds.MAGIC and (k.level == 1 or k.free_play):
            return -1.0
    return 1.0


@leaf(F64(Game, I64, I64))
def use_worth(g, me, i):
    """Return what it is worth to activate an effect in the own turn, to turn a card up, or to end the phase."""
    option = g.options[i]
    if option.kind == kinds.Opt.ACTIVATE:
        value = effect_worth(g, me, me, option.card, option.amount)
        op = g.m.effects[option.amount].op
        if value > 0.0 and (op == kinds.Op.DRAW or op == kinds.Op.SEARCH):
            value += FIRST  # look first, then decide
        return value
    return TURNED_UP if option.kind == kinds.Opt.FLIP else 0.0


@leaf(F64(Game, I64, I64))
def main_worth(g, me, i):
    """Return what an option of the Main Phase is worth."""
    option = g.options[i]
    if option.kind == kinds.Opt.PLAY:
        return play_worth(g, me, option.card, option.target, option.amount)
    return use_worth(g, me, i)


@leaf(F64(Game, I64, I64))
def battle_worth(g, me, i):
    """Return what an option of the Battle Phase is worth."""
    option = g.options[i]
    if option.kind == kinds.Opt.ATTACK:
        return attack_worth(g, me, option.amount & 255, (option.amount >> 8) - 1)
    return use_worth(g, me, i)


@leaf(F64(Game, I64, I64))
def option_worth(g, me, i):
    """Return what an option of any other decision is worth."""
    ask = g.ask
    option = g.options[i]
    kind = option.kind
    card = int(option.card)
    if ask == kinds.Ask.RESPOND:
        if kind == kinds.Opt.ACTIVATE:
            return answer_worth(g, me, card, option.amount, option.target)
        if kind == kinds.Opt.FLIP:
            k = g.m.kinds[g.card[card].kind]
            for j in range(2):
                if g.m.effects[k.effects[j]].kind == kinds.Kind.PASSIVE:
                    return TURNED_PASSIVE
            return TURNED_IDLY
    elif ask == kinds.Ask.CHOOSE:
        if kind != kinds.Opt.PASS:
            return target_worth(g, me, card)
    elif ask == kinds.Ask.PICK:
        if kind != kinds.Opt.PASS:
            return card_worth(g, me, card)
    elif ask == kinds.Ask.DISCARD:
        value = card_worth(g, me, card)
        return -value if owner(card) == me else value
    elif ask == kinds.Ask.PLACE:
        if option.target != kinds.NEW_SLOT:
            return COVERED - creature_worth(g, me, g.side[me].piles[slot_of(g, option.target)].top)
    elif ask == kinds.Ask.UNDER:
        return effect_worth(g, me, me, g.frames[g.n_frames - 1].card, option.amount)
    elif ask == kinds.Ask.MULLIGAN and kind == kinds.Opt.REDRAW:
        return redraw_worth(g, me)
    return 0.0


@outer(VOID(Game, I64, Scores))
def greedy_scores(g, me, scores):
    """Score the options of any decision."""
    if g.ask == kinds.Ask.MAIN:
        for i in range(g.n_options):
            scores[i] = main_worth(g, me, i)
    elif g.ask == kinds.Ask.BATTLE:
        for i in range(g.n_options):
            scores[i] = battle_worth(g, me, i)
    else:
        for i in range(g.n_options):
            scores[i] = option_worth(g, me, i)


@strategy("greedy", STRATEGIES.descriptions["greedy"])
def score(game: Any, match: Any, me: int, scores: Any) -> None:
    """Score the options one by one."""
    greedy_scores(game, me, scores)
