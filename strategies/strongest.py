"""Which of the fast pilots of a match that was learned is the strongest there, and which of them a search plays on with, for any game."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.lesson import weight_of
from kotc_sim.strategies.pilot import AnyStrategy
from kotc_sim.strategies.threads import threads_of
from kotc_sim.strategies.training import PIECES, PROBE, Plan

PLAYED_BY = "quick is pilot"
"""Name of the entry of a fit that says which of the fast pilots plays."""
GAMES = 1000
"""Of each comparison of two fast pilots, in either seat and over all matches: the standard error of their difference is one point."""

POLICY, TUNED, GREEDY = range(3)
"""Numbers of the fast pilots."""
LEARNED_OVER = "learned over pilot"
"""Name of the entry of a fit that says which of the heuristics, tuned or greedy, played its first games and played on in its search."""
BASE = "best plays on with pilot"
"""Name of the entry of a fit that says with which of the fast pilots `best` plays consequences out, where it does not say so of a deck."""
EXPECTED, SPREAD = {POLICY: 0.015}, 0.04
"""By how much `best` is expected to score more over a fast pilot than over the usual one, else 0, and how much that differs from deck to
deck (standard deviation): as in 60 random decks of the 17th and 20th."""
BASE_GAMES = 400
"""Most games of each comparison of two bases, in either seat and over all matches: the standard error of their difference is one and a
half points."""
LEAD = 0.02
"""By so much another base has to be better after so many games, and by more after fewer, so that it is not taken by chance."""
SHARE_OF_GAMES, SHARE_OF_WORK = 2.0 / 15.0, 4.0 / 9.0
"""What a comparison, and all together, may take of the games and the work of a round of learning: where games are long, they are few."""
LOOKS = 3
"""Parts of a comparison, after each of which whoever is not ahead plays no more."""
SHARE_FOR_BASES = 1.0 / 3.0
"""The latter, where each deck gets a base: that takes more games."""

EVERY_DECK = ""
"""Stands for all decks of some matches among the names of their decks."""


def base_entry(deck: str) -> str:
    """Return the name of the entry of a fit that says with which of the fast pilots `best` plays consequences out, for a deck or all."""
    return f"{BASE} for {deck}" if deck else BASE


FastPilots = Callable[[Any, Fit], tuple[AnyStrategy, AnyStrategy, AnyStrategy]]
"""Returns the policy of a fit, the heuristic with tuned weights, and greedy."""


def with_the_strongest(matches: Sequence[Any], fit: Fit, seed: int, fast_pilots: FastPilots, jobs: int = 1) -> Fit:
    """Return the fit with an entry that says which fast pilot scores best against greedy in these matches, by games of this seed.

    A policy that is fitted to few or noisy choices can be worse than the heuristic that it corrects. ``jobs`` threads play.
    """
    pilots = [fast_pilots(match, fit) for match in matches]
    met = [(match, own[k], own[GREEDY]) for k in (POLICY, TUNED) for match, own in zip(matches, pilots, strict=True)]
    games = 2 * -(-GAMES // (2 * len(matches)))
    scores = np.mean(np.reshape(_edges(met, seed, 0, games, jobs), (2, len(matches))), axis=1)
    strongest = int(np.argmax(np.array([*scores, 0.5])))
    return replace(fit, weights={**fit.weights, PLAYED_BY: strongest})


def leader(searches: Sequence[Sequence[AnyStrategy]], matches: Sequence[Any], usual: int, plan: Plan, seed: int, jobs: int) -> int:
    """Return with which base a search scores best: the usual one, unless another one is clearly better against that.

    ``searches`` are, for each match, those over each base; ``usual`` is a base's number. The ``plan`` is that by which was learned, or will
    be: one without bases, or of very few games, compares nothing. ``jobs`` threads play games of this seed, in `LOOKS` equal parts; after
    each, a base plays no more that is not ahead of the usual one, as it would seldom lead clearly in the end.
    """
    others = [k for k in range(len(searches[0])) if k != usual]
    games = _games([own[usual] for own in searches], matches, 2 * len(others) / SHARE_OF_WORK, plan, seed, jobs)
    if not games:
        return usual
    points = dict.fromkeys(others, 0.0)
    for low, high in itertools.pairwise(dict.fromkeys(2 * (games // 2 * i // LOOKS) for i in range(LOOKS + 1))):
        met = [(match, own[k], own[usual]) for k in points for match, own in zip(matches, searches, strict=True)]
        edges = np.mean(np.reshape(_edges(met, seed, low, high, jobs), (len(points), len(matches))), axis=1)
        points = {k: scored for k, edge in zip(points, edges, strict=True) if (scored := points[k] + (high - low) * edge) >= high / 2}
        if not points:
            return usual
    best = max(points, key=points.__getitem__)
    return best if points[best] / games >= 0.5 + LEAD * math.sqrt(BASE_GAMES / (games * len(matches))) else usual


def best_bases(
    searches: Sequence[Sequence[AnyStrategy]],
    matches: Sequence[Any],
    decks: Sequence[Sequence[str]],
    usual: int,
    plan: Plan,
    seed: int,
    jobs: int,
) -> dict[str, int]:
    """Return for each deck, and for `EVERY_DECK`, over which base a search of its owner scores most against all bases of the opponent.

    ``decks`` names those of each match; the other parameters are those of `leader`. A lead over the usual base is taken for as much as
    games, `EXPECTED` and `SPREAD` together say: the mean of a normal distribution after these games.
    """
    count = len(searches[0])
    games = _games([own[usual] for own in searches], matches, count**2 / SHARE_FOR_BASES, plan, seed, jobs)
    if not games:
        return {EVERY_DECK: usual}
    met = [(match, both) for match, own in zip(matches, searches, strict=True) for both in itertools.product(own, own)]
    points = [one["score2"][0::2, 0] + one["score2"][1::2, 1] for one in _results(met, seed, 0, games, jobs)]
    leads: dict[str, list[NDArray[np.int64]]] = {}
    for names, of_a in zip(decks, np.reshape(points, (len(matches), count, count, games // 2)).astype(np.int64), strict=True):
        for name, own in zip(names, (of_a.sum(axis=1), -of_a.sum(axis=0)), strict=True):
            for which in (name, EVERY_DECK):
                leads.setdefault(which, []).append(own - own[usual])
    return {name: _leader_after(np.concatenate(found, axis=1), 4 * count, usual) for name, found in leads.items()}


def _leader_after(leads: NDArray[np.int64], unit: int, usual: int) -> int:
    """Return the base that is expected to lead most after games: ``leads`` over the usual one, shape (bases, pairs), are in 1/``unit``.

    With few pairs their variance is hardly known: one more pair at the greatest variance takes part.
    """
    pairs = leads.shape[1]
    found = []
    for k, lead in enumerate(leads):
        total, squares = int(lead.sum()), int((lead * lead).sum())
        error2 = ((squares - total * total / pairs) / unit**2 + 0.25) / pairs**2
        expected = 0.0 if k == usual else EXPECTED.get(k, 0.0)
        found.append((total / pairs / unit * SPREAD**2 + expected * error2) / (SPREAD**2 + error2))
    return int(np.argmax(found))


def _games(usual: Sequence[AnyStrategy], matches: Sequence[Any], parts: float, plan: Plan, seed: int, jobs: int) -> int:
    """Return how many games are played in each match of what takes one of so many ``parts`` of a round's work; 0 by a plan of no bases."""
    most = min(BASE_GAMES, SHARE_OF_GAMES * plan.searched)
    if not plan.bases or most < PROBE:
        return 0
    probes = _results([(match, (own, own)) for match, own in zip(matches, usual, strict=True)], seed, 0, PROBE, jobs)
    weight = float(np.mean([weight_of(int(one["decisions"].sum()), int(one["turns"].sum()), len(one)) for one in probes]))
    each = float(min(most, plan.work / (parts * weight))) / len(matches)
    return 2 * max(1, int(each / 2))


def _edges(met: Sequence[tuple[Any, AnyStrategy, AnyStrategy]], seed: int, low: int, high: int, jobs: int) -> list[float]:
    """Return the mean score of each pilot against another one in a match, by games ``low`` … ``high - 1`` as either side."""
    sides = [(match, both) for match, pilot, other in met for both in ((pilot, other), (other, pilot))]
    halves = [one["score2"][:, :2] / 2.0 for one in _results(sides, seed, low, high, jobs)]
    scores = [float((half[0::2, 0].mean() + half[1::2, 1].mean()) / 2.0) for half in halves]
    return [(as_a + 1.0 - as_b) / 2.0 for as_a, as_b in zip(scores[0::2], scores[1::2], strict=True)]


def _results(sides: Sequence[tuple[Any, tuple[AnyStrategy, AnyStrategy]]], seed: int, low: int, high: int, jobs: int) -> list[NDArray[Any]]:
    """Return the results of games ``low`` … ``high - 1`` of each match by two pilots; ``jobs`` threads play them in pieces."""
    pairs = (high - low) // 2
    cut = max(1, min(pairs, 2 * PIECES // len(sides)))
    edges = [low + 2 * (pairs * i // cut) for i in range(cut + 1)]
    for match, both in sides:  # numba is not safe where two threads compile
        match.play(both, seed, 0, 0)

    def play(piece: tuple[tuple[Any, Any], tuple[int, int]]) -> NDArray[Any]:
        (match, both), ends = piece
        results: NDArray[Any] = match.play(both, seed, *ends)[0]
        return results

    played = threads_of(jobs).map(play, itertools.product(sides, itertools.pairwise(edges)))
    return [np.concatenate(played[i : i + cut]) for i in range(0, len(played), cut)]
