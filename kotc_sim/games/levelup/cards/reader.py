"""Cards and decks of Level-Up: read, validated, checked for legality."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.cards.text import Effect, Vocabulary
from kotc_sim.games.levelup.editions.loader import BASE, EFFECT_KINDS, MAX_LEVEL, MAX_STAT, LevelUpEdition, load_edition
from kotc_sim.yaml_source import Node, known_keys, nearest, read_yaml

_CARD_KEYS = ("name", "kind", "type", "subtype", "level", "attack", "defense", "effects", "about")
_DECK_KEYS = ("name", "edition", "strategy", "cards", "library", "include", "decks", "about")


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
class Problem:
    """What is wrong with a deck: ``illegal`` breaks a rule, a warning is only unwise."""

    illegal: bool
    what: str
    fix: str
    rule: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}. {self.fix} ({self.rule})"


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


def parse_card(node: Node, vocabulary: Vocabulary, *, partial: bool = False) -> Card:
    """Read one card; a ``partial`` one, as in scenarios, may lack effects and a subtype.

    Raises
    ------
    KotcError
        With the place, if a value is missing or out of range or an effect's text is not of the vocabulary.
    """
    edition = vocabulary.edition
    entries = node.entries("a card")
    known_keys(entries, _CARD_KEYS, "a card of Level-Up")
    if "name" not in entries:
        raise node.error("a card has no name", "Write `name: …`.")
    name = entries["name"].text("name").strip()
    if not name:
        raise entries["name"].error("a card has no name")
    kind = entries["kind"].text("kind") if "kind" in entries else "creature"
    if kind not in ("creature", "magic"):
        raise entries["kind"].error(f"{name} is of the kind {kind!r}", "Write creature or magic.")
    numbers = {}
    for key, low, high in (("level", 1, MAX_LEVEL), ("attack", 0, MAX_STAT), ("defense", 0, MAX_STAT)):
        if kind == "magic":
            numbers[key] = 0
            if key in entries and entries[key].value != 0:
                raise entries[key].error(
                    f"the magic card {name} has the {key} {entries[key].raw}", "Leave it out; only creatures have one."
                )
        elif key not in entries:
            raise node.error(f"the creature {name} has no {key}", f"Write `{key}: {low}`.")
        else:
            numbers[key] = entries[key].integer(f"{key} of {name}", low, high)
    words = {}
    for key, allowed in (("type", edition.types), ("subtype", edition.subtypes)):
        given = entries.get(key)
        if kind == "magic":
            if given is not None and given.value not in (None, "Magic", "none"):
                raise given.error(f"the magic card {name} has the {key} {given.raw!r}", "Leave it out.")
            words[key] = "Magic" if key == "type" else ""
        elif partial and key == "subtype" and given is None:
            words[key] = allowed[0]
        elif given is None or given.value is None:
            raise node.error(f"the creature {name} has no {key}", "Choose from " + ", ".join(allowed) + ".")
        elif given.raw not in allowed:
            raise given.error(f"{name} has the {key} {given.raw!r}, which there is not", nearest(given.raw, allowed))
        else:
            words[key] = given.raw
    listed = entries["effects"].sequence(f"effects of {name}") if "effects" in entries else []
    if len(listed) > 2 or (len(listed) < 2 and not partial):
        raise entries.get("effects", node).error(f"{name} has {len(listed)} effects", "Every card has exactly two (levelup.effect.1).")
    effects = _effects(name, kind, listed, vocabulary)
    return Card(
        name,
        kind,
        words["type"],
        words["subtype"],
        numbers["level"],
        numbers["attack"],
        numbers["defense"],
        effects,
        node,
    )


def _effects(name: str, kind: str, items: list[Node], vocabulary: Vocabulary) -> tuple[Effect, ...]:
    effects = []
    for item in items:
        parts = item.entries("an effect")
        known_keys(parts, ("kind", "text"), "an effect")
        if "kind" not in parts or "text" not in parts:
            raise item.error(f"an effect of {name} has no kind or no text", 'Write {kind: normal, text: "…"}.')
        effect_kind = parts["kind"].text("kind")
        if effect_kind not in EFFECT_KINDS:
            raise parts["kind"].error(f"there is no effect type {effect_kind!r}", nearest(effect_kind, EFFECT_KINDS))
        effect = vocabulary.parse(effect_kind, parts["text"].text("text"), parts["text"])
        if kind == "magic" and any("this creature" in step.text.lower() for step in (effect, *effect.then)):
            raise parts["text"].error(
                f'the magic card {name} speaks of "this creature"',
                "Only a creature can; write it on one, or change the text.",
            )
        if kind == "creature" and effect_kind == "equip":
            raise parts["kind"].error(
                f"the creature {name} has an Equip effect",
                "Only magic cards have Equip effects (levelup.ruling.38).",
            )
        effects.append(effect)
    return tuple(effects)


def load_library(path: str | os.PathLike[str], vocabulary: Vocabulary) -> dict[str, Card]:
    """Read the cards of a file: its ``library:``, or its ``cards:`` where that is a list of cards."""
    return {name: parse_card(node, vocabulary) for name, node in _named(_card_nodes(path)).items()}


def _card_nodes(path: str | os.PathLike[str]) -> list[Node]:
    root = read_yaml(path, "card file")
    if root.kind == "list":
        return root.items
    entries = root.entries("a card file")
    known_keys(entries, _DECK_KEYS, "a card file")
    lists = [entries[key] for key in ("library", "cards") if key in entries and entries[key].kind == "list"]
    return [node for found in lists for node in found.items]


def _named(nodes: Iterable[Node]) -> dict[str, Node]:
    """Return cards by name, not yet read."""
    found: dict[str, Node] = {}
    for node in nodes:
        entries = node.entries("a card")
        if "name" not in entries:
            raise node.error("a card has no name", "Write `name: …`.")
        name = entries["name"].text("name").strip()
        if name in found:
            raise node.error(f"there are two cards named {name!r}", "Names tell cards apart (levelup.ruling.56); rename one.")
        found[name] = node
    return found


class Library:
    """The cards that a deck can name, its own before those of included files.

    A card is read when it is first asked for: a shared file may hold cards whose texts a proposal has removed.
    """

    def __init__(self, path: str | os.PathLike[str], entries: dict[str, Node], vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._cards: dict[str, Card] = {}
        self.nodes: dict[str, Node] = {}
        if "include" in entries:
            listed = entries["include"]
            for node in listed.items if listed.kind == "list" else [listed]:
                included = Path(path).parent / node.text("a path")
                if not included.is_file():
                    raise node.error(f"there is no card file {node.raw!r}", f"It is looked for in {included.parent}.")
                self.nodes.update(_named(_card_nodes(included)))
        if "library" in entries:
            own = _named(entries["library"].sequence("library"))
            self.nodes.update(own)
            for name in own:
                self.card(name)

    def card(self, name: str) -> Card:
        """Return a card; a name that is not in `nodes` is a ``KeyError``."""
        if name not in self._cards:
            self._cards[name] = parse_card(self.nodes[name], self._vocabulary)
        return self._cards[name]


def load_deck(path: str | os.PathLike[str], edition: str | os.PathLike[str] | None = None) -> Deck:
    """Read a deck.

    Parameters
    ----------
    path : path
        A file with ``cards:`` (``name: copies`` or ``copies: name``) and, for cards of its own,
        ``library:`` or ``include:`` (paths relative to the file).
    edition : str or path, optional
        Instead of the edition that the file names (``levelup`` if it names none).

    Raises
    ------
    KotcError
        If the file is malformed or names an unknown card. An illegal deck is no error here: see `problems`.
    """
    root = read_yaml(path, "deck")
    entries = root.entries("a deck")
    known_keys(entries, _DECK_KEYS, "a deck")
    folder = Path(path).parent
    if edition is None:
        edition = stated_edition(entries["edition"], folder) if "edition" in entries else BASE
    loaded = load_edition(edition)
    vocabulary = Vocabulary(loaded)
    if "cards" not in entries:
        raise root.error("the deck has no cards", "Write `cards:` with `name: copies` lines.")
    deck_entries = _entries(entries["cards"], Library(path, entries, vocabulary))
    name = entries["name"].text("name") if "name" in entries else Path(path).stem
    strategy = entries["strategy"].text("strategy") if "strategy" in entries else ""
    return Deck(name, str(path), root.line, loaded, strategy, deck_entries)


def is_deck(path: str | os.PathLike[str]) -> bool:
    """Say whether a file holds a deck, not only cards."""
    root = read_yaml(path, "deck")
    return root.kind == "map" and any(key.raw == "cards" and value.kind == "map" for key, value in root.pairs)


def stated_edition(node: Node, folder: Path) -> str | Path:
    """Return the edition that a deck names: ``levelup``, or a file beside the deck or in the current folder."""
    name = node.text("edition")
    if name == BASE:
        return name
    for path in (folder / name, Path(name)):
        if path.is_file():
            return path
    raise node.error(f"there is no edition {name!r} of Level-Up", "Write `levelup`, or the path of a proposal.")


def _entries(node: Node, library: Library) -> tuple[Entry, ...]:
    if node.kind == "list":
        raise node.error("the cards are a list: a card file, not a deck", "A deck has `cards:` with `name: copies` lines.")
    result = []
    for key, value in node.mapping("cards"):
        if isinstance(key.value, int) and not isinstance(value.value, int):
            count, named = key, value
        else:
            count, named = value, key
        copies = count.integer(f"copies of {named.raw!r}", 1, 100)
        if named.raw not in library.nodes:
            raise named.error(
                f"there is no card {named.raw!r}",
                nearest(named.raw, library.nodes) or "Name its file under `include:`.",
            )
        result.append(Entry(library.card(named.raw), copies, named))
    return tuple(result)


def problems(deck: Deck) -> list[Problem]:
    """Return what is wrong with a deck, illegal things first (levelup.deck.1 to 5), then warnings."""
    edition = deck.edition
    found = []

    def add(illegal: bool, what: str, fix: str, rule: str, line: int) -> None:
        found.append(Problem(illegal, what, fix, rule, deck.file, line))

    low, high = edition.parameter("deck_min"), edition.parameter("deck_max")
    if deck.size < low:
        add(
            True,
            f"the deck has {deck.size} cards, {low - deck.size} too few",
            f"A deck has at least {low}.",
            "levelup.deck.1",
            deck.line,
        )
    if deck.size > high:
        add(
            True,
            f"the deck has {deck.size} cards, {deck.size - high} too many",
            f"A deck has at most {high}.",
            "levelup.deck.2",
            deck.line,
        )
    copies: dict[str, int] = {}
    limit = edition.parameter("copies")
    for entry in deck.entries:
        before = copies.get(entry.card.name, 0)
        copies[entry.card.name] = total = before + entry.copies
        if total > limit >= before:
            add(
                True,
                f"the deck has {total} copies of {entry.card.name!r}",
                f"A deck has at most {limit} of a card.",
                "levelup.deck.3",
                entry.place.line,
            )
    for entry in deck.entries:
        card = entry.card
        if card.kind == "creature" and card.level > 1 and not _playable(card, deck):
            add(
                False,
                f"{card.name!r} is a {card.type} creature of level {card.level}, and the deck has no "
                f"creature of level {card.level - 1} that can be leveled up to it",
                f"Add a {card.type} creature of level {card.level - 1}, or take it out.",
                "levelup.levelup.1",
                entry.place.line,
            )
    return found


def _playable(card: Card, deck: Deck) -> bool:
    """Say whether the deck holds a card that this creature can be placed on, or it needs none."""
    if card.has("free_play"):
        return True
    others = [entry.card for entry in deck.entries]
    if any(o.kind == "creature" and o.type == card.type and o.level == card.level - 1 for o in others):
        return True
    return any(effect.op == "level_onto" and any(o.kind == "creature" and _fits(o, effect) for o in others) for effect in card.effects)


def _fits(card: Card, effect: Effect) -> bool:
    wanted = effect.filter
    level = {
        "": True,
        "=": card.level == wanted.level,
        "<": card.level <= wanted.level,
        ">": card.level >= wanted.level,
    }[wanted.level_op]
    return wanted.what != "magic" and level and wanted.type in ("", card.type) and wanted.subtype in ("", card.subtype)


def require_legal(deck: Deck) -> None:
    """Raise for the first thing that makes a deck illegal."""
    for problem in problems(deck):
        if problem.illegal:
            raise KotcError(f"{problem.what} ({problem.rule})", file=problem.file, line=problem.line, fix=problem.fix)
