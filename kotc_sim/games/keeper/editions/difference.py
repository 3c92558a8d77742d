"""What changes between two editions, or an edition and a proposal: switches, prices, texts, programs."""

from __future__ import annotations

from dataclasses import dataclass

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
