"""What changes between two editions of Level-Up, or an edition and a proposal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kotc_sim.games.levelup.editions.model import LevelUpEdition, Template


def compare_rules(before: LevelUpEdition, after: LevelUpEdition) -> list[tuple[str, str, str]]:
    """Return what differs between two editions: name, value before, value after; ``–`` where there is none."""
    rows = []

    def compare(prefix: str, old: Mapping[Any, str], new: Mapping[Any, str]) -> None:
        for name in dict.fromkeys([*old, *new]):
            pair = old.get(name, "–"), new.get(name, "–")
            if pair[0] != pair[1]:
                rows.append((f"{prefix}{name}", *pair))

    both = (before, after)
    compare("", *({n: str(p.value) for n, p in e.parameters.items()} for e in both))
    compare("", *({n: word(s.value) for n, s in e.switches.items()} for e in both))
    compare("line of level ", *({n: str(total) for n, total in e.line.items()} for e in both))
    compare("subtype ", *(dict.fromkeys(e.subtypes, "yes") for e in both))
    compare("effect ", *({n: _describe(t) for n, t in e.templates.items()} for e in both))
    return rows


def as_json(before: LevelUpEdition, after: LevelUpEdition) -> dict[str, Any]:
    """Return what changes as a comparison in play lists it: ``rules``."""
    return {"rules": [{"rule": name, "before": old, "after": new} for name, old, new in compare_rules(before, after)]}


def _describe(row: Template) -> str:
    means = f" = {' '.join(row.means)}" if row.means else ""
    return f"{row.text} ({', '.join(row.kinds)}){means}"


def word(value: object) -> str:
    """Return a switch's value as a file has it."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
