"""What a strategy for Level-Up is, and all that its author imports.

A strategy is ``fill(game, match, me, scores)``: it writes a score for each of ``game.options[:game.n_options]``; the best is taken, ties
are broken by a random stream. It may read what its player may know, through ``view`` where cards can be hidden.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kotc_sim.compiler import kernel
from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.engine.kinds import MAX_OPTIONS, Ask, Opt
from kotc_sim.strategies.levelup import STRATEGIES
from kotc_sim.strategies.pilot import AnyStrategy, require_label, require_parameters

__all__ = ["Ask", "LevelUpStrategy", "Opt", "owner", "slot_of", "strategy", "view"]  # noqa: F822


def __getattr__(name: str) -> Any:
    """Return what compiles kernels, or imports numba, when it is first asked for."""
    if name == "view":
        from kotc_sim.games.levelup.engine import view

        return view
    if name in ("owner", "slot_of"):
        from kotc_sim.games.levelup.engine import primitives

        return getattr(primitives, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@dataclass
class LevelUpStrategy(AnyStrategy):
    """A strategy for Level-Up; ``allocates``: whether it makes arrays (``kotc_sim.compiler.jit.kernel``)."""

    game = "levelup"

    allocates: bool = False

    def _entry_of(self, compiled: Any) -> Any:
        from kotc_sim.games.levelup.engine.calls import SCORING

        return SCORING.entry_of(compiled, MAX_OPTIONS)

    def _compile_fill(self) -> Any:
        from kotc_sim.games.levelup.engine.setup import SCORE_SIGNATURE

        assert self.fill is not None
        own = self.file is not None  # code of a user's: its indices are checked, and it may import what no digest of sources covers
        return kernel(SCORE_SIGNATURE, checks=own, cache=not own, allocates=self.allocates, short=True)(self.fill)


def strategy(name: str, description: str = "", *, allocates: bool = False) -> Callable[[Callable[..., None]], LevelUpStrategy]:
    """Make a strategy of a function ``fill(game, match, me, scores)``."""
    require_label(name, "strategy")

    def make(function: Callable[..., None]) -> LevelUpStrategy:
        require_parameters(function, STRATEGIES.heads)
        return LevelUpStrategy(name, description, function, allocates=allocates)

    return make


def of_function(function: Callable[..., None], name: str, description: str) -> LevelUpStrategy:
    """Make a strategy of a function without a decorator; one that scores a single option is of the other game."""
    if list(inspect.signature(function).parameters)[-1:] == ["option"]:
        raise KotcError(
            f"`{function.__name__}` scores one option, as strategies for other games may; {STRATEGIES.title} is played",
            line=function.__code__.co_firstlineno,
            fix=f"Write {STRATEGIES.heads}; {STRATEGIES.hint}",
        )
    return strategy(name, description)(function)
