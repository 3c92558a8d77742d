"""The decks that come with kotc-sim."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.reader import load_cards
from kotc_sim.games.keeper.editions import edition_names, load_edition

DECKS = Path(__file__).parents[2] / "decks"
FILES = sorted(path.name for path in DECKS.glob("*.yaml"))


@pytest.mark.parametrize("name", FILES)
def test_shipped_decks_are_legal(name: str) -> None:
    deck = load_deck(DECKS / name)
    assert deck.size == deck.edition.rules["deck_min"]
    assert not deck_problems(deck)


def test_each_edition_has_two_decks() -> None:
    editions = [load_deck(DECKS / name).edition.name for name in FILES]
    assert all(editions.count(name) >= 2 for name in edition_names())


@pytest.mark.parametrize("path", sorted((DECKS / "cards").glob("*.yaml")), ids=lambda path: path.name)
def test_shipped_cards_have_their_printed_levels(path: Path) -> None:
    edition = load_edition(next(name for name in edition_names() if path.stem == name or path.stem.rpartition("-")[0] == name))
    cards = load_cards(path, edition)
    assert cards
    for card in cards:
        assert not card.problems
        assert card.printed_level == card.level, card.name


def test_the_rats() -> None:
    deck = load_deck(DECKS / "rats.yaml")
    ((card, count),) = deck.counts
    assert (card.sp, card.hp, card.level, count, deck.strategy) == (1, 0, 1, 40, "aggro")
