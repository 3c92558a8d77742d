"""``kotc-sim rate FILE…``: the fair level of proposed cards, over- or underpriced."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands.options import (
    Csv,
    Edition,
    Html,
    Jobs,
    Json,
    Parquet,
    Resume,
    Scheduler,
    Seed,
    all_readable,
    arguments,
)

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", callback=all_readable, help="Files of cards, or decks (YAML).")]
Only = Annotated[list[str] | None, typer.Option("--card", metavar="NAME", help="Only this card of the files; repeatable.")]
Profiles = Annotated[
    str,
    typer.Option("--profile", metavar="NAME,…", help="Who plays: strategies, such as greedy,midrange,lookahead."),
]
GamesEach = Annotated[int, typer.Option("--games", "-n", min=1_000, metavar="N", help="Games for each card and profile, about.")]
Slots = Annotated[int, typer.Option("--slots", min=1, max=30, metavar="N", help="Copies of the card in a deck.")]


def command(
    files: Files,
    card: Only = None,
    profile: Profiles = "greedy",
    games: GamesEach = 200_000,
    slots: Slots = 8,
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
    """Find the level at which plain minions do as well in a card's place, in fast, middle and slow decks.

    For creatures of Level-Up: the attack at which they do as well as plain creatures of their level and defense.
    Exit code 0 fair or undecided, 1 if a card is shown to be mispriced.
    """
    from kotc_sim import games as registry
    from kotc_sim.commands.files import load_cards
    from kotc_sim.commands.play import finish, profile_names
    from kotc_sim.runs import open_session, warm_up

    game, rules, cards = load_cards(files, edition, card or ())
    profiles = profile_names(profile)
    rate = registry.home(game, "experiments", "rate").rate
    warm_up(game.reference_decks(rules, slots)[:2], profiles)
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume) as (workers, on_chunk):
        result = rate(cards, rules, profiles=profiles, games=games, slots=slots, seed=seed, workers=workers, on_chunk=on_chunk)
    result.data["notes"] += [f"Not legal: {problem}" for found in cards for problem in game.check(found)]
    report = registry.home(game, "reports", "rate")
    finish(result.data, report, seed=seed, json=json, html=html, csv=csv, parquet=parquet)
    raise typer.Exit(result.exit_code)
