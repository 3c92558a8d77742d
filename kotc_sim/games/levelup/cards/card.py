"""Cards and decks of Level-Up as data, and what is wrong with one: nothing here reads or checks."""

from dataclasses import dataclass, field
from typing import ClassVar

from kotc_sim.games.levelup.cards.text import Effect
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.games.protocol import deck_words
from kotc_sim.yaml_source import Node


@dataclass(frozen=True, slots=True)
class Card:
    """A card of Level-Up (levelup.term.21 to 28); ``type`` is ``Magic`` for a magic card."""

    name: str
    kind: str
    type: str
    subtype: str
    level: int
    attack: int
    defense: int
    effects: tuple[Effect, ...]
    place: Node = field(compare=False, repr=False)

    @property
    def line(self) -> int:
        """The line of its file where it stands."""
        return self.place.line

    def __repr__(self) -> str:
        body = f" {self.attack}/{self.defense}" if self.kind == "creature" else ""
        return f"<Card {self.name!r}: {self.kind}{body}, level {self.level}, {len(self.effects)} effects>"

    def has(self, op: str) -> bool:
        """Say whether one of the card's effects is this operation."""
        return any(effect.op == op for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Entry:
    """A card and how many copies of it a deck holds."""

    card: Card
    copies: int
    place: Node = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: its entries in the order of the file."""

    name: str
    file: str
    line: int
    edition: LevelUpEdition
    strategy: str
    entries: tuple[Entry, ...]

    game: ClassVar[str] = "levelup"
    __repr__ = deck_words

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(entry.copies for entry in self.entries)

    def cards(self) -> list[Card]:
        """Return every card, copies included, in the order of the file.

        The order is what pairs a deck with a variant of it: a card that replaces another one, line for line,
        is drawn when the other one would have been.
        """
        return [entry.card for entry in self.entries for _ in range(entry.copies)]
