"""What price to print: of the official formula's own shape the one nearest to the fair prices, as a row, and whose levels it changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kotc_sim.experiments.price.result import Relevelled
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.design.bodies import takes_off
from kotc_sim.games.keeper.design.printable import factor_of, printable
from kotc_sim.games.keeper.design.proposal import Proposal, level_in
from kotc_sim.games.keeper.design.test_cards import CardWithComponent
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.editions.draft import PLURAL
from kotc_sim.games.keeper.editions.formula import Formula
from kotc_sim.games.shipped import list_shipped_decks

SCATTER = 0.05
"""Levels by which prices scatter about a wrong formula besides their errors, at least: no price decides alone."""


def nearest_printable(row: Row, prices: Sequence[tuple[CardWithComponent, Interval]]) -> Formula:
    """Return the formula of the official one's shape that a person would print and that is nearest to fair prices, by their errors."""
    own = factor_of(row.level)

    def price(number: Fraction, official: Fraction) -> float:
        if row.level.names:
            return float(official * number / own) if own else 0.0
        return float(-number if takes_off(row) else number)

    def miss(number: Fraction) -> float:
        return sum((price(number, one.official) - fair.value) ** 2 / (fair.standard_error**2 + SCATTER**2) for one, fair in prices)

    return min(printable(row.level, may_vanish=takes_off(row)), key=lambda entry: (miss(entry[0]), abs(entry[0] - own)))[1]


def write_row(row: Row, formula: Formula) -> str:
    """Return the row of a proposal with a price."""
    return f"{PLURAL[row.section]}: {{{row.name}: {{level: {formula.text}}}}}"


def relevelled(edition: Edition, row: Row, formula: Formula) -> tuple[Relevelled, ...]:
    """Return the cards of the edition's shipped decks whose level such a price changes: what `edition diff` begins with."""
    priced = Proposal(edition, {row.id: formula}).priced()
    decks = [load_deck(path) for path in list_shipped_decks([edition.base])]
    cards = {card.name: card for deck in decks for card in deck.cards()}
    levels = [(card.name, level_in(card, edition), level_in(card, priced)) for card in cards.values()]
    return tuple(Relevelled(name=name, before=before, after=after) for name, before, after in levels if before != after)
