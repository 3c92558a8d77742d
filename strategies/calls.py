"""Calls of compiled scoring functions by address, so that a strategy built on another one does not compile it again.

A strategy with weights, or a search on top of a base, is a small function that passes constants on: the weights, or the address of
the base. The large function behind it is compiled once and cached. Addresses belong to one process, so the small functions are not
cached; they compile in about a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kotc_sim.engine.calls import address_of

_PYTHON_TABLE: list[Callable[..., Any]] = []


def address(function: Any) -> int:
    """Return the address of a compiled function with one signature (pure Python: an index of a table)."""
    if not numba.config.DISABLE_JIT:
        return address_of(function)
    if function not in _PYTHON_TABLE:
        _PYTHON_TABLE.append(function)
    return _PYTHON_TABLE.index(function)


def _emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Call the void function at the address ``args[0]`` with the other arguments; an error it raises is passed on."""
    passed = signature.args[1:]
    function_type = context.call_conv.get_function_type(types.none, passed)
    pointer = builder.inttoptr(args[0], function_type.as_pointer())
    status, _ = context.call_conv.call_function(builder, pointer, types.none, passed, args[1:])
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return context.get_dummy_value()


@intrinsic
def _call4(typingctx: Any, where: Any, game: Any, match: Any, me: Any, scores: Any) -> Any:
    return types.none(types.uint64, game, match, types.int64, scores), _emit


@intrinsic
def _call5(typingctx: Any, where: Any, game: Any, match: Any, me: Any, scores: Any, weights: Any) -> Any:
    return types.none(types.uint64, game, match, types.int64, scores, weights), _emit


def _emit_number(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Call the function at the address ``args[0]`` with the other arguments and hand its int64 on; an error is passed on."""
    passed = signature.args[1:]
    function_type = context.call_conv.get_function_type(types.int64, passed)
    pointer = builder.inttoptr(args[0], function_type.as_pointer())
    status, result = context.call_conv.call_function(builder, pointer, types.int64, passed, args[1:])
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return result


@intrinsic
def _call_prepare(typingctx: Any, where: Any, match: Any, scores: Any, weights: Any) -> Any:
    return types.int64(types.uint64, match, scores, weights), _emit_number


def _python_number(where: Any, *args: Any) -> Any:
    return _PYTHON_TABLE[int(where)](*args)


call_prepare: Any = _python_number if numba.config.DISABLE_JIT else _call_prepare
"""``call_prepare(address, match, scores, weights)`` -> int64"""


def _python_call(where: Any, *args: Any) -> None:
    _PYTHON_TABLE[int(where)](*args)


call_score: Any = _python_call if numba.config.DISABLE_JIT else _call4
"""``call_score(address, game, match, me, scores)``"""

call_weighted: Any = _python_call if numba.config.DISABLE_JIT else _call5
"""``call_weighted(address, game, match, me, scores, constants)``"""


@intrinsic
def _call7(typingctx: Any, where: Any, game: Any, match: Any, me: Any, scores: Any, base: Any, weights: Any, settings: Any) -> Any:
    return types.none(types.uint64, game, match, types.int64, scores, types.uint64, weights, settings), _emit


call_search: Any = _python_call if numba.config.DISABLE_JIT else _call7
"""``call_search(address, game, match, me, scores, address of the base, weights, settings)``"""
