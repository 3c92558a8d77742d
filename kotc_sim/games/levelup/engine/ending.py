"""When a game is over (levelup.ruling.1 to 3)."""

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.primitives import log
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf, rare
from kotc_sim.shared.result import Ending

BY_POINTS, BY_TURN_CAP = int(Ending.HIT_POINTS), int(Ending.TURN_CAP)
COMEBACK = 10


@rare(VOID(Game, I64, I64))
def end_game(g, winner, ending):
    """End the game; ``winner`` is a seat, or -1 for a draw."""
    g.over = 1
    g.winner = winner
    g.ending = ending
    log(g, kinds.Log.END, winner, -1, ending, 0)


@leaf(I64(Game))
def check_points(g):
    """End the game if a player is out of points; say whether it is over."""
    if not g.scored:
        return False
    g.scored = 0
    rules = g.m.rules
    p0 = int(g.side[0].points)
    p1 = int(g.side[1].points)
    g.behind[0] |= p0 <= p1 - COMEBACK
    g.behind[1] |= p1 <= p0 - COMEBACK
    out0 = p0 <= rules.lose_at
    out1 = p1 <= rules.lose_at
    if not out0 | out1:
        return False
    if out0 and out1:
        if rules.simultaneous_zero == kinds.BothOut.DRAW:
            winner = -1
        elif rules.simultaneous_zero == kinds.BothOut.TURN_PLAYER_WINS:
            winner = int(g.player)
        else:
            winner = 1 - int(g.player)
    else:
        winner = 1 if out0 else 0
    end_game(g, winner, BY_POINTS)
    return True


@inner(I64(Game))
def check_turns(g):
    """End the game if the turn limit is reached; say whether it is over."""
    if g.turn < g.m.rules.turn_limit:
        return False
    winner = -1
    if g.m.rules.more_points_wins and g.side[0].points != g.side[1].points:
        winner = 0 if g.side[0].points > g.side[1].points else 1
    end_game(g, winner, BY_TURN_CAP)
    return True
