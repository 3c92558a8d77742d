"""What a strategy for Level-Up is, and how one is found.

It has the shape of a strategy for the main game: ``fill(game, match, me, scores)`` writes a score for each of
``game.options[:game.n_options]``; the best is taken, ties are broken by a random stream. It may
read what its player may know, through ``kotc_sim.engine.levelup.view`` where cards can be hidden.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.jit import kernel

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
    checks : bool
        Whether its indices are checked: those of strategies from files are.
    """

    name: str
    description: str
    fill: Callable[..., None]
    game: str = "levelup"
    allocates: bool = False
    checks: bool = False
    _compiled: Any = field(default=None, repr=False)

    @property
    def compiled(self) -> Any:
        """The compiled function that the engine calls."""
        if self._compiled is None:
            from kotc_sim.engine.levelup.setup import SCORE_SIGNATURE

            self._compiled = kernel(SCORE_SIGNATURE, checks=self.checks, allocates=self.allocates)(self.fill)
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
    spec = importlib.util.spec_from_file_location(f"levelup_strategy_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise KotcError(f"the strategy cannot be loaded: {error}", file=path) from error
    strategies = [value for value in vars(module).values() if isinstance(value, LevelUpStrategy)]
    if len(strategies) != 1:
        raise KotcError(f"the file defines {len(strategies)} strategies", file=path,
                        fix='Write one function with @strategy("name", "what it does").')
    strategies[0].checks = True
    return strategies[0]
