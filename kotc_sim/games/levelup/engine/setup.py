"""Setting a game up, and playing many with two strategies (levelup.setup.*, rulings 55 and 59)."""

from kotc_sim.compiler import types
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.games.levelup.engine import frames, kinds
from kotc_sim.games.levelup.engine.calls import call_score
from kotc_sim.games.levelup.engine.frames import TurnStep
from kotc_sim.games.levelup.engine.moves import draw_cards, shuffle
from kotc_sim.games.levelup.engine.primitives import word
from kotc_sim.games.levelup.engine.record import I64, U64, VOID, Game, Match, inner, leaf, outer
from kotc_sim.shared.best import best_of, one_of
from kotc_sim.shared.result import Flag
from kotc_sim.shared.result_record import RESULT
from kotc_sim.shared.streams import STARTER, below, mix64, stream_key

N_PURPOSES = len(kinds.Purpose)
IN_FREE_SLOTS = (kinds.rank_bit(0, 0), *(kinds.rank_bit(type_, 1) for type_ in range(1, 8)))  # magic cards, and creatures of level 1
BAD_SCORE, STUCK = int(Flag.BAD_SCORE), int(Flag.STUCK)

Scores = types.float64[::1]
SCORE_SIGNATURE = VOID(Game, Match, I64, Scores)
"""``fill(game, match, me, scores)`` writes ``scores[0 .. game.n_options)``; the highest is taken."""
Advance = types.FunctionType(VOID(Game))
Results = types.from_dtype(RESULT)[::1]
Seen3 = types.uint8[:, :, ::1]


@inner(VOID(Game, U64, I64))
def reset(g, seed, pair):
    """Empty the record, except for the match and the log switch, and key its random streams."""
    g.over = 0
    g.winner = -1
    g.ending = g.error = g.raised = g.turn = g.player = g.first = g.battle = g.had_creature = 0
    g.dirty = kinds.Dirty.EFFECTS | kinds.Dirty.POSITIONS
    g.scored = 1
    g.fleeting = g.resolved = g.left = g.passes = g.batch = g.head = 0
    g.n_pending = g.n_chain = g.n_frames = g.ask = g.asked = g.n_options = 0
    g.choice = g.n_cands = g.n_picks = g.n_immune = g.n_acting = g.equipped = 0
    g.silenced = g.reaches = g.n_log = g.stepwise = g.halt = g.steps = 0
    g.scripted = g.script_at = 0
    g.seed = seed
    g.pair = pair
    for purpose in range(N_PURPOSES):
        for seat in range(2):
            g.key[purpose, seat] = stream_key(seed, pair, 16 + purpose, seat)
            g.drawn[purpose, seat] = 0
    for fits in IN_FREE_SLOTS:
        g.places[fits] = kinds.NEW_SLOT
    for p in range(2):
        g.contestant[p] = p
        g.n_cards[p] = 0
        g.decisions[p] = 0
        g.damage[p] = 0
        g.sp_turns[p] = 0
        g.paid[p] = 0
        g.behind[p] = 0
        for k in range(g.m.n_kinds):
            g.seen[p, k] = 0
        side = g.side[p]
        side.points = g.m.rules.points
        side.deck_n = side.hand_n = side.grave_n = side.n_piles = side.n_magic = side.plays = 0
        side.extra_plays = side.bonus_plays = side.no_limit = side.n_guards = side.waits = side.repliers = 0
        side.actors = side.responders = 0


@leaf(VOID(Game, I64, I64))
def new_card(g, card, kind):
    """Make a card of a kind, in its owner's deck but not yet in the deck's list."""
    c = g.card[card]
    c.kind = kind
    c.zone = kinds.Zone.DECK
    c.down = c.tapped = c.tapped_turn = c.used_turn = c.set_turn = 0
    c.under = -1
    c.bottom = -1
    c.host = -1
    c.active = c.busy = c.safe = c.stamp = c.left = c.ready = c.slot = 0


@inner(VOID(Game, U64, I64))
def set_up(g, seed, game):
    """Set game number ``game`` of a run up: shuffled decks, opening hands, the first turn about to begin.

    Games ``2k`` and ``2k + 1`` are a pair: the same streams for each seat, the decks swapped.
    """
    pair = game // 2
    swap = game % 2
    reset(g, seed, pair)
    g.first = 0
    if g.m.rules.die:
        g.first = below(mix64(stream_key(seed, pair, STARTER, 0)), 2)
    g.player = g.first
    for p in range(2):
        contestant = p ^ swap
        g.contestant[p] = contestant
        side = g.side[p]
        side.deck_n = g.m.deck_n[contestant]
        g.n_cards[p] = side.deck_n
        first = p * kinds.MAX_DECK
        new_card(g, first, 0)
        for i in range(side.deck_n):
            if i > 0:
                g.card[first + i] = g.card[first]
            g.card[first + i].kind = g.m.deck[contestant, i]
            side.deck[i] = first + i
        shuffle(g, p, kinds.Purpose.ORDER)
        draw_cards(g, p, g.m.rules.opening_hand)
    frames.push_turn(g, TurnStep.LIST_MULLIGAN if g.m.rules.mulligan else TurnStep.BEGIN)


@inner(VOID(Game, Scores))
def choose_best(g, scores):
    """Take the option with the highest score; ties by the asked player's own stream."""
    choice, count, best = best_of(scores, int(g.n_options))
    if count > 1:
        choice = one_of(scores, choice, best, int(below(word(g, kinds.Purpose.TIES, g.asked), count)))
    g.choice = max(0, choice)
    if choice < 0:
        g.error = kinds.Error.SCORE
        g.raised |= BAD_SCORE


@inner(VOID(Game, Results, Seen3, I64))
def write_result(g, results, seen, row):
    """Write what a finished game came to, by seat."""
    if g.error == kinds.Error.STUCK:
        g.raised |= STUCK
    result = results[row]
    result.ending = g.ending
    result.turns = g.turn
    result.raised = g.raised
    for p in range(2):
        result.score2[p] = 1 if g.winner < 0 else 2 * (g.winner == p)
        result.comeback[p] = g.behind[p]
        result.damage[p] = g.damage[p]
        result.sp_turns[p] = g.sp_turns[p]
        result.paid[p] = g.paid[p]
        result.hp[p] = g.side[p].points
        result.decisions[p] = g.decisions[p]
        for k in range(seen.shape[2]):
            seen[row, p, k] = g.seen[p, k]


@outer(VOID(Advance, U64, U64, Game, Scores, U64, I64, I64, Results, Seen3))
def play_many(go, f0, f1, g, scores, seed, lo, hi, results, seen):
    """Play games ``lo`` to ``hi - 1`` of a run; a pure function of its arguments.

    - ``go`` (function pointer): `machine.advance`. A pointer, so that this driver is compiled without the whole engine in it.
    - ``f0``, ``f1`` (addresses of strategies): for contestants 0 and 1, whose decks swap seats from game to game.
    - ``g`` (record): scratch, with the match in it; a log stays off.
    - ``scores`` (float64 array, ``MAX_OPTIONS`` long): scratch.
    - ``seed`` (uint64): of the run.
    - ``results`` (record array of dtype `RESULT`, ``hi - lo`` long): is filled, by seat.
    - ``seen`` (uint8 array, shape (hi - lo, 2, kinds)): is filled, by seat, with `Seen` bits.
    """
    g.log_on = 0
    for game in range(lo, hi):
        set_up(g, seed, game)
        go(g)
        while not g.over:
            fill = f1 if g.contestant[g.asked] else f0  # one call: two would be a guess
            call_score(fill, g, g.m, numbers_at(scores, 0))
            choose_best(g, scores)
            go(g)
        write_result(g, results, seen, game - lo)
