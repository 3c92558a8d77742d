"""``kotc-sim docs NAME``: the documents that messages name, wherever kotc-sim is installed."""

from __future__ import annotations

import difflib
import sys
from typing import Annotated

import typer

from kotc_sim.errors import KotcError, say
from kotc_sim.progress import steers
from kotc_sim.yaml_source.places import package_folder

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="Such as scenarios, or docs/scenarios.md; without it, the list.")]


def command(name: Name = None) -> None:
    """Show a document: by its name without ending, and the rules of each edition as rules/NAME."""
    folder = package_folder("docs")
    pages = {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))}
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
    _show(pages[key].read_text(encoding="utf-8"))


def _show(page: str) -> None:
    """Write a page: to a terminal formatted, and through the user's pager; else as it is."""
    if not steers(sys.stdout):
        return say(page)
    from rich.console import Console  # typer depends on it; it takes long to import
    from rich.markdown import Markdown

    console = Console(width=min(Console().width, 100))
    with console.pager(styles=True):
        console.print(Markdown(page, hyperlinks=False))
