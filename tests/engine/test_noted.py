"""What the record keeps so that nobody has to look: it saves work and changes no game."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.result_record import RESULT
from kotc_sim.strategies import load
from tests.decks import random_decks

MATCHES, GAMES = (40, 10) if not numba.config.DISABLE_JIT else (2, 1)


def play(m: Any, seed: int, strategy: str) -> tuple[Any, Any]:
    """Play games of a match; return results and seen bits."""
    pilot: Any = load("kotc", strategy)
    address = pilot.address
    results: Any = np.zeros(GAMES, RESULT).view(np.recarray)
    seen = np.zeros((GAMES, int(m.n_players), int(m.n_defs)), np.uint8)
    with np.errstate(over="ignore"):
        machine.play_many(address, address, 0, 0, record.new_game(), m, np.uint64(seed), 0, GAMES, results, seen, record.new_scores())
    return np.asarray(results), seen


@pytest.mark.parametrize("strategy", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 3])
def test_events_that_nobody_can_answer_need_not_be_noted(strategy: str, players: int) -> None:
    noted = 0
    for seed in range(MATCHES):
        m = compile_match(random_decks(seed, load_edition("kotc-17"), players)).record
        assert m.notes_all == 0
        noted += int(m.listen != 0)
        results, seen = play(m, seed, strategy)
        m.notes_all = 1
        all_results, all_seen = play(m, seed, strategy)
        assert np.array_equal(results, all_results)
        assert np.array_equal(seen, all_seen)
    assert noted > MATCHES // 2  # in these matches some cards wait for events


@pytest.mark.parametrize(("edition", "all_noted"), [("kotc-17", 0), ("kotc-12", 1), ("kotc-9", 1), ("kotc-5", 1)])
def test_editions_whose_rules_look_at_events_note_all(edition: str, all_noted: int) -> None:
    assert compile_match(random_decks(1, load_edition(edition), 2)).record.notes_all == all_noted
