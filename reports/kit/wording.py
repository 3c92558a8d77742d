"""Numbers into words: one place decides how a share, a difference or an interval is written."""

import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from kotc_sim.experiments.result import Result

NBSP = "\N{NO-BREAK SPACE}"  # keeps a number and its unit on one line; the terminal writes an ordinary space
MINUS = "\N{MINUS SIGN}"
NONE = "\N{EM DASH}"

Kind = Literal["text", "count", "share", "difference", "number", "signed", "level", "probability", "code"]


WORDS = {"sp": "SP", "level": "level", "minion": "minion", "minions": "minions"}
"""What the 17th Edition calls things that other editions have other words for."""


FEW = 3  # so many of several names stand in a sentence; of four, all
GLYPHS = {"bad": "■", "b": "▲", "watch": "▼", "tie": "○"}
"""The shape of a mark by its colour, as pictures draw it and captions name it; all others are ●."""


class Measure(NamedTuple):
    """A number and its interval, in one unit; ``low`` and ``high`` are None where no interval is known."""

    value: float
    low: float | None = None
    high: float | None = None


def clean(text: object) -> str:
    """Return ``text`` without control characters, on one line.

    Names come from files that anybody may have written: a control character could steer a terminal or break the XML of a figure.
    """
    spaced = (" " if character in "\n\r\t" else character for character in str(text))
    return "".join(character for character in spaced if unicodedata.category(character) not in ("Cc", "Cs"))


def columns(text: str) -> int:
    """Return how many columns ``text`` takes in a terminal (wide characters take two, accents none)."""
    return sum(0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def word(result: Result, name: str) -> str:
    """Return what the result's edition calls a thing (``sp``, ``level``, ``minions`` …): its own word, else the 17th Edition's."""
    return clean((result.terms or {}).get(name, WORDS[name]))


def number(value: float, digits: int = 1) -> str:
    """Return ``value`` with ``digits`` decimals, thousands separated, and a real minus sign; infinity as ∞."""
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    text = f"{value:,.{digits}f}"
    if float(text.replace(",", "")) == 0.0:  # no "-0.0"
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def write_signed(value: float, digits: int = 1) -> str:
    """Return ``value`` with its sign, zero without one."""
    text = number(value, digits)
    return f"+{text}" if value > 0 and float(f"{value:.{digits}f}") != 0.0 else text


def count(value: float) -> str:
    """Return a whole number, thousands separated."""
    return number(value, 0)


def percent(share: float, digits: int = 1) -> str:
    """Return a share 0..1 as ``52.1 %``, with a digit more where it would otherwise be printed as zero or as all."""
    more = share not in (0.0, 1.0) and round(share * 100, digits) in (0.0, 100.0)
    return f"{number(share * 100, digits + more)}{NBSP}%"


def points(difference: float, digits: int = 1) -> str:
    """Return a difference of two shares in percentage points, ``+1.2 pp``."""
    return f"{write_signed(difference * 100, digits)}{NBSP}pp"


def interval(low: float, high: float, digits: int = 1, scale: float = 1.0) -> str:
    """Return ``[51.3, 52.9]``; ``scale`` 100 writes shares in per cent."""
    return f"[{number(low * scale, digits)}, {number(high * scale, digits)}]"


def significant(value: float) -> int:
    """Return the decimals that leave about three significant digits."""
    if value == 0 or not math.isfinite(value):
        return 1
    return max(0, min(3, 2 - math.floor(math.log10(abs(value)))))


def value_and_interval(cell: Measure, kind: Kind = "number", digits: int | None = None) -> tuple[str, str]:
    """Return the two halves of ``52.1 % [51.3, 52.9]``; the second is empty without an interval.

    Shares and differences are fractions; the kind decides on the decimals if nobody does.
    """
    value, low, high = cell
    if kind in ("count", "probability"):
        places = 0 if kind == "count" else 3
    elif digits is not None:
        places = digits
    elif kind == "signed":
        places = 2 if abs(value) < 10 else 1
    elif kind == "level" and low is None and float(value).is_integer():
        places = 0
    elif kind == "level":
        places = 2 if low is not None and high is not None and high - low < 0.35 else 1
    else:
        places = 1 if kind in ("share", "difference") else significant(value)
    if kind == "probability" and value < 0.001:  # a p-value is never zero
        head = f"<{NBSP}0.001"
    else:
        write = {"share": percent, "difference": points, "signed": write_signed}.get(kind, number)
        head = write(value, places)
    if low is None or high is None:
        return head, ""
    return head, interval(low, high, places, 100.0 if kind in ("share", "difference") else 1.0)


def write_measured(cell: Measure, kind: Kind = "number", digits: int | None = None) -> str:
    """Return ``52.1 % [51.3, 52.9]``."""
    head, tail = value_and_interval(cell, kind, digits)
    return f"{head}{NBSP}{tail}" if tail else head


def is_missing(value: Any) -> bool:
    """Return whether ``value`` stands for "not known": None or not-a-number."""
    if value is None:
        return True
    if isinstance(value, Measure):
        return is_missing(value.value)
    try:
        return math.isnan(value)  # of NumPy's numbers too
    except TypeError:
        return False


def cell_parts(value: Any, kind: Kind, digits: int | None = None) -> tuple[str, str]:
    """Return a table cell as (value, interval), both text."""
    if is_missing(value):
        return NONE, ""
    if isinstance(value, Measure):
        return value_and_interval(value, kind, digits)
    if isinstance(value, bool):
        return ("yes" if value else "no"), ""
    if isinstance(value, str) or kind in ("text", "code"):
        return clean(value), ""
    return value_and_interval(Measure(float(value)), kind, digits)


def listing(names: Sequence[str]) -> str:
    """Return ``a, b and c``."""
    names = [clean(name) for name in names]
    return "".join(names) if len(names) <= 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def list_few(names: Sequence[str], below: str = "") -> str:
    """Return ``a, b, c and 4 more``; up to four names in full. ``below`` says where the others are: `` (below)``."""
    return listing(names if len(names) <= FEW + 1 else [*names[:FEW], f"{len(names) - FEW} more{below}"])


def plural(amount: float, one: str, many: str | None = None) -> str:
    """Return ``1 game`` or ``20,000 games``."""
    return f"{count(amount)} {one if amount == 1 else many or one + 's'}"


def shape_key(words: Mapping[str, str], used: Iterable[str]) -> str:
    """Return what the shapes of marks mean, of the colours that are ``used``: ``● fair, ■ costs too much.``; empty if all look the same."""
    there = set(used)
    said = [f"{GLYPHS.get(colour, '●')}{NBSP}{meaning}" for colour, meaning in words.items() if colour in there]
    return f"{', '.join(said)}." if len(said) > 1 else ""
