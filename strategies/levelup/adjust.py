"""Greedy's scores, adjusted: so much is added for what an option is, in points; the amounts are weights that were tuned."""

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import list_of
from kotc_sim.compiler.types import float64
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.primitives import owner, slot_of
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner
from kotc_sim.games.levelup.engine.setup import Scores
from kotc_sim.games.levelup.engine.view import sees
from kotc_sim.strategies.levelup import adjustments
from kotc_sim.strategies.levelup.greedy import greedy_scores
from kotc_sim.strategies.levelup.worth import F64

Numbers = list_of(float64)


MOST_SCORE = 20.0  # of greedy's, as far as it counts


@inner(F64(Game, I64, I64, Numbers))
def play_change(g, me, i, w):
    """Return what is added for a play from the hand."""
    option = g.options[i]
    k = g.m.kinds[g.card[option.card].kind]
    value = w[adjustments.PLAY_DOWN] if option.amount else 0.0
    if k.type == kinds.MAGIC:
        return value + w[adjustments.PLAY_MAGIC]
    value += (
        w[adjustments.PLAY_CREATURE]
        + w[adjustments.PLAY_LEVEL] * (k.level - 1)
        + w[adjustments.PLAY_ATTACK] * k.attack
        + w[adjustments.PLAY_DEFENSE] * k.defense
    )
    return value + w[adjustments.PLAY_CROWD] * g.side[me].n_piles * (k.level == 1)


@inner(F64(Game, I64, I64, F64, Numbers))
def use_change(g, me, i, score, w):
    """Return what is added for an effect that is activated in the own turn, of which greedy thinks so much."""
    op = g.m.effects[g.options[i].amount].op
    value = w[adjustments.ACTIVATE] + w[adjustments.ACTIVATE_SHARE] * min(MOST_SCORE, max(-MOST_SCORE, score))
    if op == kinds.Op.DRAW or op == kinds.Op.SEARCH or op == kinds.Op.LOOT:
        value += w[adjustments.DRAW]
    elif op == kinds.Op.DESTROY or op == kinds.Op.FIELD_DISCARD:
        value += w[adjustments.DESTROY]
    elif op == kinds.Op.POINTS or op == kinds.Op.POINTS_PER:
        value += w[adjustments.POINTS]
    return value


@inner(F64(Game, I64, I64, Numbers))
def attack_change(g, me, i, w):
    """Return what is added for an attack; what an enemy's card hides does not count."""
    option = g.options[i]
    foe = 1 - me
    mine = g.side[me].piles[option.amount & 255]
    target = (option.amount >> 8) - 1
    enemy = g.side[foe]
    value = w[adjustments.ATTACK_LEVEL] * g.m.kinds[g.card[mine.top].kind].level
    value += w[adjustments.ATTACK_GUARD] * mine.defence + w[adjustments.ATTACK_THREAT] * enemy.n_piles
    if target < 0:
        return value + w[adjustments.ATTACK_PLAYER]
    pile = enemy.piles[target]
    if not sees(g, me, pile.top):
        return value + w[adjustments.ATTACK_HIDDEN]
    return value + w[adjustments.ATTACK_CREATURE] + w[adjustments.ATTACK_MARGIN] * (mine.strength - pile.defence)


@inner(F64(Game, I64, I64, F64, Numbers))
def change(g, me, i, score, w):
    """Return what is added to greedy's score of an option."""
    option = g.options[i]
    kind = option.kind
    ask = g.ask
    if kind == kinds.Opt.PASS:
        return 0.0
    if ask == kinds.Ask.MAIN or ask == kinds.Ask.BATTLE:
        if kind == kinds.Opt.PLAY:
            return play_change(g, me, i, w)
        if kind == kinds.Opt.ACTIVATE:
            return use_change(g, me, i, score, w)
        if kind == kinds.Opt.ATTACK:
            return attack_change(g, me, i, w)
        return w[adjustments.FLIP] if kind == kinds.Opt.FLIP else 0.0
    if ask == kinds.Ask.RESPOND:
        if kind == kinds.Opt.FLIP:
            return w[adjustments.FLIP_ANSWER]
        if kind == kinds.Opt.ACTIVATE:
            value = w[adjustments.ANSWER] + w[adjustments.ANSWER_SHARE] * min(MOST_SCORE, max(-MOST_SCORE, score))
            if option.target >= 0 and g.chain[option.target].what == kinds.Item.ATTACK:
                value += w[adjustments.ANSWER_TO_ATTACK]
            return value
        return 0.0
    card = int(option.card)
    if ask == kinds.Ask.CHOOSE:
        slot = slot_of(g, card)
        if slot < 0 or not sees(g, me, card):
            return 0.0
        sign = -1.0 if score < 0.0 else 1.0
        ready = 0.0 if g.card[card].tapped else 1.0
        return sign * (w[adjustments.CHOOSE_LEVEL] * g.m.kinds[g.card[card].kind].level + w[adjustments.CHOOSE_READY] * ready)
    if ask == kinds.Ask.PICK or ask == kinds.Ask.DISCARD:
        k = g.m.kinds[g.card[card].kind]
        worth = w[adjustments.CARD_MAGIC] if k.type == kinds.MAGIC else w[adjustments.CARD_LEVEL] * (k.level - 1)
        if ask == kinds.Ask.PICK:
            return worth
        return -worth if owner(card) == me else worth + w[adjustments.DISCARD_OTHERS]
    if ask == kinds.Ask.PLACE:
        return w[adjustments.NEW_PILE] if option.target == kinds.NEW_SLOT else 0.0
    return w[adjustments.REDRAW] if kind == kinds.Opt.REDRAW else 0.0


@kernel(VOID(Game, I64, Scores, Numbers), short=True)
def adjusted_scores(g, me, scores, w):
    """Score the options of any decision."""
    greedy_scores(g, me, scores)
    for i in range(g.n_options):
        scores[i] += change(g, me, i, scores[i], w)
