"""The program notation: which primitives there are, and the check of every program on load.

The engine carries programs out; here they are checked word by word, so that a mistake in a proposal is a
message with file, line and cure, and not a wrong game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kotc_sim.games.keeper.editions.expression import parse_expression
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.switches import numbers_of
from kotc_sim.shared.tables import read_rows
from kotc_sim.yaml_source import Node, nearest

EVENTS = tuple(numbers_of(kinds.Event))
SUBJECTS = tuple(numbers_of(kinds.Subject))
CONDITION_ZONES = ("battlefield", "in_play", "granary", "hand", "grave", "deck", "any")
PLAYS = ("ghost", "hex", "resource_cost", "spell")
TIMES = ("standard", "any")
RESPONSES = ("summon", "attack", "effect")
SELECT_FROM = (
    "battlefield", "in_play", "granary", "hand", "grave", "deck_top", "excavated", "chain", "self", "attacking_team", "defending_team",
    "heirs",
)  # fmt: skip
SELECT_OF = tuple(numbers_of(kinds.Of))
SELECT_BY = tuple(numbers_of(kinds.By))
PLAYERS = ("you", "self", "enemy", "any", "chosen", "controller", "both")
CIRCUMSTANCES = tuple(numbers_of(kinds.React))[1:]
POPS = ("chain", "at_once")
COUNTER_TARGETS = ("host", "victim")
_HIGHEST = 999


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a primitive: what kind of value it takes, and whether it must be given."""

    kind: str
    required: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Primitive:
    """Arguments of a primitive, and the one that a bare value stands for (``{draw: 2}``)."""

    arguments: Mapping[str, Argument]
    short: str | None = None


_ARGUMENT = re.compile(r"(\w+):(\w+)(!?)(?:=(\S+))?")


def _read_primitives() -> dict[str, dict[str, Primitive]]:
    """Return the primitives of ``primitives.csv`` by section and name.

    An argument is written as ``name:kind``, behind it ``!`` if it must be given, and ``=word|word`` if only these will do.
    """
    found: dict[str, dict[str, Primitive]] = {}
    for row in read_rows(Path(__file__).with_name("primitives.csv")):
        arguments = {
            key: Argument(kind, bool(needed), tuple(filter(None, words.split("|"))))
            for key, kind, needed, words in _ARGUMENT.findall(row["arguments"])
        }
        found.setdefault(row["section"], {}).update(dict.fromkeys(row["names"].split(), Primitive(arguments, row["short"] or None)))
    return found


EFFECTS, _PAYMENTS, _CAVEATS, REACTIONS = map(_read_primitives().__getitem__, ("effect", "payment", "caveat", "reaction"))
_AMOUNT_WORDS = ("x", "y", "roll", "t", "host_sp")


@dataclass(slots=True)
class Scope:
    """What a program may refer to where it stands."""

    section: str  # ``cost``, ``caveat``, ``effect`` or ``counter``
    variables: frozenset[str] = frozenset()  # those of x and y that the text has
    counters: frozenset[str] = frozenset()  # counter types of the edition
    rolled: bool = False  # whether dice were rolled, and a player chosen, earlier in the program
    chosen: bool = False
    primitives: Mapping[str, Primitive] = field(init=False)

    def __post_init__(self) -> None:
        self.primitives = {"cost": _PAYMENTS, "caveat": _PAYMENTS | _CAVEATS, "effect": EFFECTS, "counter": EFFECTS | REACTIONS}[
            self.section
        ]


def check_program(node: Node, scope: Scope) -> tuple[Mapping[str, Any], ...]:
    """Check a program and return it as plain data.

    A `KotcError` for an unknown primitive, a missing or unknown argument, or a reference to something that is not defined there. ``node``:
    a list of single-key maps. ``scope``: what it may refer to; ``rolled`` and ``chosen`` are updated.
    """
    steps = node.sequence("a program")
    if not steps:
        raise node.error("the program is empty", "Write at least one step, such as `- {draw: x}`.")
    for step in steps:
        _check_step(step, scope)
    return tuple(step.plain() for step in steps)


def _check_step(step: Node, scope: Scope) -> None:
    entries = step.entries("a step of a program")
    if "if" in entries:
        if scope.section not in ("effect", "counter"):
            raise step.error(f"a {scope.section} cannot be conditional", "Leave `if` out.")
        if set(entries) != {"if", "then"}:
            raise step.error("a conditional step has `if` and `then`, and nothing else")
        check_expression(entries["if"], scope.variables | {"t"} | ({"roll"} if scope.rolled else set()))
        check_program(entries["then"], replace(scope))
        return
    if len(entries) != 1:
        raise step.error(f"a step of a program has one primitive, this has {len(entries)}", "Write `- {primitive: arguments}`, one a line.")
    name, value = next(iter(entries.items()))
    primitive = scope.primitives.get(name)
    if primitive is None:
        raise step.error(f"there is no primitive {name!r} for {_a(scope.section)}", nearest(name, scope.primitives))
    given = value.entries(name) if value.kind == "map" else {}
    if value.kind != "map":
        if primitive.short is None:
            names = ", ".join(primitive.arguments)
            raise value.error(f"{name} needs its arguments by name", f"Write `{{{name}: {{…}}}}` with {names}.")
        given = {primitive.short: value}
    for key, argument in given.items():
        if key not in primitive.arguments:
            raise argument.error(f"{name} has no argument {key!r}", nearest(key, primitive.arguments))
        _check_argument(f"{name}: {key}", argument, primitive.arguments[key], scope)
    for key, spec in primitive.arguments.items():
        if spec.required and key not in given:
            raise value.error(f"{name} lacks the argument {key!r}", f"Add `{key}: …`.")
    if "times" in given and "up_to" in given:
        raise value.error(f"{name} has both times and up_to", "Keep one of the two.")
    if name in ("heal", "damage_player") and "by" not in given and not scope.rolled:
        raise value.error(
            f"{name} without `by` uses the last roll, but nothing was rolled before it",
            f"Put `{{roll: x}}` before it, or write `{{{name}: {{who: …, by: x}}}}`.",
        )
    scope.rolled = scope.rolled or name == "roll"
    scope.chosen = scope.chosen or name == "choose_player"


def check_expression(node: Node, words: frozenset[str] | set[str]) -> None:
    """Check a state test (``when:``, ``if:``)."""
    try:
        parse_expression(node.text("a state test"), frozenset(words))
    except ValueError as error:
        raise node.error(f"the state test cannot be read: {error}", "Write comparisons joined by `and`.") from error


def _check_argument(what: str, node: Node, argument: Argument, scope: Scope) -> None:
    allowed = ("host" if scope.section == "counter" else "targets", *argument.words)
    words = {"word": argument.words, "counter": tuple(scope.counters), "player": PLAYERS, "on": allowed}.get(argument.kind)
    if argument.kind == "on" and node.raw not in allowed and node.raw in ("host", "targets"):
        raise node.error(f"{what}: a {scope.section} has no {node.raw}", f"Write {allowed[0]}.")
    if words is None:
        _check_amount(what, node, scope, signed=argument.kind == "signed")
    else:
        _check_word(what, node, words)
    if argument.kind == "player" and node.raw == "chosen" and not scope.chosen:
        raise node.error(f"{what}: no player was chosen before", "Put `{choose_player: enemy}` before it.")


def _check_word(what: str, node: Node, words: tuple[str, ...]) -> None:
    word = node.text(what)
    if word not in words:
        raise node.error(f"{what} cannot be {word!r}", nearest(word, words))


def _check_amount(what: str, node: Node, scope: Scope, *, signed: bool = False) -> None:
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        node.integer(what, -_HIGHEST if signed else 0, _HIGHEST)
        return
    word = node.text(what)
    if word not in _AMOUNT_WORDS:
        raise node.error(f"{what} cannot be {word!r}", "Write a whole number or one of " + ", ".join(_AMOUNT_WORDS) + ".")
    if word in ("x", "y") and word not in scope.variables:
        raise node.error(f"{what}: the text has no {{{word}}}", f"Put {{{word}}} into the text, or write a number.")
    if word == "roll" and not scope.rolled:
        raise node.error(f"{what}: nothing was rolled before", "Put `{roll: x}` before it.")
    if (word == "t" and scope.section != "effect") or (word == "host_sp" and scope.section != "counter"):
        raise node.error(f"{what}: {word} has no meaning for {_a(scope.section)}")


def _a(section: str) -> str:
    """Return the name of a section with its article: ``an effect``, ``a cost``."""
    return f"an {section}" if section[0] in "aeiou" else f"a {section}"


_CONDITION_WORDS = {
    "on": EVENTS,
    "subject": SUBJECTS,
    "zone": CONDITION_ZONES,
    "play": PLAYS,
    "respond": RESPONSES,
    "card_in": ("hand", "granary"),
    "time": TIMES,
}
CONDITION_KEYS = (*_CONDITION_WORDS, "at_least", "natural", "not_destroyed", "total", "when")


def check_condition(entries: Mapping[str, Node], row: Node, scope: Scope) -> Mapping[str, Any]:
    """Check the program part of a condition: event, subject and the rest; errors as `check_program`."""
    for key, node in entries.items():
        if key in _CONDITION_WORDS:
            _check_word(key, node, _CONDITION_WORDS[key])
        elif key == "at_least":
            _check_amount(key, node, scope)
        elif key == "when":
            check_expression(node, scope.variables)
        else:
            node.boolean(key)
    if not {"on", "respond", "time", "when"} & set(entries):
        raise row.error(
            "the condition says neither on which event (`on`), nor to what it responds (`respond`), nor which state it needs (`when`)",
            "Add one, such as `on: attack_formed`.",
        )
    if "on" in entries and "subject" not in entries:
        raise row.error("the condition has an event but no subject", "Add `subject: " + "|".join(SUBJECTS) + "`.")
    return {key: node.plain() for key, node in entries.items()}


_SELECT_WORDS = {"from": SELECT_FROM, "of": SELECT_OF, "by": SELECT_BY}
_SELECT_AMOUNTS = ("count", "max_level", "min_counters", "exactly", "look")
_SELECT_FLAGS = ("all", "exhausted", "see")


def check_select(node: Node, scope: Scope) -> Mapping[str, Any]:
    """Check a target selection (``select:``); errors as `check_program`."""
    entries = node.entries("`select`")
    known = (*_SELECT_WORDS, *_SELECT_AMOUNTS, *_SELECT_FLAGS)
    for key, value in entries.items():
        if key in _SELECT_WORDS:
            _check_word(key, value, _SELECT_WORDS[key])
        elif key in _SELECT_AMOUNTS:
            _check_amount(key, value, scope)
        elif key in _SELECT_FLAGS:
            value.boolean(key)
        else:
            raise value.error(f"`select` has no key {key!r}", nearest(key, known))
    if "from" not in entries:
        raise node.error("the target selection does not say where from", "Add `from: battlefield` or another zone.")
    source = entries["from"].raw
    if source == "excavated" and "look" not in entries:
        raise node.error("an excavating selection lacks `look`", "Add `look: x`, the number of cards looked at.")
    if source != "self" and "all" not in entries and "count" not in entries:
        raise node.error("the target selection lacks `count`", "Add `count: x`, or `all: true`.")
    return {key: value.plain() for key, value in entries.items()}
