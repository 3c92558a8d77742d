"""The second estimator of a price: mirrored decks that differ in some copies of one card.

One side's slots hold a card with the component, the other side's the same card without it, at the same level; so the
component is given away, and the score above one half is its value. The same with a minion of one SP more and of one
SP less gives the value of a level, and the ratio is the price. By Fieller's theorem the ratio has an interval only
while the value of one SP is clear of zero (Fieller 1954; docs/statistics.md).
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kotc_sim.experiments.common_games import RANGE, PairedRuns
from kotc_sim.experiments.statistics.intervals import Interval, fieller
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.reference import CURVES, contexts, minion
from kotc_sim.runs import Contest, Part

Values = NDArray[np.float64]

COPIES = 3
"""Copies that differ: few, since the value of many is not in proportion (a score cannot leave 0..1)."""

_APART = 1 << 8
"""The ranges of pair numbers begin here, behind those of fair levels: the two estimators share no game."""


class Mirror:
    """Prices components by mirrored decks; the value of one SP is measured once a strategy.

    ``pairs`` are those of each arm, over all reference decks.
    """

    def __init__(self, edition: Edition, arms: PairedRuns, pairs: int) -> None:
        self.edition, self.arms = edition, arms
        self.contexts = contexts(edition, COPIES, tuple(CURVES))
        self.rows = max(2, -(-pairs // len(self.contexts)))

    def value(self, with_it: Card, without: Card, strategy: str) -> Values:
        """Return the score above one half of each pair, when only one side's copies are ``with_it``."""
        parts = []
        for i, context in enumerate(self.contexts):
            decks = tuple(context.deck([card] * context.slots) for card in (with_it, without))
            parts.append(Part(Contest(decks, (strategy, strategy)), self.rows, (_APART + i) * RANGE))
        return np.stack([outcome.scores for outcome in self.arms.play(parts)], axis=1).ravel() - 0.5

    def unit(self, strategy: str) -> Values:
        """Return the value of one SP in each pair: half the difference between one more and one less."""
        body = minion(self.edition, 2, 2)
        more = self.value(replace(minion(self.edition, 3, 2), level=body.level), body, strategy)
        less = self.value(replace(minion(self.edition, 1, 2), level=body.level), body, strategy)
        return (more - less) / 2

    def price(self, with_it: Card, without: Card, strategy: str = "greedy") -> Interval | None:
        """Return the price, in levels, of what distinguishes two cards of one level; None where one SP may be worth nothing.

        The strategy plays both sides.
        """
        value, unit = self.value(with_it, without, strategy), self.unit(strategy)
        n = value.size
        table = np.cov(np.stack([value, unit])) / n
        spread = float(table[0, 0]), float(table[1, 1]), float(table[0, 1])
        return fieller(float(value.mean()), float(unit.mean()), *spread, freedom=n - 1)


def agrees(first: Interval, second: Interval) -> bool:
    """Return whether two independent estimates differ by no more than their intervals allow."""
    reach = np.hypot(first.high - first.value, second.value - second.low)
    if first.value > second.value:
        reach = np.hypot(first.value - first.low, second.high - second.value)
    return bool(abs(first.value - second.value) <= reach)
