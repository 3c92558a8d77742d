"""Cards for `kotc_sim.experiments.worth.exploit`: two effects of the vocabulary with small numbers, creatures on the line, magic cards.

Level-Up states no price, but what creatures of a level usually have, attack plus defense, is the *line*. So a creature is tried on the
line, against plain creatures of its level and defense. A magic card has no body: it is tried against what a home has in its places.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kotc_sim.games import design
from kotc_sim.games.design import TRIES, Place, name_by
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.examples import effect_of
from kotc_sim.games.levelup.cards.text import NOWHERE, Effect, Vocabulary
from kotc_sim.games.levelup.design.hosts import LevelUpHosts
from kotc_sim.games.levelup.editions.model import LevelUpEdition, Template
from kotc_sim.games.levelup.reference import plain

MOST_LEVEL = 4  # higher creatures are seldom played
EFFECTS = 2  # every card has so many (levelup.effect.1)
MAGIC = 0.3  # share of the cards made from nothing that are magic cards
RACER = "greedy"
"""Who races candidates in place of the fast pilot, which takes some 80 ms to sit down to a match of Level-Up: as long as 700 games."""
NOTES: tuple[str, ...] = (
    "Creatures are on the line and compared with plain creatures of their level and defense; magic cards with what the home has in their "
    "places. The line is that of bodies: most useful effects gain on it, and what is found are the cards that gain most.",
    "Numbers in effects are 1 or 2, never all. Partners in combos do one thing; most are creatures of level 1.",
)

_PREFIXES = {
    "normal": ("", "", "", "if"),
    "dormant": ("", "", "", "if"),
    "latent": ("event",),
    "counter": ("action",),
    "passive": ("event",),
}
"""Prefixes that types of effects have; conditions seldom."""
_NUMBERS = ("1", "2")
_VALUES: dict[str, Sequence[str]] = {
    **dict.fromkeys(("n", "m", "x"), _NUMBERS),
    "who": ("You", "Your opponent", "Both players"),
    "count": ("up to 1", "up to 2", "exactly 1"),
    "side": ("you control", "your opponent controls", "on the field"),
    "zone": ("hand", "deck", "discard pile"),
    "delta": ("+1", "+2", "-1", "-2"),
    "stat": ("attack", "defense", "attack and defense"),
    "shield": ("indestructible",),
    "face": ("face-up", "face-down"),
    "tap": ("Tap", "Untap"),
}
"""What may stand for a parameter; filters depend on the edition, gaining and losing on who does it."""


class BredTable(LevelUpHosts):
    """Homes in which bred cards are tried: what they are compared with is the same for many of them, and played once."""

    def __init__(self, edition: LevelUpEdition) -> None:
        super().__init__(edition)
        self._references: dict[tuple[int, int, str, str], Card] = {}

    def reference(self, card: Card) -> Card | None:
        """Return the plain creature of the card's level, defense and type, the same object for all such cards; none for a magic card."""
        if card.kind != "creature":
            return None
        body = card.level, card.defense, card.type, card.subtype
        if body not in self._references:
            name = f"plain creature of level {card.level} with defense {card.defense}"
            self._references[body] = replace(plain(self.edition, *body), name=name)
        return self._references[body]


table = BredTable


class CardGenerator(design.CardGenerator):
    """Makes cards of an edition; see `kotc_sim.games.design.Generation`."""

    def __init__(self, edition: LevelUpEdition, random: np.random.Generator) -> None:
        self.edition, self.random = edition, random
        self.levels = [level for level in sorted(edition.line) if level <= MOST_LEVEL]
        self._vocabulary = Vocabulary(edition)
        self._templates = [edition.templates[name] for name in sorted(edition.templates)]
        kind = edition.types[0]
        self._filters = (
            *("creature", "creature", "card", "magic card", f"{kind} creature"),
            *("level 1 creature", "level 2 or lower creature", "level 2 or higher creature"),
        )

    def fresh(self) -> Card | None:
        """Return a random card, or None if none was found in `TRIES` drafts."""
        kind = "magic" if self.random.random() < MAGIC else "creature"
        level = self.one_of(self.levels)
        defense = round(self.edition.strength(level) * (0.2 + 0.6 * self.random.random()))  # leaves some attack of the level's line
        return self._card(kind, level, defense, [self._effect(kind) for _ in range(EFFECTS)])

    def ways(self, card: Card) -> list[design.Way]:
        """Return how a card may be changed: one of its effects, its words or its type, another card's effect; a creature's body."""

        def another_kind(effect: Effect) -> Effect | None:
            template = self.edition.templates[effect.template]
            return self._written(template, self.one_of(template.kinds), card.kind)

        changes: list[Callable[[Effect], Effect | None]] = [
            lambda _: self._effect(card.kind),
            lambda effect: self._written(self.edition.templates[effect.template], effect.kind, card.kind),
            another_kind,
        ]
        ways: list[design.Way] = [*(lambda card, _, change=change: self._with_effect(card, change) for change in changes), self._cross]
        return [*ways, self._other_split, self._other_level] if card.kind == "creature" else ways

    def _card(self, kind: str, level: int, defense: int, effects: Sequence[Effect | None]) -> Card | None:
        """Return a card on the line, named by what it is; None if an effect is missing, or one stands twice."""
        found = sorted((effect for effect in effects if effect is not None), key=lambda effect: (effect.kind, effect.text))
        if len(found) < EFFECTS or len({(effect.kind, effect.text) for effect in found}) < EFFECTS:
            return None
        if kind == "magic":
            return name_card(Card("", kind, "Magic", "", 0, 0, 0, tuple(found), NOWHERE))
        return name_card(replace(plain(self.edition, level, defense), effects=tuple(found)))

    def _effect(self, card: str) -> Effect | None:
        for _ in range(TRIES):
            template: Template = self.one_of(self._templates)
            found = self._written(template, self.one_of(template.kinds), card)
            if found is not None:
                return found
        return None

    def _written(self, template: Template, kind: str, card: str) -> Effect | None:
        """Return an effect of this type with the text of a template and random words; None if no such card may have it."""
        values = {name: self.one_of(some) for name, some in _VALUES.items()}
        values |= {"filter": self.one_of(self._filters), "source": self.one_of(self._filters)}
        values["change"] = self.one_of(("gain", "lose")) + ("s" if values["who"] == "Your opponent" else "")
        found = effect_of(template, kind, self._vocabulary, values, self._prefix(kind))
        return found if found is not None and may_have(card, found) else None

    def _prefix(self, kind: str) -> str:
        which = self.one_of(_PREFIXES.get(kind, ("",)))
        if which == "if":
            number = self.one_of(_NUMBERS)
            return f"If {self.one_of(_VALUES['side'][:2])} exactly {number} creature{'' if number == '1' else 's'}: "
        if which == "event":
            return f"When {self.one_of(list(self.edition.events.values()))}: "
        return f"In response to {self.one_of(list(self.edition.actions.values()))}: " if which == "action" else ""

    def _with_effect(self, card: Card, change: Callable[[Effect], Effect | None]) -> Card | None:
        at = int(self.random.integers(len(card.effects)))
        effects = [change(effect) if i == at else effect for i, effect in enumerate(card.effects)]
        return self._card(card.kind, card.level, card.defense, effects)

    def _cross(self, card: Card, other: Card) -> Card | None:
        taken: Effect = self.one_of(other.effects)
        return self._with_effect(card, lambda _: taken if may_have(card.kind, taken) else None)

    def _other_split(self, card: Card, _: Card) -> Card | None:
        defense = card.defense + self.one_of((-3, -2, -1, 1, 2, 3))
        inside = 0 <= defense <= self.edition.strength(card.level)
        return self._card(card.kind, card.level, defense, card.effects) if inside else None

    def _other_level(self, card: Card, _: Card) -> Card | None:
        level = self.one_of(self.levels)
        share = card.defense / max(1, self.edition.strength(card.level))
        return self._card(card.kind, level, round(share * self.edition.strength(level)), card.effects)


def may_have(card: str, effect: Effect) -> bool:
    """Return whether a creature or a magic card may have an effect: only magic cards are equipped, and none is "this creature"."""
    if card == "creature":
        return effect.kind != "equip"
    return not any("this creature" in step.text.lower() for step in (effect, *effect.then))


def without(card: Card, edition: LevelUpEdition) -> list[tuple[str, Card]]:
    """Return cards that lack one effect, each with that effect's text: to see what it contributes."""
    return [
        (word_effect(effect), name_card(replace(card, effects=tuple(one for one in card.effects if one is not effect))))
        for effect in card.effects
    ]


def place(card: Card) -> Place:
    """Return the card's place in the archive: kind, level, the first effect's template."""
    return Place(card.kind, card.level, card.level, card.effects[0].template)


def describe(card: Card) -> Mapping[str, Any]:
    """Return what results say of a card besides level, attack and defense: its kind, and its effects with their types."""
    return {"kind": card.kind, "text": " ".join(map(word_effect, card.effects))}


def whole(card: Card) -> str:
    """Return a card in words, where no part of it can be left out."""
    return str(describe(card)["text"])


def word_effect(effect: Effect) -> str:
    """Return an effect as `price` and ``ban`` take it."""
    return f"{effect.kind}: {effect.text}"


def name_card(card: Card) -> Card:
    """Return the card, named by what it is."""
    return replace(card, name=name_by(f"{card.kind} {card.type} {card.level} {card.attack}/{card.defense} {whole(card)}"))
