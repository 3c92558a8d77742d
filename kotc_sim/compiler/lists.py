"""Lists of numbers that kernels hand on by their address alone.

numba passes an array as seven words, on the stack: for scores and weights on their way to a scorer and its helpers this took 3,000
instructions a plain game, 7,000 a game between real decks. In pure Python mode these lists are arrays. Their indices are never checked:
they are those of options, definitions and abilities, which the record's own lists check.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

ARRAYS = numba.config.DISABLE_JIT
"""Whether the lists are arrays."""


def address_in(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return, for an intrinsic, the address of the first number of an array or a list."""
    return context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value


@intrinsic
def _numbers_at(typingctx: Any, numbers: Any, start: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(address_in(context, builder, signature.args[0], args[0]), [args[1]])

    return types.CPointer(numbers.dtype)(numbers, types.int64), codegen


def _seen_as(kind: Any) -> Any:
    seen = types.CPointer(kind)

    @intrinsic
    def seen_as(typingctx: Any, numbers: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.bitcast(address_in(context, builder, signature.args[0], args[0]), context.get_value_type(seen))

        return seen(numbers), codegen

    return seen_as


def _rest(numbers: NDArray[Any], start: int) -> NDArray[Any]:
    return numbers[start:]


def _view_of(kind: Any) -> Any:
    return lambda numbers: numbers.view(kind)


numbers_at: Any = _rest if ARRAYS else _numbers_at
"""``numbers_at(numbers, start)``: the list that begins there, of an array or a list"""

as_integers: Any = _view_of(np.int64) if ARRAYS else _seen_as(types.int64)
"""``as_integers(numbers)``: the same memory, of an array or a list, as integers"""

as_bits: Any = _view_of(np.uint64) if ARRAYS else _seen_as(types.uint64)
"""``as_bits(numbers)``: the same memory, of an array or a list, as integers without a sign"""


def list_of(kind: Any) -> Any:
    """Return the type of a list, for signatures."""
    return types.Array(kind, 1, "C") if ARRAYS else types.CPointer(kind)
