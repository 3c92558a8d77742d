"""What describes one side of a state: how many cards of each kind lie where, and what the player has.

A fitted value (`fitted_value`) is linear in these, or a small network over both sides (``strategies.network``), and antisymmetric. States
are described between two turns, where nothing is pending. Cards that a player may not know count as in the world at hand: a search looks at
worlds that agree with what its player knows (``view.deal_hidden``), so what it finds does not depend on hidden cards.
"""

import zlib
from enum import IntEnum
from typing import Any

from kotc_sim.compiler.lists import list_of
from kotc_sim.compiler.types import float32, float64, int64
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.board import refresh
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf
from kotc_sim.strategies.fit import squash
from kotc_sim.strategies.learned import Feature, card_features, name_of_deck, side_features
from kotc_sim.strategies.levelup.worth import F64, creature_worth, is_playable
from kotc_sim.strategies.network import WIDE, add_entry, add_side, hidden_value, units_behind

Place = IntEnum("Place", "READY TAPPED DOWN PLAYABLE DISTANT", start=0)
"""Where a card lies, and how."""
N_PLACES = len(Place)
NUMBERS = (
    ("points", 0.0), ("points", 2.0), ("points", 4.0), ("points", 7.0), ("points", 12.0),
    ("hand", 0.0), ("hand", 1.0), ("hand", 3.0), ("hand", 6.0),
    ("deck", 5.0),
    ("creatures", 0.0), ("creatures", 1.0), ("creatures", 3.0),
    ("magic", 0.0), ("levels", 0.0), ("attack", 0.0), ("defense", 0.0), ("walls", 0.0), ("levels of walls", 0.0),
    ("threat in the next turn", 0.0), ("end in the next turn", 0.0),
    ("threat in the turn after it", 0.0), ("end in the turn after it", 0.0),
)  # fmt: skip
"""What a player has, up to a bound, as a share of it; or without one (0.0), in `TENS` or `FIVES`.

A wall is a creature that no enemy beats. A threat is what the enemy would lose if this side attacked as things lie (`threat`); an end is
a threat of all that the enemy has left.
"""
N_NUMBERS = len(NUMBERS)
TENS, FIVES = 0.1, 0.2
WORTH_SCALE = 0.1
"""Ten units of worth by hand are one of the feature."""
LONGEST = kinds.MAX_DECK + N_NUMBERS + 2  # entries of the longest description of a side

Columns = int64[::1]
Amounts = float64[::1]
Row = float32[:, ::1]
Sums = float32[::1]
Weights = list_of(float64)


@leaf(I64(Game))
def numbers_from(g):
    """Return the first column of what players have, by the deck that they brought; before it are cards by place."""
    return int(g.m.n_kinds) * N_PLACES


@leaf(I64(Game))
def count_columns(g):
    """Return the number of columns: two more than those of cards and players, who moves next and the worth by hand."""
    return numbers_from(g) + 2 * N_NUMBERS + 2


@inner(F64(Game, I64, I64))
def side_worth(g, me, p):
    """Return what player ``p`` has by hand, as ``me`` sees it: points, creatures, cards."""
    side = g.side[p]
    value = 2.0 * float(side.points) + 0.8 * float(side.hand_n)
    for i in range(side.n_piles):
        value += 1.2 * creature_worth(g, me, side.piles[i].top) + 1.0
    return value + 1.2 * float(side.n_magic)


@leaf(I64(Game, I64))
def level_of_top(g, card):
    """Return the printed level of a card."""
    return int(g.m.kinds[g.card[card].kind].level)


@inner(I64(Game, I64))
def threat(g, p):
    """Return the points that the enemy would lose if player ``p`` attacked as the creatures lie and nobody responded.

    The weakest attacker goes first, and takes the strongest that it beats; what finds nothing attacks the player if nobody is left.
    """
    mine = g.side[p]
    foe = g.side[1 - p]
    waiting = (1 << int(mine.n_piles)) - 1
    left = (1 << int(foe.n_piles)) - 1
    total = 0
    idle = 0
    for _ in range(mine.n_piles):
        who = -1
        for i in range(mine.n_piles):
            if (waiting >> i) & 1 and (who < 0 or mine.piles[i].strength < mine.piles[who].strength):
                who = i
        waiting &= ~(1 << who)
        pile = mine.piles[who]
        if pile.still != 0 or pile.halted > g.turn:
            continue
        victim = -1
        for j in range(foe.n_piles):
            other = foe.piles[j]
            if (left >> j) & 1 and other.solid == 0 and other.defence < pile.strength:
                if victim < 0 or other.defence > foe.piles[victim].defence:
                    victim = j
        if victim >= 0:
            left &= ~(1 << victim)
            total += level_of_top(g, foe.piles[victim].top)
        elif pile.direct != 0 and foe.n_guards == 0:
            total += level_of_top(g, pile.top)
        else:
            idle += level_of_top(g, pile.top)
    return total + idle if left == 0 else total


@leaf(I64(Game, I64, Columns, Amounts, I64))
def note_exposed(g, card, columns, amounts, n):
    """Note a card on the field that none covers."""
    c = g.card[card]
    place = Place.DOWN if c.down else (Place.TAPPED if c.tapped else Place.READY)
    return add_entry(columns, amounts, n, int(c.kind) * N_PLACES + place, 1.0)


@inner(I64(Game, I64, Columns, Amounts, I64))
def note_cards(g, p, columns, amounts, n):
    """Note where the cards of player ``p`` lie that can do something: columns for covered ones and those in the deck taught nothing."""
    side = g.side[p]
    for i in range(side.n_piles):
        card = int(side.piles[i].top)
        n = note_exposed(g, card, columns, amounts, n)
    for i in range(side.n_magic):
        card = int(side.magic[i])
        n = note_exposed(g, card, columns, amounts, n)
    for i in range(side.hand_n):
        card = int(side.hand[i])
        place = Place.PLAYABLE if is_playable(g, p, card) else Place.DISTANT
        n = add_entry(columns, amounts, n, int(g.card[card].kind) * N_PLACES + place, 1.0)
    return n


@inner(I64(Game, I64, Columns, Amounts, I64))
def note_numbers(g, p, columns, amounts, n):
    """Note what player ``p`` has."""
    side = g.side[p]
    first = numbers_from(g) + int(g.contestant[p]) * N_NUMBERS
    points = max(0.0, float(side.points - g.m.rules.lose_at))
    hand = float(side.hand_n)
    creatures = float(side.n_piles)
    levels = 0
    attack = 0
    defense = 0
    walls = 0
    levels_of_walls = 0
    strongest = 0
    foe = g.side[1 - p]
    for i in range(foe.n_piles):
        strongest = max(strongest, int(foe.piles[i].strength))
    for i in range(side.n_piles):
        pile = side.piles[i]
        level = level_of_top(g, pile.top)
        stands = int(pile.solid != 0) | int(pile.defence >= strongest)
        levels += level
        attack += pile.strength
        defense += pile.defence
        walls += stands
        levels_of_walls += stands * level
    numbers = (
        TENS * points, min(points, 2.0) / 2.0, min(points, 4.0) / 4.0, min(points, 7.0) / 7.0, min(points, 12.0) / 12.0,
        FIVES * hand, min(hand, 1.0), min(hand, 3.0) / 3.0, min(hand, 6.0) / 6.0,
        min(float(side.deck_n), 5.0) / 5.0,
        FIVES * creatures, min(creatures, 1.0), min(creatures, 3.0) / 3.0,
        FIVES * float(side.n_magic), FIVES * levels, TENS * attack, TENS * defense, FIVES * walls, FIVES * levels_of_walls,
    )  # fmt: skip
    for k in range(len(numbers)):
        n = add_entry(columns, amounts, n, first + k, numbers[k])
    danger = threat(g, p)
    at = first + 19 if g.player == p else first + 21
    n = add_entry(columns, amounts, n, at, FIVES * danger)
    return add_entry(columns, amounts, n, at + 1, 1.0 if g.side[1 - p].points - danger <= g.m.rules.lose_at else 0.0)


@inner(I64(Game, I64, Columns, Amounts))
def describe_side(g, p, columns, amounts):
    """Write columns and amounts that describe player ``p``; return how many entries there are."""
    n = note_cards(g, p, columns, amounts, 0)
    n = note_numbers(g, p, columns, amounts, n)
    n = add_entry(columns, amounts, n, count_columns(g) - 2, 1.0 if g.player == p else 0.0)
    return add_entry(columns, amounts, n, count_columns(g) - 1, WORTH_SCALE * side_worth(g, p, p))


@inner(F64(Game, I64, Weights, I64, Columns, Amounts, Sums))
def fitted_value(g, me, fitted, hidden, columns, amounts, acc):
    """Return the worth of a state between two turns to ``me``, from -1 to 1.

    ``fitted`` is a weight for each column, and with ``hidden`` behind them those of the units of a network; the rest is scratch. What
    standing effects do is computed first if that has still to be done.
    """
    if g.over:
        return 0.0 if g.winner < 0 else (1.0 if g.winner == me else -1.0)
    refresh(g)
    units = units_behind(fitted, count_columns(g))
    mine = add_side(fitted, units, columns, amounts, describe_side(g, me, columns, amounts), acc, 0, hidden)
    other = add_side(fitted, units, columns, amounts, describe_side(g, 1 - me, columns, amounts), acc, WIDE, hidden)
    return squash(mine - other + (hidden_value(units, acc) if hidden else 0.0))


@inner(VOID(Game, Row, Columns, Amounts))
def note_state(g, row, columns, amounts):
    """Write the row of a state between two turns, shape (2, columns): what describes seat 0, and what describes seat 1."""
    refresh(g)
    row[:, :] = 0.0
    for p in range(2):
        for k in range(describe_side(g, p, columns, amounts)):
            row[p, columns[k]] += amounts[k]


# --- what the columns are called ------------------------------------------------------------------------------------------


def card_name(card: Any) -> str:
    """Return what a card is called in a fit: by type, level, stats and texts, so that another name does not make it a new card."""
    texts = "|".join(f"{effect.kind}: {effect.text}" for effect in card.effects)
    stats = "magic" if card.kind == "magic" else f"{card.type} {card.subtype} {card.level} {card.attack}/{card.defense}"
    return f"{stats}|{zlib.crc32(texts.encode()):08x}"


def deck_name(match: Any, contestant: int) -> str:
    """Return what a deck is called in a fit: by its cards."""
    m = match.record[0]
    return name_of_deck(card_name(match.cards[k]) for k in m["deck"][contestant][: m["deck_n"][contestant]].tolist())


def traits_of(card: Any) -> dict[str, float]:
    """Return what a card shares with others like it, with amounts."""
    magic = card.kind == "magic"
    traits = (
        {"magic": 1.0}
        if magic
        else {"creature": 1.0, "level": float(card.level), "attack": 0.2 * card.attack, "defense": 0.2 * card.defense}
    )
    for effect in card.effects:
        name = f"{effect.kind} {effect.op or effect.template}"
        traits[name] = traits.get(name, 0.0) + 1.0
    return traits


def features_of(match: Any) -> list[Feature]:
    """Return the features of a match, by column."""
    found = [one for card in match.cards for one in card_features(card_name(card), Place, traits_of(card))]
    return found + side_features((deck_name(match, contestant) for contestant in range(2)), NUMBERS)
