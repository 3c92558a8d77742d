"""What changes between two editions of Level-Up, or an edition and a proposal."""

from collections.abc import Mapping
from typing import Any

from kotc_sim.games.design import EditionChanges, RuleChange
from kotc_sim.games.levelup.editions.model import LevelUpEdition, Template
from kotc_sim.games.switches import word


def list_changes(before: LevelUpEdition, after: LevelUpEdition) -> EditionChanges:
    """Return what differs between two editions: names with values before and after; ``–`` where there is none."""
    rows = []

    def compare(prefix: str, old: Mapping[Any, str], new: Mapping[Any, str]) -> None:
        for name in dict.fromkeys([*old, *new]):
            pair = old.get(name, "–"), new.get(name, "–")
            if pair[0] != pair[1]:
                rows.append(RuleChange(f"{prefix}{name}", *pair))

    both = (before, after)
    compare("", *({n: str(p.value) for n, p in e.parameters.items()} for e in both))
    compare("", *({n: word(s.value) for n, s in e.switches.items()} for e in both))
    compare("line of level ", *({n: str(total) for n, total in e.line.items()} for e in both))
    compare("subtype ", *(dict.fromkeys(e.subtypes, "yes") for e in both))
    compare("effect ", *({n: _describe(t) for n, t in e.templates.items()} for e in both))
    return EditionChanges(tuple(rows))


def _describe(row: Template) -> str:
    means = f" = {' '.join(row.means)}" if row.means else ""
    return f"{row.text} ({', '.join(row.kinds)}){means}"
