"""Short ways to read cards and decks in tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.level import Bill, price
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.cards.reader import read_card
from kotc_sim.games.keeper.cards.tree import Ability, Component
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.yaml_source import parse_yaml


def ability(text: str, edition: str = "kotc-17", kind: str = "spell") -> Ability:
    """Return the only ability of a text."""
    _, abilities = parse_text(text, load_edition(edition), kind)
    assert len(abilities) == 1
    return abilities[0]


def ids(text: str, edition: str = "kotc-17", kind: str = "spell") -> list[tuple[str, int, int]]:
    """Return the components of a text: id, x, y, in written order."""
    from kotc_sim.games.keeper.cards.tree import components

    caveat, abilities = parse_text(text, load_edition(edition), kind)
    return [(part.row.id, part.x, part.y) for part in components(caveat, abilities)]


def effect(text: str, edition: str = "kotc-17") -> Component:
    """Return the only effect of a text."""
    (sub,) = ability(text, edition).subs
    assert len(sub.effects) == 1
    return sub.effects[0]


def bill(text: str, edition: str = "kotc-17", kind: str = "spell", sp: int = 0, hp: int = 0) -> Bill:
    """Return the price of a text."""
    read = load_edition(edition)
    return price(read, kind, sp, hp, *parse_text(text, read, kind))


def level(text: str, edition: str = "kotc-17", kind: str = "spell", sp: int = 0, hp: int = 0) -> int:
    """Return the level of a text."""
    return bill(text, edition, kind, sp, hp).level


def card(edition: str = "kotc-17", **values: Any) -> Card:
    """Return a card read from a map of values."""
    source = yaml.safe_dump({"name": "Card", **values}, allow_unicode=True, width=10_000)
    return read_card(parse_yaml(source, "cards.yaml"), load_edition(edition))


def rules(card_or_deck: Card | Deck) -> list[str]:
    """Return the rule ids of what is wrong."""
    problems = card_or_deck.problems if isinstance(card_or_deck, Card) else deck_problems(card_or_deck)
    return [problem.rule for problem in problems]


def deck(folder: Path, cards: str, edition: str = "kotc-17", library: str = "", more: str = "") -> Deck:
    """Return a deck written to a file and loaded, legal or not."""
    path = folder / "deck.yaml"
    path.write_text(f"edition: {edition}\ncards: {cards}\nlibrary: [{library}]\n{more}\n", encoding="utf-8")
    return load_deck(path, legal=False)
