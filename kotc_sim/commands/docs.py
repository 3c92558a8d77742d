"""``kotc-sim docs NAME``: the documents that messages name, wherever kotc-sim is installed."""

import difflib
import sys
from typing import Annotated

import typer

from kotc_sim.commands.completing import completing
from kotc_sim.errors import KotcError, say
from kotc_sim.output import show_page
from kotc_sim.progress import steers
from kotc_sim.yaml_source.places import documents

Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="Such as scenarios, or docs/scenarios.md; without it, the list.", **completing("document")),
]


Man = Annotated[bool, typer.Option("--man", help="Print the manual page of all commands, made from what they say of themselves.")]


def command(context: typer.Context, name: Name = None, man: Man = False) -> None:
    """Show a document: by its name without ending, and the rules of each edition as rules/NAME."""
    if man:
        from kotc_sim.commands.manual import manual_page

        say(manual_page(context.find_root()))
        return
    if name is None:
        pages = documents()
        width = max(map(len, pages))
        for key, path in pages.items():
            say(f"{key:<{width}}  {path.read_text(encoding='utf-8').partition(chr(10))[0].lstrip('# ')}")
        return
    show(name)


def show(name: str) -> None:
    """Show one of the documents, formatted and paged on a terminal."""
    pages = documents()
    key = name.removeprefix("docs/").removesuffix(".md")
    if key not in pages:
        close = difflib.get_close_matches(key, pages, 1)
        fix = f"Did you mean {close[0]!r}?" if close else "The list:"
        raise KotcError(f"there is no document {name!r}", fix=fix, command="kotc-sim docs")
    (show_page if steers(sys.stdout) else say)(pages[key].read_text(encoding="utf-8"))
