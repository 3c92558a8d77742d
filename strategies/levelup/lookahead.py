"""Lookahead: tries the most promising options in worlds that it deals itself, and plays them out greedily.

The worlds agree with what the player may know (`view.determinize`); each option meets the same worlds. A
play-out ends with the opponent's next turn, or the game; then points and creatures are counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import GAME, I64, VOID, Game, copy_state, inner, new_array
from kotc_sim.games.levelup.engine.setup import Scores, choose_best
from kotc_sim.games.levelup.engine.view import determinize
from kotc_sim.shared.streams import GOLD, mix64
from kotc_sim.strategies.levelup.api import strategy
from kotc_sim.strategies.levelup.greedy import greedy_scores
from kotc_sim.strategies.levelup.worth import F64, creature_worth

WORLDS = 6  # for each decision
BRANCHES = 6  # options that are tried
DECISIONS = 60  # of a play-out at most
ODD = np.uint64(0x632BE59BD9B4E019)


if INTERPRETED:

    def _records(n: int) -> Any:
        """Return scratch records."""
        return np.concatenate([new_array(GAME) for _ in range(n)]).view(np.recarray)

else:

    @kernel(allocates=True)
    def _records(n):  # type: ignore[no-untyped-def]
        """Return scratch records."""
        return np.empty(n, GAME)


@inner(F64(Game, I64))
def standing(g, me):
    """Return how well a position is for a player: points, creatures, cards."""
    if g.over:
        if g.winner < 0:
            return 0.0
        return 200.0 if g.winner == me else -200.0
    total = 0.0
    for p in range(2):
        side = g.side[p]
        value = 2.0 * float(side.points) + 0.8 * float(side.hand_n)
        for i in range(side.n_piles):
            value += 1.2 * creature_worth(g, p, side.piles[i].top) + 1.0
        value += 1.2 * float(side.n_magic)
        total += value if p == me else -value
    return total


@inner(VOID(Game, I64, Scores))
def play_out(g, me, scores):
    """Play on greedily until the player's next turn, the game's end, or too many decisions."""
    last = int(g.turn) + (2 if g.player == me else 1)
    advance(g)
    for _ in range(DECISIONS):
        if g.over or g.turn >= last:
            return
        greedy_scores(g, g.asked, scores)
        choose_best(g, scores)
        advance(g)


@strategy("lookahead", "tries options in worlds it imagines, playing on greedily to its next turn", allocates=True)
def score(game: Any, match: Any, me: int, scores: Any) -> None:
    """Score by the mean outcome over imagined worlds; options that greedy thinks poor are not tried."""
    greedy_scores(game, me, scores)
    n = game.n_options
    tried = np.zeros(kinds.MAX_OPTIONS, np.int64)
    n_tried = min(n, BRANCHES)
    for k in range(n_tried):
        best = -1
        for i in range(n):
            fresh = True
            for j in range(k):
                if tried[j] == i:
                    fresh = False
            if fresh and (best < 0 or scores[i] > scores[best]):
                best = i
        tried[k] = best
    totals = np.zeros(BRANCHES)
    inner_scores = np.zeros(kinds.MAX_OPTIONS)
    worlds = _records(2)
    for i in range(2):
        worlds[i].m = game.m
    for w in range(WORLDS):
        key = mix64(game.key[kinds.Purpose.TIES, me] ^ (ODD * np.uint64(game.decisions[me] + 1)) ^ (GOLD * np.uint64(w + 1)))
        copy_state(worlds[0], game)
        determinize(worlds[0], me, key)
        for k in range(n_tried):
            world = worlds[1]
            copy_state(world, worlds[0])
            world.log_on = 0
            world.choice = tried[k]
            play_out(world, me, inner_scores)
            totals[k] += standing(world, me)
    for i in range(n):
        scores[i] = -1e9
    for k in range(n_tried):
        scores[tried[k]] = totals[k] / WORLDS
