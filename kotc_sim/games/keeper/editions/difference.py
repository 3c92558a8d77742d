"""What changes between two editions, or an edition and a proposal: switches, prices, texts, programs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kotc_sim.games.keeper.editions.model import CounterType, Edition, Row, Switch


@dataclass(frozen=True, slots=True)
class RowChange:
    """A component that both editions have, but not alike.

    Attributes
    ----------
    old, new : Row
        The rows.
    parts : tuple of str
        What differs: ``text``, ``level``, ``ultra``, ``vars``, ``banned``, ``program``.
    """

    old: Row
    new: Row
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes from one edition to another.

    Attributes
    ----------
    switches : dict of str to (old, new)
        Rule switches that differ.
    changed : tuple of RowChange
        Components in both, by id.
    added, removed : tuple of Row
        Components in one only.
    counters : dict of str to (old or None, new or None)
        Counter types that differ, appear or disappear.
    """

    switches: dict[str, tuple[Switch, Switch]]
    changed: tuple[RowChange, ...]
    added: tuple[Row, ...]
    removed: tuple[Row, ...]
    counters: dict[str, tuple[CounterType | None, CounterType | None]]

    def __bool__(self) -> bool:
        return bool(self.switches or self.changed or self.added or self.removed or self.counters)


def difference(old: Edition, new: Edition) -> Difference:
    """Return what changes from one edition to another.

    Parameters
    ----------
    old, new : Edition
        The two editions; components are matched by id.

    Returns
    -------
    Difference
        False as a condition if there is no change.
    """
    switches = {name: (old.rules[name], new.rules[name]) for name in old.rules if old.rules[name] != new.rules[name]}
    changed = []
    for row_id, row in old.rows.items():
        other = new.rows.get(row_id)
        parts = () if other is None else _parts(row, other)
        if other is not None and parts:
            changed.append(RowChange(row, other, parts))
    counters: dict[str, tuple[CounterType | None, CounterType | None]] = {}
    for name in dict.fromkeys((*old.counters, *new.counters)):
        before, after = old.counters.get(name), new.counters.get(name)
        if _meaning(before) != _meaning(after):
            counters[name] = before, after
    return Difference(
        switches,
        tuple(changed),
        tuple(row for row_id, row in new.rows.items() if row_id not in old.rows),
        tuple(row for row_id, row in old.rows.items() if row_id not in new.rows),
        counters,
    )


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


def as_json(before: Edition, after: Edition) -> dict[str, Any]:
    """Return what changes as a comparison in play lists it: ``rules`` and ``components``."""
    changed = difference(before, after)
    return {"rules": _rules(changed), "components": _components(changed)}


def _rules(changed: Difference) -> list[dict[str, Any]]:
    def text(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    rows = [{"rule": name, "before": text(old), "after": text(new)} for name, (old, new) in changed.switches.items()]
    for name, (one, other) in changed.counters.items():
        rows.append(
            {
                "rule": f"counter {name}",
                "before": one.text if one else "",
                "after": other.text if other else "",
            }
        )
    return rows


def smallest_price(row: Row) -> float | None:
    """Return the official price of a component at its smallest amounts, in levels; None if it is banned."""
    one = Fraction(1)
    return None if row.banned else float(row.level.evaluate(x=one, y=one, t=one, a=one))


def _components(changed: Difference) -> list[dict[str, Any]]:
    """Return the components whose text or official price differs, or that only one edition has.

    Prices are those of the smallest amounts: x, y, the number of targets and what a condition multiplies by are 1.
    """
    rows: list[dict[str, Any]] = []
    for change in changed.changed:
        if {"level", "ultra", "banned", "text"} & set(change.parts):
            text = change.new.text
            if change.old.text != change.new.text:
                text = f"{text} (was: {change.old.text})"
            rows.append(
                {
                    "id": change.new.id,
                    "change": _kinds(change),
                    "text": text,
                    "official_before": smallest_price(change.old),
                    "official_after": smallest_price(change.new),
                    "formula_before": _formula(change.old, "ultra" in change.parts),
                    "formula_after": _formula(change.new, "ultra" in change.parts),
                }
            )
    for row in changed.added:
        rows.append({"id": row.id, "change": ["added"], "text": row.text, "official_before": None, "official_after": smallest_price(row)})
        rows[-1] |= {"formula_before": None, "formula_after": _formula(row)}
    for row in changed.removed:
        rows.append({"id": row.id, "change": ["removed"], "text": row.text, "official_before": smallest_price(row), "official_after": None})
        rows[-1] |= {"formula_before": _formula(row), "formula_after": None}
    return rows


def _kinds(change: RowChange) -> list[str]:
    """Return what became of a component: ``redacted``, ``allowed`` (again), ``repriced`` (in both it may be used), ``reworded``."""
    old, new = change.old, change.new
    found = []
    if "banned" in change.parts:
        found.append("redacted" if new.banned else "allowed")
    elif not new.banned and {"level", "ultra"} & set(change.parts):
        found.append("repriced")
    if old.text != new.text:
        found.append("reworded")
    return found


def _formula(row: Row, ultra: bool = True) -> str | None:
    """Return the official price as the edition writes it, with the Ultra Points if asked for; None if the component is banned."""
    if row.banned:
        return None
    return f"{row.level.text}, ultra {row.ultra}" if ultra and row.ultra else row.level.text
