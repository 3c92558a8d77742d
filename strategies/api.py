"""What a strategy is, and how one is made.

A strategy scores the options of a decision: the engine lists them, the best score is taken, ties are broken by the strategy's own
random stream. It is compiled to one fixed signature and handed to the engine as an address, so that a new strategy costs
its own compilation only and the engine is never compiled again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np
from numba import types

from kotc_sim.engine.record import GameType, MatchType
from kotc_sim.jit import kernel

ScoreSignature = types.void(GameType, MatchType, types.int64, types.Array(types.float64, 1, "C"))
"""``fill(game, match, me, scores)``; what ``kotc_sim.engine.calls.call_score`` calls."""

_COMPILING = threading.RLock()


@dataclass
class Strategy:
    """A strategy.

    Attributes
    ----------
    name : str
        By which it is chosen.
    description : str
        One line.
    fill : callable
        ``fill(game, match, me, scores)``: writes a score for each of ``game.options[:game.n_options]``.
    orders_dice : bool
        Whether it orders its dice in Damage Allocation itself; else the built-in policy does (smallest die that destroys the
        first minion, or the largest die).
    game : str
        ``kotc`` or ``levelup``.
    file : str or None
        The file it (or the base of a search) was loaded from; None for those that come with kotc-sim.
    spec : str
        What ``registry.load_strategy`` was given, if that loaded it.
    make : callable or None
        Returns the compiled function when it is first needed, in place of ``fill``: a function with constants bound to it
        (``kotc_sim.engine.calls.bind``).
    """

    name: str
    description: str
    fill: Callable[..., None] | None = None
    orders_dice: bool = False
    game: str = "kotc"
    cached: bool = True
    file: str | None = None
    spec: str = ""
    make: Callable[[], Any] | None = None
    _compiled: Any = field(default=None, repr=False)

    @property
    def compiled(self) -> Any:
        """The compiled function that the engine calls (pure Python mode: the function itself).

        A strategy from a file plays some trial games first, in a process of its own (``check.check_plugin``).
        """
        with _COMPILING:
            return self._compile()

    @property
    def address(self) -> Any:
        """The address of the compiled function, which drivers such as ``machine.play_many`` take."""
        from kotc_sim.engine.calls import address_of

        return np.uint64(address_of(self.compiled))

    def _compile(self) -> Any:
        if self._compiled is None:
            if self.file is not None:
                from kotc_sim.strategies.check import check_plugin

                check_plugin(self)
            if self.make is not None:
                self._compiled = self.make()
                return self._compiled
            assert self.fill is not None
            if numba.config.DISABLE_JIT:
                self._compiled = self.fill
            elif self.cached:
                self._compiled = kernel(ScoreSignature, checks=self.file is not None)(self.fill)
            else:
                self._compiled = numba.njit(ScoreSignature, nogil=True, boundscheck=True)(self.fill)
        return self._compiled


def whole(name: str, description: str, *, orders_dice: bool = False) -> Callable[[Callable[..., None]], Strategy]:
    """Make a strategy of a function that fills all scores of a decision: ``fill(game, match, me, scores)``."""

    def make(function: Callable[..., None]) -> Strategy:
        return Strategy(name, description, function, orders_dice)

    return make


def per_option(name: str, description: str, *, orders_dice: bool = False) -> Callable[[Callable[..., float]], Strategy]:
    """Make a strategy of a function that scores one option: ``score(game, match, me, option) -> float``."""

    def make(function: Callable[..., float]) -> Strategy:
        score = numba.njit(nogil=True, boundscheck=True)(function)

        def fill(game, match, me, scores):  # type: ignore[no-untyped-def]
            for i in range(game.n_options):
                scores[i] = score(game, match, me, game.options[i])

        return Strategy(name, description, fill, orders_dice, cached=False)

    return make
