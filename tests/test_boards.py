"""Boards: a thread that plays for long gets machine code of its own, and its games stay the same."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.engine import board as boards
from kotc_sim.games.keeper.engine import machine
from kotc_sim.games.keeper.engine.board import OWN_KERNELS_AFTER, Board
from kotc_sim.games.keeper.match import KeeperMatch
from kotc_sim.strategies import load

DECKS = Path(__file__).parents[1] / "decks"

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="there is no machine code without compiling")


@pytest.fixture(scope="module")
def game() -> KeeperMatch:
    """Return a match between two decks of the 17th Edition, all of whose handlers are ready, the late ones too."""
    machine.compile_all()
    machine.compile_late(*machine.LATE_HANDLERS)
    return KeeperMatch([load_deck(DECKS / f"{name}.yaml") for name in ("raptors", "storm")])


def with_own_kernels() -> Board:
    """Return a board that has played long enough for machine code of its own."""
    board = Board(first=False)
    board.count(OWN_KERNELS_AFTER)
    assert board.own_kernels is not None
    return board


def test_who_plays_long_gets_machine_code_of_its_own_but_for_the_first() -> None:
    first, second = Board(first=True), Board(first=False)
    for board in (first, second):
        board.count(0.9 * OWN_KERNELS_AFTER)
        assert board.own_kernels is None
        board.count(0.2 * OWN_KERNELS_AFTER)
    assert first.own_kernels is None
    assert second.own_kernels is not None


def test_all_addresses_of_own_kernels_are_other_ones(game: KeeperMatch) -> None:
    strategies: list[Any] = [load("kotc", "greedy"), load("kotc", "random")]
    shared = Board(first=True).machine_for(game.record, strategies)
    own = with_own_kernels().machine_for(game.record, strategies)
    assert own[0] != shared[0]
    assert all(mine != other for mine, other in zip(own[2], shared[2], strict=True))
    assert own[1].advance != shared[1].advance
    for name in ("handlers", "services"):
        mine, other = getattr(own[1], name), getattr(shared[1], name)
        assert np.count_nonzero(other) > 0
        assert np.array_equal(mine == other, other == 0)


def test_a_board_takes_up_another_match(game: KeeperMatch) -> None:
    board, other = with_own_kernels(), KeeperMatch([load_deck(DECKS / f"{name}.yaml") for name in ("storm", "raptors")])
    for match in (game.record, other.record, game.record):
        mine = board.machine_for(match, [])[1]
        assert mine is board.machine_for(match, [])[1]
        assert (mine.serial, list(mine.deck_n)) == (match.serial, list(match.deck_n))


@pytest.mark.parametrize(
    ("strategies", "games"), [(("greedy", "random"), 200), (("lookahead:aggro", "flat@8"), 2), (("mine", "greedy"), 40)]
)
def test_games_on_own_kernels_are_the_same(
    game: KeeperMatch, strategies: tuple[str, str], games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if strategies[0] == "mine":  # machine code of a user's is not in the cache: it is shared
        file = tmp_path / "mine.py"
        file.write_text(
            "from kotc_sim.strategies.keeper.api import per_option\n\n\n"
            '@per_option("last", "likes what is listed last")\n'
            "def score(game, match, me, option):\n    return option.kind + 0.01 * option.card\n"
        )
        strategies = (str(file), strategies[1])
    pilots = [load("kotc", name) for name in strategies]
    monkeypatch.setattr(boards, "_free", deque([Board(first=True)]))
    results, seen = game.play(pilots, 3, 10, 10 + games)
    monkeypatch.setattr(boards, "_free", deque([with_own_kernels()]))
    again, seen_again = game.play(pilots, 3, 10, 10 + games)
    assert np.array_equal(results, again)
    assert np.array_equal(seen, seen_again)
