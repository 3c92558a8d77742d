"""``kotc-sim check``: check files of any kind: decks, card files, edition files, scenarios."""

from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import games
from kotc_sim.commands import options
from kotc_sim.commands.completing import completing
from kotc_sim.errors import KotcError, brief, say
from kotc_sim.games.decklists import no_cards
from kotc_sim.games.protocol import Game, Problem, problem_json

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE…", help="Decks, card files, edition files, scenarios (YAML).", **completing("file"))
]


def command(files: Files, edition: options.Edition = None, json: options.Json = False) -> None:
    """Check files: cards, decks, editions, scenarios (which are read, not played: `kotc-sim scenario` plays them).

    Exit code 0 if all is legal, 1 if something is not, 2 if a file cannot be read.
    """
    results: list[tuple[Path, str, list[Problem]]] = []
    warnings: list[Problem] = []
    errors: list[KotcError] = []
    for file in files:
        found: list[Problem] = []
        kind = ""
        try:
            for game, root in games.read_documents(file, edition):
                kind = games.kind_of(root)
                found += _problems(game, root, kind, edition)
        except KotcError as error:
            errors.append(error)
            continue
        results.append((file, kind, [problem for problem in found if problem.illegal]))
        warnings += [problem for problem in found if not problem.illegal]
    if json:
        rows = [
            {"file": str(file), "kind": kind, "legal": not problems, "problems": [problem_json(problem) for problem in problems]}
            for file, kind, problems in results
        ]
        options.say_json("check", files=rows, errors=options.faults_json(errors))
    else:
        for file, kind, problems in results:
            say(f"{file}: {kind}, " + ("legal" if not problems else f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"))
            for problem in problems:
                say(f"  {problem}")
    for warning in warnings:
        say(f"warning: {brief(str(warning))}", error=True)
    options.end_with(errors)
    if any(problems for _, _, problems in results):
        raise typer.Exit(1)


def _problems(game: Game, root: Any, kind: str, edition: str | None) -> tuple[Problem, ...]:
    if kind == "scenario":
        game.read_scenario(root)
        return ()
    if kind == "edition":
        return game.check(game.edition(Path(root.file)))
    if kind == "deck":
        return game.check(game.deck(root, edition, legal=False))
    if not (cards := list(game.cards(root, None if edition is None else game.edition(edition)))):
        raise no_cards(Path(root.file))
    return tuple(problem for card in cards for problem in game.check(card))
