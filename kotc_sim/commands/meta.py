"""``kotc-sim meta EDITION``: which decks matter, found and not given."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands.options import (
    Brief,
    Csv,
    Html,
    Jobs,
    Json,
    Parquet,
    Resume,
    Scheduler,
    Seed,
    Strict,
    arguments,
    check_input,
    reproduce_command,
    without_output,
)
from kotc_sim.errors import KotcError
from kotc_sim.output import made_folder

Name = Annotated[str, typer.Argument(metavar="EDITION", help="An edition's name, or a file that extends one.")]
Cards = Annotated[
    list[Path] | None,
    typer.Option("--cards", metavar="FILE", help="A set of cards that decks may hold too; repeatable."),
]
Rounds = Annotated[int, typer.Option("--rounds", min=1, max=100, metavar="N", help="Best responses that are searched at most.")]
Begin = Annotated[
    list[Path] | None,
    typer.Option(
        "--begin",
        metavar="FOLDER",
        help="Known decks to begin with, besides the homes: a folder of --out, such as decks/meta/kotc-17; repeatable.",
    ),
]
Profiles = Annotated[
    str | None,
    typer.Option(
        "--profile",
        "--strategy",
        "-s",
        metavar="NAME,…",
        help="Who plays, such as greedy,lookahead: the weakest searches, the strongest judges.",
    ),
]

Out = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write the decks that matter here, for `rate --meta FOLDER`.")]


def command(
    edition: Name,
    cards: Cards = None,
    rounds: Rounds = 8,
    begin: Begin = None,
    profile: Profiles = None,
    out: Out = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = None,
    strict: Strict = False,
    brief: Brief = False,
    json: Json = False,
    html: Html = None,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Which decks matter in an edition? The best answer to the decks so far is searched, and added, until nothing better is found.

    Decks are built from plain minions, printed cards, spells that do one thing, small minions with one ability, and --cards;
    in Level-Up from plain creatures, standard magic cards, the starter pool, and --cards.
    With --strict: exit code 1 if one deck is the whole equilibrium, 3 if the search was ended before it found nothing better.
    """
    from kotc_sim import games
    from kotc_sim.commands.files import load_cards
    from kotc_sim.commands.play import finish, leave, profile_names
    from kotc_sim.experiments.pilots import pilots_of
    from kotc_sim.experiments.worth.field import files_of, read_field
    from kotc_sim.experiments.worth.homes import table_of
    from kotc_sim.experiments.worth.meta import meta
    from kotc_sim.reports import meta as report
    from kotc_sim.runs import open_session, warm_up

    rules = games.edition(edition)
    game = games.of(rules)
    if out is not None:
        if not table_of(rules).writes_decks:
            raise KotcError(
                f"--out: no deck of {game.title} may hold the plain cards of these decks", fix="Use --json, which lists their cards."
            )
        made_folder(out)
    for path in cards or ():
        check_input(path)
    more = load_cards(cards, edition)[2] if cards else []
    known = [home for folder in begin or () for home in read_field(folder, table_of(rules)).homes]
    profiles = profile_names(profile) if profile else ()
    who = pilots_of(game, profiles)
    warm_up(game.reference_decks(rules)[:2], [who.fast, who.judge])
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume) as (workers, on_chunk):
        result = meta(rules, more, rounds=rounds, begin=known, profiles=profiles, seed=seed, workers=workers, on_chunk=on_chunk)
    decks = {}
    if out is not None:
        settled = "settled" if result.data["settled"] else "not settled"
        title = f"Found by `{reproduce_command(without_output(arguments()), seed=seed)}`, {settled}. What it misses least comes first."
        decks = {out / name: text for name, text in files_of(result.field, title).items()}
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet, more=decks)
    leave(result.answer, strict)
