"""YAML that was dropped on the page, and YAML that it saves: as files of the terminal, but no other file is read for it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.decklists import deck_entries
from kotc_sim.games.protocol import Game
from kotc_sim.games.workbench import CardValues, GivenDeck, deck_in_file, given_deck
from kotc_sim.web.desk import Desk, card_row, cards_text, dump, proposal_text
from kotc_sim.web.fields import Fields
from kotc_sim.web.question import Proposal, bench_of, edition_names, read_deck, read_proposal
from kotc_sim.web.question import read_card as checked_card
from kotc_sim.yaml_source import Node, parse_yaml

_FILE = "the dropped file"
_DECK_KEYS = ("name", "title", "edition", "strategy", "cards", "library", "include", "reserves", "description", "about")


def shipped_deck(path: Path) -> Any:
    """Return a deck that comes with kotc-sim."""
    game, root = games.read(path, "deck")
    return game.deck(root, legal=False)


def deck_row(deck: Any, edition: Any, desk: Desk) -> Mapping[str, object]:
    """Return a deck as the page has it, with the cards in it that are not what the workbench has under their names."""
    _, bench = bench_of(edition.base)
    known = desk.pool(edition)
    own = []
    for card in deck.each():
        here = known.get(card.name) or bench.plain(card.name, edition)
        if here is None or bench.as_given(card, edition) != bench.as_given(here, edition):
            own.append(card_row(card, edition))
    return {"kind": "deck", "edition": edition.name, "deck": vars(given_deck(deck)), "cards": own}


def read(text: str, edition_name: str, own: Iterable[CardValues], desk: Desk) -> Mapping[str, Any]:
    """Read a YAML text of cards, a deck or a proposal; ``edition_name`` is for those that state no edition.

    A deck may count in ``own``, the user's own cards. Returns ``kind`` (``cards``, ``deck`` or ``edition``), ``edition``, and ``cards``
    (those that it defines), ``deck`` or ``proposal``. Raises `KotcError`, with the line, if it cannot be read; also if it wants another
    file or a program.
    """
    try:
        root: Node = desk.beside(lambda: parse_yaml(text, _FILE))
        if root.kind == "map":
            for key, value in root.pairs:
                if key.raw in ("edition", "extends") and (value.kind != "scalar" or value.raw not in edition_names()):
                    raise value.error(f"the page opens files of a shipped edition, and this one names {value.described()}")
        kind = games.kind_of(root)
        if kind == "scenario":
            raise root.error("this is a scenario", "The terminal plays it: kotc-sim scenario.")
        if root.kind == "map" and "extends" in root.entries():
            return _proposal(root, desk)
        if kind == "edition":
            raise root.error("this is no proposal", "A proposal begins with `extends: kotc-20`.")
        stated = dict((key.raw, value.raw) for key, value in root.pairs) if root.kind == "map" else {}
        chosen, of_file = games.of_edition(edition_name), games.of_node(root)
        name = edition_name if chosen is of_file else of_file.newest
        name = stated["edition"] if "cards" in stated and "edition" in stated else name
        edition, (game, bench) = desk.edition(name, None), bench_of(name)
        if kind == "cards":
            return {"kind": "cards", "edition": name, "cards": [_card(node, edition, game, desk) for node in bench.card_nodes(root)]}
        return _deck(root, edition, own if chosen is game else (), desk)  # cards of another game are no help
    except KotcError as error:
        place = f"line {error.line}: " if error.line else ""
        raise KotcError(f"{place}{error.what}", fix=error.fix) from None


def _card(node: Node, edition: Any, game: Game, desk: Desk) -> Mapping[str, object]:
    """Return a card of a file, as the page has it, after the same checks as one that is typed."""
    _, bench = bench_of(edition.base)
    desk.give_way()
    (card,) = game.cards(Node("list", node.file, node.line, node.column, items=[node]), edition)
    return {**card_row(card, edition), **checked_card(Fields(bench.as_given(card, edition), "a card"), bench)}


def _deck(root: Node, edition: Any, own: Iterable[CardValues], desk: Desk) -> Mapping[str, object]:
    """Return a deck; what it includes is looked for among the cards of the page."""
    game, bench = bench_of(edition.base)
    entries = root.entries("a deck file")
    library = entries.get("library")
    defined: list[Mapping[str, object]] = []
    if library is not None and library.kind == "map":
        raise library.error("the page reads a library that is a list", "Write `- {name: …, text: …}`.")
    if library is not None:
        defined = [_card(node, edition, game, desk) for node in library.sequence("`library`")]
    for key, node in entries.items():
        if key not in _DECK_KEYS:
            raise node.error(f"a deck file has no key {key!r}")
    given: dict[str, object] = {"name": entries["name"].text("the name") if "name" in entries else "a deck"}
    for key in ("cards", "reserves"):
        if key in entries and entries[key].value is None and entries[key].kind == "scalar":
            continue
        if key in entries:
            given[key] = [[count, name] for name, count, _ in deck_entries(entries[key])]
    if "strategy" in entries and entries["strategy"].value is not None:
        given["strategy"] = entries["strategy"].text("the strategy")
    deck = read_deck(Fields(given, "the deck"), game)
    keys = ("name", "kind", *bench.SHAPE.numbers, *bench.SHAPE.words, "text", "design_edition")
    known = {card["name"]: card for card in [*own, *({key: card[key] for key in keys if key in card} for card in defined)]}
    cards = desk.read(known.values(), edition)
    try:
        desk.deck(deck, edition, cards)
    except KotcError as error:
        if "include" in entries:
            raise KotcError(error.what, fix="The deck includes another file: drop that one on the page first.") from None
        raise
    return {"kind": "deck", "edition": edition.name, "deck": vars(deck), "cards": defined}


def _proposal(root: Node, desk: Desk) -> Mapping[str, object]:
    """Return a proposal: prices, Ultra Points, bans and switches as fields, what else it says as YAML."""
    entries = root.entries("an edition file")
    parent = entries["extends"].raw
    _, bench = bench_of(parent)
    changes = bench.changes(root)
    given = {
        "name": entries["name"].text("the name") if "name" in entries else "a proposal",
        "rules": dict(changes.rules),
        "components": {key: dict(change) for key, change in changes.components.items()},
        "rest": desk.beside(lambda: dump(changes.rest)) if changes.rest else "",
    }
    proposal = read_proposal(Fields({"proposal": given}, "the file"))
    assert proposal is not None
    desk.edition(parent, proposal)
    return {"kind": "edition", "edition": parent, "proposal": given}


def saved(desk: Desk, what: str, name: str, proposal: Proposal | None, cards: tuple[CardValues, ...], deck: GivenDeck | None) -> str:
    """Return the text of a file with the cards, the deck or the proposal of the page."""
    if what == "edition":
        return proposal_text(name, proposal or Proposal("a proposal", {}, {}))
    if what == "cards":
        return cards_text(name, cards)
    if deck is None:
        raise KotcError("there is no deck to save")
    _, bench = bench_of(name)
    edition = desk.edition(name, proposal)
    return dump(deck_in_file(desk.deck(deck, edition, desk.read(cards, edition)), name, bench))
