"""What describes one side of a state: how many cards of each definition lie where, counters, and what the player has.

A fitted value (`fitted_value`) is linear in these, and antisymmetric: the weights of one side less those of the other, and who moves
next. States are described between two turns, where nothing is pending. Cards that a player may not know count as in the world at hand:
a search looks at worlds that agree with what its player knows (``determinize``), so that what it finds does not depend on hidden cards.
"""

from __future__ import annotations

import zlib
from enum import IntEnum
from typing import Any

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import MAX_KINDS, ZONE_CAP
from kotc_sim.games.keeper.engine.stack import next_player
from kotc_sim.games.keeper.engine.zones import level
from kotc_sim.strategies.fit import squash
from kotc_sim.strategies.keeper.evaluate import decided_value, is_decided, side_worth
from kotc_sim.strategies.learned import Feature


class Place(IntEnum):
    """Where a card lies, and whether it can be used soon."""

    READY = 0
    SPENT = 1
    PAYABLE = 2
    DISTANT = 3
    RESOURCE = 4
    LIBRARY = 5
    TRAP = 6


N_PLACES = len(Place)
_PLACE_NAMES = [place.name.lower() for place in Place]
NUMBERS = (
    ("hit points", 0.0), ("hit points", 3.0), ("hit points", 7.0), ("hit points", 12.0),
    ("resources", 0.0), ("resources", 2.0), ("resources", 4.0), ("resources", 7.0),
    ("hand", 0.0), ("hand", 1.0), ("hand", 3.0),
    ("deck", 6.0),
    ("field", 1.0), ("field", 3.0),
)  # fmt: skip
"""What a player has, up to a bound, as a share of it; or without one (0.0), in tens of hit points, fives of cards."""
N_NUMBERS = len(NUMBERS)
ZONE_PLACES = ((kinds.Zone.GRANARY, Place.RESOURCE), (kinds.Zone.DECK, Place.LIBRARY), (kinds.Zone.TRAPFIELD, Place.TRAP))
"""Zones in which all cards lie in the same place."""
HIT_POINTS, CARDS = 0.1, 0.2
WORTH_SCALE = 0.1
"""Ten levels of worth by hand are one of the feature."""
LONGEST = 5 * ZONE_CAP + MAX_KINDS + N_NUMBERS + 1
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
def add_entry(columns, amounts, n, column, amount):
    """Note an amount of a column; return how many entries there are."""
    columns[n] = column
    amounts[n] = amount
    return n + 1


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
def add_numbers_value(total, g, m, p, fitted):
    """Return a total and the weights of what player ``p`` has, added one by one."""
    first = numbers_from(m) + int(g.players[p].brought) * N_NUMBERS
    x = numbers_of(g, p)
    total = total + x[0] * fitted[first] + x[1] * fitted[first + 1] + x[2] * fitted[first + 2] + x[3] * fitted[first + 3]
    total = total + x[4] * fitted[first + 4] + x[5] * fitted[first + 5] + x[6] * fitted[first + 6] + x[7] * fitted[first + 7]
    total = total + x[8] * fitted[first + 8] + x[9] * fitted[first + 9] + x[10] * fitted[first + 10] + x[11] * fitted[first + 11]
    return total + x[12] * fitted[first + 12] + x[13] * fitted[first + 13]


@kernel()
def field_column(card):
    """Return the column of a minion on a battlefield that is not petrified."""
    return card.definition * N_PLACES + (Place.READY if card.exhausted == 0 else Place.SPENT)


@kernel()
def hand_column(g, m, c, soon):
    """Return the column of a card in a hand whose player can pay level ``soon`` next turn."""
    return g.cards[c].definition * N_PLACES + (Place.PAYABLE if level(g, m, c) <= soon else Place.DISTANT)


@kernel()
def describe_side(g, m, me, p, w, columns, amounts):
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
    n = note_numbers(g, m, p, columns, amounts, n)
    return add_entry(columns, amounts, n, count_columns(m) - 1, WORTH_SCALE * side_worth(g, m, me, p, w))


@kernel()
def counters_value(g, m, p, fitted):
    """Return the weights of the counters on the minions of player ``p``, summed up."""
    total = 0.0
    first = int(m.n_defs) * N_PLACES
    for k in range(g.n_counters):
        stack = g.counters[k]
        if stack.count > 0 and g.cards[stack.card].zone == kinds.Zone.BATTLEFIELD and g.cards[stack.card].holder == p:
            total += stack.count * fitted[first + stack.kind]
    return total


@kernel()
def side_value(g, m, me, p, w, fitted):
    """Return the weights of what describes player ``p``, summed up in the order of its description."""
    player = g.players[p]
    total = counters_value(g, m, p, fitted)
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        card = g.cards[player.zone[kinds.Zone.BATTLEFIELD, i]]
        if card.petrified == 0:
            total += fitted[field_column(card)]
    soon = player.n[kinds.Zone.GRANARY] + 1
    for i in range(player.n[kinds.Zone.HAND]):
        total += fitted[hand_column(g, m, player.zone[kinds.Zone.HAND, i], soon)]
    for zone, place in ZONE_PLACES:
        for i in range(player.n[zone]):
            total += fitted[g.cards[player.zone[zone, i]].definition * N_PLACES + place]
    return add_numbers_value(total, g, m, p, fitted) + WORTH_SCALE * side_worth(g, m, me, p, w) * fitted[count_columns(m) - 1]


@kernel()
def moves_next(g, p):
    """Return 1 if the turn after this one is player ``p``'s, else -1."""
    return 1.0 if next_player(g, int(g.turn_player)) == p else -1.0


@kernel()
def fitted_value(g, m, me, w, fitted):
    """Return the worth of a state between two turns to ``me``, from -1 to 1: of several enemies, the strongest counts.

    ``w`` is the table of the weights by hand (`table.table_of`), ``fitted`` a weight for each column.
    """
    if is_decided(g):
        return decided_value(g, me)
    others = -1e9
    for q in range(g.n_players):
        if q != me and g.players[q].out == 0:
            others = max(others, side_value(g, m, me, q, w, fitted))
    mine = side_value(g, m, me, me, w, fitted)
    return squash(mine - others + moves_next(g, me) * fitted[count_columns(m) - 2])


@kernel()
def note_side(g, m, me, p, w, row, sign, columns, amounts):
    """Add to a row what describes player ``p``, times ``sign``."""
    for k in range(describe_side(g, m, me, p, w, columns, amounts)):
        row[columns[k]] += sign * amounts[k]
    first = int(m.n_defs) * N_PLACES
    for k in range(g.n_counters):
        stack = g.counters[k]
        if stack.count > 0 and g.cards[stack.card].zone == kinds.Zone.BATTLEFIELD and g.cards[stack.card].holder == p:
            row[first + stack.kind] += sign * stack.count


@kernel()
def note_state(g, m, w, row, columns, amounts):
    """Write the row of a state between two turns: what describes player 0 less what describes player 1, and who moves next."""
    row[:] = 0.0
    note_side(g, m, 0, 0, w, row, 1.0, columns, amounts)
    note_side(g, m, 0, 1, w, row, -1.0, columns, amounts)
    row[count_columns(m) - 2] = moves_next(g, 0)


# --- what the columns are called ------------------------------------------------------------------------------------------


def card_name(card: Any) -> str:
    """Return what a card is called in a fit: by stats and text, so that a forced level or another name does not make it a new card."""
    if card is None:
        return "pawn"
    return f"{card.sp}/{card.hp}|{zlib.crc32(card.text.encode()):08x}"


def deck_name(match: Any, seat: int) -> str:
    """Return what a deck is called in a fit: by its cards."""
    m = match.record
    names = sorted(card_name(match.built.names.cards[d]) for d in m.deck[seat, : m.deck_n[seat]].tolist())
    return f"{zlib.crc32(' '.join(names).encode()):08x}"


def features_of(match: Any) -> list[Feature]:
    """Return the features of a match, by column."""
    m = match.record
    found = []
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
        name = card_name(card)
        for place in _PLACE_NAMES:
            shared = tuple((f"{place} {trait}", amount) for trait, amount in traits.items() if amount)
            found.append(Feature(f"{name} {place}", shared))
    found += [Feature(f"counter {name}") for name in match.built.names.counters]
    for seat in range(int(m.n_players)):
        deck = deck_name(match, seat)
        for name, bound in NUMBERS:
            what = f"{name} to {bound:g}" if bound else name
            found.append(Feature(f"{deck} {what}", ((what, 1.0),), of_deck=True))
    found += [Feature("moves next"), Feature("worth")]
    assert len(found) == count_columns(m)
    return found
