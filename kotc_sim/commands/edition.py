"""``kotc-sim edition``: show an edition, check a proposal, compare two in play, list what there is, tell their history."""

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim import games as registry
from kotc_sim.commands import options
from kotc_sim.commands.asking import command_of
from kotc_sim.commands.completing import completing
from kotc_sim.errors import say
from kotc_sim.experiments.edition.questions import Diff, History
from kotc_sim.questions import EDITION

command = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, add_completion=False, help="What does an edition say, and what does a proposal change?"
)

Name = Annotated[str, typer.Argument(metavar="NAME|FILE", help=EDITION, **completing("edition"))]
Proposal = Annotated[Path, typer.Argument(metavar="FILE", help="A proposal: an edition file (YAML).")]


@command.command("list")
def list_(json: options.Json = False) -> None:
    """List the editions that are shipped."""
    rows = [game.describe.edition_row(game.edition(name)) for game in registry.GAMES.values() for name in game.editions()]
    if json:
        options.say_json("edition list", editions=[row for _, row in rows])
        return
    for line, _ in rows:
        say(line)


@command.command("show")
def show(name: Name, json: options.Json = False) -> None:
    """Show an edition: its switches, its vocabulary with prices, its counters."""
    game = registry.of_edition(name)
    edition = game.edition(name)
    if json:
        options.say_json("edition show", **game.describe.edition_json(edition))
    else:
        say(game.describe.edition_text(edition))


@command.command("check")
def check(file: Proposal, json: options.Json = False) -> None:
    """Check a proposal, and say what it changes. Exit code 2 if the file has a fault."""
    game = registry.of_edition(file)
    edition = game.edition(file)
    game.check(edition)  # a fault of a text that only a card would meet
    if json:
        options.say_json("edition check", **game.describe.proposal_json(edition))
    else:
        say(game.describe.proposal_text(edition))


command.command("diff")(command_of(Diff))
command.command("history")(command_of(History))
