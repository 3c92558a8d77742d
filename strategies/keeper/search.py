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
from kotc_sim.games.keeper.engine.calls import call_score
from kotc_sim.games.keeper.engine.record import GAME, GameType, MatchType
from kotc_sim.strategies.halving import is_clear, sort_by_sum, worlds_of_round
from kotc_sim.strategies.keeper.copying import copy_cards, copy_game
from kotc_sim.strategies.keeper.determinize import determinize, note_hidden, notes_size, search_key
from kotc_sim.strategies.keeper.evaluate import value
from kotc_sim.strategies.keeper.features import fitted_value
from kotc_sim.strategies.keeper.playouts import (
    FIRST,
    OF_RECORD,
    RECORDS,
    SPARE,
    START,
    WORLD,
    Start,
    aims_at_secrets,
    play_again,
    play_first,
)
from kotc_sim.strategies.keeper.search_settings import ASKS, CLEAR, FITTED, PLAYOUTS, TRUST, TURNS, WIDTH
from kotc_sim.strategies.keeper.table import NUMBERS, table_of

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


@kernel(apart=True)
def search(g, m, me, scores, base, weights, settings, fitted, numbers, amounts, games):
    """Fill the scores of the pending decision; ``numbers``, ``amounts`` and ``games`` are scratch."""
    n = int(g.n_options)
    start = table_of(m, scores, weights)  # after the base's: what the base then has to replace is not this table
    w = numbers_at(scores, start)
    learned = settings[FITTED] == 1.0
    width = min(n, int(settings[WIDTH]))
    size = notes_size(g.n_players)
    notes = numbers[:size]
    kept = numbers[size : size + (RECORDS + width) * OF_RECORD]
    order = numbers[len(numbers) - 2 * n - 1 : len(numbers) - n - 1]
    slots = numbers[len(numbers) - n - 1 :]
    prior = amounts[:n]
    total = amounts[n : 2 * n]
    low = np.inf
    high = -np.inf
    for i in range(n):
        order[i] = i
        total[i] = 0.0
        prior[i] = scores[i]
        low = min(low, scores[i])
        high = max(high, scores[i])
    alive = width
    put_best_first(prior, order, n, alive)
    note_hidden(g, m, me, notes)
    begins = Start.ROOT if aims_at_secrets(g, me) else Start.NONE
    slots[n] = SPARE
    for k in range(alive):
        slots[order[k]] = RECORDS + k
        kept[(RECORDS + k) * OF_RECORD + START] = begins
    world = games[WORLD]
    copy_game(world, g)
    world.turn_limit = min(int(g.turn) + int(settings[TURNS]), int(m.turn_limit))
    games[FIRST].n_cards = g.n_cards
    state = search_key(g, me)
    budget = int(settings[PLAYOUTS])
    played = 0
    worlds = 0
    while True:
        gap = 0.0
        squares = 0.0
        for done in range(1, worlds_of_round(alive, budget - played) + 1):
            state = determinize(world, m, notes, state)
            if worlds == 0:
                copy_cards(games[FIRST], world)
            apart = 0.0
            for k in range(alive):
                i = order[k]
                if kept[slots[i] * OF_RECORD + START] == Start.NONE:
                    ended = play_first(games, slots, kept, i, m, me, base, scores)
                else:
                    ended = play_again(g, games, slots, kept, notes, i, m, me, base, scores, learned)
                s = games[ended]
                worth = fitted_value(s, m, me, w, fitted) if learned else value(s, m, me, w)
                total[i] += worth
                apart = worth - apart
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


@kernel(types.void(GameType, MatchType, NUMBERS, types.uint64, NUMBERS, NUMBERS, NUMBERS), allocates=True)
def search_options(g, m, scores, base, weights, settings, fitted):
    """Fill the scores of the pending decision: mean values of playouts for the options that were tried, less for the others."""
    n = int(g.n_options)
    call_score(base, g, m, scores)
    if n < 2 or (int(settings[ASKS]) >> int(g.ask)) & 1 == 0:
        return
    records = RECORDS + min(n, int(settings[WIDTH]))
    numbers = np.empty(notes_size(g.n_players) + records * OF_RECORD + 2 * n + 1, np.int64)
    amounts = np.empty(2 * n, np.float64)
    search(g, m, np.int64(g.asked), scores, base, weights, settings, fitted, numbers, amounts, scratch_games(records))
