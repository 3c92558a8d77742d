"""What a strategy for Keeper of the Cards is, how one is made, and all that its author imports.

A strategy scores the options of a decision: the engine lists them, the best score is taken, ties are broken by the strategy's own
random stream. It is compiled to one fixed signature and handed to the engine as an address, so that a new strategy costs
its own compilation only and the engine is never compiled again.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kotc_sim.compiler import kernel, types
from kotc_sim.games.keeper.engine.kinds import Ask, Opt, Zone
from kotc_sim.games.keeper.engine.record import SCORES, GameType, MatchType
from kotc_sim.strategies.pilot import AnyStrategy, require_label, require_parameters

__all__ = ["Ask", "Opt", "ScoreSignature", "Strategy", "Zone", "per_option", "view", "whole"]  # noqa: F822

ScoreSignature = types.void(GameType, MatchType, types.int64, types.Array(types.float64, 1, "C"))
"""``fill(game, match, me, scores)``"""


def __getattr__(name: str) -> Any:
    """Return what imports the engine when it is first asked for."""
    if name == "view":
        from kotc_sim.strategies.keeper import view

        return view
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@dataclass
class Strategy(AnyStrategy):
    """A strategy for Keeper of the Cards."""

    game = "kotc"

    orders_dice: bool = False
    """Whether it orders its dice in Damage Allocation itself; else the built-in policy does (smallest die that destroys the first
    minion, or the largest die).
    """
    cached: bool = True  # whether its machine code is kept; that of users' code is not

    def _entry_of(self, compiled: Any) -> Any:
        from kotc_sim.games.keeper.engine.calls import SCORING

        return SCORING.entry_of(compiled, SCORES)

    def _compile_fill(self) -> Any:
        assert self.fill is not None
        own = self.file is not None or not self.cached  # code of a user's: its indices are checked, and it is compiled again each time
        return kernel(ScoreSignature, checks=own, cache=not own)(self.fill)


def whole(name: str, description: str = "", *, orders_dice: bool = False) -> Callable[[Callable[..., None]], Strategy]:
    """Make a strategy of a function that fills all scores of a decision: ``fill(game, match, me, scores)``."""
    require_label(name, "whole")

    def make(function: Callable[..., None]) -> Strategy:
        require_parameters(function, "`(game, match, me, scores)`: `whole` fills all scores at once")
        return Strategy(name, description, function, orders_dice)

    return make


def per_option(name: str, description: str = "", *, orders_dice: bool = False) -> Callable[[Callable[..., float]], Strategy]:
    """Make a strategy of a function that scores one option: ``score(game, match, me, option) -> float``."""
    require_label(name, "per_option")

    def make(function: Callable[..., float]) -> Strategy:
        require_parameters(function, "`(game, match, me, option)`: `per_option` scores one option")
        score = kernel(checks=True)(function)

        def fill(game, match, me, scores):  # type: ignore[no-untyped-def]
            for i in range(game.n_options):
                scores[i] = score(game, match, me, game.options[i])

        return Strategy(name, description, fill, orders_dice, cached=False, written=function)

    return make


def of_function(function: Callable[..., Any], name: str, description: str) -> Strategy:
    """Make a strategy of a function with the parameters of either; the fourth one tells."""
    make = whole if list(inspect.signature(function).parameters)[-1] == "scores" else per_option
    return make(name, description)(function)
