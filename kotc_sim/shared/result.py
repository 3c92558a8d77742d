"""One record for each finished game, the same for both games; plain integers, so that chunks add up exactly.

``RESULT`` fields (seats count from 0; unused seats are 0):

- ``score2``: twice the score of each seat: 2 win, 1 tie, 0 loss.
- ``ending``: why the game ended (:class:`Ending`). ``turns``: turns played, all players counted together.
- ``raised``: sum of :class:`Flag` bits that were raised.
- ``damage``: damage that each seat inflicted on enemies (minions up to their HP, players; overkill that hits nothing excluded).
- ``sp_turns``: SP on the seat's battlefield, summed over all Battle Phases of that seat's own turns.
- ``paid``: levels paid in resources. ``hp``: final HP (Level-Up: points). ``comeback``: 1 if the seat was ever 10 or more HP behind.
- ``decisions``: decisions that were put to the seat's strategy.

A second array, ``seen`` (games, seats, definitions) uint8, holds :class:`Seen` bits for each card definition of the match.
"""

from enum import IntEnum, IntFlag

import numpy as np

MAX_PLAYERS = 8
MAX_DEFS = 200  # different cards in a match

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


class Ending(IntEnum):
    """Why a game ended."""

    NONE = 0
    HIT_POINTS = 1  # all but one player at 0 HP (Level-Up: points)
    DECK_OUT = 2
    TIE_BREAK = 3  # HP conditions met with equal HP: decided by the later criteria
    TURN_CAP = 4
    ERROR = 5
    LIMIT = 6  # a list of the record was full: all players who are left tie, since play could not go on


class Flag(IntFlag):
    """Limits that were met in a game; each is reported, never hidden."""

    LINK_CAP = 1  # the cap on chain links in a turn (17.ruling.21)
    CHAIN_FULL = 2  # one chain held as many links as the record can
    OVERFLOW = 4  # a list of the record was full (options, events, counters, pawns, frames)
    INVARIANT = 8  # debug mode found a violated invariant
    BAD_SCORE = 16  # a strategy returned NaN
    STUCK = 32  # a game made no progress


class Seen(IntFlag):
    """What happened to a card definition in a game."""

    DRAWN = 1
    OFFERED = 2  # playing it or activating one of its abilities was a legal option
    PLAYED = 4  # summoned, cast or set
    ACTIVATED = 8  # one of its minion abilities became a chain link
