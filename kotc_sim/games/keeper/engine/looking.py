"""What the rules look at that not every player knows: hidden cards, the order of decks, chance.

A search plays one position on in several worlds, which differ in just this (``strategies.keeper.determinize``). What happens before any
of it is looked at is the same in all of them, and is played once. So whatever reads a card that may be hidden, or draws from a stream,
notes it in ``looked`` of the record; a card that is moved or shown needs no note, as the search sees that its record has changed.
"""

from kotc_sim.compiler import kernel
from kotc_sim.shared.result import MAX_PLAYERS

CHANCE = 1 << MAX_PLAYERS  # bit of ``looked``: a die, a random pick, or the order of a deck


@kernel()
def look_at(g, p):
    """Note that the rules look at cards that player ``p`` may know, but not everybody else: the hand, for instance."""
    g.looked |= 1 << p


@kernel()
def look_at_chance(g):
    """Note that a die, a random pick or the order of a deck counts."""
    g.looked |= CHANCE
