"""Quick, for Level-Up: greedy's scores, adjusted by weights that scripts/tune_levelup.py tuned on random decks."""

from __future__ import annotations

from typing import Any

from kotc_sim.strategies.levelup.adjustments import tuned_weights
from kotc_sim.strategies.levelup.api import LevelUpStrategy


def adjusted(name: str, description: str, weights: Any) -> LevelUpStrategy:
    """Make a strategy of greedy's scores and weights (see `adjustments.NAMES`)."""

    def make() -> Any:
        from kotc_sim.strategies.levelup.adjust import bound_adjustments

        return bound_adjustments(weights)

    return LevelUpStrategy(name, description, make=make)


score = adjusted("quick", "greedy with weights tuned on random decks", tuned_weights())
