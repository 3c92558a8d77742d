"""``kotc-sim balance EDITION``: propose the next edition."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim.commands.options import (
    Brief,
    Csv,
    Html,
    Jobs,
    Json,
    Parquet,
    Profiles,
    Resume,
    Scheduler,
    Seed,
    Strict,
    arguments,
    checked_output,
    precision_of,
    reproduce_command,
    seconds_of,
    without_output,
)
from kotc_sim.errors import KotcError

Name = Annotated[str, typer.Argument(metavar="EDITION", help="An edition's name, or a file that extends one.")]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only", metavar="TEXT", help="Measure and change only this component; repeatable. sp and hp: points of a minion's body."
    ),
]
Keep = Annotated[
    list[str] | None,
    typer.Option("--keep", metavar="TEXT", help="Do not change this component, or this rule (rules.hand_size); repeatable."),
]
Most = Annotated[int | None, typer.Option("--most", min=1, metavar="N", help="Change so many prices at most.")]
Budget = Annotated[
    str | None,
    typer.Option("--budget", metavar="TIME", help="About so much processor time, such as 10m or 8h; always the same games."),
]
Prefer = Annotated[
    str,
    typer.Option(
        "--prefer",
        metavar="bodies|texts",
        help="Where plain minions are mispriced: mend their bodies first, or texts alone. By default both are tried.",
    ),
]
Rounds = Annotated[int, typer.Option("--rounds", min=1, max=20, metavar="N", help="Rounds of measuring and choosing at most.")]
Rules = Annotated[bool, typer.Option("--rules", help="Also change rule numbers, for the targets that follow.")]
Turns = Annotated[str | None, typer.Option("--turns", metavar="LOW..HIGH", help="How many turns a game should take, such as 15..25.")]
First = Annotated[
    str | None,
    typer.Option("--first-player", metavar="RANGE", help="How many games in a hundred who goes first should win, such as 50±1."),
]
Decided = Annotated[
    str | None, typer.Option("--decided", metavar="RANGE", help="How many games in a hundred should have a winner: 98..100.")
]
Precision = Annotated[float, precision_of("a premium that is judged")]
Field = Annotated[
    bool,
    typer.Option("--field/--no-field", help="Tell which decks matter and how games go, before and after, and choose how far prices go."),
]
Exploits = Annotated[bool, typer.Option("--exploits/--no-exploits", help="Search for cards that cost too little under the proposal.")]


def _output(context: typer.Context, path: Path | None) -> Path | None:
    return checked_output(context, path)


Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", callback=_output, help="Write the proposal here, as an edition file.")]


def command(
    edition: Name,
    only: Only = None,
    keep: Keep = None,
    most: Most = None,
    budget: Budget = None,
    prefer: Prefer = "",
    rounds: Rounds = 6,
    rules: Rules = False,
    turns: Turns = None,
    first_player: First = None,
    decided: Decided = None,
    profile: Profiles = None,
    precision: Precision = 0.35,
    field: Field = True,
    exploits: Exploits = True,
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
    """Propose the next edition: the fewest printable prices after which no component is shown to be mispriced.

    Rounds of measuring every component, choosing prices for those shown to be mispriced, and tuning homes again; each change is judged once
    more on fresh games. With --strict: exit code 1 if a price should change, 3 if the budget was spent before that was settled.
    """
    from kotc_sim import games
    from kotc_sim.commands.play import finish, leave, profile_names
    from kotc_sim.experiments.balance import balance as search
    from kotc_sim.experiments.pilots import pilots_of
    from kotc_sim.experiments.price import require_stated_prices
    from kotc_sim.reports import balance as report
    from kotc_sim.runs import open_session, warm_up

    asked_rules: Any = games.edition(edition)
    game = games.of(asked_rules)
    require_stated_prices(game, "kotc-sim balance changes stated prices")
    if prefer not in ("", "bodies", "texts"):
        raise KotcError(f"--prefer {prefer} is neither bodies nor texts")
    targets = _targets(search, rules, {"--turns": turns, "--first-player": first_player, "--decided": decided})
    profiles = profile_names(profile) if profile else ()
    options: dict[str, Any] = {
        "only": search.ids_of(only or (), asked_rules),
        "keep": search.ids_of(keep or (), asked_rules),
        "most": most,
        "prefer": prefer,
        "budget": math.inf if budget is None else seconds_of(budget),
        "rounds": rounds,
        "targets": targets,
        "profiles": profiles,
        "precision": precision,
        "with_field": field,
        "with_exploits": exploits,
    }
    warm_up(game.reference_decks(asked_rules)[:2], pilots_of(game, profiles).all)
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume) as (workers, on_chunk):
        result = search.balance(asked_rules, **options, seed=seed, workers=workers, on_chunk=on_chunk)
    files = {}
    if out is not None:
        heading = f"Proposed by `{reproduce_command(without_output(arguments()), seed=seed)}`: {result.data['verdict']}."
        files[out] = search.file_of(result, f"{asked_rules.name} balanced", out, heading)
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet, more=files)
    leave(result.answer, strict)


def _targets(search: Any, rules: bool, given: dict[str, str | None]) -> list[Any]:
    """Return what figures of games should be."""
    stated = {option: text for option, text in given.items() if text is not None}
    if stated and not rules:
        raise KotcError(f"{next(iter(stated))} is a target for rule numbers", fix="Add --rules, which lets them change.")
    if rules and not stated:
        raise KotcError("--rules without a target", fix="State one: --turns 15..25, --first-player 50±1, --decided 98..100")
    return [search.target_of(option, text) for option, text in stated.items()]
