"""What a page needs of a game: how its cards are typed, what its editions let change, and its files as data.

A game's module ``workbench`` has the functions of `Workbench`. Nothing here or there knows of browsers: values are texts, whole numbers
and what JSON has.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypedDict

from kotc_sim.games.decks import AnyCard, Counts, DeckOf
from kotc_sim.yaml_source import Node

FILE = "the card"  # what messages about a card call its file
CardValues = Mapping[str, object]
"""A card as a page types it: ``name``, ``kind``, ``text``, and what its kind has; texts and whole numbers, by the keys of a card file."""


@dataclass(frozen=True)
class Number:
    """A number of a card."""

    low: int
    high: int
    first: int  # what a new card has


@dataclass(frozen=True)
class Shape:
    """What a card of a game is made of, besides name, kind and text."""

    kinds: Mapping[str, tuple[str, ...]]  # each kind of card, the usual one first, and the numbers and words that it has
    numbers: Mapping[str, Number]
    words: tuple[str, ...]  # what is chosen from a list of the edition
    asks: tuple[str, ...]  # what can be asked: commands


@dataclass(frozen=True)
class GivenDeck:
    """A deck as a page has it: names of cards with their numbers, and who plays it."""

    name: str
    cards: tuple[tuple[int, str], ...]
    reserves: tuple[tuple[int, str], ...] = ()
    strategy: str | None = None


class Change(TypedDict, total=False):
    """What a proposal changes of a text: its ``level`` is a formula."""

    level: str
    ultra: int
    banned: bool


@dataclass(frozen=True)
class Changes:
    """Changes of an edition."""

    rules: Mapping[str, object] = field(default_factory=dict)  # switch or parameter -> value
    components: Mapping[str, Change] = field(default_factory=dict)  # by a text's id
    # everything else, by the keys of an edition file: new texts and programs, counters, words
    rest: Mapping[str, object] = field(default_factory=dict)


class Text(TypedDict):
    """A text of an edition: ``written`` is an example, ``meaning`` says what the keywords in it mean."""

    id: str
    section: str
    text: str
    written: str
    level: str
    ultra: int
    banned: str | None
    meaning: str


class Rule(TypedDict):
    """What an edition settles in one of several ways; ``values`` lists them, or has the ends of numbers, or a word for a kind."""

    name: str
    value: object
    meaning: str
    values: object


class Fault(TypedDict):
    """What keeps a card from being read, where in its text if that is known, and texts that are near."""

    what: str
    fix: str
    start: int | None
    end: int | None
    near: list[str]


class Offer(TypedDict):
    """A text that may be written next."""

    id: str
    section: str
    text: str
    level: str


class Offers(TypedDict):
    """What may be written in place of a part of a text."""

    start: int
    end: int
    offers: list[Offer]


class Costed(TypedDict):
    """A card that is typed: as ``kotc-sim card --json`` has it and with its ``cost``, or None if it cannot be read."""

    card: Mapping[str, Any] | None
    faults: list[Fault]
    next: Offers | None


class Workbench(Protocol):
    """The module ``workbench`` of a game."""

    SHAPE: Shape

    def form(self, edition: Any) -> Mapping[str, object]:
        """Return how cards of an edition are typed, in its words: ``numbers``, ``words`` (with their values), ``cost``, ``example`` …."""

    def vocabulary(self, edition: Any) -> list[Text]:
        """Return the texts of an edition."""

    def rules(self, edition: Any) -> list[Rule]:
        """Return what an edition settles in one of several ways."""

    def cost_card(self, card: CardValues, edition: Any, caret: int | None = None) -> Costed:
        """Return what a card that is being typed costs, whether it is legal, which words are wrong, and what may be written next.

        ``caret``: where in the text somebody is writing, from 0; None if nowhere.
        """

    def as_given(self, card: Any, edition: Any) -> CardValues:
        """Return the values of a card that was read, as `cost_card` and a card file take them."""

    def read(self, cards: Iterable[CardValues], edition: Any) -> Sequence[Any]:
        """Read cards that are given by their values; the first that cannot be read is a `KotcError`."""

    def in_file(self, card: CardValues) -> Mapping[str, object]:
        """Return a card as its file has it."""

    def plain(self, name: str, edition: Any) -> Any:
        """Return the card that a name alone describes, or None."""

    def deck(self, given: GivenDeck, edition: Any, card: Callable[[str], Any]) -> Any:
        """Return a deck, legal or not."""

    def deck_row(self, deck: Any) -> Mapping[str, object]:
        """Return what a page shows of a deck: size, limits, curve, what is wrong with it, and each card's level."""

    def card_nodes(self, root: Node) -> Sequence[Node]:
        """Return the cards that a file defines, not yet read."""

    def read_proposal(self, changes: Changes) -> Mapping[str, object]:
        """Return changes as the keys of an edition file."""

    def changes(self, root: Node) -> Changes:
        """Return the changes of an edition file; whether they make sense is seen when it is loaded."""


def given_deck(deck: DeckOf[Any]) -> GivenDeck:
    """Return a deck that was read, as a page has it."""
    counts, reserves = (tuple((count, card.name) for card, count in part) for part in (deck.counts, deck.reserves))
    return GivenDeck(deck.name, counts, reserves, deck.strategy)


def counted(listed: Iterable[tuple[int, str]], card: Callable[[str], AnyCard]) -> Counts[AnyCard]:
    """Return the cards of a list of copies and names, each once; ``card`` finds one by its name."""
    copies = Counter[str]()
    for count, name in listed:
        copies[name] += count
    return tuple((card(name), count) for name, count in copies.items())


def deck_in_file(deck: DeckOf[Any], edition: str, bench: Workbench) -> Mapping[str, object]:
    """Return a deck as a file has it that needs no other file: with the definitions of all its cards but the plain ones."""
    data: dict[str, object] = {"name": deck.name, "edition": edition}
    if deck.strategy:
        data["strategy"] = deck.strategy
    for key, counts in (("cards", deck.counts), ("reserves", deck.reserves)):
        if counts or key == "cards":
            data[key] = [{count: card.name} for card, count in counts]
    cards = [(card.name, bench.as_given(card, deck.edition)) for card in deck.each()]
    library = [bench.in_file(given) for name, given in cards if given.get("text") or bench.plain(name, deck.edition) is None]
    return {**data, "library": library} if library else data


def read_changes(
    root: Node, head: Collection[str], rules: Collection[str], texts: Mapping[str, str], change_of: Callable[[Node], Change | None]
) -> Changes:
    """Return the changes of an edition file.

    - ``head``: keys that change nothing.
    - ``rules``: keys of switches and parameters.
    - ``texts``: keys of texts, and what a text's id begins with there.
    - ``change_of``: returns what a row changes; None if it says more than a `Change` can.
    """
    found: dict[str, object] = {}
    components: dict[str, Change] = {}
    rest: dict[str, object] = {}
    for key, node in root.entries("an edition file").items():
        if key in head:
            continue
        if key in rules:
            found |= {name: "none" if value.value is None else value.value for name, value in node.entries(key).items()}
        elif key in texts:
            more = {}
            for name, row in node.entries(key).items():
                change = change_of(row)
                if change is None:
                    more[name] = row.plain()
                else:
                    components[f"{texts[key]}{name}"] = change
            if more:
                rest[key] = more
        else:
            rest[key] = node.plain()
    return Changes(found, components, rest)


def node_of(values: Mapping[str, Any]) -> Node:
    """Return a node with values as a file would have them: texts, and whole numbers."""
    pairs = []
    for key, value in values.items():
        style = '"' if isinstance(value, str) else ""
        pairs.append((Node("scalar", FILE, 1, 1, key, key), Node("scalar", FILE, 1, 1, value, str(value), style, 1)))
    return Node("map", FILE, 1, 1, pairs=pairs)


def merge(one: Mapping[str, object], other: Mapping[str, object]) -> Mapping[str, object]:
    """Return two mappings as one; where both have a mapping, that is merged too, and elsewhere the other one counts."""
    found = dict(one)
    for key, value in other.items():
        before = found.get(key)
        found[key] = merge(before, value) if isinstance(before, Mapping) and isinstance(value, Mapping) else value
    return found
