"""What changes between two editions, or an edition and a proposal: switches, prices, texts, programs."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from kotc_sim.games.design import ComponentChange, EditionChanges, RuleChange
from kotc_sim.games.keeper.editions.model import CounterType, Edition, Row, Switch
from kotc_sim.games.switches import word


class RowChange(NamedTuple):
    """A component that both editions have, but not alike."""

    old: Row
    new: Row
    parts: tuple[str, ...]  # what differs: ``text``, ``level``, ``ultra``, ``vars``, ``banned``, ``program``


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes from one edition to another."""

    switches: dict[str, tuple[Switch, Switch]]  # rule switches that differ
    changed: tuple[RowChange, ...]  # components in both, by id
    added: tuple[Row, ...]  # components in one only
    removed: tuple[Row, ...]
    counters: dict[str, tuple[CounterType | None, CounterType | None]]  # counter types that differ, appear or disappear

    def __bool__(self) -> bool:
        return bool(self.switches or self.changed or self.added or self.removed or self.counters)


def difference(old: Edition, new: Edition) -> Difference:
    """Return what changes from one edition to another; false as a condition if there is no change."""
    switches = {name: (old.rules[name], new.rules[name]) for name in old.rules if old.rules[name] != new.rules[name]}
    both = [(row, new.rows[row_id]) for row_id, row in old.rows.items() if row_id in new.rows]
    changed = [RowChange(row, other, parts) for row, other in both if (parts := _parts(row, other))]
    added, removed = (tuple(row for key, row in one.rows.items() if key not in other.rows) for one, other in ((new, old), (old, new)))
    counters = {name: (old.counters.get(name), new.counters.get(name)) for name in dict.fromkeys((*old.counters, *new.counters))}
    differ = {name: (one, other) for name, (one, other) in counters.items() if _meaning(one) != _meaning(other)}
    return Difference(switches, tuple(changed), added, removed, differ)


def _parts(old: Row, new: Row) -> tuple[str, ...]:
    same = {
        "text": old.text == new.text,
        "level": old.level.tree == new.level.tree,
        "ultra": old.ultra == new.ultra,
        "vars": dict(old.vars) == dict(new.vars),
        "banned": (old.banned is None) == (new.banned is None),
        "program": (old.program, old.select, old.condition) == (new.program, new.select, new.condition),
    }
    return tuple(part for part, equal in same.items() if not equal)


def _meaning(counter: CounterType | None) -> object:
    return None if counter is None else (counter.text, counter.pop, counter.react, counter.program)


def list_changes(before: Edition, after: Edition) -> EditionChanges:
    """Return what changes as a comparison in play lists it."""
    changed = difference(before, after)
    rules = [RuleChange(name, word(old), word(new)) for name, (old, new) in changed.switches.items()]
    texts = ((name, *(f"{one.text} {one.way}".rstrip() if one else "" for one in pair)) for name, pair in changed.counters.items())
    rules += [RuleChange(f"counter {name}", *pair) for name, *pair in texts]
    return EditionChanges(tuple(rules), tuple(_components(changed)))


def smallest_price(row: Row) -> float | None:
    """Return the official price of a component at its smallest amounts, in levels; None if it is banned."""
    one = Fraction(1)
    return None if row.banned else float(row.level.evaluate(x=one, y=one, t=one, a=one))


def _components(changed: Difference) -> Iterator[ComponentChange]:
    """Yield the components whose text or official price differs, or that only one edition has.

    Prices are those of the smallest amounts: x, y, the number of targets and what a condition multiplies by are 1.
    """
    for change in changed.changed:
        old, new = change.old, change.new
        if {"level", "ultra", "banned", "text"} & set(change.parts):
            text = new.text if old.text == new.text else f"{new.text} (was: {old.text})"
            formulas = (_formula(row, "ultra" in change.parts) for row in (old, new))
            yield ComponentChange(new.id, _kinds(change), text, smallest_price(old), smallest_price(new), *formulas)
    for row in changed.added:
        yield ComponentChange(row.id, ("added",), row.text, None, smallest_price(row), None, _formula(row))
    for row in changed.removed:
        yield ComponentChange(row.id, ("removed",), row.text, smallest_price(row), None, _formula(row), None)


def _kinds(change: RowChange) -> tuple[str, ...]:
    """Return what became of a component: ``redacted``, ``allowed`` (again), ``repriced`` (in both it may be used), ``reworded``."""
    old, new = change.old, change.new
    found = []
    if "banned" in change.parts:
        found.append("redacted" if new.banned else "allowed")
    elif not new.banned and {"level", "ultra"} & set(change.parts):
        found.append("repriced")
    if old.text != new.text:
        found.append("reworded")
    return tuple(found)


def _formula(row: Row, ultra: bool = True) -> str | None:
    """Return the official price as the edition writes it, with the Ultra Points if asked for; None if the component is banned."""
    if row.banned:
        return None
    return f"{row.level.text}, ultra {row.ultra}" if ultra and row.ultra else row.level.text
