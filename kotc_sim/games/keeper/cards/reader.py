"""Cards out of YAML: one card, or a file of cards."""

import os
import re
from dataclasses import replace
from pathlib import Path

from kotc_sim.errors import KotcError
from kotc_sim.games.decklists import fold
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.grammar import grammar
from kotc_sim.games.keeper.cards.legality import age_problems, card_problems
from kotc_sim.games.keeper.cards.level import former_price, price
from kotc_sim.games.keeper.cards.parser import MAX_CHARACTERS, parse_normalized
from kotc_sim.games.keeper.cards.printer import compose
from kotc_sim.games.keeper.cards.text import Text, apply_replacements, normalize, refurbish
from kotc_sim.games.keeper.cards.tree import Ability, Component
from kotc_sim.games.keeper.editions import NEWEST, Edition, load_edition
from kotc_sim.games.protocol import Problem
from kotc_sim.yaml_source import Node, read_yaml
from kotc_sim.yaml_source.tables import OWN

#: Key -> its other spellings, from older editions.
_KEYS = {
    "name": (),
    "kind": (),
    "sp": ("offense",),
    "hp": ("defense",),
    "level": ("cost",),
    "ultra": (),
    "text": (),
    "design_edition": ("indicator", "edition"),
    OWN: (),
}
_KINDS = {"minion": "minion", "creature": "minion", "spell": "spell"}
_MAX_STAT = 999
_MAX_NAME = 80
_PLAIN = re.compile(r"(?:minion|creature) (\d{1,3})/(\d{1,3})\Z", re.IGNORECASE)


def load_cards(path: str | os.PathLike[str], edition: Edition) -> list[Card]:
    """Read a file of cards.

    ``path``: a YAML list of cards, a map with a list under ``cards`` or ``library``, or a single card. A `KotcError` if the file cannot be
    read, or a text is not made of the edition's components.
    """
    return [read_card(node, edition) for node in card_nodes(read_yaml(path, "card file"))]


def card_nodes(root: Node) -> list[Node]:
    """Return the nodes of the cards in a card file, or in the library of a deck."""
    if root.kind == "map":
        keys = {key.raw: value for key, value in dict(root.mapping("a card file")).items()}
        if {"text", "sp", "offense", "kind"} & set(keys):
            return [root]
        for key in ("library", "cards"):
            if key in keys and keys[key].kind == "list":
                return keys[key].items
        if "include" in keys:
            included = keys["include"]
            files = [str(Path(root.file).parent / one.raw) for one in (included.items if included.kind == "list" else [included])]
            raise root.error("this deck defines no cards of its own", f"Name a file that it includes: {', '.join(files)}.")
    if root.kind != "list":
        raise root.error(
            "this file holds no list of cards", "Write cards as `- {name: Rat, sp: 1, hp: 0}`, or a map with such a list under `cards`."
        )
    return root.items


def read_card(node: Node, edition: Edition) -> Card:
    """Read one card.

    ``node``: a map with ``name``, ``kind``, ``sp``, ``hp``, ``text`` and, if stated, ``level``, ``ultra`` and ``design_edition``;
    ``offense``, ``defense`` and ``cost`` are the words of older editions. A
    `KotcError` if a value is missing or malformed, or the text is not made of the edition's components.
    """
    given = _read_given(node)
    name = given["name"].name("the name") if "name" in given else ""
    if not name or len(name) > _MAX_NAME:
        raise node.error(
            "a card has no name" if not name else f"the name is longer than {_MAX_NAME} characters", "Give it one with `name: …`."
        )
    kind = _kind(given, node)
    sp, hp = (_stat(given, key, kind, name) for key in ("sp", "hp"))
    plain = _PLAIN.match(fold(name))
    if plain is not None and (sp, hp) != (int(plain.group(1)), int(plain.group(2))):
        said = f"the card {name!r} has SP {sp} and HP {hp}, and its name says {plain.group(1)}/{plain.group(2)}"
        raise node.error(said, "Rename it, or mend its numbers.")
    design = _design_edition(given.get("design_edition"), edition)
    caveat, abilities, problems = _parse(_text(given.get("text"), edition, node), edition, kind, design, node)
    printed = given["level"].integer("the level", 0, 999) if "level" in given else None
    ultra = given["ultra"].integer("the number of Ultra Points", 0, 999) if "ultra" in given else None
    bill = price(edition, kind, sp, hp, caveat, abilities)
    level = bill.level
    if printed not in (None, level) and design is not None and design < edition.number:
        former = former_price(edition, kind, sp, hp, caveat, abilities, design).level
        level = former if printed == former else level
    written = given["text"].raw if "text" in given and given["text"].value is not None else ""
    card = Card(
        name, kind, sp, hp, abilities, caveat, level, printed, bill.ultra, edition.name, design, written, node.file, node.line, ultra
    )
    if problems:  # a card that may not be used at all, whatever its level
        return replace(card, problems=problems)
    card = replace(card, problems=card_problems(card, edition))
    if card.problems and edition.name != edition.base and _is_as_printed(node, load_edition(edition.base)):
        card = replace(card, printed_level=None, printed_ultra=None)
        card = replace(card, problems=card_problems(card, edition))
    return card


def _is_as_printed(node: Node, edition: Edition) -> bool:
    """Return whether a card is legal in the edition that a proposal extends: the proposal prints it at its own prices."""
    try:
        return not read_card(node, edition).problems
    except KotcError:
        return False


def plain_card(name: str, edition: Edition, node: Node) -> Card | None:
    """Return the minion that a name such as ``minion 2/4`` describes, or ``None``."""
    match = _PLAIN.match(name)
    if match is None:
        return None
    card = compose(edition, body=(int(match.group(1)), int(match.group(2))), name=name.lower())
    return replace(card, file=node.file, line=node.line)


def plain_minion(sp: int, hp: int, edition: str = NEWEST, name: str = "") -> Card:
    """Return a minion without abilities, by default named ``minion 2/4``; ``edition``, a name or a path, prices it."""
    return compose(load_edition(edition), body=(sp, hp), name=name or f"minion {sp}/{hp}")


def _read_given(node: Node) -> dict[str, Node]:
    entries = node.entries("a card", [spelling for key, others in _KEYS.items() for spelling in (key, *others)])
    given: dict[str, Node] = {}
    for key, others in _KEYS.items():
        found = [spelling for spelling in (key, *others) if spelling in entries]
        if len(found) > 1:
            raise entries[found[1]].error(f"the card has both {found[0]!r} and {found[1]!r}", "Keep one of them.")
        if found and key in ("sp", "hp") and entries[found[0]].kind == "scalar" and not entries[found[0]].raw:
            raise entries[found[0]].error(f"{found[0]} is empty", f"Write a number, such as `{found[0]}: 2`, or remove the line.")
        if found and (key == "design_edition" or entries[found[0]].value is not None or entries[found[0]].kind != "scalar"):
            given[key] = entries[found[0]]
    return given


def _kind(given: dict[str, Node], node: Node) -> str:
    if "kind" not in given:
        if "sp" in given or "hp" in given:
            return "minion"
        if "text" not in given:
            raise node.error("a card with neither SP and HP nor a text", "Give it `sp` and `hp`, or a `text`.")
        return "spell"
    word = given["kind"].text("the kind")
    if word.casefold() not in _KINDS:
        raise given["kind"].error(f"there is no kind of card {word!r}", "Write minion or spell.")
    return _KINDS[word.casefold()]


def _stat(given: dict[str, Node], key: str, kind: str, name: str) -> int:
    if key not in given:
        return 0
    if kind == "spell":
        raise given[key].error(f"the spell {name!r} has a value for {key}", "A spell has neither SP nor HP.")
    return given[key].integer(key, 0, _MAX_STAT)


def _design_edition(node: Node | None, edition: Edition) -> int | None:
    if node is None:
        return edition.number
    if node.value is None or node.raw == "none":
        return None
    match = re.match(r"(?:kotc-)?(\d{1,2})(?:(?:st|nd|rd|th)(?: Edition)?)?\Z", node.text("the design edition"))
    if match is None or int(match.group(1)) < 1:
        raise node.error(
            f"the design edition is {node.described()}",
            "Write the number of the edition, such as 17, or null for a card without indicator.",
        )
    return int(match.group(1))


def _text(node: Node | None, edition: Edition, card: Node) -> Text:
    if node is None:
        return normalize("", edition, card.file, card.line)
    raw = node.text("the text")
    if len(raw) > MAX_CHARACTERS:
        raise node.error(f"the text has more than {MAX_CHARACTERS} characters", "A card text is a few sentences.")
    if node.style in ("|", ">"):
        return normalize(raw, edition, node.file, node.line + 1)
    one_line = node.last_line == node.line
    column = node.column + (1 if node.style in ("'", '"') else 0)
    return normalize(raw, edition, node.file, node.line, column if one_line else None)


def knows_phrases(node: Node, edition: Edition) -> bool:
    """Say whether the edition has all phrases of a card's text: if not, `read_card` would refuse it, but say where and why.

    A `KotcError` if a value is malformed.
    """
    given = _read_given(node)
    design = _design_edition(given.get("design_edition"), edition)
    text = _text(given.get("text"), edition, node)
    if design is not None and design < edition.number:
        text, _ = refurbish(text, edition, design)
    return grammar(edition).knows_phrases(apply_replacements(text, edition.aliases, edition).shown)


def _parse(
    text: Text, edition: Edition, kind: str, design: int | None, node: Node
) -> tuple[Component | None, tuple[Ability, ...], tuple[Problem, ...]]:
    problems = age_problems(text, design, edition, node.file, node.line)
    if design is not None and design < edition.number:
        text, _ = refurbish(text, edition, design)
    try:
        caveat, abilities = parse_normalized(text, edition, kind)
    except KotcError:
        if problems:  # pruned cards may hold texts that no edition here knows
            return None, (), problems
        raise
    return caveat, abilities, problems
