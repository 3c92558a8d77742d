"""Strategies called by address score as they do from Python."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.compiler import addresses, kernel
from kotc_sim.compiler.addresses import address_of
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.experiments.speed.bench import plain_deck
from kotc_sim.games.keeper.engine import machine, record
from kotc_sim.games.keeper.engine.calls import bind, call_score
from kotc_sim.games.keeper.engine.record import GameType, MatchType
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.strategies import load
from kotc_sim.strategies.keeper.api import per_option, whole
from kotc_sim.strategies.keeper.profiles import weighted
from kotc_sim.strategies.keeper.searching import search_strategy
from kotc_sim.strategies.keeper.table import NUMBERS
from kotc_sim.strategies.keeper.weights import weights_of

Numbers = numba.types.Array(numba.types.float64, 1, "C")


@kernel(numba.types.void(numba.types.uint64, GameType, MatchType, Numbers), cache=False)
def ask(address, g, m, scores):
    call_score(address, g, m, numbers_at(scores, 0))


@whole("mine", "notes who is asked", orders_dice=False)
def mine(game, match, me, scores):
    for i in range(game.n_options):
        scores[i] = 10.0 * me + i
    scores[len(scores) - 1] = len(scores)


@per_option("one", "the same, option by option")
def one(game, match, me, option):
    return 10.0 * me + option.card


@kernel(numba.types.void(GameType, MatchType, NUMBERS, numba.types.uint64, NUMBERS), cache=False)
def given(game, match, scores, number, numbers):
    for i in range(game.n_options):
        scores[i] = 100.0 * number + 10.0 * numbers[0] + i


@pytest.fixture
def asked() -> tuple[Any, Any]:
    """A game that asks its second player, and its match."""
    decks: list[Any] = [plain_deck("20x1/2+20x2/4"), plain_deck("20x1/2+20x2/4")]
    m = compile_match(decks).record
    g = record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(5), 0, 0)
        machine.advance(g, m)
        while int(g.asked) == 0:
            g.choice, g.ask = int(g.n_options) - 1, 0
            machine.advance(g, m)
    assert int(g.n_options) > 1
    return g, m


@pytest.mark.parametrize("strategy", [mine, one, load("kotc", "greedy"), load("kotc", "random")], ids=lambda s: str(s.name))
def test_by_address_and_from_python(asked: tuple[Any, Any], strategy: Any) -> None:
    g, m = asked
    n = int(g.n_options)
    there, here = record.new_scores() + 7.0, record.new_scores() + 7.0
    ask(strategy.address, g, m, there)
    strategy.compiled(g, m, 1, here)
    assert np.array_equal(there[:n], here[:n])
    if strategy is mine:
        assert there[:n].tolist() == [10.0 + i for i in range(n)]
        assert there[-1] == len(there)  # the array that it gets has all numbers that there are


def test_only_who_is_asked_can_be_scored_for(asked: tuple[Any, Any]) -> None:
    g, m = asked
    with pytest.raises(ValueError, match="player 1 is asked, not player 0"):
        load("kotc", "greedy").compiled(g, m, 0, record.new_scores())


def test_a_strategy_has_one_address() -> None:
    greedy: Any = load("kotc", "greedy")
    assert greedy.address == greedy.address == address_of(greedy.compiled)


def test_two_threads_that_ask_first_get_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    fill: Any = mine.fill
    strategy: Any = whole("asked twice", "")(fill)
    entry_of = strategy._entry_of
    seen: list[Any] = []

    def interrupted(compiled: Any) -> Any:
        monkeypatch.setattr(strategy, "_entry_of", entry_of)
        seen.append(strategy.address)  # as another thread would, in between
        return entry_of(compiled)

    monkeypatch.setattr(strategy, "_entry_of", interrupted)
    assert strategy.address == seen[0] == strategy.address


def test_each_of_many_strategies_has_constants_of_its_own(asked: tuple[Any, Any]) -> None:
    g, m = asked
    many = [bind(given, k, np.array([float(k % 7)])) for k in range(20)]
    scores = record.new_scores()
    for k in (*range(20), *range(19, -1, -1)):
        ask(address_of(many[k]), g, m, scores)
        assert scores[: g.n_options].tolist() == [100.0 * k + 10.0 * (k % 7) + i for i in range(g.n_options)]
    assert len({address_of(one) for one in many}) == 20


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is lent without the compiler")
def test_what_nobody_keeps_is_lent_again(asked: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM gives no memory back: a run that seats thousands of strategies must not have code loaded for each."""
    g, m = asked
    kept = bind(given, 3, np.array([1.0]))
    many = [bind(given, k, np.array([2.0])) for k in range(20)]
    used = {address_of(one) for one in many}
    del many
    monkeypatch.setattr(addresses, "_load", None)
    again = [bind(given, k, np.array([4.0])) for k in range(20)]
    assert {address_of(one) for one in again} == used
    scores = record.new_scores()
    for one, first in ((kept, 310.0), *((again[k], 100.0 * k + 40.0) for k in range(20))):
        ask(address_of(one), g, m, scores)
        assert scores[0] == first


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is lent without the compiler")
def test_a_search_keeps_the_strategy_that_it_calls() -> None:
    base = weighted("base", "", weights_of())
    address = base.address
    search = search_strategy("lookahead", base).compiled
    del base
    others = [weighted("another", "", weights_of()) for _ in range(20)]
    assert address not in {other.address for other in others}
    del search
    assert weighted("the next", "", weights_of()).address == address
