"""Cards of the naive reference: what is printed, and what a card is while it lies somewhere.

A small part of the 17th Edition's vocabulary, described once here; :func:`as_card` writes the same card in the edition's
components, so that the kernel plays what the reference plays.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from kotc_sim.games.keeper.cards.card import Card as TreeCard
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.tree import Ability as Tree
from kotc_sim.games.keeper.cards.tree import Component, SubAbility
from kotc_sim.games.keeper.editions import Edition

GHOST_PLAY = ("attacks", "defends", "fights", "battlefield_destroyed")
PROACTIVE = ("sword", "weakness", "damage")
COUNTERS = (*PROACTIVE, "shield")


@dataclass(frozen=True)
class Sentence:
    """A sub-ability: "Target (up to) ``targets`` on-field minions;" (0: no such words), then effects with their numbers."""

    targets: int
    up_to: bool
    effects: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Ability:
    """Condition (empty: none is written), resources to exhaust as activation cost, and sentences."""

    condition: str
    cost: int
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Printed:
    """What is printed on a card."""

    name: str
    kind: str
    sp: int
    hp: int
    level: int
    abilities: tuple[Ability, ...]


@dataclass(eq=False)
class Card:
    """A card in the game; ``number`` is the kernel's index of the same card."""

    number: int
    printed: Printed
    owner: int
    exhausted: bool = False
    sp: int = 0
    hp: int = 0
    counters: list[tuple[str, int]] = field(default_factory=list)  # kind and owner of each
    stay: int = 0  # rises when it leaves its zone: another stay on the battlefield is another minion there

    def __post_init__(self) -> None:
        self.restore()

    def restore(self) -> None:
        """17.recovery.5."""
        self.sp, self.hp = self.printed.sp, self.printed.hp

    def leave(self) -> None:
        """17.ruling.81: nothing of the stay is kept."""
        self.exhausted = False
        self.counters.clear()
        self.stay += 1
        self.restore()


def _component(edition: Edition, row: str, x: int = 0, up_to: bool = False) -> Component:
    found = edition.rows[row]
    return Component(found, x if "{x}" in found.text else 0, 0, up_to)


def _tree(edition: Edition, ability: Ability, name: str) -> Tree:
    condition = _component(edition, f"cond.{ability.condition}") if ability.condition else None
    costs = (_component(edition, "cost.self_exhaust_resources", ability.cost),) if ability.cost else ()
    subs = []
    for sentence in ability.sentences:
        target = None
        if sentence.targets:
            target = _component(edition, "target.on_field", sentence.targets, sentence.up_to)
        effects = tuple(_component(edition, f"effect.{effect}", x) for effect, x in sentence.effects)
        subs.append(SubAbility(target, effects))
    return Tree(name, condition, costs, tuple(subs))


def as_card(edition: Edition, name: str, kind: str, sp: int, hp: int, abilities: tuple[Ability, ...]) -> TreeCard:
    """Return the card in the edition's components, with the level of the formula."""
    trees = tuple(_tree(edition, ability, f"ABILITY {i}" if kind == "minion" else "") for i, ability in enumerate(abilities))
    bill = price(edition, kind, sp, hp, None, trees)
    stated = (bill.level, None, bill.ultra)
    return TreeCard(name, kind, sp, hp, trees, None, *stated, edition.name, edition.number, name)


def _random_sentence(rng: random.Random) -> Sentence:
    if rng.randrange(3) == 0:
        return Sentence(0, False, ((rng.choice(("draw", "dice_heal")), rng.randint(1, 2)),))
    targets = rng.randint(1, 3)
    effects: list[tuple[str, int]] = []
    for _ in range(rng.choice((1, 1, 2))):
        what = rng.choice(("destroy", "bounce", "draw", "place", "place", "place"))
        if what == "place":
            effects.append((f"place_{rng.choice(COUNTERS)}", rng.randint(1, 2)))
        else:
            effects.append((what, 1))
    return Sentence(targets, targets > 1 or rng.randrange(2) == 0, tuple(effects))


def _random_ability(rng: random.Random, kind: str) -> Ability:
    conditions = ["", "", "enemy_acts", "your_minion_destroyed"]
    if kind == "minion":
        conditions += [*GHOST_PLAY, "battlefield_destroyed"]
    sentences = tuple(_random_sentence(rng) for _ in range(rng.choice((1, 1, 2))))
    return Ability(rng.choice(conditions), rng.choice((0, 0, 0, 1, 2)), sentences)


def random_library(rng: random.Random, edition: Edition, size: int) -> list[tuple[Printed, TreeCard]]:
    """Return ``size`` random cards for the reference, and the same cards for the kernel."""
    library: list[Any] = []
    while len(library) < size:
        name = f"card {len(library)}"
        kind, sp, hp = "spell", 0, 0
        abilities: tuple[Ability, ...] = (_random_ability(rng, kind),)
        if rng.randrange(3):
            kind, sp, hp = "minion", rng.randint(0, 3), rng.randint(0, 5)
            abilities = tuple(_random_ability(rng, kind) for _ in range(rng.choice((0, 1, 1, 2))))
        card = as_card(edition, name, kind, sp, hp, abilities)
        if card.level <= 5:
            library.append((Printed(name, kind, sp, hp, card.level, abilities), card))
    return library
