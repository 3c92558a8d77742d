"""Kernels that are compiled, or loaded, when another kernel first calls them: a first run waits for what its decks use.

The address that stands for such a kernel is that of a C function that goes back to Python, which compiles the kernel, lets the record
hold the kernel's own address from then on, and goes on in it.
"""

import ctypes
import pickle
from collections.abc import Callable
from typing import Any

_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, *(ctypes.c_void_p,) * 5)
"""What numba compiles ``(game, match, frame) -> None`` to: a status, from where a result and an exception go, and the three records."""
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


def when_called(address: Callable[[], int], offset: int) -> int:
    """Return the address of what finds out another address, of a kernel ``(game, match, frame) -> None``, when it is first called.

    - ``address``: compiles the kernel and returns its address. What it raises goes on through the kernels to whoever called them.
    - ``offset``: where in the match the address stands, in bytes.
    """

    def enter(result: int, error: int, game: int, match: int, frame: int) -> int:
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
        ctypes.c_uint64.from_address(match + offset).value = found
        return int(_ENTRY(found)(result, error, game, match, frame))

    function = _ENTRY(enter)
    _kept.append(function)
    return int(ctypes.cast(function, ctypes.c_void_p).value or 0)
