"""``kotc-sim edition``: show an edition, check a proposal, compare two in play, list what there is, tell their history."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__
from kotc_sim import games as registry
from kotc_sim.commands import options
from kotc_sim.commands.game_option import GameKey
from kotc_sim.errors import KotcError, say
from kotc_sim.games.pilots import STRATEGY
from kotc_sim.output import json_text
from kotc_sim.progress import stage

GAMES_SHARE = 0.1
"""Share of the time of `diff --fair` that its match-ups take, about; the rest are prices."""

command = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="What does an edition say, and what does a proposal change?",
)

Name = Annotated[str, typer.Argument(metavar="NAME|FILE", help="An edition's name, or a file that extends one.")]
Before = Annotated[str, typer.Argument(metavar="BEFORE", help="An edition's name, or a file that extends one.")]
After = Annotated[str, typer.Argument(metavar="AFTER", help="The edition or proposal to compare it with.")]
Decks = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[DECKS…]", help="Decks (YAML) of any edition; by default those shipped for BEFORE."),
]
Strategy = Annotated[
    str | None,
    typer.Option("--strategy", "-s", metavar="NAME|FILE", help="Who plays all decks; by default each deck's own."),
]
Player = Annotated[str, typer.Option("--strategy", "-s", metavar="NAME|FILE", help="Who plays all decks.")]
Fair = Annotated[
    str | None,
    typer.Option("--fair", metavar="changed|all", help="Also find the fair level of the components that changed, or of all, in both."),
]
Proposal = Annotated[Path, typer.Argument(metavar="FILE", help="A proposal: an edition file (YAML).")]


@command.command("list")
def list_(json: options.Json = False) -> None:
    """List the editions that are shipped."""
    rows = [game.describe.edition_row(game.edition(name)) for game in registry.GAMES.values() for name in game.editions()]
    if json:
        _print_json("edition list", editions=[row for _, row in rows])
        return
    for line, _ in rows:
        say(line)


@command.command("show")
def show(name: Name, json: options.Json = False) -> None:
    """Show an edition: its switches, its vocabulary with prices, its counters."""
    game = registry.of_edition(name)
    edition = game.edition(name)
    if json:
        _print_json("edition show", **game.describe.edition_json(edition))
    else:
        say(game.describe.edition_text(edition))


@command.command("check")
def check(file: Proposal, json: options.Json = False) -> None:
    """Check a proposal, and say what it changes. Exit code 2 if the file has a fault."""
    game = registry.of_edition(file)
    edition = game.edition(file)
    game.check(edition)  # a fault of a text that only a card would meet
    if json:
        _print_json("edition check", **game.describe.proposal_json(edition))
    else:
        say(game.describe.proposal_text(edition))


@command.command("diff")
def diff(
    before: Before,
    after: After,
    decks: Decks = None,
    games: options.Games = 4_000,
    seed: options.Seed = 1,
    strategy: Strategy = None,
    trust_decks: options.TrustDecks = False,
    fair: Fair = None,
    jobs: options.Jobs = None,
    scheduler: options.Scheduler = None,
    resume: options.Resume = None,
    strict: options.Strict = False,
    brief: options.Brief = False,
    json: options.Json = False,
    html: options.Html = None,
    csv: options.Csv = None,
    parquet: options.Parquet = None,
) -> None:
    """Say what an edition or a proposal changes: the same decks play in both, on the same shuffles and dice.

    Cards are priced by each edition's formula and refurbished, designed again or left out as its rules say.
    What a proposal changes and no deck uses is played in decks that are built for it.
    --games is the number for each match-up and edition. With --strict: exit code 3 if it is not decided what changes.
    """
    from kotc_sim.commands.files import load_deck
    from kotc_sim.commands.play import finish, leave
    from kotc_sim.experiments.edition.carried import carry_all, carry_what_changed
    from kotc_sim.experiments.edition.diff import edition_diff
    from kotc_sim.experiments.price import require_fair_levels
    from kotc_sim.reports import edition_diff as report
    from kotc_sim.runs import open_session, warm_up
    from kotc_sim.strategies.who_plays import who_plays

    if fair not in (None, "changed", "all"):
        raise KotcError(f"--fair: {fair!r} is no choice", fix="Write --fair changed, or --fair all.")
    if fair is not None:
        require_fair_levels(registry.of_edition(before))
    for path in decks or ():
        options.check_input(path)
    old: Any
    new: Any
    old, new, carried, loaded = carry_all(before, after, [load_deck(path) for path in decks or ()])
    names = [who_plays(deck, strategy, trusted=trust_decks) for deck in loaded]
    built = carry_what_changed(old, new, carried)
    carried, names = [*carried, *built], [*names, *(strategy or STRATEGY for _ in built)]
    for name, deck in zip(names, carried, strict=True):
        if deck.before is not None:
            warm_up([deck.before, deck.before], [name])
    n = sum(deck.before is not None for deck in carried)
    total = max(1, n * (n - 1) // 2) * 2 * games if fair is None else None  # how many games prices take is not known
    with open_session(options.arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=total) as (workers, on_chunk):
        with stage("games in both editions", 1.0 if fair is None else GAMES_SHARE):
            result = edition_diff(old, new, carried, names, games=games, seed=seed, workers=workers, on_chunk=on_chunk)
        if fair is not None:
            from kotc_sim.experiments.price.edition_prices import add_fair_levels

            profiles = [strategy] if strategy else ()
            add_fair_levels(result.data, old, new, fair, profiles=profiles, seed=seed, workers=workers, on_chunk=on_chunk)
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)
    leave(result.answer, strict)


@command.command("history")
def history(
    games: options.Games = 400,
    seed: options.Seed = 1,
    strategy: Player = STRATEGY,
    game: GameKey = registry.FIRST.key,
    jobs: options.Jobs = None,
    scheduler: options.Scheduler = None,
    resume: options.Resume = None,
    brief: options.Brief = False,
    json: options.Json = False,
    html: options.Html = None,
    csv: options.Csv = None,
    parquet: options.Parquet = None,
) -> None:
    """Tell what changed from each published edition to the next, and how it plays: the same ideas of a deck play in all.

    The decks are of plain minions and standard spells, built from each edition's own prices: fast, middle and slow.
    --games is the number for each match-up and edition.
    """
    from kotc_sim.commands.play import finish
    from kotc_sim.experiments.edition.history import edition_history, published
    from kotc_sim.experiments.edition.ideas import games_in_all, ideas
    from kotc_sim.reports import edition_history as report
    from kotc_sim.runs import open_session, warm_up

    editions = published(registry.GAMES[game])
    warm_up(ideas(editions[0])[:2], [strategy])
    with open_session(options.arguments(), jobs=jobs, scheduler=scheduler, resume=resume, total=games_in_all(editions, games)) as (
        workers,
        on_chunk,
    ):
        result = edition_history(editions, strategy=strategy, games_each=games, seed=seed, workers=workers, on_chunk=on_chunk)
    finish(result.data, report, seed=seed, brief=brief, json=json, html=html, csv=csv, parquet=parquet)


def _print_json(name: str, /, **content: Any) -> None:
    head = {"command": name, "version": __version__, "seed": None, "reproduce": options.reproduce_command()}
    say(json_text({**head, **content}))
