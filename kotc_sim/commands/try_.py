"""``kotc-sim try DECK --out … --in …``: the effect of other cards in these slots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands.options import (
    MOST_GAMES,
    Brief,
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
    Strict,
    TrustDecks,
    a_number,
    arguments,
)

Out = Annotated[
    list[str],
    typer.Option("--out", metavar="'N CARD'", help="Copies that leave, such as '2 Thunderstrike'; repeatable."),
]
In = Annotated[
    list[str],
    typer.Option("--in", metavar="'N CARD'", help="Copies that take their slots, in order; repeatable."),
]
Against = Annotated[
    list[Path] | None,
    typer.Option(
        "--against",
        metavar="DECK|FOLDER",
        help="An opponent, or a folder of them; repeatable. Default: the edition's homes.",
    ),
]
Cards = Annotated[
    list[Path] | None,
    typer.Option("--cards", metavar="FILE", help="Where cards of --in are defined; repeatable."),
]
Strategy = Annotated[
    str | None, typer.Option("--strategy", "-s", metavar="NAME|FILE", help="Who plays the deck. Default: its own strategy, or best.")
]
Opponent = Annotated[
    str | None,
    typer.Option("--opponent", metavar="NAME|FILE", help="Who plays against it. Default: the same."),
]
GamesEach = Annotated[
    int | None,
    typer.Option(
        "--games", "-n", min=1, max=MOST_GAMES, metavar="N", help="Games of each version.", show_default="20000; 2000 of pilots that search"
    ),
]
Same = Annotated[
    float,
    typer.Option("--same", min=0, max=50, metavar="PP", callback=a_number, help="A change within ± this many points is none."),
]


def command(
    deck: Deck,
    out: Out,
    into: In,
    against: Against = None,
    cards: Cards = None,
    games: GamesEach = None,
    strategy: Strategy = None,
    opponent: Opponent = None,
    trust_decks: TrustDecks = False,
    same: Same = 1.0,
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
    """Is a deck better with other cards? Both versions play the same opponents, on the same shuffles and dice.

    With --strict: exit code 1 if it is worse, 3 if that is not decided.
    """
    from kotc_sim.commands.files import deck_files, load_deck, require_one_game
    from kotc_sim.commands.play import finish, leave
    from kotc_sim.experiments.worth.homes import opponents_of
    from kotc_sim.experiments.worth.substitution import PILOT, find_card, games_for, parse_entry, substitution
    from kotc_sim.reports import substitution as report
    from kotc_sim.runs import open_session, warm_up
    from kotc_sim.strategies.who_plays import who_plays

    host = load_deck(deck, edition)
    paths = deck_files(against or [])
    opponents = [load_deck(path, edition) for path in paths]
    require_one_game([host, *opponents], [deck, *paths])
    opponents = opponents or opponents_of(host.edition)
    leaving = [parse_entry(entry, "--out") for entry in out]
    wanted = [parse_entry(entry, "--in") for entry in into]
    coming = [(count, find_card(name, host, cards or [], opponents)) for count, name in wanted]
    pilot = who_plays(host, strategy, trusted=trust_decks, otherwise=PILOT)
    games = games or games_for(pilot, opponent)
    warm_up([host, opponents[0]], [pilot, opponent or pilot])
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=2 * games) as (workers, on_chunk):
        result = substitution(
            host,
            leaving,
            coming,
            opponents,
            strategy=pilot,
            opponent=opponent,
            games=games,
            seed=seed,
            same=same / 100,
            workers=workers,
            on_chunk=on_chunk,
        )
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
    leave(result.answer, strict)
