"""What the worth of a card is measured with: homes, and how a game builds and changes them.

A *home* is a tuned deck of plain cards and the edition's standard ones (docs/verdicts.md). This module says what a
game must offer for it: a `HostDesign`.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from kotc_sim.errors import KotcError
from kotc_sim.yaml_source import Node

COPIES = 8  # copies of a card that is tried: one that a deck is built on
COPIES_BESIDE = 8  # copies of a partner, besides the copies of a card


@dataclass(frozen=True)
class Bound:
    """Which share of a home's plain cards may have a level between two."""

    low: int  # the levels, both included
    high: int
    least: float = 0.0  # shares of the plain cards, 0..1
    most: float = 1.0

    def holds(self, levels: Sequence[int]) -> bool:
        """Say whether plain cards of these levels keep the bound."""
        share = sum(self.low <= level <= self.high for level in levels) / max(1, len(levels))
        return self.least <= share <= self.most


@dataclass(frozen=True)
class Archetype:
    """A kind of home, kept apart from the others by its bounds."""

    name: str
    words: str  # the bounds in words
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, eq=False)
class HostDeck:
    """A deck in which cards are tried."""

    name: str  # its archetype's name, or a user's deck's
    cards: tuple[Any, ...]  # one entry a copy; those that the deck misses least come first: they are its flex slots
    aside: tuple[Any, ...] = ()  # reserves, in editions that set some aside
    slots: tuple[int, ...] = ()  # places in the order in which a card is tried in them; empty: as the game's table spreads them


def even_slots(levels: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return places so that the first k of them are spread evenly over a deck's levels, whatever k is; exactly for k = 8.

    A card that takes the place of one kind alone breaks the deck's curve, and seems to lose by that: in the 17th Edition eight copies of
    any plain minion in place of those that the fast home misses least one by one lose two points each. Spread over all levels it loses
    nothing.

    ``levels``: level and place of each card that may give way.

    Notes
    -----
    The order is van der Corput's (1935) in base 2, shifted by a sixteenth.
    """
    free, numbers = dict(enumerate(place for _, place in sorted(levels))), itertools.count()
    found: list[int] = []
    while free:
        number = next(numbers)
        mirrored = sum((number >> bit & 1) / (2 << bit) for bit in range(number.bit_length()))  # its digits, behind the point
        at = min(int((mirrored + 1 / 16) % 1.0 * len(levels)), len(levels) - 1)
        if at in free:
            found.append(free.pop(at))
    return tuple(found)


def quote(text: str) -> str:
    """Return a text as YAML writes it between single quotes."""
    return "'" + text.replace("'", "''") + "'"


def curve(parts: Mapping[int, int], size: int) -> list[int]:
    """Return ``size`` levels in these proportions, by largest remainders, ascending."""
    total = sum(parts.values())
    exact = {level: count * size / total for level, count in parts.items()}
    counts = {level: math.floor(share) for level, share in exact.items()}
    for level in sorted(exact, key=lambda key: (counts[key] - exact[key], key))[: size - sum(counts.values())]:
        counts[level] += 1
    return [level for level in sorted(counts) for _ in range(counts[level])]


def places_of(cards: Sequence[Any]) -> dict[str, list[int]]:
    """Return the places of each kind of card, by name."""
    found: dict[str, list[int]] = {}
    for i, card in enumerate(cards):
        found.setdefault(card.name, []).append(i)
    return found


@dataclass(frozen=True)
class Axis:
    """What a card's cost is called and shown as: the higher the cost, the weaker the card."""

    name: str = "level"  # ``level``; in Level-Up ``attack``, whose creatures pay for what they can do with attack
    origin: int = 0  # what is shown is ``origin + sign · cost``
    sign: int = 1

    def shown(self, cost: float) -> float:
        """Return what is shown for a cost."""
        return self.origin + self.sign * cost

    def below(self, cost: int) -> str:
        """Return in words that the fair cost is below the lowest that was tried."""
        if self.sign < 0:
            return f"more than {self.shown(cost):g}"
        return f"less than {cost}".replace("-", "−") if cost else "not even for nothing"

    def above(self, cost: int) -> str:
        """Return in words that the fair cost is above the highest that was tried."""
        if self.sign > 0:
            return f"more than {cost}"
        return f"less than {self.shown(cost):g}" if self.shown(cost) else f"too strong even without {self.name}"


LEVEL = Axis()


class HostDesign(Protocol):
    """What a game offers for homes of one edition; what follows from the rest, or holds where a game says nothing, stands here."""

    edition: Any  # whose cards they are
    archetypes: Sequence[Archetype]  # the kinds of homes
    most_copies: int  # of a plain card that a home may hold
    places: str  # in whose places a card is tried, in words, with ``{copies}``
    writes_decks: bool  # whether the file of a deck may hold printed cards besides plain ones; else only homes are written

    @cached_property
    def plain(self) -> Sequence[Any]:
        """The plain cards that homes are tuned with."""

    @property
    def terms(self) -> dict[str, str]:
        """The edition's own words, such as what it calls a level."""
        return dict(self.edition.terms)

    def start(self, archetype: Archetype) -> HostDeck:
        """Return a deck of this kind, not yet tuned."""

    def is_plain(self, card: Any) -> bool:
        """Say whether a card is one of those that tuning exchanges."""

    def deck(self, home: HostDeck, cards: Sequence[Any], name: str) -> Any:
        """Return a deck of these cards and the home's reserves."""

    def facts(self, card: Any) -> Mapping[str, Any]:
        """Return what results say of a card: its text, its level and what its cost depends on."""

    def cost(self, card: Any) -> int:
        """Return what a card costs: its level; in Level-Up the attack that it lacks to the edition's line, which may be negative."""
        return int(card.level)

    def axis(self, card: Any) -> Axis:
        """Return what its cost is called and shown as."""
        return LEVEL

    def list_names(self, card: Any, copies: int) -> list[str]:
        """Return the names that a deck's copies of a card have in counts of games."""
        return [card.name]

    def at_cost(self, card: Any, cost: int) -> Any:
        """Return the card forced to a cost."""

    def costs(self, card: Any, homes: Sequence[HostDeck]) -> tuple[int, ...]:
        """Return the costs at which a card is tried, ascending, its own among them."""

    def pays(self, home: HostDeck, card: Any) -> int:
        """Return the highest cost of this card that a home pays."""

    def adapt(self, home: HostDeck, cards: Sequence[Any]) -> HostDeck:
        """Return the home changed so that these cards can be played in it; the same one if they can."""
        return home

    def slots(self, home: HostDeck, card: Any) -> tuple[int, ...]:
        """Return the places that a home gives away to copies of a card, in order."""

    def fill_places(self, home: HostDeck, card: Any, copies: int) -> tuple[Any, ...]:
        """Return a home's cards with copies of a card in the first of its `slots`; all others stay where they are before the shuffle."""
        taken = set(self.slots(home, card)[:copies])
        return tuple(card if i in taken else one for i, one in enumerate(self.adapt(home, (card,)).cards))

    def reference(self, card: Any) -> Any | None:
        """Return what stands in the card's places where a home with it is compared with one without; None: the home's own cards."""
        return None

    def unpayable(self, card: Any) -> Any:
        """Return the card at a price that nobody pays: what a deck misses if it draws nothing in its place."""

    def home(self, name: str, cards: Sequence[tuple[str, int]]) -> HostDeck:
        """Return the home of these cards, names and copies: plain ones, and those that the archetype's start has.

        A `KotcError` for a name that the edition has no such card of.
        """
        start = self.start(next(one for one in self.archetypes if one.name == name))
        known = {card.name: card for card in start.cards}
        found: list[Any] = []
        for title, count in cards:
            card = known.get(title) or self.plain_card(title)
            if card is None:
                raise KotcError(f"a home of {self.edition.name} holds {title!r}, which is neither plain nor standard")
            found += [card] * count
        return HostDeck(name, tuple(found), start.aside)

    def plain_card(self, name: str) -> Any | None:
        """Return the plain card of a name; None if none has it."""

    def home_of_deck(self, deck: Any) -> HostDeck:
        """Return a user's deck as a home, its cards in the order of the file."""

    def like(self, other: Any) -> bool:
        """Say whether homes tuned for another edition fit this one: same rules, same prices of plain and standard cards."""

    def names(self, root: Node) -> list[tuple[str, int]]:
        """Return names and copies of the cards in the file of a home, in its order."""

    def yaml(self, home: HostDeck, title: str, name: str) -> str:
        """Return a home as a deck file: what it misses least comes first."""
