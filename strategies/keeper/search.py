"""Search: each option is tried in sampled worlds, its consequences are played out with a base strategy, the state is valued.

It knows no effect by name, so it values a keyword that nobody has written code for. A world agrees with what the player knows
(``determinize``); all options meet the same worlds. Each world is played by the base strategy, on both sides, to the end of the
turn, `best` also to the end of the opponent's, and valued there, by hand (``evaluate``) or by what was learned (``features``). What a
playout is worth is then the mean of both: the first state knows nothing of the reply, the second only one that a simple pilot would
give. The options that the base strategy scores best race (``racing``).
"""

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import call_score
from kotc_sim.games.keeper.engine.record import GAME, GameType, MatchType
from kotc_sim.strategies.keeper.copying import copy_cards, copy_game
from kotc_sim.strategies.keeper.determinize import determinize, note_hidden, notes_size, search_key
from kotc_sim.strategies.keeper.evaluate import is_decided, value
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
    play_later,
)
from kotc_sim.strategies.keeper.search_settings import ALIKE, CLEAR, FITTED, LOSS, MOST, NOW, PLAYOUTS, RATE, TIED, TRUST, TURNS, WIDTH
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
def note_opinion(scores, prior, order, n):
    """Write what the base strategy thinks of the options, from 0 to 1, and their order."""
    low = np.inf
    high = -np.inf
    for i in range(n):
        order[i] = i
        low = min(low, scores[i])
        high = max(high, scores[i])
    spread = high - low
    for i in range(n):
        prior[i] = (scores[i] - low) / spread if spread > 0.0 else 0.0


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


@kernel()
def lines_for(g, width, settings):
    """Return how many lines of play are tried at most: where `best` forms a team, each minion also as the last one that is enlisted.

    The base strategy, which plays on, enlists all whom it would enlist, so without these lines a team of few is hardly ever tried.
    """
    forms = g.ask == kinds.Ask.ENLIST_ATTACK or g.ask == kinds.Ask.ENLIST_DEFEND
    return 2 * width if forms and g.n_options > 2 and int(settings[FITTED]) >= Fitted.LINEAR else width


@kernel()
def list_lines(g, order, width, lines, taken):
    """Write with which option each line begins: those that are tried, then those that are the last one; return how many there are."""
    n = width
    for k in range(width):
        taken[k] = order[k]
        if lines > width and g.options[order[k]].kind == kinds.Opt.ENLIST:
            taken[n] = order[k]
            n += 1
    return n


@kernel()
def leaf_value(s, m, me, w, learned, hidden, fitted, description):
    """Return the worth of a state at the end of a turn to ``me``, by what was learned or by hand."""
    if not learned:
        return value(s, m, me, w)
    columns, sums, counts, acc = description
    return fitted_value(s, m, me, w, fitted, hidden, columns, sums, counts, acc)


@kernel(apart=True)
def search(g, m, me, scores, usual, urgent, weights, settings, fitted, numbers, amounts, games, description):
    """Fill the scores of the pending decision; ``numbers``, ``amounts``, ``games`` and ``description`` are scratch."""
    n = int(g.n_options)
    base = urgent if may_become_urgent(g) else usual
    start = table_of(m, scores, weights)  # after the base's: what the base then has to replace is not this table
    w = numbers_at(scores, start)
    learned = int(settings[FITTED]) >= Fitted.LINEAR
    hidden = int(settings[FITTED]) == Fitted.NETWORK
    width = width_for(n, int(settings[WIDTH]), int(settings[PLAYOUTS]))
    lines = lines_for(g, width, settings)
    budget = most_playouts(settings)
    room = room_for(budget)
    size = notes_size(g.n_players)
    notes = numbers[:size]
    kept = numbers[size : size + (RECORDS + lines) * OF_RECORD]
    rest = size + (RECORDS + lines) * OF_RECORD
    alive = numbers[rest : rest + lines]
    slots = numbers[rest + lines : rest + 2 * lines + 1]
    taken = numbers[rest + 2 * lines + 1 : rest + 3 * lines + 1]
    order = numbers[rest + 3 * lines + 1 :]
    prior = amounts[:n]
    bonus = amounts[n : n + lines]
    total = amounts[n + lines : n + 2 * lines]
    values = amounts[n + 2 * lines :]
    note_opinion(scores, prior, order, n)
    put_best_first(prior, order, n, width)
    note_hidden(g, m, me, notes)
    begins = Start.ROOT if aims_at_secrets(g, me) else Start.NONE
    left = list_lines(g, order, width, lines, taken)
    slots[lines] = SPARE
    for k in range(left):
        alive[k] = k
        bonus[k] = settings[TRUST] * prior[taken[k]]
        total[k] = 0.0
        slots[k] = RECORDS + k
        kept[(RECORDS + k) * OF_RECORD + START] = begins
    world = games[WORLD]
    copy_game(world, g)
    end = last_turn(g, m, int(settings[TURNS]))
    now = settings[NOW]
    world.turn_limit = last_turn(g, m, 0) if now > 0.0 else end
    games[FIRST].n_cards = g.n_cards
    state = search_key(g, me)
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
                ended = play_first(games, slots, kept, k, taken[k], k >= width, m, me, base, scores)
            else:
                ended = play_again(g, games, slots, kept, notes, k, taken[k], k >= width, m, me, base, scores, learned)
            s = games[ended]
            worth = leaf_value(s, m, me, w, learned, hidden, fitted, description)
            if s.over == 1 and s.turn < end and not is_decided(s):
                s = games[play_later(games, slots, kept, k, ended, end, m, base, scores)]
                worth = now * worth + (1.0 - now) * leaf_value(s, m, me, w, learned, hidden, fitted, description)
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
        scores[taken[k]] = max(scores[taken[k]], total[k] / worlds + bonus[k])


@kernel(types.void(GameType, MatchType, NUMBERS, types.uint64, types.uint64, NUMBERS, NUMBERS, NUMBERS), allocates=True)
def search_options(g, m, scores, usual, urgent, weights, settings, fitted):
    """Fill the scores of the pending decision: mean values of playouts for the options that were tried, less for the others.

    Consequences are played out by ``urgent`` where it may become now or never (`kotc_sim.strategies.keeper.urgent`), else by ``usual``.
    """
    n = int(g.n_options)
    call_score(urgent, g, m, scores)
    if n < 2:
        return
    width = width_for(n, int(settings[WIDTH]), int(settings[PLAYOUTS]))
    lines = lines_for(g, width, settings)
    records = RECORDS + lines
    numbers = np.empty(notes_size(g.n_players) + records * OF_RECORD + 3 * lines + 1 + n, np.int64)
    amounts = np.empty(n + 2 * lines + lines * room_for(most_playouts(settings)), np.float64)
    description = np.empty(LONGEST, np.int64), np.empty(LONGEST), np.zeros(int(m.n_defs), np.int64), np.empty(2 * WIDE, np.float32)
    search(g, m, np.int64(g.asked), scores, usual, urgent, weights, settings, fitted, numbers, amounts, scratch_games(records), description)
