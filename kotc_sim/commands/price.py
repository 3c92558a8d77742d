"""``kotc-sim price "TEXT"``: the fair price of a component, official or proposed."""

from __future__ import annotations

from typing import Annotated, Any

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
    arguments,
)

Texts = Annotated[
    list[str] | None,
    typer.Argument(metavar='"TEXT"…', help="Components, such as 'destroy the targets' or 'place 2 Sword Counters on it'."),
]
All = Annotated[bool, typer.Option("--all", help="The whole vocabulary, ranked by mispricing.")]
HedonicCards = Annotated[
    int,
    typer.Option("--hedonic", min=0, metavar="N", help="Also rate N random legal cards, and fit all prices at once."),
]
Profiles = Annotated[str, typer.Option("--profile", metavar="NAME,…", help="Who plays, such as greedy,midrange.")]
GamesEach = Annotated[
    int | None,
    typer.Option("--games", "-n", min=1_000, metavar="N", help="Games for each probe card and profile, about."),
]
Check = Annotated[bool, typer.Option("--cross-check/--no-cross-check", help="Add the second estimate, from mirrored decks.")]


def command(
    texts: Texts = None,
    everything: All = False,
    hedonic: HedonicCards = 0,
    profile: Profiles = "greedy",
    games: GamesEach = None,
    cross_check: Check = True,
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
    """Price components in levels: what they add to the fair level of cards that carry little else.

    By default 40,000 games for each probe card, and 6,000 with --all. Effects of Level-Up (--edition levelup) are priced in
    points of attack; 'latent: When …' chooses the type of an effect.
    """
    from kotc_sim.commands.play import finish, warm_up
    from kotc_sim.commands.rate import profile_names
    from kotc_sim.errors import KotcError
    from kotc_sim.experiments.keeper.price import GAMES, GAMES_ALL, price_all, price_components
    from kotc_sim.experiments.keeper.probes import find_row
    from kotc_sim.games.keeper.editions import load_edition
    from kotc_sim.games.keeper.reference import gauntlet, kotc_edition
    from kotc_sim.games.registry import LEVELUP, game_of_edition
    from kotc_sim.progress import Progress
    from kotc_sim.reports.keeper import price as report
    from kotc_sim.runs import Contest, Workers
    from kotc_sim.runs.checkpoint import resumable

    if everything == bool(texts):
        raise KotcError("name the components to price, or all of them", fix="kotc-sim price 'draw 1 card', or --all")
    profiles = profile_names(profile)
    if edition is not None and game_of_edition(edition) == LEVELUP:
        from kotc_sim.commands import levelup_play

        if hedonic:
            raise KotcError("--hedonic fits the formulas of Keeper of the Cards, and Level-Up has none", fix="Leave it out.")
        crew = {"jobs": jobs, "scheduler": scheduler, "resume": resume}
        output = {"json": json, "html": html, "csv": csv, "parquet": parquet}
        levelup_play.price(texts or (), edition, profiles, games, seed, crew, output)
        return
    rules = kotc_edition(load_edition(edition or "kotc-17"))
    for text in texts or ():
        find_row(text, rules)  # before the wait for the compiler
    for name in profiles:
        warm_up(Contest(gauntlet(rules)[:2], (name, name)))
    with (
        resumable(resume, arguments()) as kept,
        Workers(jobs, scheduler, kept) as workers,
        Progress(None, "games") as progress,
    ):
        options: dict[str, Any] = {
            "profiles": profiles,
            "seed": seed,
            "workers": workers,
            "on_chunk": progress.advance,
        }
        if everything:
            result = price_all(rules, games=games or GAMES_ALL, **options)
        else:
            result = price_components(texts or (), rules, games=games or GAMES, cross_check=cross_check, **options)
        if hedonic:
            from kotc_sim.experiments.keeper.hedonic import add_to, hedonic_prices

            fit = hedonic_prices(rules, cards=hedonic, strategy=profiles[0], seed=seed, workers=workers, on_chunk=progress.advance)
            add_to(result.data, fit)
    finish(result.data, report, seed=seed, json=json, html=html, csv=csv, parquet=parquet)
