"""``kotc-sim check``: check files of any kind - decks, card files, edition files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__
from kotc_sim.commands import options
from kotc_sim.commands.card import problem_json
from kotc_sim.commands.levelup import load_cards as load_levelup_cards
from kotc_sim.games.keeper.cards.card import Problem
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.reader import load_cards
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.levelup.cards import deck as levelup_deck
from kotc_sim.games.levelup.cards import legality as levelup
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.loader import load_edition as load_levelup_edition
from kotc_sim.games.registry import LEVELUP, game_of
from kotc_sim.output import json_text
from kotc_sim.yaml_source import Node, read_yaml

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Decks, card files, edition files (YAML).")]
_EDITION_KEYS = {
    "extends",
    "rules",
    "conditions",
    "costs",
    "targets",
    "effects",
    "caveats",
    "counters",
    "terms",
}


def command(files: Files, edition: options.Edition = None, json: options.Json = False) -> None:
    """Check files: cards, decks, editions.

    Exit code 0 if all is legal, 1 if something is not, 2 if a file cannot be read.
    """
    results: list[tuple[Path, str, tuple[Any, ...]]] = []
    warnings: list[str] = []
    for file in files:
        kind = _kind(read_yaml(file, "file"))
        if game_of(file, edition) == LEVELUP:
            found = _levelup_problems(file, kind, edition)
            results.append((file, kind, tuple(problem for problem in found if problem.illegal)))
            warnings += [str(problem) for problem in found if not problem.illegal]
        else:
            results.append((file, kind, _problems(file, kind, edition)))
    if json:
        typer.echo(json_text(_as_json(results)))
    else:
        for file, kind, problems in results:
            typer.echo(f"{file}: {kind}, " + ("legal" if not problems else f"{len(problems)} problem(s)"))
            for problem in problems:
                typer.echo(f"  {problem}")
    for warning in warnings:
        typer.echo(f"warning: {warning}", err=True)
    if any(problems for _, _, problems in results):
        raise typer.Exit(1)


def _kind(root: Node) -> str:
    if root.kind != "map":
        return "cards"
    keys = {key.raw: value for key, value in root.mapping("the file")}
    if _EDITION_KEYS & set(keys):
        return "edition"
    cards = keys.get("cards")
    if cards is not None and (cards.kind == "map" or "library" in keys or "include" in keys or "reserves" in keys):
        return "deck"
    return "cards"


def _problems(file: Path, kind: str, edition: str | None) -> tuple[Problem, ...]:
    if kind == "edition":
        load_edition(str(file.resolve()))
        return ()
    if kind == "deck":
        return deck_problems(load_deck(file, edition=edition, legal=False))
    cards = load_cards(file, load_edition(edition or "kotc-17"))
    return tuple(problem for card in cards for problem in card.problems)


def _levelup_problems(file: Path, kind: str, edition: str | None) -> list[Any]:
    if kind == "edition":
        Vocabulary(load_levelup_edition(file))
        return []
    if kind == "deck":
        return levelup.problems(levelup_deck.load_deck(file, edition))
    load_levelup_cards(file, edition)
    return []


def _as_json(results: list[tuple[Path, str, tuple[Problem, ...]]]) -> dict[str, Any]:
    return {
        "command": "check",
        "version": __version__,
        "seed": None,
        "reproduce": options.reproduce_command(),
        "files": [
            {
                "file": str(file),
                "kind": kind,
                "legal": not problems,
                "problems": [problem_json(problem) for problem in problems],
            }
            for file, kind, problems in results
        ],
    }
