"""What strategies keep behind the scores: it saves work and changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.engine import machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.result_record import RESULT
from kotc_sim.strategies import load
from kotc_sim.strategies.keeper.weights import HANDS, PLANS

DECKS = Path(__file__).parents[2] / "decks"
GAMES = 200 if not numba.config.DISABLE_JIT else 4


def play(match: Any, game: Any, low: int, high: int, scores: Any) -> Any:
    """Play games of greedy against aggro; return their results."""
    pilots: list[Any] = [load("kotc", name) for name in ("greedy", "aggro")]
    first, second = (pilot.address for pilot in pilots)
    results: Any = np.zeros(high - low, RESULT).view(np.recarray)
    seen = np.zeros((high - low, 2, int(match.n_defs)), np.uint8)
    with np.errstate(over="ignore"):
        assert machine.play_many(first, second, 0, 0, game, match, np.uint64(5), low, high, results, seen, scores) == 0
    return np.asarray(results)


@pytest.mark.parametrize(
    "names", [("raptors", "storm"), ("armory", "raptors"), ("kotc-9-claws", "kotc-9-rites"), ("kotc-5-ambush", "kotc-5-claws")]
)
def test_what_is_remembered_changes_no_game(names: tuple[str, str]) -> None:
    match = compile_match([load_deck(DECKS / f"{name}.yaml") for name in names]).record
    machine.install(match)
    game, scores = record.new_game(), record.new_scores()
    remembered = play(match, game, 0, GAMES, scores)
    forgotten = np.concatenate([play(match, game, k, k + 1, record.new_scores()) for k in range(GAMES)])
    assert np.array_equal(remembered, forgotten)
    known = scores[PLANS : PLANS + (1 << HANDS)].view(np.uint64)
    assert np.count_nonzero(known) > GAMES  # it was of use


def test_another_match_begins_without_memory() -> None:
    game, scores = record.new_game(), record.new_scores()
    for names in (("raptors", "storm"), ("storm", "raptors"), ("raptors", "storm")):
        match = compile_match([load_deck(DECKS / f"{name}.yaml") for name in names]).record
        machine.install(match)
        assert np.array_equal(play(match, game, 0, GAMES // 4, scores), play(match, game, 0, GAMES // 4, record.new_scores()))
