"""Two kinds of cards that carry a component: an ability of a small minion, used turn after turn, and a spell, used once."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

from kotc_sim.games.design import CardUse
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.printer import compose
from kotc_sim.games.keeper.cards.tree import Ability
from kotc_sim.games.keeper.design.test_cards import ABILITY, Use, ability_name, list_test_cards, no_card, steady_bodies
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.reference import bodies, minion

BODY_LEVEL, BODY_LEVELS = 2, (2, 3)
"""Level of the usual small minion, and those of others: levels that homes of any edition pay early."""


def uses(row: Row, edition: Edition, x: int = 1, t: int = 1) -> list[Use]:
    """Return the usual cards that carry a component at these amounts; a `KotcError` if no legal card can."""
    found = [use for group in _groups(row, edition, x, t) if (use := next(group, None)) is not None]
    if not found:
        raise no_card(row)
    return found


def alternatives(row: Row, edition: Edition, x: int = 1, t: int = 1) -> list[list[Use]]:
    """Return the cards that can carry a component at these amounts, by kind, the usual one first; a `KotcError` if no legal card can."""
    found = [group for group in map(list, _groups(row, edition, x, t)) if group]
    if not found:
        raise no_card(row)
    return found


def _groups(row: Row, edition: Edition, x: int, t: int) -> list[Iterator[Use]]:
    """Return legal cards that carry a component, by kind, each made when it is asked for."""
    found = list_test_cards(row, edition, x, t)
    if row.section != "effect":
        usual = next(found)
        return [itertools.chain((usual,), (use for use in found if not card_problems(use.card, edition)))]
    spell = next(found)
    carried = ((on_body(spell.card, edition, body), minion(edition, *body)) for body in carrying_bodies(edition))
    abilities = (replace(spell, kind=ABILITY, card=card, base=base) for card, base in carried)
    groups = (abilities, iter((spell,)))
    return [(use for use in group if not card_problems(use.card, edition)) for group in groups]


def on_body(card: Card, edition: Edition, body: tuple[int, int]) -> Card:
    """Return a minion with this SP and HP that can do what a card's first ability says."""
    own = card.abilities[0]
    return compose(edition, (Ability(ability_name(edition), own.condition, own.costs, own.subs),), body=body)


def carrying_bodies(edition: Edition) -> list[tuple[int, int]]:
    """Return SP and HP of the minions on which an ability is tried: of level 2 with 1 SP, or the nearest to it, and others up to level 3.

    The first lives to use its ability. Which of them homes would play differs by edition, and so is found by play
    (`kotc_sim.experiments.price.pricer.Pricer.carriers`).
    """
    first = min(bodies(edition, BODY_LEVEL), key=lambda body: (abs(body[0] - 1), body))
    return list(dict.fromkeys([first, *(body for level in BODY_LEVELS for body in steady_bodies(edition, level))]))


def share_used(use: CardUse, card: Card) -> float | None:
    """Return the share of games in which a player used what a card says, of those in which they could; None if they never could.

    For a minion with abilities: activated, of the games in which it was summoned; for another card: used, of the games that offered it.
    """
    return use.activated_share if card.kind == "minion" and card.abilities else use.played_share
