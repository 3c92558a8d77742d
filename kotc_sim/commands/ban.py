"""``kotc-sim ban "TEXT" …``: what a component is worth to a player who may use it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands.options import (
    MOST_GAMES,
    Brief,
    Csv,
    Edition,
    Html,
    Jobs,
    Json,
    Parquet,
    Resume,
    Scheduler,
    Seed,
    Strict,
    a_number,
    arguments,
)

Texts = Annotated[
    list[str], typer.Argument(metavar='"TEXT"…', help="Components, such as 'draw 1 card'; of Level-Up effects: 'You draw 1 card.'.")
]
Decks = Annotated[
    list[Path] | None,
    typer.Option(
        "--deck",
        metavar="DECK|FOLDER",
        help="A deck that uses them, for both sides; repeatable. Default: homes with eight cards that do.",
    ),
]
Strategy = Annotated[str, typer.Option("--strategy", "-s", metavar="NAME|FILE", help="Who plays both sides.")]
GamesEach = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        min=1,
        max=MOST_GAMES,
        metavar="N",
        help="Games for each component, over all decks.",
        show_default="20000; 2000 of pilots that search",
    ),
]
Band = Annotated[
    float,
    typer.Option("--same", min=0, max=50, metavar="PP", callback=a_number, help="Within ± this many points it does not matter."),
]


def command(
    texts: Texts,
    deck: Decks = None,
    strategy: Strategy = "best",
    games: GamesEach = None,
    same: Band = 1.0,
    seed: Seed = 1,
    edition: Edition = None,
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
    """Say what a text is worth to who may use it: a deck plays itself, and one side's cards have lost every ability with the text.

    With --strict: exit code 3 if it is not decided whether it matters.
    """
    from kotc_sim import games as registry
    from kotc_sim.commands.files import deck_files, load_deck
    from kotc_sim.commands.play import finish, leave
    from kotc_sim.experiments.worth.restriction import components, restriction
    from kotc_sim.experiments.worth.substitution import games_for
    from kotc_sim.reports import restriction as report
    from kotc_sim.runs import open_session, warm_up

    decks = [load_deck(path, edition) for path in deck_files(deck or [])]
    rules = registry.edition_of_decks(decks, edition)
    game = registry.of(rules)
    components(texts, rules)  # what is unknown is said before the wait for the compiler
    games = games or games_for(strategy)
    warm_up(game.reference_decks(rules)[:2], [strategy])
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=games * len(texts)) as (workers, on_chunk):
        result = restriction(
            texts, rules, decks, strategy=strategy, games=games, seed=seed, band=same / 100, workers=workers, on_chunk=on_chunk
        )
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
    leave(result.answer, strict)
