"""Calls of compiled scoring functions by address, so that a strategy built on another one does not compile it again.

A strategy with weights, or a search on top of a base, is a large function that is compiled once and cached, with constants bound to
it: the weights, or the address of the base (``kotc_sim.engine.calls.bind``).
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from kotc_sim.engine.calls import call_python, call_score, emit_call
from kotc_sim.engine.record import GameType, MatchType
from kotc_sim.jit import kernel
from kotc_sim.strategies.weights import SIZE

__all__ = ["call_prepare", "call_score", "call_weighted", "score_weighted"]

NUMBERS = types.Array(types.float64, 1, "C")


@intrinsic
def _call5(typingctx: Any, where: Any, game: Any, match: Any, me: Any, scores: Any, weights: Any) -> Any:
    return types.none(types.uint64, game, match, types.int64, scores, weights), emit_call


@intrinsic
def _call_prepare(typingctx: Any, where: Any, match: Any, scores: Any, weights: Any) -> Any:
    return types.int64(types.uint64, match, scores, weights), emit_call


call_prepare: Any = call_python if numba.config.DISABLE_JIT else _call_prepare
"""``call_prepare(address, match, scores, weights)`` -> int64"""

call_weighted: Any = call_python if numba.config.DISABLE_JIT else _call5
"""``call_weighted(address, game, match, me, scores, constants)``"""


@kernel(types.void(GameType, MatchType, types.int64, NUMBERS, types.Array(types.uint64, 1, "C"), NUMBERS))
def score_weighted(game, match, me, scores, where, weights):  # type: ignore[no-untyped-def]
    """Fill the scores by the heuristic: ``where`` holds the addresses of the scorers by ``Ask``, and of ``prepare`` at the end."""
    start = call_prepare(where[where.size - 1], match, scores, weights)
    call_weighted(where[game.ask], game, match, me, scores, scores[start : start + SIZE])
