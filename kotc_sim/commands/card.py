"""``kotc-sim card``: read cards, show their level like a bill, and say whether they are legal."""

from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import games
from kotc_sim.commands import options
from kotc_sim.commands.completing import completing
from kotc_sim.errors import KotcError, say
from kotc_sim.games.decklists import no_cards
from kotc_sim.games.protocol import Edition, Game

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE|CARD…", help="Card files, or decks with a library (YAML); or cards that come with kotc-sim.", **completing("cards")
    ),
]
Migrate = Annotated[
    str | None,
    typer.Option("--migrate", metavar="NAME|FILE", help="Also say what the cards become in this edition.", **completing("edition")),
]


def command(files: Files, edition: options.Edition = None, migrate: Migrate = None, json: options.Json = False) -> None:
    """Show what a card costs, its level as a bill, line by line, and whether it is legal, in any edition.

    The texts that a card may use: kotc-sim words TEXT searches them, kotc-sim edition show NAME lists them all with their prices.

    Exit code 0 if all cards are legal, 1 if one is not (or, with --migrate, cannot be carried over), 2 if a
    text cannot be read.
    """
    target = None if migrate is None else games.of_edition(migrate).edition(migrate)
    found: list[tuple[Game, Any, Edition, Any]] = []
    errors: list[KotcError] = []
    for file in files:
        try:
            game, root = games.read(file, edition=edition)
            moves = None if target is None else _migration(game, target, file)
            rules = game.own_edition(root) if edition is None else game.edition(edition)
            for card in game.cards(root, None if edition is None else rules, errors):
                found.append((game, card, rules, moves and moves(card, rules, target)))
        except KotcError as error:
            errors.append(error)
    if not (found or errors):
        errors.append(no_cards(files[0]))
    if json:
        cards = [game.describe.card_json(card, rules, moved) for game, card, rules, moved in found]
        options.say_json("card", cards=cards, errors=options.faults_json(errors))
    else:
        for game, card, rules, moved in found:
            say(game.describe.card_text(card, rules, moved, target))
    options.end_with(errors)
    if any(game.check(card) or (moved is not None and moved.card is None) for game, card, _, moved in found):
        raise typer.Exit(1)


def _migration(game: Game, target: Edition, file: Path) -> Any:
    """Return the function that carries a card of a game into an edition, which is of the same game."""
    if game.migrate is None:
        raise KotcError(f"cards of {game.title} have no other editions to be carried into", file=file, fix="Leave --migrate out.")
    if games.of(target) is not game:
        raise KotcError(f"the cards are of another game than the edition {target.name}", file=file, fix="Leave --migrate out.")
    return game.migrate
