"""The entries of a script: what a line of the file asks for, not yet what it means in the game."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from kotc_sim.games.keeper.engine import kinds
from kotc_sim.yaml_source import Node, nearest, require_known_keys

VERBS = (
    "sow", "summon", "cast", "set", "activate", "pop", "attack", "defend", "allocate", "order", "choose", "shares", "place", "draw_from",
    "exchange", "mulligan", "reroll", "pass", "end_phase", "illegal",
)  # fmt: skip
_MORE = {
    "cast": ("targets", "count", "at"),
    "activate": ("ability", "targets", "count", "at"),
    "pop": ("die", "targets"),
    "attack": ("victim",),
    "illegal": ("at",),
    "choose": ("targets", "count"),
}
_NAMED = (
    "sow place action battle window respond react trap victim deploy draw_from exchange mulligan order player cost gift count times craft "
    "counters minion reroll"
)
KINDS: dict[str, tuple[kinds.Ask, ...]] = {
    **{word: (kinds.Ask[word.upper()],) for word in _NAMED.split()},
    "defend": (kinds.Ask.ENLIST_DEFEND,),
    "targets": (kinds.Ask.TARGET, kinds.Ask.COST),
    "shares": (kinds.Ask.SHARE,),
    "allocate": (kinds.Ask.DIE, kinds.Ask.ASSIGN),
}
"""Kinds of decisions by the words of ``at``."""
_PLAYER = re.compile(r"player (\d)\Z")


@dataclass(slots=True)
class Entry:
    """One entry of a script."""

    verb: str  # one of `VERBS`
    node: Node
    values: list[str] = field(default_factory=list)  # labels or words that follow the verb, in order
    listed: bool = False  # whether they were written as a list
    player: int | None = None  # the seat (from 0) that it is for
    targets: list[list[str]] | None = None  # one list for each target selection
    ability: int | None = None  # number of an ability, from 1
    die: int | None = None
    victim: str = ""  # of an attack
    counter: str = ""  # of a pop
    host: str = ""
    count: int | None = None  # how many cards a random or unseen selection takes
    taken: list[str] = field(default_factory=list)  # reserves that an exchange takes for `values`
    pairs: list[tuple[int, str]] = field(default_factory=list)  # die and minion of ``allocate: [[die, minion], …]``
    inner: "Entry | None" = None  # what is said to be illegal, at decisions of the kind `at`
    at: str = ""
    team: tuple[tuple[int, ...], list[str]] | None = None
    """Who is enlisted after a question about a cost, and in which formation; see ``answers``."""


def seat_of(word: str) -> int | None:
    """Return the seat (from 0) that ``player 2`` names, or ``None``."""
    found = _PLAYER.match(word)
    return int(found.group(1)) - 1 if found else None


def read_entries(node: Node, labels: Collection[str | None], n: int) -> Iterator[Entry]:
    """Yield the entries that one item of a script stands for: one, or as many as an ``illegal:`` lists, which may be none."""
    listed = dict(node.mapping("a script entry")) if node.kind == "map" else {}
    key = next((key for key in listed if key.raw == "illegal"), None)
    if key is None or listed[key].kind != "list":
        yield read_entry(node, labels, n)
        return
    for item in listed[key].items:
        pairs = [(name, item if name is key else value) for name, value in listed.items()]
        yield read_entry(Node("map", item.file, item.line, item.column, pairs=pairs), labels, n)


def read_entry(node: Node, labels: Collection[str | None], n: int, nested: bool = False) -> Entry:
    """Read an entry; a label that no card of the scenario has is an error."""
    if node.kind == "scalar":
        if node.raw not in ("pass", "end_phase"):
            raise node.error(f"there is no script entry {node.described()}", nearest(node.raw, VERBS))
        return Entry(node.raw, node)
    entries = node.entries("a script entry")
    verb = next((word for word in ("illegal", *VERBS) if word in entries), None)
    if verb is None:
        raise node.error("the script entry has no verb", nearest(next(iter(entries), ""), VERBS))
    require_known_keys(entries, (verb, "player", *_MORE.get(verb, ())), f"a script entry with `{verb}`")
    entry = Entry(verb, node)
    for key, what, low, high in (("player", "the player", 1, n), ("ability", "the ability", 1, 99), ("die", "the die", 1, 6)):
        if key in entries:
            setattr(entry, key, entries[key].integer(what, low, high))
    if entry.player is not None:
        entry.player -= 1
    if "victim" in entries:
        entry.victim = entries["victim"].text("the victim")
        _check(entries["victim"], labels)
    if "count" in entries:
        entry.count = entries["count"].integer("the number of cards", 0, 99)
    if "targets" in entries:
        items = entries["targets"].sequence("`targets`")
        several = bool(items) and all(item.kind == "list" for item in items)
        entry.targets = [_labels(item, labels) for item in (items if several else [entries["targets"]])]
    _read_value(entry, entries[verb], labels, n, nested)
    if "at" in entries:
        entry.at = entries["at"].text("`at`")
        if verb != "illegal" and entry.at != "respond":
            raise entries["at"].error(f"an entry can be `at: respond` only, not {entry.at!r}", "Leave `at` out.")
        if entry.at not in KINDS:
            raise entries["at"].error(f"there is no kind of decision {entry.at!r}", nearest(entry.at, KINDS))
    if verb == "illegal" and not entry.at:
        raise node.error("`illegal` does not say at which kind of decision", "Add `at: action`, for instance.")
    if verb == "illegal" and entry.player is None:
        raise node.error("`illegal` does not say for whom", "Add `player: 1`, for instance.")
    return entry


def _read_value(entry: Entry, value: Node, labels: Collection[str | None], n: int, nested: bool) -> None:
    verb = entry.verb
    if verb == "illegal":
        if nested:
            raise value.error("an illegal entry cannot be illegal")
        entry.inner = read_entry(value, labels, n, nested=True)
    elif verb == "pop":
        parts = value.entries("`pop`", ("counter", "host", "die"))
        if "counter" not in parts or "host" not in parts:
            raise value.error("`pop` needs counter and host", "Write `pop: {counter: sword, host: A}`.")
        entry.counter, entry.host = parts["counter"].text("the counter"), parts["host"].text("the host")
        _check(parts["host"], labels)
        if "die" in parts:
            entry.die = parts["die"].integer("the die", 1, 6)
    elif verb == "exchange":
        parts = value.entries("`exchange`", ("hand", "reserves"))
        if set(parts) != {"hand", "reserves"}:
            raise value.error("`exchange` needs hand and reserves", "Write `exchange: {hand: [a], reserves: [r]}`.")
        entry.values, entry.taken = _labels(parts["hand"], labels), _labels(parts["reserves"], labels)
    elif verb == "allocate" and value.kind == "list" and any(item.kind == "list" for item in value.items):
        for item in value.items:
            pair = item.sequence("a die and its minion")
            if len(pair) != 2:
                raise item.error("this is not a die and a minion", "Write `[[6, A], [2, B]]`.")
            entry.pairs.append((pair[0].integer("a die", 1, 6), pair[1].text("a minion")))
            _check(pair[1], labels)
    elif verb in ("allocate", "shares"):
        limits = (1, 6) if verb == "allocate" else (0, 9999)
        entry.values = [str(item.integer(f"`{verb}`", *limits)) for item in value.sequence(f"`{verb}`")]
        entry.listed = True
    elif verb in ("pass", "end_phase"):
        return
    else:
        entry.listed = value.kind == "list"
        items = value.items if entry.listed else [value]
        entry.values = [item.text(f"`{verb}`") for item in items]
        if verb not in (("choose",) if entry.listed else ("choose", "draw_from", "reroll")):
            for item in items:
                _check(item, labels)


def _labels(node: Node, labels: Collection[str | None]) -> list[str]:
    items = node.items if node.kind == "list" else [node]
    for item in items:
        _check(item, labels)
    return [item.text("a target") for item in items]


def _check(node: Node, labels: Collection[str | None]) -> None:
    word = node.text("a label")
    if word not in labels and not re.match(r"(pawn|chimera)\d+\Z", word) and seat_of(word) is None:
        raise node.error(f"no card has the label {word!r}", nearest(word, (label for label in labels if label is not None)))
