"""How exploitable a pilot is: a learner that meets it alone, and what that learner then scores against it.

A score near one half says that this learner finds nothing against the pilot, and no more: another one may.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kotc_sim import games as registry
from kotc_sim.experiments.statistics import Pairs
from kotc_sim.games.protocol import Deck
from kotc_sim.runs import default_jobs, learn, learn_with

RESPONDER = "best"
PIECES = 16
"""Games of a deck are played in this many pieces, whatever the number of threads."""


def response_of(
    name: str,
    decks: Sequence[Deck],
    *,
    games: int = 400,
    seed: int = 1,
    budget: float | None = None,
    jobs: int | None = None,
    on_games: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Learn a best response to a pilot on each deck, both sides with that deck, and play it against the pilot.

    Parameters
    ----------
    name : str
        Of the pilot, or its file.
    decks : sequence of Deck
        Of one game.
    games : int
        Of each deck, rounded down to pairs; other games than those that are learned from.
    seed : int
        Of these games.
    budget : float, optional
        Processor-seconds of learning on each deck; by default the plan of `best`.
    jobs : int, optional
        Threads; by default all processors.
    on_games : callable, optional
        Told the number of games of each finished piece.

    Returns
    -------
    dict
        ``pilot``, ``pairs``, ``score`` and ``interval`` over all decks, and ``decks``: for each its ``name``, ``edition``, ``score``,
        ``interval``, ``made_of`` and the ``digest`` of what the response had learned.

    Raises
    ------
    KotcError
        If there is no such pilot.
    """
    game = registry.of(decks[0])
    pilot: Any = registry.pilot(game, name)
    responder: Any = registry.pilot(game, RESPONDER)
    responder = responder if budget is None else responder.within(budget)
    pairs = max(1, games // 2)
    rows, tables = [], []
    for deck in decks:
        mirror = (deck, deck)
        own = learn(mirror, [name], jobs=jobs)
        response = responder.against(pilot, own)
        fit = learn_with(functools.partial(_trained, response, mirror), jobs)
        match = game.compile(mirror)
        table = _pairs(match, (response.seated(match, fit), pilot.seated(match, own)), seed, pairs, jobs or default_jobs(), on_games)
        score = Pairs.from_table(table).score_interval()
        tables.append(table)
        rows.append(
            {
                "name": deck.name,
                "edition": deck.edition.name,
                "score": score.value,
                "interval": [score.low, score.high],
                "made_of": fit.made_of,
                "digest": fit.digest,
            }
        )
    whole = Pairs.from_table(np.sum(tables, axis=0)).score_interval()
    return {
        "command": "strategies exploit",
        "pilot": name,
        "responder": RESPONDER,
        "pairs": pairs * len(rows),
        "score": whole.value,
        "interval": [whole.low, whole.high],
        "decks": rows,
    }


def _trained(response: Any, decks: Sequence[Deck], on_games: Callable[[int], None], jobs: int) -> Any:
    return response.train(decks, jobs=jobs, on_games=on_games)


def _pairs(match: Any, pilots: tuple[Any, Any], seed: int, pairs: int, jobs: int, on_games: Callable[[int], None] | None) -> Any:
    """Return the table of pairs of games of two seated pilots."""
    match.warm_up(pilots)

    def play(piece: tuple[int, int]) -> Any:
        results, _ = match.play(pilots, seed, 2 * piece[0], 2 * piece[1])
        half = results["score2"][:, :2] / 2.0
        if on_games is not None:
            on_games(2 * (piece[1] - piece[0]))
        return Pairs.from_games(half[0::2, 0], half[1::2, 1]).table

    edges = [pairs * k // PIECES for k in range(PIECES + 1)]
    pieces = [(low, high) for low, high in itertools.pairwise(edges) if high > low]
    with ThreadPoolExecutor(jobs) as threads:
        return np.sum(list(threads.map(play, pieces)), axis=0)
