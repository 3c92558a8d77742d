"""Games of quick's scorer against another strategy, by weights that are handed over: hundreds are tried, none is compiled in."""

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.compiler.types import float64
from kotc_sim.games.levelup.engine.calls import call_score
from kotc_sim.games.levelup.engine.record import I64, U64, Game
from kotc_sim.games.levelup.engine.setup import Advance, Scores, choose_best, set_up
from kotc_sim.strategies.levelup.policy import policy_scores
from kotc_sim.strategies.states import Numbers

WIN, DRAW = 1.0, 0.5
BLOCK = 4
"""Games after which the scorer has played both decks in both seats."""


@kernel(float64(Advance, U64, Game, Scores, U64, I64, Numbers))
def score_against(go, other, g, scores, seed, games, numbers):
    """Return the sum of what the scorer of a policy gets from games ``0`` … ``games - 1`` against another strategy.

    - ``go`` (function pointer): `machine.advance`.
    - ``other`` (uint64): address of the other strategy.
    - ``g`` (record): scratch, with the match in it.
    - ``scores`` (float64 array, ``MAX_OPTIONS`` long): scratch.
    - ``seed`` (uint64): of the games.
    - ``games`` (int): the scorer brings the decks in turn, pair by pair: a multiple of `BLOCK` is fair.
    - ``numbers`` (float64 array): what `policy.policy_scores` plays by.
    """
    total = 0.0
    g.log_on = 0
    for game in range(games):
        set_up(g, seed, game)
        mine = (game >> 1) & 1
        go(g)
        while not g.over:
            if g.contestant[g.asked] == mine:
                policy_scores(g, g.asked, scores, numbers_at(numbers, 0))
            else:
                call_score(other, g, g.m, numbers_at(scores, 0))
            choose_best(g, scores)
            go(g)
        if g.winner < 0:
            total += DRAW
        elif g.contestant[g.winner] == mine:
            total += WIN
    return total
