"""``kotc-sim docs NAME``: the documents that messages name, wherever kotc-sim is installed."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.errors import KotcError, say

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="Such as scenarios, or docs/scenarios.md; without it, the list.")]


def folder() -> Path:
    """Return the folder of the documents: in the package once installed, beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "docs"
    return inside if inside.is_dir() else package.parent / "docs"


def command(name: Name = None) -> None:
    """Show a document: by its name without ending, and the rules of each edition as rules/NAME."""
    pages = {path.relative_to(folder()).with_suffix("").as_posix(): path for path in sorted(folder().rglob("*.md"))}
    if name is None:
        width = max(map(len, pages))
        for key, path in pages.items():
            say(f"{key:<{width}}  {path.read_text(encoding='utf-8').partition(chr(10))[0].lstrip('# ')}")
        return
    key = name.removeprefix("docs/").removesuffix(".md")
    if key not in pages:
        close = difflib.get_close_matches(key, pages, 1)
        raise KotcError(
            f"there is no document {name!r}", fix=f"Did you mean {close[0]!r}?" if close else "The list:", command="kotc-sim docs"
        )
    say(pages[key].read_text(encoding="utf-8"))
