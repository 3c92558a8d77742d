"""Strategies of Level-Up, called by address."""

from typing import Any

from kotc_sim.compiler.addresses import Given, array_of
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.compiler.scoring import Scoring, require_asked, score_caller
from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.games.levelup.engine.kinds import MAX_OPTIONS
from kotc_sim.games.levelup.engine.record import Game, Match

call_score: Any = score_caller(Game, Match)
"""``call_score(address, game, match, scores)``: ask a strategy for the player who is asked; ``scores`` is a list"""


def _score(address, game, match, scores):
    call_score(address, game, match, numbers_at(scores, 0))


SCORING = Scoring(Game, Match, _score)


def bind(function: Any, numbers: Any) -> Any:
    """Fix the numbers of a compiled function ``(game, me, scores, numbers) -> None``; the rest is a strategy.

    - ``function`` (dispatcher): with one explicit signature; ``scores`` is an array, ``numbers`` a list (`kotc_sim.compiler.lists`).
    - ``numbers`` (float64 array): they are kept.
    """
    if INTERPRETED:

        def fill(game: Any, match: Any, me: int, scores: Any) -> None:
            require_asked(game, me)
            function(game, me, scores, numbers)

        return fill
    arguments = [Given(0), SCORING.asked, *array_of(Given(2), MAX_OPTIONS), int(numbers.ctypes.data)]
    return SCORING.bound(function, arguments, (numbers,))
