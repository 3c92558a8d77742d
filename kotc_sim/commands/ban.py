"""``kotc-sim ban "TEXT" …``: what a component is worth to a player who may use it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kotc_sim.commands.options import (
    Csv,
    Edition,
    Games,
    Html,
    Jobs,
    Json,
    Parquet,
    Resume,
    Scheduler,
    Seed,
    a_number,
    arguments,
)

if TYPE_CHECKING:
    from kotc_sim.games.keeper.editions import Edition as EditionData

Texts = Annotated[list[str], typer.Argument(metavar='"TEXT"…', help="Components, such as 'draw 1 card' or 'destroy the targets'.")]
Decks = Annotated[
    list[Path] | None,
    typer.Option(
        "--deck",
        metavar="DECK|FOLDER",
        help="A deck that uses them, for both sides; repeatable. Default: reference decks with eight cards that do.",
    ),
]
Strategy = Annotated[str, typer.Option("--strategy", "-s", metavar="NAME|FILE", help="Who plays both sides.")]
Band = Annotated[
    float,
    typer.Option("--same", min=0, max=50, metavar="PP", callback=a_number, help="Within ± this many points it does not matter."),
]


def command(
    texts: Texts,
    deck: Decks = None,
    strategy: Strategy = "greedy",
    games: Games = 20_000,
    same: Band = 1.0,
    seed: Seed = 1,
    edition: Edition = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = None,
    json: Json = False,
    html: Html = None,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Play a strategy against itself on the same deck, one side forbidden to use a component."""
    from kotc_sim.commands.play import finish, load_any_deck, warm_up
    from kotc_sim.commands.try_ import deck_files
    from kotc_sim.experiments.keeper.probes import find_row
    from kotc_sim.experiments.keeper.restriction import restriction
    from kotc_sim.games.keeper.reference import gauntlet
    from kotc_sim.progress import Progress
    from kotc_sim.reports.keeper import restriction as report
    from kotc_sim.runs import Contest, Workers
    from kotc_sim.runs.checkpoint import resumable

    decks = [load_any_deck(path, edition) for path in deck_files(deck or [])]
    rules = edition_of_decks(decks, edition)
    for text in texts:
        find_row(text, rules)  # before the wait for the compiler
    warm_up(Contest(gauntlet(rules)[:2], (strategy, strategy)))
    with (
        resumable(resume, arguments()) as kept,
        Workers(jobs, scheduler, kept) as workers,
        Progress(games * len(texts), "games") as progress,
    ):
        result = restriction(
            texts,
            rules,
            decks,
            strategy=strategy,
            games=games,
            seed=seed,
            band=same / 100,
            workers=workers,
            on_chunk=progress.advance,
        )
    finish(result.data, report, seed=seed, json=json, html=html, csv=csv, parquet=parquet)


def edition_of_decks(decks: Sequence[Any], name: str | None) -> EditionData:
    """Return the one edition of decks that were loaded; without decks the edition of that name, else the newest.

    Raises
    ------
    KotcError
        If the decks are of several editions, or of a game whose cards cannot be restricted.
    """
    from kotc_sim.errors import KotcError
    from kotc_sim.experiments.substitution import edition_of
    from kotc_sim.games.keeper.editions import load_edition
    from kotc_sim.games.keeper.reference import kotc_edition

    if not decks:
        return kotc_edition(load_edition(name or "kotc-17"))
    rules = edition_of(decks[0])
    for other in decks[1:]:
        if edition_of(other).name != rules.name:
            raise KotcError(f"the decks are of {rules.name} and {other.edition.name}", fix="Choose one with --edition")
    return rules
