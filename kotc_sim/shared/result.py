"""How a game ended, what was met in it, and how many may play; the same for both games, and without NumPy."""

from enum import IntEnum, IntFlag

MAX_PLAYERS = 8
MAX_DEFS = 200  # different cards in a match


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
