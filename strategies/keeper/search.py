"""Search: each option is tried in sampled worlds, its consequences are played out with a base strategy, the state is valued.

It knows no effect by name, so it values a keyword that nobody has written code for. A world agrees with what the player knows
(``determinize``); all options meet the same worlds. Each world is played by the base strategy, on both sides, to the end of a
turn, and valued there, by hand (``evaluate``) or by what was learned (``features``). The budget is spent by successive halving
(``halving``), starting with the options that the base strategy scores best.
"""

from __future__ import annotations

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import call_machine, call_score
from kotc_sim.games.keeper.engine.record import GAME, ZONE_CAP, GameType, MatchType
from kotc_sim.shared.best import pick_best
from kotc_sim.shared.result import MAX_DEFS
from kotc_sim.strategies.halving import is_clear, sort_by_sum, worlds_of_round
from kotc_sim.strategies.keeper.copying import copy_game
from kotc_sim.strategies.keeper.determinize import determinize, note_hidden, search_key
from kotc_sim.strategies.keeper.evaluate import value
from kotc_sim.strategies.keeper.features import LONGEST, fitted_value
from kotc_sim.strategies.keeper.search_settings import ASKS, CLEAR, FITTED, PLAYOUTS, TRUST, TURNS, WIDTH
from kotc_sim.strategies.keeper.table import NUMBERS, table_of

MAX_PLAYOUT = 4000
SCRATCH = ZONE_CAP * 6
GAME_TYPE = types.from_dtype(GAME)

if types.INTERPRETED:

    def scratch_games(n):  # type: ignore[no-untyped-def]
        """Return ``n`` game records to play in."""
        return np.zeros(n, GAME).view(np.recarray)

else:

    @kernel(allocates=True)
    def scratch_games(n):
        """Return ``n`` game records to play in."""
        return np.empty(n, GAME_TYPE)


@kernel()
def play_out(s, m, base, scores):
    """Play world ``s`` on with the base strategy until it is over or its turn limit is met."""
    for _ in range(MAX_PLAYOUT):
        if s.over == 1:
            return
        call_machine(m.advance, s, m)
        if s.ask != kinds.Ask.NONE:
            p = np.int64(s.asked)
            call_score(base, s, m, scores)
            s.choice = max(0, pick_best(s, p, scores))  # the world does not matter where a score is not a number
            s.ask = 0


@kernel()
def put_best_first(prior, order, n, width):
    """Put the ``width`` options that the base strategy scores best first in ``order``, behind them the rest."""
    for k in range(width):
        best = k
        for j in range(k + 1, n):
            if prior[order[j]] > prior[order[best]]:
                best = j
        keep = order[k]
        order[k] = order[best]
        order[best] = keep


@kernel()
def play_world(m, me, world, spare, order, alive, total, base, scores, w, fitted, learned, columns, amounts):
    """Play each option that is still tried out in a world, which the last one uses up; add what they are worth to ``total``.

    Returns by how much the last one is better than the one before.
    """
    apart = 0.0
    for k in range(alive):
        s = spare
        if k < alive - 1:
            copy_game(s, world)
        else:
            s = world
        s.choice = order[k]
        s.ask = kinds.Ask.NONE
        play_out(s, m, base, scores)
        worth = fitted_value(s, m, me, w, fitted, columns, amounts) if learned else value(s, m, me, w)
        total[order[k]] += worth
        apart = worth - apart
    return apart


@kernel(types.void(GameType, MatchType, NUMBERS, types.uint64, NUMBERS, NUMBERS, NUMBERS), allocates=True)
def search_options(g, m, scores, base, weights, settings, fitted):
    """Fill the scores of the pending decision: mean values of playouts for the options that were tried, less for the others."""
    me = np.int64(g.asked)
    n = int(g.n_options)
    call_score(base, g, m, scores)
    if n < 2 or (int(settings[ASKS]) >> int(g.ask)) & 1 == 0:
        return
    games = scratch_games(2)
    world = games[0]
    prior = np.empty(n, np.float64)
    start = table_of(m, scores, weights)  # after the base's: what the base then has to replace is not this table
    w = numbers_at(scores, start)
    total = np.zeros(n, np.float64)
    order = np.empty(n, np.int64)
    counts = np.empty(MAX_DEFS, np.int64)
    pool = np.empty(SCRATCH, np.int64)
    learned = settings[FITTED] == 1.0
    columns = np.empty(LONGEST, np.int64)
    amounts = np.empty(LONGEST, np.float64)
    known = np.empty((g.n_players, SCRATCH), np.int64)
    places = np.empty((g.n_players, SCRATCH), np.int64)
    hidden = np.empty((g.n_players, 3), np.int64)
    for p in range(g.n_players):
        note_hidden(g, m, me, p, counts, known, places, hidden)
    low = np.inf
    high = -np.inf
    for i in range(n):
        order[i] = i
        prior[i] = scores[i]
        low = min(low, scores[i])
        high = max(high, scores[i])
    alive = min(n, int(settings[WIDTH]))
    put_best_first(prior, order, n, alive)
    state = search_key(g, me)
    budget = int(settings[PLAYOUTS])
    limit = min(int(g.turn) + int(settings[TURNS]), int(m.turn_limit))
    played = 0
    worlds = 0
    while True:
        gap = 0.0
        squares = 0.0
        for done in range(1, worlds_of_round(alive, budget - played) + 1):
            copy_game(world, g)
            state = determinize(world, m, known, places, hidden, pool, state)
            world.turn_limit = limit
            apart = play_world(m, me, world, games[1], order, alive, total, base, scores, w, fitted, learned, columns, amounts)
            worlds += 1
            played += alive
            gap += apart
            squares += apart * apart
            if alive == 2 and is_clear(done, gap, squares, settings[CLEAR]):
                break
        sort_by_sum(total, order, alive)
        if alive <= 2 or played + 2 > budget:
            break
        alive = (alive + 1) // 2
    spread = high - low
    for i in range(n):
        prior[i] = (prior[i] - low) / spread if spread > 0.0 else 0.0
        scores[i] = -10.0 + prior[i]
    for k in range(alive):
        i = order[k]
        scores[i] = total[i] / worlds + settings[TRUST] * prior[i]
