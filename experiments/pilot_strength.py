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


def pilot_strength(decks: Sequence[Deck], *, games: int = 600, seed: int = 3, jobs: int | None = None) -> dict[str, Any]:
    """Play `best` and `quick`, which have learned each deck, against the fixed rungs.

    Parameters
    ----------
    decks : sequence of Deck
        Of one edition.
    games : int
        Of each deck and two pilots of which one searches, rounded down to pairs; fast pilots play `FAST` times as many.
    seed : int
        Of the games.
    jobs : int, optional
        Threads; by default all processors.

    Returns
    -------
    dict
        ``games``; ``decks``: for each ``deck``, by each of `FIGURES` its ``score`` and ``interval``, ``learned`` (processor-seconds of
        learning; about 0 if the fit was remembered), ``digest`` of the fit, and ``times``: processor time of a game of ``best`` in that
        of ``lookahead``, of ``quick`` and ``quick unlearned`` in that of ``greedy``; ``means``: for each figure the mean over decks, its
        interval by the games alone (these decks), and the ``lowest`` deck.
    """
    pairs = max(1, games // 2)
    found: list[dict[str, Pairs]] = []
    rows = []
    for deck in decks:
        game, match = registry.of(deck), match_of((deck, deck))
        start = time.process_time()
        fit = learn((deck, deck), ["best"], jobs=jobs)
        learned = time.process_time() - start
        pilots: dict[str, Any] = {name: registry.pilot(game, name) for name in ("greedy", "quick", "lookahead", "best")}
        pilots["quick unlearned"] = pilots["quick"].seated(match, None)
        pilots |= {name: pilots[name].seated(match, fit) for name in ("quick", "best")}
        counts = {}
        for figure in FIGURES:
            one, _, other = figure.partition(" against ")
            number = pairs * (1 if "lookahead" in (one, other) else FAST)
            counts[figure] = duel(match, (pilots[one], pilots[other]), seed, number, jobs)
        found.append(counts)
        row: dict[str, Any] = {"deck": deck.name, "learned": learned, "digest": fit.digest}
        row |= {figure: _score(counts[figure]) for figure in FIGURES}
        slow = _times(match, pilots, ("best", "lookahead"), TIMED_SEARCHES, seed)
        fast = _times(match, pilots, ("quick", "quick unlearned", "greedy"), TIMED, seed)
        row["times"] = {"best": slow["best"] / slow["lookahead"]}
        row["times"] |= {name: fast[name] / fast["greedy"] for name in ("quick", "quick unlearned")}
        rows.append(row)
    return {"games": 2 * pairs, "decks": rows, "means": {figure: _mean([counts[figure] for counts in found]) for figure in FIGURES}}


def _score(pairs: Pairs) -> dict[str, Any]:
    score = pairs.score_interval()
    return {"score": score.value, "interval": [score.low, score.high]}


def _mean(counts: Sequence[Pairs]) -> dict[str, Any]:
    """Return the mean of the decks' scores; all have the same number of pairs, so it is the score of all games."""
    whole = sum(counts[1:], start=counts[0])
    return {**_score(whole), "lowest": min(one.score for one in counts)}


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
