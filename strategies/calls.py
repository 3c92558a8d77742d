"""Calls of compiled scoring functions by address, so that a strategy built on another one does not compile it again.

A strategy with weights, or a search on top of a base, is a small function that passes constants on: the weights, or the address of
the base. The large function behind it is compiled once and cached. Addresses belong to one process, so the small functions are not
cached; they compile in about a tenth of a second.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from kotc_sim.engine.calls import call_python, emit_call


@intrinsic
def _call4(typingctx: Any, where: Any, game: Any, match: Any, me: Any, scores: Any) -> Any:
    return types.none(types.uint64, game, match, types.int64, scores), emit_call


@intrinsic
def _call5(typingctx: Any, where: Any, game: Any, match: Any, me: Any, scores: Any, weights: Any) -> Any:
    return types.none(types.uint64, game, match, types.int64, scores, weights), emit_call


@intrinsic
def _call_prepare(typingctx: Any, where: Any, match: Any, scores: Any, weights: Any) -> Any:
    return types.int64(types.uint64, match, scores, weights), emit_call


call_prepare: Any = call_python if numba.config.DISABLE_JIT else _call_prepare
"""``call_prepare(address, match, scores, weights)`` -> int64"""


call_score: Any = call_python if numba.config.DISABLE_JIT else _call4
"""``call_score(address, game, match, me, scores)``"""

call_weighted: Any = call_python if numba.config.DISABLE_JIT else _call5
"""``call_weighted(address, game, match, me, scores, constants)``"""


@intrinsic
def _call7(typingctx: Any, where: Any, game: Any, match: Any, me: Any, scores: Any, base: Any, weights: Any, settings: Any) -> Any:
    return types.none(types.uint64, game, match, types.int64, scores, types.uint64, weights, settings), emit_call


call_search: Any = call_python if numba.config.DISABLE_JIT else _call7
"""``call_search(address, game, match, me, scores, address of the base, weights, settings)``"""
