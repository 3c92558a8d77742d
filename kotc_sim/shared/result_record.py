"""One record for each finished game, the same for both games; plain integers, so that chunks add up exactly.

``RESULT`` fields (seats count from 0; unused seats are 0):

- ``score2``: twice the score of each seat: 2 win, 1 tie, 0 loss.
- ``ending``: why the game ended (`kotc_sim.shared.result.Ending`). ``turns``: turns played, all players counted together.
- ``raised``: sum of `Flag` bits that were raised.
- ``damage``: damage that each seat inflicted on enemies (minions up to their HP, players; overkill that hits nothing excluded).
- ``sp_turns``: SP on the seat's battlefield, summed over all Battle Phases of that seat's own turns.
- ``paid``: levels paid in resources. ``hp``: final HP (Level-Up: points). ``comeback``: 1 if the seat was ever 10 or more HP behind.
- ``decisions``: decisions that were put to the seat's strategy.

A second array, ``seen`` (games, seats, definitions) uint8, holds `Seen` bits for each card definition of the match.
"""

import numpy as np

from kotc_sim.shared.result import MAX_PLAYERS

RESULT = np.dtype(
    [
        ("score2", "i1", (MAX_PLAYERS,)),
        ("comeback", "i1", (MAX_PLAYERS,)),
        ("ending", "i2"),
        ("turns", "i2"),
        ("raised", "i4"),
        ("damage", "i4", (MAX_PLAYERS,)),
        ("sp_turns", "i4", (MAX_PLAYERS,)),
        ("paid", "i4", (MAX_PLAYERS,)),
        ("hp", "i4", (MAX_PLAYERS,)),
        ("decisions", "i4", (MAX_PLAYERS,)),
    ],
    align=True,
)
