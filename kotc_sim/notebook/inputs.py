"""What the functions of a notebook share: decks by path or as objects, workers, and the call that gives the same again."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotc_sim.errors import KotcError
from kotc_sim.notebook.result import PathLike

if TYPE_CHECKING:
    from kotc_sim.runs import Workers

DeckLike = Any
"""A path, or a deck that was loaded."""

STRATEGY = "greedy"


def load_deck(path: PathLike, edition: PathLike | None = None) -> Any:
    """Load a legal deck of any edition of either game.

    Parameters
    ----------
    path : path
        A deck file.
    edition : str or path, optional
        Read it in this edition instead of its own.
    """
    from kotc_sim.commands.play import load_any_deck

    _must_exist(Path(path))
    return load_any_deck(Path(path), None if edition is None else os.fspath(edition))


def load_cards(path: PathLike, edition: PathLike = "kotc-17") -> list[Any]:
    """Load the cards of a file, legal or not, as an edition reads them."""
    from kotc_sim.games.keeper.cards.reader import load_cards as load
    from kotc_sim.games.keeper.editions import load_edition as load_rules

    _must_exist(Path(path))
    return list(load(Path(path), load_rules(edition)))


def load_edition(name: PathLike) -> Any:
    """Load an edition by name, or a file that extends one."""
    from kotc_sim.games.keeper.editions import load_edition as load

    return load(name)


def deck_of(deck: DeckLike) -> Any:
    """Return a deck: loaded, if it is a path."""
    return load_deck(deck) if isinstance(deck, (str, os.PathLike)) else deck


def pilot(deck: Any, strategy: str | None) -> str:
    """Return who plays a deck: the one named, else the deck's own strategy, else greedy."""
    return str(strategy or deck.strategy or STRATEGY)


def run(play: Callable[[Workers], Any], jobs: int | None, scheduler: str | None, resume: PathLike | None) -> Any:
    """Play with workers as `matchup` describes them; finished games are kept in ``resume``, however it ends."""
    from kotc_sim.runs import Workers
    from kotc_sim.runs.checkpoint import Checkpoint

    kept = None if resume is None else Checkpoint(Path(resume), "from Python")
    try:
        with Workers(jobs, scheduler, kept) as workers:
            return play(workers)
    finally:
        if kept is not None:
            kept.flush()


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


def _must_exist(path: Path) -> None:
    if not path.is_file():
        raise KotcError("there is no such file", file=path)
