"""Combos of Level-Up: which two cards could be worth more together is read from their effects (`levelup.partners`)."""

from __future__ import annotations

from collections.abc import Sequence

from kotc_sim.experiments.levelup.partners import partners, simple_cards, ties
from kotc_sim.experiments.worth.combos import Combo, each_once
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.editions.model import LevelUpEdition


def combos_of(cards: Sequence[Card], edition: LevelUpEdition) -> list[Combo]:
    """Return cards beside each of their partners, and so simple cards that need something; no two cards twice.

    Parameters
    ----------
    cards : sequence of Card
        The best that a search found; they are partners of each other, too.
    edition : LevelUpEdition
        Whose vocabulary.
    """
    simple = simple_cards(edition)
    tied = [*cards, *(card for card in simple if ties(card).needs)]
    return each_once((card, partner) for card in tied for partner in partners(card, [*cards, *simple], edition))
