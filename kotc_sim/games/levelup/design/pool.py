"""The cards that decks of a metagame are built from: plain creatures of each type, standard magic cards, and printed cards."""

from collections.abc import Sequence

from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.design.hosts import ATTACK_SHARES, LevelUpHosts
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.games.levelup.reference import card_pool, plain_creatures

SHARES = ATTACK_SHARES[::2]
"""Splits of a plain creature's strength that are tried, of those that homes are tuned with."""


def pool(edition: LevelUpEdition, more: Sequence[Card] = ()) -> list[Card]:
    """Return plain creatures on the line, the magic cards of the homes, the starter pool, and the cards of a set; each name once."""
    table = LevelUpHosts(edition)
    creatures = plain_creatures(edition, edition.types, SHARES)
    magic = [card for one in table.archetypes for card in table.start(one).cards if card.kind == "magic"]
    return list({card.name: card for card in (*creatures, *magic, *card_pool(edition), *more)}.values())


def identity(card: Card) -> Card:
    """Return what a card is: Level-Up's files hold names as they are."""
    return card


def texts_of(card: Card) -> list[str]:
    """Return the texts of a card's effects, each once; of a plain creature its level and body."""
    found = list(dict.fromkeys(effect.text for effect in card.effects))
    return found or [f"plain {card.level} ({card.attack}/{card.defense})"]
