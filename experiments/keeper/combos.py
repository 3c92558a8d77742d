"""Combos of Keeper of the Cards: which two cards could be worth more together is read from their programs (`keeper.partners`)."""

from __future__ import annotations

from collections.abc import Sequence

from kotc_sim.errors import KotcError
from kotc_sim.experiments.keeper.partners import partners
from kotc_sim.experiments.keeper.probes import amounts
from kotc_sim.experiments.keeper.uses import uses
from kotc_sim.experiments.worth.combos import Combo, each_once
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.editions import Edition, Row


def combos_of(cards: Sequence[Card], edition: Edition) -> list[Combo]:
    """Return cards beside each of their partners, and so simple carriers of conditions and costs; no two cards twice.

    Parameters
    ----------
    cards : sequence of Card
        The best that a search found.
    edition : Edition
        Whose vocabulary.
    """
    tied: list[tuple[Row, Card]] = [(one.row, card) for card in cards for one in components(card.caveat, card.abilities)]
    for row in (*edition.section("condition"), *edition.section("cost")):
        if row.banned is None:
            tied += [(row, card) for card in _carriers(row, edition)]
    return each_once((card, partner) for row, card in tied for partner in partners(row, [card], edition))


def _carriers(row: Row, edition: Edition) -> list[Card]:
    try:
        return [use.card for use in uses(row, edition, *amounts(row)[0])]
    except KotcError:
        return []
