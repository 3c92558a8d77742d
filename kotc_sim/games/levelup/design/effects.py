"""Cards of Level-Up that carry one effect and nothing else: creatures on the edition's line, and magic cards."""

from collections.abc import Sequence
from dataclasses import replace

from kotc_sim.errors import KotcError, read_all
from kotc_sim.games.design import CardUse
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.examples import example
from kotc_sim.games.levelup.cards.text import NOWHERE, Effect, Vocabulary
from kotc_sim.games.levelup.editions.model import EFFECT_KINDS, LevelUpEdition
from kotc_sim.games.levelup.reference import plain

# Kinds whose effects are activated or triggered as an item of a chain, so that nobody using them can be seen.
_ACTIVATED = ("normal", "continuous", "counter", "latent", "dormant")


def find_effect(text: str, vocabulary: Vocabulary) -> Effect:
    """Return the effect that a text stands for, ``kind: text`` or the text alone, for the first kind that may say it.

    A `KotcError` if no card can have it.
    """
    head, colon, rest = text.partition(":")
    kinds: Sequence[str] = EFFECT_KINDS
    if colon and head.strip().lower() in EFFECT_KINDS:
        kinds, text = [head.strip().lower()], rest.strip()
    first: KotcError | None = None
    for kind in kinds:
        try:
            return vocabulary.parse(kind, text, NOWHERE)
        except KotcError as error:
            # The kind is one guess of several: what matters is why the text fits none.
            first = first if first is not None and "no template" in first.what else first or error
    assert first is not None
    raise KotcError(f"{text!r}: {first.what}", fix=first.fix)


def require_texts(texts: Sequence[str], edition: LevelUpEdition) -> None:
    """Raise a `KotcError` for a text that no card can have; see `find_effect`."""
    vocabulary = Vocabulary(edition)
    read_all(texts, lambda text: find_effect(text, vocabulary))


def carrier(edition: LevelUpEdition, effect: Effect, level: int) -> Card:
    """Return a creature on the line that has this effect and no other, of the type that the effect speaks of."""
    return replace(body(edition, effect, level), name=f"{effect.kind} {level}: {effect.text}", effects=(effect,))


def body(edition: LevelUpEdition, effect: Effect, level: int) -> Card:
    """Return a plain creature on the line, of the type that the effect speaks of."""
    kind = effect.filter.type or effect.if_filter.type or edition.types[0]
    subtype = effect.filter.subtype or edition.subtypes[0]
    return plain(edition, level, edition.strength(level) // 2, kind, subtype)


def vocabulary_examples(edition: LevelUpEdition) -> tuple[list[Effect], list[str]]:
    """Return one effect of each template, with small parameters, and the texts left out."""
    vocabulary = Vocabulary(edition)
    tried = [(template.text, example(template, vocabulary)) for template in edition.templates.values()]
    return [effect for _, effect in tried if effect is not None], [text for text, effect in tried if effect is None]


def magic_card(effect: Effect) -> Card:
    """Return a magic card with this effect and no other."""
    return Card(f"{effect.kind}: {effect.text}", "magic", "Magic", "", 0, 0, 0, (effect,), NOWHERE)


def share_used(use: CardUse, effect: Effect) -> float | None:
    """Return the share of games in which the effect was activated, of those in which its card was played; passive: card played."""
    if effect.kind == "equip":
        return min(1.0, use.activated / use.offered) if use.offered else None
    if effect.kind in _ACTIVATED:
        return use.activated_share
    return min(1.0, use.played / use.offered) if use.offered else None
