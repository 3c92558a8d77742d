"""Weights of quick for the decks at hand: where the search for them ends, who plays by them, and that a fit gives the same ones again."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import new_game
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.runs import Contest, play_games
from kotc_sim.strategies import load
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.levelup.adjustments import NAMES, tuned_weights
from kotc_sim.strategies.levelup.deck_games import BLOCK, score_against
from kotc_sim.strategies.levelup.deck_weights import GENERATIONS, evolved, with_deck_weights
from kotc_sim.strategies.levelup.policies import added_name, deck_weights, fast_pilots, policy_numbers
from kotc_sim.strategies.levelup.pool_decks import pool_deck
from tests.levelup.test_play import EMBER, GREEDY, TIDE

COMPILED = not numba.config.DISABLE_JIT
MATCH = LevelUpMatch(EMBER, TIDE)
NOTHING = Fit(MATCH.edition, {}, "nothing")
BEST: Any = load("levelup", "best")


def test_the_search_walks_to_what_is_judged_best() -> None:
    goal = [1.0, -2.0, 0.5]
    found = evolved(lambda point, _: -sum((x - y) ** 2 for x, y in zip(point, goal, strict=True)), [0.0, 0.0, 0.0], 60, random.Random(1))
    assert found == pytest.approx(goal, abs=0.2)


def test_the_search_stays_where_all_points_are_worth_the_same() -> None:
    found = evolved(lambda point, _: 0.0, [3.0, 4.0], 40, random.Random(1))
    assert found == pytest.approx([3.0, 4.0], abs=3.0)


def test_without_generations_a_fit_stays_as_it_is() -> None:
    assert with_deck_weights([MATCH], NOTHING, 1, 0) is NOTHING
    assert deck_weights(NOTHING).tolist() == tuned_weights().tolist()


def test_little_learning_looks_for_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def looked_for(matches: object, fit: Fit, seed: int, generations: int, jobs: int) -> Fit:
        asked.append(generations)
        return fit

    monkeypatch.setattr("kotc_sim.strategies.levelup.deck_weights.with_deck_weights", looked_for)
    monkeypatch.setattr("kotc_sim.strategies.levelup.learner.with_the_strongest", lambda matches, fit, *rest: fit)
    for pilot in (BEST.with_plan(first=64, rounds=1, searched=16), BEST):
        assert pilot.completed([MATCH], NOTHING, 1) is NOTHING
    assert asked == [0, GENERATIONS]


@pytest.mark.skipif(not COMPILED, reason="minutes without the compiler")
def test_games_of_the_search_are_those_that_the_pilots_play() -> None:
    fit = replace(NOTHING, weights={added_name("play magic"): 9000, added_name("attack player"): -5000})
    with np.errstate(over="ignore"):
        total = score_against(
            advance, GREEDY.address, new_game(MATCH.record)[0], np.zeros(kinds.MAX_OPTIONS), np.uint64(5), 10 * BLOCK,
            policy_numbers(MATCH, fit),
        )  # fmt: skip
    policy = fast_pilots(MATCH, fit)[0]
    as_a, as_b = (MATCH.play(both, 5, 0, 10 * BLOCK)[0]["score2"] for both in ((policy, GREEDY), (GREEDY, policy)))
    expected = 0.0
    for game in range(10 * BLOCK):
        contestant = (game >> 1) & 1
        seat = contestant ^ (game & 1)
        expected += float((as_b if contestant else as_a)[game, seat]) / 2.0
    assert total == expected


@pytest.mark.skipif(not COMPILED, reason="minutes without the compiler")
def test_found_weights_are_named_played_by_and_the_same_again() -> None:
    fits = [with_deck_weights([MATCH, LevelUpMatch(TIDE, TIDE)], NOTHING, 3, 2, jobs) for jobs in (1, 2)]
    assert fits[0] == fits[1]
    assert set(fits[0].weights) == {added_name(name) for name in NAMES}
    assert deck_weights(fits[0]).tolist() != tuned_weights().tolist()
    assert (policy_numbers(MATCH, fits[0])[: len(NAMES)] == deck_weights(fits[0])).all()
    assert (BEST.judge_of(MATCH, fits[0])[1] == BEST.judge_of(MATCH, NOTHING)[1]).all()  # a search reads nothing of it

    def decisions(fit: Fit) -> list[list[int]]:
        found: list[list[int]] = play_games(Contest((EMBER, TIDE), ("quick", "greedy"), fit), 1, 0, 8)[0]["decisions"].tolist()
        return found

    assert decisions(fits[0]) != decisions(NOTHING)


@pytest.mark.slow
def test_quick_scores_more_against_greedy_with_weights_for_its_deck() -> None:
    """Means of two decks that nothing was tuned with: some 52 % without, 57 % with; the error by the games is half a point."""
    gains = []
    for number in (800_201, 800_202):
        deck = pool_deck(load_edition(), number)
        match = LevelUpMatch(deck, deck)
        fit = load("levelup", "quick").learn((deck, deck))
        results, _ = match.play((fast_pilots(match, fit)[0], GREEDY), 7, 0, 4000)
        half = results["score2"][:, :2] / 2
        gains.append((half[0::2, 0] + half[1::2, 1]).mean() / 2)
    assert np.mean(gains) > 0.55
