"""Quick: names of what describes options, hidden cards, and by what it plays where it has learned."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import fields
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.runs import Contest, play_games
from kotc_sim.strategies import load, strongest
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.levelup.policies import fast_pilots
from kotc_sim.strategies.levelup.policy import BUCKETS, places_in
from kotc_sim.strategies.strongest import PLAYED_BY, TUNED, with_the_strongest
from tests.levelup.check import determinize
from tests.levelup.test_play import EMBER, TIDE, record_at

COMPILED = not numba.config.DISABLE_JIT
MATCH = LevelUpMatch(EMBER, TIDE)
PLACES = places_in(MATCH)
QUICK: Any = load("levelup", "quick")


def noise(seed: int) -> Fit:
    """Return a fit with a weight of chance for each place."""
    names = sorted(set(PLACES.names(range(PLACES.count))))
    weights = np.random.default_rng(seed).integers(-9000, 9000, len(names)).tolist()
    return Fit(MATCH.edition, dict(zip(names, weights, strict=True)), "noise")


def test_places_have_names_and_come_back() -> None:
    names = PLACES.names(range(PLACES.count))
    known = dict(zip(names, PLACES.find(names), strict=True))
    assert sorted(place for found in known.values() for place in found) == list(range(PLACES.count))
    assert all(place in known[name] for place, name in enumerate(names))


def test_what_is_no_place_has_none() -> None:
    card = PLACES.names([BUCKETS])[0].split(" ", 4)
    others = ["quick adds to draw", "played by", " ".join([*card[:4], "Fire Beast 9 9/9|00000000"]), " ".join(["NEVER", *card[1:]])]
    assert PLACES.find([" ".join(card), *others]) == [[BUCKETS], [], [], [], []]


@pytest.mark.skipif(not COMPILED, reason="minutes without the compiler")
@pytest.mark.rule("levelup.ruling.61")
def test_hidden_cards_change_no_score_of_the_policy() -> None:
    policy = fast_pilots(MATCH, noise(3))[0]
    moved = compared = 0
    for seed in range(40):
        for decisions in (6, 20, 34):
            array = record_at(MATCH, seed, decisions)
            view = fields(array)
            if view.over:
                continue
            me, given = int(view.asked), []
            for world in range(3):
                copy = array.copy()
                other = fields(copy)
                if world:
                    determinize(copy[0], me, np.uint64(1000 * seed + 10 * decisions + world))
                    moved += [int(c.kind) for c in other.card] != [int(c.kind) for c in view.card]
                    other.key[:] = view.key
                scores = np.zeros(kinds.MAX_OPTIONS)
                policy.compiled(copy[0], copy[0]["m"], me, scores)
                given.append(scores[: int(other.n_options)].round(9).tolist())
            assert given[0] == given[1] == given[2]
            compared += len(set(given[0])) > 1
    assert moved > 60
    assert compared > 60  # options that differ


@pytest.mark.skipif(not COMPILED, reason="minutes without the compiler")
def test_quick_plays_by_its_weights_and_where_it_learned_by_a_policy() -> None:
    def decisions(name: str, fit: Fit | None = None) -> list[list[int]]:
        results, _ = play_games(Contest((EMBER, TIDE), (name, "greedy"), fit), 1, 0, 8)
        found: list[list[int]] = results["decisions"].tolist()
        return found

    assert decisions("quick") != decisions("greedy")
    assert decisions("quick", noise(4)) != decisions("quick")


@pytest.mark.parametrize(("policy", "tuned", "plays"), [(0.6, 0.55, 0), (0.55, 0.6, 1), (0.45, 0.4, 2)])
def test_the_fast_pilot_that_scores_best_against_greedy_plays(
    policy: float, tuned: float, plays: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = {"quick": policy, fast_pilots(MATCH, Fit(MATCH.edition, {}, "nothing"))[TUNED].name: tuned}
    monkeypatch.setattr(strongest, "_edges", lambda met, seed, low, high, jobs: [scores[pilot.name] for _, pilot, _ in met])
    fit = with_the_strongest([MATCH], Fit(MATCH.edition, {}, "nothing"), 1, fast_pilots)
    assert fit.weights[PLAYED_BY] == plays
    assert QUICK.seated(MATCH, fit).name == fast_pilots(MATCH, fit)[plays].name
