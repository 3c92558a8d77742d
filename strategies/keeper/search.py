"""Search: each option is tried in sampled worlds, its consequences are played out with a base strategy, the state is valued.

It knows no effect by name, so it values a keyword that nobody has written code for. A world agrees with what the player knows
(``determinize``); all options meet the same worlds. Each world is played by the base strategy, on both sides, to the end of a
turn, and valued there, by hand (``evaluate``) or by what was learned (``features``). The options that the base strategy scores best
race (``racing``).
"""

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import call_score
from kotc_sim.games.keeper.engine.record import GAME, GameType, MatchType
from kotc_sim.strategies.keeper.copying import copy_cards, copy_game
from kotc_sim.strategies.keeper.determinize import determinize, note_hidden, notes_size, search_key
from kotc_sim.strategies.keeper.evaluate import value
from kotc_sim.strategies.keeper.features import LONGEST, fitted_value
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
from kotc_sim.strategies.keeper.search_settings import ALIKE, ASKS, CLEAR, FITTED, LOSS, MOST, PLAYOUTS, RATE, TIED, TRUST, TURNS, WIDTH
from kotc_sim.strategies.keeper.table import NUMBERS, table_of
from kotc_sim.strategies.keeper.urgent import may_become_urgent
from kotc_sim.strategies.learned import Fitted
from kotc_sim.strategies.network import WIDE
from kotc_sim.strategies.racing import FIRST_LOOK, drop_beaten, next_look, room_for, width_for

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


@kernel()
def last_turn(g, m, turns):
    """Return the turn at whose end playouts end: so many from now, but not before a player who has no deck has to draw."""
    last = int(g.turn) + turns
    for q in range(g.n_players):
        if g.players[q].out == 0 and g.players[q].n[kinds.Zone.DECK] == 0:
            ahead = (q - int(g.turn_player)) % int(g.n_players)
            last = max(last, int(g.turn) + (ahead if ahead > 0 else int(g.n_players)))
    return min(last, int(m.turn_limit) * int(m.n_players) // 2)


@kernel()
def most_playouts(settings):
    """Return how many playouts a decision has at most."""
    return int(settings[PLAYOUTS] * settings[MOST])


@kernel(apart=True)
def search(g, m, me, scores, usual, urgent, weights, settings, fitted, numbers, amounts, games, description):
    """Fill the scores of the pending decision; ``numbers``, ``amounts``, ``games`` and ``description`` are scratch."""
    n = int(g.n_options)
    base = urgent if may_become_urgent(g) else usual
    start = table_of(m, scores, weights)  # after the base's: what the base then has to replace is not this table
    w = numbers_at(scores, start)
    learned = int(settings[FITTED]) >= Fitted.LINEAR
    hidden = int(settings[FITTED]) == Fitted.NETWORK
    columns, sums, counts, acc = description
    width = width_for(n, int(settings[WIDTH]), int(settings[PLAYOUTS]))
    budget = most_playouts(settings)
    room = room_for(budget)
    size = notes_size(g.n_players)
    notes = numbers[:size]
    kept = numbers[size : size + (RECORDS + width) * OF_RECORD]
    rest = size + (RECORDS + width) * OF_RECORD
    alive = numbers[rest : rest + width]
    slots = numbers[rest + width : rest + 2 * width + 1]
    order = numbers[rest + 2 * width + 1 :]
    prior = amounts[:n]
    bonus = amounts[n : n + width]
    total = amounts[n + width : n + 2 * width]
    values = amounts[n + 2 * width :]
    low = np.inf
    high = -np.inf
    for i in range(n):
        order[i] = i
        prior[i] = scores[i]
        low = min(low, scores[i])
        high = max(high, scores[i])
    put_best_first(prior, order, n, width)
    spread = high - low
    for i in range(n):
        prior[i] = (prior[i] - low) / spread if spread > 0.0 else 0.0
    note_hidden(g, m, me, notes)
    begins = Start.ROOT if aims_at_secrets(g, me) else Start.NONE
    slots[width] = SPARE
    for k in range(width):
        alive[k] = k
        bonus[k] = settings[TRUST] * prior[order[k]]
        total[k] = 0.0
        slots[k] = RECORDS + k
        kept[(RECORDS + k) * OF_RECORD + START] = begins
    world = games[WORLD]
    copy_game(world, g)
    world.turn_limit = last_turn(g, m, int(settings[TURNS]))
    games[FIRST].n_cards = g.n_cards
    state = search_key(g, me)
    left = width
    played = 0
    worlds = 0
    look = FIRST_LOOK
    while True:
        state = determinize(world, m, notes, state)
        if worlds == 0:
            copy_cards(games[FIRST], world)
        for j in range(left):
            k = alive[j]
            if kept[slots[k] * OF_RECORD + START] == Start.NONE:
                ended = play_first(games, slots, kept, k, order[k], m, me, base, scores)
            else:
                ended = play_again(g, games, slots, kept, notes, k, order[k], m, me, base, scores, learned)
            s = games[ended]
            worth = fitted_value(s, m, me, w, fitted, hidden, columns, sums, counts, acc) if learned else value(s, m, me, w)
            values[k * room + worlds] = worth
            total[k] += worth
        worlds += 1
        played += left
        if worlds < look:
            continue
        left, loss = drop_beaten(values, room, total, bonus, alive, left, worlds, settings[CLEAR], settings[ALIKE], settings[TIED])
        if loss <= max(settings[LOSS], settings[RATE] * played) or played + left > budget:
            break
        look = next_look(worlds, (budget - played) // left)
    for i in range(n):
        scores[i] = -10.0 + prior[i]
    for j in range(left):
        k = alive[j]
        scores[order[k]] = total[k] / worlds + bonus[k]


@kernel(types.void(GameType, MatchType, NUMBERS, types.uint64, types.uint64, NUMBERS, NUMBERS, NUMBERS), allocates=True)
def search_options(g, m, scores, usual, urgent, weights, settings, fitted):
    """Fill the scores of the pending decision: mean values of playouts for the options that were tried, less for the others.

    Consequences are played out by ``urgent`` where it may become now or never (`kotc_sim.strategies.keeper.urgent`), else by ``usual``.
    """
    n = int(g.n_options)
    call_score(urgent, g, m, scores)
    if n < 2 or (int(settings[ASKS]) >> int(g.ask)) & 1 == 0:
        return
    width = width_for(n, int(settings[WIDTH]), int(settings[PLAYOUTS]))
    records = RECORDS + width
    numbers = np.empty(notes_size(g.n_players) + records * OF_RECORD + 2 * width + 1 + n, np.int64)
    amounts = np.empty(n + 2 * width + width * room_for(most_playouts(settings)), np.float64)
    description = np.empty(LONGEST, np.int64), np.empty(LONGEST), np.zeros(int(m.n_defs), np.int64), np.empty(2 * WIDE, np.float32)
    search(g, m, np.int64(g.asked), scores, usual, urgent, weights, settings, fitted, numbers, amounts, scratch_games(records), description)
