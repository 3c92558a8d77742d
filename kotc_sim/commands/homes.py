"""``kotc-sim homes EDITION``: find the tuned decks in which cards are judged."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands.options import Jobs, Json, Resume, Scheduler, Seed, arguments, without_output
from kotc_sim.errors import say
from kotc_sim.output import json_text, made_folder, write_output

Name = Annotated[str, typer.Argument(metavar="EDITION", help="An edition's name, or a file that extends one.")]
Pilot = Annotated[str, typer.Option("--pilot", metavar="NAME", help="Who plays: a strategy at greedy's speed.")]
Judge = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="NAME",
        help="Who goes on when that pilot finds nothing better: a strategy that searches, by default the one that screens. none: nobody.",
    ),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write the homes here, a deck file each.")]


def command(
    edition: Name,
    pilot: Pilot = "quick",
    judge: Judge = None,
    out: Out = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = None,
    json: Json = False,
) -> None:
    """Tune the decks in which cards are judged: plain and standard cards are exchanged until nothing improves them.

    Cards, components and proposals are judged in these decks. They come with each shipped edition; those of a proposal that changes the
    rules, or what plain or standard cards cost, are found by this command (or by the first question that needs them) and remembered,
    unless --pilot or --judge names others than the usual pilots.
    """
    from kotc_sim import __version__, games
    from kotc_sim.commands.options import reproduce_command
    from kotc_sim.experiments.worth.homes import PILOT, counted, judge_of, remember, table_of
    from kotc_sim.experiments.worth.tuning import find_homes
    from kotc_sim.runs import open_session, results_written, run_record, warm_up

    if out is not None:
        made_folder(out)
    table = table_of(games.edition(edition))
    judge = judge_of(table.edition) if judge is None else "" if judge == "none" else judge
    starts = [table.start(archetype) for archetype in table.archetypes]
    decks = [table.deck(home, home.cards, home.name) for home in starts]
    warm_up(decks[:2], [name for name in (pilot, judge) if name])
    steps: list[dict[str, object]] = []

    def on_step(home: str, gain: float, words: str) -> None:
        steps.append({"home": home, "gain": gain, "exchange": words})

    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume) as (workers, on_games):
        found = find_homes(table, pilot, judge, seed, None, workers, on_step, on_games)
    if (pilot, judge) == (PILOT, judge_of(table.edition)):  # what others found is written by --out only
        remember(table, found)
    by = f"{pilot}, then {judge}" if judge else pilot
    rows = [{"name": home.name, "cards": [[count, name] for name, count in counted(home)]} for home in found]
    again = reproduce_command(without_output(arguments()), seed=seed)
    with results_written():
        if json:
            data = {"command": "homes", "version": __version__, "seed": seed, "edition": table.edition.name, "pilot": by}
            say(json_text(data | {"homes": rows, "steps": steps, "reproduce": again, "record": run_record(arguments())}))
        else:
            say(f"Homes of {table.edition.name}, tuned with {by} in {len(steps)} exchanges. What a deck misses least comes first.")
            for row in rows:
                say(f"{row['name']}: " + ", ".join(f"{count} {name}" for count, name in row["cards"]))
        if out is not None:
            for home in found:
                bounds = next(one.words for one in table.archetypes if one.name == home.name)
                title = f"Found by `{again}`: {bounds}. What it misses least comes first."
                write_output(out / f"{home.name}.yaml", table.yaml(home, title, f"{home.name} home of {table.edition.name}"))
