"""Instructions that Python has no word for: bits of a word, wide products, the best of a few numbers, copies of memory.

In compiled code each is one or a few instructions of the processor; interpreted kernels use the Python function above it.
"""

import functools
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kotc_sim.compiler.lists import address_in, instruction
from kotc_sim.compiler.types import INTERPRETED, from_dtype

LIMIT = 1e300  # to `leaders_of_eight` a number above this counts as infinite
WORD, HALF, BYTES = ir.IntType(64), ir.IntType(16), ir.IntType(8).as_pointer()


@instruction(lambda bits: (int(bits) & -int(bits)).bit_length() - 1)
def lowest_bit(typingctx: Any, bits: Any) -> Any:
    """``lowest_bit(bits)``: the number of the lowest bit that is set; there is one."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    kind = types.uint64 if bits == types.uint64 else types.int64
    return kind(kind), codegen


@instruction(lambda word: 64 - int(word).bit_length())
def leading_zeros(typingctx: Any, word: Any) -> Any:
    """``leading_zeros(word)``: the number of zero bits above the highest one of a 64-bit word."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    kind = types.uint64 if word == types.uint64 else types.int64
    return kind(kind), codegen


@instruction(lambda a, b: np.uint64((int(a) * int(b)) >> 64))
def mulhi(typingctx: Any, a: Any, b: Any) -> Any:
    """``mulhi(a, b)``: the upper 64 of the 128 bits of the product of two uint64 words."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), WORD)

    return types.uint64(types.uint64, types.uint64), codegen


LANES = 32  # numbers that :func:`add_times` adds


def _add_times_python(target: Any, at: int, source: Any, first: int, amount: float) -> None:
    target[at : at + LANES] += target.dtype.type(amount) * source[first : first + LANES]


@instruction(_add_times_python)
def add_times(typingctx: Any, target: Any, at: Any, source: Any, first: Any, amount: Any) -> Any:
    """``add_times(target, at, source, first, amount)``: add `LANES` numbers of a list times an amount to others of the same type."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = context.get_value_type(target.dtype)
        lanes = ir.VectorType(number, LANES)

        def place(kind: Any, numbers: Any, start: Any) -> Any:
            address = builder.bitcast(address_in(context, builder, kind, numbers), number.as_pointer())
            return builder.bitcast(builder.gep(address, [start]), lanes.as_pointer())

        to, of = place(signature.args[0], args[0], args[1]), place(signature.args[2], args[2], args[3])
        nothing = ir.Constant(lanes, ir.Undefined)
        first_lane = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [ir.Constant(ir.IntType(32), 0)] * LANES)
        once = builder.fptrunc(args[4], number) if target.dtype == types.float32 else args[4]
        times = builder.insert_element(nothing, once, ir.IntType(32)(0))
        product = builder.fmul(builder.shuffle_vector(times, nothing, first_lane), builder.load(of, align=4))
        builder.store(builder.fadd(builder.load(to, align=4), product), to, align=4)
        return context.get_dummy_value()

    return types.void(target, types.int64, source, types.int64, types.float64), codegen


def _leaders_python(scores: Any, n: int) -> int:
    known = scores[:n]
    if not np.all(known <= LIMIT):
        return 0
    return int(sum(1 << i for i in range(n) if known[i] == known.max()))


@instruction(_leaders_python)
def leaders_of_eight(typingctx: Any, scores: Any, n: Any) -> Any:
    """``leaders_of_eight(scores, n)``: a bit mask of the best of the first ``n`` (1 to 8) scores; 0 if one is no number, or infinite."""
    return types.int64(scores, types.int64), functools.partial(_compare, 2)


@instruction(_leaders_python)
def leaders_of_four(typingctx: Any, scores: Any, n: Any) -> Any:
    """``leaders_of_four(scores, n)``: the same for up to four scores."""
    return types.int64(scores, types.int64), functools.partial(_compare, 1)


def _compare(fours: int, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Emit ``leaders``: vectors of four numbers. What lies behind the first ``n`` scores is read, but counts as minus infinity."""
    scores, n = arguments
    number, index = ir.DoubleType(), ir.IntType(32)
    start = builder.bitcast(address_in(context, builder, signature.args[0], scores), ir.PointerType(WORD))

    def four(kind: Any, of: Any) -> Any:
        return ir.Constant(ir.VectorType(kind, 4), [ir.Constant(kind, of(i)) for i in range(4)])

    anything = ir.Constant(ir.VectorType(WORD, 4), ir.Undefined)
    count = builder.insert_element(anything, n, index(0))
    count = builder.shuffle_vector(count, anything, four(index, lambda i: 0))
    parts, listed = [], []
    for part in range(fours):
        words = anything
        for i in range(4):  # one by one: they have just been written one by one, and a load of all would wait for the cache
            place = builder.gep(start, [WORD(4 * part + i)])
            words = builder.insert_element(words, builder.load_atomic(place, "monotonic", 8), index(i))
        listed.append(builder.icmp_unsigned("<", four(WORD, lambda i, part=part: 4 * part + i), count))
        numbers = builder.bitcast(words, ir.VectorType(number, 4))
        parts.append(builder.select(listed[part], numbers, four(number, lambda i: float("-inf"))))
    best = parts[0] if fours == 1 else builder.select(builder.fcmp_ordered(">", *parts), *parts)
    for apart in (2, 1):
        other = builder.shuffle_vector(best, best, four(index, lambda i, apart=apart: i ^ apart))
        best = builder.select(builder.fcmp_ordered(">", best, other), best, other)
    mask, wrong = WORD(0), ir.IntType(4)(0)
    for part in range(fours):
        equal = builder.and_(builder.fcmp_ordered("==", parts[part], best), listed[part])
        bits = builder.zext(builder.bitcast(equal, ir.IntType(4)), WORD)
        mask = builder.or_(mask, builder.shl(bits, WORD(4 * part)))
        above = builder.fcmp_unordered(">", parts[part], four(number, lambda i: LIMIT))
        wrong = builder.or_(wrong, builder.bitcast(above, ir.IntType(4)))
    return builder.select(builder.icmp_unsigned("!=", wrong, ir.IntType(4)(0)), WORD(0), mask)


@intrinsic
def copy_bytes(typingctx: Any, target: Any, into: Any, source: Any, at: Any, count: Any) -> Any:
    """Copy ``count`` bytes of one record, from byte ``at`` on, to byte ``into`` of another one; compiled code only."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        there = builder.gep(builder.bitcast(args[0], BYTES), [args[1]])
        here = builder.gep(builder.bitcast(args[2], BYTES), [args[3]])
        cgutils.raw_memcpy(builder, there, here, args[4], 1)
        return context.get_dummy_value()

    return types.none(target, types.int64, source, types.int64, types.int64), codegen


def _differ(words: int) -> Any:
    @intrinsic
    def differ(typingctx: Any, one: Any, there: Any, other: Any, here: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.VectorType(WORD, words)
            parts = []
            for record, at in ((args[0], args[1]), (args[2], args[3])):
                place = builder.gep(builder.bitcast(record, BYTES), [at])
                parts.append(builder.load(builder.bitcast(place, kind.as_pointer()), align=2))
            bits = ir.IntType(words)
            return builder.icmp_unsigned("!=", builder.bitcast(builder.icmp_unsigned("!=", *parts), bits), bits(0))

        return types.boolean(one, types.int64, other, types.int64), codegen

    return differ


differ_in_4, differ_in_8 = _differ(4), _differ(8)
"""``differ_in_4(record, byte, other, other_byte)``: whether the 4 (or 8) words from there on differ in two records; compiled code only"""


@intrinsic
def fill_halves(typingctx: Any, record: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """Write the first four fields of a record, of 16 bits each, at once; compiled code only."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.Constant(WORD, 0)
        for position, value in enumerate(args[1:]):
            field = builder.zext(builder.trunc(value, HALF), WORD)
            word = builder.or_(word, builder.shl(field, ir.Constant(WORD, 16 * position)))
        builder.store(word, builder.bitcast(args[0], WORD.as_pointer()), align=2)
        return context.get_dummy_value()

    return types.none(record, *(types.int64,) * 4), codegen


def seen_as(dtype: np.dtype[Any]) -> Any:
    """Return what gives a record, where it lies, as a record of another dtype, whose fields may lie over each other.

    Numba takes such a dtype for records inside of kernels, but not for those that Python hands over.
    """
    if INTERPRETED:
        return lambda record: record.view(np.dtype((np.record, dtype)))
    kind = from_dtype(dtype)

    @intrinsic
    def seen(typingctx: Any, record: Any) -> Any:
        return kind(record), lambda context, builder, signature, args: builder.bitcast(args[0], context.get_value_type(kind))

    return seen
