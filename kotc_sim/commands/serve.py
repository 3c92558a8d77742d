"""``kotc-sim serve``: the workbench, a page in the browser."""

import threading
from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands import signals
from kotc_sim.errors import KotcError, say

Link = Annotated[str | None, typer.Argument(metavar="[LINK]", help="A link that somebody has sent: its question is opened.")]
Port = Annotated[
    int | None, typer.Option("--port", min=1, max=65535, metavar="N", help="Listen here; by default at 8817, if that is free.")
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser, or print its address only.")]
Folder = Annotated[
    Path | None, typer.Option("--folder", metavar="FOLDER", help="Keep work here; by default in kotc-sim of the home folder.")
]


def command(link: Link = None, port: Port = None, browser: Browser = True, folder: Folder = None) -> None:
    """Type, cost, judge and compare cards in the browser.

    The page is served to this machine alone, at an address with a secret in it; Ctrl-C ends it. Runs that are under way then go on at the
    next start.
    """
    try:
        from kotc_sim.web.server import default_folder, file_to_open, question_of, serve
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("starlette", "uvicorn"):
            raise KotcError(f"{error.name} is not installed", fix="Install it: pip install 'kotc-sim[web]'") from None
        raise
    folder = folder or default_folder()
    fragment = "" if link is None else f"#{question_of(link)}"

    def ready(address: str) -> None:
        say(f"The workbench is at {address}{fragment}")
        say("Ctrl-C ends it.")
        if browser:
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(file_to_open(folder, address + fragment).as_uri(),), daemon=True).start()

    try:
        serve(folder, port, ready)
    except KeyboardInterrupt as error:
        if hasattr(error, "number"):
            raise  # SIGTERM or SIGHUP: the exit code says so
        signals.said()
        say("\nThe workbench is closed. Runs that were under way go on when it is opened again.")
