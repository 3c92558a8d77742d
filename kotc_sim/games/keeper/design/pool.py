"""The cards that decks of a metagame are built from: what an edition's vocabulary makes simple, and printed cards."""

from collections.abc import Sequence

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.design.hosts import KeeperHosts
from kotc_sim.games.keeper.design.test_cards import ABILITY, simple_amounts
from kotc_sim.games.keeper.design.uses import uses
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.reference import card_pool

MOST_LEVEL = 8  # cards that cost more are not tried: hardly any deck pays them


def pool(edition: Edition, more: Sequence[Card] = ()) -> list[Card]:
    """Return plain minions, printed cards, spells that do one thing, small minions with one ability, and a set's cards.

    Each name once, and of cards that are alike but for their name the first in this order.
    Cards with Ultra Points are left out but for those of the set: a deck may hold few of them, and a search does not count.
    """
    printed = [card for card in card_pool(edition) if not card.problems and not card.ultra]
    found: dict[str, Card] = {card.name: card for card in (*KeeperHosts(edition).plain, *printed, *more)}
    for row in edition.section("effect"):
        if row.banned is not None:
            continue
        for x, t in simple_amounts(row):
            try:
                carriers = uses(row, edition, x, t)
            except KotcError:
                continue
            for use in carriers:
                if use.card.level <= MOST_LEVEL and not use.card.ultra and (use.kind != ABILITY or (x, t) == (1, 1)):
                    found.setdefault(use.card.name, use.card)
    alike: dict[object, Card] = {}
    for card in found.values():
        alike.setdefault(identity(card), card)
    return list(alike.values())


def identity(card: Card) -> tuple[object, ...]:
    """Return what a card is, whatever its name (files shorten long ones) and its level."""
    return card.kind, card.sp, card.hp, card.text


def texts_of(card: Card) -> list[str]:
    """Return the components on a card, each once; of a plain minion its body."""
    found = list(dict.fromkeys(component.row.text for component in components(card.caveat, card.abilities)))
    return found or [f"plain {card.sp}/{card.hp}"]
