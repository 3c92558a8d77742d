"""Which of the fast pilots of a match that was learned is the strongest there, and which of them a search plays on with, for any game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.lesson import weight_of
from kotc_sim.strategies.pilot import AnyStrategy
from kotc_sim.strategies.training import PROBE, Plan

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


def with_the_strongest(matches: Sequence[Any], fit: Fit, seed: int, fast_pilots: FastPilots) -> Fit:
    """Return the fit with an entry that says which fast pilot scores best against greedy in these matches, by games of this seed.

    A policy that is fitted to few or noisy choices can be worse than the heuristic that it corrects.
    """
    pilots = [fast_pilots(match, fit) for match in matches]
    scores = [np.mean([_edge(match, own[k], own[GREEDY], seed, GAMES) for match, own in zip(matches, pilots, strict=True)]) for k in (0, 1)]
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
    mirrors = [(match, own[usual], own[usual]) for match, own in zip(matches, searches, strict=True)]
    probes = [match.play(both, seed, 0, PROBE)[0] for match, *both in mirrors]
    weight = float(np.mean([weight_of(int(one["decisions"].sum()), int(one["turns"].sum()), len(one)) for one in probes]))
    each = float(min(most, SHARE_OF_WORK * plan.work / (2 * len(others) * weight))) / len(matches)
    games = 2 * max(1, int(each / 2))
    met = [(match, own[k], own[usual]) for k in others for match, own in zip(matches, searches, strict=True)]
    with ThreadPoolExecutor(jobs) as threads:
        edges = list(threads.map(lambda pair: _edge(pair[0], pair[1], pair[2], seed, games), met))
    scores = np.mean(np.reshape(edges, (len(others), len(matches))), axis=1)
    best = int(np.argmax(scores))
    return others[best] if scores[best] >= 0.5 + LEAD * math.sqrt(BASE_GAMES / (games * len(matches))) else usual


def _edge(match: Any, pilot: AnyStrategy, other: AnyStrategy, seed: int, games: int) -> float:
    """Return the mean score of a pilot against another one, as both sides of a match."""
    scores = [match.play(both, seed, 0, games)[0]["score2"][:, :2] / 2.0 for both in ((pilot, other), (other, pilot))]
    as_a, as_b = (float((half[0::2, 0].mean() + half[1::2, 1].mean()) / 2.0) for half in scores)
    return (as_a + 1.0 - as_b) / 2.0
