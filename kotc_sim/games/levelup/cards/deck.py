"""Deck files of Level-Up: which cards, how many, which edition, and who plays it."""

import os
from pathlib import Path

from kotc_sim.errors import one_line
from kotc_sim.games.decklists import deck_entries, fold
from kotc_sim.games.levelup.cards.card import Deck, Entry
from kotc_sim.games.levelup.cards.reader import DECK_KEYS, Library, read_edition_name
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.editions.model import BASE, LevelUpEdition
from kotc_sim.yaml_source import Node, nearest, read_yaml


def load_deck(path: str | os.PathLike[str], edition: str | os.PathLike[str] | None = None) -> Deck:
    """Read a deck.

    A `KotcError` if the file is malformed or names an unknown card. An illegal deck is no error here: see `legality.problems`. ``path``: a
    file with ``cards:`` (``name: copies`` or ``copies: name``) and, for cards of its own, ``library:`` or ``include:`` (paths relative to
    the file). ``edition``: instead of the edition that the file names (``levelup`` if it names none).
    """
    return read_deck(read_yaml(path, "deck"), edition)


def read_deck(root: Node, edition: LevelUpEdition | str | os.PathLike[str] | None = None) -> Deck:
    """Read a deck from the node of its file, in an edition that may be loaded already; parameters and errors as `load_deck`."""
    entries = root.entries("a deck", DECK_KEYS)
    if edition is None:
        edition = read_edition_name(entries["edition"], Path(root.file).parent) if "edition" in entries else BASE
    loaded = edition if isinstance(edition, LevelUpEdition) else load_edition(edition)
    vocabulary = Vocabulary(loaded)
    if "cards" not in entries:
        raise root.error("the deck has no cards", "Write `cards:` with `name: copies` lines.")
    deck_entries = _entries(entries["cards"], Library(entries, vocabulary))
    name = entries["name"].name("name") if "name" in entries else one_line(Path(root.file).stem)
    strategy = entries["strategy"].text("strategy") if "strategy" in entries else ""
    return Deck(name, root.file, root.line, loaded, strategy, deck_entries)


def _entries(node: Node, library: Library) -> tuple[Entry, ...]:
    if node.kind == "list" and any(item.kind == "map" and "effects" in item.entries("a card") for item in node.items):
        raise node.error("the cards are a list: a card file, not a deck", "A deck has `cards:` with `name: copies` lines.")
    result = []
    for name, copies, place in deck_entries(node, library.nodes):
        key = fold(name)
        if key not in library.nodes:
            raise place.error(f"there is no card {name!r}", nearest(key, library.nodes) or "Name its file under `include:`.")
        result.append(Entry(library.card(key), copies, place))
    return tuple(result)
