"""How shares of decks move where players copy what wins: replicator dynamics.

P. D. Taylor and L. B. Jonker (1978), *Mathematical Biosciences* 40, 145–156.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

GENERATIONS = 60


def replicate(scores: ArrayLike, start: ArrayLike, generations: int = GENERATIONS) -> tuple[Array, Array]:
    """Follow shares of decks, each of which is multiplied in every generation by the deck's score against the field.

    Returns the shares, float64 of shape (generations + 1, decks), each row of sum 1, and how exploitable each field is, of shape
    (generations + 1,): what the best deck scores against it, less one half.

    ``scores``, shape (decks, decks), are the row's against the column, 0..1, one half on the diagonal; ``start`` are shares to begin with,
    scaled to a sum of 1. Raises `ValueError` if the shapes do not fit, or a share is not above 0: a deck that nobody plays is never copied.
    """
    matrix: Array = np.asarray(scores, dtype=np.float64)
    share: Array = np.asarray(start, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or share.shape != matrix.shape[:1]:
        raise ValueError("scores are a square matrix, with a share for each row")
    if not np.all(share > 0):
        raise ValueError("a deck that nobody plays is never copied: all shares are above 0")
    share = share / share.sum()
    rows = [share]
    for _ in range(generations):
        grown = share * (matrix @ share)
        share = grown / grown.sum()
        rows.append(share)
    shares = np.stack(rows)
    return shares, (shares @ matrix.T).max(axis=1) - 0.5
