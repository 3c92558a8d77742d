"""A fast policy that is learned: the opinion of the tuned heuristic, and corrections for options like those that a search took.

An option is described by its kind and card in a bucket of the situation, and by its kind and the state of both sides. While corrections
are fitted, how far the heuristic's score falls short of its best one stands beside them, so that they are what it does not explain; in
play its score itself is added to them. Nothing in it depends on cards that its player may not know.
"""

from typing import Any

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import list_of, numbers_at
from kotc_sim.compiler.types import float64
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.primitives import owner
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf
from kotc_sim.games.levelup.engine.setup import Scores
from kotc_sim.games.levelup.engine.view import sees
from kotc_sim.strategies.choices import BOUND
from kotc_sim.strategies.levelup.adjust import adjusted_scores
from kotc_sim.strategies.levelup.adjustments import NAMES
from kotc_sim.strategies.levelup.features import card_name
from kotc_sim.strategies.levelup.worth import F64
from kotc_sim.strategies.places import Places

N_ASKS, N_KINDS = len(kinds.Ask), len(kinds.Opt)
BUCKETS, HALF_BUCKETS = 12, 6
"""Of a situation; the second half is for attackers that an enemy beats, for new piles, and for cards of the enemy."""
MARGINS = (-1, 0, 2)
"""Bounds of the buckets of an attacker's strength above the defense of its target."""
POINTS_BUCKET, LEVELS = 4, 5
"""Points of a bucket of the state, and so many buckets of each of its three numbers."""
STATES = LEVELS * LEVELS * LEVELS
GAPS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Bounds of the buckets of how far a score falls short, in points."""
N_GAPS = len(GAPS) + 1
N_WEIGHTS = len(NAMES)
TRUST = 0.4
"""What a point of the heuristic's score weighs beside the corrections. As a tie-break alone, or in the few buckets of `GAPS`, it said too
little where the search's choices had taught nothing."""
Numbers = list_of(float64)


@inner(I64(Game, I64, I64))
def attack_situation(g, me, i):
    """Return the bucket of an attack: on the player, on a hidden creature, or by margin; the second half if an enemy beats the attacker."""
    option = g.options[i]
    enemy = g.side[1 - me]
    mine = g.side[me].piles[option.amount & 255]
    target = (option.amount >> 8) - 1
    bucket = 0
    if target >= 0:
        bucket = 1
        pile = enemy.piles[target]
        if sees(g, me, pile.top):
            bucket = 2
            for bound in MARGINS:
                if mine.strength - pile.defence > bound:
                    bucket += 1
    beaten = 0
    for k in range(enemy.n_piles):
        if k != target and sees(g, me, enemy.piles[k].top):
            beaten |= int(enemy.piles[k].strength > mine.defence)
    return bucket + HALF_BUCKETS * beaten


@inner(I64(Game, I64, I64))
def situation(g, me, i):
    """Return the bucket of the situation that matters most to this kind of option."""
    option = g.options[i]
    last = HALF_BUCKETS - 1
    if option.kind == kinds.Opt.ATTACK:
        return attack_situation(g, me, i)
    if option.kind == kinds.Opt.PLAY:
        return min(last, int(g.side[me].n_piles)) + (HALF_BUCKETS if option.target == kinds.NEW_SLOT else 0)
    if g.ask == kinds.Ask.RESPOND:
        return int(g.chain[g.n_chain - 1].what) if g.n_chain > 0 else last
    if option.kind == kinds.Opt.CARD:
        return min(last, int(g.side[1 - me].n_piles)) + (HALF_BUCKETS if owner(option.card) != me else 0)
    return min(BUCKETS - 1, int(g.side[me].hand_n))


@inner(I64(Game, I64, I64))
def card_place(g, me, i):
    """Return the place of an option's kind and card in the situation; a card that may not be known is none."""
    option = g.options[i]
    d = 0
    if option.card >= 0 and sees(g, me, option.card):
        d = 1 + int(g.card[option.card].kind)
    return ((int(g.ask) * N_KINDS + int(option.kind)) * (int(g.m.n_kinds) + 1) + d) * BUCKETS + situation(g, me, i)


@leaf(I64(Game, I64, I64))
def state_place(g, me, i):
    """Return the place of an option's kind in the state of both sides."""
    last = LEVELS - 1
    points = min(last, max(0, int(g.side[me].points)) // POINTS_BUCKET)
    mine = min(last, int(g.side[me].n_piles))
    theirs = min(last, int(g.side[1 - me].n_piles))
    first = N_ASKS * N_KINDS * (int(g.m.n_kinds) + 1) * BUCKETS
    return first + (int(g.ask) * N_KINDS + int(g.options[i].kind)) * STATES + (points * LEVELS + mine) * LEVELS + theirs


@leaf(I64(Game, F64))
def gap_place(g, gap):
    """Return the place of a score that falls so short of the best one in this kind of decision."""
    bucket = 0
    for bound in GAPS:
        if gap > bound:
            bucket += 1
    return N_ASKS * N_KINDS * ((int(g.m.n_kinds) + 1) * BUCKETS + STATES) + int(g.ask) * N_GAPS + bucket


@leaf(F64(Game, Scores))
def best_score(g, scores):
    """Return the best of the scores of the options."""
    best = scores[0]
    for i in range(1, g.n_options):
        best = max(best, scores[i])
    return best


@kernel(VOID(Game, I64, Scores, Numbers), short=True)
def policy_scores(g, me, scores, numbers):
    """Fill the scores: those of the heuristic by its weights, and the corrections by the weights behind them."""
    adjusted_scores(g, me, scores, numbers)
    weights = numbers_at(numbers, N_WEIGHTS)
    for i in range(g.n_options):
        correction = weights[card_place(g, me, i)] + weights[state_place(g, me, i)]
        scores[i] = TRUST * min(BOUND, max(-BOUND, scores[i])) + correction


def places_in(match: Any) -> Places:
    """Return the places of a match."""
    return Places(kinds.Ask, kinds.Opt, [card_name(card) for card in match.cards], BUCKETS, STATES, N_GAPS, "in {bucket} {card}")
