"""Decks, whatever the game: what one is, the cards that its file can name, and a deck with other cards in it."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from kotc_sim.errors import KotcError, one_line
from kotc_sim.games.decklists import fold
from kotc_sim.yaml_source import Node, nearest


class Card(Protocol):
    """A card as an edition reads it."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def kind(self) -> str:
        """What kind of card, in the game's words."""

    @property
    def level(self) -> int:
        """What it costs."""

    @property
    def line(self) -> int:
        """The line of its file where it stands; 0 if it was built."""


AnyCard = TypeVar("AnyCard", bound=Card)
Counts = tuple[tuple[AnyCard, int], ...]


@dataclass(frozen=True, slots=True, repr=False)
class DeckOf(Generic[AnyCard]):
    """A deck of a game's cards."""

    name: str  # for readers; by default the file's name
    edition: Any  # the edition it is built for
    strategy: str | None  # name or path of the strategy that plays it, if it names one
    # each card and its copies, in the order of the file; where the reserves are among the deck's cards, these are all of them
    counts: Counts[AnyCard]
    reserves: Counts[AnyCard] = ()  # the reserves; empty in editions without
    file: str = ""  # where it was read
    line: int = 0

    game: ClassVar[str]

    def __repr__(self) -> str:
        levels = sum(card.level for card in self.cards())
        return f"<Deck {self.name!r}: {self.edition.name}, {self.size} cards, {levels} levels>"

    @property
    def size(self) -> int:
        """Number of cards, the reserves included only where they are among the deck's cards."""
        return sum(count for _, count in self.counts)

    @property
    def main(self) -> Counts[AnyCard]:
        """The cards that are shuffled at the start: without reserves that are among the deck's cards."""
        return self.counts

    def cards(self) -> list[AnyCard]:
        """Return every card of the main deck, copies included, in the order of the file.

        The order is what pairs a deck with a variant of it: a card that takes another one's slot is drawn when that would have been.
        """
        return [card for card, count in self.main for _ in range(count)]

    def each(self) -> list[AnyCard]:
        """Return its cards, and those of its reserves, each name once."""
        return list({card.name: card for card, _ in (*self.counts, *self.reserves)}.values())

    def changed(self, change: Callable[[AnyCard], AnyCard]) -> Self:
        """Return the deck whose cards are changed, slot for slot, each of them once."""
        made = {id(card): card for card, _ in (*self.counts, *self.reserves)}
        made = {key: change(card) for key, card in made.items()}
        counts, reserves = (tuple((made[id(card)], count) for card, count in part) for part in (self.counts, self.reserves))
        return replace(self, counts=counts, reserves=reserves)

    def restricted(self, restrict: Callable[[AnyCard], AnyCard]) -> Self:
        """Return the deck whose cards are restricted, and which says so."""
        return replace(self.changed(restrict), name=f"{self.name}, restricted")

    def exchanged(self, out: Sequence[tuple[int, str]], into: Sequence[tuple[int, AnyCard]]) -> Self:
        """Return the deck with cards replaced slot for slot: every other card is shuffled to where it was.

        ``out``: copies and names; ``into``: copies and cards, as many. A `KotcError` if a card is not in the deck often enough.
        """
        newcomers = [card for count, card in into for _ in range(count)]
        counts = self.counts
        for count, name in out:
            counts = self._exchanged(counts, count, name, newcomers)
        return replace(self, counts=counts)

    def _exchanged(self, counts: Counts[AnyCard], count: int, name: str, newcomers: list[AnyCard]) -> Counts[AnyCard]:
        available = Counter[int]()
        for card, number in self.main:
            available[id(card)] += number
        result: list[tuple[AnyCard, int]] = []
        left = count
        for card, number in counts:
            taken = min(left, number, available[id(card)]) if card.name == name else 0
            left -= taken
            # A copy of its own, since decks tell entries apart by the object.
            result += [(replace(newcomers.pop(0)), 1) for _ in range(taken)]  # type: ignore[type-var]
            if number > taken:
                result.append((card, number - taken))
        if left:
            names = [card.name for card, _ in self.counts]
            if name not in names:
                raise KotcError(f"there is no card {name!r} in {self.name}", file=self.file or None, fix=nearest(name, names))
            raise KotcError(f"{self.name} has only {count - left} of {name!r}, not {count}", file=self.file or None)
        return tuple(result)


Deck = DeckOf[Any]


def nothing_plain(name: str, place: Node) -> None:
    """Return None: a name alone describes no card."""


@dataclass
class Library(Generic[AnyCard]):
    """The cards that a deck can name, read only when it uses them: a shared file may hold cards of other editions."""

    nodes: Mapping[str, Node]  # by folded name, those of the deck's file and of the files that it includes
    read: Callable[[Node], AnyCard]
    plain: Callable[[str, Node], AnyCard | None] = nothing_plain  # the card that a name alone describes
    printed: Callable[[], Mapping[str, Node]] = dict  # cards that come with the edition: a deck need not include them
    found: dict[str, AnyCard] = field(default_factory=dict)

    def find(self, key: str, place: Node) -> AnyCard | None:
        """Return the card of a folded name: defined, plain, or printed with the edition; None if there is none."""
        if key not in self.found:
            card = None if key in self.nodes else self.plain(key, place)
            node = self.nodes.get(key) or (self.printed().get(key) if card is None else None)
            if node is not None:
                card = self.read(node)
            if card is None:
                return None
            self.found[key] = card
        return self.found[key]

    def card(self, name: str, place: Node) -> AnyCard:
        """Return the card of a name; a `KotcError` at its place if there is none."""
        found = self.find(fold(name), place)
        if found is None:
            known = nearest(fold(name), [*self.nodes, *self.printed()])
            raise place.error(
                f"there is no card {name!r} in the library", known or "Define it under `library`, or name its file under `include`."
            )
        return found


def card_name(node: Node) -> str:
    """Return the folded name of a card that is not yet read."""
    entries = node.entries("a card")
    if "name" not in entries or not entries["name"].text("the name").strip():
        raise node.error("a card has no name", "Give it one with `name: …`.")
    return fold(entries["name"].raw)


def by_name(nodes: Iterable[Node], cure: str = "Rename or remove one.") -> dict[str, Node]:
    """Return cards that are not yet read by folded name; a `KotcError` for a second one of a name, with its ``cure``."""
    found: dict[str, Node] = {}
    for node in nodes:
        if found.setdefault(name := card_name(node), node) is not node:
            raise node.error(f"there are two cards called {name!r}", cure)
    return found


def deck_name(entries: Mapping[str, Node], file: str) -> str:
    """Return the name of a deck: as stated, or its file's."""
    return entries["name"].name("the name") if "name" in entries else one_line(Path(file).stem)


def deck_strategy(entries: Mapping[str, Node], file: str) -> str | None:
    """Return who plays a deck, if it says so; a Python file beside the deck's file by its path."""
    if "strategy" not in entries or entries["strategy"].value is None:
        return None
    word = entries["strategy"].text("the strategy")
    beside = Path(file).parent / word
    return str(beside) if word.endswith(".py") and os.path.isfile(beside) else word
