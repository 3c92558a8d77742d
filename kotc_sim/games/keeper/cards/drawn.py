"""Random legal cards and decks over an edition's whole vocabulary.

Everything is drawn through ``random.Random``, so that a seed names a deck, and hypothesis can shrink one (``st.randoms``). Cards carry the
level and Ultra Points of the formula and the text that the printer writes; decks keep the size and Ultra limit. Numbers are small and cheap
cards are preferred, because only cards that get played show anything.
"""

from __future__ import annotations

import random

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import card_problems, deck_problems
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.printer import write_text
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.editions import Edition, Row

CHEAP = 5
TRIES = 6
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


def _rows(edition: Edition, section: str) -> list[Row]:
    return [row for row in edition.section(section) if row.banned is None]


def random_ability(rng: random.Random, edition: Edition, name: str) -> Ability:
    """Return an ability of any form that the edition's wording has: condition, costs, sub-abilities."""
    arrows = edition.wording.style == "arrows"
    condition = random_component(rng, _rows(edition, "condition"), edition) if rng.randrange(2) else None
    most_costs = 3 if arrows else edition.wording.max_costs
    costs = tuple(random_component(rng, _rows(edition, "cost"), edition) for _ in range(min(most_costs, rng.choice((0, 0, 1, 1, 2, 3)))))
    subs = []
    for _ in range(rng.choice((1, 1, 2)) if arrows else 1):
        effects = tuple(random_component(rng, _rows(edition, "effect"), edition) for _ in range(rng.choice((1, 1, 2))))
        aimed = any("t" in effect.row.level.names for effect in effects)
        target = None
        if aimed or (not rng.randrange(4) and "idle_target" not in edition.citations):
            target = random_component(rng, _rows(edition, "target"), edition)
        subs.append(SubAbility(target, effects))
    return Ability(name, condition, costs, tuple(subs))


def random_card(rng: random.Random, edition: Edition, name: str) -> Card:
    """Return a legal card of the edition; the cheapest of a few tries, as soon as one is cheap."""
    best: Card | None = None
    for _ in range(TRIES):
        card = _any_card(rng, edition, name)
        if best is None or card.level < best.level:
            best = card
        if best.level <= CHEAP:
            break
    assert best is not None
    assert not card_problems(best, edition), best
    return best


def _any_card(rng: random.Random, edition: Edition, name: str) -> Card:
    caveat, sp, hp = None, 0, 0
    if rng.randrange(3):
        kind = "minion"
        sp, hp = rng.randint(0, 3), rng.randint(0, 6 if edition.rules["piercing"] else 15)
        named = edition.wording.style == "arrows"
        abilities = tuple(random_ability(rng, edition, f"ABILITY {i}" if named else "") for i in range(rng.choice((0, 1, 1, 2))))
        caveats = _rows(edition, "caveat")
        if caveats and not rng.randrange(4):
            caveat = random_component(rng, caveats, edition)
    else:
        kind, abilities = "spell", (random_ability(rng, edition, ""),)
    bill = price(edition, kind, sp, hp, caveat, abilities)
    text = write_text(caveat, abilities, edition)
    price_of, made_for = (bill.level, None, bill.ultra), (edition.name, edition.number)
    return Card(name, kind, sp, hp, abilities, caveat, *price_of, *made_for, text)


def simple_card(rng: random.Random, edition: Edition, name: str, dearest: int) -> Card:
    """Return a card like those of which most decks are made: one effect without costs, at a level from 1 to ``dearest``.

    A spell, or for every third card a minion with one ability; most targets are minions on a battlefield. Where nothing is found in many
    tries, a plain minion.
    """
    for _ in range(SIMPLE_TRIES):
        card = _any_simple_card(rng, edition, name)
        if 1 <= card.level <= dearest and not card_problems(card, edition):
            return card
    bill = price(edition, "minion", 1, 1, None, ())
    return Card(name, "minion", 1, 1, (), None, bill.level, None, bill.ultra, edition.name, edition.number, "")


def _any_simple_card(rng: random.Random, edition: Edition, name: str) -> Card:
    effect = random_component(rng, _rows(edition, "effect"), edition)
    target = None
    if "t" in effect.row.level.names:
        rows = _rows(edition, "target")
        seen = [row for row in rows if row.select is not None and row.select["from"] in IN_SIGHT]
        target = random_component(rng, seen if seen and rng.randrange(3) else rows, edition)
    subs = (SubAbility(target, (effect,)),)
    kind, sp, hp, condition = "spell", 0, 0, None
    if not rng.randrange(3):
        kind, sp, hp = "minion", rng.randint(0, 3), rng.randint(0, 4 if edition.rules["piercing"] else 10)
        condition = None if rng.randrange(3) else random_component(rng, _rows(edition, "condition"), edition)
    named = kind == "minion" and edition.wording.style == "arrows"
    abilities = (Ability("ABILITY" if named else "", condition, (), subs),)
    bill = price(edition, kind, sp, hp, None, abilities)
    text = write_text(None, abilities, edition)
    return Card(name, kind, sp, hp, abilities, None, bill.level, None, bill.ultra, edition.name, edition.number, text)


def random_deck(rng: random.Random, edition: Edition, name: str = "deck") -> Deck:
    """Return a legal deck of twelve random cards and plain minions."""
    size = rng.randint(int(edition.rules["deck_min"]), int(edition.rules["deck_max"]))
    limit = edition.rules["ultra_limit"]
    ultra = limit if isinstance(limit, int) else 10**6
    counts: list[tuple[Card, int]] = []
    left = size - 4
    for i in range(12):
        card = random_card(rng, edition, f"{name} {i}")
        copies = min(left, rng.randint(1, 5))
        if card.ultra:
            copies = min(copies, ultra // card.ultra)
        if copies:
            counts.append((card, copies))
            left -= copies
            ultra -= copies * card.ultra
    counts.append((plain_minion(rng.randint(1, 2), rng.randint(1, 4), edition.name, f"{name} plain"), left + 4))
    reserves: tuple[tuple[Card, int], ...] = ()
    if edition.rules["reserves"] == "among":
        aside, wanted = [], int(edition.rules["reserves_size"])
        for card, copies in reversed(counts):
            taken = min(wanted, copies)
            if taken:
                aside.append((card, taken))
            wanted -= taken
        reserves = tuple(aside)
    elif edition.rules["reserves"] == "beside":
        reserves = (
            (
                random_card(rng, edition, f"{name} reserve"),
                rng.randint(1, int(edition.rules["reserves_size"])),
            ),
        )
    deck = Deck(name, edition, None, tuple(counts), reserves)
    assert not deck_problems(deck), deck_problems(deck)
    return deck


def random_decks(seed: int, edition: Edition, players: int) -> list[Deck]:
    """Return one random legal deck a player: the match that a seed names."""
    rng = random.Random(seed)
    return [random_deck(rng, edition, f"P{p + 1}") for p in range(players)]
