"""YAML that was dropped on the page, and YAML that it saves: as files of the terminal, but no other file is read for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper import workbench
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.reader import card_nodes, plain_card, read_card
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.editions.draft import PLURAL
from kotc_sim.games.keeper.editions.model import PREFIX
from kotc_sim.web.desk import Desk, card_row, deck_given, deck_text, dump, pool, proposal_text, same
from kotc_sim.web.fields import Fields
from kotc_sim.web.question import GivenDeck, Proposal, read_deck, read_proposal
from kotc_sim.web.question import read_card as checked_card
from kotc_sim.yaml_source import Node, parse_yaml

_FILE = "the dropped file"
_DECK_KEYS = ("name", "title", "edition", "strategy", "cards", "library", "include", "reserves", "description")


def shipped_deck(path: Path) -> Deck:
    """Return a deck that comes with kotc-sim."""
    return load_deck(path, legal=False)


def deck_row(deck: Deck, edition: Edition) -> dict[str, Any]:
    """Return a deck as the page has it, with the cards in it that are not what the workbench has under their names."""
    known = pool(edition)
    nowhere = Node("scalar", "", 0, 0)
    cards = {card.name: card for card, _ in (*deck.counts, *deck.reserves) if not same(card, known.get(card.name))}
    own = [card_row(card, edition) for card in cards.values() if card.text or plain_card(card.name, edition, nowhere) is None]
    return {"kind": "deck", "edition": edition.name, "deck": deck_given(deck), "cards": own}


def read(text: str, edition_name: str, own: Mapping[str, Mapping[str, Any]], desk: Desk) -> dict[str, Any]:
    """Read a file of cards, a deck or a proposal.

    Parameters
    ----------
    text : str
        YAML.
    edition_name : str
        For files that state no edition.
    own : mapping
        The user's own cards by name, in which a deck may count.
    desk : Desk

    Returns
    -------
    dict
        ``kind`` (``cards``, ``deck`` or ``edition``), ``edition``, and ``cards`` (those that the file defines), ``deck`` or ``proposal``.

    Raises
    ------
    KotcError
        With the line, if it cannot be read; also if it is of another game, or wants another file or a program.
    """
    try:
        root = parse_yaml(text, _FILE)
        if root.kind == "map":
            for key, value in root.pairs:
                if key.raw in ("edition", "extends") and (value.kind != "scalar" or value.raw not in workbench.edition_names()):
                    raise value.error(f"the page opens files of a shipped edition, and this one names {value.described()}")
        if games.of_node(root) is not games.FIRST:
            raise root.error("this file is of another game", "The page is for Keeper of the Cards; the terminal plays both.")
        kind = games.kind_of(root)
        if kind == "edition":
            return _proposal(root)
        if kind == "scenario":
            raise root.error("this is a scenario", "The terminal plays it: kotc-sim scenario.")
        stated = dict((key.raw, value.raw) for key, value in root.pairs) if root.kind == "map" else {}
        name = stated["edition"] if kind == "deck" and "edition" in stated else edition_name
        if kind == "cards" and "cards" in stated and "edition" in stated:
            name = stated["edition"]
        edition = desk.edition(name, None)
        if kind == "cards":
            return {"kind": "cards", "edition": name, "cards": [_card(node, edition) for node in card_nodes(root)]}
        return _deck(root, edition, own, desk)
    except KotcError as error:
        place = f"line {error.line}: " if error.line else ""
        raise KotcError(f"{place}{error.what}", fix=error.fix) from None


def _card(node: Node, edition: Edition) -> dict[str, Any]:
    """Return a card of a file, as the page has it, after the same checks as one that is typed."""
    row = card_row(read_card(node, edition), edition)
    given = {key: row[key] for key in ("name", "kind", "sp", "hp", "text", "design_edition") if key in row}
    return row | dict(checked_card(Fields(given, "a card")))


def _deck(root: Node, edition: Edition, own: Mapping[str, Mapping[str, Any]], desk: Desk) -> dict[str, Any]:
    """Return a deck; what it includes is looked for among the cards of the page."""
    entries = root.entries("a deck file")
    library = entries.get("library")
    defined: list[dict[str, Any]] = []
    if library is not None and library.kind == "map":
        raise library.error("the page reads a library that is a list", "Write `- {name: …, text: …}`.")
    if library is not None:
        defined = [_card(node, edition) for node in library.sequence("`library`")]
    for key, node in entries.items():
        if key not in _DECK_KEYS:
            raise node.error(f"a deck file has no key {key!r}")
    given: dict[str, Any] = {"name": entries["name"].text("the name") if "name" in entries else "a deck"}
    for key in ("cards", "reserves"):
        if key in entries and entries[key].value is None and entries[key].kind == "scalar":
            continue
        if key in entries:
            given[key] = [[count, name] for name, count in _counts(entries[key])]
    if "strategy" in entries and entries["strategy"].value is not None:
        given["strategy"] = entries["strategy"].text("the strategy")
    fields = Fields(given, "the deck")
    deck = read_deck(fields)
    known = {card["name"]: card for card in own.values()} | {card["name"]: card for card in defined}
    cards = {card.name: card for card in workbench.read(_bare(known.values()), edition)}
    try:
        desk.deck(deck, edition, cards)
    except KotcError as error:
        if "include" in entries:
            raise KotcError(error.what, fix="The deck includes another file: drop that one on the page first.") from None
        raise
    return {"kind": "deck", "edition": edition.name, "deck": _plain(deck), "cards": defined}


def _bare(cards: Any) -> list[dict[str, Any]]:
    return [{key: card[key] for key in ("name", "kind", "sp", "hp", "text", "design_edition") if key in card} for card in cards]


def _plain(deck: GivenDeck) -> dict[str, Any]:
    return {
        "name": deck.name,
        "cards": [list(entry) for entry in deck.cards],
        "reserves": [list(entry) for entry in deck.reserves],
        "strategy": deck.strategy,
    }


def _counts(node: Node) -> list[tuple[str, int]]:
    """Return the entries of ``cards``, however they are written, but for cards that are defined where they are counted."""
    from kotc_sim.games.keeper.cards.deck import entries_of

    return [(name, count) for name, count, _ in entries_of(node)]


def _proposal(root: Node) -> dict[str, Any]:
    """Return a proposal; one that changes more than prices, Ultra Points, bans and switches is for the terminal."""
    entries = root.entries("an edition file")
    if "extends" not in entries:
        raise root.error("this is no proposal", "A proposal begins with `extends: kotc-17`.")
    given: dict[str, Any] = {"name": entries["name"].text("the name") if "name" in entries else "a proposal", "rules": {}, "components": {}}
    sections = {plural: PREFIX[section] for section, plural in PLURAL.items()}
    for key, node in entries.items():
        if key in ("name", "title", "extends"):
            continue
        if key in ("rules", "level_formula"):
            given["rules"] |= {name: value.value if value.value is not None else "none" for name, value in node.entries(key).items()}
        elif key in sections:
            for name, row in node.entries(key).items():
                given["components"][f"{sections[key]}.{name}"] = _change(row, name)
        else:
            raise node.error(
                f"the page does not edit {key!r}",
                "Its prices, Ultra Points, bans and switches can be edited here; the rest is for a text editor.",
            )
    proposal = read_proposal(Fields({"proposal": given}, "the file"))
    assert proposal is not None
    return {"kind": "edition", "edition": entries["extends"].raw, "proposal": given}


def _change(row: Node, name: str) -> dict[str, Any]:
    change: dict[str, Any] = {}
    for part, value in row.entries(f"the row of {name!r}").items():
        if part == "level":
            change["level"] = value.text("the level")
        elif part == "ultra":
            change["ultra"] = value.integer("the Ultra Points", 0, 99)
        elif part == "banned":
            change["banned"] = value.value is not None
        else:
            raise value.error(f"the page does not edit {part!r} of a component", "Only level, ultra and banned.")
    return change


def saved(desk: Desk, what: str, name: str, proposal: Proposal | None, cards: tuple[Mapping[str, Any], ...], deck: GivenDeck | None) -> str:
    """Return the text of a file with the cards, the deck or the proposal of the page."""
    if what == "edition":
        return proposal_text(name, proposal or Proposal("a proposal", {}, {}))
    if what == "cards":
        return dump({"edition": name, "cards": [dict(card) for card in cards]})
    if deck is None:
        raise KotcError("there is no deck to save")
    edition = desk.edition(name, proposal)
    own = {card.name: card for card in workbench.read(cards, edition)}
    return deck_text(desk.deck(deck, edition, own), name)
