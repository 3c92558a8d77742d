"""What a page needs of a game: how its cards are typed, what its editions let change, and its files as data.

A game's module ``workbench`` has the functions of `Workbench`. Nothing here or there knows of browsers: values are texts, whole numbers
and what JSON has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kotc_sim.yaml_source import Node

FILE = "the card"
"""What messages about a card call its file."""


@dataclass(frozen=True)
class Number:
    """A number of a card.

    Attributes
    ----------
    first : int
        What a new card has.
    """

    low: int
    high: int
    first: int


@dataclass(frozen=True)
class Shape:
    """What a card of a game is made of, besides name, kind and text.

    Attributes
    ----------
    kinds : mapping of str to tuple of str
        Each kind of card, the usual one first, and the numbers and words that it has.
    words : tuple of str
        What is chosen from a list of the edition.
    asks : tuple of str
        What can be asked: commands.
    """

    kinds: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, Number]
    words: tuple[str, ...]
    asks: tuple[str, ...]


@dataclass(frozen=True)
class GivenDeck:
    """A deck as a page has it: names of cards with their numbers, and who plays it."""

    name: str
    cards: tuple[tuple[int, str], ...]
    reserves: tuple[tuple[int, str], ...] = ()
    strategy: str | None = None


@dataclass(frozen=True)
class Changes:
    """Changes of an edition.

    Attributes
    ----------
    rules : mapping
        Switch or parameter -> value.
    components : mapping of str to mapping
        Text by its id -> ``level`` (a formula), ``ultra`` (a number), ``banned`` (true or false): only what is changed.
    rest : mapping
        Everything else, by the keys of an edition file: new texts and programs, counters, words.
    """

    rules: Mapping[str, Any] = field(default_factory=dict)
    components: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    rest: Mapping[str, Any] = field(default_factory=dict)


class Workbench(Protocol):
    """The module ``workbench`` of a game."""

    SHAPE: Shape

    def form(self, edition: Any) -> dict[str, Any]:
        """Return how cards of an edition are typed, in its words: ``numbers``, ``words`` (with their values), ``cost``, ``example`` …."""

    def vocabulary(self, edition: Any) -> list[dict[str, Any]]:
        """Return the texts of an edition: id, section, text, level, Ultra Points, ban, and words by which they can be found."""

    def rules(self, edition: Any) -> list[dict[str, Any]]:
        """Return what an edition settles in one of several ways: ``name``, ``value``, ``meaning``, and ``values`` that it can have."""

    def cost_card(self, card: Mapping[str, Any], edition: Any, caret: int | None = None) -> dict[str, Any]:
        """Return what a card that is being typed costs, whether it is legal, which words are wrong, and what may be written next."""

    def as_given(self, card: Any, edition: Any) -> dict[str, Any]:
        """Return the values of a card that was read, as `cost_card` takes them."""

    def read(self, cards: Iterable[Mapping[str, Any]], edition: Any) -> list[Any]:
        """Read cards that are given by their values; the first that cannot be read is a `KotcError`."""

    def in_file(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return a card as its file has it."""

    def plain(self, name: str, edition: Any) -> Any:
        """Return the card that a name alone describes, or None."""

    def deck(self, given: GivenDeck, edition: Any, card: Callable[[str], Any]) -> Any:
        """Return a deck, legal or not."""

    def deck_row(self, deck: Any) -> dict[str, Any]:
        """Return what a page shows of a deck: size, limits, curve, what is wrong with it, and each card's level."""

    def deck_in_file(self, deck: Any, edition: str) -> dict[str, Any]:
        """Return a deck as a file has it that needs no other file."""

    def read_deck(self, deck: Any) -> GivenDeck:
        """Return a deck that was read, as a page has it."""

    def card_nodes(self, root: Node) -> Sequence[Node]:
        """Return the cards that a file defines, not yet read."""

    def entries(self, node: Node) -> Iterable[tuple[str, int]]:
        """Return names and copies of the cards that a deck counts."""

    def read_proposal(self, changes: Changes) -> dict[str, Any]:
        """Return changes as the keys of an edition file."""

    def changes(self, root: Node) -> Changes:
        """Return the changes of an edition file."""


def node_of(values: Mapping[str, Any]) -> Node:
    """Return a node with values as a file would have them: texts, and whole numbers."""
    pairs = []
    for key, value in values.items():
        raw = "" if value is None else str(value)
        style = '"' if isinstance(value, str) else ""
        pairs.append((Node("scalar", FILE, 1, 1, key, key), Node("scalar", FILE, 1, 1, value, raw, style, 1)))
    return Node("map", FILE, 1, 1, pairs=pairs)


def merge(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return two mappings as one; where both have a mapping, that is merged too, and elsewhere the other one counts."""
    found = dict(one)
    for key, value in other.items():
        before = found.get(key)
        found[key] = merge(before, value) if isinstance(before, Mapping) and isinstance(value, Mapping) else value
    return found
