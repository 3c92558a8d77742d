"""``kotc-sim tournament DECKS…``: ratings, matrix and equilibrium of many decks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands.options import (
    MOST_GAMES,
    Csv,
    Edition,
    Html,
    Jobs,
    Json,
    Parquet,
    Resume,
    Scheduler,
    Seed,
    arguments,
    check_input,
)


def _readable(context: typer.Context, paths: list[Path]) -> list[Path]:
    if not context.resilient_parsing:
        for path in paths:
            check_input(path)
    return paths


Decks = Annotated[
    list[Path],
    typer.Argument(metavar="DECKS…", callback=_readable, help="Two decks or more (YAML), all of one edition."),
]
Games = Annotated[int, typer.Option("--games", "-n", min=4, max=MOST_GAMES, metavar="N", help="Games of each match-up, in pairs.")]
Strategies = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME|FILE",
        help="Who plays all decks; named twice, each deck enters with both. By default each deck's own.",
    ),
]


def command(
    decks: Decks,
    games: Games = 2_000,
    seed: Seed = 1,
    strategy: Strategies = None,
    edition: Edition = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = None,
    json: Json = False,
    html: Html = None,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Play everybody against everybody: matrix, ratings, equilibrium, alpha-rank, dominated decks, cycles.

    Games come in pairs on the same seed with the seats swapped. Exit code 1 if one deck answers all others.
    """
    from kotc_sim.commands.play import DEFAULT_STRATEGY, finish, load_any_deck, warm_up
    from kotc_sim.experiments.tournament import Entrant, check_entrants, tournament
    from kotc_sim.progress import Progress
    from kotc_sim.reports import tournament as report
    from kotc_sim.runs import Contest, Workers
    from kotc_sim.runs.checkpoint import resumable

    entrants = []
    for deck in [load_any_deck(path, edition) for path in decks]:
        for name in strategy or [deck.strategy or DEFAULT_STRATEGY]:
            entrants.append(Entrant("", deck, name))
    check_entrants(entrants)
    for name in dict.fromkeys(entrant.strategy for entrant in entrants):
        warm_up(Contest((entrants[0].deck, entrants[1].deck), (name, name)))
    n = len(entrants)
    with (
        resumable(resume, arguments()) as kept,
        Workers(jobs, scheduler, kept) as workers,
        Progress(n * (n - 1) // 2 * (games + games % 2), "games") as progress,
    ):
        result = tournament(entrants, games=games, seed=seed, workers=workers, on_chunk=progress.advance)
    finish(result.data, report, seed=seed, json=json, html=html, csv=csv, parquet=parquet)
    raise typer.Exit(result.exit_code)
