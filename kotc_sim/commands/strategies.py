"""``kotc-sim strategies``: what there is, a template, and the ladder."""

from typing import Annotated

import typer

from kotc_sim import __version__, games
from kotc_sim.commands.asking import command_of
from kotc_sim.commands.game_option import GameKey
from kotc_sim.commands.options import Json
from kotc_sim.errors import command_line, say
from kotc_sim.experiments.play.questions import Ladder, Moments, Respond
from kotc_sim.output import json_text

command = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Who plays the games: the strategies (pilots) that there are, and how to write one.",
)


@command.callback()
def show(context: typer.Context, json: Json = False) -> None:
    """List the strategies that can be named, with one line each."""
    if context.invoked_subcommand is not None:
        return
    from kotc_sim.strategies import describe

    rows = {game.key: describe(game.key) for game in games.GAMES.values()}
    first, *others = rows
    if json:
        listed = {key: [{"name": name, "description": text} for name, text in found] for key, found in rows.items()}
        data = {"command": "strategies", "version": __version__, "strategies": listed.pop(first), **listed}
        say(json_text(data))
        return
    width = max(len(name) for name, _ in rows[first])
    for name, text in rows[first]:
        say(f"{name:<{width}}  {text}")
    say("\nAlso: a Python file (mine.py, mine.py:name), and searches on any of them (lookahead:aggro, flat:mine.py).")
    for key in others:
        say(f"\nFor {games.GAMES[key].title} (also: a Python file, as above):")
        for name, text in rows[key]:
            say(f"{name:<{width}}  {text}")


@command.command("new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the file, without .py.")], game: GameKey = games.FIRST.key
) -> None:
    """Write a strategy of your own that works unedited."""
    from kotc_sim.strategies.template import write_template

    path = write_template(name, game)
    say(f"{path} is written. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a {command_line([str(path)])}")


command.command("ladder")(command_of(Ladder))

command.command("moments")(command_of(Moments))
command.command("exploit")(command_of(Respond))
