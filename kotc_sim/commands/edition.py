"""``kotc-sim edition``: show an edition, check a proposal, compare two in play, list what there is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__
from kotc_sim.commands import levelup, options
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.editions import Edition, edition_names, load_edition
from kotc_sim.games.keeper.editions.difference import Difference, difference
from kotc_sim.games.levelup.cards.deck import load_deck as load_levelup_deck
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.difference import changed_rules
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
_HEADINGS = {
    "caveat": "Caveats",
    "condition": "Activation conditions",
    "cost": "Activation costs",
    "target": "Target selections",
    "effect": "Effects",
}


@command.command("list")
def list_(json: options.Json = False) -> None:
    """List the editions that are shipped."""
    editions = [load_edition(name) for name in edition_names()]
    other = load_levelup()
    if json:
        _print_json(
            "edition list",
            editions=[{"name": edition.name, "title": edition.title, "components": len(edition.rows)} for edition in editions]
            + [{"name": other.name, "title": "Level-Up", "components": len(other.templates)}],
        )
        return
    for edition in editions:
        typer.echo(f"{edition.name:<8}  {edition.title}, {len(edition.rows)} components, {len(edition.counters)} kinds of counters")
    typer.echo(f"{other.name:<8}  Level-Up, the second game, {len(other.templates)} effect texts, {len(other.switches)} switches")


@command.command("show")
def show(name: Name, json: options.Json = False) -> None:
    """Show an edition: its switches, its vocabulary with prices, its counters."""
    if game_of_edition(name) == LEVELUP:
        other = load_levelup(name)
        if json:
            _print_json("edition show", **levelup.edition_json(other))
        else:
            typer.echo(levelup.edition_text(other))
        return
    edition = load_edition(name)
    if json:
        _print_json("edition show", **edition_json(edition))
        return
    typer.echo(f"{edition.title}\n\nRules")
    for switch, value in edition.rules.items():
        typer.echo(f"  {switch:<28} {str(value).lower() if isinstance(value, bool) else value}")
    for section, heading in _HEADINGS.items():
        rows = edition.section(section)
        if rows:
            typer.echo(f"\n{heading}")
        for row in rows:
            ultra = f"  +{row.ultra} {edition.terms['ultra']}" if row.ultra else ""
            banned = f"  banned ({row.banned})" if row.banned else ""
            typer.echo(f"  {row.level.text:<10} {row.text}{ultra}{banned}")
    typer.echo("\nCounters")
    for counter in edition.counters.values():
        way = f"popped ({counter.pop})" if counter.pop else f"reacts ({counter.react})" if counter.react else ""
        typer.echo(f"  {counter.text:<22} {way}".rstrip())


@command.command("check")
def check(file: Proposal, json: options.Json = False) -> None:
    """Check a proposal, and say what it changes. Exit code 2 if the file has a fault."""
    if game_of_edition(file) == LEVELUP:
        _check_levelup(file, json)
        return
    edition = load_edition(str(file.resolve()) if file.exists() else str(file))
    changes = difference(load_edition(edition.base), edition) if edition.base in edition_names() else None
    if json:
        _print_json(
            "edition check",
            edition=edition.name,
            base=edition.base,
            valid=True,
            changes={} if changes is None else difference_json(changes),
        )
        return
    typer.echo(f"{edition.title}: the file is sound.")
    if changes is None:
        return
    typer.echo("\n".join(difference_lines(changes)) or f"  It changes nothing in {edition.base}.")


def _check_levelup(file: Path, json: bool) -> None:
    edition = load_levelup(file)
    Vocabulary(edition)  # the texts that it adds are read as cards would read them
    changes = changed_rules(load_levelup(), edition)
    if json:
        rows = [{"rule": name, "before": old, "after": new} for name, old, new in changes]
        _print_json("edition check", edition=edition.name, base="levelup", valid=True, changes={"rules": rows})
        return
    typer.echo(f"{edition.name}: the file is sound.")
    lines = [f"  {name}: {old} -> {new}" for name, old, new in changes]
    typer.echo("\n".join(lines) or "  It changes nothing in levelup.")


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

    Cards are priced by each edition's formula and refurbished, designed anew or left out as its rules say.
    --games is the number for each match-up and edition.
    """
    from kotc_sim.commands.play import DEFAULT_STRATEGY, finish, load_any_deck, warm_up
    from kotc_sim.experiments.edition_diff import edition_diff
    from kotc_sim.experiments.keeper.edition_prices import add_fair_levels
    from kotc_sim.progress import Progress
    from kotc_sim.reports import edition_diff as report
    from kotc_sim.runs.checkpoint import resumable
    from kotc_sim.runs.play import Contest, Workers

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


def difference_lines(changes: Difference) -> list[str]:
    """Return changes between two editions as lines of text."""
    lines = [f"  rule {name}: {_word(old)} -> {_word(new)}" for name, (old, new) in changes.switches.items()]
    for change in changes.changed:
        for part in change.parts:
            old, new = getattr(change.old, part), getattr(change.new, part)
            if part == "level":
                lines.append(f"  {change.new.id}: level {old.text} -> {new.text}")
            elif part in ("text", "ultra"):
                lines.append(f"  {change.new.id}: {part} {old!r} -> {new!r}")
            elif part == "banned":
                lines.append(f"  {change.new.id}: {'allowed' if new is None else 'banned'}")
            else:
                lines.append(f"  {change.new.id}: {part} changed")
    lines += [f"  new {row.id}: {row.text!r}, level {row.level.text}" for row in changes.added]
    lines += [f"  gone {row.id}: {row.text!r}" for row in changes.removed]
    for name, (before, after) in changes.counters.items():
        lines.append(f"  counter {name}: " + ("new" if before is None else "gone" if after is None else "changed"))
    return lines


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def difference_json(changes: Difference) -> dict[str, Any]:
    """Return changes between two editions as JSON has them."""
    return {
        "rules": {name: {"old": old, "new": new} for name, (old, new) in changes.switches.items()},
        "changed": [
            {
                "id": change.new.id,
                "parts": list(change.parts),
                "old_level": change.old.level.text,
                "new_level": change.new.level.text,
                "old_text": change.old.text,
                "new_text": change.new.text,
            }
            for change in changes.changed
        ],
        "added": [{"id": row.id, "text": row.text, "level": row.level.text} for row in changes.added],
        "removed": [{"id": row.id, "text": row.text} for row in changes.removed],
        "counters": sorted(changes.counters),
    }


def edition_json(edition: Edition) -> dict[str, Any]:
    """Return an edition as JSON has it."""
    return {
        "name": edition.name,
        "title": edition.title,
        "number": edition.number,
        "base": edition.base,
        "terms": dict(edition.terms),
        "rules": dict(edition.rules),
        "components": [
            {
                "id": row.id,
                "section": row.section,
                "text": row.text,
                "level": row.level.text,
                "ultra": row.ultra,
                "banned": row.banned,
            }
            for row in edition.rows.values()
        ],
        "counters": [
            {"name": counter.name, "text": counter.text, "pop": counter.pop, "react": counter.react}
            for counter in edition.counters.values()
        ],
    }


def _print_json(name: str, /, **content: Any) -> None:
    head = {"command": name, "version": __version__, "seed": None, "reproduce": options.reproduce_command()}
    typer.echo(json_text({**head, **content}))
