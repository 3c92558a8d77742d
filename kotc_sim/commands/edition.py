"""``kotc-sim edition``: show an edition, check a proposal, compare two in play, list what there is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__, games
from kotc_sim.commands import options
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.levelup.cards.deck import load_deck as load_levelup_deck
from kotc_sim.games.levelup.editions.loader import load_edition as load_levelup
from kotc_sim.games.registry import LEVELUP, game_of_edition
from kotc_sim.output import json_text

command = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Show editions, and check proposals for new ones.",
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
Fair = Annotated[
    str | None,
    typer.Option("--fair", metavar="changed|all", help="Also find the fair level of the components that changed, or of all, in both."),
]
Proposal = Annotated[Path, typer.Argument(metavar="FILE", help="A proposal: an edition file (YAML).")]


@command.command("list")
def list_(json: options.Json = False) -> None:
    """List the editions that are shipped."""
    rows = [game.describe.edition_row(game.edition(name)) for game in games.GAMES.values() for name in game.editions()]
    if json:
        _print_json("edition list", editions=[row for _, row in rows])
        return
    for line, _ in rows:
        typer.echo(line)


@command.command("show")
def show(name: Name, json: options.Json = False) -> None:
    """Show an edition: its switches, its vocabulary with prices, its counters."""
    game = games.of_edition(name)
    edition = game.edition(name)
    if json:
        _print_json("edition show", **game.describe.edition_json(edition))
    else:
        typer.echo(game.describe.edition_text(edition))


@command.command("check")
def check(file: Proposal, json: options.Json = False) -> None:
    """Check a proposal, and say what it changes. Exit code 2 if the file has a fault."""
    game = games.of_edition(file)
    edition = game.edition(file)
    game.check(edition)  # a fault of a text that only a card would meet
    if json:
        _print_json("edition check", **game.describe.proposal_json(edition))
    else:
        typer.echo(game.describe.proposal_text(edition))


@command.command("diff")
def diff(
    before: Before,
    after: After,
    decks: Decks = None,
    games: options.Games = 4_000,
    seed: options.Seed = 1,
    strategy: Strategy = None,
    fair: Fair = None,
    jobs: options.Jobs = None,
    scheduler: options.Scheduler = None,
    resume: options.Resume = None,
    json: options.Json = False,
    html: options.Html = None,
    csv: options.Csv = None,
    parquet: options.Parquet = None,
) -> None:
    """Play the same decks in two editions on the same seeds: what changes for a player, for decks, for cards.

    Cards are priced by each edition's formula and refurbished, designed again or left out as its rules say.
    --games is the number for each match-up and edition.
    """
    from kotc_sim.commands.play import DEFAULT_STRATEGY, finish, load_any_deck, warm_up
    from kotc_sim.experiments.edition_diff import edition_diff
    from kotc_sim.experiments.keeper.edition_prices import add_fair_levels
    from kotc_sim.progress import Progress
    from kotc_sim.reports import edition_diff as report
    from kotc_sim.runs import Contest, Workers
    from kotc_sim.runs.checkpoint import resumable

    if fair not in (None, "changed", "all"):
        raise KotcError(f"--fair: {fair!r} is no choice", fix="Write --fair changed, or --fair all.")
    if fair is not None and game_of_edition(before) == LEVELUP:
        raise KotcError("--fair: Level-Up's effects are priced in points of attack", fix="Use kotc-sim price TEXT --edition FILE.")
    for path in decks or ():
        options.check_input(path)
    old, new, carried, loaded = carry_all(before, after, [load_any_deck(path, None) for path in decks or ()])
    names = [strategy or deck.strategy or DEFAULT_STRATEGY for deck in loaded]
    for name, deck in zip(names, carried, strict=True):
        if deck.before is not None:
            warm_up(Contest((deck.before, deck.before), (name, name)))
    n = sum(deck.before is not None for deck in carried)
    with (
        resumable(resume, options.arguments()) as kept,
        Workers(jobs, scheduler, kept) as workers,
        Progress(max(1, n * (n - 1) // 2) * 2 * games, "games") as progress,
    ):
        result = edition_diff(old, new, carried, names, games=games, seed=seed, workers=workers, on_chunk=progress.advance)
        if fair is not None:
            progress.total = None
            add_fair_levels(
                result.data, old, new, fair, profile=strategy or DEFAULT_STRATEGY, seed=seed, workers=workers, on_chunk=progress.advance
            )
    finish(result.data, report, seed=seed, json=json, html=html, csv=csv, parquet=parquet)


def carry_all(before: str, after: str, decks: Sequence[Any]) -> tuple[Any, Any, list[Any], list[Any]]:
    """Carry decks into two editions.

    Parameters
    ----------
    before, after : str
        Names of editions, or files that extend one; both of one game.
    decks : sequence of Deck
        Decks that were loaded, of that game; none for those shipped for ``before``.

    Returns
    -------
    tuple
        Both editions, the decks as carried, and the decks themselves.
    """
    from kotc_sim.experiments.keeper import carry
    from kotc_sim.games.keeper.cards.card import Deck
    from kotc_sim.games.keeper.cards.deck import load_deck

    if game_of_edition(before) == LEVELUP or game_of_edition(after) == LEVELUP:
        for name in (before, after):
            if game_of_edition(name) != LEVELUP:
                load_edition(name)  # an edition that there is not is the first thing to say
                raise KotcError(f"{name} is an edition of another game than Level-Up", fix="Compare editions of one game.")
        if not decks:
            decks = [load_levelup_deck(path) for path in carry.shipped_levelup_decks()]
        for deck in decks:
            if getattr(deck, "game", "") != LEVELUP:
                raise KotcError(f"the deck {deck.name} is of another game than Level-Up", fix="Leave it out.")
        moved = [carry.carry_levelup(deck, before, after) for deck in decks]
        return load_levelup(before), load_levelup(after), moved, list(decks)
    old, new = load_edition(before), load_edition(after)
    if not decks:
        decks = [load_deck(path) for path in carry.shipped_decks([old.base])]
    for deck in decks:
        if not isinstance(deck, Deck):
            raise KotcError(f"the deck {deck.name} is of another game than {old.name}", fix="Leave it out.")
    return old, new, [carry.carry(deck, old, new) for deck in decks], list(decks)


def _print_json(name: str, /, **content: Any) -> None:
    head = {"command": name, "version": __version__, "seed": None, "reproduce": options.reproduce_command()}
    typer.echo(json_text({**head, **content}))
