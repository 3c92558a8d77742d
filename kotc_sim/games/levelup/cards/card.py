"""Cards and decks of Level-Up as data, and what is wrong with one: nothing here reads or checks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from kotc_sim.games.decks import DeckOf
from kotc_sim.games.levelup.cards.text import Effect
from kotc_sim.games.levelup.editions.model import LevelUpEdition
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


@dataclass(frozen=True, slots=True, repr=False)
class Deck(DeckOf[Card]):
    """A deck of Level-Up, which has no reserves."""

    edition: LevelUpEdition
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)  # of its file where cards are counted, by name

    game: ClassVar[str] = "levelup"
