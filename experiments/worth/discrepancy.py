"""What a deck scores more in the judge's hands than in the fast pilot's, by its cards: so a fast search seeks what the judge wants.

Scores of the judge are those of the fast pilot plus a discrepancy, linear in the copies of each card on either side, by ridge regression
over all match-ups that both played (M. C. Kennedy and A. O'Hagan (2000), "Predicting the output from a complex computer code when fast
approximations are available").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim.experiments.worth.tuning import Rows

RIDGE = 300.0
"""Variance of a match-up about the line (0.1 squared) over that of what a copy adds (0.006 squared); 100 to 3,000 foretell alike."""


class Discrepancy:
    """What each card adds; nothing before a match-up was noted."""

    def __init__(self) -> None:
        self.index: dict[str, int] = {}
        self.noted: list[tuple[dict[str, float], float]] = []
        self.worth: dict[str, float] = {}
        """By card: points of score, 0..1, that a copy adds. Found by `fit`."""

    def note(self, cards: Sequence[Any], foes: Sequence[tuple[Sequence[Any], float]], gap: float) -> None:
        """Note what a deck scored more by the judge than by the fast pilot against a mixture of decks, whose weights add up to 1."""
        copies = dict.fromkeys((card.name for deck in (cards, *(foe for foe, _ in foes)) for card in deck), 0.0)
        for deck, weight in ((cards, 1.0), *((foe, -weight) for foe, weight in foes)):
            for card in deck:
                copies[card.name] += weight
        for name in copies:
            self.index.setdefault(name, len(self.index))
        self.noted.append((copies, gap))

    def fit(self) -> None:
        """Find what each card adds from all that was noted.

        Each copy is shrunk alike, so cards that were rarely seen add least (`statistics.ridge` shrinks each column by its own size).
        """
        rows: Rows = np.zeros((len(self.noted), len(self.index)))
        for row, (copies, _) in zip(rows, self.noted, strict=True):
            for name, count in copies.items():
                row[self.index[name]] = count
        gaps = np.array([gap for _, gap in self.noted])
        found = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(len(self.index)), rows.T @ gaps)
        self.worth = {name: float(found[i]) for name, i in self.index.items()}

    def of(self, cards: Sequence[Any]) -> float:
        """Return what cards add together."""
        return sum(self.worth.get(card.name, 0.0) for card in cards)
