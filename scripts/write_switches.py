"""Write the table of switches in docs/edition-format.md from the table that the package uses.

Run it after a change to ``kotc_sim/games/keeper/engine/switches.csv``; a test says when the page is out of date.
"""

from __future__ import annotations

import re
from pathlib import Path

from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import REQUIRED, Range, Switch, word

PAGE = Path(__file__).resolve().parents[1] / "docs" / "edition-format.md"
TABLE = re.compile(r"(<!-- switches: [^>]*-->\n).*?(<!-- /switches -->)", re.DOTALL)


def with_switches(page: str) -> str:
    """Return the page with the present table of switches."""
    rows = ["| switch | values | what it decides |", "|---|---|---|"]
    for switch in SWITCHES.values():
        default = "" if switch.default == REQUIRED else f"; `{word(switch.default)}` where a file does not name it"
        rows.append(f"| `{switch.name}` | {values_words(switch)}{default} | {switch.meaning} |")
    table = "\n".join(rows) + "\n"
    return TABLE.sub(lambda found: found[1] + table + found[2], page)


def values_words(switch: Switch) -> str:
    """Return what a switch can be, for a table in Markdown."""
    allowed = switch.values
    if isinstance(allowed, Range):
        return f"{allowed.low} to {allowed.high}" + (", or `none`" if allowed.none else "")
    if allowed == "bool":
        return "`true`, `false`"
    if allowed == "formula":
        return "formula in sp, hp"
    assert isinstance(allowed, tuple)
    return ", ".join(f"`{name}`" for name in allowed)


if __name__ == "__main__":
    PAGE.write_text(with_switches(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
