"""Best: what describes a state, recounted naively; the value's symmetry; the same fit for any number of jobs; hidden cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.compiler.types import float32, float64, int64
from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.board import refresh
from kotc_sim.games.levelup.engine.doors import choose_best, set_up
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import Game, fields, new_game
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.strategies import load
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.levelup.features import LONGEST, NUMBERS, Place, count_columns, features_of, fitted_value, note_state
from kotc_sim.strategies.network import WIDE, pack
from kotc_sim.strategies.training import Course, Plan
from tests.levelup.check import determinize
from tests.levelup.random_cards import Generator
from tests.levelup.test_play import EMBER, GREEDY, TIDE, record_at

COMPILED = not numba.config.DISABLE_JIT
BEST: Any = load("levelup", "best")
PLAN = Plan(first=40, rounds=1, searched=16, random_moves=(0.1,), searching_moves=(0.1,))


@kernel(float64(Game, int64, float64[::1], int64, int64[::1], float64[::1], float32[::1]))
def value_of(g, me, fitted, hidden, columns, amounts, acc):
    return fitted_value(g, me, numbers_at(fitted, 0), hidden, columns, amounts, acc)


def random_match(seed: int) -> LevelUpMatch:
    generator = Generator(seed)
    decks = [generator.deck(name, [generator.card(100 * side + i) for i in range(45)]) for side, name in enumerate("AB")]
    return LevelUpMatch(*decks)


def states_between_turns(match: LevelUpMatch, game: int) -> Iterator[Any]:
    """Yield the record of a game between greedy players, which makes some random moves, at the end of each turn."""
    array = new_game(match.record)
    view = fields(array)
    scores = np.zeros(kinds.MAX_OPTIONS)
    rng = np.random.default_rng(game)
    set_up(array[0], np.uint64(8), game)
    view.stepwise = kinds.Stepwise.HALTS
    advance(array[0])
    while not view.over:
        if view.halt:
            refresh(array[0])
            yield array
            view.halt = 0
        else:
            GREEDY.compiled(array[0], array[0]["m"], int(view.asked), scores)
            choose_best(array[0], scores)
            if rng.random() < 0.2:
                view.choice = int(rng.integers(int(view.n_options)))
        advance(array[0])


def naive_threat(view: Any, p: int) -> int:
    """Return what the attackers take, the weakest first, each the strongest that it beats; or, if nobody is left, the player."""
    mine, foe = view.side[p], view.side[1 - p]
    left = list(foe.piles[: foe.n_piles])
    taken = idle = 0
    for pile in sorted(mine.piles[: mine.n_piles], key=lambda pile: int(pile.strength)):
        if pile.still or pile.halted > view.turn:
            continue
        level = int(view.m.kinds[view.card[pile.top].kind].level)
        beaten = [other for other in left if not other.solid and other.defence < pile.strength]
        if beaten:
            victim = max(beaten, key=lambda other: int(other.defence))
            left = [other for other in left if other.top != victim.top]
            taken += int(view.m.kinds[view.card[victim.top].kind].level)
        elif pile.direct and not foe.n_guards:
            taken += level
        else:
            idle += level
    return taken if left else taken + idle


def naive_side(match: LevelUpMatch, view: Any, p: int) -> dict[int, float]:
    """Return columns and amounts of a side, the worth by hand left out, by a count of all cards of the record."""
    found: dict[int, float] = defaultdict(float)
    side, foe = view.side[p], view.side[1 - p]
    tops = [int(pile.top) for pile in side.piles[: side.n_piles]]
    top_kinds = [match.cards[int(view.card[c].kind)] for c in tops]
    for c in range(p * kinds.MAX_DECK, p * kinds.MAX_DECK + int(view.n_cards[p])):
        card = view.card[c]
        printed = match.cards[int(card.kind)]
        column = int(card.kind) * len(Place)
        if card.zone == kinds.Zone.FIELD and (c in tops or card.bottom < 0):
            found[column + (Place.DOWN if card.down else Place.TAPPED if card.tapped else Place.READY)] += 1
        elif card.zone == kinds.Zone.HAND:
            free = printed.kind == "magic" or printed.level == 1 or printed.has("free_play")
            fits = any(top.type == printed.type and top.level == printed.level - 1 for top in top_kinds)
            found[column + (Place.PLAYABLE if free or fits else Place.DISTANT)] += 1
    piles = list(side.piles[: side.n_piles])
    strongest = max([int(pile.strength) for pile in foe.piles[: foe.n_piles]], default=0)
    walls = [top.level for pile, top in zip(piles, top_kinds, strict=True) if pile.solid or pile.defence >= max(0, strongest)]
    danger = naive_threat(view, p)
    ends = int(view.side[1 - p].points) <= danger
    next_one = bool(view.player == p)
    amounts = {
        "points": (max(0, int(side.points)), 10),
        "hand": (int(side.hand_n), 5),
        "deck": (int(side.deck_n), 5),
        "creatures": (len(piles), 5),
        "magic": (int(side.n_magic), 5),
        "levels": (sum(top.level for top in top_kinds), 5),
        "attack": (sum(int(pile.strength) for pile in piles), 10),
        "defense": (sum(int(pile.defence) for pile in piles), 10),
        "walls": (len(walls), 5),
        "levels of walls": (sum(walls), 5),
        "threat in the next turn": (danger if next_one else 0, 5),
        "end in the next turn": (next_one and ends, 1),
        "threat in the turn after it": (0 if next_one else danger, 5),
        "end in the turn after it": (not next_one and ends, 1),
    }
    first = len(match.cards) * len(Place) + int(view.contestant[p]) * len(NUMBERS)
    for k, (name, bound) in enumerate(NUMBERS):
        amount, unit = amounts[name]
        found[first + k] += min(amount, bound) / bound if bound else amount / unit
    return found


@pytest.mark.parametrize("match", [LevelUpMatch(EMBER, TIDE), random_match(3)], ids=["shipped", "random"])
def test_the_row_of_a_state_is_what_a_naive_count_says(match: LevelUpMatch) -> None:
    names = [feature.name for feature in features_of(match)]
    columns, amounts = np.empty(LONGEST, np.int64), np.empty(LONGEST)
    rows = np.empty((2, len(names)), np.float32)
    compared = 0
    for game in range(12 if COMPILED else 1):
        for array in states_between_turns(match, game):
            view = fields(array)
            assert count_columns(array[0]) == len(names)
            note_state(array[0], rows, columns, amounts)
            for p in range(2):
                expected = np.zeros(len(names))
                for column, amount in naive_side(match, view, p).items():
                    expected[column] += amount
                expected[-2] = 1 if view.player == p else 0
                assert rows[p, :-1] == pytest.approx(expected[:-1], abs=1e-5)  # the last one is the worth by hand
            compared += 1
    assert compared > (60 if COMPILED else 3)


def test_a_value_is_to_the_enemy_what_it_is_not_to_me() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    rng = np.random.default_rng(4)
    n = len(features_of(match))
    weights, units = rng.normal(0.0, 0.1, n), rng.normal(0.0, 0.1, (1 + n, WIDE))
    columns, amounts, acc = np.empty(LONGEST, np.int64), np.empty(LONGEST), np.empty(2 * WIDE, np.float32)
    values: list[list[float]] = [[], []]
    for game in range(4 if COMPILED else 1):
        for array in states_between_turns(match, game):
            for hidden, numbers in enumerate((weights, pack(weights, units))):
                mine, theirs = (float(value_of(array[0], me, numbers, hidden, columns, amounts, acc)) for me in range(2))
                assert mine == -theirs
                values[hidden].append(mine)
    assert np.std(values[0]) > 0.05
    assert np.std(np.subtract(values[0], values[1])) > 0.02


@pytest.mark.skipif(not COMPILED, reason="needs hundreds of games")
def test_a_fit_is_the_same_for_any_number_of_jobs() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    lesson = replace(BEST, plan=PLAN).lesson_of(match)
    nothing = Fit(match.edition, {}, "")
    one, two = (Course([lesson], PLAN, 5, jobs).refine(nothing)[0] for jobs in (1, 2))
    assert one.as_json() == two.as_json()
    assert len(one.weights) > 100
    other = Course([lesson], PLAN, 6, 2).refine(nothing)[0]
    assert other.weights != one.weights


@pytest.mark.skipif(not COMPILED, reason="minutes without the compiler")
@pytest.mark.rule("levelup.ruling.61")
def test_hidden_cards_change_no_score_of_best() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    rng = np.random.default_rng(2)
    weights = {feature.name: int(w) for feature, w in zip(features_of(match), rng.normal(0, 400, 9999), strict=False)}
    best = BEST.seated(match, Fit(match.edition, weights, "chance"))
    moved = 0
    for seed in range(10):
        for decisions in (6, 20, 34):
            array = record_at(match, seed, decisions)
            view = fields(array)
            if view.over:
                continue
            me = int(view.asked)
            given = []
            for world in range(3):
                copy = array.copy()
                other = fields(copy)
                if world:
                    determinize(copy[0], me, np.uint64(1000 * seed + 10 * decisions + world))
                    moved += [int(c.kind) for c in other.card] != [int(c.kind) for c in view.card]
                    other.key[:] = view.key
                scores = np.zeros(kinds.MAX_OPTIONS)
                best.compiled(copy[0], copy[0]["m"], me, scores)
                given.append(scores[: int(other.n_options)].round(9).tolist())
            assert given[0] == given[1] == given[2]
    assert moved > 20


@pytest.mark.skipif(not COMPILED, reason="minutes without the compiler")
def test_a_search_leaves_the_game_alone() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    for pilot in (load("levelup", "lookahead"), BEST.seated(match, None)):
        array = record_at(match, 3, 12)
        before = array.tobytes()
        pilot.compiled(array[0], array[0]["m"], int(fields(array).asked), np.zeros(kinds.MAX_OPTIONS))
        assert array.tobytes() == before


def test_a_search_takes_a_budget_but_no_base() -> None:
    assert load("levelup", "best@200").name == "best@200"
    assert load("levelup", "lookahead@12").name == "lookahead@12"
    with pytest.raises(KotcError, match="'x' is not a number of playouts"):
        load("levelup", "best@x")
    with pytest.raises(KotcError, match="there is no strategy 'best:greedy' for Level-Up"):
        load("levelup", "best:greedy")
