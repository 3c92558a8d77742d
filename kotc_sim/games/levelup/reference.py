"""Reference decks of Level-Up: plain creatures on the line, fast, middle and slow; what tuning of homes begins with.

A plain creature has no effects, and attack plus defense as the edition's line says for its level. All creatures of a reference deck are
plain, of two types; a few standard magic cards are in every deck. Everything follows from the edition, so a proposal has its own.
"""

from collections.abc import Sequence
from dataclasses import replace

from kotc_sim.errors import KotcError
from kotc_sim.games.hosts import curve
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.reader import load_library
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.yaml_source import Node
from kotc_sim.yaml_source.places import deck_folder

SLOTS = 8
SIZE = 50

CURVES: dict[str, dict[int, int]] = {"fast": {1: 13, 2: 5, 3: 2}, "middle": {1: 10, 2: 6, 3: 3, 4: 1}, "slow": {1: 8, 2: 6, 3: 4, 4: 2}}
"""Plain creatures by level, in parts of a deck: curves that lean low, even and high."""

LEAN = {"fast": 1, "middle": 0, "slow": -1}
"""How far the plain creatures lean to attack (or, negative, to defense)."""

STANDARD_MAGIC = (
    ("normal", "Destroy up to 1 creature your opponent controls."),
    ("normal", "You draw 2 cards."),
    ("counter", "In response to an attack: Negate it."),
)
"""Effects of the standard magic cards: an answer, cards, and a response; those that a proposal has removed are left out."""

COPIES_OF_MAGIC = 2
_SPREAD = (0, 1, -1, 2, -2)  # plain creatures of a level differ, so that each point of attack meets some defense
_NOWHERE = Node("map", "", 0, 0)


def plain(edition: LevelUpEdition, level: int, defense: int, kind: str = "", subtype: str = "") -> Card:
    """Return a creature without effects on the line: its attack is what the line leaves beside this defense.

    A `KotcError` if the line does not reach the level. ``level``, ``defense``: where the line is below the defense, the creature has
    attack 0 and the line's defense. ``kind``, ``subtype``: its type and subtype; by default the first of the edition.
    """
    total = edition.strength(level)
    defense = min(max(0, defense), total)
    return creature(edition, level, total - defense, defense, kind, subtype)


def creature(edition: LevelUpEdition, level: int, attack: int, defense: int, kind: str = "", subtype: str = "") -> Card:
    """Return a creature without effects."""
    kind, subtype = kind or edition.types[0], subtype or edition.subtypes[0]
    name = f"plain {kind} {level} ({attack}/{defense})"
    return Card(name, "creature", kind, subtype, level, attack, defense, (), _NOWHERE)


def plain_creatures(edition: LevelUpEdition, kinds: Sequence[str], shares: Sequence[float]) -> tuple[Card, ...]:
    """Return plain creatures of these types at each level of the line, each once; ``shares`` of their strength are attack."""
    bodies = [(level, strength - round(share * strength)) for level, strength in sorted(edition.line.items()) for share in shares]
    return tuple({card.name: card for card in (plain(edition, *body, kind) for kind in kinds for body in bodies)}.values())


def reference_decks(edition: LevelUpEdition, slots: int = SLOTS) -> tuple[Deck, ...]:
    """Return fast, middle and slow reference decks with ``slots`` copies of a tried card; a `KotcError` if there is no room for them."""
    size = min(edition.parameter("deck_max"), max(edition.parameter("deck_min"), SIZE))
    vocabulary = Vocabulary(edition)
    effects = [(text, vocabulary.read(kind, text)) for kind, text in STANDARD_MAGIC]
    named = [(f"{text} #{copy + 1}", effect) for text, effect in effects if effect is not None for copy in range(COPIES_OF_MAGIC)]
    magic = [Card(name, "magic", "Magic", "", 0, 0, 0, (effect,), _NOWHERE) for name, effect in named]
    if not 1 <= slots <= (size - len(magic)) // 2:
        raise KotcError(f"{slots} slots do not fit a deck of {size} cards", fix=f"Use for instance --slots {min(SLOTS, slots)}")
    types, decks = edition.types, []
    for number, (name, parts) in enumerate(CURVES.items()):
        pair = types[(2 * number) % len(types)], types[(2 * number + 1) % len(types)]
        cards = []
        for i, at in enumerate(curve(parts, size - len(magic))):
            defense = (edition.strength(at) - LEAN[name]) // 2 - _SPREAD[(i // 2) % len(_SPREAD)]
            card = plain(edition, at, defense, pair[i % 2], edition.subtypes[i % len(edition.subtypes)])
            cards.append(replace(card, name=f"{card.name} #{i + 1}"))
        decks.append(Deck(f"reference {name}", edition, None, tuple((card, 1) for card in (*cards, *magic))))
    return tuple(decks)


CARD_FILE = "starter-pool.yaml"


def card_pool(edition: LevelUpEdition) -> list[Card]:
    """Return the cards of the starter pool as an edition reads them; a `KotcError` if the edition cannot read them."""
    return list(load_library(deck_folder() / "levelup" / CARD_FILE, Vocabulary(edition)).values())
