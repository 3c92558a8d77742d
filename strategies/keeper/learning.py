"""What a pilot for Keeper of the Cards learns from: games of two decks, played by the base or by the search itself."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.keeper.engine.board import board
from kotc_sim.strategies.keeper.policy import places_in
from kotc_sim.strategies.keeper.search_settings import EVALUATION
from kotc_sim.strategies.keeper.weights import weights_of
from kotc_sim.strategies.lesson import Lesson


class KeeperLesson(Lesson):
    """A match of two decks that is learned from; the base's opinion is noted beside the choices of the search."""

    states = 40

    def choice_names(self, places: NDArray[np.int64]) -> list[str]:
        """Return what places of options are called in a fit."""
        return places_in(self.match).names(places.tolist())

    def play(self, pilots: tuple[Any, Any], games: tuple[Any, ...], written: tuple[Any, ...]) -> int:
        """Play games and write states and choices."""
        from kotc_sim.strategies.keeper.selfplay import record_games

        addresses = [np.uint64(pilot.address) for pilot in (*pilots, self.base)]
        with board() as own:
            played = [*addresses, own.game, self.match.record, *games, weights_of(**EVALUATION), *written, own.scores, int(self.always)]
            return int(record_games(*played))
