"""``kotc-sim try DECK --out … --in …``: the effect of other cards in these slots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands.options import (
    Csv,
    Deck,
    Edition,
    Games,
    Html,
    Jobs,
    Json,
    Parquet,
    Resume,
    Seed,
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
        help="An opponent, or a folder of them; repeatable. Default: the edition's reference decks.",
    ),
]
Cards = Annotated[
    list[Path] | None,
    typer.Option("--cards", metavar="FILE", help="Where cards of --in are defined; repeatable."),
]
Strategy = Annotated[str | None, typer.Option("--strategy", "-s", metavar="NAME|FILE", help="Who plays the deck.")]
Opponent = Annotated[
    str | None,
    typer.Option("--opponent", metavar="NAME|FILE", help="Who plays against it. Default: the same."),
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
    games: Games = 20_000,
    strategy: Strategy = None,
    opponent: Opponent = None,
    same: Same = 1.0,
    seed: Seed = 1,
    edition: Edition = None,
    jobs: Jobs = None,
    resume: Resume = None,
    json: Json = False,
    html: Html = None,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Replace cards of a deck slot for slot, play both versions on the same seeds, and measure the change.

    Exit code 0 better, same or undecided, 1 worse.
    """
    from kotc_sim.commands.play import DEFAULT_STRATEGY, finish, load_any_deck, warm_up
    from kotc_sim.errors import KotcError
    from kotc_sim.experiments.substitution import edition_of, find_card, parse_entry, substitution
    from kotc_sim.games.registry import LEVELUP, game_played
    from kotc_sim.progress import Progress
    from kotc_sim.reports import substitution as report
    from kotc_sim.runs import Contest, Workers
    from kotc_sim.runs.checkpoint import resumable

    host = load_any_deck(deck, edition)
    opponents = [load_any_deck(path, edition) for path in deck_files(against or [])]
    if not opponents:
        from kotc_sim.games.keeper.reference import gauntlet
        from kotc_sim.games.levelup.reference import Bench

        levelup = game_played(host) == LEVELUP
        opponents = list(Bench(host.edition).opponents if levelup else gauntlet(edition_of(host)))
    for path, foe in zip(deck_files(against or []), opponents, strict=False):
        if game_played(foe) != game_played(host):
            raise KotcError(f"this deck is of another game than {deck}", file=path, fix="Name decks of one game.")
    leaving = [parse_entry(entry, "--out") for entry in out]
    wanted = [parse_entry(entry, "--in") for entry in into]
    coming = [(count, find_card(name, host, cards or [], opponents)) for count, name in wanted]
    pilot = strategy or host.strategy or DEFAULT_STRATEGY
    contest = Contest((host, opponents[0]), (pilot, opponent or pilot))
    warm_up(contest)
    with (
        resumable(resume, arguments()) as checkpoint,
        Workers(jobs, checkpoint=checkpoint) as workers,
        Progress(2 * games, "games") as progress,
    ):
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
            on_chunk=progress.advance,
        )
    finish(result.data, report, seed=seed, json=json, html=html, csv=csv, parquet=parquet)
    raise typer.Exit(result.exit_code)


def deck_files(paths: list[Path]) -> list[Path]:
    """Return the deck files that paths name: a folder stands for the ``.yaml`` files in it."""
    from kotc_sim.commands.options import check_input
    from kotc_sim.errors import KotcError

    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.glob("*.yaml"))
            if not inside:
                raise KotcError("there is no deck in this folder", file=path, fix="Decks end in .yaml")
            files += inside
        else:
            check_input(path)
            files.append(path)
    return files
