"""How strong the pilots are on a deck, each against the rung that it should beat, both sides with the same deck; and what they cost."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from typing import Any

from kotc_sim import games as registry
from kotc_sim.experiments.duel import duel
from kotc_sim.experiments.statistics import Pairs
from kotc_sim.games.protocol import Deck
from kotc_sim.runs import learn, match_of

FIGURES = ("best against lookahead", "quick unlearned against greedy", "quick against greedy", "quick against lookahead")
FAST = 10
"""Two fast pilots play so many times the games of the others."""
TIMED_SEARCHES, TIMED, ROUNDS = 16, 400, 5
"""Games of a timing of searches, and of fast pilots, each against itself; they take turns so many times, and the median counts."""


def pilot_strength(deck: Deck, *, games: int = 1000, seed: int = 3, jobs: int | None = None) -> dict[str, Any]:
    """Play `best` and `quick`, which have learned a deck, against the fixed rungs.

    Parameters
    ----------
    deck : Deck
        Of both sides.
    games : int
        Of two pilots of which one searches, rounded down to pairs; fast pilots play `FAST` times as many.
    seed : int
        Of the games.
    jobs : int, optional
        Threads; by default all processors.

    Returns
    -------
    dict
        ``deck``; by each of `FIGURES` its ``score``, ``interval`` and ``cells`` (pairs in which it scored 0, ½, 1, 1½, 2); ``learned``
        (processor-seconds of learning; about 0 if the fit was remembered), ``digest`` of the fit, and ``times``: processor time of a game
        of ``best`` in that of ``lookahead``, of ``quick`` and ``quick unlearned`` in that of ``greedy``.
    """
    game, match = registry.of(deck), match_of((deck, deck))
    start = time.process_time()
    fit = learn((deck, deck), ["best"], jobs=jobs)
    row: dict[str, Any] = {"deck": deck.name, "learned": time.process_time() - start, "digest": fit.digest}
    pilots: dict[str, Any] = {name: registry.pilot(game, name) for name in ("greedy", "quick", "lookahead", "best")}
    pilots["quick unlearned"] = pilots["quick"].seated(match, None)
    pilots |= {name: pilots[name].seated(match, fit) for name in ("quick", "best")}
    for figure in FIGURES:
        one, _, other = figure.partition(" against ")
        pairs = max(1, games // 2) * (1 if "lookahead" in (one, other) else FAST)
        row[figure] = _score(duel(match, (pilots[one], pilots[other]), seed, pairs, jobs))
    slow = _times(match, pilots, ("best", "lookahead"), TIMED_SEARCHES, seed)
    fast = _times(match, pilots, ("quick", "quick unlearned", "greedy"), TIMED, seed)
    row["times"] = {"best": slow["best"] / slow["lookahead"]}
    row["times"] |= {name: fast[name] / fast["greedy"] for name in ("quick", "quick unlearned")}
    return row


def mean_strength(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return for each of `FIGURES` the mean ``score`` of decks, its ``interval`` by the games alone (of these decks), and the ``lowest``.

    Parameters
    ----------
    rows : sequence of dict
        Of `pilot_strength`, with the same number of games.
    """
    means = {}
    for figure in FIGURES:
        counts = [Pairs.from_cells(row[figure]["cells"]) for row in rows]
        means[figure] = {**_score(sum(counts[1:], start=counts[0])), "lowest": min(one.score for one in counts)}
    return means


def _score(pairs: Pairs) -> dict[str, Any]:
    score = pairs.score_interval()
    return {"score": score.value, "interval": [score.low, score.high], "cells": [int(n) for n in pairs.cells]}


def _times(match: Any, pilots: dict[str, Any], names: Sequence[str], number: int, seed: int) -> dict[str, float]:
    """Return the median processor time of a game of each pilot against itself."""
    spent: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(ROUNDS):
        for name in names:
            both = (pilots[name], pilots[name])
            match.play(both, seed, 0, 2)
            start = time.thread_time()
            match.play(both, seed, 2 * number * turn, 2 * number * turn + number)
            spent[name].append((time.thread_time() - start) / number)
    return {name: statistics.median(times) for name, times in spent.items()}
