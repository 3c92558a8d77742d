"""Counter-based random streams: every random decision draws from its own stream.

A stream is keyed by (run seed, pair, purpose, seat); a dice stream also by turn and ordinal within the turn. So results do not
depend on threads, chunks or machines, the dice of a later battle do not move when an earlier one used more dice, and changing one
player's deck does not reshuffle the other's (docs/statistics.md: two builds, same seeds).
The mixer is splitmix64 (Steele, Lea, Flood 2014).
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.bits import mulhi
from kotc_sim.compiler.types import INTERPRETED

U64 = np.uint64
GOLD = U64(0x9E3779B97F4A7C15)
MIX1 = U64(0xBF58476D1CE4E5B9)
MIX2 = U64(0x94D049BB133111EB)
ODD_PURPOSE = U64(0xD1B54A32D192ED03)
ODD_SEAT = U64(0xA24BAED4963EE407)
ODD_TURN = U64(0x8CB92BA72F3D8DD7)
S30, S27, S31 = U64(30), U64(27), U64(31)

# purposes of streams
DECK_ORDER, DICE, CHANCE, TIES, STARTER, SEARCH, EXPLORING = 1, 2, 3, 4, 5, 6, 7
PERCENT = 100  # the parts in which checked games state how many decisions are explored

if INTERPRETED:
    np.seterr(over="ignore")  # uint64 wrap-around is intended


@kernel()
def mix64(z):
    """Return the splitmix64 finaliser of ``z`` (uint64 -> uint64)."""
    z = (z ^ (z >> S30)) * MIX1
    z = (z ^ (z >> S27)) * MIX2
    return z ^ (z >> S31)


@kernel()
def stream_key(seed, pair, purpose, seat):
    """Return the uint64 key of the stream (seed, pair, purpose, seat)."""
    z = mix64(U64(seed) + GOLD * (U64(pair) + U64(1)))
    return mix64(z ^ (ODD_PURPOSE * U64(purpose)) ^ (ODD_SEAT * (U64(seat) + U64(1))))


@kernel()
def event_key(key, turn, ordinal):
    """Return the state of the sub-stream of one chance event: the ``ordinal``-th of its stream in this turn."""
    return mix64(key + ODD_TURN * U64(turn) + GOLD * U64(ordinal))


@kernel()
def below(word, n):
    """Map a random 64-bit word to 0..n-1 (multiply-high; bias under n / 2**64)."""
    return np.int64(mulhi(word, U64(n)))
