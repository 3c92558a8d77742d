"""What describes one side of a state: how many cards of each definition lie where, counters, and what the player has.

A fitted value (`fitted_value`) is linear in these, or a small network over both sides (``strategies.network``), and antisymmetric. States
are described between two turns, where nothing is pending. Cards that a player may not know count as in the world at hand: a search looks at
worlds that agree with what its player knows (``determinize``), so that what it finds does not depend on hidden cards.
"""

import zlib
from enum import IntEnum
from typing import Any

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import MAX_COUNTERS, ZONE_CAP
from kotc_sim.games.keeper.engine.stack import next_player
from kotc_sim.games.keeper.engine.zones import level
from kotc_sim.strategies.fit import squash
from kotc_sim.strategies.keeper.evaluate import decided_value, is_decided, side_worth
from kotc_sim.strategies.learned import Feature, card_features, name_of_deck, side_features
from kotc_sim.strategies.network import WIDE, add_entry, add_side, hidden_value, units_behind

Place = IntEnum("Place", "READY SPENT PAYABLE DISTANT RESOURCE LIBRARY TRAP", start=0)
"""Where a card lies, and whether it can be used soon."""
N_PLACES = len(Place)
NUMBERS = (
    ("hit points", 0.0), ("hit points", 3.0), ("hit points", 7.0), ("hit points", 12.0),
    ("resources", 0.0), ("resources", 2.0), ("resources", 4.0), ("resources", 7.0),
    ("hand", 0.0), ("hand", 1.0), ("hand", 3.0),
    ("deck", 6.0),
    ("field", 1.0), ("field", 3.0),
)  # fmt: skip
"""What a player has, up to a bound, as a share of it; or without one (0.0), in tens of hit points, fives of cards."""
N_NUMBERS = len(NUMBERS)
ZONE_PLACES = ((kinds.Zone.GRANARY, Place.RESOURCE), (kinds.Zone.TRAPFIELD, Place.TRAP))
"""Zones in which all cards lie in the same place."""
HIT_POINTS, CARDS = 0.1, 0.2
WORTH_SCALE = 0.1
"""Ten levels of worth by hand are one of the feature."""
LONGEST = 5 * ZONE_CAP + MAX_COUNTERS + N_NUMBERS + 2
"""Entries of the longest description of a side."""


@kernel()
def numbers_from(m):
    """Return the first column of what players have, by the deck that they brought; before it are cards by place, and counters."""
    return int(m.n_defs) * N_PLACES + int(m.n_kinds)


@kernel()
def count_columns(m):
    """Return the number of columns: two more than those of cards, counters and players, who moves next and the worth by hand."""
    return numbers_from(m) + int(m.n_players) * N_NUMBERS + 2


@kernel()
def numbers_of(g, p):
    """Return what player ``p`` has, in the order of `NUMBERS`."""
    player = g.players[p]
    hp = max(0.0, float(player.hp))
    resources = float(player.n[kinds.Zone.GRANARY])
    hand = float(player.n[kinds.Zone.HAND])
    field = float(player.n[kinds.Zone.BATTLEFIELD])
    return (
        HIT_POINTS * hp, min(hp, 3.0) / 3.0, min(hp, 7.0) / 7.0, min(hp, 12.0) / 12.0,
        CARDS * resources, min(resources, 2.0) / 2.0, min(resources, 4.0) / 4.0, min(resources, 7.0) / 7.0,
        CARDS * hand, min(hand, 1.0), min(hand, 3.0) / 3.0,
        min(float(player.n[kinds.Zone.DECK]), 6.0) / 6.0,
        min(field, 1.0), min(field, 3.0) / 3.0,
    )  # fmt: skip


@kernel()
def note_numbers(g, m, p, columns, amounts, n):
    """Note what player ``p`` has."""
    first = numbers_from(m) + int(g.players[p].brought) * N_NUMBERS
    numbers = numbers_of(g, p)
    for k in range(N_NUMBERS):
        n = add_entry(columns, amounts, n, first + k, numbers[k])
    return n


@kernel()
def field_column(card):
    """Return the column of a minion on a battlefield that is not petrified."""
    return card.definition * N_PLACES + (Place.READY if card.exhausted == 0 else Place.SPENT)


@kernel()
def hand_column(g, m, c, soon):
    """Return the column of a card in a hand whose player can pay level ``soon`` next turn."""
    return g.cards[c].definition * N_PLACES + (Place.PAYABLE if level(g, m, c) <= soon else Place.DISTANT)


@kernel()
def note_deck(g, m, p, columns, amounts, n, counts):
    """Note what is left of a deck, by definition: most of its cards are of few; ``counts`` is scratch, and all 0."""
    player = g.players[p]
    for i in range(player.n[kinds.Zone.DECK]):
        counts[g.cards[player.zone[kinds.Zone.DECK, i]].definition] += 1
    for d in range(m.n_defs):
        if counts[d] > 0:
            n = add_entry(columns, amounts, n, d * N_PLACES + Place.LIBRARY, float(counts[d]))
            counts[d] = 0
    return n


@kernel()
def note_counters(g, m, p, columns, amounts, n):
    """Note the counters on the minions of player ``p``."""
    first = int(m.n_defs) * N_PLACES
    for k in range(g.n_counters):
        stack = g.counters[k]
        if stack.count > 0 and g.cards[stack.card].zone == kinds.Zone.BATTLEFIELD and g.cards[stack.card].holder == p:
            n = add_entry(columns, amounts, n, first + stack.kind, float(stack.count))
    return n


@kernel()
def moves_next(g, p):
    """Return 1 if the turn after this one is player ``p``'s, else 0."""
    return 1.0 if next_player(g, int(g.turn_player)) == p else 0.0


@kernel()
def describe_side(g, m, me, p, w, columns, amounts, counts):
    """Write columns and amounts that describe player ``p``, seen from ``me``; return how many entries there are."""
    player = g.players[p]
    n = 0
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        card = g.cards[player.zone[kinds.Zone.BATTLEFIELD, i]]
        if card.petrified == 0:
            n = add_entry(columns, amounts, n, field_column(card), 1.0)
    soon = player.n[kinds.Zone.GRANARY] + 1
    for i in range(player.n[kinds.Zone.HAND]):
        n = add_entry(columns, amounts, n, hand_column(g, m, player.zone[kinds.Zone.HAND, i], soon), 1.0)
    for zone, place in ZONE_PLACES:
        for i in range(player.n[zone]):
            n = add_entry(columns, amounts, n, g.cards[player.zone[zone, i]].definition * N_PLACES + place, 1.0)
    n = note_deck(g, m, p, columns, amounts, n, counts)
    n = note_counters(g, m, p, columns, amounts, n)
    n = note_numbers(g, m, p, columns, amounts, n)
    n = add_entry(columns, amounts, n, count_columns(m) - 2, moves_next(g, p))
    return add_entry(columns, amounts, n, count_columns(m) - 1, WORTH_SCALE * side_worth(g, m, me, p, w))


@kernel()
def fitted_value(g, m, me, w, fitted, hidden, columns, amounts, counts, acc):
    """Return the worth of a state between two turns to ``me``, from -1 to 1: of several enemies, the strongest counts.

    ``w`` is the table of the weights by hand (`table.table_of`), ``fitted`` a weight for each column, and with ``hidden`` behind them those
    of the units of a network; the rest is scratch.
    """
    if is_decided(g):
        return decided_value(g, me)
    units = units_behind(fitted, count_columns(m))
    mine = add_side(fitted, units, columns, amounts, describe_side(g, m, me, me, w, columns, amounts, counts), acc, 0, hidden)
    least = np.inf
    for q in range(g.n_players):
        if q != me and g.players[q].out == 0:
            other = add_side(fitted, units, columns, amounts, describe_side(g, m, me, q, w, columns, amounts, counts), acc, WIDE, hidden)
            least = min(least, mine - other + (hidden_value(units, acc) if hidden else 0.0))
    return squash(least)


@kernel()
def note_state(g, m, w, row, columns, amounts, counts):
    """Write the row of a state between two turns, shape (2, columns): what describes player 0, and what describes player 1."""
    for p in range(2):
        for c in range(row.shape[1]):
            row[p, c] = 0.0
        for k in range(describe_side(g, m, 0, p, w, columns, amounts, counts)):
            row[p, columns[k]] += amounts[k]


# --- what the columns are called ------------------------------------------------------------------------------------------


def card_name(card: Any) -> str:
    """Return what a card is called in a fit: by stats and text, so that a forced level or another name does not make it a new card."""
    if card is None:
        return "pawn"
    return f"{card.sp}/{card.hp}|{zlib.crc32(card.text.encode()):08x}"


def deck_name(match: Any, seat: int) -> str:
    """Return what a deck is called in a fit: by its cards."""
    m = match.record
    return name_of_deck(card_name(match.built.names.cards[d]) for d in m.deck[seat, : m.deck_n[seat]].tolist())


def features_of(match: Any) -> list[Feature]:
    """Return the features of a match, by column."""
    m = match.record
    found: list[Feature] = []
    for d in range(int(m.n_defs)):
        card, definition = match.built.names.cards[d], m.defs[d]
        traits = {
            "one": 1.0,
            "level": 0.2 * float(definition.level),
            "sp": 0.5 * float(definition.sp),
            "hp": 0.5 * float(definition.hp),
            "spell": float(definition.spell),
            "abilities": 0.0 if definition.spell else float(definition.n_abilities > 0),
        }
        found += card_features(card_name(card), Place, traits)
    found += [Feature(f"counter {name}") for name in match.built.names.counters]
    found += side_features((deck_name(match, seat) for seat in range(int(m.n_players))), NUMBERS)
    assert len(found) == count_columns(m)
    return found
