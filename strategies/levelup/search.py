"""Search: tries the most promising options in worlds that it deals itself, and plays them out greedily.

The worlds agree with what the player may know (`view.deal_hidden`); each option meets the same worlds. Judged by hand, a playout ends
with the opponent's next turn, and points, creatures and cards are counted (`standing`); each option meets as many worlds. Judged by
what was learned (``features``), it ends between two turns, and the options race (``racing``).
"""

from typing import Any

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import list_of, numbers_at
from kotc_sim.compiler.types import INTERPRETED, float64, int64
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import GAME, I64, VOID, Game, copy_match, copy_state, inner, new_array
from kotc_sim.games.levelup.engine.setup import Scores, choose_best
from kotc_sim.games.levelup.engine.view import deal_hidden, note_hidden
from kotc_sim.shared.streams import GOLD, mix64
from kotc_sim.strategies.learned import Fitted
from kotc_sim.strategies.levelup.features import LONGEST, Amounts, Columns, Sums, fitted_value, side_worth
from kotc_sim.strategies.levelup.greedy import greedy_scores
from kotc_sim.strategies.levelup.search_settings import CLEAR, FITTED, LOSS, MOST, N_SETTINGS, PLAYOUTS, TRUST, TURNS, WIDTH
from kotc_sim.strategies.levelup.worth import F64
from kotc_sim.strategies.network import WIDE
from kotc_sim.strategies.racing import DOUBT, FIRST_LOOK, LEAST_WORLDS, drop_beaten, next_look, room_for, width_for

DECISIONS = 60  # of a playout at most, in a turn
POOR = -1e9  # below the mean of any option that was tried
ODD = np.uint64(0x632BE59BD9B4E019)
Numbers = list_of(float64)

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
    return side_worth(g, me, me) - side_worth(g, me, 1 - me)


@inner(VOID(Game, I64, Scores))
def play_to_own_turn(g, me, scores):
    """Play on greedily until the player's next turn, the game's end, or too many decisions."""
    last = int(g.turn) + (2 if g.player == me else 1)
    advance(g)
    for _ in range(DECISIONS):
        if g.over or g.turn >= last:
            return
        greedy_scores(g, g.asked, scores)
        choose_best(g, scores)
        advance(g)


@inner(VOID(Game, I64, Scores))
def play_to_turn_end(g, turns, scores):
    """Play on greedily until the turn at hand, and ``turns`` more, are over; the machine is to halt between turns."""
    advance(g)
    for _ in range(DECISIONS * (turns + 1)):
        if g.over:
            return
        if g.halt:
            if turns == 0:
                return
            turns -= 1
            g.halt = 0
        else:
            greedy_scores(g, g.asked, scores)
            choose_best(g, scores)
        advance(g)


@inner(VOID(Scores, int64[::1], I64, I64))
def put_best_first(scores, order, n, width):
    """Put the ``width`` options with the best scores first in ``order``; equal ones, and the rest, stay in order."""
    for k in range(width):
        best = k
        for j in range(k + 1, n):
            if scores[order[j]] > scores[order[best]]:
                best = j
        keep = order[best]
        for j in range(best, k, -1):
            order[j] = order[j - 1]
        order[k] = keep


@inner(F64(Game, I64, I64, I64, Scores, Numbers, Columns, Amounts, Sums))
def play_out(g, me, judge, turns, scores, fitted, columns, amounts, acc):
    """Play the option that was chosen out, and return what the end is worth; all but the first four are weights and scratch."""
    g.log_on = 0
    g.stepwise = kinds.Stepwise.HALTS if judge >= Fitted.LINEAR else 0
    if judge >= Fitted.LINEAR:
        play_to_turn_end(g, turns, scores)
        return fitted_value(g, me, fitted, 1 if judge == Fitted.NETWORK else 0, columns, amounts, acc)
    play_to_own_turn(g, me, scores)
    return standing(g, me)


@kernel(VOID(Game, I64, Scores, Numbers), allocates=True)
def search_options(game, me, scores, numbers):
    """Write the mean outcome of each option over imagined worlds; options that greedy thinks poor are not tried.

    - ``me`` (int): the seat that is asked.
    - ``scores`` (float64 array): is filled.
    - ``numbers`` (list of float64): the settings (``search_settings``), behind them a weight for each column of ``features`` if a fitted
      value judges.
    """
    greedy_scores(game, me, scores)
    n = int(game.n_options)
    judge = int(numbers[FITTED])
    learned = judge >= Fitted.LINEAR
    fitted = numbers_at(numbers, N_SETTINGS)
    budget = int(numbers[PLAYOUTS] * numbers[MOST])
    width = width_for(n, int(numbers[WIDTH]), int(numbers[PLAYOUTS])) if learned else min(n, int(numbers[WIDTH]))
    room = room_for(budget)
    order = np.empty(n, np.int64)
    low = np.inf
    high = -np.inf
    for i in range(n):
        order[i] = i
        low = min(low, scores[i])
        high = max(high, scores[i])
    put_best_first(scores, order, n, width)
    spread = high - low if learned and high > low else np.inf
    alive = np.arange(width)
    bonus = np.empty(width)
    total = np.zeros(width)
    values = np.empty(width * room)
    for k in range(width):
        bonus[k] = numbers[TRUST] * (scores[order[k]] - low) / spread
    inner_scores = np.zeros(kinds.MAX_OPTIONS)
    columns = np.empty(LONGEST, np.int64)
    amounts = np.empty(LONGEST)
    acc = np.empty(2 * WIDE, np.float32)
    games = _records(2)
    for i in range(2):
        copy_match(games[i], game)
    cards = np.empty(2 * kinds.MAX_DECK, np.int64)
    pile = np.empty(2 * kinds.MAX_DECK, np.int64)
    n_hidden = np.empty(2, np.int64)
    dealt = np.empty(kinds.MAX_DECK, np.int64)
    note_hidden(game, me, np.empty(kinds.MAX_KINDS, np.int64), cards, pile, n_hidden)
    turns = int(numbers[TURNS])
    left, played, worlds = width, 0, 0
    look = FIRST_LOOK if learned else budget // int(numbers[WIDTH])
    while True:
        key = mix64(game.key[kinds.Purpose.TIES, me] ^ (ODD * np.uint64(game.decisions[me] + 1)) ^ (GOLD * np.uint64(worlds + 1)))
        world = games[0]  # taken again in each round: numba frees the records after the last use of their array
        copy_state(world, game)
        deal_hidden(world, key, cards, pile, n_hidden, dealt)
        for j in range(left):
            k = alive[j]
            played_in = games[1 if j < left - 1 else 0]  # the last option may use the world up
            if j < left - 1:
                copy_state(played_in, games[0])
            played_in.choice = order[k]
            worth = play_out(played_in, me, judge, turns, inner_scores, fitted, columns, amounts, acc)
            values[k * room + worlds] = worth
            total[k] += worth
        worlds += 1
        played += left
        if worlds < look:
            continue
        if not learned:
            break
        left, loss = drop_beaten(values, room, total, bonus, alive, left, worlds, numbers[CLEAR], LEAST_WORLDS, DOUBT)
        if loss <= numbers[LOSS] or played + left > budget:
            break
        look = next_look(worlds, (budget - played) // left)
    for i in range(n):
        scores[i] = POOR + (scores[i] - low) / spread
    for j in range(left):
        scores[order[alive[j]]] = total[alive[j]] / worlds + bonus[alive[j]]
