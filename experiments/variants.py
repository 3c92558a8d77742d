"""Pilots like the strongest one: with more budget, and after another training. A score that moves with them is theirs, not the decks'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim import games as registry
from kotc_sim.games.protocol import Deck
from kotc_sim.runs import learn

TIMES = 4
"""By this factor the budget is raised."""
OTHER_SEED = 7
"""Of the games of a second training."""
AGAIN, MORE = "another training", f"{TIMES} times the budget"


@dataclass(frozen=True)
class Variant:
    """A pilot that is like another, but in one thing.

    Attributes
    ----------
    what : str
        `AGAIN` or `MORE`.
    strategy : str
        Its name.
    fit : Fit or None
        What it has learned.
    """

    what: str
    strategy: str
    fit: Any


def variants_of(decks: Sequence[Deck], strategy: str, fit: Any, *, jobs: int | None = None) -> list[Variant]:
    """Return the variants of a pilot that learns and searches; of another none.

    Parameters
    ----------
    decks : sequence of Deck
        Of the match.
    strategy : str
        The pilot.
    fit : Fit or None
        What it has learned of them.
    jobs : int, optional
        Threads for the second training; by default all processors.
    """
    pilot: Any = registry.pilot(registry.of(decks[0]), strategy)
    if not (pilot.learns and pilot.playouts):
        return []
    richer = f"{strategy.partition('@')[0]}@{TIMES * pilot.playouts}"
    return [Variant(MORE, richer, fit), Variant(AGAIN, strategy, learn(decks, [strategy], jobs=jobs, seed=OTHER_SEED))]
