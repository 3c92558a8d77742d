"""Random legal cards over an edition's whole vocabulary, with the level and Ultra Points of the formula and the printer's text."""

import random

from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.printer import compose
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.editions import Edition, Row

SIMPLE_TRIES = 200
IN_SIGHT = ("battlefield", "in_play")
"""Where most targets of simple cards are."""


def _number(rng: random.Random, row: Row, name: str) -> int:
    """Return a value for a variable of a row: mostly 1 to 3, now and then larger."""
    if f"{{{name}}}" not in row.text:
        return 0
    high = 3 if rng.randrange(20) else 12
    return rng.randint(1, min(high, row.vars.get(name, high)))


def random_component(rng: random.Random, rows: list[Row], edition: Edition) -> Component:
    """Return a use of one of the rows with small numbers."""
    row = rng.choice(rows)
    x, y = _number(rng, row, "x"), _number(rng, row, "y")
    up_to = False
    if row.section == "target" and row.select is not None and "up to" in row.text:
        count = x if row.select["count"] == "x" else y
        up_to = bool(rng.randrange(2)) if count == 1 and edition.wording.up_to_dropped else True
    return Component(row, x, y, up_to)


def list_rows(edition: Edition, section: str) -> list[Row]:
    """Return the components of a section that cards may have."""
    return [row for row in edition.section(section) if row.banned is None]


def simple_card(rng: random.Random, edition: Edition, name: str, dearest: int) -> Card:
    """Return a card like those of which most decks are made: one effect without costs, at a level from 1 to ``dearest``.

    A spell, or for every third card a minion with one ability; most targets are minions on a battlefield. Where nothing is found in many
    tries, a plain minion.
    """
    for _ in range(SIMPLE_TRIES):
        card = _any_simple_card(rng, edition, name)
        if 1 <= card.level <= dearest and not card_problems(card, edition):
            return card
    return compose(edition, body=(1, 1), name=name)


def _any_simple_card(rng: random.Random, edition: Edition, name: str) -> Card:
    effect = random_component(rng, list_rows(edition, "effect"), edition)
    target = None
    if "t" in effect.row.level.names:
        rows = list_rows(edition, "target")
        seen = [row for row in rows if row.select is not None and row.select["from"] in IN_SIGHT]
        target = random_component(rng, seen if seen and rng.randrange(3) else rows, edition)
    subs = (SubAbility(target, (effect,)),)
    body, condition = None, None
    if not rng.randrange(3):
        body = rng.randint(0, 3), rng.randint(0, 4 if edition.rules["piercing"] else 10)
        condition = None if rng.randrange(3) else random_component(rng, list_rows(edition, "condition"), edition)
    named = body is not None and edition.wording.style == "arrows"
    return compose(edition, (Ability("ABILITY" if named else "", condition, (), subs),), body=body, name=name)
