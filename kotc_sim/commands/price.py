"""``kotc-sim price "TEXT"``: the fair price of a component, official or proposed."""

from __future__ import annotations

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
    arguments,
    precision_of,
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
Precision = Annotated[float | None, precision_of("the premium", "0.25")]
Check = Annotated[bool, typer.Option("--cross-check/--no-cross-check", help="Add the second estimate, from mirrored decks.")]


def command(
    texts: Texts = None,
    everything: All = False,
    hedonic: HedonicCards = 0,
    profile: Profiles = None,
    precision: Precision = None,
    cross_check: Check = True,
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
    """Is a text worth its price? Cards with it play in tuned decks, beside the same cards without it and without its price.

    Effects of Level-Up (--edition levelup) are priced in points of attack; 'latent: When …' chooses the type of an effect.
    With --strict: exit code 1 if a component is shown to be mispriced, 3 if that is not decided.
    """
    from kotc_sim import games as registry
    from kotc_sim.commands.play import finish, leave, profile_names
    from kotc_sim.errors import KotcError
    from kotc_sim.experiments.price import prices_of, require_formulas
    from kotc_sim.reports import price as report
    from kotc_sim.runs import open_session, warm_up

    if everything == bool(texts):
        raise KotcError("name the components to price, or all of them", fix="kotc-sim price 'draw 1 card', or --all")
    rules: Any = registry.edition(edition)
    game = registry.of(rules)
    prices = prices_of(game)
    asked = {"precision": precision, "profiles": profile and profile_names(profile)}
    options: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    if hedonic:
        require_formulas(game)
    prices.require_known(texts or (), rules)  # before the wait for the compiler
    who = prices.pilots(game, options.get("profiles", ()))
    warm_up(game.reference_decks(rules)[:2], who)
    with open_session(arguments(), jobs=jobs, scheduler=scheduler, resume=resume) as (workers, on_chunk):
        run: dict[str, Any] = {**options, "seed": seed, "workers": workers, "on_chunk": on_chunk}
        result = (
            prices.price_all(rules, **run) if everything else prices.price_components(texts or (), rules, cross_check=cross_check, **run)
        )
        if hedonic:
            from kotc_sim.experiments.price.hedonic import add_to, hedonic_prices

            add_to(result.data, hedonic_prices(rules, cards=hedonic, strategy=who[0], seed=seed, workers=workers, on_chunk=on_chunk))
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
    leave(result.answer, strict)
