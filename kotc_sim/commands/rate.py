"""``kotc-sim rate FILE…``: what proposed cards are worth, over- or underpriced."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim.commands.options import (
    Brief,
    Csv,
    Edition,
    Html,
    Jobs,
    Json,
    Parquet,
    Profiles,
    Resume,
    Scheduler,
    Seed,
    Strict,
    all_readable,
    arguments,
    precision_of,
)

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", callback=all_readable, help="Files of cards, or decks (YAML).")]
Only = Annotated[list[str] | None, typer.Option("--card", metavar="NAME", help="Only this card of the files; repeatable.")]
In = Annotated[Path | None, typer.Option("--in", metavar="DECK", help="Judge in this deck, in place of the tuned homes.")]
Precision = Annotated[float | None, precision_of("the gain", "0.25")]
Meta = Annotated[
    Path | None,
    typer.Option("--meta", metavar="FOLDER", help="Decks that matter, of `meta --out`; by default those that come with the edition."),
]
Copies = Annotated[int | None, typer.Option("--copies", min=1, max=20, metavar="N", help="Copies of the card in a deck.", show_default="8")]


def command(
    files: Files,
    card: Only = None,
    deck: In = None,
    profile: Profiles = None,
    precision: Precision = None,
    copies: Copies = None,
    meta: Meta = None,
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
    """Is a card worth its level? Decks with eight copies of it play decks without, and each copy's gain is measured, in points of score.

    The decks (homes) were tuned for the edition. The report says which level would be fair. Creatures of Level-Up play beside plain ones
    of their level and defense, and get a fair attack.

    With --strict: exit code 1 if a card is shown to be mispriced, 3 if that is not decided.
    """
    from kotc_sim.commands.files import load_cards, load_deck
    from kotc_sim.commands.play import finish, leave, profile_names
    from kotc_sim.experiments.pilots import pilots_of
    from kotc_sim.experiments.worth.field import read_field
    from kotc_sim.experiments.worth.homes import table_of
    from kotc_sim.experiments.worth.rate import rate
    from kotc_sim.reports import rate as report
    from kotc_sim.runs import open_session, warm_up

    game, rules, cards = load_cards(files, edition, card or ())
    own: Any = None if deck is None else load_deck(deck, edition or str(rules.file))
    field: Any = None if meta is None else read_field(meta, table_of(rules))
    asked = {"precision": precision, "metagame": field, "copies": copies, "deck": own, "profiles": profile and profile_names(profile)}
    options = {name: value for name, value in asked.items() if value is not None}
    warm_up(game.reference_decks(rules, 8)[:2], pilots_of(game, options.get("profiles", ())).all)
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume) as (workers, on_chunk):
        result = rate(cards, rules, seed=seed, workers=workers, on_chunk=on_chunk, **options)
    result.data["notes"] += [f"Not legal: {problem}" for found in cards for problem in game.check(found)]
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
    leave(result.answer, strict)
