"""What a component of Keeper of the Cards is for `kotc_sim.experiments.worth.restriction`: any part of an ability, or a caveat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotc_sim.games.design import CardUse
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.design.test_cards import amounts, carries, find_row, write_component
from kotc_sim.games.keeper.design.uses import share_used, uses
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.reference import kotc_edition

NOTE = "The restricted player's cards keep level and body, and lose the abilities that use the component."


@dataclass(frozen=True)
class KeeperComponent:
    """A component, whatever its amounts; see `kotc_sim.games.design.Component`."""

    row: Row
    x: int  # amounts that the user named; 0: none
    y: int
    edition: Edition

    @property
    def id(self) -> str:
        """Its id."""
        return self.row.id

    @property
    def text(self) -> str:
        """As a card says it, with the amounts that the user named."""
        return write_component(self.row, self.edition, self.x, max(1, self.y)) if self.x else self.row.text

    def users(self, deck: Deck) -> list[Card]:
        """Return the cards of a deck, and of its reserves, that use it, each once."""
        return [card for card in deck.each() if carries(card, [self.row])]

    def carrier(self) -> Card:
        """Return a small card that uses it."""
        return uses(self.row, self.edition, *((self.x, max(1, self.y)) if self.x else amounts(self.row)[0]))[0].card

    def without(self, deck: Deck) -> Deck:
        """Return a deck whose cards are restricted, slot for slot."""
        return deck.restricted(lambda card: restrict(card, [self.row]))

    def share_used(self, use: CardUse, card: Card) -> float | None:
        """Return how often it was played; a minion with abilities, how often one was activated."""
        return share_used(use, card)


def component(text: str, edition: Edition) -> KeeperComponent:
    """Return what a text stands for, see `test_cards.find_row`."""
    return KeeperComponent(*find_row(text, kotc_edition(edition)), edition)


def restrict(card: Card, rows: Sequence[Row]) -> Card:
    """Return a card without the abilities that use any of these components; the same card if it has none.

    A minion whose caveat is forbidden cannot be summoned: it becomes a card that nobody can play.
    """
    if not carries(card, rows):
        return card
    ids = {row.id for row in rows}
    text = f"{card.text} (restricted)"  # what tells the copy from the card
    if card.caveat is not None and card.caveat.row.id in ids:
        return replace(card, kind="spell", sp=0, hp=0, caveat=None, abilities=(), text=text)
    kept = tuple(one for one in card.abilities if not any(part.row.id in ids for part in components(None, (one,))))
    return replace(card, abilities=kept, text=text)
