"""``kotc-sim rate FILE…``: the fair level of proposed cards, over- or underpriced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    check_input,
)

if TYPE_CHECKING:
    from kotc_sim.games.keeper.editions import Edition as EditionData
    from kotc_sim.reports.kit.report import Report


def _readable(context: typer.Context, paths: list[Path]) -> list[Path]:
    if not context.resilient_parsing:
        for path in paths:
            check_input(path)
    return paths


Files = Annotated[list[Path], typer.Argument(metavar="FILE…", callback=_readable, help="Files of cards, or decks (YAML).")]
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
    from kotc_sim.games.registry import LEVELUP, game_of

    if LEVELUP in [game_of(path, edition) for path in files]:
        from kotc_sim.commands import levelup_play

        crew = {"jobs": jobs, "scheduler": scheduler, "resume": resume}
        output = {"json": json, "html": html, "csv": csv, "parquet": parquet}
        code = levelup_play.rate(files, edition, card or (), profile_names(profile), crew, output, games=games, slots=slots, seed=seed)
        raise typer.Exit(code)
    from kotc_sim.commands.play import finish, warm_up
    from kotc_sim.errors import KotcError
    from kotc_sim.experiments.keeper.rate import rate
    from kotc_sim.games.keeper.cards.reader import load_cards
    from kotc_sim.games.keeper.reference import gauntlet, kotc_edition
    from kotc_sim.progress import Progress
    from kotc_sim.runs import Contest, Workers
    from kotc_sim.runs.checkpoint import resumable

    rules = kotc_edition(edition_of(files, edition))
    cards = [found for path in files for found in load_cards(path, rules)]
    if card:
        known = {found.name for found in cards}
        for name in card:
            if name not in known:
                raise KotcError(f"there is no card {name!r} in these files", fix=f"Known: {', '.join(sorted(known))}")
        cards = [found for found in cards if found.name in card]
    profiles = profile_names(profile)
    for name in profiles:
        warm_up(Contest(gauntlet(rules)[:2], (name, name)))
    with (
        resumable(resume, arguments()) as kept,
        Workers(jobs, scheduler, kept) as workers,
        Progress(None, "games") as progress,
    ):
        result = rate(
            cards,
            rules,
            profiles=profiles,
            games=games,
            slots=slots,
            seed=seed,
            workers=workers,
            on_chunk=progress.advance,
        )
    result.data["notes"] += [f"Not legal: {problem}" for found in cards for problem in found.problems]
    finish(result.data, WithEfficiency, seed=seed, json=json, html=html, csv=csv, parquet=parquet)  # type: ignore[arg-type]
    raise typer.Exit(result.exit_code)


def edition_of(files: Sequence[Path], name: str | None) -> EditionData:
    """Return the edition of the option, else the one that the files name, else the newest.

    Raises
    ------
    KotcError
        If the files name several.
    """
    from kotc_sim.commands.play import _stated_edition
    from kotc_sim.errors import KotcError
    from kotc_sim.games.keeper.editions import load_edition

    if name is not None:
        return load_edition(name)
    stated = {found: path for path in files if (found := _stated_edition(path))}
    if len(stated) > 1:
        raise KotcError(f"the files are of several editions: {', '.join(sorted(stated))}", fix="Choose one with --edition")
    if not stated:
        return load_edition("kotc-17")
    found, path = next(iter(stated.items()))
    return load_edition(found, path.parent)


def profile_names(text: str) -> list[str]:
    """Return the strategies of ``--profile``, each once.

    Raises
    ------
    KotcError
        If none is named.
    """
    from kotc_sim.errors import KotcError

    names = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not names:
        raise KotcError("--profile names no strategy", fix="Write for instance --profile greedy,midrange")
    return names


class WithEfficiency:
    """The report of rated cards, with the table of what they give for their cost."""

    @staticmethod
    def report(result: Mapping[str, Any]) -> Report:
        """Return the report; see `kotc_sim.reports.keeper.rate.report`."""
        from kotc_sim.reports.keeper import rate as rated
        from kotc_sim.reports.kit.report import Section
        from kotc_sim.reports.kit.table import Column, Table

        made = rated.report(result)
        columns = [
            Column("Card"),
            Column("Level", "level"),
            Column("Fair level", "level"),
            Column("Damage per SP", "number"),
            Column("of plain minions", "number"),
            Column("Damage per level", "number"),
            Column("A level is worth", "difference"),
        ]
        rows = []
        for card in result["cards"]:
            gives = card["efficiency"]
            worth = ("damage_per_sp", "control_damage_per_sp", "damage_per_level", "score_per_level")
            rows.append([card["name"], card["level"], card["fair_level"], *(gives[key] for key in worth)])
        text = ["Damage of the whole deck with the card, beside the deck with plain minions in its place."]
        section = Section("Cost and effect", text, tables=[Table("Cost and effect", columns, rows)])
        return replace(made, sections=[*made.sections, section])
