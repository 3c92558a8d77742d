"""Which of the fast pilots of a match that was learned is the strongest there, and which of them a search plays on with, for any game."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.lesson import weight_of
from kotc_sim.strategies.pilot import AnyStrategy
from kotc_sim.strategies.training import PIECES, PROBE, Plan

PLAYED_BY = "quick is pilot"
"""Name of the entry of a fit that says which of the fast pilots plays."""
GAMES = 1000
"""Of each comparison of two fast pilots, in either seat: the standard error of their difference is one point."""

POLICY, TUNED, GREEDY = range(3)
"""Numbers of the fast pilots."""
LEARNED_OVER = "learned over pilot"
"""Name of the entry of a fit that says which of the heuristics, tuned or greedy, played its first games and played on in its search."""
BASE = "best plays on with pilot"
"""Name of the entry of a fit that says with which of the fast pilots `best` plays consequences out."""
BASE_GAMES = 400
"""Most games of each comparison of two bases, in either seat and over all matches: the standard error of their difference is one and a
half points."""
LEAD = 0.02
"""By so much another base has to be better after so many games, and by more after fewer, so that it is not taken by chance."""
SHARE_OF_GAMES, SHARE_OF_WORK = 0.1, 1.0 / 3.0
"""What a comparison, and all together, may take of the games and the work of a round of learning: where games are long, they are few."""

FastPilots = Callable[[Any, Fit], tuple[AnyStrategy, AnyStrategy, AnyStrategy]]
"""Returns the policy of a fit, the heuristic with tuned weights, and greedy."""


def with_the_strongest(matches: Sequence[Any], fit: Fit, seed: int, fast_pilots: FastPilots, jobs: int = 1) -> Fit:
    """Return the fit with an entry that says which fast pilot scores best against greedy in these matches, by games of this seed.

    A policy that is fitted to few or noisy choices can be worse than the heuristic that it corrects. ``jobs`` threads play.
    """
    pilots = [fast_pilots(match, fit) for match in matches]
    met = [(match, own[k], own[GREEDY]) for k in (POLICY, TUNED) for match, own in zip(matches, pilots, strict=True)]
    scores = np.mean(np.reshape(_edges(met, seed, GAMES, jobs), (2, len(matches))), axis=1)
    strongest = int(np.argmax(np.array([*scores, 0.5])))
    return replace(fit, weights={**fit.weights, PLAYED_BY: strongest})


def leader(searches: Sequence[Sequence[AnyStrategy]], matches: Sequence[Any], usual: int, plan: Plan, seed: int, jobs: int) -> int:
    """Return with which base a search scores best: the usual one, unless another one is clearly better against that.

    ``searches`` are, for each match, those over each base; ``usual`` is a base's number. The ``plan`` is that by which was learned, or will
    be: one without bases, or of very few games, compares nothing. ``jobs`` threads play games of this seed.
    """
    others = [k for k in range(len(searches[0])) if k != usual]
    most = min(BASE_GAMES, SHARE_OF_GAMES * plan.searched)
    if not plan.bases or most < PROBE:
        return usual
    mirrors = [(match, (own[usual], own[usual])) for match, own in zip(matches, searches, strict=True)]
    probes = _results(mirrors, seed, PROBE, jobs)
    weight = float(np.mean([weight_of(int(one["decisions"].sum()), int(one["turns"].sum()), len(one)) for one in probes]))
    each = float(min(most, SHARE_OF_WORK * plan.work / (2 * len(others) * weight))) / len(matches)
    games = 2 * max(1, int(each / 2))
    met = [(match, own[k], own[usual]) for k in others for match, own in zip(matches, searches, strict=True)]
    scores = np.mean(np.reshape(_edges(met, seed, games, jobs), (len(others), len(matches))), axis=1)
    best = int(np.argmax(scores))
    return others[best] if scores[best] >= 0.5 + LEAD * math.sqrt(BASE_GAMES / (games * len(matches))) else usual


def _edges(met: Sequence[tuple[Any, AnyStrategy, AnyStrategy]], seed: int, games: int, jobs: int) -> list[float]:
    """Return the mean score of each pilot against another one in a match, by ``games`` as either side."""
    sides = [(match, both) for match, pilot, other in met for both in ((pilot, other), (other, pilot))]
    halves = [one["score2"][:, :2] / 2.0 for one in _results(sides, seed, games, jobs)]
    scores = [float((half[0::2, 0].mean() + half[1::2, 1].mean()) / 2.0) for half in halves]
    return [(as_a + 1.0 - as_b) / 2.0 for as_a, as_b in zip(scores[0::2], scores[1::2], strict=True)]


def _results(sides: Sequence[tuple[Any, tuple[AnyStrategy, AnyStrategy]]], seed: int, games: int, jobs: int) -> list[NDArray[Any]]:
    """Return the results of ``games`` of each match by two pilots; ``jobs`` threads play them in pieces."""
    cut = max(1, min(games // 2, 2 * PIECES // len(sides)))
    edges = [2 * (games // 2 * i // cut) for i in range(cut + 1)]
    for match, both in sides:  # numba is not safe where two threads compile
        match.play(both, seed, 0, 0)

    def play(piece: tuple[tuple[Any, Any], tuple[int, int]]) -> NDArray[Any]:
        (match, both), ends = piece
        results: NDArray[Any] = match.play(both, seed, *ends)[0]
        return results

    with ThreadPoolExecutor(jobs) as threads:
        played = list(threads.map(play, itertools.product(sides, itertools.pairwise(edges))))
    return [np.concatenate(played[i : i + cut]) for i in range(0, len(played), cut)]
