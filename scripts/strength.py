"""How strong the pilots are on a deck, each against the rung that it should beat, both sides with the same deck; and what they cost."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim import games as registry
from kotc_sim.experiments.play.duel import duel
from kotc_sim.experiments.statistics.intervals import mean_interval
from kotc_sim.experiments.statistics.pairs import Pairs
from kotc_sim.games.decks import Deck
from kotc_sim.runs import learn, match_of
from kotc_sim.strategies import load

FIGURES = ("best against lookahead", "quick unlearned against greedy", "quick against greedy", "quick against lookahead")
FAST = 10
"""Two fast pilots play so many times the games of the others."""
TIMED_WIDE, TIMED_SEARCHES, TIMED, ROUNDS = 4, 80, 400, 5
"""Games of a timing of wide searches, searches, and fast pilots, each against itself; they take turns, so many times; medians count."""


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
    pilots: dict[str, Any] = {name: load(game.key, name) for name in ("greedy", "quick", "lookahead", "best")}
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


def pair_strength(one: str, other: str, a: Deck, b: Deck, *, games: int = 200, seed: int = 3, jobs: int | None = None) -> dict[str, Any]:
    """Play a pilot against another with two decks, each pilot with either deck in half of the games.

    Parameters
    ----------
    one, other : str
        Pilots; who learns has learned the two decks.
    games : int
        Of both halves, rounded down to pairs.
    seed : int
        Of the games.
    jobs : int, optional
        Threads; by default all processors.

    Returns
    -------
    dict
        ``decks``, ``games``, the ``score`` of ``one``, its ``interval`` and ``cells``, and ``time``: processor time of a game of ``one`` in
        that of ``other``, each against itself.
    """
    game = registry.of(a)
    fit = learn((a, b), [one, other], jobs=jobs)
    counts, times = [], []
    for decks in [(a, b)] if a is b else [(a, b), (b, a)]:
        match = match_of(decks)
        pilots: dict[str, Any] = {}
        for name in (one, other):
            pilot: Any = load(game.key, name)
            pilots[name] = pilot.seated(match, fit) if pilot.learns else pilot
        counts.append(duel(match, (pilots[one], pilots[other]), seed, max(1, games // (2 if a is b else 4)), jobs))
        times.append(_times(match, pilots, (one, other), TIMED_WIDE, seed))
    whole = Pairs(np.sum([one.cells for one in counts], axis=0))
    spent = {name: sum(row[name] for row in times) for name in (one, other)}
    row = {"decks": a.name if a is b else f"{a.name}–{b.name}", "games": 2 * sum(int(n) for n in whole.cells)}
    return {**row, **_score(whole), "time": spent[one] / spent[other]}


def alone_strength(decks: Sequence[Deck], *, games: int = 400, seed: int = 3, jobs: int | None = None) -> dict[str, Any]:
    """Play `quick` without anything learned against `greedy`, both sides with the same deck.

    Parameters
    ----------
    decks : sequence of Deck
        Of one game, at least two.
    games : int
        Of each deck, rounded down to pairs.
    seed : int
        Of the games.
    jobs : int, optional
        Threads; by default all processors.

    Returns
    -------
    dict
        ``decks`` (their number), ``games`` of each, the mean ``score`` of decks, its ``interval`` by their spread, the ``lowest``,
        and ``time``: processor time of a game of `quick` in that of `greedy`, each against itself, the median of decks.
    """
    game = registry.of(decks[0])
    scores, times = [], []
    for deck in decks:
        match = match_of((deck, deck))
        pilots: dict[str, Any] = {"greedy": load(game.key, "greedy"), "quick": load(game.key, "quick")}
        pilots["quick"] = pilots["quick"].seated(match, None)
        scores.append(duel(match, (pilots["quick"], pilots["greedy"]), seed, max(1, games // 2), jobs).score)
        spent = _times(match, pilots, ("quick", "greedy"), TIMED // 4, seed)
        times.append(spent["quick"] / spent["greedy"])
    mean = mean_interval(scores)
    found = {"decks": len(scores), "games": 2 * max(1, games // 2), "score": mean.value, "interval": list(mean.ends)}
    return {**found, "lowest": min(scores), "time": statistics.median(times)}


def mean_strength(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return for each of `FIGURES` the mean ``score`` of decks, its ``interval`` by the games alone (of these decks), and the ``lowest``.

    Parameters
    ----------
    rows : sequence of dict
        Of `pilot_strength`, with the same number of games.
    """
    means = {}
    for figure in FIGURES:
        counts = [Pairs(np.array(row[figure]["cells"])) for row in rows]
        means[figure] = {**_score(Pairs(np.sum([one.cells for one in counts], axis=0))), "lowest": min(one.score for one in counts)}
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
