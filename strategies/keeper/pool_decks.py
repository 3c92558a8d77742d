"""Random decks that pilots learn from: no shipped deck, no home and no reference deck is among them.

Three kinds: cards of the edition's card files among plain minions, cards drawn from the edition's whole vocabulary among plain minions,
and plain minions alone. A number names a deck of each kind.
"""

import random
from dataclasses import replace

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.printer import compose
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.reference import card_pool, minion, plain

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


def simple_card(rng: random.Random, edition: Edition, name: str) -> Card:
    """Return a card like those of which most decks are made: one effect without costs, at a level from 1 to `DEAREST`.

    A spell, or for every third card a minion with one ability; most targets are minions on a battlefield. Where nothing is found in many
    tries, a plain minion.
    """
    for _ in range(SIMPLE_TRIES):
        card = _any_simple_card(rng, edition, name)
        if 1 <= card.level <= DEAREST and not card_problems(card, edition):
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


FRESH = 900_000  # decks with numbers from here on are for tests: nothing is learned from them
SIZE = 40
DEAREST = 6
"""Level of the most expensive card that is drawn from the vocabulary."""
SHIFTS = (0, 0, 0, 1, -1)
"""What is added to the level of such a card: one may be better or worse than its price."""


def file_deck(edition: Edition, number: int) -> Deck:
    """Return a random deck of 40 cards: plain minions on a curve, and cards of the edition's card files."""
    rng = random.Random(f"{edition.name} {number}")
    pool = card_pool(edition)
    return _deck(edition, f"{edition.name} {number}", rng, rng.sample(pool, min(len(pool), rng.randint(3, 7))))


def vocabulary_deck(edition: Edition, number: int) -> Deck:
    """Return a random deck of 40 cards: plain minions on a curve, and simple cards of its texts, more or less well priced."""
    rng = random.Random(f"vocabulary {edition.name} {number}")
    drawn = []
    for i in range(rng.randint(2, 4)):
        card = simple_card(rng, edition, f"drawn {number} {i}")
        drawn.append(replace(card, level=max(0, card.level + rng.choice(SHIFTS))))
    return _deck(edition, f"vocabulary {edition.name} {number}", rng, drawn)


def _deck(edition: Edition, name: str, rng: random.Random, drawn: list[Card]) -> Deck:
    share = 2 if edition.rules["piercing"] else 5
    minions = [minion(edition, sp, share * hp) for sp in range(1, 4) for hp in range(3) if sp + hp < 5]
    chosen = drawn + rng.sample(minions, rng.randint(2, 4))
    counts = [4] * len(chosen)
    while sum(counts) < SIZE:
        counts[rng.randrange(len(counts))] += 1
    while sum(counts) > SIZE:
        counts[rng.randrange(len(counts))] -= 1
    cards = tuple((card, count) for card, count in zip(chosen, counts, strict=True) if count > 0)
    reserves: tuple[tuple[Card, int], ...] = ()
    if edition.rules["reserves"] == "among":
        reserves = tuple((card, min(count, 2)) for card, count in cards[:5])
    elif edition.rules["reserves"] == "beside":
        reserves = ((cards[0][0], 5),)
    return Deck(name, edition, None, cards, reserves)


def plain_curve(edition: Edition, number: int) -> Deck:
    """Return a random deck of 40 plain minions with levels between 1 and 7."""
    rng = random.Random(f"plain {edition.name} {number}")
    top = rng.randint(3, 7)
    levels = sorted(min(top, max(1, round(rng.gauss((1 + top) / 2, top / 4)))) for _ in range(SIZE))
    share = rng.uniform(0.35, 0.65)
    aside = ((plain(edition, 2), int(edition.rules["reserves_size"])),) if edition.rules["reserves"] == "beside" else ()
    return Deck(f"plain {edition.name} {number}", edition, None, tuple((plain(edition, level, share), 1) for level in levels), aside)
