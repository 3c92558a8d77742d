"""Cards of Level-Up out of YAML: one card, a file of them, and the cards that a deck can name."""

import os
from collections.abc import Iterable

from kotc_sim.errors import read_all
from kotc_sim.games.decks import by_name
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.text import Effect, Vocabulary
from kotc_sim.games.levelup.editions.model import EFFECT_KINDS, MAX_LEVEL, MAX_STAT
from kotc_sim.yaml_source import Node, nearest, read_yaml, require_known_keys
from kotc_sim.yaml_source.tables import OWN

_CARD_KEYS = ("name", "kind", "type", "subtype", "level", "attack", "defense", "effects", "about", OWN)
DECK_KEYS = ("name", "edition", "strategy", "cards", "library", "include", "decks", "about")


def parse_card(node: Node, vocabulary: Vocabulary, *, partial: bool = False) -> Card:
    """Read one card; a ``partial`` one, as in scenarios, may lack effects and a subtype.

    A `KotcError` with the place, if a value is missing or out of range or an effect's text is not of the vocabulary.
    """
    edition = vocabulary.edition
    entries = node.entries("a card")
    require_known_keys(entries, _CARD_KEYS, "a card of Level-Up")
    if "name" not in entries:
        raise node.error("a card has no name", "Write `name: …`.")
    name = entries["name"].name("name")
    if not name:
        raise entries["name"].error("a card has no name")
    kind = entries["kind"].text("kind") if "kind" in entries else "creature"
    if kind not in ("creature", "magic"):
        raise entries["kind"].error(f"{name} is of the kind {kind!r}", "Write creature or magic.")
    numbers = {}
    for key, low, high in (("level", 1, MAX_LEVEL), ("attack", 0, MAX_STAT), ("defense", 0, MAX_STAT)):
        if kind == "magic":
            numbers[key] = 0
            if key in entries and entries[key].value != 0:
                raise entries[key].error(
                    f"the magic card {name} has the {key} {entries[key].raw}", "Leave it out; only creatures have one."
                )
        elif key not in entries:
            raise node.error(f"the creature {name} has no {key}", f"Write `{key}: {low}`.")
        else:
            numbers[key] = entries[key].integer(f"{key} of {name}", low, high)
    words = {}
    for key, allowed in (("type", edition.types), ("subtype", edition.subtypes)):
        given = entries.get(key)
        if kind == "magic":
            if given is not None and given.value not in (None, "Magic", "none"):
                raise given.error(f"the magic card {name} has the {key} {given.raw!r}", "Leave it out.")
            words[key] = "Magic" if key == "type" else ""
        elif partial and key == "subtype" and given is None:
            words[key] = allowed[0]
        elif given is None or given.value is None:
            raise node.error(f"the creature {name} has no {key}", "Choose from " + ", ".join(allowed) + ".")
        elif given.raw not in allowed:
            raise given.error(f"{name} has the {key} {given.raw!r}, which there is not", nearest(given.raw, allowed))
        else:
            words[key] = given.raw
    listed = entries["effects"].sequence(f"effects of {name}") if "effects" in entries else []
    if len(listed) > 2 or (len(listed) < 2 and not partial):
        raise entries.get("effects", node).error(f"{name} has {len(listed)} effects", "Every card has exactly two (levelup.effect.1).")
    effects = _effects(name, kind, listed, vocabulary)
    return Card(name, kind, words["type"], words["subtype"], numbers["level"], numbers["attack"], numbers["defense"], effects, node)


def _effects(name: str, kind: str, items: list[Node], vocabulary: Vocabulary) -> tuple[Effect, ...]:
    effects = []
    for item in items:
        parts = item.entries("an effect", ("kind", "text"))
        if "kind" not in parts or "text" not in parts:
            raise item.error(f"an effect of {name} has no kind or no text", 'Write {kind: normal, text: "…"}.')
        effect_kind = parts["kind"].text("kind")
        if effect_kind not in EFFECT_KINDS:
            raise parts["kind"].error(f"there is no effect type {effect_kind!r}", nearest(effect_kind, EFFECT_KINDS))
        effect = vocabulary.parse(effect_kind, parts["text"].text("text"), parts["text"])
        if kind == "magic" and any("this creature" in step.text.lower() for step in (effect, *effect.then)):
            what = f'the magic card {name} speaks of "this creature"'
            raise parts["text"].error(what, "Only a creature can; write it on one, or change the text.")
        if kind == "creature" and effect_kind == "equip":
            raise parts["kind"].error(
                f"the creature {name} has an Equip effect", "Only magic cards have Equip effects (levelup.ruling.38)."
            )
        effects.append(effect)
    return tuple(effects)


def load_library(path: str | os.PathLike[str], vocabulary: Vocabulary) -> dict[str, Card]:
    """Read the cards of a file: its ``library:``, or its ``cards:`` where that is a list of cards."""
    return read_library(read_yaml(path, "card file"), vocabulary)


def read_library(root: Node, vocabulary: Vocabulary) -> dict[str, Card]:
    """Read the cards of a file from its node; see `load_library`."""
    nodes = named(card_nodes(root))
    return dict(zip(nodes, read_all(nodes.values(), lambda node: parse_card(node, vocabulary)), strict=True))


def card_nodes(root: Node) -> list[Node]:
    """Return the cards that a file defines, not yet read."""
    if root.kind == "list":
        return root.items
    entries = root.entries("a card file", DECK_KEYS)
    lists = [entries[key] for key in ("library", "cards") if key in entries and entries[key].kind == "list"]
    return [node for found in lists for node in found.items]


def named(nodes: Iterable[Node]) -> dict[str, Node]:
    """Return cards by folded name, not yet read."""
    return by_name(nodes, "Names tell cards apart (levelup.ruling.56); rename one.")
