"""What measurements ask of Keeper of the Cards; see `kotc_sim.games.design.Design`."""

from collections.abc import Sequence

from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.design import card_generator as generation
from kotc_sim.games.keeper.design import carrying, numbers, pool, restriction, synergy
from kotc_sim.games.keeper.design.bodies import battle_numbers, require_texts
from kotc_sim.games.keeper.design.hosts import KeeperHosts as table
from kotc_sim.games.keeper.design.samples import sample_decks
from kotc_sim.games.keeper.editions import Edition

unpriced = ""


def ratable(cards: Sequence[Card], edition: Edition) -> tuple[Sequence[Card], str]:
    """Return all cards."""
    return cards, ""
