"""Bits of a word: what numba has for compiled code, and the same for plain Python."""

from __future__ import annotations

from typing import Any

import numba
from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros

__all__ = ["leading_zeros", "trailing_zeros"]

if numba.config.DISABLE_JIT:

    def leading_zeros(word: Any) -> int:
        """Return the number of leading zero bits of a 64-bit word."""
        return 64 - int(word).bit_length()

    def trailing_zeros(word: Any) -> int:
        """Return the number of trailing zero bits of a 64-bit word that is not 0."""
        return (int(word) & -int(word)).bit_length() - 1
