"""What measurements ask of Keeper of the Cards; see `kotc_sim.games.design.Design`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotc_sim.games.design import BattleNumbers, Carrying, Generation, Numbers, Pool, Restriction, Substitution, Synergy
from kotc_sim.games.hosts import HostDeck, HostDesign

if TYPE_CHECKING:
    from kotc_sim.games.keeper.cards.card import Card
    from kotc_sim.games.keeper.editions import Edition


class KeeperDesign:
    """Imports its modules when they are asked for."""

    unpriced = ""

    @property
    def generation(self) -> Generation:
        """Whatever an edition's building guide allows."""
        from kotc_sim.games.keeper.design import card_generator

        return card_generator

    @property
    def synergy(self) -> Synergy:
        """Read from the programs of texts."""
        from kotc_sim.games.keeper.design import synergy

        return synergy

    @property
    def substitution(self) -> Substitution:
        """Slot for slot."""
        from kotc_sim.games.keeper.design import substitution

        return substitution

    @property
    def restriction(self) -> Restriction:
        """Any part of an ability, or a caveat."""
        from kotc_sim.games.keeper.design import restriction

        return restriction

    @property
    def numbers(self) -> Numbers:
        """Of rules, and in front of formulas."""
        from kotc_sim.games.keeper.design import numbers

        return numbers

    @property
    def carrying(self) -> Carrying:
        """By an edition's list of replacements, else component by component."""
        from kotc_sim.games.keeper.design import carrying

        return carrying

    @property
    def pool(self) -> Pool:
        """Plain minions, printed cards, and what the vocabulary makes simple."""
        from kotc_sim.games.keeper.design import pool

        return pool

    def battle_numbers(self, edition: Edition) -> BattleNumbers:
        """Return what an edition says of its battles."""
        from kotc_sim.games.keeper.design.bodies import battle_numbers

        return battle_numbers(edition)

    def table(self, edition: Edition) -> HostDesign:
        """Return what host decks of an edition are made of."""
        from kotc_sim.games.keeper.design.hosts import KeeperHosts

        return KeeperHosts(edition)

    def samples(self, edition: Edition) -> tuple[HostDeck, ...]:
        """Return random decks of plain minions, removal and simple texts."""
        from kotc_sim.games.keeper.design.samples import sample_decks

        return sample_decks(edition)

    def ratable(self, cards: Sequence[Card], edition: Edition) -> tuple[Sequence[Card], str]:
        """Return all cards."""
        return cards, ""
