"""``kotc-sim sweep EDITION NUMBER=VALUES``: a number of an edition against any figure of games."""

from __future__ import annotations

from typing import Annotated

import typer

from kotc_sim.commands.options import Brief, Csv, Games, Html, Jobs, Json, Parquet, Resume, Scheduler, Seed, arguments
from kotc_sim.errors import KotcError

Name = Annotated[str, typer.Argument(metavar="EDITION", help="An edition's name, or a file that extends one.")]
Number = Annotated[
    str,
    typer.Argument(
        metavar="NUMBER=VALUES",
        help="Which number and its values: 'rules.starting_hp=20..60/5', or a component, 'destroy=1..4', or 'sp=1/2..2/1/2'.",
    ),
]
Figure = Annotated[
    str | None,
    typer.Option(
        "--figure", metavar="TEXT", help="Which figure is shown first, by some of its words, such as 'length' or 'score of fast'."
    ),
]
Pilot = Annotated[str, typer.Option("--strategy", "-s", metavar="NAME|FILE", help="Who plays all decks.")]


def command(
    edition: Name,
    number: Number,
    figure: Figure = None,
    strategy: Pilot = "best",
    games: Games = 400,
    seed: Seed = 1,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = None,
    brief: Brief = False,
    json: Json = False,
    html: Html = None,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Show any number of an edition, a rule's or a price's, against any figure of games, with intervals.

    The decks are of plain cards and standard ones, built anew at each value, and play on the same seeds at all of them.
    --games is the number for each match-up and value.
    """
    from kotc_sim import games as registry
    from kotc_sim.commands.play import finish
    from kotc_sim.experiments.edition.ideas import games_in_all, ideas
    from kotc_sim.experiments.edition.sweep import editions_of, require_figure, sweep, values_of
    from kotc_sim.reports import sweep as report
    from kotc_sim.runs import open_session, warm_up

    named, equals, text = number.rpartition("=")
    if not equals or not named:
        raise KotcError(f"{number!r} names no values", fix="Write for instance rules.starting_hp=20..60/5")
    rules = registry.edition(edition)
    values = values_of(text)
    variants = editions_of(rules, named.strip(), values)
    warm_up(ideas(rules)[:2], [strategy])
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=games_in_all(variants, games)) as (
        workers,
        on_chunk,
    ):
        result = sweep(rules, named.strip(), values, strategy=strategy, games_each=games, seed=seed, workers=workers, on_chunk=on_chunk)
    result.data["figure"] = require_figure(result.data, figure)
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
