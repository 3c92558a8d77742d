"""What a pilot for Level-Up learns from: games of two decks, played by greedy or by the search itself."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import new_game
from kotc_sim.strategies.lesson import Lesson
from kotc_sim.strategies.levelup.policies import tuned


class LevelUpLesson(Lesson):
    """A match that is learned from; the opinion of greedy with tuned weights is noted beside the choices of the search."""

    states = 40

    def choice_names(self, places: NDArray[np.int64]) -> list[str]:
        """Return what places of options are called in a fit."""
        from kotc_sim.strategies.levelup.policy import places_in

        return places_in(self.match).names(places.tolist())

    def play(self, pilots: tuple[Any, Any], games: tuple[Any, ...], written: tuple[Any, ...]) -> int:
        """Play games and write states and choices."""
        from kotc_sim.games.levelup.engine.machine import advance
        from kotc_sim.strategies.levelup.selfplay import record_games

        addresses = [pilot.address for pilot in (*pilots, tuned())]
        scratch = new_game(self.match.record)[0], np.zeros(kinds.MAX_OPTIONS)
        played = [advance, *addresses, *scratch, *games, *written, int(self.always)]
        return int(record_games(*played))
