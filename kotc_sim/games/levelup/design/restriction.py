"""What a component of Level-Up is for `kotc_sim.experiments.worth.restriction`: an effect, or a template of effects."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from kotc_sim.games.design import CardUse
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.examples import example
from kotc_sim.games.levelup.cards.text import Effect, Filter, Vocabulary
from kotc_sim.games.levelup.design.effects import carrier, find_effect, magic_card, share_used
from kotc_sim.games.levelup.design.hosts import HIGH
from kotc_sim.games.levelup.editions.model import EFFECT_KINDS, LevelUpEdition

NOTE = "The restricted player's cards keep type, level and body, and lose the effects that say this, with any numbers."
LEVELS: Mapping[str, int] = {"free_play": HIGH, "level_onto": HIGH}
"""Levels of creatures that carry an operation which does nothing on level 1, where the others are tried."""


@dataclass(frozen=True)
class LevelUpComponent:
    """An effect that may be forbidden; see `kotc_sim.games.design.Component`."""

    effect: Effect  # one that says it
    kind: str  # the only type of effects that is meant; empty: any
    whole: bool  # whether all texts of the effect's template are meant
    edition: LevelUpEdition

    @property
    def id(self) -> str:
        """The template's name."""
        return self.effect.template

    @property
    def text(self) -> str:
        """The text that was asked for, or the template's."""
        if self.whole:
            return self.edition.templates[self.id].text.removeprefix("{when}")
        return f"{self.kind}: {self.effect.text}" if self.kind else self.effect.text

    def says(self, effect: Effect) -> bool:
        """Return whether an effect is meant: it has these words, whatever its numbers, and type and prefix if the user named them."""
        if effect.template != self.id:
            return False
        if self.whole:
            return True
        if self.effect.prefix and _prefix(effect) != _prefix(self.effect):
            return False
        return self.kind in ("", effect.kind) and _words(effect) == _words(self.effect)

    def users(self, deck: Deck) -> list[Card]:
        """Return the cards of a deck that say it, each once."""
        return [card for card in deck.each() if self._said_by(card)]

    def _said_by(self, card: Card) -> list[Effect]:
        return [effect for effect in card.effects if self.says(effect)]

    def carrier(self) -> Card:
        """Return a creature of level 1 on the line that says it and nothing else; of an Equip effect a magic card."""
        if self.effect.kind == "equip":
            return magic_card(self.effect)
        return carrier(self.edition, self.effect, LEVELS.get(self.effect.op, 1))

    def without(self, deck: Deck) -> Deck:
        """Return a deck whose cards are restricted, slot for slot."""
        return deck.restricted(self.restrict)

    def restrict(self, card: Card) -> Card:
        """Return a card without the effects that say it; the same card if none does."""
        if not self._said_by(card):
            return card
        kept = tuple(effect for effect in card.effects if not self.says(effect))
        return replace(card, name=f"{card.name} (restricted)", effects=kept)  # names tell cards apart (levelup.ruling.56)

    def share_used(self, use: CardUse, card: Card) -> float | None:
        """Return how often the card was activated where it could be; one with a standing effect, how often it was played."""
        shares = [share_used(use, effect) for effect in self._said_by(card)]
        known = [share for share in shares if share is not None]
        return float(np.mean(known)) if known else None


def component(text: str, edition: LevelUpEdition) -> LevelUpComponent:
    """Return what a text stands for: an effect, see `effects.find_effect`, or all texts of a template by its name.

    A `KotcError` if no card can say it.
    """
    vocabulary = Vocabulary(edition)
    name = text.strip()
    if name in edition.templates:
        found = example(edition.templates[name], vocabulary)
        if found is not None:
            return LevelUpComponent(found, "", True, edition)
    head = text.partition(":")[0].strip().lower()
    return LevelUpComponent(find_effect(text, vocabulary), head if head in EFFECT_KINDS else "", False, edition)


def _prefix(effect: Effect) -> tuple[str, str, str, Filter]:
    return effect.prefix, effect.when, effect.if_side, effect.if_filter


def _words(effect: Effect) -> Effect:
    """Return an effect without its type, its prefix and its numbers; of a change of attack or defense the sign is left."""
    return replace(
        effect, kind="", text="", prefix="", when="", if_side="", if_n=0, if_filter=Filter(), n=0, m=0, count_n=0,
        attack=int(np.sign(effect.attack)), defense=int(np.sign(effect.defense)), then=(),
    )  # fmt: skip
