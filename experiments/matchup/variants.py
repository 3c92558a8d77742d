"""Pilots like the strongest one: with more budget, and after another training. A score that moves with them is theirs, not the decks'.

A match-up plays a share of the strongest rung's games under each (`VARIANT_SHARE`), half of it where the score `stays`, and *depends on
play* where the score moves by more than its interval plus `MOST`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim import games as registry
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.pairs import Pairs
from kotc_sim.games.decks import Deck
from kotc_sim.runs import learn_aside
from kotc_sim.runs.tally import Counts
from kotc_sim.strategies import load

TIMES = 4  # by this factor the budget is raised
OTHER_SEED = 7  # of the games of a second training
AGAIN, MORE = "another training", f"{TIMES} times the budget"
VARIANT_SHARE = {MORE: 6, AGAIN: 3}
"""A match-up plays the strongest rung's games divided by these: about two thirds of its time for the one, a third for the other."""
LEAST_CHECKED = 1_000  # of fewer games of the strongest rung a share says nothing
MOST = 0.03  # a score may move by so much


@dataclass(frozen=True, slots=True)
class Variant:
    """A pilot that is like another but in one thing, `AGAIN` or `MORE`; ``learned`` waits for what it has learned, and returns it."""

    what: str
    strategy: str
    learned: Callable[[], Any]


def variants_of(decks: Sequence[Deck], strategy: str, fit: Any, *, jobs: int | None = None) -> list[Variant]:
    """Return the variants of a pilot that learns and searches, and has the ``fit`` of a match of these decks; of another none."""
    pilot: Any = load(registry.of(decks[0]).key, strategy)
    if not (pilot.learns and pilot.pace == "search"):
        return []
    richer = f"{strategy.partition('@')[0]}@{TIMES * pilot.playouts}"
    again = learn_aside(decks, [strategy], jobs=jobs, seed=OTHER_SEED)
    return [Variant(MORE, richer, lambda: fit), Variant(AGAIN, strategy, again)]


def variants_for(decks: Sequence[Deck], strategy: str, fit: Any, games: int, *, jobs: int | None = None) -> list[tuple[Variant, int]]:
    """Return the variants by which a match-up of so many games is checked, and the games of each; none for too few, or a mirror."""
    if games < LEAST_CHECKED or decks[0] == decks[1]:
        return []
    return [(variant, games // VARIANT_SHARE[variant.what]) for variant in variants_of(decks, strategy, fit, jobs=jobs)]


def stays(score: float, games: int) -> Callable[[Counts], bool]:
    """Return what says of pairs, counted by score, that a variant need not play all of so many games.

    After half of them it is within `MOST`: of those who would move after all of them, 1 in 500 is missed, and 0.6 of them are played.
    """
    return lambda cells: 4 * int(cells.sum()) >= games and abs(Pairs(cells).score - score) < MOST


def moves(change: Interval) -> bool:
    """Say whether a score moves by more than its interval plus `MOST`: the whole interval of the change lies beyond.

    Of variants under whom the score moves by less, at most 2.5 % are said to move, by chance.
    """
    return change.low > MOST or change.high < -MOST
