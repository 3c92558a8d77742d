"""What a strategy for Level-Up is, and how one is found.

It has the shape of a strategy for the main game: ``fill(game, match, me, scores)`` writes a score for each of
``game.options[:game.n_options]``; the best is taken, ties are broken by a random stream. It may
read what its player may know, through ``kotc_sim.engine.levelup.view`` where cards can be hidden.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.jit import kernel
from kotc_sim.strategies.files import run_file

BUILT_IN = ("random", "greedy", "lookahead")


@dataclass
class LevelUpStrategy:
    """A strategy for Level-Up.

    Attributes
    ----------
    name, description : str
        By which it is chosen, and one line about it.
    fill : callable
        ``fill(game, match, me, scores)``.
    allocates : bool
        Whether it makes arrays (``kotc_sim.jit.kernel``).
    file : str or None
        The file it was loaded from: its indices are checked, and it is compiled anew in each process.
    """

    name: str
    description: str
    fill: Callable[..., None]
    game: str = "levelup"
    allocates: bool = False
    file: str | None = None
    _compiled: Any = field(default=None, repr=False)

    @property
    def compiled(self) -> Any:
        """The compiled function that the engine calls."""
        if self._compiled is None:
            from kotc_sim.engine.levelup.setup import SCORE_SIGNATURE

            own = self.file is not None  # code of a user's, which may import what no digest of sources covers
            options = {"checks": own, "cache": not own, "allocates": self.allocates}
            self._compiled = kernel(SCORE_SIGNATURE, **options)(self.fill)
        return self._compiled


def strategy(name: str, description: str, *, allocates: bool = False) -> Callable[[Callable[..., None]], LevelUpStrategy]:
    """Make a strategy of a function ``fill(game, match, me, scores)``."""

    def make(function: Callable[..., None]) -> LevelUpStrategy:
        return LevelUpStrategy(name, description, function, allocates=allocates)

    return make


def built_in() -> list[LevelUpStrategy]:
    """Return the strategies that come with the game, weakest first."""
    return [load_strategy(name) for name in BUILT_IN]


def load_strategy(name: str | os.PathLike[str]) -> LevelUpStrategy:
    """Return a strategy by its name, or from a Python file that defines one.

    Raises
    ------
    KotcError
        If there is none, or the file defines none or several.
    """
    word = os.fspath(name)
    if word in BUILT_IN:
        found = importlib.import_module(f"kotc_sim.strategies.levelup.{word}").score
        assert isinstance(found, LevelUpStrategy)
        return found
    path = Path(word)
    if path.suffix != ".py":
        raise KotcError(f"there is no strategy {word!r} for Level-Up",
                        fix=f"Choose from {', '.join(BUILT_IN)}, or name a Python file.")
    if not path.is_file():
        raise KotcError("there is no such strategy", file=path, fix="Check the path.")
    module = run_file(path)
    strategies = [value for value in vars(module).values() if isinstance(value, LevelUpStrategy)]
    if len(strategies) != 1:
        raise KotcError(f"the file defines {len(strategies)} strategies", file=path,
                        fix='Write one function with @strategy("name", "what it does").')
    strategies[0].file = str(path)
    return strategies[0]
