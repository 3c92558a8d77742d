"""Pilots head to head: pairs of games of two that have taken their seats, and a new `best` against a former one.

A better score against another rung can hide a loss against what played before.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kotc_sim.experiments.play.result import AgainstFormer
from kotc_sim.experiments.statistics.pairs import Pairs
from kotc_sim.games.decks import Deck
from kotc_sim.runs import Contest, default_jobs, match_of, pilots_of
from kotc_sim.runs.tally import count_games
from kotc_sim.strategies import load
from kotc_sim.strategies.threads import threads_of

PILOT = "best"
BAR = 0.48
"""What the new one has to score on each deck."""
PIECES = 16  # games are played in this many pieces, whatever the number of threads


def duel(
    match: Any, pilots: tuple[Any, Any], seed: int, pairs: int, jobs: int | None = None, on_games: Callable[[int], None] | None = None
) -> Pairs:
    """Return the counts of pairs of games of two pilots, A's and B's; who learns has taken its seat in this match.

    A contest with the same seed has the same deals. The counts do not depend on ``jobs``, threads; ``on_games`` is called with the number
    of games of each finished piece.
    """
    match.warm_up(pilots)

    def play(piece: tuple[int, int]) -> Any:
        results, seen = match.play(pilots, seed, 2 * piece[0], 2 * piece[1])
        if on_games is not None:
            on_games(2 * (piece[1] - piece[0]))
        return count_games(results, seen, 2 * piece[0])[0].table

    edges = [pairs * k // PIECES for k in range(PIECES + 1)]
    pieces = [(low, high) for low, high in itertools.pairwise(edges) if high > low]
    return Pairs.from_table(np.sum(threads_of(jobs or default_jobs()).map(play, pieces), axis=0))


def meet_former(
    former: str,
    decks: Sequence[Deck],
    *,
    games: int = 200,
    seed: int = 1,
    jobs: int | None = None,
    on_games: Callable[[int], None] | None = None,
) -> tuple[AgainstFormer, ...]:
    """Play `best` against a former one, a strategy's name or file, on each deck; ``games`` on each are rounded down to pairs."""
    rows = []
    for deck in decks:
        pilots_of(Contest((deck, deck), (PILOT, former)))
        match: Any = match_of((deck, deck))

        def seat(name: str, deck: Deck = deck, match: Any = match) -> Any:
            pilot: Any = load(deck.game, name)
            return pilot.seated(match, pilot.learn((deck, deck), jobs=jobs or 1)) if pilot.learns else pilot

        found = duel(match, (seat(PILOT), seat(former)), seed, max(1, games // 2), jobs, on_games).score_interval()
        rows.append(AgainstFormer(deck=deck.name, score=found.value, interval=found.ends, holds=found.value >= BAR))
    return tuple(rows)
