"""Calls by address: the machine's handlers are compiled one by one and called through a table of addresses.

numba optimises everything that a compiled function calls again at each level of calls; with a table each handler is compiled
once, and the machine, the drivers and search strategies stay small. A call by address costs about 2 ns (as measured for strategies)
and passes errors on, as an ordinary call between compiled functions does. The addresses live in the ``MATCH`` record, so machine
code stays cacheable. In pure Python mode the "addresses" are indices of a table of Python functions.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import list_of, numbers_at
from kotc_sim.compiler.twin import in_use
from kotc_sim.games.keeper.engine.record import FrameType, GameType, MatchType

_PYTHON_TABLE: list[Callable[..., Any]] = []


def address_of(function: Any) -> int:
    """Return the address of a function compiled with one explicit signature (pure Python: its index in a table).

    Where a thread uses a set of machine code of its own (`kotc_sim.compiler.twin`), the address in it.
    """
    if numba.config.DISABLE_JIT:
        if function not in _PYTHON_TABLE:
            _PYTHON_TABLE.append(function)
        return _PYTHON_TABLE.index(function)
    if isinstance(function, Bound):
        return function.address
    twin = in_use()
    if twin is not None and (address := twin.address_of(function)) is not None:
        return address
    (compiled,) = function.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


ASKED = int(cast(Any, GameType).offset("asked"))
"""Where in the record of a game it says who is asked."""
ENTRY = (GameType, MatchType, list_of(types.float64))
"""What a strategy called by address takes: six words with the two that numba adds and one constant, so that it needs no stack."""


@dataclass(frozen=True)
class Bound:
    """A strategy as it is called by address (:func:`bind`, :func:`entry_of`); callable from Python as well.

    Attributes
    ----------
    address : int
        Of machine code that kernels call: ``call_score(address, game, match, scores)``.
    kept : tuple
        What the machine code refers to.
    """

    address: int
    kept: tuple[Any, ...] = field(repr=False)

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

    A strategy with weights, or a search on top of a base, is a large function, compiled and cached once, and a few constants. They
    hold addresses of this process, so no function with the constants in it can be cached; but one that only passes them on is made
    in a millisecond, while numba would compile it for a tenth of a second.

    Parameters
    ----------
    function : dispatcher
        With one explicit signature: lists of numbers are taken by address (``engine.numbers``).
    *constants : int or ndarray
        uint64 numbers, and contiguous arrays of one dimension for lists of numbers.
    """
    if numba.config.DISABLE_JIT:

        def fill(game: Any, match: Any, me: int, scores: Any) -> None:
            require_asked(game, me)
            function(game, match, scores, *constants)

        return fill
    words = [constant.ctypes.data if isinstance(constant, np.ndarray) else int(constant) for constant in constants]

    def hand_on(builder: Any, arguments: list[Any], types_of_target: list[Any]) -> list[Any]:
        return [*arguments, *map(functools.partial(_word, builder), types_of_target[len(arguments) :], words)]

    return _thunk(function, hand_on, constants)


def entry_of(function: Any, count: int) -> Any:
    """Return a strategy that calls the compiled function ``(game, match, me, scores) -> None`` with an array of ``count`` scores."""
    if numba.config.DISABLE_JIT:
        return function

    def hand_on(builder: Any, arguments: list[Any], types_of_target: list[Any]) -> list[Any]:
        *before, game, match, scores = arguments
        asked = builder.gep(builder.bitcast(game, ir.IntType(8).as_pointer()), [ir.IntType(64)(ASKED)])
        me = builder.sext(builder.load(builder.bitcast(asked, ir.IntType(16).as_pointer())), ir.IntType(64))
        array = [0, 0, count, 8, scores, count, 8]  # as numba passes arrays: no owner, no parent, count, size, data, shape, strides
        there = types_of_target[len(before) + 3 :]
        return [*before, game, match, me, *(_word(builder, kind, word) for kind, word in zip(there, array, strict=True))]

    return _thunk(function, hand_on, ())


def _word(builder: Any, kind: Any, word: Any) -> Any:
    """Return a number of this process as an argument of a machine-code function."""
    if not isinstance(word, int):
        return word
    return builder.inttoptr(ir.IntType(64)(word), kind) if isinstance(kind, ir.PointerType) else ir.IntType(64)(word)


def _thunk(function: Any, hand_on: Callable[..., list[Any]], kept: tuple[Any, ...]) -> Bound:
    """Return a strategy that goes on in a compiled function; ``hand_on`` says with which arguments, and ``kept`` is referred to by them."""
    (compiled,) = function.overloads.values()
    context, signature = compiled.target_context, compiled.signature
    whole = context.call_conv.get_function_type(signature.return_type, signature.args)
    free = context.call_conv.get_function_type(types.none, ENTRY)
    name = f"bound_{next(_numbers)}"
    with global_compiler_lock:
        library = context.codegen().create_library(name)
        module = library.create_ir_module(name)
        builder = ir.IRBuilder(ir.Function(module, free, name).append_basic_block())
        target = builder.inttoptr(ir.IntType(64)(address_of(function)), whole.as_pointer())
        builder.ret(builder.call(target, hand_on(builder, list(builder.function.args), list(whole.args)), tail=True))
        library.add_ir_module(module)
        library.finalize()
        return Bound(int(library.get_pointer_to_function(name)), (library, function, *kept))


_numbers = itertools.count()


@functools.cache
def _score_kernel() -> Any:
    return kernel(types.void(types.uint64, GameType, MatchType, types.Array(types.float64, 1, "C")))(_score)


def _score(address, game, match, scores):
    call_score(address, game, match, numbers_at(scores, 0))


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
def _call_driver(
    typingctx: Any, address: Any, a: Any, b: Any, dice_a: Any, dice_b: Any, game: Any, match: Any, seed: Any, low: Any, high: Any,
    results: Any, seen: Any, scores: Any,
) -> Any:  # fmt: skip
    return types.int64(types.uint64, a, b, dice_a, dice_b, game, match, seed, low, high, results, seen, scores), emit_call


@intrinsic
def _call_score(typingctx: Any, address: Any, game: Any, match: Any, scores: Any) -> Any:
    return types.none(types.uint64, game, match, scores), emit_call


def _call_python_score(address: Any, game: Any, match: Any, scores: Any) -> None:
    call_python(address, game, match, int(game.asked), scores)


call_service: Any = call_python if numba.config.DISABLE_JIT else _call_service
"""``call_service(address, game, match, a, b, c, d)`` -> int64"""

call_handler: Any = call_python if numba.config.DISABLE_JIT else _call_handler
"""``call_handler(address, game, match, frame)``"""

call_machine: Any = call_python if numba.config.DISABLE_JIT else _call_machine
"""``call_machine(address, game, match)``"""

call_score: Any = _call_python_score if numba.config.DISABLE_JIT else _call_score
"""``call_score(address, game, match, scores)``: ask a strategy for the player who is asked; ``scores`` is a list (``engine.numbers``)"""

call_driver: Any = call_python if numba.config.DISABLE_JIT else _call_driver
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
    numbers = (types.int64,) * 4
    return kernel(types.int64(GameType, MatchType, *numbers))(function)


def compile_handler(function: Callable[..., None]) -> Any:
    """Compile a frame handler with its explicit signature, or load it from the cache."""
    return kernel(types.void(GameType, MatchType, FrameType))(function)
