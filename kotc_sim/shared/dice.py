"""Which die the default policy uses next: battles in games and on paper ask the same question."""

from __future__ import annotations

from kotc_sim.compiler import kernel

FACES = 6


@kernel()
def pick_die(hist, hp):
    """Return the face index (0..5) of the die that the default policy uses next.

    The smallest die that destroys the front minion; if none does, the largest.

    Parameters
    ----------
    hist : int array, shape (6,)
        Number of unused dice by face; at least one.
    hp : int
        Current HP of the front minion; at 0 every die destroys.
    """
    for face in range(max(hp - 1, 0), FACES):
        if hist[face] > 0:
            return face
    for face in range(FACES - 1, 0, -1):
        if hist[face] > 0:
            return face
    return 0
