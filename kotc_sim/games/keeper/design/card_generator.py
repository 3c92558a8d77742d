"""Cards for `kotc_sim.experiments.worth.exploit`: whatever an edition's building guide allows, and changes of one card into another."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.games import design
from kotc_sim.games.design import TRIES, Place, name_by
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.cards.printer import write_text
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.cards.wording import write
from kotc_sim.games.keeper.design.hosts import KeeperHosts
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.reference import needs_targets

LEAST_LEVEL, MOST_LEVEL = 1, 8
"""A card for nothing has no plain minion to compare with; expensive ones are seldom paid for, and games cannot tell them apart."""
UNPAYABLE = 30  # a level that nobody pays: what a card without its condition or cost may have
MOST_X = 4
LEVELS = 3
"""Levels that share a place in the archive."""
NOTES: tuple[str, ...] = ()
RACER = ""
"""Who races candidates in place of the fast pilot: nobody."""
_NAME = "FOUND"
table = KeeperHosts
"""The hosts in which bred cards are tried: those of all cards."""


def build(
    edition: Edition, kind: str, sp: int, hp: int, abilities: Sequence[Ability], caveat: Component | None = None, most: int = MOST_LEVEL
) -> Card | None:
    """Return a card priced by the formula, or None if its text or price is not legal."""
    text = write_text(caveat, abilities, edition)
    try:
        read_caveat, read = parse_text(text, edition, kind)
        bill = price(edition, kind, sp, hp, read_caveat, read)
    except KotcError:
        return None
    name = name_by(f"{kind} {sp}/{hp} {text}")
    card = Card(name, kind, sp, hp, read, read_caveat, bill.level, None, bill.ultra, edition.name, edition.number, text)
    return None if card.ultra or not LEAST_LEVEL <= card.level <= most or card_problems(card, edition) else card


class CardGenerator(design.CardGenerator):
    """Makes cards of an edition's vocabulary; banned texts and those with Ultra Points are left out."""

    def __init__(self, edition: Edition, random: np.random.Generator) -> None:
        self.edition, self.random = edition, random
        self.rows = {
            section: [row for row in edition.section(section) if row.banned is None and not row.ultra]
            for section in ("condition", "cost", "target", "effect")
        }

    def fresh(self) -> Card | None:
        """Return a random legal card, or None if none was found."""
        for _ in range(TRIES):
            if self.random.random() < 0.5:
                card = build(self.edition, "spell", 0, 0, [self._ability("spell")])
            else:
                sp, hp = int(self.random.integers(0, 6)), int(self.random.integers(0, 11))
                card = build(self.edition, "minion", sp, hp, [self._ability("minion")])
            if card is not None:
                return card
        return None

    def _pick(self, section: str) -> Row | None:
        return self.one_of(self.rows[section]) if self.rows[section] else None

    def _component(self, row: Row) -> Component:
        x = int(self.random.integers(1, MOST_X + 1)) if "{x}" in row.text else 0
        y = int(self.random.integers(1, 4)) if "{y}" in row.text else 0
        if x and y and row.section == "target":
            y = min(x, y)
        return Component(row, x, y, up_to=row.section == "target" and "up to" in row.text)

    def _some(self, section: str, chance: float) -> Component | None:
        row = self._pick(section) if self.random.random() < chance else None
        return None if row is None else self._component(row)

    def _sub(self) -> SubAbility:
        row = self._pick("effect")
        assert row is not None
        target = self._pick("target") if needs_targets(row) else None
        return SubAbility(None if target is None else self._component(target), (self._component(row),))

    def _ability(self, kind: str) -> Ability:
        subs = [self._sub()]
        if self.random.random() < 0.2:
            subs.append(self._sub())
        cost = self._some("cost", 0.3)
        name = _NAME if kind == "minion" and self.edition.wording.style == "arrows" else ""
        return Ability(name, self._some("condition", 0.4 if kind == "minion" else 0.2), (cost,) if cost else (), tuple(subs))

    def ways(self, card: Card) -> list[design.Way]:
        """Return how a card may be changed: its body, a part of an ability, an ability more or less, another card's ability."""
        parts: list[Callable[[Ability], Ability]] = [
            self._other_numbers,
            lambda ability: replace(ability, subs=(*ability.subs[:-1], self._sub())),
            self._other_target,
            lambda ability: replace(ability, condition=self._some("condition", 0.6)),
            lambda ability: replace(ability, costs=tuple(filter(None, [self._some("cost", 0.6)]))),
        ]
        return [self._body, *(lambda card, _, part=part: self._one(card, part) for part in parts), self._add, self._drop, self._cross]

    def _again(self, card: Card, abilities: Sequence[Ability], sp: int | None = None, hp: int | None = None) -> Card | None:
        body = card.sp if sp is None else sp, card.hp if hp is None else hp
        return build(self.edition, card.kind, *body, abilities, card.caveat)

    def _one(self, card: Card, change: Callable[[Ability], Ability]) -> Card | None:
        if not card.abilities:
            return None
        k = int(self.random.integers(len(card.abilities)))
        return self._again(card, [change(a) if i == k else a for i, a in enumerate(card.abilities)])

    def _body(self, card: Card, _: Card) -> Card | None:
        if card.kind != "minion":
            return None
        sp = max(0, card.sp + int(self.random.integers(-2, 3)))
        hp = max(0, card.hp + int(self.random.integers(-3, 4)))
        return self._again(card, card.abilities, sp, hp)

    def _other_numbers(self, ability: Ability) -> Ability:
        def other(component: Component) -> Component:
            return component if self.random.random() < 0.5 else self._component(component.row)

        subs = tuple(SubAbility(sub.target and other(sub.target), tuple(map(other, sub.effects))) for sub in ability.subs)
        return replace(ability, subs=subs, costs=tuple(map(other, ability.costs)))

    def _other_target(self, ability: Ability) -> Ability:
        first = ability.subs[0]
        row = self._pick("target") if first.target is not None else None
        return ability if row is None else replace(ability, subs=(replace(first, target=self._component(row)), *ability.subs[1:]))

    def _add(self, card: Card, _: Card) -> Card | None:
        if card.kind == "minion" and len(card.abilities) < 2:
            return self._again(card, [*card.abilities, self._ability("minion")])
        return self._one(card, lambda ability: replace(ability, subs=(*ability.subs, self._sub())))

    def _drop(self, card: Card, _: Card) -> Card | None:
        if len(card.abilities) > 1:
            return self._again(card, card.abilities[1:])
        return self._one(card, lambda ability: replace(ability, subs=ability.subs[:1]))

    def _cross(self, card: Card, other: Card) -> Card | None:
        if other.kind != card.kind or not other.abilities:
            return None
        return self._again(card, [*card.abilities[:-1], other.abilities[0]])


def without(card: Card, edition: Edition) -> list[tuple[str, Card]]:
    """Return legal cards that lack one part of a card, each with that part's text: to see what it contributes."""
    found: list[tuple[str, Card]] = []

    def add(text: str, abilities: Sequence[Ability], sp: int = card.sp, hp: int = card.hp) -> None:
        left = build(edition, card.kind, sp, hp, abilities, card.caveat, UNPAYABLE)
        if left is not None and left.name != card.name:
            found.append((text, left))

    for k, ability in enumerate(card.abilities):
        others = [*card.abilities[:k], *card.abilities[k + 1 :]]

        def swapped(new: Ability, k: int = k) -> list[Ability]:
            return [*card.abilities[:k], new, *card.abilities[k + 1 :]]

        if ability.condition is not None:
            add(write(ability.condition, edition), swapped(replace(ability, condition=None)))
        for cost in ability.costs:
            add(write(cost, edition), swapped(replace(ability, costs=tuple(c for c in ability.costs if c is not cost))))
        for sub in ability.subs:
            rest = tuple(one for one in ability.subs if one is not sub)
            text = "; ".join(write(effect, edition) for effect in sub.effects)
            if rest:
                add(text, swapped(replace(ability, subs=rest)))
            elif card.kind == "minion":
                add(text, others)
    if card.kind == "minion" and card.abilities:
        add(f"its body, {card.sp}/{card.hp}", card.abilities, 1, 1)
    return found


def place(card: Card) -> Place:
    """Return the card's place in the archive: kind, range of levels, first effect."""
    first = card.abilities[0].subs[0].effects[0].row.id if card.abilities else "body"
    low = card.level // LEVELS * LEVELS
    return Place(card.kind, low, low + LEVELS - 1, first)


def describe(card: Card) -> Mapping[str, Any]:
    """Return what results say of a card besides its level."""
    return {"kind": card.kind, "sp": card.sp, "hp": card.hp, "text": card.text}


def whole(card: Card) -> str:
    """Return a card in words, where no part of it can be left out."""
    return card.text or f"its body, {card.sp}/{card.hp}"
