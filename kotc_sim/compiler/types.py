"""Numba's types and what else of it other folders name in signatures."""

from typing import Any

import numba
from numba import from_dtype
from numba.types import Array, FunctionType, boolean, float32, float64, int8, int16, int32, int64, none, uint8, uint64, void

__all__ = [
    "INTERPRETED", "Array", "FunctionType", "boolean", "float32", "float64", "from_dtype", "int8", "int16", "int32", "int64", "none",
    "uint8", "uint64", "void",
]  # fmt: skip

_config: Any = numba.config
INTERPRETED = bool(_config.DISABLE_JIT)
"""Whether kernels run as Python functions (``NUMBA_DISABLE_JIT=1``)."""
