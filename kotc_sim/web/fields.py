"""What a browser sends, taken apart field by field: each is of the kind and size that is expected, and none is left over."""

import math
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from kotc_sim.errors import KotcError

_UNWANTED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Fields:
    """A JSON object from the browser, which messages call ``what`` it should be.

    Every method raises `KotcError` if a field is missing or is not what it should be; ``done`` for one that nobody asked for.
    """

    def __init__(self, value: object, what: str) -> None:
        if not isinstance(value, dict):
            raise KotcError(f"{what} is no object")
        self._left: dict[str, object] = {key: one for key, one in value.items() if one is not None}  # null is as good as missing
        self._what = what

    def __contains__(self, name: str) -> bool:
        return name in self._left

    def _take(self, name: str, default: Any) -> Any:
        value = self._left.pop(name, None)
        if value is None:
            if default is _NEEDED:
                raise KotcError(f"{self._what} lacks {name!r}")
            return default
        return value

    def _wrong(self, name: str, fix: str) -> KotcError:
        return KotcError(f"{name!r} of {self._what} is not what it should be", fix=fix)

    def text(self, name: str, most: int, default: Any = None, *, pattern: str | None = None) -> Any:
        """Return a text of at most so many characters without control characters, the whole of which matches a pattern."""
        value = self._take(name, _NEEDED if default is None else default)
        if value is default and default is not None:
            return value
        if not isinstance(value, str) or len(value) > most or _UNWANTED.search(value):
            raise self._wrong(name, f"It is a text of at most {most} characters.")
        if pattern is not None and not re.fullmatch(pattern, value):
            raise self._wrong(name, "It holds characters that do not belong there.")
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number within limits."""
        value = self._take(name, _NEEDED if default is None else default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(name, f"It is a whole number from {low:,} to {high:,}.")
        return value

    def number(self, name: str, low: float, high: float) -> float:
        """Return a number within limits."""
        value = self._take(name, _NEEDED)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not low <= value <= high:
            raise self._wrong(name, f"It is a number from {low:g} to {high:g}.")
        return float(value)

    def choice(self, name: str, known: Collection[str], default: str | None = None) -> str:
        """Return one of the known words."""
        value = self._take(name, _NEEDED if default is None else default)
        if not isinstance(value, str) or value not in known:
            raise self._wrong(name, f"Choose one of: {', '.join(sorted(known)[:12])}.")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false; false if it is missing."""
        value = self._take(name, False)
        if not isinstance(value, bool):
            raise self._wrong(name, "It is true or false.")
        return value

    def objects(self, name: str, most: int, what: str) -> "Iterator[Fields]":
        """Yield the objects of a list; none if it is missing."""
        for value in self.listed(name, most):
            yield Fields(value, what)

    def listed(self, name: str, most: int) -> list[Any]:
        """Return a list of at most so many items; empty if it is missing."""
        value = self._take(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(name, f"It is a list of at most {most} items.")
        return value

    def inner(self, name: str, what: str) -> "Fields | None":
        """Return an object within this one; None if it is missing."""
        value = self._take(name, None)
        return None if value is None else Fields(value, what)

    def pairs(self, name: str, most: int) -> Mapping[str, Any]:
        """Return an object as a mapping of at most so many names; empty if it is missing."""
        value = self._take(name, {})
        if not isinstance(value, dict) or len(value) > most or any(len(key) > 80 for key in value):
            raise self._wrong(name, f"It is an object of at most {most} names.")
        return value

    def done(self) -> None:
        """Raise for a field that was not taken."""
        if self._left:
            raise KotcError(f"{min(self._left)[:40]!r} does not belong into {self._what}")


_NEEDED = object()
