"""``kotc-sim deck``: whether a deck is legal, and its curve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__
from kotc_sim.commands import levelup, options
from kotc_sim.commands.card import problem_json
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.levelup.cards.card import Deck as LevelUpDeck
from kotc_sim.games.levelup.cards.deck import load_deck as load_levelup
from kotc_sim.games.registry import LEVELUP, game_of
from kotc_sim.output import json_text

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Decks (YAML).")]
_BAR = 40


def command(files: Files, edition: options.Edition = None, json: options.Json = False) -> None:
    """Legality and curve of decks.

    Exit code 0 if all decks are legal, 1 if one is not, 2 if one cannot be read.
    """
    decks: list[Deck | LevelUpDeck] = []
    errors: list[KotcError] = []
    for file in files:
        try:
            if game_of(file, edition) == LEVELUP:
                decks.append(load_levelup(file, edition))
            else:
                decks.append(load_deck(file, edition=edition, legal=False))
        except KotcError as error:
            errors.append(error)
    if json:
        typer.echo(json_text(as_json(decks)))
    else:
        for deck in decks:
            typer.echo(shown(deck) if isinstance(deck, Deck) else levelup.deck_text(deck))
    for fault in errors:
        typer.echo(f"error: {fault}", err=True)
    if errors:
        raise typer.Exit(2)
    if any(deck_problems(deck) if isinstance(deck, Deck) else levelup.illegal(deck) for deck in decks):
        raise typer.Exit(1)


def curve(deck: Deck) -> dict[int, int]:
    """Return how many cards of the deck have each level, the reserves not included, in order of level."""
    levels: Counter[int] = Counter()
    for card, count in deck.main:
        levels[card.level] += count
    return dict(sorted(levels.items()))


def shown(deck: Deck) -> str:
    """Return a deck's summary as text: size, curve, and what is wrong with it."""
    terms = deck.edition.terms
    total = sum(count for _, count in deck.main)
    minions = sum(count for card, count in deck.main if card.kind == "minion")
    mean = sum(card.level * count for card, count in deck.main) / total if total else 0.0
    lines = [
        f"{deck.name}: {deck.size} cards ({deck.edition.title})",
        f"  {minions} {terms['minions']}, {total - minions} {terms['spell']}s, mean {terms['level']} {mean:.2f}",
    ]
    if isinstance(deck.edition.rules["ultra_limit"], int):
        lines.append(f"  {deck.ultra} of {deck.edition.rules['ultra_limit']} {terms['ultra']}")
    if deck.reserves:
        names = ", ".join(f"{count} {card.name}" for card, count in deck.reserves)
        lines.append(f"  reserves: {names}")
    counts = curve(deck)
    most = max(counts.values(), default=1)
    for level, count in counts.items():
        bar = "#" * max(1, round(count * _BAR / max(most, _BAR)))
        lines.append(f"  {terms['level']} {level:>2}  {count:>3}  {bar}")
    problems = deck_problems(deck)
    for problem in problems:
        rule = f" ({problem.rule})" if problem.rule else ""
        place = f"{problem.file}:{problem.line}: " if problem.line else ""
        lines.append(f"  not legal: {place}{problem.what}{rule}. {problem.fix}")
    if not problems:
        lines.append("  legal")
    return "\n".join(lines) + "\n"


def as_json(decks: Sequence[Deck | LevelUpDeck]) -> dict[str, Any]:
    """Return decks as JSON has them."""
    return {
        "command": "deck",
        "version": __version__,
        "seed": None,
        "reproduce": options.reproduce_command(),
        "decks": [_deck_json(deck) if isinstance(deck, Deck) else levelup.deck_json(deck) for deck in decks],
    }


def _deck_json(deck: Deck) -> dict[str, Any]:
    problems = deck_problems(deck)
    return {
        "name": deck.name,
        "file": deck.file,
        "edition": deck.edition.name,
        "strategy": deck.strategy,
        "legal": not problems,
        "size": deck.size,
        "ultra": deck.ultra,
        "curve": {str(level): count for level, count in curve(deck).items()},
        "cards": [
            {
                "name": card.name,
                "count": count,
                "kind": card.kind,
                "sp": card.sp,
                "hp": card.hp,
                "level": card.level,
                "ultra": card.ultra,
            }
            for card, count in deck.counts
        ],
        "reserves": [{"name": card.name, "count": count} for card, count in deck.reserves],
        "problems": [problem_json(problem) for problem in problems],
    }
