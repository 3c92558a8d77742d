"""Which option has the best score: both games ask this once for each decision.

Scores come in any order, so that a loop which compares them one by one mispredicts a branch or two of each decision. Up to eight, which is
nearly always all of them, are compared at once.
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.bits import LIMIT, leaders_of_eight, leaders_of_four, lowest_bit
from kotc_sim.shared.streams import GOLD, below, mix64

FOUR, EIGHT = 4, 8  # so many scores are compared at once
_BITS = [[place for place in range(EIGHT) if mask >> place & 1] for mask in range(1 << EIGHT)]
PLACES = np.array([places + [0] * (EIGHT - len(places)) for places in _BITS], np.int8)
"""By bit mask: the places of its bits, the lowest first."""


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
        best = leaders_of_four(scores, n) if n <= FOUR else leaders_of_eight(scores, n)
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
