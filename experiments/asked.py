"""What a question may be asked with: some games' questions have other options than others'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.protocol import Game

WORDS = {"profiles": "profile", "deck": "in"}
"""Option of the command line by the name of its parameter, where they differ."""
OTHERWISE = {
    "games": "its cards are judged to a --precision",
    "precision": "its cards are judged by a number of --games",
    "copies": "its reference decks hold eight",
    "in": "its cards are judged in reference decks",
}
"""What an option that a game's question does not have is answered with."""


def given(known: Sequence[str], game: Game, **options: Any) -> dict[str, Any]:
    """Return the options that were given: those that are not None.

    Parameters
    ----------
    known : sequence of str
        Parameters that the game's question has.
    game : Game
    **options
        All that were or were not given.

    Raises
    ------
    KotcError
        For one that the question does not have.
    """
    found = {name: value for name, value in options.items() if value is not None}
    for name in found:
        if name not in known:
            word = WORDS.get(name, name)
            raise KotcError(f"--{word} is not for {game.title}", fix=f"Leave it out: {OTHERWISE.get(word, 'see --help')}")
    return found
