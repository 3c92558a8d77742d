"""What a strategy for Level-Up is, and how one is found.

It has the shape of a strategy for the main game: ``fill(game, match, me, scores)`` writes a score for each of
``game.options[:game.n_options]``; the best is taken, ties are broken by a random stream. It may
read what its player may know, through ``kotc_sim.games.levelup.engine.view`` where cards can be hidden.
"""

from __future__ import annotations

import importlib
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kotc_sim.compiler import kernel
from kotc_sim.errors import KotcError
from kotc_sim.strategies.games import KOTC, LEVELUP
from kotc_sim.strategies.pilot import SEARCHES, AnyStrategy, load_once, require_label, require_parameters
from kotc_sim.strategies.plugin import load_file, split_path

BUILT_IN = ("random", "greedy", "lookahead")


@dataclass
class LevelUpStrategy(AnyStrategy):
    """A strategy for Level-Up.

    Attributes
    ----------
    allocates : bool
        Whether it makes arrays (``kotc_sim.compiler.jit.kernel``).
    """

    game = "levelup"

    allocates: bool = False

    def _compile(self) -> Any:
        from kotc_sim.games.levelup.engine.setup import SCORE_SIGNATURE

        own = self.file is not None  # code of a user's: its indices are checked, and it may import what no digest of sources covers
        return kernel(SCORE_SIGNATURE, checks=own, cache=not own, allocates=self.allocates, short=True)(self.fill)


def strategy(name: str, description: str = "", *, allocates: bool = False) -> Callable[[Callable[..., None]], LevelUpStrategy]:
    """Make a strategy of a function ``fill(game, match, me, scores)``."""
    require_label(name, "strategy")

    def make(function: Callable[..., None]) -> LevelUpStrategy:
        require_parameters(function, LEVELUP.heads)
        return LevelUpStrategy(name, description, function, allocates=allocates)

    return make


def of_function(function: Callable[..., None], name: str, description: str) -> LevelUpStrategy:
    """Make a strategy of a function without a decorator; one that scores a single option is of the other game."""
    if list(inspect.signature(function).parameters)[-1:] == ["option"]:
        raise KotcError(
            f"`{function.__name__}` scores one option, as strategies for {KOTC.title} may; {LEVELUP.title} is played",
            line=function.__code__.co_firstlineno,
            fix=f"Write {LEVELUP.heads}; {LEVELUP.hint}",
        )
    return strategy(name, description)(function)


def built_in() -> list[LevelUpStrategy]:
    """Return the strategies that come with the game, weakest first."""
    return [load_strategy(name) for name in BUILT_IN]


def load_strategy(name: str | os.PathLike[str]) -> LevelUpStrategy:
    """Return a strategy by its name, or from a Python file: ``mine.py``, or ``mine.py:NAME`` where it holds several.

    Raises
    ------
    KotcError
        If there is none, or the file cannot be read.
    """
    return load_once(LEVELUP.key, os.fspath(name), _load)


def _load(word: str) -> LevelUpStrategy:
    if word in BUILT_IN:
        found = importlib.import_module(f"kotc_sim.strategies.levelup.{word}").score
    elif split_path(word)[0].endswith(".py") and word.partition(":")[0] not in SEARCHES:
        found = load_file(word, LEVELUP)
    else:
        raise KotcError(
            f"there is no strategy {word!r} for Level-Up", fix=f"Choose from {', '.join(BUILT_IN)}, or name a Python file, such as mine.py."
        )
    assert isinstance(found, LevelUpStrategy)
    return found
