"""Lists of numbers that kernels hand on by their address alone.

numba passes an array as seven words, on the stack: for scores and weights on their way to a scorer and its helpers this took 3,000
instructions a plain game, 7,000 a game between real decks. In pure Python mode these lists are arrays. Their indices are never checked:
they are those of options, definitions and abilities, which the record's own lists check. An address keeps nothing alive. So a list is made
of an array that outlives the kernel: one that Python hands over, or a part of a record. Of an array that a kernel has made itself none can
be made: numba frees it after its last use, and the list would go on pointing there.
"""

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

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


@intrinsic
def _numbers_at(typingctx: Any, numbers: Any, start: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(_lasting_address_in(context, builder, signature.args[0], args[0]), [args[1]])

    return types.CPointer(numbers.dtype)(numbers, types.int64), codegen


def _view_as(kind: Any) -> Any:
    seen = types.CPointer(kind)

    @intrinsic
    def seen_as(typingctx: Any, numbers: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            address = _lasting_address_in(context, builder, signature.args[0], args[0])
            return builder.bitcast(address, context.get_value_type(seen))

        return seen(numbers), codegen

    return seen_as


def _rest(numbers: NDArray[Any], start: int) -> NDArray[Any]:
    return numbers[start:]


def _view_of(kind: Any) -> Any:
    return lambda numbers: numbers.view(kind)


numbers_at: Any = _rest if INTERPRETED else _numbers_at
"""``numbers_at(numbers, start)``: the list that begins there, of an array or a list"""

as_integers: Any = _view_of(np.int64) if INTERPRETED else _view_as(types.int64)
"""``as_integers(numbers)``: the same memory, of an array or a list, as integers"""

as_bits: Any = _view_of(np.uint64) if INTERPRETED else _view_as(types.uint64)
"""``as_bits(numbers)``: the same memory, of an array or a list, as integers without a sign"""


as_singles: Any = _view_of(np.float32) if INTERPRETED else _view_as(types.float32)
"""``as_singles(numbers)``: the same memory, of an array or a list, as float32 numbers, twice as many"""


def list_of(kind: Any) -> Any:
    """Return the type of a list, for signatures."""
    return types.Array(kind, 1, "C") if INTERPRETED else types.CPointer(kind)
