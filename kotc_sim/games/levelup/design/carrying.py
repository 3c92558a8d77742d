"""The same deck of Level-Up in two editions: its file is read in both."""

from collections.abc import Sequence

from kotc_sim.errors import KotcError
from kotc_sim.games.design import Carried
from kotc_sim.games.hosts import HostDeck
from kotc_sim.games.levelup.cards.card import Deck
from kotc_sim.games.levelup.cards.deck import read_deck
from kotc_sim.games.levelup.cards.legality import require_legal
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.yaml_source import read_yaml


def carry(deck: Deck, before: LevelUpEdition, after: LevelUpEdition) -> Carried:
    """Carry a deck that was loaded from a file into two editions."""
    try:
        decks = [read_deck(read_yaml(deck.file, "deck"), edition) for edition in (before, after)]
        for one in decks:
            require_legal(one)
    except KotcError as error:
        return Carried(deck.name, None, None, (), ((deck.name, error.what),))
    return Carried(deck.name, decks[0], decks[1], (), ())


def components_used(deck: Deck) -> set[str]:
    """Return the ids of the components that a deck is made of: none, as a comparison lists rules of this game only."""
    return set()


def carriers(ids: Sequence[str], before: LevelUpEdition, after: LevelUpEdition, home: HostDeck) -> list[Carried]:
    """Return none: a comparison lists no component of this game."""
    return []
