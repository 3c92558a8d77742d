"""Whether play has settled: the same matches under the strongest pilot, with four times its budget, and after other training games.

A verdict that moves with the pilot is the pilot's and not the decks' (docs/ladder.md).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from kotc_sim import games as registry
from kotc_sim.experiments.statistics import Pairs
from kotc_sim.games.protocol import Deck
from kotc_sim.runs import Contest, Part, Workers, default_jobs, learn, simulate_parts

PILOT = "best"
TIMES = 4
"""By this factor the budget is raised."""
OTHER_SEED = 7
"""Of the games of a second training."""


def settled_of(
    decks: Sequence[Deck],
    *,
    games: int = 300,
    seed: int = 1,
    jobs: int | None = None,
    workers: Workers | None = None,
    on_games: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play every two of some decks under variants of the strongest pilot.

    Parameters
    ----------
    decks : sequence of Deck
        Two or more of one edition.
    games : int
        Of each match under each variant, rounded down to pairs.
    seed : int
        Of the run: all variants play the same deals.
    jobs : int, optional
        Threads that learn; by default all processors.
    workers : Workers, optional
        Where to play.
    on_games : callable, optional
        Told the number of games of each finished chunk.

    Returns
    -------
    dict
        ``matches``: for each two decks ``a``, ``b`` and, under ``once``, ``more`` (four times the budget) and ``again`` (a second
        training), A's score and its interval, and ``moved``, the largest change; ``mean``: the mean change under ``more`` and ``again``.
    """
    game = registry.of(decks[0])
    pilot: Any = registry.pilot(game, PILOT)
    richer = f"{PILOT}@{TIMES * pilot.playouts}"
    couples = list(itertools.combinations(decks, 2))
    pairs = max(1, games // 2)
    parts, labels = [], []
    for couple in couples:
        fit = learn(couple, [PILOT], jobs=jobs)
        other = pilot.with_seed(OTHER_SEED).learn(couple, jobs=jobs or default_jobs())
        for label, name, by in (("once", PILOT, fit), ("more", richer, fit), ("again", PILOT, other)):
            parts.append(Part(Contest(couple, (name, name), by), pairs))
            labels.append((couple, label))
    rows: dict[tuple[str, str], dict[str, Any]] = {(a.name, b.name): {"a": a.name, "b": b.name} for a, b in couples}
    for i, run in simulate_parts(parts, seed, workers=workers, on_chunk=on_games):
        (a, b), label = labels[i]
        score = Pairs.from_table(run.tally.table).score_interval()
        rows[a.name, b.name][label] = {"score": score.value, "interval": [score.low, score.high]}
    changes = []
    for row in rows.values():
        moved = [abs(row[label]["score"] - row["once"]["score"]) for label in ("more", "again")]
        row["moved"] = max(moved)
        changes += moved
    return {"pilot": PILOT, "richer": richer, "matches": list(rows.values()), "mean": sum(changes) / len(changes)}
