"""What a pilot for Level-Up learns from: games of two decks, played by greedy or by the search itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import new_game
from kotc_sim.strategies.choices import WIDTH
from kotc_sim.strategies.learned import Feature, Fit
from kotc_sim.strategies.levelup.api import LevelUpStrategy
from kotc_sim.strategies.levelup.features import features_of
from kotc_sim.strategies.training import Played

STATES_OF_A_GAME = 40
"""Room for states: games of more turns fill the room that shorter ones leave."""
OPTIONS_OF_A_GAME = 400
"""Room for options of noted decisions, likewise."""


class LevelUpLesson:
    """A match that is learned from.

    Parameters
    ----------
    base : LevelUpStrategy
        Plays the first games.
    rung : LevelUpStrategy
        Meets the search in half of the games that follow: a value that only its own play has taught knows no other play.
    search : callable
        ``search(match, fit)`` returns the strategy that judges by a fit.
    heuristic : LevelUpStrategy
        Whose opinion is noted beside the choices of the search.
    always : bool
        The rung is the opponent in all games, from the first on.
    """

    def __init__(
        self,
        match: Any,
        base: LevelUpStrategy,
        rung: LevelUpStrategy,
        search: Callable[[Any, Fit], LevelUpStrategy],
        heuristic: LevelUpStrategy,
        *,
        always: bool = False,
    ) -> None:
        self.match, self.base, self.rung, self.search, self.heuristic, self.always = match, base, rung, search, heuristic, always
        self._features = features_of(match)
        self._latest: tuple[str, LevelUpStrategy] | None = None
        self._lock = threading.Lock()

    @property
    def title(self) -> str:
        """The names of the decks."""
        return str(self.match.title)

    def features(self) -> list[Feature]:
        """Return what describes a side, by column."""
        return self._features

    def _pilot(self, fit: Fit) -> LevelUpStrategy:
        """Return the search that judges by a fit; the same for all pieces of a round, as each would be compiled."""
        with self._lock:
            if self._latest is None or self._latest[0] != fit.digest:
                self._latest = fit.digest, self.search(self.match, fit)
            return self._latest[1]

    def choice_names(self, places: NDArray[np.int64]) -> list[str]:
        """Return what places of options are called in a fit."""
        from kotc_sim.strategies.levelup.policy import places_in

        return places_in(self.match).names(places.tolist())

    def record(self, fit: Fit | None, seed: int, low: int, high: int, random_moves: Sequence[float], kept: float) -> Played:
        """Play games and return their states between turns; see `kotc_sim.strategies.training.Lesson`."""
        from kotc_sim.games.levelup.engine.machine import advance
        from kotc_sim.strategies.levelup.selfplay import record_games

        pilot = self.base if fit is None else self._pilot(fit)
        other = self.base if fit is None and not self.always else self.rung
        most = (high - low) * STATES_OF_A_GAME
        rows, outcomes = np.zeros((most, 2, len(self._features)), np.float32), np.zeros(most, np.float32)
        firsts = np.zeros(most, np.uint8)
        counts = np.zeros(4, np.int64)
        choices = np.zeros(((high - low) * OPTIONS_OF_A_GAME if fit else 0, WIDTH), np.int32)
        with np.errstate(over="ignore"):
            n = record_games(
                advance, pilot.address, other.address, self.heuristic.address, new_game(self.match.record)[0],
                np.zeros(kinds.MAX_OPTIONS), np.uint64(seed), low, high, np.array(random_moves, np.float64), kept,
                rows, outcomes, firsts, choices, counts, int(self.always),
            )  # fmt: skip
        states = rows[:n].copy(), outcomes[:n].copy(), firsts[:n].copy()
        return Played(*states, choices[: counts[3]].copy(), *map(int, counts[:3]))
