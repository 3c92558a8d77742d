"""Kernels that are compiled, or loaded, when another kernel first calls them: a first run waits for what its decks use.

The address that stands for such a kernel is that of a C function that goes back to Python, which compiles the kernel, writes down its
own address where callers look for it, and goes on in it.
"""

import ctypes
import functools
import pickle
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm

from kotc_sim.compiler.addresses import caller_by_name, first_address
from kotc_sim.compiler.jit import kernel
from kotc_sim.compiler.types import float64, int64
from kotc_sim.compiler.ways import way

Function = TypeVar("Function", bound=Callable[..., Any])

_POINTER = ctypes.c_void_p
_KINDS = {int64: ctypes.c_int64, float64: ctypes.c_double}
_RAISED = 1
"""The status of a function that raises the exception of its second argument (``numba.core.callconv.RETCODE_USEREXC``)."""
_DIGEST = 20  # bytes of the digest by which numba knows a pickled exception


class _Exception(ctypes.Structure):
    """An exception as numba hands it on (``excinfo_t`` in ``numba.core.callconv``)."""

    _fields_ = (
        ("data", ctypes.c_char_p),
        ("size", ctypes.c_int32),
        ("digest", ctypes.c_char_p),
        ("unwrap", ctypes.c_void_p),
        ("allocated", ctypes.c_int32),
    )


_kept: list[Any] = []  # functions and exceptions that machine code refers to by address
_lock = threading.RLock()
LATE_KERNELS: dict[Callable[..., Any], Callable[[], int]] = {}
"""The functions that are compiled late, and what compiles each and returns its address."""


def when_called(address: Callable[[], int], offset: int) -> int:
    """Return the address of what finds out another address, of a kernel ``(game, match, frame) -> None``, when it is first called.

    - ``address``: compiles the kernel and returns its address. What it raises goes on through the kernels to whoever called them.
    - ``offset``: where in the match the address stands, in bytes.
    """
    return _stand_in((_POINTER,) * 3, address, lambda game, match, frame: match + offset)


def _stand_in(kinds: Sequence[Any], address: Callable[[], int], place: Callable[..., int]) -> int:
    """Return the address of a C function that finds the address of a kernel with such arguments, writes it down, and goes on there.

    ``place``: where callers look for it, given the arguments. numba compiles a function to one that returns a status, and takes first where
    its result and its exception go.
    """
    entry = ctypes.CFUNCTYPE(ctypes.c_int32, _POINTER, _POINTER, *kinds)

    def enter(result: int, error: int, *args: Any) -> int:
        try:
            found = address()
        except BaseException as raised:  # an interrupt too: Python would print what leaves this function, and forget it
            try:
                data = pickle.dumps((type(raised), raised.args, None))
            except Exception:
                data = pickle.dumps((RuntimeError, (f"{type(raised).__name__}: {raised}",), None))
            made = _Exception(data, len(data), len(_kept).to_bytes(_DIGEST, "little"), None, 0)
            _kept.append(made)
            ctypes.c_void_p.from_address(error).value = ctypes.addressof(made)
            return _RAISED
        ctypes.c_uint64.from_address(place(*args)).value = found
        return int(entry(found)(result, error, *args))

    function = entry(enter)
    _kept.append(function)
    return int(ctypes.cast(function, _POINTER).value or 0)


def late(signature: Any, **options: Any) -> Callable[[Function], Function]:
    """Compile a function that few decks need on its own, when a game first comes to it; options as for `kernel`.

    Kernels call it as a helper, Python cannot. Its arguments are records, lists, int64 and float64 numbers. Its address stands in a word
    that LLVM finds by its name when it loads the callers, so these can be kept in the cache.
    """

    def make(function: Function) -> Function:
        if way() == "interpreted":
            return function
        name = f"late:{function.__module__}.{function.__qualname__}"
        word = ctypes.c_uint64()

        @functools.cache
        def address() -> int:
            with _lock:
                return first_address(kernel(signature, **options)(function))

        place = ctypes.addressof(word)
        word.value = _stand_in([_KINDS.get(argument, _POINTER) for argument in signature.args], address, lambda *_: place)
        llvm.add_symbol(name, place)
        _kept.append(word)
        LATE_KERNELS[function] = address
        return cast(Function, caller_by_name(name, signature))

    return make
