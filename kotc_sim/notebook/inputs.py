"""What the functions of a notebook share: decks by path or as objects, workers, and the call that gives the same again."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotc_sim import games
from kotc_sim.errors import brief, no_such_file, say
from kotc_sim.games.pilots import STRATEGY
from kotc_sim.games.protocol import Deck, Edition, Game
from kotc_sim.notebook.result import PathLike
from kotc_sim.strategies.who_plays import who_plays

if TYPE_CHECKING:
    from kotc_sim.runs import Workers

DeckLike = Any
"""A path, or a deck that was loaded."""


def load_deck(path: PathLike, edition: PathLike | None = None) -> Deck:
    """Load a legal deck of any edition of any game; what is unwise about it goes to the error stream.

    Parameters
    ----------
    path : path
        A deck file.
    edition : str or path, optional
        Read it in this edition instead of its own.
    """
    game, root = _read(path, edition)
    deck = game.deck(root, edition)
    for problem in game.check(deck):
        say(f"warning: {brief(str(problem))}", error=True)
    return deck


def load_cards(path: PathLike, edition: PathLike | None = None) -> list[Any]:
    """Load the cards of a file, legal or not, as an edition reads them: by default the one that the file names, or the newest."""
    game, root = _read(path, edition)
    return list(game.cards(root, None if edition is None else game.edition(edition)))


def load_edition(name: PathLike) -> Edition:
    """Load an edition of any game by name, or a file that extends one."""
    return games.edition(name)


def own_edition(path: PathLike) -> Edition:
    """Return the edition that a file of cards names, or the newest of its game."""
    game, root = _read(path, None)
    return game.own_edition(root)


def named(edition: PathLike | None, rules: Edition) -> str:
    """Return the edition as a call names it that gives the same again."""
    return rules.name if edition is None else os.fspath(edition)


def _read(path: PathLike, edition: PathLike | None) -> tuple[Game, Any]:
    if not os.path.isfile(path):
        raise no_such_file(path)
    return games.read(path, edition=None if edition is None else os.fspath(edition))


def deck_of(deck: DeckLike) -> Any:
    """Return a deck: loaded, if it is a path."""
    return load_deck(deck) if isinstance(deck, (str, os.PathLike)) else deck


def pilot(deck: Any, strategy: str | None, otherwise: str = STRATEGY) -> str:
    """Return who plays a deck: the one named, else the deck's own strategy, which may not be a file, else the one for otherwise."""
    return who_plays(deck, strategy, option="the argument strategy: ", otherwise=otherwise)


def run(play: Callable[[Workers], Any], jobs: int | None, scheduler: str | None, resume: PathLike | None) -> Any:
    """Play with workers as `matchup` describes them; finished games are kept in ``resume``, however it ends."""
    from kotc_sim.runs import python_session

    with python_session(jobs=jobs, scheduler=scheduler, resume=None if resume is None else Path(resume)) as workers:
        return play(workers)


def call(name: str, positional: Sequence[Any], **named: Any) -> str:
    """Return the call that gives the same result again; decks are written as their files, what is None is left out."""
    parts = [_written(value) for value in positional]
    parts += [f"{key}={_written(value)}" for key, value in named.items() if value is not None]
    return f"ks.{name}({', '.join(parts)})"


def _written(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, os.PathLike):
        return repr(os.fspath(value))
    file = getattr(value, "file", None)
    return repr(value) if file is None else repr(str(file) or value.name)
