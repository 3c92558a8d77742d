"""Compile kernels with numba as it is, and its own cache."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numba

from kotc_sim.compiler.cache import file_of
from kotc_sim.compiler.patched import patched


def compile_kernel(
    function: Callable[..., Any], signature: tuple[Any, ...], options: Mapping[str, object], folder: Path | None, own: object
) -> Any:
    """Return the function compiled for its signature, loaded from the folder or kept there; without a folder it is not kept."""
    if folder is None:
        return numba.njit(*signature, **options)(function)
    with _cache_in(folder):
        compiled = numba.njit(*signature, cache=True, **options)(function)
    with contextlib.suppress(OSError):  # a full disk, or a folder that is gone: it is compiled again next time
        file_of(function, folder).touch()
    return compiled


def compile_when_called(function: Callable[..., Any], options: Mapping[str, object], folder: Path | None) -> Any:
    """Return the function, to be compiled for the types that it is called with, and kept in the folder if there is one."""
    if folder is None:
        return numba.njit(**options)(function)
    with _cache_in(folder):
        return numba.njit(cache=True, **options)(function)


@contextlib.contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Let numba keep in this folder what is decorated meanwhile."""
    with _lock, patched((numba.config, "CACHE_DIR", str(folder))):
        yield


_lock = threading.RLock()  # numba reads the folder from a global variable; compiling a kernel may import others
