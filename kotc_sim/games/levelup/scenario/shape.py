"""Whether a scenario document has the shape that docs/levelup.md describes: checked on its YAML nodes, so that messages name the line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.yaml_source import Node, is_given, nearest, require_known_keys

SEATS = ("P0", "P1")
MOST = 30_000
"""The largest number in a scenario: the record's fields hold 16 bits."""
MAX_SCRIPT = 16
"""Random indices that a scenario can prescribe: as many as the record holds."""
DOCUMENT = (
    "name", "edition", "rule", "depends", "switches", "parameters", "turn_number", "first", "phase", "cards", "players", "random", "script",
    "expect", "about",
)  # fmt: skip
PLAYER = ("points", "creatures", "magic", "hand", "deck", "discard", "plays", "extra_plays")
MAGIC = ("card", "tapped", "down", "since", "active", "host")
CREATURE = ("card", "tapped", "down", "active", "under", "since", "attacks_used")
UNDER = ("card", "tapped", "down", "active")
SCRIPT = ("play", "flip", "activate", "attack", "end_phase", "pass", "choose", "place", "mulligan", "illegal", "legal", "expect")
BESIDE = ("player", "upon", "down", "effect", "target", "at")
"""Keys that a script entry may have besides one of `SCRIPT`."""
EXPECT = ("P0", "P1", "winner", "over", "turn", "phase", "asked")
EXPECT_PLAYER = ("points", "creatures", "magic", "hand", "deck", "discard", "plays", "limit")
PROPERTIES = (
    "attack", "defense", "tapped", "down", "active", "host", "under", "tapped_under", "attacks_used", "indestructible", "silenced", "guard",
    "direct",
)  # fmt: skip
PHASES = ("setup", "start", "draw", "main", "battle", "end")

Check = Callable[[Node], None]


def check_document(root: Node) -> None:
    """Check a scenario; a `KotcError` with the place of the first part that is none."""
    entries = _entries(root, DOCUMENT, "a scenario")
    for key in ("name", "edition"):
        if key in entries:
            entries[key].text(f"`{key}`")
    for key in ("switches", "parameters"):
        if is_given(entries, key):
            entries[key].entries(f"`{key}`")
    _optional(entries, "turn_number", lambda node: _number(node, 1))
    _optional(entries, "first", lambda node: _word(node, SEATS, "player"))
    _optional(entries, "phase", lambda node: _word(node, PHASES, "phase"))
    _optional(entries, "cards", lambda node: _each(node.sequence("`cards`"), _is_map))
    if is_given(entries, "players"):
        for player in _entries(entries["players"], SEATS, "`players`").values():
            _player(player)
    if is_given(entries, "random"):
        indices = entries["random"].sequence("`random`")
        if len(indices) > MAX_SCRIPT:
            raise entries["random"].error(f"more than {MAX_SCRIPT} random indices", "Split the scenario.")
        _each(indices, lambda node: _number(node, 0))
    _optional(entries, "script", lambda node: _each(node.sequence("`script`"), _script))
    _optional(entries, "expect", _expect)


def _optional(entries: dict[str, Node], key: str, check: Check) -> None:
    if is_given(entries, key):
        check(entries[key])


def _each(nodes: list[Node], check: Check) -> None:
    for node in nodes:
        check(node)


def _entries(node: Node, known: tuple[str, ...], what: str) -> dict[str, Node]:
    entries = node.entries(what)
    require_known_keys(entries, known, what)
    return entries


def _number(node: Node, low: int = -MOST, high: int = MOST) -> None:
    node.integer("this", low, high)


def _is_map(node: Node) -> None:
    node.entries("a card")


def _word(node: Node, known: tuple[str, ...], what: str) -> None:
    if node.text(f"the {what}") not in known:
        raise node.error(f"there is no {what} {node.raw!r}", nearest(node.raw, known))


def _scalar(node: Node) -> None:
    node.text("this")


def _player(node: Node) -> None:
    if node.empty:
        return
    entries = _entries(node, PLAYER, "a player")
    for key in ("points", "plays", "extra_plays"):
        if key in entries:
            _number(entries[key])
    for zone, keys, most in (("creatures", CREATURE, kinds.MAX_SLOTS), ("magic", MAGIC, kinds.MAX_SLOTS)):
        if zone in entries:
            _zone(entries[zone], zone, keys, most)
    for zone in ("hand", "deck", "discard"):
        if zone in entries:
            _zone(entries[zone], zone, ("card",), kinds.MAX_DECK)


def _zone(node: Node, zone: str, keys: tuple[str, ...], most: int) -> None:
    """Check a zone: a number of cards, a map of labels, or a list of cards and such maps."""
    cards = [value for _, value in node.mapping(f"`{zone}`")] if node.kind == "map" else []
    count = len(cards)
    if node.kind == "scalar" and not node.empty:
        count = node.integer(f"`{zone}`", 0)
    for item in node.items:
        labels = item.kind == "map" and not any(key.raw == "card" for key, _ in item.pairs)
        inside = [value for _, value in item.mapping("a card")] if labels else [item]
        cards += inside
        count += len(inside)
    if count > most:
        raise node.error(f"`{zone}` holds {count} cards", f"A scenario has room for {most}.")
    for card in cards:
        _card(card, keys)


def _card(node: Node, keys: tuple[str, ...]) -> None:
    if node.kind == "scalar":
        if node.empty:
            raise node.error("the entry names no card", 'Write a name, or a plain card: "Fire 2 (6/4)".')
        return
    entries = _entries(node, keys, "a card in a zone")
    if "card" not in entries or entries["card"].empty:
        raise node.error("the entry names no card", "Write `{card: Fire 2 (6/4), tapped: true}`.")
    entries["card"].text("`card`")
    for key in ("down", "active"):
        if key in entries:
            entries[key].boolean(f"`{key}`")
    for key in ("since", "attacks_used"):
        if key in entries:
            _number(entries[key], 0)
    if "tapped" in entries and not isinstance(entries["tapped"].value, bool):
        _number(entries["tapped"], 0)
    if "host" in entries:
        entries["host"].text("`host`")
    if "under" in entries:
        _zone(entries["under"], "under", UNDER, kinds.MAX_DECK)


def _script(node: Node) -> None:
    if node.kind == "scalar":
        _word(node, SCRIPT, "script entry")
        return
    entries = node.entries("a script entry")
    if not any(key in entries for key in SCRIPT):
        raise node.error("the script entry says nothing to do", "Known: " + ", ".join(SCRIPT) + ".")
    require_known_keys(entries, (*SCRIPT, *BESIDE), "a script entry")
    for key in ("legal", "illegal"):
        if key in entries:
            _script(entries[key])
    if "expect" in entries and not entries["expect"].empty:
        _expect(entries["expect"])
    if "player" in entries:
        _word(entries["player"], SEATS, "player")
    if "down" in entries:
        entries["down"].boolean("`down`")
    if "effect" in entries:
        _number(entries["effect"], 1, 2)
    for key in ("play", "flip", "activate", "attack", "place", "mulligan", "upon", "target", "at"):
        if key in entries:
            _scalar(entries[key])
    if "choose" in entries:
        chosen = entries["choose"]
        _each(chosen.items if chosen.kind == "list" else [chosen], _scalar)


def _expect(node: Node) -> None:
    entries = _entries(node, EXPECT, "`expect`")
    for key in ("winner", "over", "turn", "phase", "asked"):
        if key in entries:
            _scalar(entries[key])
    for seat in SEATS:
        if is_given(entries, seat):
            _expect_player(entries[seat])


def _expect_player(node: Node) -> None:
    entries = _entries(node, EXPECT_PLAYER, "what is expected of a player")
    for key in ("points", "plays", "limit"):
        if key in entries:
            _number(entries[key])
    for zone in ("hand", "deck", "discard", "creatures", "magic"):
        if zone in entries:
            listed = entries[zone]
            if listed.kind == "scalar":
                _number(listed, 0)
            elif listed.kind == "list":
                _each(listed.items, _scalar)
            else:
                for value in listed.entries(f"`{zone}`").values():
                    if not value.empty:
                        _entries(value, PROPERTIES, "what is expected of a card")


def plain(node: Node) -> Any:
    """Return a node as dicts, lists and scalars; keys that are numbers stay numbers, and maps and lists know their node."""
    if node.kind == "map":
        made = PlacedDict({key.value: plain(value) for key, value in node.pairs})
        made.node = node
        return made
    if node.kind == "list":
        items = PlacedList(plain(item) for item in node.items)
        items.node = node
        return items
    return node.value


def node_of(value: Any, place: Node) -> Node:
    """Return plain data as a node that stands where another one does."""
    made = Node("scalar", place.file, place.line, place.column)
    if isinstance(value, dict):
        made.kind, made.pairs = "map", [(node_of(key, place), node_of(part, place)) for key, part in value.items()]
    elif isinstance(value, list):
        made.kind, made.items = "list", [node_of(part, place) for part in value]
    else:
        made.value = value
        made.raw = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return made


Part = dict[str, Any]
"""A map of a document."""


class PlacedDict(dict[Any, Any]):
    """A map of a document, with the place where it stands."""

    node: Node


class PlacedList(list[Any]):
    """A list of a document, with the place where it stands."""

    node: Node
