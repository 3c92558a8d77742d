"""Between results and JSON: a result is a frozen dataclass (`Part`), its fields are the keys, and each field says what it holds.

Reading, writing, the JSON schema and the tables of docs/reports.md are made from the fields. This stands in place of msgspec, whose encoder
writes some numbers otherwise (``0.00001`` for ``1e-05``), so that the bytes of ``--json`` would not stay; what is left of it would take
0.7 MB, and 15 ms of each start.
"""

import dataclasses
import functools
import inspect
from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Union, dataclass_transform, get_args, get_origin, get_type_hints

from kotc_sim.errors import KotcError

Unit = Literal["", "share", "difference", "points", "levels", "games", "pairs", "turns", "hit points", "damage", "Elo", "seconds"]
"""Of a field's number: ``share`` is a fraction 0..1, ``difference`` one of shares, ``points`` percentage points of score a copy."""

SCALARS: dict[Any, tuple[type | tuple[type, ...], str]] = {
    str: (str, "string"), bool: (bool, "boolean"), int: (int, "integer"), float: ((int, float), "number"),
}  # fmt: skip


def key(says: str = "", unit: Unit = "", *, name: str = "", default: Any = dataclasses.MISSING) -> Any:
    """Return a field that every result of its kind has in JSON, also where it is None.

    ``says`` is what it holds, a sentence or less; by default what the field says in a base class. ``name`` is the key's, where that is no
    name of Python (``in``).
    """
    return dataclasses.field(default=default, metadata={"says": says, "unit": unit, "name": name, "how": "needed"})


def optional(says: str = "", unit: Unit = "", *, null: bool = False) -> Any:
    """Return a field that may be None: the key is then left out of JSON, or ``null``; of what it is not known, reports are silent."""
    return dataclasses.field(default=None, metadata={"says": says, "unit": unit, "name": "", "how": "null" if null else "left out"})


def inline() -> Any:
    """Return a field whose own keys stand among those of the result, all of them or none."""
    return dataclasses.field(default=None, metadata={"says": "", "unit": "", "name": "", "how": "inline"})


class Ends(NamedTuple):
    """The ends of an interval; one that the data do not bound is infinite, in JSON ``null``."""

    low: float
    high: float


class Key(NamedTuple):
    """A key of JSON: the field's name, its own, its type, what it says, its unit, and whether it may be missing."""

    field: str
    name: str
    type: Any
    says: str
    unit: str
    how: str
    default: Any


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Part:
    """A result or a part of one: its classes are frozen dataclasses of keywords.

    ``FIRST`` and ``LAST`` stand there in JSON, whatever the order of the fields is. ``BEHIND`` places keys of base classes: in each of its
    groups the later names stand behind the first, which is a field of the class.
    """

    FIRST: ClassVar[tuple[str, ...]] = ()
    LAST: ClassVar[tuple[str, ...]] = ()
    BEHIND: ClassVar[str] = ""
    _NAMES: ClassVar[tuple[str, ...]]
    _DEFAULTS: ClassVar[dict[str, Any]]
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

    def __init_subclass__(cls, **typed: bool) -> None:
        """Make a dataclass of the class; its methods are those below: code of its own for each class takes longer than many an answer."""
        super().__init_subclass__()
        dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
        fields = dataclasses.fields(cls)
        cls._NAMES = tuple(one.name for one in fields)
        cls._DEFAULTS = {one.name: one.default for one in fields if one.default is not dataclasses.MISSING}

    if not TYPE_CHECKING:  # fields and their types are known there

        def __init__(self, *values: Any, **given: Any) -> None:
            held = self._DEFAULTS | dict(zip(self._NAMES, values, strict=False)) | given
            if wrong := held.keys() ^ set(self._NAMES):
                raise TypeError(f"{type(self).__name__} lacks these fields, or has no such: {', '.join(sorted(wrong))}")
            self.__dict__.update(held)

    def _values(self) -> tuple[Any, ...]:
        return tuple(self.__dict__[name] for name in self._NAMES)

    def __setattr__(self, name: str, value: object) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={self.__dict__[name]!r}' for name in self._NAMES)})"


@functools.cache
def keys_of(kind: type) -> tuple[Key, ...]:
    """Return the keys of a dataclass in the order of JSON: as its fields stand; a class that states a field again moves it there."""
    hints = get_type_hints(kind)
    mro = [one for one in kind.__mro__ if dataclasses.is_dataclass(one)]
    placed: list[str] = []
    for one in reversed(mro):
        stated = inspect.get_annotations(one)
        placed = [name for name in placed if name not in stated] + list(stated)
        for group in filter(None, one.__dict__.get("BEHIND", "").split(", ")):
            anchor, *behind = group.split()
            placed = [name for name in placed if name not in behind]
            at = placed.index(anchor) + 1
            placed[at:at] = behind
    fields = {one.name: one for one in dataclasses.fields(kind) if "how" in one.metadata}
    first, last = (getattr(kind, end, ()) for end in ("FIRST", "LAST"))
    order = [*first, *(name for name in placed if name in fields and name not in (*first, *last)), *last]
    found = []
    for name in order:
        said = [one.__dict__["__dataclass_fields__"][name].metadata for one in mro if name in one.__dict__["__dataclass_fields__"]]
        says, unit = (next((entry[what] for entry in said if entry[what]), "") for what in ("says", "unit"))
        mine = fields[name].metadata
        found.append(Key(name, mine["name"] or name, hints[name], says, unit, mine["how"], fields[name].default))
    return tuple(found)


def as_json(value: Any) -> Any:
    """Return a result, or a part of one, as JSON has it: dictionaries, lists, strings and numbers."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found: dict[str, Any] = {}
        for one in keys_of(type(value)):
            held = getattr(value, one.field)
            if one.how == "inline":
                found |= {} if held is None else as_json(held)
            elif held is not None or one.how != "left out":
                found[one.name] = as_json(held)
        return found
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {name: as_json(held) for name, held in value.items()}
    return [as_json(held) for held in value] if isinstance(value, (list, tuple)) else value


def read(kind: Any, value: Any, where: str) -> Any:
    """Return a value of JSON, in which arrays and numbers may be NumPy's, as a type has it; errors as `Result.of`."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if kind is Any or (value is None and NoneType in parts):
        return value
    if origin in (Union, UnionType):
        return _read_one_of([part for part in parts if part is not NoneType], value, where)
    if dataclasses.is_dataclass(origin):
        return _read_object(origin, parts, value, where)
    if origin is Ends and isinstance(value, (list, tuple)) and len(value) == 2:
        return Ends(*(end if bound is None else read(float, bound, where) for end, bound in zip(_OPEN, value, strict=True)))
    if origin is tuple and isinstance(value, (list, tuple)):
        of_each = [parts[0]] * len(value) if parts[-1] is Ellipsis else parts
        if len(of_each) == len(value):
            return tuple(read(part, held, where) for part, held in zip(of_each, value, strict=True))
    elif origin is Mapping and isinstance(value, Mapping):
        return {name: read(parts[1], held, f"{name!r} of {where}") for name, held in value.items()}
    elif origin is Literal and value in parts:
        return value
    elif isinstance(origin, type) and issubclass(origin, Enum) and value in [one.value for one in origin]:
        return origin(value)
    elif origin in SCALARS and isinstance(value, SCALARS[origin][0]) and (origin is bool or not isinstance(value, bool)):
        return value
    raise KotcError(f"{where} is not what it should be: {words_of(kind)}", fix="See docs/reports.md.")


_OPEN = (float("-inf"), float("inf"))


def _read_one_of(kinds: list[Any], value: Any, where: str) -> Any:
    for kind in kinds[:-1]:
        try:
            return read(kind, value, where)
        except KotcError:
            continue
    return read(kinds[-1], value, where)


def _read_object(kind: Any, parts: tuple[Any, ...], value: Any, where: str) -> Any:
    if hasattr(kind, "of_number") and isinstance(value, (int, float)):
        return kind.of_number(value)
    if not isinstance(value, Mapping):
        raise KotcError(f"{where} is no object", fix="See docs/reports.md.")
    stands_for = dict(zip(getattr(kind, "__parameters__", ()), parts, strict=False))
    given: dict[str, Any] = {}
    for one in keys_of(kind):
        if one.how == "inline":
            inner = part_of(one.type)
            if any(each.name in value for each in keys_of(inner)):
                given[one.field] = _read_object(inner, (), value, where)
        elif one.name in value:
            given[one.field] = read(stands_for.get(one.type, one.type), value[one.name], f"{one.name!r} of {where}")
        elif one.how == "needed":
            raise KotcError(f"{where} has no '{one.name}'", fix="docs/reports.md lists the keys that a report reads.")
    return kind(**given)


def words_of(kind: Any) -> str:
    """Return a type in words, as the tables of docs/reports.md have it."""
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(words_of(part) for part in parts if part is not NoneType)
    if origin in SCALARS:
        return SCALARS[origin][1]
    if origin is Ends:
        return "interval"
    if origin is tuple:
        return f"[{words_of(parts[0])}]" if parts[-1] is Ellipsis else f"[{', '.join(map(words_of, parts))}]"
    if origin is Mapping:
        return f"{{name: {words_of(parts[1])}}}"
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    if dataclasses.is_dataclass(origin):
        name = str(getattr(origin, "__name__", ""))
        return getattr(origin, "WORDS", f"`{name}`") + (f" of {words_of(parts[0])}" if parts else "")
    return "verdict" if isinstance(origin, type) and issubclass(origin, Enum) else "anything"


def part_of(kind: Any) -> Any:
    """Return the type of an inline part, which may be None."""
    (inner,) = (part for part in get_args(kind) if part is not NoneType)
    return inner
