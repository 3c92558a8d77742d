"""A row of a game's table of rule switches: what an edition may write, what it decides, what the engine reads.

Each game has one table, its ``engine/switches.csv``, since the record that compiled code reads is made of it. All else follows
from the rows: the reading of editions and its messages, the record's fields and their numbers, what an edition has that does
not name a switch, the pages of docs/, and the random editions of tests.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from kotc_sim.shared.tables import read_rows

REQUIRED: Final = "required"
"""In place of a default: a game's first edition has to name the switch, so that no published rule is left to a default."""


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from `low` to `high`; with `none`, also the word ``none``."""

    low: int
    high: int
    none: bool = False


class Field(NamedTuple):
    """A number of the engine's record that a switch sets."""

    name: str  # of the record's field
    numbers: Mapping[Any, int] | None = None  # what each value counts, 0 where it is not named; None: the value itself, true being 1
    none: int = 0  # what it counts if the switch has no value

    def number(self, value: object) -> int:
        """Return what a switch's value counts in the record."""
        if value is None:
            return self.none
        if self.numbers is not None:
            return self.numbers.get(value, 0)
        assert isinstance(value, int), f"{self.name}: {value!r} needs a number"
        return int(value)


class Switch(NamedTuple):
    """A rule that editions settle in different ways."""

    name: str  # as editions write it
    # what it can be; a formula is one in sp and hp. "file": the game's own edition file says so.
    values: Range | tuple[str, ...] | Literal["bool", "formula", "file"]
    meaning: str = ""  # what it decides, for designers
    default: Any = REQUIRED  # what it is where no file names it
    fields: tuple[Field, ...] = ()  # what the engine reads of it; none where decks, prices or reports alone depend on it


_RANGE = re.compile(r"(\d+)\.\.(\d+)(\|none)?")
_FIELD = re.compile(r"(\w+)(?:\?(-?\d+))?(?::(\S+))?")


def read_switches(path: Path) -> dict[str, Switch]:
    """Return the switches of a table by name: columns name, values, default, fields and meaning.

    Values are words with bars between, a range such as ``1..99`` or ``1..99|none``, or ``bool``, ``formula`` or ``file``. Fields have
    blanks between: ``name``, ``name:word=1|other=2`` by what values count, or ``name?-1``, what it counts without a value.
    """
    return {row["name"]: _read_switch(row) for row in read_rows(path)}


def _read_switch(row: Mapping[str, str]) -> Switch:
    text, default = row["values"], row["default"]
    limits, single = _RANGE.fullmatch(text), text in ("bool", "formula", "file")
    values: Any = Range(int(limits[1]), int(limits[2]), bool(limits[3])) if limits else text if single else tuple(text.split("|"))
    fields = []
    for name, none, counted in _FIELD.findall(row["fields"]):
        numbers = {word: int(number) for word, number in (one.split("=") for one in counted.split("|"))} if counted else None
        fields.append(Field(name, numbers, int(none or 0)))
    read = {"": REQUIRED, "true": True, "false": False}.get(default, int(default) if default.isdigit() else default)
    return Switch(row["name"], values, row["meaning"], read, tuple(fields))


def field_names(table: Iterable[Switch]) -> list[str]:
    """Return the names of the record's fields in the order in which they stand there."""
    return [field.name for switch in table for field in switch.fields]


def write_fields(record: Any, table: Iterable[Switch], values: Mapping[str, object]) -> None:
    """Write what the switches of an edition count into the fields of a game's record."""
    for switch in table:
        for field in switch.fields:
            record[field.name] = field.number(values[switch.name])


def numbers_of(group: type[IntEnum]) -> dict[str, int]:
    """Return the members of a group of the engine's numbers by their names in small letters, as editions write them."""
    return {member.name.lower(): int(member) for member in group}


def word(value: object) -> str:
    """Return a switch's value as an edition's file has it."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
