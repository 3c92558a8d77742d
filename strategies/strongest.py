"""Which of the fast pilots of a match that was learned is the strongest there, for any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.pilot import AnyStrategy

PLAYED_BY = "quick is pilot"
"""Name of the entry of a fit that says which of the fast pilots plays."""
GAMES = 1000
"""Of each comparison of two fast pilots, in either seat: the standard error of their difference is one point."""

FastPilots = Callable[[Any, Fit], tuple[AnyStrategy, AnyStrategy, AnyStrategy]]
"""Returns the policy of a fit, the heuristic with tuned weights, and greedy."""


def with_the_strongest(matches: Sequence[Any], fit: Fit, seed: int, fast_pilots: FastPilots) -> Fit:
    """Return the fit with an entry that says which fast pilot scores best against greedy in these matches, by games of this seed.

    A policy that is fitted to few or noisy choices can be worse than the heuristic that it corrects.
    """
    scores = [np.mean([_edge(match, fast_pilots(match, fit), k, seed) for match in matches]) for k in (0, 1)]
    strongest = int(np.argmax([*scores, 0.5]))
    return replace(fit, weights={**fit.weights, PLAYED_BY: strongest})


def _edge(match: Any, pilots: Sequence[AnyStrategy], k: int, seed: int) -> float:
    """Return the mean score of pilot ``k`` against the last one, greedy, as both sides of a match."""
    pilot, greedy = pilots[k], pilots[-1]
    as_a, as_b = (_score_of_a(match, both, seed) for both in ((pilot, greedy), (greedy, pilot)))
    return (as_a + 1.0 - as_b) / 2.0


def _score_of_a(match: Any, pilots: Sequence[AnyStrategy], seed: int) -> float:
    results, _ = match.play(pilots, seed, 0, GAMES)
    half = results["score2"][:, :2] / 2.0
    return float((half[0::2, 0].mean() + half[1::2, 1].mean()) / 2.0)
