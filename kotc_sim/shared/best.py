"""Which option has the best score: both games ask this once for each decision.

Scores come in any order, so that a loop which compares them one by one mispredicts a branch or two of each decision. Up to eight, which is
nearly always all of them, are compared at once.
"""

from __future__ import annotations

import functools
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from kotc_sim.compiler import kernel
from kotc_sim.compiler.bits import trailing_zeros as lowest_bit
from kotc_sim.compiler.lists import address_in
from kotc_sim.shared.streams import GOLD, below, mix64

FOUR, EIGHT = 4, 8
"""So many scores are compared at once."""
_BITS = [[place for place in range(EIGHT) if mask >> place & 1] for mask in range(1 << EIGHT)]
PLACES = np.array([places + [0] * (EIGHT - len(places)) for places in _BITS], np.int8)
"""By bit mask: the places of its bits, the lowest first."""
LIMIT = 1e300
"""A score above this counts as infinite."""

if numba.config.DISABLE_JIT:

    def leaders(scores: Any, n: int) -> int:
        """Return which of the first ``n`` (1 to 8) scores are the best, as a bit mask; 0 if one is not a number, or infinite."""
        known = scores[:n]
        if not np.all(known <= LIMIT):
            return 0
        return int(sum(1 << i for i in range(n) if known[i] == known.max()))

    leaders_of_four = leaders

else:

    @intrinsic
    def leaders(context: Any, scores: Any, n: Any) -> Any:
        """Return which of the first ``n`` (1 to 8) scores are the best, as a bit mask; 0 if one is not a number, or infinite."""
        return types.int64(scores, types.int64), functools.partial(_compare, 2)

    @intrinsic
    def leaders_of_four(context: Any, scores: Any, n: Any) -> Any:
        """Return the same for up to four scores."""
        return types.int64(scores, types.int64), functools.partial(_compare, 1)


def _compare(fours: int, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Emit `leaders`: vectors of four numbers. What lies behind the first ``n`` scores is read, but counts as minus infinity."""
    scores, n = arguments
    word, number, index = ir.IntType(64), ir.DoubleType(), ir.IntType(32)
    start = builder.bitcast(address_in(context, builder, signature.args[0], scores), ir.PointerType(word))

    def four(kind: Any, of: Any) -> Any:
        return ir.Constant(ir.VectorType(kind, 4), [ir.Constant(kind, of(i)) for i in range(4)])

    anything = ir.Constant(ir.VectorType(word, 4), ir.Undefined)
    count = builder.insert_element(anything, n, index(0))
    count = builder.shuffle_vector(count, anything, four(index, lambda i: 0))
    parts, listed = [], []
    for part in range(fours):
        words = anything
        for i in range(4):  # one by one: they have just been written one by one, and a load of all would wait for the cache
            place = builder.gep(start, [word(4 * part + i)])
            words = builder.insert_element(words, builder.load_atomic(place, "monotonic", 8), index(i))
        listed.append(builder.icmp_unsigned("<", four(word, lambda i, part=part: 4 * part + i), count))
        numbers = builder.bitcast(words, ir.VectorType(number, 4))
        parts.append(builder.select(listed[part], numbers, four(number, lambda i: float("-inf"))))
    best = parts[0] if fours == 1 else builder.select(builder.fcmp_ordered(">", *parts), *parts)
    for apart in (2, 1):
        other = builder.shuffle_vector(best, best, four(index, lambda i, apart=apart: i ^ apart))
        best = builder.select(builder.fcmp_ordered(">", best, other), best, other)
    mask, wrong = word(0), ir.IntType(4)(0)
    for part in range(fours):
        equal = builder.and_(builder.fcmp_ordered("==", parts[part], best), listed[part])
        bits = builder.zext(builder.bitcast(equal, ir.IntType(4)), word)
        mask = builder.or_(mask, builder.shl(bits, word(4 * part)))
        above = builder.fcmp_unordered(">", parts[part], four(number, lambda i: LIMIT))
        wrong = builder.or_(wrong, builder.bitcast(above, ir.IntType(4)))
    return builder.select(builder.icmp_unsigned("!=", wrong, ir.IntType(4)(0)), word(0), mask)


@kernel()
def count_bits(bits):
    """Return how many bits are set."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@kernel(rare=True)
def best_of_many(scores, n):
    """Return what :func:`best_of` does, of any number of scores; no bit mask."""
    best = -np.inf
    count = 0
    first = -1
    for i in range(n):
        s = scores[i]
        if not (s <= LIMIT):
            return -1, 1, 0
        if s > best or count == 0:
            best = s
            count = 1
            first = i
        elif s == best:
            count += 1
    return first, count, 0


@kernel()
def best_of(scores, n):
    """Return the first of the best of ``n`` scores, or -1 if one is not a number, how many are as good, and which, as a bit mask.

    Of more than eight scores there is no mask: it is 0.
    """
    if n > EIGHT:
        return best_of_many(scores, n)
    if n == 2:
        one, other = scores[0], scores[1]
        if not (one <= LIMIT and other <= LIMIT):
            return -1, 1, 0
        best = (one >= other) | ((other >= one) << 1)
    else:
        best = leaders_of_four(scores, n) if n <= FOUR else leaders(scores, n)
        if best == 0:
            return -1, 1, 0
    return np.int64(lowest_bit(best)), count_bits(best), best


@kernel(rare=True)
def equal_after(scores, first, k):
    """Return the option that scores like the first of the best and comes ``k`` places after it among these."""
    i = first
    while k > 0:
        i += 1
        k -= scores[i] == scores[first]
    return i


@kernel()
def one_of(scores, first, best, k):
    """Return the option that comes ``k`` places after the first of the best (:func:`best_of`) among these."""
    return np.int64(PLACES[best, k]) if best != 0 else equal_after(scores, first, k)


@kernel()
def pick_best(g, p, scores):
    """Return the index of the best score; ties are broken by the player's own stream; -1 if a score is not a number."""
    first, count, best = best_of(scores, np.int64(g.n_options))
    if count == 1:
        return first
    player = g.players[p]
    player.ties = player.ties + GOLD
    return one_of(scores, first, best, np.int64(below(mix64(player.ties), count)))
