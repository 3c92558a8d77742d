"""``kotc-sim strategies``: what there is, a template, and the ladder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import games
from kotc_sim.commands.asking import command_of
from kotc_sim.commands.game_option import GameKey
from kotc_sim.commands.options import Jobs, Json, Seed
from kotc_sim.errors import command_line, say
from kotc_sim.experiments.play.questions import Ladder
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
        from kotc_sim import __version__

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
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the file, without .py.")],
    game: GameKey = games.FIRST.key,
) -> None:
    """Write a strategy of your own that works unedited."""
    from kotc_sim.strategies.template import write_template

    path = write_template(name, game)
    say(f"{path} is written. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a {command_line([str(path)])}")


command.command("ladder")(command_of(Ladder))


@command.command("moments")
def moments(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Pilots; default: all rungs of the ladder.")] = None,
    count: Annotated[int, typer.Option("--moments", min=2, metavar="N", help="Moments of each kind.")] = 60,
    turns: Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="Times that each pilot plays a moment.")] = 3,
    seed: Seed = 1,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Play moments of the 17th Edition whose worth is known exactly, and say what each pilot loses in a turn of them."""
    from kotc_sim import __version__
    from kotc_sim.commands.options import arguments, reproduce_command, without_output
    from kotc_sim.experiments.play.ladder import RUNGS
    from kotc_sim.experiments.play.moments import KINDS, moments_of
    from kotc_sim.progress import Progress
    from kotc_sim.runs import run_record

    chosen = tuple(names or RUNGS)
    with Progress(count * turns * len(KINDS) * len(chosen), "turns") as progress:
        found = moments_of(chosen, count=count, games=turns, seed=seed, jobs=jobs, on_games=progress.advance)
    if json:
        head = {"command": found.pop("command"), "version": __version__, "seed": seed}
        again = reproduce_command(without_output(arguments()), seed=seed)
        say(json_text({**head, "reproduce": again, **found, "record": run_record(arguments())}))
        return
    kind = None
    for row in found["losses"]:
        if row["kind"] != kind:
            kind = row["kind"]
            say(f"{kind}: {count} moments, worth {100 * row['worth']:.1f} % on the mean with the best play; points lost a turn:")
        low, high = row["interval"]
        say(f"  {row['strategy']:<12} {100 * row['loss']:.1f} [{100 * low:.1f}, {100 * high:.1f}]")


@command.command("exploit")
def exploit(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="The pilot: a strategy's name, or a Python file.")],
    decks: Annotated[
        list[Path] | None,
        typer.Option("--decks", metavar="FILE", help="Mirrored decks, or folders; may be repeated. Default: the newest edition's."),
    ] = None,
    count: Annotated[int, typer.Option("--games", "-n", min=2, metavar="N", help="Games on each deck.")] = 400,
    budget: Annotated[
        str | None, typer.Option("--budget", metavar="TIME", help="Processor time of learning on each deck, such as 60s.")
    ] = None,
    game: GameKey = games.FIRST.key,
    seed: Seed = 1,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Train a best response against one pilot alone, and report what it scores against that pilot."""
    from kotc_sim import __version__
    from kotc_sim.commands.options import arguments, reproduce_command, without_output
    from kotc_sim.experiments.inputs import load_decks
    from kotc_sim.experiments.play.response import response_of
    from kotc_sim.games.shipped import shipped_decks
    from kotc_sim.progress import Progress
    from kotc_sim.questions import seconds_of
    from kotc_sim.runs import run_record, warm_up

    seconds = None if budget is None else seconds_of(budget)
    loaded = load_decks(decks or shipped_decks([games.GAMES[game].newest]))
    warm_up((loaded[0], loaded[0]), [name, "best"])
    with Progress(None, "games") as progress:
        found = response_of(name, loaded, games=count, seed=seed, budget=seconds, jobs=jobs, on_games=progress.advance)
    if json:
        head = {"command": found.pop("command"), "version": __version__, "seed": seed}
        again = reproduce_command(without_output(arguments()), seed=seed)
        say(json_text({**head, "reproduce": again, **found, "record": run_record(arguments())}))
        return
    say(f"A best response scores {_percent(found)} against {name}, over {2 * found['pairs']:,} games.")
    for row in found["decks"]:
        say(f"  {row['name']} ({row['edition']}): {_percent(row)}")
    say("Near 50 %: this learner finds nothing against it. Far above: verdicts under this pilot can be its weaknesses.")


def _percent(row: dict[str, Any]) -> str:
    low, high = row["interval"]
    return f"{100 * row['score']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
