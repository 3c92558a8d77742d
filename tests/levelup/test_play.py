"""Whole games: seeds, seats, pairs, hidden information, resuming from a copy, strength of the strategies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.cards.deck import load_deck
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.doors import choose_best, set_up
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import copy_match, copy_state, fields, new_game
from kotc_sim.games.levelup.engine.view import knows
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.games.levelup.replay import replay
from kotc_sim.strategies import load
from tests.levelup.check import determinize

COMPILED = not numba.config.DISABLE_JIT
DECKS = Path(__file__).parents[2] / "decks" / "levelup"
EMBER, TIDE = (load_deck(DECKS / f"{name}.yaml") for name in ("ember-and-stone", "tide-and-grove"))
RANDOM, GREEDY, LOOKAHEAD = (load("levelup", name) for name in ("random", "greedy", "lookahead"))


def scores_of(results: Any, lo: int = 0) -> np.ndarray[Any, Any]:
    """Return contestant 0's score of each game."""
    seat = (np.arange(len(results)) + lo) % 2
    return np.asarray(results["score2"][np.arange(len(results)), seat] / 2)


def answer(array: Any, strategy: Any) -> None:
    """Take the option that a strategy scores best."""
    scores = np.zeros(kinds.MAX_OPTIONS)
    strategy.compiled(array[0], array[0]["m"], int(fields(array).asked), scores)
    choose_best(array[0], scores)


def record_at(match: LevelUpMatch, seed: int, decisions: int) -> Any:
    """Return a game at its n-th decision between greedy players."""
    array = new_game(match.record)
    set_up(array[0], np.uint64(seed), 0)
    advance(array[0])
    for _ in range(decisions):
        if fields(array).over:
            break
        answer(array, GREEDY)
        advance(array[0])
    return array


def end_of(array: Any, strategy: Any) -> tuple[Any, ...]:
    """Play a game on to its end, from a decision that has been answered; return what came of it."""
    view = fields(array)
    advance(array[0])
    while not view.over:
        answer(array, strategy)
        advance(array[0])
    points = [int(side.points) for side in view.side]
    return int(view.winner), int(view.turn), int(view.error), view.decisions.tolist(), view.drawn.tolist(), points


def test_a_copy_holds_all_that_play_goes_on_from() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    asked = set()
    for seed in range(24 if COMPILED else 1):
        for decisions in (3, 14, 25, 36, 47) if COMPILED else (14,):
            array = record_at(match, seed, decisions)
            if fields(array).over:
                continue
            asked.add(int(fields(array).ask))
            strategy = GREEDY if seed % 2 else RANDOM
            answer(array, strategy)  # the next question finds the lists that are not copied computed again
            copy = new_game(match.record)
            copy.view(np.uint8)[:] = 0x55  # what is not copied shall not matter
            copy_match(copy[0], array[0])
            copy_state(copy[0], array[0])
            for each in (array, copy):
                fields(each).dirty = kinds.Dirty.EFFECTS | kinds.Dirty.POSITIONS
            assert end_of(array, strategy) == end_of(copy, strategy)
    assert len(asked) > (5 if COMPILED else 0)


def test_same_seed_same_games_however_they_are_cut() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    n = 40 if COMPILED else 4
    whole, seen = match.play((GREEDY, RANDOM), 7, 0, n)
    first, _ = match.play((GREEDY, RANDOM), 7, 0, 2)
    rest, rest_seen = match.play((GREEDY, RANDOM), 7, 2, n)
    assert np.array_equal(whole, np.concatenate([first, rest]))
    assert np.array_equal(seen[2:], rest_seen)
    other, _ = match.play((GREEDY, RANDOM), 8, 0, n)
    assert not np.array_equal(whole, other)


@pytest.mark.parametrize("strategy", [RANDOM, GREEDY])
def test_a_mirror_match_scores_exactly_one_half_in_each_pair(strategy: Any) -> None:
    results, _ = LevelUpMatch(EMBER, EMBER).play((strategy, strategy), 3, 0, 200 if COMPILED else 4)
    assert np.all(scores_of(results).reshape(-1, 2).sum(1) == 1)


@pytest.mark.rule("levelup.setup.1", "levelup.setup.2", "levelup.ruling.59", "levelup.ruling.60")
def test_each_deck_goes_first_half_the_time(tmp_path: Path) -> None:
    path = tmp_path / "die.yaml"
    path.write_text("name: Die\nextends: levelup\nswitches: {first_player: die}\n", encoding="utf-8")
    deck = load_deck(DECKS / "ember-and-stone.yaml", path)
    # Of n pairs the die makes half begin in seat 0; the limits are missed with a probability below 1e-4.
    games, low_die, high_die = (400, 68, 132) if COMPILED else (80, 7, 33)
    for match, low, high in ((LevelUpMatch(EMBER, EMBER), 0, 0), (LevelUpMatch(deck, deck), low_die, high_die)):
        array = new_game(match.record)
        view = fields(array)
        first = []
        for game in range(games):
            set_up(array[0], np.uint64(5), game)
            first.append((int(view.first), int(view.contestant[int(view.first)])))
        # Seats: always seat 0, or by the die. Contestants: exactly half.
        assert low <= sum(seat for seat, _ in first[::2]) <= high
        assert sum(contestant for _, contestant in first) == games // 2


@pytest.mark.rule("levelup.setup.3", "levelup.term.3", "levelup.term.5", "levelup.ruling.55")
def test_decks_are_shuffled_and_five_cards_drawn() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    array = new_game(match.record)
    view = fields(array)
    orders = set()
    for game in range(0, 40, 2):
        set_up(array[0], np.uint64(5), game)
        for seat, deck in enumerate((EMBER, TIDE)):
            side = view.side[seat]
            assert (side.hand_n, side.deck_n) == (5, 55)
            cards = [*side.hand[:5], *side.deck[:55]]
            names = sorted(match.names[view.card[c].kind] for c in cards)
            assert names == sorted(card.name for card in deck.cards())
        orders.add(tuple(view.side[0].deck[:55]))
    assert len(orders) == 20


@pytest.mark.rule("levelup.ruling.61")
@pytest.mark.parametrize("strategy", [RANDOM, GREEDY, LOOKAHEAD], ids=lambda s: s.name)
def test_hidden_cards_change_no_choice(strategy: Any) -> None:
    match = LevelUpMatch(EMBER, TIDE)
    compared = 0
    plan = range(6, 60, 6) if COMPILED and strategy is not LOOKAHEAD else (8, 20)
    for seed in range(12 if COMPILED else 1):
        for decisions in plan:
            if not COMPILED and strategy is LOOKAHEAD:
                continue  # minutes without the compiler; the compiled run covers it
            array = record_at(match, seed, decisions)
            view = fields(array)
            if view.over:
                continue
            me = int(view.asked)
            chosen = []
            keys = view.key.copy()
            for world in range(3):
                copy = array.copy()
                other = fields(copy)
                if world:
                    determinize(copy[0], me, np.uint64(1000 * seed + 10 * decisions + world))
                    hidden = [int(c.kind) for c in other.card] != [int(c.kind) for c in view.card]
                    compared += hidden
                    other.key[:] = keys
                scores = np.zeros(kinds.MAX_OPTIONS)
                strategy.compiled(copy[0], copy[0]["m"], me, scores)
                chosen.append([round(float(s), 9) for s in scores[: int(other.n_options)]])
            assert chosen[0] == chosen[1] == chosen[2]
    assert compared > (20 if COMPILED else 0) or (not COMPILED and strategy is LOOKAHEAD)


@pytest.mark.rule("levelup.ruling.61")
def test_new_worlds_keep_what_is_known() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    for seed in range(20 if COMPILED else 2):
        array = record_at(match, seed, 25)
        view = fields(array)
        if view.over:
            continue
        for me in range(2):
            copy = array.copy()
            determinize(copy[0], me, np.uint64(seed))
            other = fields(copy)
            for seat in range(2):
                start = seat * kinds.MAX_DECK
                before = [int(view.card[c].kind) for c in range(start, start + 60)]
                after = [int(other.card[c].kind) for c in range(start, start + 60)]
                assert sorted(before) == sorted(after)
                for c in range(60):
                    if knows(array[0], me, start + c):
                        assert before[c] == after[c]
                    elif view.card[start + c].zone == kinds.Zone.FIELD:
                        assert (view.m.kinds[before[c]].type == kinds.MAGIC) == (view.m.kinds[after[c]].type == kinds.MAGIC)


def test_a_copied_record_goes_on_as_the_original() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    array = record_at(match, 4, 15)
    copies = [array, array.copy()]
    ends = []
    for copy in copies:
        view = fields(copy)
        scores = np.zeros(kinds.MAX_OPTIONS)
        while not view.over:
            GREEDY.compiled(copy[0], copy[0]["m"], int(view.asked), scores)
            choose_best(copy[0], scores)
            advance(copy[0])
        ends.append((int(view.winner), int(view.turn), [int(s.points) for s in view.side]))
    assert ends[0] == ends[1]


def test_a_replay_tells_the_game_that_was_simulated() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    results, _ = match.play((GREEDY, GREEDY), 3, 4, 6)
    for game, result in zip((4, 5), results, strict=True):
        lines = replay(match, (EMBER, TIDE), (GREEDY, GREEDY), game, 3, omniscient=True).lines
        assert sum(line.startswith("— Turn") for line in lines) == result["turns"]
        winner = "Ember and Stone" if (result["score2"][0] == 2) == (game % 2 == 0) else "Tide and Grove"
        assert lines[-1].startswith(f"{winner} wins")
    public = "\n".join(replay(match, (EMBER, TIDE), (GREEDY, GREEDY), 4, 3).lines)
    assert "draws a card" in public


@pytest.mark.skipif(not COMPILED, reason="needs thousands of games")
def test_each_strategy_beats_the_one_below_it() -> None:
    match = LevelUpMatch(EMBER, TIDE)
    results, _ = match.play((GREEDY, RANDOM), 1, 0, 2000)
    assert scores_of(results).mean() > 0.9
    results, _ = match.play((LOOKAHEAD, GREEDY), 1, 0, 100)
    # 100 games: half a standard error below 0.05; false alarm under equal strength below 1e-4.
    assert scores_of(results).mean() > 0.7


def test_a_strategy_that_gives_no_number_is_named() -> None:
    from kotc_sim.strategies.levelup.api import LevelUpStrategy

    def fill(game: Any, match: Any, me: int, scores: Any) -> None:
        scores[0] = np.nan

    bad = LevelUpStrategy("bad", "gives NaN", fill)
    with pytest.raises(KotcError, match="bad against random gave a score that is no number in game 0"):
        LevelUpMatch(EMBER, TIDE).play((bad, RANDOM), 1, 0, 1)


def test_strategies_are_found_by_name_and_by_file(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match="there is no strategy 'gredy'"):
        load("levelup", "gredy")
    path = tmp_path / "mine.py"
    path.write_text(
        "from kotc_sim.strategies.levelup.api import strategy\n\n"
        '@strategy("mine", "takes the last option")\n'
        "def score(game, match, me, scores):\n"
        "    for i in range(game.n_options):\n        scores[i] = i\n",
        encoding="utf-8",
    )
    mine = load("levelup", path)
    results, _ = LevelUpMatch(EMBER, TIDE).play((mine, RANDOM), 1, 0, 2)
    assert mine.name == "mine"
    assert np.all(results["turns"] > 0)
