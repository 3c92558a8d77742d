"""Random: every option is as good as any other."""

from typing import Any

from kotc_sim.strategies.keeper import STRATEGIES
from kotc_sim.strategies.keeper.api import whole


@whole("random", STRATEGIES.descriptions["random"], orders_dice=True)
def score(game: Any, match: Any, me: int, scores: Any) -> None:
    """Score all options alike; the tie is broken by the player's own stream."""
    for i in range(game.n_options):
        scores[i] = 0.0
