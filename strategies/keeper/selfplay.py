"""Games that a pilot learns from: their states between turns, and how they ended."""

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.compiler.scoring import ScoreArray
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.board import board
from kotc_sim.games.keeper.engine.calls import call_score
from kotc_sim.games.keeper.engine.machine import deal, run
from kotc_sim.games.keeper.engine.record import GameType, MatchType
from kotc_sim.games.keeper.engine.turn import play_past_limit
from kotc_sim.shared.best import pick_best
from kotc_sim.shared.result import Ending
from kotc_sim.shared.streams import EXPLORING, GOLD, below, mix64, stream_key
from kotc_sim.strategies import choices as noted
from kotc_sim.strategies.fit import Flags, RowsOfSides
from kotc_sim.strategies.keeper import view
from kotc_sim.strategies.keeper.evaluate import is_decided
from kotc_sim.strategies.keeper.features import LONGEST, note_state
from kotc_sim.strategies.keeper.policy import best_score, both_sides, card_place, gap_place, situation, state_place
from kotc_sim.strategies.keeper.search_settings import EVALUATION
from kotc_sim.strategies.keeper.table import table_of
from kotc_sim.strategies.keeper.weights import weights_of
from kotc_sim.strategies.states import Numbers32


@kernel()
def note_choice(g, m, me, base, taken, choices, row, decision, scores):
    """Write a row for each option of the pending decision, of which ``taken`` was taken; return the next free row."""
    n = int(g.n_options)
    if n < 2 or row + n > choices.shape[0]:
        return row
    call_score(base, g, m, scores)
    best = best_score(scores, n)
    foe = int(view.weakest(g, me))
    now, sides = situation(g, me, foe), both_sides(g, me, foe)
    for i in range(n):
        o = g.options[i]
        choices[row, noted.DECISION] = decision
        choices[row, 1] = card_place(g, m, me, now, o)
        choices[row, 2] = state_place(g, m, sides, o)
        choices[row, 3] = gap_place(g, m, best - scores[i])
        choices[row, noted.CHOSEN] = 1 if i == taken else 0
        row += 1
    return row


@kernel()
def play_turn(a, b, pilot, base, g, m, random_move, state, choices, row, decision, scores):
    """Play until the turn or the game is over; note the choices of ``pilot``.

    Returns the state of the stream, how many decisions were made, and the next free row of the choices.
    """
    made = 0
    while g.over == 0 and made < noted.MAX_DECISIONS:
        run(g, m)
        if g.ask != kinds.Ask.NONE:
            p = np.int64(g.asked)
            g.players[p].decisions += 1
            state = state + GOLD
            if below(mix64(state), noted.PARTS) < random_move:
                state = state + GOLD
                k = np.int64(below(mix64(state), np.int64(g.n_options)))
            else:
                player = a if p == 0 else b
                call_score(player, g, m, scores)
                k = max(0, pick_best(g, p, scores))
                if player == pilot and pilot != base:
                    row = note_choice(g, m, p, base, k, choices, row, decision + made, scores)
            g.choice = k
            g.ask = 0
            made += 1
    return state, made, row


@kernel(
    types.int64(
        *(types.uint64, types.uint64, types.uint64, GameType, MatchType, types.uint64, types.int64, types.int64, ScoreArray),
        *(types.float64, ScoreArray, RowsOfSides, Numbers32, Flags, noted.Choices, noted.Counts, ScoreArray, types.int64),
    ),
    allocates=True,
)
def record_games(
    pilot, other, base, g, m, seed, low, high, random_moves, kept, weights, rows, outcomes, firsts, choices, counts, scores, always
):
    """Play games ``low`` … ``high - 1`` of a match of two decks and write states and outcomes; return how many states were written.

    What is not named here is as `kotc_sim.strategies.lesson.Lesson.play` has it.

    - ``pilot``, ``other``, ``base`` (uint64): addresses; the choice of the last, a heuristic, is noted beside that of the first.
    - ``weights`` (float64 array): those of the worth by hand (`kotc_sim.strategies.keeper.weights`).
    - ``scores`` (float64 array): scratch of strategies.
    """
    columns = np.empty(LONGEST, np.int64)
    amounts = np.empty(LONGEST, np.float64)
    counted = np.zeros(int(m.n_defs), np.int64)
    n = 0
    most = rows.shape[0]
    row = 0
    number = 0
    for game in range(low, high):
        deal(g, m, seed, game >> 1, game & 1)
        g.turn_limit = 1
        first = n
        state = stream_key(seed, game, EXPLORING, 0)
        random_move = np.int64(random_moves[(game >> 1) % random_moves.shape[0]] * noted.PARTS)
        decisions = 0
        a, b = pilot, pilot
        if always == 1 or (game >> 1) & 1 == 1:
            if (game >> (1 if always == 1 else 2)) & 1 == 1:
                a = other
            else:
                b = other
        while n < most:
            at = numbers_at(scores, 0)
            state, made, row = play_turn(a, b, pilot, base, g, m, random_move, state, choices, row, number, at)
            decisions += made
            number += made
            if g.over == 0 or is_decided(g) or g.turn >= m.turn_limit or decisions > noted.MAX_DECISIONS:
                break
            state = state + GOLD
            if below(mix64(state), noted.PARTS) < np.int64(kept * noted.PARTS):
                start = table_of(m, numbers_at(scores, 0), numbers_at(weights, 0))
                note_state(g, m, numbers_at(scores, start), rows[n], columns, amounts, counted)
                n += 1
            play_past_limit(g)
        if g.over == 0 or g.ending == Ending.LIMIT or g.ending == Ending.ERROR:
            n = first  # it did not come to an end
            continue
        counts[noted.GAMES] += 1
        counts[noted.DECISIONS] += decisions
        counts[noted.TURNS] += g.turn
        score = 0.0
        if (g.winners & 3) != 3:
            score = 1.0 if g.winners & 1 else -1.0
        noted.note_outcome(outcomes, firsts, first, n, score)
    counts[noted.CHOICES] += row
    return n


def play(match, base, pilots, games, written, always):
    """Play games of a match and write states and choices, see `kotc_sim.strategies.lesson.Lesson.play`; the base's opinion is noted."""
    addresses = [np.uint64(pilot.address) for pilot in (*pilots, base)]
    with board() as own:
        return record_games(*addresses, own.game, match.record, *games, weights_of(**EVALUATION), *written, own.scores, always)
