"""Write the table of the shipped editions into docs/editions.md, from their files."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim.games.keeper.editions import edition_names, load_edition

PAGE = Path(__file__).resolve().parents[1] / "docs" / "editions.md"
HEAD = "| edition | year | what distinguishes it | texts |\n|---|---|---|---|\n"


def with_editions(page: str) -> str:
    """Return a page with the table between its marks as the editions have it now."""
    lines = []
    for edition in map(load_edition, edition_names()):
        refused = sum(row.banned is not None for row in edition.rows.values())
        texts = f"{len(edition.rows)}" + (f", {refused} of them redacted" if refused else "")
        lines.append(f"| `{edition.name}` | {edition.year or '2025 or later'} | {edition.relation} | {texts} |\n")
    table = HEAD + "".join(lines)
    return re.sub(r"(<!-- editions.*?-->\n).*?(<!-- /editions -->)", lambda found: found[1] + table + found[2], page, flags=re.S)


def main() -> int:
    """Write the page again."""
    PAGE.write_text(with_editions(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
