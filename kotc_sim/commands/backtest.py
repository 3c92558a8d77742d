"""``kotc-sim backtest``: the designers' own price history as the test of the tool."""

from __future__ import annotations

from typing import Annotated

import typer

from kotc_sim.commands.options import Brief, Csv, Html, Jobs, Json, Parquet, Profiles, Resume, Scheduler, Seed, arguments, precision_of

Only = Annotated[str | None, typer.Option("--only", metavar="FIRST:LAST", help="Only these editions, such as 12-published:16.")]
Controls = Annotated[bool, typer.Option("--controls/--no-controls", help="Also judge prices that stood for four editions.")]
Precision = Annotated[float, precision_of("a premium")]


def command(
    only: Only = None,
    controls: Controls = True,
    profile: Profiles = None,
    precision: Precision = 0.25,
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
    """Would this tool have found them? Every price that the designers changed is judged in the edition before the change."""
    from kotc_sim import games
    from kotc_sim.commands.play import finish, profile_names
    from kotc_sim.errors import KotcError
    from kotc_sim.experiments.pilots import pilots_of
    from kotc_sim.experiments.price.backtest import backtest, changes
    from kotc_sim.reports import backtest as report
    from kotc_sim.runs import open_session, warm_up

    game = games.FIRST
    first, colon, last = (only or "").partition(":")
    if only and not colon:
        raise KotcError(f"--only {only} is no range of editions", fix="Write for instance --only 12-published:16")
    ends = (first, last) if only else None
    changes(ends)  # before the wait for the compiler
    profiles = profile_names(profile) if profile else ()
    warm_up(game.reference_decks(game.edition(game.newest))[:2], pilots_of(game, profiles).all)
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume) as (workers, on_chunk):
        result = backtest(
            only=ends,
            profiles=profiles,
            precision=precision,
            with_controls=controls,
            seed=seed,
            workers=workers,
            on_chunk=on_chunk,
        )
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
