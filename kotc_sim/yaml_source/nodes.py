"""A file's content as nodes that remember file, line and column, whatever its format."""

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kotc_sim.errors import KotcError, one_line

_MOST_DIGITS = 18

Scalar = str | int | float | bool | None


@dataclass(slots=True, eq=False)
class Node:
    """A part of a YAML file."""

    kind: str  # ``map``, ``list`` or ``scalar``
    file: str
    line: int
    column: int
    """Where it begins, counted from 1."""
    value: Scalar = None  # of a scalar
    raw: str = ""  # the characters of a scalar, before their meaning was resolved
    style: str = ""  # how a scalar is written: a quotation mark, ``|``, ``>``, or empty for a plain one
    last_line: int = 0  # where a scalar ends
    items: "list[Node]" = field(default_factory=list)  # of a list
    pairs: "list[tuple[Node, Node]]" = field(default_factory=list)  # of a map: key and value, duplicates included

    def error(self, what: str, fix: str | None = None) -> KotcError:
        """Return a `KotcError` that names this place."""
        return KotcError(what, file=self.file, line=self.line, column=self.column, fix=fix)

    @property
    def empty(self) -> bool:
        """Whether it is null, or nothing stands behind its key."""
        return self.kind == "scalar" and self.value is None

    def plain(self) -> Any:
        """Return the node as dicts, lists and scalars."""
        if self.kind == "map":
            return {key: value.plain() for key, value in self.entries().items()}
        if self.kind == "list":
            return [item.plain() for item in self.items]
        return self.value

    def entries(self, what: str = "this", known: Iterable[str] | None = None) -> "dict[str, Node]":
        """Return a map's values by key; a key that occurs twice, is no scalar, or is not among the known ones, if given, is an error."""
        result: dict[str, Node] = {}
        for key, value in self.mapping(what):
            if key.raw in result:
                raise key.error(f"the key {key.raw!r} is given twice", "Keep one of the two.")
            result[key.raw] = value
        if known is not None:
            require_known_keys(result, known, what)
        return result

    def mapping(self, what: str) -> "Iterator[tuple[Node, Node]]":
        """Yield keys and values of a map, duplicates included."""
        if self.kind != "map":
            raise self.error(f"{what} is {self.described()}, not a map", "Write `key: value` pairs.")
        for key, value in self.pairs:
            if key.kind != "scalar":
                raise key.error("a key must be a word or a number")
            yield key, value

    def text(self, what: str) -> str:
        """Return a scalar's characters."""
        if self.kind != "scalar":
            raise self.error(f"{what} is {self.described()}, not a word or text", "Write one value.")
        return self.raw

    def name(self, what: str) -> str:
        """Return a scalar's characters as a name: what cannot be seen in it, or would begin a new line, is written out."""
        return one_line(self.text(what).strip())

    def integer(self, what: str, low: int | None = None, high: int | None = None) -> int:
        """Return a whole number within limits."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or self.style in ("'", '"'):
            if self.raw.isdecimal() and len(self.raw) > _MOST_DIGITS:
                raise self.error(
                    f"{what} is too large", f"Write a number of at most {_MOST_DIGITS if high is None else len(str(high))} digits."
                )
            how = "without quotation marks" if whole_number(self.raw) is not None else "such as 4"
            raise self.error(f"{what} is {self.described()}, not a whole number", f"Write one, {how}.")
        if (low is not None and self.value < low) or (high is not None and self.value > high):
            limits = f"from {low} to {high}" if high is not None else f"of {low} or more"
            raise self.error(f"{what} is {self.value}", f"Write a number {limits}.")
        return self.value

    def boolean(self, what: str) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.error(f"{what} is {self.described()}", "Write true or false.")
        return self.value

    def sequence(self, what: str) -> "list[Node]":
        """Return the items of a list."""
        if self.kind != "list":
            raise self.error(f"{what} is {self.described()}, not a list", "Write `- item` lines.")
        return self.items

    def described(self) -> str:
        """Return the node's value in a few words, for messages."""
        if self.kind != "scalar":
            return f"a {self.kind}"
        return "empty" if self.value is None else repr(self.raw if len(self.raw) <= 40 else self.raw[:37] + "…")


def whole_number(text: str) -> int | None:
    """Return the number that a text of 1 to 18 decimal digits is, else None: ``isdigit`` takes ² for one, and `int` refuses long ones."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def nearest(word: str, known: Iterable[str], listed: int = 12) -> str:
    """Return a sentence that helps with an unknown word: the nearest known one, or the known ones."""
    names = sorted(set(known))
    folded = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(word.casefold(), folded, 1, 0.6)
    if close:
        return f"Did you mean {folded[close[0]]!r}?"
    if not names:
        return ""
    return "Known: " + ", ".join(names[:listed]) + (" …" if len(names) > listed else "") + "."


def is_given(entries: dict[str, Node], key: str) -> bool:
    """Say whether a map has a key, and something stands behind it: null takes away what is extended."""
    return key in entries and not entries[key].empty


def require_known_keys(entries: dict[str, Node], known: Iterable[str], what: str) -> None:
    """Raise for a key that is not among the known ones."""
    names = tuple(known)
    for key, node in entries.items():
        if key not in names:
            raise KotcError(f"{what} has no key {key!r}", file=node.file, line=node.line, fix=nearest(key, names))
