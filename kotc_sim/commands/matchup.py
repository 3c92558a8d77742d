"""``kotc-sim matchup A.yaml B.yaml``: who wins, by how much, why."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from kotc_sim.commands.options import (
    MOST_GAMES,
    Csv,
    Deck,
    Edition,
    Html,
    Jobs,
    Json,
    Parquet,
    Resume,
    Scheduler,
    Seed,
    StrategyA,
    StrategyB,
    TrustDecks,
    a_number,
    arguments,
)

GamesOrRule = Annotated[
    int | None,
    typer.Option("--games", "-n", min=1, max=MOST_GAMES, metavar="N", help="Play exactly N games (in pairs). Default 20,000."),
]
Precision = Annotated[
    float | None,
    typer.Option("--precision", min=0.05, max=20, metavar="PP", callback=a_number, help="Stop at ± this many percentage points."),
]
SprtOption = Annotated[
    str | None,
    typer.Option("--sprt", metavar="H0,H1", help="Sequential test of two scores in percent, such as 50,52."),
]
FairBand = Annotated[str, typer.Option("--fair", metavar="LOW,HIGH", help="What counts as fair, in percent.")]
BrokenBand = Annotated[float, typer.Option("--broken", metavar="PERCENT", help="Beyond this a match-up is broken.")]


def command(
    a: Deck,
    b: Deck,
    games: GamesOrRule = None,
    precision: Precision = None,
    sprt: SprtOption = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = None,
    strategy_a: StrategyA = None,
    strategy_b: StrategyB = None,
    trust_decks: TrustDecks = False,
    edition: Edition = None,
    fair: FairBand = "48,52",
    broken: BrokenBand = 55.0,
    json: Json = False,
    html: Html = None,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Play two decks against each other: score with interval, first-player advantage, why games ended, per-card impact.

    Games come in pairs on the same seed with the seats swapped. Exit code 0 fair or watch, 1 broken, 3 not decided (--sprt).
    """
    from kotc_sim.commands.files import contest_of
    from kotc_sim.commands.play import finish, numbers
    from kotc_sim.experiments.statistics.verdicts import Bands
    from kotc_sim.runs import learn, open_session, warm_up

    low, high = numbers(fair, 2, "--fair")
    hypotheses = None
    if sprt is not None:
        h0, h1 = numbers(sprt, 2, "--sprt")
        hypotheses = (h0, h1)
    bands = Bands((low / 100, high / 100), broken / 100)
    contest = contest_of([a, b], strategy_a, strategy_b, edition, trusted=trust_decks)
    warm_up(contest.decks, contest.strategies)
    contest = replace(contest, fit=learn(contest.decks, contest.strategies, jobs=jobs))
    from kotc_sim.experiments.matchup import matchup
    from kotc_sim.reports import matchup as report

    total = None if precision is not None or sprt is not None else (games or 20_000)
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=total) as (workers, on_chunk):
        result = matchup(
            contest,
            games=games,
            precision=precision,
            sprt=hypotheses,
            seed=seed,
            bands=bands,
            workers=workers,
            on_chunk=on_chunk,
        )
    finish(result.data, report, seed=seed, json=json, html=html, csv=csv, parquet=parquet)
    raise typer.Exit(result.exit_code)
