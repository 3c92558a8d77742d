"""Worlds that agree with what a player knows: hidden cards dealt again, dice and chance of a stream of their own.

For each player, the cards that ``me`` may not know are collected, sorted by definition, and dealt at random to the places where
hidden cards lie, so that a world depends on the search stream and on what may be known, never on where the hidden cards really
are. Players know the lists of all decks (peers of the same table have seen them), not their order. What was publicly done to a
place (a resource exhausted, a card down-leveled) stays with the place. Face-down traps stay spells.
"""

from typing import Any

from kotc_sim.compiler import bits, kernel
from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import CARD, DEFINITION, ZONE_CAP, GameType, MatchType
from kotc_sim.shared.result import MAX_DEFS
from kotc_sim.shared.streams import GOLD, SEARCH, U64, below, mix64

MIXED = U64(0x5EA12C4D9B3F7E61)
DEEP = 16
"""So many cards at the top of a deck are dealt at random; a playout of a few turns does not get to the order of those below."""
MOST_HIDDEN = 6 * ZONE_CAP
TRAPS, IN_DECK, IN_HAND = 1, 2, 3
PLACES = 4
KNOWN = PLACES + MOST_HIDDEN
OF_PLAYER = KNOWN + MOST_HIDDEN
"""Where it is noted what is hidden with a player, and how many numbers that are (`note_hidden`)."""
assert MAX_DEFS <= MOST_HIDDEN, "definitions are counted where cards are dealt"


@kernel()
def notes_size(players):
    """Return how many numbers `note_hidden` and `determinize` take."""
    return int(players) * OF_PLAYER + MOST_HIDDEN


@kernel()
def search_key(g, me):
    """Return the state of the search stream of this decision: from the player's own stream and the count of decisions."""
    player = g.players[me]
    return mix64(player.ties ^ (MIXED * U64(SEARCH))) + GOLD * U64(player.decisions + 1)


@kernel()
def is_hidden(g, me, p, zone, c):
    """Return whether ``me`` may not know card ``c`` in a zone of player ``p``."""
    if (g.cards[c].shown >> me) & 1 == 1:
        return False
    return p != me or zone == kinds.Zone.DECK


_CARDS, _CARD = int(GameType.offset("cards")), CARD.itemsize
_DEFS, _DEFINITION = int(MatchType.offset("defs")), DEFINITION.itemsize
_PRINT = CARD.fields["sp"][1]
_ITS_PRINT = DEFINITION.fields["card"][1] + _PRINT
_PRINT_SIZE = CARD.fields["printed_level"][1] + CARD["printed_level"].itemsize - _PRINT
"""What a definition says of a card lies in one piece: SP, HP, both as printed, and the printed level."""


def _copy_print_python(g: Any, c: int, m: Any, d: int) -> None:
    for name in ("sp", "hp", "printed_sp", "printed_hp", "printed_level"):
        g.cards[c][name] = m.defs[d].card[name]


@kernel()
def _copy_print(g, c, m, d):
    bits.copy_bytes(g, _CARDS + c * _CARD + _PRINT, m, _DEFS + d * _DEFINITION + _ITS_PRINT, _PRINT_SIZE)


copy_print: Any = _copy_print_python if INTERPRETED else _copy_print
"""``copy_print(game, card, match, definition)``: give a card the numbers of a definition"""


@kernel()
def become(g, m, c, d):
    """Make card ``c`` one of definition ``d``, where it lies."""
    g.cards[c].definition = d
    copy_print(g, c, m, d)


@kernel()
def note_zone(g, me, p, zone, notes):
    """Note the cards of one zone of player ``p`` that ``me`` may not know."""
    player = g.players[p]
    at = p * OF_PLAYER
    n = notes[at]
    for i in range(player.n[zone]):
        c = player.zone[zone, i]
        if is_hidden(g, me, p, zone, c):
            notes[at + PLACES + n] = c
            n += 1
    notes[at] = n


@kernel()
def note_player(g, m, me, p, notes):
    """Note what ``me`` may not know of player ``p``."""
    at = p * OF_PLAYER
    notes[at] = notes[at + TRAPS] = notes[at + IN_DECK] = notes[at + IN_HAND] = 0
    if p != me:
        note_zone(g, me, p, kinds.Zone.TRAPFIELD, notes)
        notes[at + TRAPS] = notes[at]
    note_zone(g, me, p, kinds.Zone.DECK, notes)
    notes[at + IN_DECK] = notes[at] - notes[at + TRAPS]
    if p != me:
        note_zone(g, me, p, kinds.Zone.HAND, notes)
        notes[at + IN_HAND] = notes[at] - notes[at + TRAPS] - notes[at + IN_DECK]
        note_zone(g, me, p, kinds.Zone.GRANARY, notes)
        note_zone(g, me, p, kinds.Zone.GRAVE, notes)
        note_zone(g, me, p, kinds.Zone.RESERVES, notes)
    counts = int(g.n_players) * OF_PLAYER
    for d in range(m.n_defs):
        notes[counts + d] = 0
    for i in range(notes[at]):
        notes[counts + g.cards[notes[at + PLACES + i]].definition] += 1
    k = at + KNOWN
    for d in range(m.n_defs):
        for _ in range(notes[counts + d]):
            notes[k] = d
            k += 1


@kernel()
def note_hidden(g, m, me, notes):
    """Note what ``me`` may not know: of each player ``OF_PLAYER`` numbers, and room for dealing behind them (`notes_size`).

    The numbers are how many cards are hidden, and of these traps, in the deck, in the hand; then the cards, zone by zone, and their
    definitions, sorted. All this depends on the decision only, so it is worked out once for all worlds.
    """
    for p in range(g.n_players):
        note_player(g, m, me, p, notes)


@kernel()
def deal_hidden(g, m, p, notes, state):
    """Deal the hidden cards of player ``p`` again, to where they lie (`note_hidden`); returns the state of the stream."""
    at = p * OF_PLAYER
    pool = int(g.n_players) * OF_PLAYER
    n = notes[at]
    traps = notes[at + TRAPS]
    if n == 0:
        return state
    for i in range(n):
        notes[pool + i] = notes[at + KNOWN + i]
    below_top = 0 if traps > 0 else notes[at + IN_DECK] - DEEP  # spells for traps are looked for among all
    for i in range(n - 1, max(0, below_top - 1), -1):
        state = state + GOLD
        j = below(mix64(state), i + 1)
        d = notes[pool + i]
        notes[pool + i] = notes[pool + j]
        notes[pool + j] = d
    if traps > 0:
        k = 0
        for i in range(n):  # spells first, for the traps
            if k < traps and m.defs[notes[pool + i]].spell == 1:
                d = notes[pool + i]
                notes[pool + i] = notes[pool + k]
                notes[pool + k] = d
                k += 1
    for k in range(n):
        become(g, m, notes[at + PLACES + k], notes[pool + k])
    return state


@kernel()
def determinize(g, m, notes, state):
    """Turn game ``g`` (a copy) into a world that agrees with what a player knows (`note_hidden`); returns the state of the stream."""
    for p in range(g.n_players):
        if g.players[p].out == 0:
            state = deal_hidden(g, m, p, notes, state)
        player = g.players[p]
        player.loose = 0  # what was dealt above is the order
        state = state + GOLD
        player.dice_key = mix64(state)
        state = state + GOLD
        player.chance_key = mix64(state)
        state = state + GOLD
        player.ties = mix64(state)
    return state
