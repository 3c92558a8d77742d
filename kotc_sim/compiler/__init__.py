"""The one door to numba and LLVM. Importing it does not import numba."""

from kotc_sim.compiler.jit import (
    cache_base,
    cache_folder,
    checked,
    compiled_yet,
    is_cached,
    kernel,
    kernels_digest,
    mark_compiled,
    source_digest,
)

__all__ = [
    "cache_base",
    "cache_folder",
    "checked",
    "compiled_yet",
    "is_cached",
    "kernel",
    "kernels_digest",
    "mark_compiled",
    "source_digest",
]
