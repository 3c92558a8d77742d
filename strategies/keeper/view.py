"""What a player may know, and accessors that strategies read through.

Open to everybody: battlefields, the chain, counters, how many cards each zone holds, hit points, unexhausted resources. A player also
knows the cards of the own hand, granary, grave, trapfield and reserves (17.zones.2 to 17.zones.10), and cards that were revealed or looked
at (``shown``). The order of decks, enemies' hands, granaries, graves and face-down traps are hidden, and so are enemies' petrified cards
(17.keyword.57). Reading anything else gives a strategy knowledge that a player does not have; the tests permute hidden cards and compare
scores.
"""

from typing import Any

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.zones import level


@kernel(checks=True)
def knows(g, me, c):
    """Return whether player ``me`` may know which card ``c`` is."""
    card = g.cards[c]
    zone = card.zone
    if zone == kinds.Zone.BATTLEFIELD:
        return card.petrified == 0 or card.holder == me  # 17.keyword.57
    if zone == kinds.Zone.NOWHERE or zone == kinds.Zone.REMOVED:
        return True
    if (card.shown >> me) & 1 == 1:
        return True
    return card.holder == me and zone != kinds.Zone.DECK


@kernel(checks=True)
def definition(g, me, c):
    """Return the definition of card ``c`` (an index of ``match.defs``), or -1 if player ``me`` may not know it."""
    if not knows(g, me, c):
        return -1
    return int(g.cards[c].definition)


@kernel(checks=True)
def level_of(g, m, me, c):
    """Return the current level of card ``c``, or -1 if player ``me`` may not know it."""
    if g.cards[c].petrified == 1 or not known(g, me, c):
        return -1
    return int(level(g, m, c))


@kernel(checks=True)
def hp(g, p):
    """Return the hit points of player ``p``."""
    return int(g.players[p].hp)


@kernel(checks=True)
def count(g, p, zone):
    """Return how many cards a zone of player ``p`` holds (17.zones.10)."""
    return int(g.players[p].n[zone])


@kernel(checks=True)
def free_resources(g, p):
    """Return how many unexhausted resources player ``p`` has."""
    return int(g.players[p].free)


@kernel(checks=True)
def minion(g, p, i):
    """Return the card index of the ``i``-th minion on the battlefield of player ``p``."""
    return int(g.players[p].zone[kinds.Zone.BATTLEFIELD, i])


@kernel(checks=True)
def hand_card(g, me, i):
    """Return the card index of the ``i``-th card in the own hand."""
    return int(g.players[me].zone[kinds.Zone.HAND, i])


@kernel(checks=True)
def is_ready(g, c):
    """Return whether minion ``c`` is unexhausted and not petrified."""
    card = g.cards[c]
    return card.exhausted == 0 and card.petrified == 0


@kernel(checks=True)
def enemy(g, me):
    """Return the enemy with the fewest hit points who is still in the game (the only one, in a game of two)."""
    best = -1
    for q in range(g.n_players):
        if q != me and g.players[q].out == 0 and (best < 0 or g.players[q].hp < g.players[best].hp):
            best = q
    return best


@kernel(checks=True)
def enemy_traps(g, me):
    """Return how many face-down traps enemies have."""
    n = 0
    for q in range(g.n_players):
        if q != me:
            n += g.players[q].n[kinds.Zone.TRAPFIELD]
    return n


def _unchecked(reader: Any) -> Any:
    """Return a reader for the heuristic, whose indices are the record's own: where nothing is checked, no caller asks for errors."""
    return kernel()(getattr(reader, "py_func", reader))


known, known_level, weakest = _unchecked(knows), _unchecked(level_of), _unchecked(enemy)
