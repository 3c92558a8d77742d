"""A card while it is typed, and an edition's vocabulary to type it from: as JSON has them, for a page in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.completing import complete, speaks_of_one, written
from kotc_sim.games.keeper.cards.parser import TextError
from kotc_sim.games.keeper.cards.reader import read_card
from kotc_sim.games.keeper.describe import card_json, deck_json
from kotc_sim.games.keeper.editions.model import Edition, Row
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import Range, Switch
from kotc_sim.yaml_source import Node

FILE = "the card"
_WORDS = {
    "destroy": "kill remove grave",
    "bounce": "return hand",
    "bury": "bottom deck remove",
    "sheathe": "top deck return",
    "silo": "granary resource remove",
    "petrify": "face-down disable stone",
    "exhaust": "tap turn sideways disable",
    "fatigue": "stay exhausted disable",
    "unexhaust": "untap ready",
    "conscript": "force attack defend join team",
    "distract": "withdraw leave team battle",
    "negate": "counter cancel prevent chain",
    "deploy": "summon cast free play",
    "hypnotize": "control steal take",
    "clone": "copy pawn token",
    "embody": "copy spell pawn token",
    "craft": "create token pawn summon",
    "draw": "cards hand",
    "heal": "gain life HP",
    "damage_player": "burn wound lose life HP enemy",
    "damage": "burn wound HP minion",
    "assign_dice": "burn wound damage minions dice",
    "down_level": "cheaper cost reduce level",
    "place": "counter",
    "reveal": "show",
}
"""What a designer might look for, by primitive of a program; the words of the text itself are found anyway."""


def edition_names() -> tuple[str, ...]:
    """Return the editions that cards can be typed in, the latest first."""
    from kotc_sim.games.keeper.editions import edition_names as shipped

    return shipped()


def vocabulary(edition: Edition) -> list[dict[str, Any]]:
    """Return the components of an edition: id, section, text, level, Ultra Points, ban, and words by which they can be found."""
    return [
        {
            "id": row.id,
            "section": row.section,
            "text": row.text,
            "written": written(row, edition),
            "level": row.level.text,
            "ultra": row.ultra,
            "banned": row.banned,
            "does": _does(row),
        }
        for row in edition.rows.values()
    ]


def _does(row: Row) -> str:
    """Return words for what a component does, beyond those of its text."""
    found = [key for step in row.program for key in step]
    for step in row.program:
        for value in step.values():
            if isinstance(value, Mapping):
                found += [str(word) for word in value.values() if isinstance(word, str) and len(word) > 1]
    for part in (row.condition, row.select):
        found += [str(word) for word in (part or {}).values() if isinstance(word, str) and len(word) > 1]
    return " ".join(dict.fromkeys(word for name in found for word in (name.replace("_", " "), _WORDS.get(name, "")) if word))


def card_node(card: Mapping[str, Any]) -> Node:
    """Return the node of a card whose values are given as a file would have them: texts and whole numbers."""
    pairs = []
    for key, value in card.items():
        raw = "" if value is None else str(value)
        style = '"' if isinstance(value, str) else ""
        pairs.append((Node("scalar", FILE, 1, 1, key, key), Node("scalar", FILE, 1, 1, value, raw, style, 1)))
    return Node("map", FILE, 1, 1, pairs=pairs)


def costed(card: Mapping[str, Any], edition: Edition, caret: int | None = None) -> dict[str, Any]:
    """Return what a card that is being typed costs, whether it is legal, which words are wrong, and what may be written next.

    Parameters
    ----------
    card : mapping
        ``name``, ``kind`` and ``text``, and of a minion ``sp`` and ``hp``; further keys as in a card file.
    edition : Edition
    caret : int, optional
        Where in the text somebody is writing, from 0; None if nowhere.

    Returns
    -------
    dict
        ``card``: as ``kotc-sim card --json`` has it, or None if it cannot be read; ``faults``: what keeps it from being read, each with
        ``what``, ``fix``, ``start`` and ``end`` (in the text, or None) and ``near``; ``next``: ``start`` and ``offers``.
    """
    text = str(card.get("text", ""))
    found: dict[str, Any] = {"card": None, "faults": [], "next": None}
    try:
        found["card"] = card_json(read_card(card_node(card), edition), edition)
    except KotcError as error:
        found["faults"].append(_fault(error, text, edition))
    if caret is not None:
        ahead = complete(text[:caret], edition)
        found["next"] = {
            "start": offset(text, ahead.start),
            "end": caret,
            "offers": [{"id": row.id, "section": row.section, "text": shown, "level": row.level.text} for row, shown in ahead.offers],
        }
    return found


def _fault(error: KotcError, text: str, edition: Edition) -> dict[str, Any]:
    fault: dict[str, Any] = {"what": error.what, "fix": error.fix or "", "start": None, "end": None, "near": []}
    if isinstance(error, TextError):
        start, end = (offset(text, place) for place in error.span)
        single = speaks_of_one(text[:start])
        near = [written(row, edition, error.words, single=single) for row in error.near()]
        fault |= {"start": start, "end": max(start, end), "near": near}
    return fault


def offset(text: str, place: tuple[int, int]) -> int:
    """Return the offset in a text of a line and a column from 0, at most the text's length."""
    row, column = place
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    return min(len(text), starts[min(row, len(starts) - 1)] + column)


def as_given(card: Card, edition: Edition) -> dict[str, Any]:
    """Return the values of a card that was read, as `costed` and a card file take them."""
    given: dict[str, Any] = {"name": card.name, "kind": card.kind}
    if card.kind == "minion":
        given |= {"sp": card.sp, "hp": card.hp}
    given["text"] = card.text
    if card.design_edition != edition.number:
        given["design_edition"] = card.design_edition
    return given


def read(cards: Iterable[Mapping[str, Any]], edition: Edition) -> list[Card]:
    """Read cards that are given by their values.

    Raises
    ------
    KotcError
        For the first that cannot be read.
    """
    return [read_card(card_node(card), edition) for card in cards]


def deck_row(deck: Deck) -> dict[str, Any]:
    """Return what a page shows of a deck: size, Ultra Points, curve, what is wrong with it, and each card's level."""
    found = deck_json(deck)
    most = deck.edition.rules["ultra_limit"]
    return {
        **{key: found[key] for key in ("name", "legal", "size", "ultra", "curve", "cards", "reserves", "problems")},
        "limits": {"least": deck.edition.rules["deck_min"], "most": deck.edition.rules["deck_max"], "ultra": most},
    }


def switches() -> list[tuple[str, str, Any]]:
    """Return the switches of editions: name, what each decides, and its values (a list of them, or a word or two for a kind)."""
    return [(switch.name, switch.meaning, _values(switch)) for switch in SWITCHES.values()]


def _values(switch: Switch) -> Any:
    if isinstance(switch.values, Range):
        return {"low": switch.values.low, "high": switch.values.high, "none": switch.values.none}
    if switch.values == "bool":
        return [True, False]
    return list(switch.values) if isinstance(switch.values, tuple) else switch.values
