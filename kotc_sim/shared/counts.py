"""Counts of a chunk of finished games, in one pass over their records; ``kotc_sim.runs.tally`` says what is counted."""

from kotc_sim.compiler import kernel, types
from kotc_sim.shared.result_record import RESULT

ResultArray = types.Array(types.from_dtype(RESULT), 1, "C")
SeenArray = types.Array(types.uint8, 3, "C")
CountArray1, CountArray2, CountArray3, CountArray5 = (types.Array(types.int64, n, "C") for n in (1, 2, 3, 5))


@kernel()
def add_number(sums, squares, side, k, number):
    """Add a number of one side's game to its sum, and its square to the squares."""
    sums[side, k] += number
    squares[side, k] += number * number


@kernel(
    types.void(
        ResultArray, SeenArray, CountArray1,
        CountArray2, CountArray2, CountArray2, CountArray1, CountArray2, CountArray2, CountArray2, CountArray1, CountArray5, CountArray3,
        types.Array(types.int8, 1, "C"), types.Array(types.uint8, 2, "C"),
    )
)  # fmt: skip
def count_results(results, seen, edges, table, turns, endings, raised, sums, squares, products, comebacks, cards, used, scores, came_back):
    """Add games, two to a pair, to the counts of a ``Tally``.

    - ``results``, ``seen``, ``edges``: records of the games (games,), what was seen of each card (games, seats, definitions), upper edges
      of the strata of turns.
    - ``table``, ``turns``, ``endings``, ``raised``, ``sums``, ``squares``, ``products``, ``comebacks``, ``cards``, ``used``: arrays of the
      tally, added to.
    - ``scores`` (int8 array, shape (pairs,)): set to twice A's score over both games of each pair.
    - ``came_back`` (uint8 array, shape (2, games)): set to 1 where A (B) won after it was behind.
    """
    n_definitions = seen.shape[2]
    first = 0
    for i in range(results.shape[0]):
        r = results[i]
        score = int(r.score2[i & 1])
        if i & 1 == 0:
            first = score
        else:
            table[first, score] += 1
            scores[i >> 1] = first + score
        length = min(int(r.turns), turns.shape[0] - 1)
        turns[length, score] += 1
        endings[r.ending, score] += 1
        for bit in range(raised.shape[0]):
            raised[bit] += (r.raised >> bit) & 1
        stratum = 0
        while stratum < edges.shape[0] and edges[stratum] < length:
            stratum += 1
        for side in range(2):
            seat = (i & 1) if side == 0 else 1 - (i & 1)
            own = int(r.score2[seat])
            damage, field, paid = int(r.damage[seat]), int(r.sp_turns[seat]), int(r.paid[seat])
            add_number(sums, squares, side, 0, damage)
            add_number(sums, squares, side, 1, field)
            add_number(sums, squares, side, 2, paid)
            add_number(sums, squares, side, 3, int(r.decisions[seat]))
            add_number(sums, squares, side, 4, int(r.hp[seat]))
            products[side, 0] += damage * field
            products[side, 1] += damage * paid
            back = 1 if r.comeback[seat] == 1 and own == 2 else 0
            comebacks[side] += back
            came_back[side, i] = back
            for d in range(n_definitions):
                bits = int(seen[i, seat, d])
                cards[side, d, stratum, bits & 1, own] += 1
                for k in range(used.shape[2]):
                    used[side, d, k] += (bits >> k) & 1
