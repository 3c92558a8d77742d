"""Cards and decks as data, and what makes one illegal: nothing here reads, prices or checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from kotc_sim.games.keeper.cards.tree import Ability, Component
from kotc_sim.games.keeper.editions.model import Edition
from kotc_sim.games.protocol import Problem, deck_words


@dataclass(frozen=True, slots=True)
class Card:
    """A card as an edition reads it.

    Attributes
    ----------
    name : str
        Its name, without effect on play.
    kind : str
        ``minion`` or ``spell``, in every edition.
    sp, hp : int
        Offense and defense in older editions; 0 for a spell.
    abilities : tuple of Ability
        In printed order.
    caveat : Component or None
        9th and 5th Edition.
    level : int
        By the edition's formula.
    printed_level : int or None
        As stated in the file, if it is.
    ultra : int
        Ultra Points by the formula.
    edition : str
        Name of the edition that read it.
    design_edition : int or None
        The number on the Edition Indicator; ``None`` without one.
    text : str
        As written.
    file, line : str, int
        Where it stands.
    printed_ultra : int or None
        As stated in the file, if they are.
    problems : tuple of Problem
        What makes the card illegal by its text or age; empty for a legal card.
    """

    name: str
    kind: str
    sp: int
    hp: int
    abilities: tuple[Ability, ...]
    caveat: Component | None
    level: int
    printed_level: int | None
    ultra: int
    edition: str
    design_edition: int | None
    text: str
    file: str = ""
    line: int = 0
    printed_ultra: int | None = None
    problems: tuple[Problem, ...] = ()

    def __repr__(self) -> str:
        body = f" {self.sp}/{self.hp}" if self.kind == "minion" else ""
        return f"<Card {self.name!r}: {self.kind}{body}, level {self.level}, {self.edition}>"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck.

    Attributes
    ----------
    name : str
        For readers; by default the file's name.
    edition : Edition
        The edition it is built for.
    strategy : str or None
        Name or path of the strategy that plays it, if it names one.
    counts : tuple of (Card, int)
        Each card and its copies, in the order of the file; where the reserves are among the deck's cards,
        these are all of them.
    reserves : tuple of (Card, int)
        The reserves; empty in editions without.
    file, line : str, int
        Where it was read.
    """

    name: str
    edition: Edition
    strategy: str | None
    counts: tuple[tuple[Card, int], ...]
    reserves: tuple[tuple[Card, int], ...] = ()
    file: str = ""
    line: int = 0

    game: ClassVar[str] = "kotc"
    __repr__ = deck_words

    @property
    def size(self) -> int:
        """Number of cards, the reserves included only where they are among the deck's cards."""
        return sum(count for _, count in self.counts)

    @property
    def ultra(self) -> int:
        """Sum of the Ultra Points."""
        return sum(card.ultra * count for card, count in self.counts)

    @property
    def main(self) -> tuple[tuple[Card, int], ...]:
        """The cards that are shuffled at the start: without reserves that are among the deck's cards."""
        if self.edition.rules["reserves"] != "among":
            return self.counts
        aside = {id(card): count for card, count in self.reserves}
        left = ((card, count - aside.get(id(card), 0)) for card, count in self.counts)
        return tuple((card, count) for card, count in left if count > 0)

    def cards(self) -> Iterator[Card]:
        """Yield every card of the main deck, each copy once."""
        for card, count in self.main:
            for _ in range(count):
                yield card
