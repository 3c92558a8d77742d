"""Deck files of Level-Up: which cards, how many, which edition, and who plays it."""

import os
from collections.abc import Mapping

from kotc_sim.errors import read_all
from kotc_sim.games.decklists import deck_entries, read_included
from kotc_sim.games.decks import Library, deck_name, deck_strategy
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.legality import require_legal
from kotc_sim.games.levelup.cards.reader import DECK_KEYS, card_nodes, named, parse_card
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.loader import load_edition, load_named_edition
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.yaml_source import Node, read_yaml


def load_deck(path: str | os.PathLike[str], edition: str | os.PathLike[str] | None = None) -> Deck:
    """Read a deck.

    A `KotcError` if the file is malformed or names an unknown card. An illegal deck is no error here: see `legality.problems`. ``path``: a
    file with ``cards:`` (``name: copies`` or ``copies: name``) and, for cards of its own, ``library:`` or ``include:`` (paths relative to
    the file). ``edition``: instead of the edition that the file names (``levelup`` if it names none).
    """
    return read_deck(read_yaml(path, "deck"), edition)


def read_deck(root: Node, edition: LevelUpEdition | str | os.PathLike[str] | None = None, *, legal: bool = False) -> Deck:
    """Read a deck from the node of its file, in an edition that may be loaded already; otherwise as `load_deck`.

    ``legal``: whether an illegal deck is an error.
    """
    entries = root.entries("a deck", DECK_KEYS)
    if "cards" not in entries:
        raise root.error("the deck has no cards", "Write `cards:` with `name: copies` lines.")
    if edition is None:
        edition = load_named_edition(entries["edition"]) if "edition" in entries else load_edition()
    loaded = edition if isinstance(edition, LevelUpEdition) else load_edition(edition)
    node, library = entries["cards"], library_of(entries, loaded)
    if node.kind == "list" and any(item.kind == "map" and "effects" in item.entries("a card") for item in node.items):
        raise node.error("the cards are a list: a card file, not a deck", "A deck has `cards:` with `name: copies` lines.")
    found = read_all(deck_entries(node, library.nodes), lambda entry: (library.card(entry[0], entry[2]), entry[1], entry[2].line))
    counts, lines = tuple((card, copies) for card, copies, _ in found), {card.name: line for card, _, line in found}
    name, strategy = deck_name(entries, root.file), deck_strategy(entries, root.file)
    deck = Deck(name, loaded, strategy, counts, (), root.file, root.line, lines)
    if legal:
        require_legal(deck)
    return deck


def library_of(entries: Mapping[str, Node], edition: LevelUpEdition) -> Library[Card]:
    """Return the cards that a deck can name, its own before those of included files: its own are read, as all of them are to be sound."""
    vocabulary = Vocabulary(edition)
    included = {name: node for root in read_included(entries) for name, node in named(card_nodes(root)).items()}
    own = named(entries["library"].sequence("library")) if "library" in entries else {}
    library = Library({**included, **own}, lambda node: parse_card(node, vocabulary))
    read_all(own.items(), lambda item: library.card(*item))
    return library
