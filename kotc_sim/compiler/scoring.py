"""Strategies of a game, called by address: each takes the game, the match and a list of scores, and scores for the player who is asked."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kotc_sim.compiler.addresses import Field, Given, Thunk, array_of, call_python, caller, thunk
from kotc_sim.compiler.jit import kernel
from kotc_sim.compiler.lists import list_of
from kotc_sim.compiler.types import INTERPRETED, Array, float64, uint64, void

ScoreArray = Array(float64, 1, "C")


def score_caller(game: Any, match: Any) -> Any:
    """Return what kernels ask a strategy by: ``call_score(address, game, match, scores)``; ``scores`` is a list.

    The types are those of the records; the game has ``asked``, who is to be scored for.
    """
    return _call_python_score if INTERPRETED else caller(void(*entry_types(game, match)))


def entry_types(game: Any, match: Any) -> tuple[Any, Any, Any]:
    """Return the types of what a strategy takes: six words with the two that numba adds and one constant, so that it needs no stack."""
    return game, match, list_of(float64)


def _call_python_score(address: Any, game: Any, match: Any, scores: Any) -> None:
    call_python(address, game, match, int(game.asked), scores)


class Scoring:
    """How the strategies of a game are made, and called from Python; records as those of `score_caller`.

    ``score(address, game, match, scores)`` hands an array of scores on as a list. It is a function of the game's module, which its machine
    code is kept for.
    """

    def __init__(self, game: Any, match: Any, score: Callable[..., None]) -> None:
        self.entry = entry_types(game, match)
        self.asked = Field(0, int(game.offset("asked")), int(game.typeof("asked").bitwidth))
        self._score = score

    @functools.cached_property
    def kernel(self) -> Any:
        """``score``, compiled."""
        return kernel(void(uint64, *self.entry[:2], ScoreArray))(self._score)

    def bound(self, function: Any, arguments: Sequence[int | Given | Field], kept: tuple[Any, ...] = ()) -> "Bound":
        """Return a strategy that goes on in a compiled function (`kotc_sim.compiler.addresses.thunk`)."""
        made = thunk(function, self.entry, arguments, kept)
        return Bound(made.address, made.kept, self)

    def entry_of(self, function: Any, count: int) -> Any:
        """Return a strategy that calls the compiled function ``(game, match, me, scores) -> None`` with an array of ``count`` scores."""
        if INTERPRETED:
            return function
        return self.bound(function, [Given(0), Given(1), self.asked, *array_of(Given(2), count)])


@dataclass(frozen=True)
class Bound(Thunk):
    """A strategy as it is called by address; callable from Python as well."""

    scoring: Scoring = field(repr=False)

    def __call__(self, game: Any, match: Any, me: int, scores: Any) -> None:
        """Fill the scores of the pending decision, which is put to ``me``."""
        require_asked(game, me)
        self.scoring.kernel(np.uint64(self.address), game, match, scores)


def require_asked(game: Any, me: int) -> None:
    """Refuse, by a `ValueError`, to score for another player than the one who is asked: strategies called by address look for that one."""
    if me != int(game["asked"]):
        raise ValueError(f"player {int(game['asked'])} is asked, not player {me}")
