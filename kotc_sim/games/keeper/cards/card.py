"""Cards and decks as data, and what makes one illegal: nothing here reads, prices or checks."""

from dataclasses import dataclass
from typing import ClassVar

from kotc_sim.games.decks import DeckOf
from kotc_sim.games.keeper.cards.tree import Ability, Component
from kotc_sim.games.keeper.editions.model import Edition
from kotc_sim.games.protocol import Problem


@dataclass(frozen=True, slots=True)
class Card:
    """A card as an edition reads it."""

    name: str  # its name, without effect on play
    kind: str  # ``minion`` or ``spell``, in every edition
    sp: int  # offense and defense in older editions; 0 for a spell
    hp: int
    abilities: tuple[Ability, ...]  # in printed order
    caveat: Component | None  # 9th and 5th Edition
    level: int  # by the edition's formula
    printed_level: int | None  # as stated in the file, if it is
    ultra: int  # Ultra Points by the formula
    edition: str  # name of the edition that read it
    design_edition: int | None  # the number on the Edition Indicator; ``None`` without one
    text: str  # as written
    file: str = ""  # where it stands
    line: int = 0
    printed_ultra: int | None = None  # as stated in the file, if they are
    problems: tuple[Problem, ...] = ()  # what makes the card illegal by its text or age; empty for a legal card

    def __repr__(self) -> str:
        body = f" {self.sp}/{self.hp}" if self.kind == "minion" else ""
        return f"<Card {self.name!r}: {self.kind}{body}, level {self.level}, {self.edition}>"


@dataclass(frozen=True, slots=True, repr=False)
class Deck(DeckOf[Card]):
    """A deck."""

    edition: Edition

    game: ClassVar[str] = "kotc"

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
