"""``kotc-sim tournament DECKS…``: ratings, matrix and equilibrium of many decks."""

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
    Plan,
    Resume,
    Scheduler,
    Seed,
    Strict,
    TrustDecks,
    all_readable,
    arguments,
)

Decks = Annotated[
    list[Path],
    typer.Argument(metavar="DECKS…", callback=all_readable, help="Two decks or more (YAML), all of one edition."),
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
    plan: Plan = False,
    trust_decks: TrustDecks = False,
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
    """Which of several decks is the strongest, and what beats what? Everybody plays everybody.

    The report says which decks to play and how often, then gives all scores, ratings, decks that another one makes useless, and cycles.

    With --strict: exit code 1 if one deck answers all others, 3 if that is not decided.
    """
    from kotc_sim.commands.files import load_deck
    from kotc_sim.commands.play import finish, leave
    from kotc_sim.experiments.matchup.tournament import Entrant, check_entrants, tournament
    from kotc_sim.reports import tournament as report
    from kotc_sim.runs import learn, open_session, warm_up
    from kotc_sim.strategies.who_plays import who_plays

    entrants = []
    for deck in [load_deck(path, edition) for path in decks]:
        for name in strategy or [who_plays(deck, trusted=trust_decks)]:
            entrants.append(Entrant("", deck, name))
    check_entrants(entrants)
    if plan:
        from kotc_sim.experiments.matchup.plan import plan_tournament
        from kotc_sim.reports import plan as plan_report

        found = plan_tournament(len(entrants), games, list(dict.fromkeys(entrant.strategy for entrant in entrants)))
        data = {"command": "tournament", "edition": entrants[0].deck.edition.name, "title": f"{len(entrants)} decks", **found}
        finish(data, plan_report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
        return
    warm_up([entrants[0].deck, entrants[1].deck], [entrant.strategy for entrant in entrants])
    fit = learn(
        list({id(entrant.deck): entrant.deck for entrant in entrants}.values()), [entrant.strategy for entrant in entrants], jobs=jobs
    )
    n = len(entrants)
    total = n * (n - 1) // 2 * (games + games % 2)
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=total) as (workers, on_chunk):
        result = tournament(entrants, games=games, seed=seed, workers=workers, on_chunk=on_chunk, fit=fit)
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
    leave(result.answer, strict)
