"""What measurements ask of Level-Up; see `kotc_sim.games.design.Design`."""

from collections.abc import Sequence

from kotc_sim.errors import KotcError
from kotc_sim.games.hosts import HostDeck
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.design import card_generator as generation
from kotc_sim.games.levelup.design import carrying, numbers, pool, restriction, synergy
from kotc_sim.games.levelup.design.effects import require_texts
from kotc_sim.games.levelup.design.hosts import LevelUpHosts as table
from kotc_sim.games.levelup.editions.model import LevelUpEdition

unpriced = "effects are priced in points of attack"


def ratable(cards: Sequence[Card], edition: LevelUpEdition) -> tuple[Sequence[Card], str]:
    """Return the creatures, and which magic cards are left out: they have no attack that they could pay with.

    A `KotcError` if there is no creature, two cards have one name, or the edition's line does not reach a level.
    """
    known: set[str] = set()
    for card in cards:
        if card.name in known:
            raise card.place.error(f"two files have a card named {card.name!r}", "Rename one (levelup.ruling.56).")
        known.add(card.name)
    creatures = [card for card in cards if card.kind == "creature"]
    if not creatures:
        raise KotcError("there is no creature to rate", fix="Magic cards have no level; try them with `kotc-sim try`.")
    for card in creatures:
        edition.strength(card.level)
    left = [card.name for card in cards if card.kind != "creature"]
    return creatures, f"Magic cards have no level and were not rated: {', '.join(left)}" if left else ""


def battle_numbers(edition: LevelUpEdition) -> None:
    """Return nothing: battles have no dice."""


def sample_decks(edition: LevelUpEdition) -> tuple[HostDeck, ...]:
    """Return none: there is no generator of decks as people write them."""
    return ()
