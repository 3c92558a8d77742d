"""Compile kernels with numba as it is, and its own cache."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from kotc_sim.compiler.cache import file_of


def compile_plainly(function: Callable[..., Any], signature: tuple[Any, ...], options: dict[str, Any], folder: Path | None) -> Any:
    """Return the function compiled for its signature, loaded from the folder or kept there; without a folder it is not kept."""
    if folder is None:
        return numba.njit(*signature, **options)(function)
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        compiled = numba.njit(*signature, cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before
    with contextlib.suppress(OSError):  # a full disk, or a folder that is gone: it is compiled again next time
        file_of(function, folder).touch()
    return compiled
