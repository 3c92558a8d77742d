"""Calls by address: kernels that are compiled one by one, and call each other through addresses that arrive as numbers.

numba optimises everything that a compiled function calls again at each level of calls; called by address each function is compiled
once, and its callers stay small. Such a call costs about 2 ns and passes errors on, as an ordinary call between compiled functions
does. Addresses lie in records and arguments, so machine code stays cacheable. In pure Python mode an "address" is the index of a
Python function in a table.
"""

import ctypes
import inspect
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import Signature
from numba.extending import intrinsic

from kotc_sim.compiler.thread_code import in_use
from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.compiler.ways import way

if TYPE_CHECKING:
    from kotc_sim.compiler.thread_kernels import ThreadKernels

__all__ = ["Field", "Given", "Thunk", "address_of", "array_of", "call_python", "caller", "in_use", "own_code", "thunk"]

WORD = ir.IntType(64)
_PYTHON_TABLE: list[Callable[..., Any]] = []


def own_code() -> "ThreadKernels | None":
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
    return first_address(function)


@cache
def first_address(function: Any) -> int:
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

    def emit(context: Any, builder: Any, whole: Any, args: Any) -> Any:
        return _emit_call(context, builder, args[0], signature, args[1:])

    return _call_as(signature.return_type(types.uint64, *signature.args), emit)


def caller_by_name(name: str, signature: Signature) -> Any:
    """Return what kernels call a function of this signature by whose address stands in a word of this name (``llvm.add_symbol``)."""

    def emit(context: Any, builder: Any, whole: Any, args: Any) -> Any:
        word = builder.module.globals.get(name) or ir.GlobalVariable(builder.module, WORD, name)
        return _emit_call(context, builder, builder.load(word), signature, args)

    return _call_as(signature, emit)


def _call_as(signature: Signature, emit: Callable[..., Any]) -> Any:
    def call(typingctx: Any, *given: Any) -> Any:
        return signature, emit

    names = ["typingctx", *(f"argument_{number}" for number in range(len(signature.args)))]
    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    cast(Any, call).__signature__ = inspect.Signature(parameters)  # numba asks for it: how many are to be given
    return intrinsic(call)


def _emit_call(context: Any, builder: Any, address: Any, signature: Signature, args: Any) -> Any:
    """Emit a call of the compiled function at this address; what it returns or raises goes on."""
    function_type = context.call_conv.get_function_type(signature.return_type, signature.args)
    pointer = builder.inttoptr(address, function_type.as_pointer())
    status, result = context.call_conv.call_function(builder, pointer, signature.return_type, signature.args, args)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return context.get_dummy_value() if signature.return_type == types.none else result


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

    The addresses of this process that it hands on keep it from being cached. But as it only passes arguments on, its machine code is made
    in milliseconds, once for all thunks that hand on alike: each is loaded with a row of its own, from which it reads its numbers. One
    that nobody refers to any more is lent again with other numbers, as LLVM keeps the memory of what it has loaded: whoever calls it by
    its address has to keep it. ``entry`` are the types of the three arguments that the thunk takes: records and lists, each a word.
    ``arguments`` are what it hands on, word by word; an int is a number or an address of this process. ``kept`` is what addresses among
    them refer to.
    """
    (compiled,) = function.overloads.values()
    handed_on = tuple(None if isinstance(what, int) else what for what in arguments)
    numbers = [address_of(function), *(what % (1 << 64) for what in arguments if isinstance(what, int))]
    kind = compiled.signature, entry, handed_on
    with _making:
        if kind not in _kinds:
            _kinds[kind] = _machine_code(compiled, entry, handed_on, len(numbers)), []
        code, spare = _kinds[kind]
        found = spare.pop() if spare else _load(code, len(numbers))
    found.row[:] = numbers
    return Thunk(found.address, (_Lent(found, spare), function, *kept))


def _machine_code(compiled: Any, entry: tuple[Any, Any, Any], handed_on: Sequence[Given | Field | None], count: int) -> bytes:
    """Return an object file with a thunk and its row of ``count`` numbers, of which the first is the address where it goes on."""
    machine, _ = _engine()
    module = ir.Module()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    row = ir.GlobalVariable(module, ir.ArrayType(WORD, count), f"row_{_NAME}")
    row.initializer = ir.Constant(row.value_type, None)
    call_conv = compiled.target_context.call_conv
    whole = call_conv.get_function_type(compiled.signature.return_type, compiled.signature.args)
    builder = ir.IRBuilder(ir.Function(module, call_conv.get_function_type(types.none, entry), f"thunk_{_NAME}").append_basic_block())
    numbers = (builder.load(builder.gep(row, [WORD(0), WORD(k)])) for k in range(count))
    address = builder.inttoptr(next(numbers), whole.as_pointer())
    result, error, *own = builder.function.args
    words = [_word(builder, kind, what, own, numbers) for kind, what in zip(whole.args[2:], handed_on, strict=True)]
    builder.ret(builder.call(address, [result, error, *words], tail=True))
    return bytes(machine.emit_object(llvm.parse_assembly(str(module))))


def _word(builder: Any, kind: Any, what: Given | Field | None, own: list[Any], numbers: Iterator[Any]) -> Any:
    if isinstance(what, Given):
        return own[what.number]
    if isinstance(what, Field):
        place = builder.gep(builder.bitcast(own[what.number], ir.IntType(8).as_pointer()), [WORD(what.offset)])
        return builder.sext(builder.load(builder.bitcast(place, ir.IntType(what.bits).as_pointer())), WORD)
    word = next(numbers)
    return builder.inttoptr(word, kind) if isinstance(kind, ir.PointerType) else word


def _load(code: bytes, count: int) -> "_Spare":
    _, engine = _engine()
    name = f"{next(_numbers):0{len(_NAME)}x}"
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code.replace(_NAME.encode(), name.encode())))
    engine.finalize_object()
    row = (ctypes.c_uint64 * count).from_address(engine.get_global_value_address(f"row_{name}"))
    return _Spare(engine.get_function_address(f"thunk_{name}"), row)


@cache
def _engine() -> tuple[Any, Any]:
    """Return what makes the machine code of thunks, and what loads it."""
    machine = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault", jit=True)
    return machine, llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


@dataclass(frozen=True)
class _Spare:
    """A thunk that nobody uses: its address, and the numbers that it reads."""

    address: int
    row: Any


class _Lent:
    """A thunk in use: it lies among the spare ones again when nobody refers to it."""

    def __init__(self, thunk: _Spare, others: list[_Spare]) -> None:
        self._thunk, self._others = thunk, others

    def __del__(self) -> None:
        self._others.append(self._thunk)


_NAME = "_unnamed"
"""What thunk and row are called in the object file of a kind; each that is loaded has a number of as many digits there."""
_kinds: dict[tuple[Any, ...], tuple[bytes, list[_Spare]]] = {}
"""Object files, and thunks that nobody uses, by the signature of where they go on, and with what."""
_making = threading.Lock()
_numbers = itertools.count()
