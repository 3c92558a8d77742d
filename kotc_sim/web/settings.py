"""What a page asks besides the cards, decks and changes that lie on it: the fields of a question's declaration, described and checked."""

import functools
import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from kotc_sim.errors import KotcError
from kotc_sim.experiments.asked import QUESTIONS
from kotc_sim.games.protocol import Game
from kotc_sim.questions import NEEDED, Spec, specs
from kotc_sim.strategies.by_game import strategies_of
from kotc_sim.web.fields import Fields

NAME = r"[^\x00-\x1f]*\S[^\x00-\x1f]*"
TEXT = r"[^\W_][^\n\t]*"
MOST_VALUES = 60
BY_TYPE = {bool: "flag", int: "whole", float: "number"}


@dataclass(frozen=True)
class Setting:
    """A field of a question as a page shows and sends it."""

    name: str
    spec: Spec
    kind: str
    """What `Spec.holds`, or ``words``, ``choice``, ``flag``, ``whole``, ``number``."""
    several: bool  # whether it is a list
    needed: bool
    default: Any
    """What counts where nothing is sent."""

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the largest number."""
        return self.spec.words.get("min", 0), min(self.spec.words.get("max", math.inf), self.spec.most)

    @property
    def choices(self) -> list[str]:
        """The words of which one is chosen."""
        return str(self.spec.words.get("metavar", "")).split("|")

    def described(self) -> Mapping[str, object]:
        """Return what a page needs to draw it, as JSON has it."""
        default = self.spec.words.get("show_default", self.default)
        usual = default if isinstance(default, bool | int | str) or (isinstance(default, float) and math.isfinite(default)) else None
        low, high = self.ends
        return {
            "name": self.name, "label": self._label(), "help": self.spec.words["help"], "kind": self.kind, "several": self.several,
            "needed": self.needed, "default": usual, "low": low, "high": high, "choices": self.choices if self.kind == "choice" else [],
        }  # fmt: skip

    def _label(self) -> str:
        words = (self.spec.names or (self.name,))[0].partition("/")[0]
        return words.strip("-").replace("-", " ").replace("_", " ").capitalize()

    def words(self, value: Any) -> str:
        """Return a value as it is written on a command line."""
        return f"{value[0]} {value[1]}" if self.kind == "copies" else f"{value:g}" if self.kind == "number" else str(value)


def _setting(field: Any, spec: Spec, hint: Any) -> Setting | None:
    """Return a field as a page has it; None if it is none of the page's business."""
    metavar = str(spec.words.get("metavar", ""))
    types = {*get_args(hint), hint}
    kinds = [
        spec.holds, "words" * bool(spec.pattern), "choice" * (metavar.islower() and "|" in metavar),
        *(kind for one, kind in BY_TYPE.items() if one in types),
    ]  # fmt: skip
    kind = next(filter(None, kinds), "")
    if not kind or spec.running or not spec.most:
        return None
    several = any(get_origin(one) is list for one in (spec.kind, *get_args(spec.kind))) or (kind == "pilot" and spec.read is not None)
    default = None if field.default is NEEDED else field.default
    return Setting(field.name, spec, kind, several, field.default is NEEDED or spec.least > 0, default)


@functools.cache
def settings_of(ask: str) -> tuple[Setting, ...]:
    """Return what a page can settle of a question."""
    found = (_setting(*one) for one in specs(QUESTIONS[ask]))
    return tuple(one for one in found if one is not None)


def described(ask: str) -> Mapping[str, object]:
    """Return a question as a page shows it: what it is called, what it says, and its settings."""
    what = " ".join(inspect.cleandoc(QUESTIONS[ask].__doc__ or "").partition("\n\n")[0].split())
    return {"title": ask.capitalize(), "what": what, "settings": [one.described() for one in settings_of(ask)]}


def read_settings(ask: str, fields: Fields, game: Game, *, decks: int, cards: int) -> Mapping[str, object]:
    """Return the settings that are sent, by the names of their fields; each is checked as its declaration says.

    ``fields``: decks are numbers among those of the question. Its cards and its edition are no settings: they are what it is about.
    ``decks``, ``cards``: so many the question has. Raises a `KotcError` if one is not what it should be, or is missing.
    """
    chosen: dict[str, Any] = {}
    for one in settings_of(ask):
        if one.kind == "edition":
            continue
        if one.kind == "cards":
            if one.needed and not cards:
                raise KotcError("there is no card to judge", fix="Type one.")
            continue
        read = functools.partial(_READ[one.kind], one, game=game, decks=decks)
        if one.name in fields:
            given = fields.listed(one.name, MOST_VALUES) if one.several else None
            chosen[one.name] = read(fields) if given is None else [read(Fields({one.name: value}, "the settings")) for value in given]
        found = len(chosen.get(one.name, ())) if one.several else int(one.name in chosen)
        if one.needed and found < max(1, one.spec.least):
            raise KotcError(f"{one.name!r} lacks what is asked about", fix=one.spec.words["help"])
    return chosen


def pilot(fields: Fields, name: str, game: Game) -> str:
    """Return who plays: a strategy that comes with kotc-sim, or a search with a budget; never a file, nor a stranger's package.

    Raises a `KotcError` if it is anything else.
    """
    value: str = fields.text(name, 60, pattern=r"[a-z0-9@:]+")
    known = strategies_of(game.key)
    parts = value.split(":")
    for number, part in enumerate(parts, 1):
        kind, at, budget = part.partition("@")
        search = kind in known.searches
        if kind not in known.names or (number < len(parts) and not search) or (at and not (search and budget.isdigit())):
            raise KotcError(f"the page knows no strategy {value!r}", fix=f"Choose one of: {', '.join(known.names)}.")
        if at and not 2 <= int(budget[:9]) <= 2000:
            raise KotcError(f"{value!r}: from 2 to 2,000 playouts", fix="Choose fewer.")
    if len(parts) > 2:
        raise KotcError(f"{value!r}: one search on top of another is enough for a page")
    return value


def read_copies(value: object, what: str) -> tuple[int, str]:
    """Return a number of copies and a card's name, which are sent as a pair."""
    if not isinstance(value, list) or len(value) != 2:
        raise KotcError(f"an entry of {what!r} is no pair of a number and a name")
    inner = Fields({"count": value[0], "name": value[1]}, f"an entry of {what!r}")
    return inner.whole("count", 1, 999), inner.text("name", 80, pattern=NAME).strip()


def _deck(one: Setting, fields: Fields, *, game: Game, decks: int) -> int:
    number = fields.whole(one.name, 0, 99)
    if number >= decks:
        raise KotcError(f"the question holds no deck for {one.name!r}", fix="Choose a deck.")
    return number


def _number(one: Setting, fields: Fields, *, game: Game, decks: int) -> float:
    low, high = one.ends
    return fields.number(one.name, low, high) if one.kind == "number" else fields.whole(one.name, int(low), int(high))


_READ: Mapping[str, Callable[..., Any]] = {
    "deck": _deck,
    "number": _number,
    "whole": _number,
    "card": lambda one, fields, **_: fields.text(one.name, 80, pattern=NAME),
    "copies": lambda one, fields, **_: read_copies(fields.listed(one.name, 2), one.name),
    "text": lambda one, fields, **_: fields.text(one.name, 200, pattern=TEXT),
    "words": lambda one, fields, **_: fields.text(one.name, 300, pattern=one.spec.pattern),
    "choice": lambda one, fields, **_: fields.choice(one.name, one.choices),
    "flag": lambda one, fields, **_: fields.flag(one.name),
    "pilot": lambda one, fields, game, **_: pilot(fields, one.name, game),
    "shipped": lambda one, fields, game, **_: fields.choice(one.name, tuple(game.editions())),
}
