"""Lists of numbers that kernels hand on by their address alone.

numba passes an array as seven words, on the stack: for scores and weights on their way to a scorer and its helpers this took 3,000
instructions a plain game, 7,000 a game between real decks. In pure Python mode these lists are arrays. Their indices are never checked:
they are those of options, definitions and abilities, which the record's own lists check. An address keeps nothing alive. So a list is made
of an array that outlives the kernel: one that Python hands over, or a part of a record. Of an array that a kernel has made itself none can
be made: numba frees it after its last use, and the list would go on pointing there.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kotc_sim.compiler.types import INTERPRETED

FREED = "a list cannot be made of an array that a kernel has made: numba frees it while the list is in use; hand the array over from Python"


def address_in(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return, for an intrinsic, the address of the first number of an array or a list; for use on the spot."""
    return context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value


def _lasting_address_in(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the same for a list that is kept: of an array of a kernel's own the kernel raises ValueError.

    Such an array has an owner, which counts references to it, and no Python object that it is a part of.
    """
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        has_owner, is_part = cgutils.is_not_null(builder, array.meminfo), cgutils.is_not_null(builder, array.parent)
        with cgutils.if_unlikely(builder, builder.and_(has_owner, builder.not_(is_part))):
            context.call_conv.return_user_exc(builder, ValueError, (FREED,))
    return address_in(context, builder, kind, value)


def instruction(python: Callable[..., Any]) -> Callable[[Any], Any]:
    """Let kernels have what a function emits, as numba's `intrinsic` takes it, and interpreted ones a function of Python."""
    return lambda emits: python if INTERPRETED else intrinsic(emits)


@instruction(lambda numbers, start: numbers[start:])
def numbers_at(typingctx: Any, numbers: Any, start: Any) -> Any:
    """``numbers_at(numbers, start)``: the list that begins there, of an array or a list."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(_lasting_address_in(context, builder, signature.args[0], args[0]), [args[1]])

    return types.CPointer(numbers.dtype)(numbers, types.int64), codegen


def _view_as(dtype: Any, kind: Any) -> Any:
    seen = types.CPointer(kind)

    @instruction(lambda numbers: numbers.view(dtype))
    def seen_as(typingctx: Any, numbers: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            address = _lasting_address_in(context, builder, signature.args[0], args[0])
            return builder.bitcast(address, context.get_value_type(seen))

        return seen(numbers), codegen

    return seen_as


as_integers = _view_as(np.int64, types.int64)
"""``as_integers(numbers)``: the same memory, of an array or a list, as integers"""

as_bits = _view_as(np.uint64, types.uint64)
"""``as_bits(numbers)``: the same memory, of an array or a list, as integers without a sign"""

as_singles = _view_as(np.float32, types.float32)
"""``as_singles(numbers)``: the same memory, of an array or a list, as float32 numbers, twice as many"""


def list_of(kind: Any) -> Any:
    """Return the type of a list, for signatures."""
    return types.Array(kind, 1, "C") if INTERPRETED else types.CPointer(kind)
