"""Calls by address: what the machine's handlers, services and drivers take, and strategies.

Handlers and services are compiled one by one and called through the addresses in the ``MATCH`` record
(:mod:`kotc_sim.compiler.addresses`), so the machine, the drivers and search strategies stay small.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.addresses import Given, Half, Thunk, array_of, call_python, caller, thunk
from kotc_sim.compiler.lists import list_of, numbers_at
from kotc_sim.compiler.types import INTERPRETED, Array, float64, int64, uint64, void
from kotc_sim.games.keeper.engine.record import FrameType, GameType, MatchType
from kotc_sim.shared.counts import ResultArray, SeenArray

ASKED = int(cast(Any, GameType).offset("asked"))
"""Where in the record of a game it says who is asked."""
ScoreArray = Array(float64, 1, "C")
ENTRY = (GameType, MatchType, list_of(float64))
"""What a strategy called by address takes: six words with the two that numba adds and one constant, so that it needs no stack."""
DRIVER = (
    *(uint64, uint64, int64, int64, GameType, MatchType),
    *(uint64, int64, int64, ResultArray, SeenArray, ScoreArray),
)
"""What ``machine.play_many`` takes."""


class Bound(Thunk):
    """A strategy as it is called by address (:func:`bind`, :func:`entry_of`); callable from Python as well."""

    def __call__(self, game: Any, match: Any, me: int, scores: Any) -> None:
        """Fill the scores of the pending decision, which is put to ``me``."""
        require_asked(game, me)
        _score_kernel()(np.uint64(self.address), game, match, scores)


def require_asked(game: Any, me: int) -> None:
    """Refuse to score for another player than the one who is asked: strategies called by address look for that one.

    Raises
    ------
    ValueError
        If ``me`` is not asked.
    """
    if me != int(game.asked):
        raise ValueError(f"player {int(game.asked)} is asked, not player {me}")


def bind(function: Any, *constants: Any) -> Any:
    """Fix the last arguments of a compiled function ``(game, match, scores, …) -> None``; the rest is a strategy.

    A strategy with weights, or a search on top of a base, is a large function, compiled and cached once, and a few constants.

    Parameters
    ----------
    function : dispatcher
        With one explicit signature: lists of numbers are taken by address (``kotc_sim.compiler.lists``).
    *constants : int or ndarray
        uint64 numbers, and contiguous arrays of one dimension for lists of numbers.
    """
    if INTERPRETED:

        def fill(game: Any, match: Any, me: int, scores: Any) -> None:
            require_asked(game, me)
            function(game, match, scores, *constants)

        return fill
    words = [constant.ctypes.data if isinstance(constant, np.ndarray) else int(constant) for constant in constants]
    return _bound(thunk(function, ENTRY, [Given(0), Given(1), Given(2), *words], constants))


def entry_of(function: Any, count: int) -> Any:
    """Return a strategy that calls the compiled function ``(game, match, me, scores) -> None`` with an array of ``count`` scores."""
    if INTERPRETED:
        return function
    return _bound(thunk(function, ENTRY, [Given(0), Given(1), Half(0, ASKED), *array_of(Given(2), count)]))


def _bound(made: Thunk) -> Bound:
    return Bound(made.address, made.kept)


@functools.cache
def _score_kernel() -> Any:
    return kernel(void(uint64, GameType, MatchType, ScoreArray))(_score)


def _score(address, game, match, scores):
    call_score(address, game, match, numbers_at(scores, 0))


def _call_python_score(address: Any, game: Any, match: Any, scores: Any) -> None:
    call_python(address, game, match, int(game.asked), scores)


call_service: Any = caller(int64(GameType, MatchType, int64, int64, int64, int64))
"""``call_service(address, game, match, a, b, c, d)`` -> int64"""

call_handler: Any = caller(void(GameType, MatchType, FrameType))
"""``call_handler(address, game, match, frame)``"""

call_machine: Any = caller(void(GameType, MatchType))
"""``call_machine(address, game, match)``"""

call_score: Any = _call_python_score if INTERPRETED else caller(void(*ENTRY))
"""``call_score(address, game, match, scores)``: ask a strategy for the player who is asked; ``scores`` is a list"""

call_driver: Any = caller(int64(*DRIVER))
"""``call_driver(address, …)`` -> int64: play games; the rest is what ``machine.play_many`` takes"""


def handler(function: Callable[..., None]) -> Any:
    """Mark a frame handler ``(game, match, frame) -> None``; :func:`compile_handler` compiles it when a match needs it."""
    return function


S_SETTLE, S_MOVE, S_CAN_USE = range(3)
"""Indices of ``MATCH.services``: large rules that many handlers need and few turns reach, compiled once and called by address."""


def service(function: Callable[..., int]) -> Any:
    """Mark a service ``(game, match, a, b, c, d) -> int64``; :func:`compile_service` compiles it when a match needs it."""
    return function


def compile_service(function: Callable[..., int]) -> Any:
    """Compile a service with its explicit signature, or load it from the cache."""
    numbers = (int64,) * 4
    return kernel(int64(GameType, MatchType, *numbers))(function)


def compile_handler(function: Callable[..., None]) -> Any:
    """Compile a frame handler with its explicit signature, or load it from the cache."""
    return kernel(void(GameType, MatchType, FrameType))(function)
