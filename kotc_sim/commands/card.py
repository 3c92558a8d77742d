"""``kotc-sim card``: read cards, show their level like a bill, and say whether they are legal."""

from __future__ import annotations

import textwrap
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__
from kotc_sim.commands import levelup, options
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card, Problem
from kotc_sim.games.keeper.cards.level import price_card
from kotc_sim.games.keeper.cards.migrate import Migration, migrate
from kotc_sim.games.keeper.cards.reader import card_nodes, read_card
from kotc_sim.games.keeper.editions import Edition, edition_names, load_edition
from kotc_sim.games.levelup.cards.card import Card as LevelUpCard
from kotc_sim.games.levelup.cards.card import Problem as LevelUpProblem
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.games.registry import LEVELUP, game_of
from kotc_sim.output import json_text
from kotc_sim.yaml_source import Node, read_yaml

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Card files, or decks with a library (YAML).")]
Migrate = Annotated[
    str | None,
    typer.Option("--migrate", metavar="NAME|FILE", help="Also say what the cards become in this edition."),
]

_TEXT_WIDTH = 64


def command(
    files: Files,
    edition: options.Edition = None,
    migrate: Migrate = None,
    json: options.Json = False,
) -> None:
    """Read cards: level by component, legality, in any edition.

    Exit code 0 if all cards are legal, 1 if one is not (or, with --migrate, cannot be carried over), 2 if a
    text cannot be read.
    """
    target = None if migrate is None else load_edition(migrate)
    results: list[tuple[Card, Edition, Migration | None]] = []
    errors: list[KotcError] = []
    others: list[tuple[LevelUpCard, LevelUpEdition]] = []
    for file in files:
        if game_of(file, edition) == LEVELUP:
            if migrate is not None:
                raise KotcError("cards of Level-Up have no other editions to be carried into", file=file, fix="Leave --migrate out.")
            cards, rules = levelup.load_cards(file, edition)
            others += [(card, rules) for card in cards]
            continue
        root = read_yaml(file, "card file")
        chosen = load_edition(edition) if edition else _own_edition(root, file)
        for node in card_nodes(root):
            try:
                card = read_card(node, chosen)
            except KotcError as error:
                errors.append(_with_hint(error, node, chosen) if edition is None else error)
                continue
            results.append((card, chosen, None if target is None else _migrate(card, chosen, target)))
    if json:
        data = _as_json(results)
        data["cards"] += [levelup.card_json(*entry) for entry in others]
        typer.echo(json_text(data))
    else:
        for card, chosen, moved in results:
            typer.echo(_shown(card, chosen, moved, target))
        for entry in others:
            typer.echo(levelup.card_text(*entry))
    for fault in errors:
        typer.echo(f"error: {fault}", err=True)
    if errors:
        raise typer.Exit(2)
    if any(card.problems or (moved is not None and moved.card is None) for card, _, moved in results):
        raise typer.Exit(1)


def _migrate(card: Card, source: Edition, target: Edition) -> Migration:
    return migrate(card, source, target)


def _own_edition(root: Node, file: Path) -> Edition:
    if root.kind == "map":
        for key, value in root.mapping("a card file"):
            if key.raw == "edition" and not any(other.raw in ("sp", "text") for other, _ in root.pairs):
                return load_edition(value.text("the edition"), file.parent)
    return load_edition("kotc-17")


def _with_hint(error: KotcError, node: Node, tried: Edition) -> KotcError:
    """Add to a message that the card is one of another edition, if it is."""
    for name in edition_names():
        if name == tried.name:
            continue
        try:
            read_card(node, load_edition(name))
        except KotcError:
            continue
        fix = f"{error.fix or ''} It is readable in {name}: --edition {name}.".strip()
        return KotcError(error.what, file=error.file, line=error.line, column=error.column, fix=fix)
    return error


def _shown(card: Card, edition: Edition, moved: Migration | None, target: Edition | None) -> str:
    terms = edition.terms
    kind = terms.get(card.kind, card.kind)
    stats = f" {card.sp}/{card.hp}" if card.kind == "minion" else ""
    ultra = f", {card.ultra} {terms['ultra']}" if card.ultra else ""
    lines = [f"{card.name}: {kind}{stats}, {terms['level']} {card.level}{ultra} ({edition.title})"]
    bill = price_card(card, edition).lines
    width = min(_TEXT_WIDTH, max((len(line.text) for line in bill), default=0))
    middle = max((len(line.formula) for line in bill), default=0)
    for line in bill:
        value = str(line.value) if line.value or not line.formula.startswith("t =") else ""
        *above, last = textwrap.wrap(line.text, _TEXT_WIDTH)
        lines += [f"  {part}" for part in above]
        lines.append(f"  {last:<{width}}  {line.formula:<{middle}}  {value:>6}".rstrip())
    lines += [f"  not legal: {_problem(problem)}" for problem in card.problems]
    if moved is not None and target is not None:
        lines += _migration_lines(moved, target)
    return "\n".join(lines) + "\n"


def _problem(problem: Problem) -> str:
    rule = f" ({problem.rule})" if problem.rule else ""
    return f"{problem.what}{rule}. {problem.fix}"


def _migration_lines(moved: Migration, target: Edition) -> list[str]:
    if moved.card is None:
        lines = [f"  in {target.title}: no counterpart for {text!r}" for text in moved.missing]
    else:
        rules = f" (by {', '.join(moved.rules)})" if moved.rules else ""
        level = target.terms["level"]
        head = "usable as it is" if moved.playable else "to be designed anew"
        lines = [f"  in {target.title}: {head}, {level} {moved.card.level}{rules}"]
        lines += [f"    {line}" for line in moved.card.text.splitlines()]
    return lines + [f"    {_problem(problem)}" for problem in moved.problems]


def number(value: Fraction) -> int | float:
    """Return a fraction as JSON has it: a whole number, or the nearest float."""
    return int(value) if value.denominator == 1 else float(value)


def problem_json(problem: Problem | LevelUpProblem) -> dict[str, Any]:
    """Return a problem as JSON has it."""
    return {
        "rule": problem.rule,
        "text": problem.what,
        "fix": problem.fix,
        "file": problem.file,
        "line": problem.line,
    }


def _as_json(results: list[tuple[Card, Edition, Migration | None]]) -> dict[str, Any]:
    cards = []
    for card, edition, moved in results:
        entry: dict[str, Any] = {
            "name": card.name,
            "kind": card.kind,
            "sp": card.sp,
            "hp": card.hp,
            "level": card.level,
            "printed_level": card.printed_level,
            "ultra": card.ultra,
            "edition": edition.name,
            "design_edition": card.design_edition,
            "legal": not card.problems,
            "bill": [
                {
                    "text": line.text,
                    "formula": line.formula,
                    "value": number(line.value),
                    "exact": str(line.value),
                }
                for line in price_card(card, edition).lines
            ],
            "problems": [problem_json(problem) for problem in card.problems],
        }
        if moved is not None:
            entry["migration"] = {
                "playable": moved.playable,
                "text": None if moved.card is None else moved.card.text,
                "level": None if moved.card is None else moved.card.level,
                "ultra": None if moved.card is None else moved.card.ultra,
                "missing": list(moved.missing),
                "rules": list(moved.rules),
                "problems": [problem_json(problem) for problem in moved.problems],
            }
        cards.append(entry)
    return {
        "command": "card",
        "version": __version__,
        "seed": None,
        "reproduce": options.reproduce_command(),
        "cards": cards,
    }
