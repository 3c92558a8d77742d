"""What a pilot for Keeper of the Cards learns from: games of two decks, played by the base or by the search itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.keeper.engine.board import board
from kotc_sim.strategies.choices import WIDTH
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.features import features_of
from kotc_sim.strategies.keeper.policy import places_in
from kotc_sim.strategies.keeper.search_settings import EVALUATION
from kotc_sim.strategies.keeper.weights import weights_of
from kotc_sim.strategies.learned import Feature, Fit
from kotc_sim.strategies.training import Played

STATES_OF_A_GAME = 24
"""Room for states: games of more turns fill the room that shorter ones leave."""
OPTIONS_OF_A_GAME = 400
"""Room for options of noted decisions, likewise."""


class KeeperLesson:
    """A match of two decks that is learned from.

    Parameters
    ----------
    match : KeeperMatch
        Of two decks.
    base : Strategy
        Plays the first games.
    rung : Strategy
        Meets the search in half of the games that follow: a value that only its own play has taught knows no other play.
    search : callable
        ``search(match, fit)`` returns the strategy that judges by a fit.
    always : bool
        The rung is the opponent in all games, from the first on.
    """

    def __init__(self, match: Any, base: Strategy, rung: Strategy, search: Callable[[Any, Fit], Strategy], *, always: bool = False) -> None:
        self.match, self.base, self.rung, self.search, self.always = match, base, rung, search, always
        self._features = features_of(match)

    @property
    def title(self) -> str:
        """The names of the decks."""
        return str(self.match.title)

    def choice_names(self, places: NDArray[np.int64]) -> list[str]:
        """Return what places of options are called in a fit."""
        return places_in(self.match).names(places.tolist())

    def features(self) -> list[Feature]:
        """Return what describes a side, by column."""
        return self._features

    def record(self, fit: Fit | None, seed: int, low: int, high: int, random_moves: Sequence[float], kept: float) -> Played:
        """Play games and return their states between turns; see `kotc_sim.strategies.training.Lesson`."""
        from kotc_sim.strategies.keeper.selfplay import record_games

        pilot = self.base if fit is None else self.search(self.match, fit)
        other = self.base if fit is None and not self.always else self.rung
        most = (high - low) * STATES_OF_A_GAME
        rows, outcomes = np.zeros((most, 2, len(self._features)), np.float32), np.zeros(most, np.float32)
        firsts = np.zeros(most, np.uint8)
        pilot.compiled, other.compiled  # noqa: B018
        addresses = np.uint64(pilot.address), np.uint64(other.address), np.uint64(self.base.address)
        counts = np.zeros(4, np.int64)
        choices = np.zeros(((high - low) * OPTIONS_OF_A_GAME if fit else 0, WIDTH), np.int32)
        moves = np.array(random_moves, np.float64)
        with board() as own, np.errstate(over="ignore"):
            n = record_games(
                *addresses, own.game, self.match.record, np.uint64(seed), low, high, moves, kept, weights_of(**EVALUATION),
                rows, outcomes, firsts, choices, counts, own.scores, int(self.always),
            )  # fmt: skip
        states = rows[:n].copy(), outcomes[:n].copy(), firsts[:n].copy()
        return Played(*states, choices[: counts[3]].copy(), *map(int, counts[:3]))
