"""Scenario files: YAML of one or more documents, read into plain data that remembers its lines."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.reader import load_cards, plain_card, read_card
from kotc_sim.games.keeper.editions import Edition, load_edition, load_named_edition
from kotc_sim.games.keeper.engine.record import MAX_SCRIPT
from kotc_sim.games.keeper.scenario.entries import Entry, read_entries
from kotc_sim.shared.result import MAX_PLAYERS
from kotc_sim.yaml_source import Node, is_given, nearest, require_known_keys

PHASES = ("setup", "draw", "resource", "action", "battle", "recovery")
ZONES = ("battlefield", "hand", "granary", "deck", "grave", "trapfield", "reserves")
_KEYS = (
    "name", "rule", "depends", "edition", "turn", "phase", "turn_number", "cards", "players", "dice", "random", "script", "expect",
)  # fmt: skip
_STATES = ("exhausted", "fatigued", "petrified", "pawn")
_CARD_KEYS = ("card", "sp", "hp", "level", *_STATES, "owner", "counters")
_TURN = 5
_BLANK = "minion 1/2"


@dataclass(slots=True)
class CardState:
    """A card at the start of a scenario."""

    label: str | None  # what the file calls it; ``None`` for one without a label
    card: Card
    owner: int  # seat of its owner, from 0
    node: Node
    sp: int | None = None  # current values that differ from the printed ones
    hp: int | None = None
    level: int | None = None
    exhausted: bool = False
    fatigued: bool = False
    petrified: bool = False
    pawn: bool = False
    counters: list[tuple[str, int, int]] = field(default_factory=list)  # kind, owner's seat, number


@dataclass(slots=True)
class PlayerState:
    """A player at the start: HP (``None``: the edition's), whether they were 0 before, and the cards of each zone in order."""

    hp: int | None = None
    zombie: bool = False
    zones: dict[str, list[CardState]] = field(default_factory=dict)


@dataclass(slots=True)
class Document:
    """One scenario."""

    name: str  # for readers
    rules: list[str]  # ids of the rules that it pins
    edition: Edition  # the rules it is played by
    turn: int  # seat of the turn player, from 0
    phase: str  # one of `PHASES`
    turn_number: int
    players: list[PlayerState]  # by seat
    dice: list[int]  # results in the order rolled
    random: list[int]  # indices of random selections
    script: list[Entry]  # decisions in order
    expect: Node | None  # what must come out
    cards: list[Card]
    file: str  # where it begins
    line: int


def read_document(root: Node) -> Document:
    """Read one scenario from its YAML node; a `KotcError` if something in it cannot be read; the message names the line."""
    entries = root.entries("a scenario", _KEYS)
    for needed in ("players", "expect"):
        if needed not in entries:
            raise root.error(f"the scenario has no `{needed}`", "See docs/scenarios.md for the format.")
    edition = load_named_edition(entries["edition"]) if "edition" in entries else load_edition()
    library = _cards(entries.get("cards"), edition, Path(root.file).parent)
    players = _players(entries["players"], edition, library)
    phase = entries["phase"].text("the phase") if "phase" in entries else "action"
    if phase not in PHASES:
        raise entries["phase"].error(f"there is no phase {phase!r}", nearest(phase, PHASES))
    turn = entries["turn"].integer("`turn`", 1, len(players)) if "turn" in entries else 1
    number = entries["turn_number"].integer("`turn_number`", 1, 9999) if "turn_number" in entries else _TURN
    labels = {state.label for player in players for zone in player.zones.values() for state in zone}
    rule = entries.get("rule")
    script = entries["script"].sequence("`script`") if is_given(entries, "script") else []
    return Document(
        name=entries["name"].name("the name") if "name" in entries else f"line {root.line}",
        rules=[item.raw for item in (rule.items if rule.kind == "list" else [rule])] if rule is not None else [],
        edition=edition,
        turn=turn - 1,
        phase=phase,
        turn_number=number,
        players=players,
        dice=_numbers(entries.get("dice"), "a die", 1, 6),
        random=_numbers(entries.get("random"), "a random index", 0, 999),
        script=[entry for node in script for entry in read_entries(node, labels, len(players))],
        expect=entries["expect"],
        cards=list(library.values()),
        file=root.file,
        line=root.line,
    )


def _numbers(node: Node | None, what: str, low: int, high: int) -> list[int]:
    if node is None or node.empty:
        return []
    items = node.sequence("this")
    if len(items) > MAX_SCRIPT:
        raise node.error(f"more than {MAX_SCRIPT} numbers", "Split the scenario.")
    return [item.integer(what, low, high) for item in items]


@dataclass(frozen=True, slots=True)
class _Maker:
    """A card's node, equal to every other one: the cache goes by what the card says."""

    node: Node = field(compare=False)
    edition: Edition = field(compare=False)


@lru_cache(maxsize=4096)
def _read(text: str, edition: str, make: _Maker) -> Card:
    return read_card(make.node, make.edition)


def _cards(node: Node | None, edition: Edition, folder: Path) -> dict[str, Card]:
    library: dict[str, Card] = {}
    if node is None or node.empty:
        return library
    for item in node.items if node.kind == "list" else [node]:
        if item.kind == "scalar":
            named = folder / item.text("a card file")
            if not os.path.isfile(named):
                raise item.error(f"there is no card file {item.raw!r}", f"It is looked for in '{folder}'.")
            cards = load_cards(named, edition)
        else:
            cards = [_read(repr(item.plain()), edition.name + edition.file, _Maker(item, edition))]
        for card in cards:
            if card.name in library:
                raise item.error(f"there are two cards called {card.name!r}", "Rename one of them.")
            wrong = card.printed_level is not None and card.printed_level != card.level
            if wrong and not card.problems:
                raise item.error(f"{card.name} is stated to be level {card.printed_level}")
            library[card.name] = card
    return library


def _players(node: Node, edition: Edition, library: dict[str, Card]) -> list[PlayerState]:
    seats = node.entries("`players`")
    n = len(seats)
    if not 2 <= n <= MAX_PLAYERS or set(seats) != {str(p + 1) for p in range(n)}:
        raise node.error(f"the players are {', '.join(seats) or 'nobody'}", f"Number 2 to {MAX_PLAYERS} players from 1 on.")
    reader = _Reader(n, edition, library)
    return [reader.player(seats[str(p + 1)], p) for p in range(n)]


def _zone_items(node: Node, zone: str) -> Iterator[tuple[Node | None, Node]]:
    """Yield label and card of each entry of a zone; a number stands for that many cards that nobody names."""
    if node.kind == "map":
        yield from ((key, value) for key, value in node.mapping(f"`{zone}`"))
    elif node.kind == "list":
        for item in node.items:
            if item.kind == "map" and len(item.pairs) == 1 and item.pairs[0][0].raw != "card":
                yield item.pairs[0]
            else:
                yield None, item
    elif isinstance(node.value, int):
        count = node.integer(f"`{zone}`", 0, 70)
        blank = Node("scalar", node.file, node.line, node.column, _BLANK, _BLANK)
        yield from ((None, blank) for _ in range(count))
    elif node.value is not None:
        raise node.error(f"`{zone}` is {node.described()}", "Write a map of labels, a list, or a number.")


@dataclass(slots=True)
class _Reader:
    """What reading the players needs, and the lines of the labels so far."""

    n: int  # players
    edition: Edition
    library: dict[str, Card]
    used: dict[str, int] = field(default_factory=dict)

    def player(self, node: Node, seat: int) -> PlayerState:
        state = PlayerState()
        if node.empty:
            return state
        entries = node.entries("a player", ("hp", "zombie", *ZONES))
        if "hp" in entries:
            state.hp = entries["hp"].integer("the HP", 0, 100000)
        if "zombie" in entries:
            state.zombie = entries["zombie"].boolean("`zombie`")
        for zone in (zone for zone in ZONES if zone in entries):
            state.zones[zone] = [self.card_state(label, value, seat) for label, value in _zone_items(entries[zone], zone)]
        return state

    def card_state(self, label: Node | None, node: Node, seat: int) -> CardState:
        name = None if label is None else label.raw
        if label is not None:
            if label.raw in self.used:
                raise label.error(f"the label {name!r} is used in line {self.used[label.raw]} too", "Use another one.")
            self.used[label.raw] = label.line
        if node.kind == "scalar":
            return CardState(name, self.card(node), seat, node)
        entries = node.entries("a card")
        require_known_keys(entries, _CARD_KEYS, "a card in a zone")
        if "card" not in entries:
            raise node.error("the entry names no card", "Write `{card: minion 2/4, hp: 1}`.")
        state = CardState(name, self.card(entries["card"]), seat, node)
        for key in (key for key in ("sp", "hp", "level", *_STATES) if key in entries):
            setattr(state, key, entries[key].boolean(f"`{key}`") if key in _STATES else entries[key].integer(f"`{key}`", 0, 9999))
        if "owner" in entries:
            state.owner = entries["owner"].integer("the owner", 1, self.n) - 1
        if "counters" in entries:
            state.counters = list(read_counters(entries["counters"], seat, self.n, self.edition))
        return state

    def card(self, node: Node) -> Card:
        name = node.text("a card").strip()
        card = self.library.get(name) or plain_card(name, self.edition, node)
        if card is None:
            known = nearest(name, self.library) if self.library else ""
            raise node.error(f"there is no card {name!r}", known or "Define it under `cards`, or write `minion 2/4`.")
        return card


def read_counters(node: Node, seat: int, n: int, edition: Edition) -> Iterator[tuple[str, int, int]]:
    """Yield kind, owner's seat and number of listed counters; ``seat`` owns those without owner."""
    for part in node.items if node.kind == "list" else [node]:
        for key, value in part.mapping("`counters`"):
            if key.raw not in edition.counters:
                raise key.error(f"there is no counter {key.raw!r}", nearest(key.raw, edition.counters))
            if value.kind == "map":
                entries = value.entries("a counter", ("owner", "count"))
                owner = entries["owner"].integer("the owner", 1, n) - 1 if "owner" in entries else seat
                count = entries["count"].integer("the count", 0, 9999) if "count" in entries else 1
            else:
                owner, count = seat, value.integer("the number of counters", 0, 9999)
            yield key.raw, owner, count
