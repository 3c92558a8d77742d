"""How a card's gain falls with its level: the fair level where it is identified, the exchange rate, and whether the pilot fails.

Cards are scarce in this game, and resources only up to a point: curves are flat up to the highest level that a home pays, then fall.
Beyond that level gain is a tail of cards that nobody pays for, and no root is read out of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.experiments.statistics import FairLevel, Interval, Root, fair_level, mean_interval, normal_quantile

Rows = NDArray[np.float64]

PLAYED = 0.2
"""Share of the games in which a card could be played, and was: below it, a root is where nobody plays the card."""
FAMILY = 0.99
"""Confidence with which a curve rises, over all two levels that are compared."""
RISE = 0.3
"""Percentage points a copy: a smaller rise is none that matters."""


@dataclass(frozen=True)
class Curve:
    """Gains of one card in one home at several levels, on the same luck.

    Attributes
    ----------
    home, pilot : str
    pays : int
        The highest level that the home pays: that of its most expensive plain card.
    levels : tuple of int
        Ascending.
    gains : ndarray, float64, shape (rows, levels)
        Percentage points a copy.
    played : tuple of float or None
        Share of the games at each level in which the card was played, of those in which it could be; None where it never could.
    """

    home: str
    pilot: str
    pays: int
    levels: tuple[int, ...]
    gains: Rows
    played: tuple[float | None, ...]

    def fair(self, seed: int = 1) -> FairLevel:
        """Return the root of the falling curve, with a bootstrap interval over rows.

        Levels up to one above what the home pays are used: what lies beyond is a tail, and depends on which level the card has.
        """
        used = [i for i, level in enumerate(self.levels) if level <= self.pays + 1]
        return fair_level([self.levels[i] for i in used], self.gains[:, used], seed)

    def told(self, seed: int = 1) -> tuple[Interval | None, str]:
        """Return the fair level if the curve identifies one, and the answer in words.

        None with *not even for nothing*, *more than N*, *as much as this deck can pay*, or that the card is hardly ever played where its
        gain is zero.
        """
        found = self.fair(seed)
        if found.root is Root.NEVER or found.root is Root.BELOW:
            return None, "not even for nothing" if self.levels[0] == 0 else f"less than {self.levels[0]}"
        if found.root is Root.ABOVE:
            return None, f"more than {found.levels[-1]:.0f}"
        root = found.level.value
        if root > self.pays:
            return None, "as much as this deck can pay"
        share = self.played[int(np.argmin([abs(level - root) for level in self.levels]))]
        if share is None or share < PLAYED:
            return None, "not told: where its gain is zero, it is hardly ever played"
        low, high = max(found.level.low, float(self.levels[0])), min(found.level.high, float(self.levels[-1]))
        return Interval(root, low, high), f"{root:.1f}"

    def rises(self) -> tuple[int, int, Interval] | None:
        """Return two levels, within what the home pays, between which gain clearly rises, and by how much; None if nowhere.

        The interval is Bonferroni's over all two levels, at `FAMILY`.
        """
        within = [i for i, level in enumerate(self.levels) if level <= self.pays]
        couples = [(i, j) for a, i in enumerate(within) for j in within[a + 1 :]]
        worst: tuple[int, int, Interval] | None = None
        for i, j in couples:
            rise = mean_interval(self.gains[:, j] - self.gains[:, i], confidence=1 - (1 - FAMILY) / len(couples))
            if rise.low > 0 and rise.value > RISE and (worst is None or rise.value > worst[2].value):
                worst = self.levels[i], self.levels[j], rise
        return worst

    def exchange(self, level: int) -> Interval | None:
        """Return how much gain a copy loses for each level it costs more, around a level: from the nearest ones tried below and above."""
        below = [i for i, one in enumerate(self.levels) if one < level]
        above = [i for i, one in enumerate(self.levels) if one > level]
        here = [i for i, one in enumerate(self.levels) if one == level]
        low = below[-1] if below else (here[0] if here else None)
        high = above[0] if above else (here[0] if here else None)
        if low is None or high is None or low == high:
            return None
        steps = self.levels[high] - self.levels[low]
        return mean_interval((self.gains[:, low] - self.gains[:, high]) / steps)

    def described(self) -> dict[str, Any]:
        """Return the curve as results have it."""
        points = []
        for i, level in enumerate(self.levels):
            gain = mean_interval(self.gains[:, i])
            points.append({"level": level, "gain": gain.value, "interval": gain.ends(), "played_share": self.played[i]})
        return {"home": self.home, "pilot": self.pilot, "pays": self.pays, "rows": len(self.gains), "points": points}


def grid(level: int, pays: Sequence[int]) -> tuple[int, ...]:
    """Return the levels at which a card is tried: all up to one above what any home pays, and its own."""
    top = max(pays) + 1
    return tuple(sorted({*range(top + 1), level}))


def rows_for(gains: Rows, half_width: float, least: int, most: int) -> int:
    """Return how many rows give this half-width of a 95 % interval, by the spread of rows that were played for something else."""
    spread = float(np.std(gains, ddof=1))
    return int(min(most, max(least, math.ceil((normal_quantile(0.95) * spread / half_width) ** 2))))
