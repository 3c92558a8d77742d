"""A fast policy that is learned: the heuristic's opinion, and corrections for options like those that a search took.

An option is described by its kind and card in a bucket of the situation (how many resources, how many defenders …), by its kind and
the state of both sides, and by how far the heuristic's score falls short of its best one. Nothing in it depends on cards that its
player may not know.
"""

from typing import Any

from kotc_sim.compiler import kernel, types
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import call_score
from kotc_sim.games.keeper.engine.record import GameType, MatchType
from kotc_sim.strategies.choices import BOUND, TIE
from kotc_sim.strategies.keeper import view
from kotc_sim.strategies.keeper.features import card_name
from kotc_sim.strategies.keeper.table import NUMBERS
from kotc_sim.strategies.places import Places

N_ASKS, N_KINDS = len(kinds.Ask), len(kinds.Opt)
BUCKETS, HALF_BUCKETS = 12, 6
"""Of a situation; the second half is for attacks on players, and for own cards."""
HP_BUCKET, LEVELS = 6, 5
"""Hit points of a bucket of the state, and so many buckets of each of its three numbers."""
STATES = LEVELS * LEVELS * LEVELS
GAPS = (0.0, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Bounds of the buckets of how far a score falls short, in levels."""
N_GAPS = len(GAPS) + 1


@kernel()
def team_sp(g, side):
    """Return the SP of a team of the latest battle."""
    total = 0
    team = g.battles[g.n_battles - 1].team[side]
    for i in range(team.n):
        total += int(g.cards[team.card[i]].sp)
    return total


@kernel()
def ready_minions(g, p):
    """Return how many minions of player ``p`` are ready."""
    n = 0
    for i in range(g.players[p].n[kinds.Zone.BATTLEFIELD]):
        card = g.cards[g.players[p].zone[kinds.Zone.BATTLEFIELD, i]]
        if card.exhausted == 0 and card.petrified == 0:
            n += 1
    return n


@kernel()
def situation(g, me, foe):
    """Return the bucket of the situation that matters most to this kind of decision."""
    last = HALF_BUCKETS - 1
    ask = int(g.ask)
    if ask == kinds.Ask.ENLIST_DEFEND and g.n_battles > 0:
        return min(last, team_sp(g, 0)) + (HALF_BUCKETS if g.battles[g.n_battles - 1].victim < 0 else 0)
    if ask == kinds.Ask.BATTLE:
        return min(last, ready_minions(g, foe))
    if ask == kinds.Ask.ENLIST_ATTACK and g.n_battles > 0:
        return min(last, ready_minions(g, foe)) + (HALF_BUCKETS if g.battles[g.n_battles - 1].victim < 0 else 0)
    if ask == kinds.Ask.TARGET:
        return min(last, int(g.players[foe].n[kinds.Zone.BATTLEFIELD]))
    return min(BUCKETS - 1, int(g.players[me].n[kinds.Zone.GRANARY]))


@kernel()
def card_place(g, m, me, bucket, o):
    """Return the place of an option's kind and card in the situation (`situation`); a card that may not be known is none."""
    d = 0
    if o.card >= 0:
        if view.known(g, me, o.card):
            d = 1 + int(g.cards[o.card].definition)
        if g.ask == kinds.Ask.TARGET and g.cards[o.card].holder == me:
            bucket += HALF_BUCKETS
    return ((int(g.ask) * N_KINDS + int(o.kind)) * (int(m.n_defs) + 1) + d) * BUCKETS + bucket


@kernel()
def both_sides(g, me, foe):
    """Return the bucket of the state of both sides."""
    last = LEVELS - 1
    hp = min(last, max(0, int(g.players[me].hp)) // HP_BUCKET)
    mine = min(last, int(g.players[me].n[kinds.Zone.BATTLEFIELD]))
    theirs = min(last, int(g.players[foe].n[kinds.Zone.BATTLEFIELD]))
    return (hp * LEVELS + mine) * LEVELS + theirs


@kernel()
def state_place(g, m, bucket, o):
    """Return the place of an option's kind in the state of both sides (`both_sides`)."""
    return N_ASKS * N_KINDS * (int(m.n_defs) + 1) * BUCKETS + (int(g.ask) * N_KINDS + int(o.kind)) * STATES + bucket


@kernel()
def gap_place(g, m, gap):
    """Return the place of a score that falls so short of the best one in this kind of decision."""
    bucket = 0
    for bound in GAPS:
        if gap > bound:
            bucket += 1
    return N_ASKS * N_KINDS * ((int(m.n_defs) + 1) * BUCKETS + STATES) + int(g.ask) * N_GAPS + bucket


@kernel()
def best_score(scores, n):
    """Return the best of ``n`` scores."""
    best = scores[0]
    for i in range(1, n):
        best = max(best, scores[i])
    return best


@kernel(types.void(GameType, MatchType, NUMBERS, types.uint64, NUMBERS))
def score_policy(g, m, scores, base, weights):
    """Fill the scores: those of the heuristic decide between options that the corrections leave equal."""
    me = int(g.asked)
    n = int(g.n_options)
    call_score(base, g, m, scores)
    best = best_score(scores, n)
    foe = int(view.weakest(g, me))
    now, sides = situation(g, me, foe), both_sides(g, me, foe)
    for i in range(n):
        o = g.options[i]
        z = weights[card_place(g, m, me, now, o)] + weights[state_place(g, m, sides, o)] + weights[gap_place(g, m, best - scores[i])]
        scores[i] = z + TIE * min(BOUND, max(-BOUND, scores[i]))


def places_in(match: Any) -> Places:
    """Return the places of a match."""
    return Places(
        kinds.Ask, kinds.Opt, [card_name(card) for card in match.built.names.cards], BUCKETS, STATES, N_GAPS, "{card} in {bucket}"
    )
