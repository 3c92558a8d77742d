"""``kotc-sim matchup A.yaml B.yaml``: who wins, by how much, why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from kotc_sim.errors import KotcError

if TYPE_CHECKING:
    from kotc_sim.experiments.matchup_result import MatchupResult
    from kotc_sim.experiments.statistics.verdicts import Bands
    from kotc_sim.runs import Contest

GamesOrRule = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        min=1,
        max=MOST_GAMES,
        metavar="N",
        help="Play exactly N games (in pairs) with the strongest pilot, or with the one that plays; no weaker one plays more.",
    ),
]
Quick = Annotated[
    bool,
    typer.Option("--quick", help="One fast pilot alone: 20,000 games of who the decks name, else greedy. Weak play may mislead."),
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
    quick: Quick = False,
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

    The decks are played by stronger and stronger pilots; the strongest one's score is the headline, and the verdict says if it depends
    on play. --quick, or a pilot that is named, plays alone. Games come in pairs on the same seed with the seats swapped. Exit code 0
    done, 1 broken, 3 depends on play, or not decided (--sprt).
    """
    from kotc_sim.commands.files import contest_of
    from kotc_sim.commands.play import finish, numbers
    from kotc_sim.experiments.statistics.verdicts import Bands
    from kotc_sim.reports import matchup as report

    low, high = numbers(fair, 2, "--fair")
    hypotheses = None
    if sprt is not None:
        h0, h1 = numbers(sprt, 2, "--sprt")
        hypotheses = (h0, h1)
    if quick and (strategy_a or strategy_b):
        raise KotcError("--quick chooses the pilot", fix="Leave it out, or --strategy-a and --strategy-b")
    bands = Bands((low / 100, high / 100), broken / 100)
    contest = contest_of([a, b], strategy_a, strategy_b, edition, trusted=trust_decks)
    rule = {"games": games, "precision": precision, "sprt": hypotheses}
    if quick or strategy_a or strategy_b:
        result = _one_pilot(contest, rule, seed=seed, bands=bands, jobs=jobs, scheduler=scheduler, resume=resume)
        result.data["play"] = "quick" if quick else "named"
    else:
        result = _ladder(contest.decks, rule, seed=seed, bands=bands, jobs=jobs, scheduler=scheduler, resume=resume)
    finish(result.data, report, seed=seed, json=json, html=html, csv=csv, parquet=parquet)
    raise typer.Exit(result.exit_code)


def _one_pilot(
    contest: Contest, rule: dict[str, Any], *, seed: int, bands: Bands, jobs: int | None, scheduler: str | None, resume: Path | None
) -> MatchupResult:
    """Play one pair of pilots."""
    from kotc_sim.runs import learn, open_session, warm_up

    warm_up(contest.decks, contest.strategies)
    contest = replace(contest, fit=learn(contest.decks, contest.strategies, jobs=jobs))
    from kotc_sim.experiments.matchup import GAMES, matchup

    total = rule["games"] or GAMES if rule["precision"] is None and rule["sprt"] is None else None
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=total) as (workers, on_chunk):
        return matchup(contest, **rule, seed=seed, bands=bands, workers=workers, on_chunk=on_chunk)


def _ladder(
    decks: Sequence[Any],
    rule: dict[str, Any],
    *,
    seed: int,
    bands: Bands,
    jobs: int | None,
    scheduler: str | None,
    resume: Path | None,
) -> MatchupResult:
    """Play all rungs, and show what is known so far."""
    from kotc_sim.commands.provisional import Provisional
    from kotc_sim.experiments.rungs import rungs_of
    from kotc_sim.runs import open_session, warm_up

    rungs = rungs_of(decks[0], rule["games"])
    warm_up(decks, [rung.strategy for rung in rungs], waiting=1)
    from kotc_sim.experiments.matchup_ladder import matchup_ladder

    watcher = Provisional(decks[0].name, decks[1].name)
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume) as (workers, _):
        return matchup_ladder(decks, rungs=rungs, **rule, seed=seed, bands=bands, workers=workers, jobs=jobs, watcher=watcher)
