"""Which freed memory a process keeps: a search takes a megabyte for each decision, and gives it back."""

import ctypes
import functools
import os

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # options of ``mallopt`` (the GNU C library's malloc.h)
TRIM_BYTES, MMAP_BYTES = 64 << 20, 32 << 20
"""The largest values that the library comes to by itself, where nothing is set."""


@functools.cache
def keep_freed_memory() -> bool:
    """Let the C library use freed memory again, and say if it can be asked to.

    It does by itself, but not where its environment sets a threshold, as dask does for its workers: they would give each search's memory
    back to the system and have it cleared, so that ``lookahead`` plays at a ninth of its speed. Other C libraries have no ``mallopt``.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if os.name == "posix" else None
    return mallopt is not None and bool(mallopt(M_MMAP_THRESHOLD, MMAP_BYTES) and mallopt(M_TRIM_THRESHOLD, TRIM_BYTES))
