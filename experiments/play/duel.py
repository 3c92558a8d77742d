"""Pairs of games of two pilots that have taken their seats."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kotc_sim.experiments.statistics.pairs import Pairs
from kotc_sim.runs import default_jobs

PIECES = 16
"""Games are played in this many pieces, whatever the number of threads."""


def duel(
    match: Any, pilots: tuple[Any, Any], seed: int, pairs: int, jobs: int | None = None, on_games: Callable[[int], None] | None = None
) -> Pairs:
    """Return the counts of pairs of games of two pilots, A's and B's; who learns has taken its seat in this match.

    A contest with the same seed has the same deals. The counts do not depend on ``jobs``, threads; ``on_games`` is called with the number
    of games of each finished piece.
    """
    match.warm_up(pilots)

    def play(piece: tuple[int, int]) -> Any:
        results, _ = match.play(pilots, seed, 2 * piece[0], 2 * piece[1])
        half = results["score2"][:, :2] / 2.0
        if on_games is not None:
            on_games(2 * (piece[1] - piece[0]))
        return Pairs.from_games(half[0::2, 0], half[1::2, 1]).table

    edges = [pairs * k // PIECES for k in range(PIECES + 1)]
    pieces = [(low, high) for low, high in itertools.pairwise(edges) if high > low]
    with ThreadPoolExecutor(jobs or default_jobs()) as threads:
        return Pairs.from_table(np.sum(list(threads.map(play, pieces)), axis=0))
