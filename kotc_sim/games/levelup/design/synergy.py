"""Natural partners of a card of Level-Up: simple cards that feed it, or that it feeds, read from the effects of an edition.

An effect that answers "this card is milled" is worth more with cards that mill; a Normal effect with cards that untap. What a card asks
of its owner's cards is a *need*, what it brings about a *supply* (`kotc_sim.games.design.NeedsAndSupplies`). Both follow from the
operations, types, prefixes and parameters of its effects.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kotc_sim.games.design import MOST_PARTNERS as MOST
from kotc_sim.games.design import NeedsAndSupplies, some_of_each
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.examples import effect_of
from kotc_sim.games.levelup.cards.text import Effect, Filter, Vocabulary
from kotc_sim.games.levelup.design.card_generator import may_have, name_card
from kotc_sim.games.levelup.design.effects import body, magic_card
from kotc_sim.games.levelup.editions.model import LevelUpEdition, Template
from kotc_sim.games.levelup.reference import STANDARD_MAGIC

HAND, GRAVE = ("cards", "hand"), ("cards", "discard pile")
CREATURES, MAGIC = ("cards", "creature zone"), ("cards", "magic zone")
PLAYED, FLIPPED, LEVELED = ("played", "own card"), ("turned", "own card"), ("leveled up", "own creature")
TAPPED, UNTAPPED = ("tapped", "own creature"), ("untapped", "own creature")
STRONGER, SHIELDED = ("stronger", "own creature"), ("indestructible", "own creature")
LOST, WON = ("destroyed", "own creature"), ("destroyed", "enemy creature")
DISCARDED, MILLED, RECYCLED = ("discarded", "hand"), ("milled", "deck"), ("shuffled", "discard pile")

_EVENTS = {
    **{"played": PLAYED, "flipped": FLIPPED, "leveled": LEVELED, "you_level": LEVELED, "wins": STRONGER},
    **{"destroyed": LOST, "ally_destroyed": LOST, "enemy_destroyed": WON},
    **{"discarded": DISCARDED, "milled": MILLED, "to_deck": RECYCLED},
}
"""What brings an event about that a card waits for; of the others none of its owner's cards does."""
_OWN = ("own", "both")
_ENEMY = ("enemy", "both")
_COUNTING = ("points_per", "self_stat_per", "aura", "shield_team")
"""Operations that are worth more the more of one's own cards there are."""
_IDLE = tuple(f"This card is immune to effects of level {level} creatures." for level in (9, 8))
"""Effects that do nothing: nobody plays creatures of these levels."""
_UPPER = {"use_under": 2, "self_stat_under": 2, "level_onto": 3}
"""Levels of creatures that carry an operation which does little on level 1, where the others are tried."""
_VALUES = {
    **dict.fromkeys(("n", "m", "x"), ("2",)),
    "who": ("You", "Your opponent"),
    "count": ("up to 2",),
    "filter": ("creature",),
    "source": ("creature",),
    "side": ("you control", "your opponent controls"),
    "zone": ("hand", "deck", "discard pile"),
    "delta": ("+2", "-2"),
    "stat": ("attack and defense",),
    "shield": ("indestructible",),
    "face": ("face-up", "face-down"),
    "tap": ("Tap", "Untap"),
    "change": ("gain", "lose"),
}
"""What is tried for a parameter."""


def partners(card: Card, others: Sequence[Card], edition: LevelUpEdition) -> list[Card]:
    """Return which of other cards could be worth more with a card: some for each need or supply, at most `MOST`, in their order.

    ``others``: idle creatures of the types and subtypes that the card speaks of are tried, too.
    """
    own = ties(card)
    tied = [(other, own.meets(ties(other))) for other in (*others, *_read_subjects(card, edition)) if other.name != card.name]
    return some_of_each([(other, shared) for other, shared in tied if shared])[:MOST]


def simple_cards(edition: LevelUpEdition) -> list[Card]:
    """Return cards that do one thing which needs or supplies something, with an effect that does nothing; none if the edition has none.

    Those that need nothing come first, since they are the surer partners. A *payoff*, the first effect of the standard magic cards that the
    edition has, waits for each event, and is activated by tapping and while tapped. Each text of the vocabulary stands on its own card;
    where it can, it comes at the end of its owner's turns, and what lasts for a turn when the card is played: a creature of level 1 seldom
    sees its next turn.
    """
    vocabulary = Vocabulary(edition)
    idle = _idle(vocabulary)[:1]
    if not idle:
        return []
    effects = [*_payoffs(vocabulary), *(effect for template in edition.templates.values() for effect in _drafts(template, vocabulary))]
    cards = {card.name: card for card in (_simple((effect, *idle), edition) for effect in effects)}
    tied = [card for card in cards.values() if ties(card) != ties(replace(card, effects=()))]
    return sorted(tied, key=lambda card: bool(ties(card).needs))


def ties(card: Card) -> NeedsAndSupplies:
    """Return what a card needs and supplies, by its effects, its type and its subtype."""
    own = frozenset(("creature", word) for word in (card.type, card.subtype) if card.kind == "creature")
    needs = frozenset(need for effect in card.effects for need in _needs(effect, card))
    return NeedsAndSupplies(needs - own, own.union(*(_supplies(effect, card) for effect in card.effects)))


def _idle(vocabulary: Vocabulary) -> list[Effect]:
    return [found for text in _IDLE if (found := vocabulary.read("passive", text)) is not None]


def _payoffs(vocabulary: Vocabulary) -> list[Effect]:
    texts = [text for kind, text in STANDARD_MAGIC if kind == "normal" and vocabulary.read(kind, text) is not None]
    ways = [("passive", f"When {vocabulary.edition.events[event]}: ") for event in _EVENTS] + [("normal", ""), ("dormant", "")]
    found = [vocabulary.read(kind, prefix + text) for text in texts[:1] for kind, prefix in ways]
    return [effect for effect in found if effect is not None]


def _drafts(template: Template, vocabulary: Vocabulary) -> Iterator[Effect]:
    """Return effects with the text of a template, for each of the words in `_VALUES`."""
    kind = "passive" if "passive" in template.kinds else template.kinds[0]
    event = "played" if "this turn" in template.text else "turn_end"
    prefix = f"When {vocabulary.edition.events[event]}: " if kind == "passive" else ""
    names = [name for name in re.findall(r"\{(\w+)\}", template.text) if name in _VALUES]
    for chosen in itertools.product(*(_VALUES[name] for name in names)):
        values = {name: some[0] for name, some in _VALUES.items()} | dict(zip(names, chosen, strict=True))
        values["change"] += "s" if values["who"] == "Your opponent" else ""
        found = effect_of(template, kind, vocabulary, values, prefix)
        if found is not None:
            yield found


def _simple(effects: tuple[Effect, ...], edition: LevelUpEdition) -> Card:
    """Return a creature on the line with these effects; a magic card if the first one stands on magic cards only."""
    first = effects[0]
    card = body(edition, first, _level(first.op, edition)) if may_have("creature", first) else magic_card(first)
    return name_card(replace(card, effects=effects))


def _level(op: str, edition: LevelUpEdition) -> int:
    """Return the level of a creature that carries an operation; the lowest of the line if that begins above."""
    return max((level for level in edition.line if level <= _UPPER.get(op, 1)), default=min(edition.line))


def _read_subjects(card: Card, edition: LevelUpEdition) -> Iterator[Card]:
    """Return creatures without use of each type and subtype that a card speaks of and is not itself."""
    idle = tuple(_idle(Vocabulary(edition)))
    if len(idle) < len(_IDLE):
        return
    plain = _simple(idle, edition)
    for word in sorted(word for what, word in ties(card).needs if what == "creature"):
        other = replace(plain, name=f"idle {word} creature")
        yield replace(other, type=word) if word in edition.types else replace(other, subtype=word)


def _needs(effect: Effect, card: Card) -> Iterator[tuple[str, str]]:
    if effect.prefix == "event" and effect.when in _EVENTS:
        yield _EVENTS[effect.when]
    elif effect.prefix == "if":
        yield WON if effect.if_side == "enemy" else _zone(effect.if_filter)
    if card.kind == "creature" and effect.kind in ("normal", "counter", "latent"):
        yield UNTAPPED
    elif card.kind == "creature" and effect.kind == "dormant":
        yield TAPPED
    filters = [effect.if_filter] if effect.if_side == "own" else []
    for step in (effect, *effect.then):
        yield from _step_needs(step, card.level)
        filters += [step.filter] if step.side in _OWN else []
    yield from (("creature", word) for one in filters for word in (one.type, one.subtype) if word)


def _step_needs(step: Effect, level: int) -> Iterator[tuple[str, str]]:
    op = step.op
    if op == "loot":
        yield HAND
    elif op in ("play_from", "level_from") and step.zone != "deck":
        yield "cards", step.zone
    elif op in ("recover", "recycle"):
        yield GRAVE
    elif op == "sacrifice_draw" or (op in _COUNTING and step.side in _OWN and _helps(step)):
        yield _zone(step.filter)
    elif op == "self_stat_under" and _helps(step):
        yield LEVELED
    elif op == "use_under":
        yield "Normal effect", f"level {level - 1}"
    elif op == "guard":
        yield SHIELDED


def _supplies(effect: Effect, card: Card) -> Iterator[tuple[str, str]]:
    if card.kind == "creature" and effect.kind == "normal":
        yield "Normal effect", f"level {card.level}"
    if card.kind == "magic" and effect.kind in ("continuous", "equip"):
        yield MAGIC
    for step in (effect, *effect.then):
        yield from _step_supplies(step)


_BRINGS = {
    **{"loot": (DISCARDED, GRAVE), "search": (HAND,), "recover": (HAND,), "recycle": (RECYCLED,), "sacrifice_draw": (LOST, GRAVE, HAND)},
    **dict.fromkeys(("level_from", "level_onto"), (LEVELED,)),
}
"""What operations bring about; those below only where they concern their owner."""
_BRINGS_WHOM = {"discard": (DISCARDED, GRAVE), "mill": (MILLED, GRAVE), "draw": (HAND,)}


def _step_supplies(step: Effect) -> Iterator[tuple[str, str]]:
    op, creatures = step.op, step.filter.what != "magic"
    own, enemy = creatures and step.side in _OWN, creatures and step.side in _ENEMY
    if op in _BRINGS or (op in _BRINGS_WHOM and step.who in _OWN):
        yield from (_BRINGS | _BRINGS_WHOM)[op]
    elif op in ("play_from", "extra_play", "plays_each_turn"):
        yield from (PLAYED, CREATURES, LEVELED) if creatures else (PLAYED,)
    elif op in ("destroy", "field_discard"):
        yield from (GRAVE,) if own else ()
        yield from (LOST,) if own and op == "destroy" else ()
        yield from (WON,) if enemy and op == "destroy" else ()
    elif op == "tap" and own:
        yield TAPPED if step.tap else UNTAPPED
    elif op == "flip" and own:
        yield FLIPPED
    elif op in ("protect", "shield_team", "equip_shield") and own:
        yield SHIELDED
    elif op in ("boost", "aura", "equip_stat") and ((own and step.attack > 0) or (enemy and step.defense < 0)):
        yield STRONGER


def _helps(step: Effect) -> bool:
    """Say whether more of what an operation counts is better for its owner."""
    if step.op == "points_per":
        return step.gain == (step.who == "own")
    return step.op == "shield_team" or step.attack + step.defense > 0


def _zone(which: Filter) -> tuple[str, str]:
    return MAGIC if which.what == "magic" else CREATURES


def pairs(cards: Sequence[Card], edition: LevelUpEdition) -> Iterable[tuple[Card, Card]]:
    """Return cards with each of their partners, and so simple cards that need something."""
    simple = simple_cards(edition)
    tied = [*cards, *(card for card in simple if ties(card).needs)]
    return ((card, partner) for card in tied for partner in partners(card, [*cards, *simple], edition))
