"""Successive halving: how a search spends its playouts on options (Karnin, Koren, Somekh 2013).

All options get a few worlds, the better half gets as many playouts again, and so on; of the last two, the first that is clearly better.
"""

from __future__ import annotations

from kotc_sim.compiler import kernel

LEAST_WORLDS = 4
"""So many worlds are played at least before the better of two options can be clear."""


@kernel()
def is_clear(n, gap, squares, clear):
    """Tell whether one of two options is better: ``n`` worlds differ by ``gap`` in sum, ``squares`` is the sum of squares.

    It is when the mean difference is ``clear`` standard errors or more from 0; so are two options that are always worth the same.
    """
    return n >= LEAST_WORLDS and gap * gap * (n - 1) >= clear * clear * (squares * n - gap * gap)


@kernel()
def sort_by_sum(total, order, alive):
    """Sort the options that are still tried by the sum of their playouts."""
    for k in range(1, alive):
        j = k
        while j > 0 and total[order[j]] > total[order[j - 1]]:
            keep = order[j]
            order[j] = order[j - 1]
            order[j - 1] = keep
            j -= 1


@kernel()
def worlds_of_round(alive, left):
    """Return how many worlds a round plays, by the playouts that are left for this round and those of fewer options behind it."""
    rounds = 1
    k = alive
    while k > 2:
        k = (k + 1) // 2
        rounds += 1
    return max(1, left // (rounds * alive))
