"""Calls by address: what the machine's handlers, services and drivers take, and strategies.

Handlers and services are compiled one by one and called through the addresses in the ``MATCH`` record
(:mod:`kotc_sim.compiler.addresses`), so the machine, the drivers and search strategies stay small.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.addresses import Given, caller
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.compiler.scoring import ScoreArray, Scoring, require_asked, score_caller
from kotc_sim.compiler.types import INTERPRETED, int64, uint64, void
from kotc_sim.games.keeper.engine.record import FrameType, GameType, MatchType
from kotc_sim.shared.counts import ResultArray, SeenArray

DRIVER = (*(uint64, uint64, int64, int64, GameType, MatchType), *(uint64, int64, int64, ResultArray, SeenArray, ScoreArray))
"""What ``machine.play_many`` takes."""


def bind(function: Any, *constants: Any) -> Any:
    """Fix the last arguments of a compiled function ``(game, match, scores, …) -> None``; the rest is a strategy.

    A strategy with weights, or a search on top of a base, is a large function, compiled and cached once, and a few constants.

    - ``function`` (dispatcher): with one explicit signature: lists of numbers are taken by address (``kotc_sim.compiler.lists``).
    - ``*constants`` (int, ndarray or strategy): uint64 numbers, contiguous arrays of one dimension for lists of numbers, and what has an
      address; all are kept.
    """
    if INTERPRETED:
        values = [getattr(constant, "address", constant) for constant in constants]

        def fill(game: Any, match: Any, me: int, scores: Any) -> None:
            require_asked(game, me)
            function(game, match, scores, *values)

        return fill
    return SCORING.bound(function, [Given(0), Given(1), Given(2), *map(_word, constants)], constants)


def _word(constant: Any) -> int:
    return int(constant.ctypes.data if isinstance(constant, np.ndarray) else getattr(constant, "address", constant))


call_service: Any = caller(int64(GameType, MatchType, int64, int64, int64, int64))
"""``call_service(address, game, match, a, b, c, d)`` -> int64"""

call_handler: Any = caller(void(GameType, MatchType, FrameType))
"""``call_handler(address, game, match, frame)``"""

call_machine: Any = caller(void(GameType, MatchType))  # ``call_machine(address, game, match)``

call_score: Any = score_caller(GameType, MatchType)
"""``call_score(address, game, match, scores)``: ask a strategy for the player who is asked; ``scores`` is a list"""


def _score(address, game, match, scores):
    call_score(address, game, match, numbers_at(scores, 0))


SCORING = Scoring(GameType, MatchType, _score)

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
