"""What measurements ask of Level-Up; see `kotc_sim.games.design.Design`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotc_sim.errors import KotcError
from kotc_sim.games.design import Carrying, Generation, Numbers, Pool, Restriction, Substitution, Synergy
from kotc_sim.games.hosts import HostDeck, HostDesign

if TYPE_CHECKING:
    from kotc_sim.games.levelup.cards.card import Card
    from kotc_sim.games.levelup.editions.model import LevelUpEdition


class LevelUpDesign:
    """Imports its modules when they are asked for."""

    unpriced = "effects are priced in points of attack"

    @property
    def generation(self) -> Generation:
        """Two effects of the vocabulary with small numbers, creatures on the line, magic cards."""
        from kotc_sim.games.levelup.design import card_generator

        return card_generator

    @property
    def synergy(self) -> Synergy:
        """Read from the effects of cards."""
        from kotc_sim.games.levelup.design import synergy

        return synergy

    @property
    def substitution(self) -> Substitution:
        """Line for line."""
        from kotc_sim.games.levelup.design import substitution

        return substitution

    @property
    def restriction(self) -> Restriction:
        """An effect, or a template of effects."""
        from kotc_sim.games.levelup.design import restriction

        return restriction

    @property
    def numbers(self) -> Numbers:
        """Of rules."""
        from kotc_sim.games.levelup.design import numbers

        return numbers

    @property
    def carrying(self) -> Carrying:
        """The file of a deck is read in both editions."""
        from kotc_sim.games.levelup.design import carrying

        return carrying

    @property
    def pool(self) -> Pool:
        """Plain creatures of each type, standard magic cards, and printed cards."""
        from kotc_sim.games.levelup.design import pool

        return pool

    def battle_numbers(self, edition: LevelUpEdition) -> None:
        """Return None: battles have no dice."""

    def table(self, edition: LevelUpEdition) -> HostDesign:
        """Return what host decks of an edition are made of."""
        from kotc_sim.games.levelup.design.hosts import LevelUpHosts

        return LevelUpHosts(edition)

    def samples(self, edition: LevelUpEdition) -> tuple[HostDeck, ...]:
        """Return none."""
        return ()

    def ratable(self, cards: Sequence[Card], edition: LevelUpEdition) -> tuple[Sequence[Card], str]:
        """Return the creatures, and which magic cards are left out: they have no attack that they could pay with.

        Raises
        ------
        KotcError
            If there is no creature, two cards have one name, or the edition's line does not reach a level.
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
