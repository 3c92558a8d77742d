"""Deck files: which cards, how many, which edition, and who plays it."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kotc_sim.errors import KotcError, read_all
from kotc_sim.games.decklists import deck_entries, read_included
from kotc_sim.games.decks import Library, by_name, card_name, deck_name, deck_strategy
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.reader import card_nodes, plain_card, read_card
from kotc_sim.games.keeper.editions import NEWEST, Edition, load_edition, load_named_edition
from kotc_sim.yaml_source import Node, is_given, read_yaml
from kotc_sim.yaml_source.places import deck_folder

_KEYS = ("name", "title", "edition", "strategy", "cards", "library", "include", "reserves", "description")
Counts = list[tuple[Card, int]]


def load_deck(path: str | os.PathLike[str], *, edition: str | os.PathLike[str] | None = None, legal: bool = True) -> Deck:
    """Load a deck file.

    A `KotcError` if a file cannot be read, a card is unknown or not readable, or (with `legal`) the deck is illegal. ``path``: a YAML file
    with ``cards`` (count: name), and the cards' definitions under ``library`` or in the files named under ``include``. ``edition``: read
    it in this edition instead of its own. ``legal``: whether an illegal deck is an error; otherwise `legality.deck_problems` lists what is
    wrong.
    """
    return read_deck(read_yaml(path, "deck file"), edition, legal=legal)


def read_deck(root: Node, edition: str | os.PathLike[str] | None = None, *, legal: bool = True) -> Deck:
    """Read a deck from the node of its file; parameters and errors as `load_deck`."""
    deck = _read(root, edition)
    if legal and (problems := deck_problems(deck)):
        first = problems[0]
        more = f" (and {len(problems) - 1} more: kotc-sim deck {root.file})" if len(problems) > 1 else ""
        rule = f" ({first.rule})" if first.rule else ""
        raise KotcError(f"{first.what}{rule}", file=first.file or root.file, line=first.line or None, fix=first.fix + more)
    return deck


def _read(root: Node, edition_name: str | os.PathLike[str] | None) -> Deck:
    if root.kind == "list":
        raise root.error("this is a list of cards, not a deck", "Say how many of each: under `cards`, or in a table's column `copies`.")
    entries = root.entries("a deck file", _KEYS)
    if "cards" not in entries:
        raise root.error("the deck has no `cards`", "Add `cards:` with lines such as `4: Rat`.")
    named = edition_name is None and "edition" in entries
    edition = load_named_edition(entries["edition"]) if named else load_edition(NEWEST if edition_name is None else edition_name)
    library = library_of(entries, edition)
    counts = _counts(entries["cards"], library)
    reserves = _counts(entries["reserves"], library) if is_given(entries, "reserves") else []
    if edition.rules["reserves"] == "among":
        counts, reserves = _among(counts, reserves, edition)
    name, strategy = deck_name(entries, root.file), deck_strategy(entries, root.file)
    return Deck(name, edition, strategy, tuple(counts), tuple(reserves), root.file, entries["cards"].line)


def library_of(entries: Mapping[str, Node], edition: Edition) -> Library[Card]:
    """Return the cards that a deck can name: its file's, before those of files that it includes; plain ones; printed ones."""

    def printed() -> dict[str, Node]:
        files = [deck_folder() / "cards" / f"{edition.base}{end}.yaml" for end in ("", "-starter", "-printed")]
        return _named(read_yaml(path, "card file") for path in files if path.is_file())

    nodes = {**_named(read_included(entries)), **by_name(_definitions(entries))}
    return Library(nodes, lambda node: read_card(node, edition), lambda name, place: plain_card(name, edition, place), printed)


def _named(roots: Iterable[Node]) -> dict[str, Node]:
    return {card_name(node): node for root in roots for node in card_nodes(root)}


def _definitions(entries: Mapping[str, Node]) -> Iterator[Node]:
    """Yield the cards that a deck file defines, in its library or where it counts them."""
    library = entries.get("library")
    if library is not None and library.kind == "map":
        for key, value in library.mapping("`library`"):  # name: {sp: 1, hp: 0}
            value.entries("a card")
            yield replace(value, pairs=[*value.pairs, (replace(key, raw="name"), key)])
    elif library is not None:
        yield from library.sequence("`library`")
    for part in ("cards", "reserves"):
        node = entries.get(part)
        for item in node.items if node is not None else []:
            if item.kind == "map" and "name" in (keys := item.entries("a card")) and set(keys) - {"name", "count"}:
                yield replace(item, pairs=[pair for pair in item.pairs if pair[0].raw != "count"])


def _counts(node: Node, library: Library[Card]) -> Counts:
    return _merge(read_all(deck_entries(node, library.nodes), lambda entry: (library.card(entry[0], entry[2]), entry[1])))


def _merge(counts: Iterable[tuple[Card, int]]) -> Counts:
    """Return cards that stand several times once, with all their copies."""
    merged: dict[int, tuple[Card, int]] = {}
    for card, count in counts:
        merged[id(card)] = card, count + merged.get(id(card), (card, 0))[1]
    return list(merged.values())


def _among(counts: Counts, reserves: Counts, edition: Edition) -> tuple[Counts, Counts]:
    """Return all cards and the reserves among them (9.deck.2).

    Reserves may be listed besides the 30 other cards, or be named among all 40; a deck that names none sets the last ten listed aside.
    """
    size, aside = int(edition.rules["deck_min"]), int(edition.rules["reserves_size"])
    total = sum(count for _, count in counts)
    if not reserves:
        return counts, last_of(counts, aside)
    held = {id(card): count for card, count in counts}
    inside = all(held.get(id(card), 0) >= count for card, count in reserves)
    extra = sum(count for _, count in reserves)
    return (_merge((*counts, *reserves)) if total + extra == size or not inside else counts), reserves


def last_of(counts: Sequence[tuple[Card, int]], aside: int) -> Counts:
    """Return the last cards of a deck, so many, set aside as its reserves."""
    taken: Counts = []
    for card, count in reversed(counts):
        if aside > 0:
            taken.insert(0, (card, min(aside, count)))
            aside -= min(aside, count)
    return taken
