"""The option with the best score, beside a naive search."""

from __future__ import annotations

import numpy as np
import pytest

from kotc_sim.games.keeper.engine import record
from kotc_sim.shared.best import EIGHT, FOUR, pick_best
from kotc_sim.shared.streams import GOLD, below, mix64

NOT_NUMBERS = (np.nan, np.inf)


def naive(scores: list[float], ties: int) -> int:
    """Return the pick: the best score's, of several the one that the next number of the player's stream says."""
    if any(not score <= 1e300 for score in scores):
        return -1
    best = [i for i, score in enumerate(scores) if score == max(scores)]
    if len(best) == 1:
        return best[0]
    with np.errstate(over="ignore"):
        return best[int(below(np.uint64(mix64(np.uint64(ties) + np.uint64(GOLD))), len(best)))]


@pytest.mark.parametrize("most", [1, 2, 3, FOUR, FOUR + 1, EIGHT - 1, EIGHT, EIGHT + 1, 40])
def test_the_best_of_any_number_of_options(most: int) -> None:
    g = record.new_game()
    draw = np.random.default_rng(most)
    scores = record.new_scores()
    refused = tied = 0
    for _ in range(1500):
        scores[:64] = draw.choice([-np.inf, -2.5, -0.0, 0.0, 1.0, 7.0, 1e299, *NOT_NUMBERS], 64)  # stale beyond the options
        n = int(draw.integers(1, most + 1))
        few = draw.integers(1, 4)
        scores[:n] = draw.choice([-np.inf, -1.0, -0.0, 0.0, 3.0, 4.0][: few * 2], n)
        if draw.random() < 0.1:
            scores[draw.integers(0, n)] = draw.choice(NOT_NUMBERS)
        ties = int(draw.integers(0, 2**63))
        g.n_options = n
        g.players[1].ties = ties
        expected = naive([float(score) for score in scores[:n]], ties)
        assert int(pick_best(g, 1, scores)) == expected, (scores[:n], ties)
        refused += expected < 0
        tied += int(g.players[1].ties) != ties
    assert refused > 50
    assert tied > 150 or most == 1
