"""Now or never: who plays for `quick`, and in the playouts of `best`, where a player may win this turn, and would mostly lose by waiting.

The weights by which it plays elsewhere were tuned for scores of whole games, in which a win that is missed comes later as a rule. They
value a win hardly more than a minion, and so they attack minions where hit points are within reach.
"""

from kotc_sim.compiler import kernel, types
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import call_score
from kotc_sim.games.keeper.engine.record import GameType, MatchType
from kotc_sim.strategies.keeper.fight import READY, line_sp
from kotc_sim.strategies.keeper.table import NUMBERS

MANY = 4.0  # points of a die that are within reach: somewhat more than the mean
COMING = 2  # SP that a player may have more, where a search asks what its playouts may come to


@kernel()
def threat_of(g, p):
    """Return the points that are within reach of all minions of player ``p``."""
    player = g.players[p]
    total = 0
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        card = g.cards[player.zone[kinds.Zone.BATTLEFIELD, i]]
        total += card.sp if card.petrified == 0 else 0
    return MANY * total


@kernel()
def is_in_danger(g, me, more):
    """Tell whether ``me`` has nothing to draw, or may lose by battle to all enemies together, who have so many points ``more``."""
    threat = more
    for q in range(g.n_players):
        if q != me and g.players[q].out == 0:
            threat += threat_of(g, q)
    return g.players[me].n[kinds.Zone.DECK] == 0 or g.players[me].hp <= threat


@kernel()
def is_within(g, me, points):
    """Tell whether so many points beat an enemy of ``me``."""
    for q in range(g.n_players):
        if q != me and g.players[q].out == 0 and g.players[q].hp <= points:
            return True
    return False


@kernel()
def is_now_or_never(g, m, me):
    """Tell whether ``me``, whose turn it is, may win by battle, and has nothing to draw next turn or may lose by battle then."""
    return g.turn_player == me and is_in_danger(g, me, 0.0) and is_within(g, me, MANY * line_sp(g, m, me, READY, True, -1))


@kernel()
def may_become_urgent(g):
    """Tell whether it may be now or never for somebody in the next turns, by minions that lie there and a few more."""
    for p in range(g.n_players):
        if g.players[p].out == 0 and is_in_danger(g, p, MANY * COMING) and is_within(g, p, threat_of(g, p) + MANY * COMING):
            return True
    return False


@kernel(types.void(GameType, MatchType, NUMBERS, types.uint64, types.uint64))
def score_either(g, m, scores, usual, urgent):
    """Fill the scores by one of two strategies."""
    call_score(urgent if is_now_or_never(g, m, int(g.asked)) else usual, g, m, scores)


@kernel(types.void(GameType, MatchType, NUMBERS, types.uint64, types.uint64))
def score_by_deck(g, m, scores, first, second):
    """Fill the scores by the strategy for the deck that the player has brought, the first of the match or the second."""
    call_score(first if g.players[int(g.asked)].brought == 0 else second, g, m, scores)
