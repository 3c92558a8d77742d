"""Games that a pilot learns from: their states between turns, and how they ended."""

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.calls import call_score
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import I64, U64, Game, new_game
from kotc_sim.games.levelup.engine.setup import Advance, Scores, choose_best, set_up
from kotc_sim.shared.streams import EXPLORING, GOLD, below, mix64, stream_key
from kotc_sim.strategies import choices as noted
from kotc_sim.strategies.fit import Flags, RowsOfSides
from kotc_sim.strategies.levelup.features import LONGEST, note_state
from kotc_sim.strategies.levelup.policies import tuned
from kotc_sim.strategies.levelup.policy import best_score, card_place, gap_place, state_place
from kotc_sim.strategies.states import Numbers, Numbers32


@kernel(I64(U64, Game, I64, I64, noted.Choices, I64, I64, Scores))
def note_choice(heuristic, g, me, taken, choices, row, decision, scores):
    """Write a row for each option of the pending decision, put to ``me``, of which ``taken`` was taken; return the next free row."""
    n = int(g.n_options)
    if n < 2 or row + n > choices.shape[0]:
        return row
    call_score(heuristic, g, g.m, numbers_at(scores, 0))
    best = best_score(g, scores)
    for i in range(n):
        choices[row, noted.DECISION] = decision
        choices[row, 1] = card_place(g, me, i)
        choices[row, 2] = state_place(g, me, i)
        choices[row, 3] = gap_place(g, best - scores[i])
        choices[row, noted.CHOSEN] = 1 if i == taken else 0
        row += 1
    return row


@kernel()
def seat_of_other(game, always):
    """Return the seat that another strategy has in a game, or -1: in every second pair, or with ``always`` in all, and in either seat."""
    if always == 1:
        return 0 if (game >> 1) & 1 == 1 else 1
    if (game >> 1) & 1 == 1:
        return 0 if (game >> 2) & 1 == 1 else 1
    return -1


@kernel(
    I64(
        *(Advance, U64, U64, U64, Game, Scores, U64, I64, I64, Numbers, types.float64),
        *(RowsOfSides, Numbers32, Flags, noted.Choices, noted.Counts, I64),
    ),
    allocates=True,
)
def record_games(
    go, pilot, other, heuristic, g, scores, seed, low, high, random_moves, kept, rows, outcomes, firsts, choices, counts, always
):
    """Play games ``low`` … ``high - 1`` of a match and write states and outcomes; return how many states were written.

    What is not named here is as `kotc_sim.strategies.lesson.Lesson.play` has it.

    - ``go`` (function pointer): `machine.advance`.
    - ``pilot``, ``other``, ``heuristic`` (uint64): addresses; the opinion of the last is noted beside the choices of the first.
    - ``g`` (record): scratch, with the match in it.
    - ``scores`` (float64 array, ``MAX_OPTIONS`` long): scratch.
    """
    columns = np.empty(LONGEST, np.int64)
    amounts = np.empty(LONGEST)
    most = rows.shape[0]
    n = 0
    row = 0
    number = 0
    g.log_on = 0
    for game in range(low, high):
        set_up(g, seed, game)
        g.stepwise = kinds.Stepwise.HALTS
        first = n
        state = stream_key(seed, game, EXPLORING, 0)
        random_move = np.int64(random_moves[(game >> 1) % random_moves.shape[0]] * noted.PARTS)
        decisions = 0
        theirs = seat_of_other(game, always)
        go(g)
        while not g.over and decisions < noted.MAX_DECISIONS:
            state = state + GOLD
            if g.halt:
                g.halt = 0
                if n < most and below(mix64(state), noted.PARTS) < np.int64(kept * noted.PARTS):
                    note_state(g, rows[n], columns, amounts)
                    n += 1
            elif below(mix64(state), noted.PARTS) < random_move:
                state = state + GOLD
                g.choice = np.int64(below(mix64(state), np.int64(g.n_options)))
                decisions += 1
            else:
                fill = other if g.asked == theirs else pilot
                call_score(fill, g, g.m, numbers_at(scores, 0))
                choose_best(g, scores)
                if g.asked != theirs:
                    row = note_choice(heuristic, g, g.asked, g.choice, choices, row, number, scores)
                    number += 1
                decisions += 1
            go(g)
        if g.over == 0 or g.error:
            n = first  # it did not come to an end
            continue
        counts[noted.GAMES] += 1
        counts[noted.DECISIONS] += decisions
        counts[noted.TURNS] += g.turn
        score = 0.0 if g.winner < 0 else (1.0 if g.winner == 0 else -1.0)
        noted.note_outcome(outcomes, firsts, first, n, score)
    counts[noted.CHOICES] += row
    return n


def play(match, base, pilots, games, written, always):
    """Play games of a match and write states and choices, see `kotc_sim.strategies.lesson.Lesson.play`.

    The opinion of greedy with tuned weights is noted, whatever the ``base``.
    """
    addresses = [pilot.address for pilot in (*pilots, tuned())]
    scratch = new_game(match.record)[0], np.zeros(kinds.MAX_OPTIONS)
    return record_games(advance, *addresses, *scratch, *games, *written, always)
