"""Calls by address: kernels that are compiled one by one, and call each other through addresses that arrive as numbers.

numba optimises everything that a compiled function calls again at each level of calls; called by address each function is compiled
once, and its callers stay small. Such a call costs about 2 ns and passes errors on, as an ordinary call between compiled functions
does. Addresses lie in records and arguments, so machine code stays cacheable. In pure Python mode an "address" is the index of a
Python function in a table.
"""

from __future__ import annotations

import inspect
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

from kotc_sim.compiler.thread_code import in_use
from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.compiler.ways import way

if TYPE_CHECKING:
    from kotc_sim.compiler.thread_kernels import ThreadKernels

__all__ = ["Field", "Given", "Thunk", "address_of", "array_of", "call_python", "caller", "in_use", "own_code", "thunk"]

WORD = ir.IntType(64)
AT_ONCE = 8
"""Thunks that are made together, but for the first: most programs need one of a kind, and those that need two often need many."""
_PYTHON_TABLE: list[Callable[..., Any]] = []


def own_code() -> ThreadKernels | None:
    """Return kernels for a thread of its own (`thread_kernels`); None where there are none: they need the full way."""
    if way() != "full":
        return None
    from kotc_sim.compiler.thread_kernels import ThreadKernels

    return ThreadKernels()


def address_of(function: Any) -> int:
    """Return the address of a function compiled with one explicit signature (pure Python: its index in a table).

    Where a thread uses machine code of its own, the address in it.
    """
    if INTERPRETED:
        if function not in _PYTHON_TABLE:
            _PYTHON_TABLE.append(function)
        return _PYTHON_TABLE.index(function)
    if isinstance(function, Thunk):
        return function.address
    code = in_use()
    if code is not None and (address := code.address_of(function)) is not None:
        return address
    return _first_address(function)


@cache
def _first_address(function: Any) -> int:
    """Return the address of the first code of a function; remembered, as each match asks for some thirty of them."""
    (compiled,) = function.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def call_python(address: Any, *args: Any) -> Any:
    """Call a function by its "address" in pure Python mode."""
    return _PYTHON_TABLE[int(address)](*args)


def caller(signature: Signature) -> Any:
    """Return what kernels call functions of this signature by: ``call(address, …)``. A function returns nothing or a number."""
    if INTERPRETED:
        return call_python

    def call(typingctx: Any, *given: Any) -> Any:
        return signature.return_type(types.uint64, *signature.args), _emit_call

    names = ["typingctx", "address", *(f"argument_{number}" for number in range(len(signature.args)))]
    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    cast(Any, call).__signature__ = inspect.Signature(parameters)  # numba asks for it: how many are to be given
    return intrinsic(call)


def _emit_call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Emit a call of the compiled function at the address ``args[0]`` with the other arguments; what it returns or raises goes on."""
    returned, argument_types = signature.return_type, signature.args[1:]
    function_type = context.call_conv.get_function_type(returned, argument_types)
    pointer = builder.inttoptr(args[0], function_type.as_pointer())
    status, result = context.call_conv.call_function(builder, pointer, returned, argument_types, args[1:])
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return context.get_dummy_value() if returned == types.none else result


@dataclass(frozen=True)
class Thunk:
    """A function that goes on in a compiled one, with other arguments (:func:`thunk`): its address, and what its machine code refers to."""

    address: int
    kept: tuple[Any, ...] = field(repr=False)


@dataclass(frozen=True)
class Given:
    """What a thunk hands on: its own argument of this number."""

    number: int


@dataclass(frozen=True)
class Field:
    """What a thunk hands on as an int64: so many bits at an offset in the record that is its own argument of this number."""

    number: int
    offset: int
    bits: int


def array_of(numbers: Given, count: int) -> list[int | Given]:
    """Return what a thunk hands on as an array: a list of 64-bit numbers."""
    return [0, 0, count, 8, numbers, count, 8]  # as numba passes arrays: no owner, no parent, count, size, data, shape, strides


def thunk(function: Any, entry: tuple[Any, Any, Any], arguments: Sequence[int | Given | Field], kept: tuple[Any, ...] = ()) -> Thunk:
    """Return a function that goes on in a compiled one, a dispatcher with one explicit signature that returns nothing.

    The addresses of this process in it keep it from being cached. But as it only passes arguments on it is made in milliseconds, while
    numba would compile it for a tenth of a second, as it does in the plain way. Each reads its numbers from a row of its own, so that
    several are made at once, which takes LLVM hardly longer; and one that nobody refers to any more is lent again with other numbers, as
    LLVM keeps the memory of what it has made: whoever calls it by its address has to keep it.

    ``entry`` are the types of the three arguments that the thunk takes: records and lists, each a word. ``arguments`` are what it hands on,
    word by word; an int is a number or an address of this process. ``kept`` is what addresses among them refer to.
    """
    (compiled,) = function.overloads.values()
    whole = compiled.target_context.call_conv.get_function_type(compiled.signature.return_type, compiled.signature.args)
    address = address_of(function)
    handed_on = tuple(None if isinstance(what, int) else what for what in arguments)
    numbers = [what % (1 << 64) for what in arguments if isinstance(what, int)]

    def go_on(builder: Any, row: NDArray[np.uint64]) -> None:
        result, error, *own = builder.function.args
        places = iter(range(row.ctypes.data, row.ctypes.data + row.nbytes, row.itemsize))
        words = [_word(builder, kind, what, own, places) for kind, what in zip(whole.args[2:], handed_on, strict=True)]
        builder.ret(builder.call(builder.inttoptr(WORD(address), whole.as_pointer()), [result, error, *words], tail=True))

    where = address, str(whole), entry, handed_on
    with _making:
        count = AT_ONCE if where in _spare else 1
        spare = _spare.setdefault(where, [])
        if not spare:
            rows = [np.zeros(len(numbers), np.uint64) for _ in range(count)]
            make = _machine_code if way() == "full" else _compile_closures
            spare += make(compiled.target_context, entry, go_on, rows)
        found = spare.pop()
    found.row[:] = numbers
    return Thunk(found.address, (_Lent(found, spare), function, *kept))


def _word(builder: Any, kind: Any, what: Given | Field | None, own: list[Any], places: Iterator[int]) -> Any:
    if isinstance(what, Given):
        return own[what.number]
    if isinstance(what, Field):
        place = builder.gep(builder.bitcast(own[what.number], ir.IntType(8).as_pointer()), [WORD(what.offset)])
        return builder.sext(builder.load(builder.bitcast(place, ir.IntType(what.bits).as_pointer())), WORD)
    word = builder.load(builder.inttoptr(WORD(next(places)), WORD.as_pointer()))
    return builder.inttoptr(word, kind) if isinstance(kind, ir.PointerType) else word


def _machine_code(context: Any, entry: tuple[Any, Any, Any], go_on: Callable[..., None], rows: list[NDArray[np.uint64]]) -> list[_Spare]:
    from numba.core.compiler_lock import global_compiler_lock

    names = [f"thunk_{next(_numbers)}" for _ in rows]
    with global_compiler_lock:
        library = context.codegen().create_library(names[0])
        module = library.create_ir_module(names[0])
        own_type = context.call_conv.get_function_type(types.none, entry)
        for name, row in zip(names, rows, strict=True):
            go_on(ir.IRBuilder(ir.Function(module, own_type, name).append_basic_block()), row)
        library.add_ir_module(module)
        library.finalize()
        return [_Spare(int(library.get_pointer_to_function(name)), row, library) for name, row in zip(names, rows, strict=True)]


def _compile_closures(
    context: Any, entry: tuple[Any, Any, Any], go_on: Callable[..., None], rows: list[NDArray[np.uint64]]
) -> list[_Spare]:
    @intrinsic
    def leave(typingctx: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            go_on(builder, rows[0])
            builder.position_at_end(builder.append_basic_block("never"))
            return context.get_dummy_value()

        return types.none(), codegen

    def through(first, second, third):
        leave()

    compiled = numba.njit(types.none(*entry))(through)  # one at a time, as numba takes as long for each
    return [_Spare(_first_address(compiled), rows[0], compiled)]


@dataclass(frozen=True)
class _Spare:
    """A thunk that nobody uses: its address, the numbers that it reads, and what holds its machine code."""

    address: int
    row: NDArray[np.uint64]
    code: Any


class _Lent:
    """A thunk in use: it lies among the spare ones again when nobody refers to it."""

    def __init__(self, thunk: _Spare, others: list[_Spare]) -> None:
        self._thunk, self._others = thunk, others

    def __del__(self) -> None:
        self._others.append(self._thunk)


_spare: dict[tuple[Any, ...], list[_Spare]] = {}
"""Thunks that nobody uses, by where they go on, and with what."""
_making = threading.Lock()
_numbers = itertools.count()
