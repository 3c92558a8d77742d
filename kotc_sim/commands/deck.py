"""``kotc-sim deck``: whether a deck is legal, and its curve."""

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim import games
from kotc_sim.commands import options
from kotc_sim.commands.completing import completing
from kotc_sim.errors import KotcError, say
from kotc_sim.games.decks import Deck
from kotc_sim.games.protocol import Game

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Decks (YAML).", **completing("deck"))]


def command(files: Files, edition: options.Edition = None, json: options.Json = False) -> None:
    """Say whether a deck is legal, and how its levels are spread (its curve).

    The texts that cards may use: kotc-sim words TEXT searches them, kotc-sim edition show NAME lists them all with their prices.

    Exit code 0 if all decks are legal, 1 if one is not, 2 if one cannot be read.
    """
    decks: list[tuple[Game, Deck]] = []
    errors: list[KotcError] = []
    for file in files:
        try:
            game, root = games.read(file, edition=edition)
            decks.append((game, game.deck(root, edition, legal=False)))
        except KotcError as error:
            errors.append(error)
    if json:
        shown = [game.describe.deck_json(deck) for game, deck in decks]
        options.say_json("deck", decks=shown, errors=options.faults_json(errors))
    else:
        for game, deck in decks:
            say(game.describe.deck_text(deck))
    options.end_with(errors)
    if any(problem.illegal for game, deck in decks for problem in game.check(deck)):
        raise typer.Exit(1)
