"""Calls of compiled scoring functions by address, so that a strategy built on another one does not compile it again.

A strategy with weights, or a search on top of a base, is a large function that is compiled once and cached, with constants bound to
it: the weights, or the address of the base (``kotc_sim.engine.calls.bind``).
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from kotc_sim.engine.calls import call_python, emit_call


@intrinsic
def _call5(typingctx: Any, where: Any, game: Any, match: Any, me: Any, scores: Any, weights: Any) -> Any:
    return types.none(types.uint64, game, match, types.int64, scores, weights), emit_call


call_weighted: Any = call_python if numba.config.DISABLE_JIT else _call5
"""``call_weighted(address, game, match, me, scores, constants)``"""
