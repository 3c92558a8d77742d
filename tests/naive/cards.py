"""Cards of the naive references: what is printed, and what a card is while it lies somewhere.

A part of an edition's vocabulary, described once in a :class:`Vocabulary`; :func:`as_card` writes the same card in the edition's
components, so that the kernel plays what the reference plays.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from kotc_sim.games.keeper.cards.card import Card as TreeCard
from kotc_sim.games.keeper.cards.tree import Ability as Tree
from kotc_sim.games.keeper.cards.tree import Component, SubAbility
from kotc_sim.games.keeper.editions import Edition


@dataclass(frozen=True)
class Part:
    """A row of the edition's tables, by its name, with its numbers; ``up_to``: the words "up to" are written."""

    row: str
    x: int = 0
    y: int = 0
    up_to: bool = False


@dataclass(frozen=True)
class Sentence:
    """A sub-ability: what it targets (None: no such words), then effects."""

    target: Part | None
    effects: tuple[Part, ...]


@dataclass(frozen=True)
class Ability:
    """Condition (None: none is written), activation cost, and sentences."""

    condition: Part | None
    cost: Part | None
    sentences: tuple[Sentence, ...]

    @property
    def when(self) -> str:
        """The name of the condition, or nothing."""
        return self.condition.row if self.condition else ""


@dataclass(frozen=True)
class Printed:
    """What is printed on a card."""

    name: str
    kind: str
    sp: int
    hp: int
    level: int
    abilities: tuple[Ability, ...]
    caveat: Part | None = None


@dataclass(eq=False)
class Card:
    """A card in the game; ``number`` is the kernel's index of the same card."""

    number: int
    printed: Printed
    owner: int
    exhausted: bool = False
    sp: int = 0
    hp: int = 0
    down: int = 0  # by how much its level has been lowered
    fatigued: int = 0  # the turn in which it was fatigued; 0 if it is not
    counters: list[tuple[str, int]] = field(default_factory=list)  # kind and owner of each
    stay: int = 0  # rises when it leaves its zone: another stay on the battlefield is another minion there

    def __post_init__(self) -> None:
        self.restore()

    def restore(self) -> None:
        """17.recovery.5."""
        self.sp, self.hp = self.printed.sp, self.printed.hp

    def leave(self) -> None:
        """17.ruling.81: nothing of the stay is kept but a down-level."""
        self.exhausted = False
        self.fatigued = 0
        self.counters.clear()
        self.stay += 1
        self.restore()


@dataclass(frozen=True)
class Vocabulary:
    """What random cards are made of: rows of an edition's tables that its reference plays; a row named twice comes twice as often."""

    edition: str
    counters: tuple[str, ...]
    conditions: tuple[str, ...]  # of any card
    minion_conditions: tuple[str, ...]  # that speak of a minion's own battles or damage
    costs: tuple[str, ...]
    targets: tuple[str, ...]
    effects: tuple[str, ...]  # on targets; "place" stands for all counters
    plain_effects: tuple[str, ...]  # that need no targets
    caveats: tuple[str, ...] = ()
    one_target: bool = False  # an ability has one selection at most, for all its effects
    always_up_to: bool = False  # every selection says "up to"
    minion: str = "minion"
    body: tuple[int, int] = (3, 5)  # the most SP and HP of a random minion
    least_level: int = 0
    players: tuple[int, ...] = (2, 2, 2, 3)
    deck: int = 40
    reserves: int = 0  # of those
    numbers: tuple[tuple[str, int], ...] = ()  # the largest x of rows where that is not 2


def _component(edition: Edition, section: str, part: Part) -> Component:
    found = edition.rows[f"{section}.{part.row}"]
    return Component(found, part.x if "{x}" in found.text else 0, part.y if "{y}" in found.text else 0, part.up_to)


def _tree(edition: Edition, ability: Ability, name: str) -> Tree:
    condition = _component(edition, "cond", ability.condition) if ability.condition else None
    costs = (_component(edition, "cost", ability.cost),) if ability.cost else ()
    subs = []
    for sentence in ability.sentences:
        target = _component(edition, "target", sentence.target) if sentence.target else None
        subs.append(SubAbility(target, tuple(_component(edition, "effect", effect) for effect in sentence.effects)))
    return Tree(name, condition, costs, tuple(subs))


def as_card(edition: Edition, printed: Printed) -> TreeCard:
    """Return the card in the edition's components; the level is as printed, whatever the formula says."""
    trees = tuple(
        _tree(edition, ability, f"ABILITY {i}" if printed.kind == "minion" else "") for i, ability in enumerate(printed.abilities)
    )
    caveat = _component(edition, "caveat", printed.caveat) if printed.caveat else None
    stated = (printed.level, None, 0)
    name = printed.name
    return TreeCard(name, printed.kind, printed.sp, printed.hp, trees, caveat, *stated, edition.name, edition.number, name)


def _part(rng: random.Random, words: Vocabulary, row: str) -> Part:
    most = dict(words.numbers).get(row, 2)
    return Part(row, rng.randint(1, most), rng.randint(1, 2))


def _random_target(rng: random.Random, words: Vocabulary) -> Part:
    part = _part(rng, words, rng.choice(words.targets))
    most = part.y if part.row == "excavate" else part.x
    return Part(part.row, part.x, part.y, part.row != "self" and (words.always_up_to or most > 1 or rng.randrange(2) == 0))


def _random_effects(rng: random.Random, words: Vocabulary, rows: tuple[str, ...]) -> tuple[Part, ...]:
    effects = []
    for _ in range(rng.choice((1, 1, 2))):
        row = rng.choice(rows)
        effects.append(_part(rng, words, f"place_{rng.choice(words.counters)}" if row == "place" else row))
    return tuple(effects)


def _random_sentence(rng: random.Random, words: Vocabulary) -> Sentence:
    if rng.randrange(4) == 0:
        return Sentence(None, _random_effects(rng, words, words.plain_effects)[:1])
    return Sentence(_random_target(rng, words), _random_effects(rng, words, words.effects + words.plain_effects[:1]))


def _random_ability(rng: random.Random, words: Vocabulary, kind: str) -> Ability:
    rows = words.conditions + (words.minion_conditions if kind == "minion" else ())
    condition = None if rng.randrange(5) < 2 else _part(rng, words, rng.choice(rows))
    cost = _part(rng, words, rng.choice(words.costs)) if rng.randrange(5) < 2 else None
    sentences = tuple(_random_sentence(rng, words) for _ in range(1 if words.one_target else rng.choice((1, 1, 2))))
    return Ability(condition, cost, sentences)


def random_library(rng: random.Random, edition: Edition, words: Vocabulary, size: int) -> list[tuple[Printed, TreeCard]]:
    """Return ``size`` random cards for the reference, and the same cards for the kernel; low levels, so that all come into play."""
    library: list[tuple[Printed, TreeCard]] = []
    for i in range(size):
        kind, sp, hp, caveat = "spell", 0, 0, None
        abilities: tuple[Ability, ...] = (_random_ability(rng, words, kind),)
        if rng.randrange(3):
            kind, sp, hp = "minion", rng.randint(0, words.body[0]), rng.randint(0, words.body[1])
            abilities = tuple(_random_ability(rng, words, kind) for _ in range(rng.choice((0, 1, 1, 2))))
            if words.caveats and rng.randrange(3) == 0:
                caveat = _part(rng, words, rng.choice(words.caveats))
        printed = Printed(f"card {i}", kind, sp, hp, rng.randint(words.least_level, 3), abilities, caveat)
        library.append((printed, as_card(edition, printed)))
    return library
