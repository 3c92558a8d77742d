"""What a deck scores more for each copy of a card that it holds: a linear model by ridge regression, which leads a search.

A search has two of them. The *discrepancy*: what the judge makes of a card more than the fast pilot does, over all match-ups that both
played (M. C. Kennedy and A. O'Hagan (2000), "Predicting the output from a complex computer code when fast approximations are available").
The *gains*: what exchanges added against one mixture of decks, by which the next ones are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim.experiments.worth.tuning import Rows

RIDGE = 300.0
"""Variance of what is noted about the line (0.1 squared) over that of what a copy adds (0.006 squared); 100 to 3,000 foretell alike."""


class ByCard:
    """What each card adds; nothing before something was noted."""

    def __init__(self) -> None:
        self.index: dict[str, int] = {}
        self.squares: Rows = np.zeros((0, 0))
        """Normal equations: sums of products of copies, shape (cards, cards)."""
        self.products: Rows = np.zeros(0)
        """Sums of copies times what was noted, shape (cards,)."""
        self._worth: dict[str, float] | None = {}

    def note(self, cards: Sequence[Any], foes: Sequence[tuple[Sequence[Any], float]], value: float) -> None:
        """Note what a deck scored more than a mixture of decks, whose weights add up to 1."""
        copies: dict[str, float] = {}
        for deck, weight in ((cards, 1.0), *((foe, -weight) for foe, weight in foes)):
            for card in deck:
                copies[card.name] = copies.get(card.name, 0.0) + weight
        places = [self.index.setdefault(name, len(self.index)) for name in copies]
        more = len(self.index) - len(self.products)
        if more:
            self.squares = np.pad(self.squares, (0, more))
            self.products = np.pad(self.products, (0, more))
        counts = np.array(list(copies.values()))
        self.squares[np.ix_(places, places)] += np.outer(counts, counts)
        self.products[places] += value * counts
        self._worth = None

    @property
    def worth(self) -> dict[str, float]:
        """By card: points of score, 0..1, that a copy adds, from all that was noted; fitted when it is asked for.

        Each copy is shrunk alike, so cards that were rarely seen add least (`statistics.ridge` shrinks each column by its own size).
        """
        if self._worth is None:
            found = np.linalg.solve(self.squares + RIDGE * np.eye(len(self.index)), self.products)
            self._worth = {name: float(found[i]) for name, i in self.index.items()}
        return self._worth

    def of(self, cards: Sequence[Any]) -> float:
        """Return what cards add together."""
        worth = self.worth
        return sum(worth.get(card.name, 0.0) for card in cards)
