"""Calls by address: the machine's handlers are compiled one by one and called through a table of addresses.

numba optimises everything that a compiled function calls again at each level of calls; with a table each handler is compiled
once, and the machine, the drivers and search strategies stay small. A call by address costs about 2 ns (as measured for strategies)
and passes errors on, as an ordinary call between compiled functions does. The addresses live in the ``MATCH`` record, so machine
code stays cacheable. In pure Python mode the "addresses" are indices of a table of Python functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kotc_sim.engine.record import FrameType, GameType, MatchType
from kotc_sim.jit import kernel

_PYTHON_TABLE: list[Callable[..., Any]] = []


def address_of(function: Any) -> int:
    """Return the address of a function compiled with one explicit signature (pure Python: its index in a table)."""
    if numba.config.DISABLE_JIT:
        if function not in _PYTHON_TABLE:
            _PYTHON_TABLE.append(function)
        return _PYTHON_TABLE.index(function)
    (compiled,) = function.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def emit_call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Emit a call of the compiled function at the address ``args[0]`` with the other arguments; what it returns or raises goes on.

    For intrinsics: the function's return type is the signature's, None or a number.
    """
    returned, argument_types = signature.return_type, signature.args[1:]
    function_type = context.call_conv.get_function_type(returned, argument_types)
    pointer = builder.inttoptr(args[0], function_type.as_pointer())
    status, result = context.call_conv.call_function(builder, pointer, returned, argument_types, args[1:])
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return context.get_dummy_value() if returned == types.none else result


def call_python(address: Any, *args: Any) -> Any:
    """Call a function by its "address" in pure Python mode."""
    return _PYTHON_TABLE[int(address)](*args)


@intrinsic
def _call_handler(typingctx: Any, address: Any, game: Any, match: Any, frame: Any) -> Any:
    return types.none(types.uint64, game, match, frame), emit_call


@intrinsic
def _call_service(typingctx: Any, address: Any, game: Any, match: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    return types.int64(types.uint64, game, match, types.int64, types.int64, types.int64, types.int64), emit_call


@intrinsic
def _call_machine(typingctx: Any, address: Any, game: Any, match: Any) -> Any:
    return types.none(types.uint64, game, match), emit_call


@intrinsic
def _borrowed(typingctx: Any, array: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, args[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), codegen


def _python_borrowed(array: Any) -> Any:
    return array


borrowed: Any = _python_borrowed if numba.config.DISABLE_JIT else _borrowed
"""``borrowed(array)``: a view that counts no references, which took a tenth of a game; the caller keeps the array itself."""


call_service: Any = call_python if numba.config.DISABLE_JIT else _call_service
"""``call_service(address, game, match, a, b, c, d)`` -> int64"""

call_handler: Any = call_python if numba.config.DISABLE_JIT else _call_handler
"""``call_handler(address, game, match, frame)``"""

call_machine: Any = call_python if numba.config.DISABLE_JIT else _call_machine
"""``call_machine(address, game, match)``"""


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
    numbers = (types.int64,) * 4
    return kernel(types.int64(GameType, MatchType, *numbers))(function)


def compile_handler(function: Callable[..., None]) -> Any:
    """Compile a frame handler with its explicit signature, or load it from the cache."""
    return kernel(types.void(GameType, MatchType, FrameType))(function)
