"""Whether a scenario document has the shape that docs/levelup.md describes: checked on its YAML nodes, so that messages name the line."""

from collections.abc import Callable, Mapping
from typing import Any

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.yaml_source import Node, nearest

SEATS = ("P0", "P1")
MOST = 30_000
"""The largest number in a scenario: the record's fields hold 16 bits."""
MAX_SCRIPT = 16  # random indices that a scenario can prescribe: as many as the record holds
_SCRIPT = ("play", "flip", "activate", "attack", "end_phase", "pass", "choose", "place", "mulligan", "illegal", "legal", "expect")
_PROPERTIES = (
    "attack", "defense", "tapped", "down", "active", "host", "under", "tapped_under", "attacks_used", "indestructible", "silenced", "guard",
    "direct",
)  # fmt: skip
_ZONES = ("hand", "deck", "discard", "creatures", "magic")

Check = Callable[[Node], object]


def _given(check: Check) -> Check:
    return lambda node: None if node.empty else check(node)


def _map(what: str, checks: Mapping[str, Check]) -> Check:
    """Return a check of a map, which may have these keys, by what stands behind each."""

    def check(node: Node) -> None:
        entries = node.entries(what, checks)
        for key in checks:
            if key in entries:
                checks[key](entries[key])

    return check


def _list(what: str, check: Check, most: int = MOST, named: str = "") -> Check:
    def check_all(node: Node) -> None:
        items = node.sequence(what)
        if len(items) > most:
            raise node.error(f"more than {most} {named}", "Split the scenario.")
        for item in items:
            check(item)

    return check_all


def _number(low: int = -MOST, high: int = MOST) -> Check:
    return lambda node: node.integer("this", low, high)


def _text(what: str = "this") -> Check:
    return lambda node: node.text(what)


def _boolean(what: str) -> Check:
    return lambda node: node.boolean(what)


def _word(known: tuple[str, ...], what: str) -> Check:
    def check(node: Node) -> None:
        if node.text(f"the {what}") not in known:
            raise node.error(f"there is no {what} {node.raw!r}", nearest(node.raw, known))

    return check


def _zone(zone: str, card: Mapping[str, Check], most: int) -> Check:
    """Return a check of a zone: a number of cards, a map of labels, or a list of cards and such maps."""

    def check(node: Node) -> None:
        cards = [value for _, value in node.mapping(f"`{zone}`")] if node.kind == "map" else []
        for item in node.items:
            labels = item.kind == "map" and not any(key.raw == "card" for key, _ in item.pairs)
            cards += [value for _, value in item.mapping("a card")] if labels else [item]
        count = node.integer(f"`{zone}`", 0) if node.kind == "scalar" and not node.empty else len(cards)
        if count > most:
            raise node.error(f"`{zone}` holds {count} cards", f"A scenario has room for {most}.")
        for one in cards:
            _card(one, card)

    return check


def _card(node: Node, checks: Mapping[str, Check]) -> None:
    if node.kind == "scalar":
        if node.empty:
            raise node.error("the entry names no card", 'Write a name, or a plain card: "Fire 2 (6/4)".')
        return
    entries = node.entries("a card in a zone", ("card", *checks))
    if "card" not in entries or entries["card"].empty:
        raise node.error("the entry names no card", "Write `{card: Fire 2 (6/4), tapped: true}`.")
    _map("a card in a zone", {"card": _text("`card`"), **checks})(node)


_SINCE = _number(0)
_UNDER: dict[str, Check] = {
    "down": _boolean("`down`"), "active": _boolean("`active`"), "tapped": lambda node: isinstance(node.value, bool) or _SINCE(node),
}  # fmt: skip
_CREATURE = {**_UNDER, "since": _SINCE, "attacks_used": _SINCE, "under": _zone("under", _UNDER, kinds.MAX_DECK)}
_MAGIC = {**_UNDER, "since": _SINCE, "host": _text("`host`")}
_PLAYER = _map(
    "a player",
    dict.fromkeys(("points", "plays", "extra_plays"), _number())
    | {"creatures": _zone("creatures", _CREATURE, kinds.MAX_SLOTS), "magic": _zone("magic", _MAGIC, kinds.MAX_SLOTS)}
    | {zone: _zone(zone, {}, kinds.MAX_DECK) for zone in ("hand", "deck", "discard")},
)


def _expect_zone(node: Node) -> None:
    if node.kind == "scalar":
        _number(0)(node)
    elif node.kind == "list":
        _list("this", _text())(node)
    else:
        for value in node.entries("a zone").values():
            _given(_map("what is expected of a card", dict.fromkeys(_PROPERTIES, bool)))(value)


_EXPECT_PLAYER = _map(
    "what is expected of a player", dict.fromkeys(("points", "plays", "limit"), _number()) | dict.fromkeys(_ZONES, _expect_zone)
)
_EXPECT = _map(
    "`expect`", dict.fromkeys(("winner", "over", "turn", "phase", "asked"), _text()) | dict.fromkeys(SEATS, _given(_EXPECT_PLAYER))
)


def _script(node: Node) -> None:
    if node.kind == "scalar":
        _word(_SCRIPT, "script entry")(node)
        return
    if not any(key in node.entries("a script entry") for key in _SCRIPT):
        raise node.error("the script entry says nothing to do", "Known: " + ", ".join(_SCRIPT) + ".")
    _ENTRY(node)


def _choose(node: Node) -> None:
    for item in node.items if node.kind == "list" else [node]:
        item.text("this")


_ENTRY = _map(
    "a script entry",
    {"legal": _script, "illegal": _script, "expect": _given(_EXPECT), "player": _word(SEATS, "player"), "down": _boolean("`down`")}
    | {"effect": _number(1, 2), "end_phase": bool, "pass": bool}
    | dict.fromkeys(("play", "flip", "activate", "attack", "place", "mulligan", "upon", "target", "at"), _text())
    | {"choose": _choose},
)
_PHASES = ("setup", "start", "draw", "main", "battle", "end")
_DOCUMENT: dict[str, Check] = {
    "name": _text("`name`"), "edition": _text("`edition`"),
    "switches": _given(lambda node: node.entries("`switches`")), "parameters": _given(lambda node: node.entries("`parameters`")),
    "turn_number": _given(_number(1)), "first": _given(_word(SEATS, "player")), "phase": _given(_word(_PHASES, "phase")),
    "cards": _given(_list("`cards`", lambda node: node.entries("a card"))),
    "players": _given(_map("`players`", dict.fromkeys(SEATS, _given(_PLAYER)))),
    "random": _given(_list("`random`", _number(0), MAX_SCRIPT, "random indices")), "script": _given(_list("`script`", _script)),
    "expect": _given(_EXPECT), "rule": bool, "depends": bool, "about": bool,
}  # fmt: skip
check_document = _map("a scenario", _DOCUMENT)
"""Checks a scenario; a `KotcError` with the place of the first part that is none."""


def plain(node: Node) -> Any:
    """Return a node as dicts, lists and scalars; keys that are numbers stay numbers, and maps know their node."""
    if node.kind == "map":
        made = PlacedDict({key.value: plain(value) for key, value in node.pairs})
        made.node = node
        return made
    return [plain(item) for item in node.items] if node.kind == "list" else node.value


Part = dict[str, Any]  # a map of a document


class PlacedDict(dict[Any, Any]):
    """A map of a document, with the place where it stands."""

    node: Node
