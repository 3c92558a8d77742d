"""What a notebook loads: decks, cards and editions of any game."""

from typing import Any

from kotc_sim import games
from kotc_sim.experiments import inputs
from kotc_sim.games.decks import Deck
from kotc_sim.games.protocol import Edition
from kotc_sim.notebook.result import PathLike


def load_deck(path: PathLike, edition: PathLike | None = None) -> Deck:
    """Load a legal deck of any edition of any game, or read it in ``edition``; what is unwise about it goes to the error stream."""
    return inputs.load_deck(path, edition)


def load_cards(path: PathLike, edition: PathLike | None = None) -> list[Any]:
    """Load the cards of a file, legal or not, as an edition reads them: by default the one that the file names, or the newest."""
    return inputs.load_cards(path, edition)[2]


def load_edition(name: PathLike) -> Edition:
    """Load an edition of any game by name, or a file that extends one."""
    return games.edition(name)
