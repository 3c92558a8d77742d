"""Now or never: who plays for `quick`, and in the playouts of `best`, where a player may win this turn, and would mostly lose by waiting.

The weights by which it plays elsewhere were tuned for scores of whole games, in which a win that is missed comes later as a rule. They
value a win hardly more than a minion, and so they attack minions where hit points are within reach.
"""

from __future__ import annotations

from kotc_sim.compiler import kernel, types
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import call_score
from kotc_sim.games.keeper.engine.record import GameType, MatchType
from kotc_sim.strategies.keeper.fight import READY, line_sp
from kotc_sim.strategies.keeper.table import NUMBERS

MANY = 4.0
"""Points of a die that are within reach: somewhat more than the mean."""


@kernel()
def is_now_or_never(g, m, me):
    """Tell whether ``me``, whose turn it is, may win by battle, and has nothing to draw next turn or may lose by battle then."""
    if g.turn_player != me:
        return False
    ahead = MANY * line_sp(g, m, me, READY, True, -1)
    within = False
    threat = 0.0
    for q in range(g.n_players):
        player = g.players[q]
        if q != me and player.out == 0:
            within |= player.hp <= ahead
            for i in range(player.n[kinds.Zone.BATTLEFIELD]):
                card = g.cards[player.zone[kinds.Zone.BATTLEFIELD, i]]
                threat += MANY * card.sp if card.petrified == 0 else 0.0
    return within and (g.players[me].n[kinds.Zone.DECK] == 0 or g.players[me].hp <= threat)


@kernel(types.void(GameType, MatchType, NUMBERS, types.uint64, types.uint64))
def score_either(g, m, scores, usual, urgent):
    """Fill the scores by one of two strategies."""
    call_score(urgent if is_now_or_never(g, m, int(g.asked)) else usual, g, m, scores)
