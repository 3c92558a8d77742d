"""How a card's gain falls with its cost: the fair cost where it is identified, the exchange rate, and whether the pilot fails.

A cost is a level; in Level-Up, attack that a creature lacks (`kotc_sim.games.hosts.Axis`). In Keeper of the Cards cards are
scarce, and resources only up to a point: curves are flat up to the highest level that a home pays, then fall. Beyond that level gain is a
tail of cards that nobody pays for, and no root is read out of it.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval, normal_quantile
from kotc_sim.experiments.statistics.isotonic import FairLevel, Root, fair_level
from kotc_sim.experiments.worth.result import GainAt, GainCurve
from kotc_sim.games.hosts import LEVEL, Axis

Rows = NDArray[np.float64]

PLAYED = 0.2
"""Share of the games in which a card could be played, and was: below it, a root is where nobody plays the card."""
FAMILY = 0.99  # confidence with which a curve rises, over all two costs that are compared
RISE = 0.3  # percentage points a copy: a smaller rise is none that matters


@dataclass(frozen=True)
class Curve:
    """Gains of one card in one home at several costs, on common random numbers."""

    home: str
    pilot: str
    pays: int
    """The highest cost that the home pays."""
    costs: tuple[int, ...]  # ascending
    gains: Rows  # float64, shape (rows, costs): percentage points a copy
    played: tuple[float | None, ...]
    """Share of the games at each cost in which the card was played, of those in which it could be; None where it never could."""
    axis: Axis = LEVEL  # what a cost is called and shown as

    def fair(self, seed: int = 1) -> FairLevel:
        """Return the root of the falling curve, with a bootstrap interval over rows.

        Costs up to one above what the home pays are used: what lies beyond is a tail, and depends on which cost the card has.
        """
        used = [i for i, cost in enumerate(self.costs) if cost <= self.pays + 1]
        return fair_level([self.costs[i] for i in used], self.gains[:, used], seed)

    def report(self, less: int = 0) -> tuple[Interval | None, str]:
        """Return the fair cost, as it is shown, if the curve identifies one, and the answer in words.

        ``less``, the cost of a card without the text that is priced, is taken off. None with *not even for nothing*, *more than N*,
        *between M and N*, *up to N, all that the deck can pay*, that the card is hardly ever played where its gain is zero, or that it has
        no cost which could change.
        """
        if len(self.costs) < 2:
            return None, f"it has no {self.axis.name}"
        found = self.fair()
        if found.root is Root.NEVER or found.root is Root.BELOW:
            return None, self.axis.below(self.costs[0] - less)
        if found.root is Root.ABOVE:
            last, dearest = int(found.levels[-1]), self.costs[-1]  # the dearest may be the printed one, far above what is paid
            between = dearest > last and mean_interval(self.gains[:, -1]).high < 0
            return None, f"between {last - less} and {dearest - less}" if between else self.axis.above(last - less)
        root = found.level.value
        if root > self.pays:
            return None, f"up to {self.pays - less}, all that the deck can pay"
        share = self.played[int(np.argmin([abs(cost - root) for cost in self.costs]))]
        if share is None or share < PLAYED:
            return None, "not known: where its gain is zero, it is hardly ever played"
        low, high = max(found.level.low, float(self.costs[0])), min(found.level.high, float(self.costs[-1]))
        shown = Interval(self.axis.shown(root - less), *sorted((self.axis.shown(low - less), self.axis.shown(high - less))))
        return shown, f"{shown.value:.1f}"

    def rises(self, cost: int | None = None) -> tuple[int, int, Interval] | None:
        """Return two costs, within what the home pays, between which gain clearly rises, and by how much; None if nowhere.

        Only rises from ``cost`` on count; by default from any. The interval is Bonferroni's over all two costs that are compared, at
        `FAMILY`.
        """
        within = [i for i, one in enumerate(self.costs) if one <= self.pays]
        couples = [(i, j) for a, i in enumerate(within) for j in within[a + 1 :] if cost is None or self.costs[i] == cost]
        worst: tuple[int, int, Interval] | None = None
        for i, j in couples:
            rise = mean_interval(self.gains[:, j] - self.gains[:, i], confidence=1 - (1 - FAMILY) / len(couples))
            if rise.low > 0 and rise.value > RISE and (worst is None or rise.value > worst[2].value):
                worst = self.costs[i], self.costs[j], rise
        return worst

    def shows_bad_play(self, cost: int, gain: Interval) -> bool:
        """Say whether the pilot plays the card badly at its cost, so that its gain there says nothing: at a higher one it gains more.

        A gain above zero stands all the same: who plays the card better gains more. Rises between other costs say nothing about this one.
        """
        return gain.low <= 0 and self.rises(cost) is not None

    def exchange(self, cost: int) -> Interval | None:
        """Return how much gain a copy loses for each unit that it costs more, from the nearest costs tried below and above."""
        below = sum(one < cost for one in self.costs)
        near = [i for i in range(below - 1, below + 1 + (cost in self.costs)) if 0 <= i < len(self.costs)]
        if len(near) < 2:
            return None
        low, *_, high = near
        steps = self.costs[high] - self.costs[low]
        return mean_interval((self.gains[:, low] - self.gains[:, high]) / steps)

    def describe(self) -> GainCurve:
        """Return the curve as results have it."""
        gains = [mean_interval(gains) for gains in self.gains.T]
        pays, *at = (int(self.axis.shown(cost)) for cost in (self.pays, *self.costs))
        points = tuple(
            GainAt(**{self.axis.name: cost}, gain=gain.value, interval=gain.ends, played_share=share)
            for cost, gain, share in zip(at, gains, self.played, strict=True)
        )
        return GainCurve(home=self.home, pilot=self.pilot, pays=pays, rows=len(self.gains), points=points)


def rows_for(gains: Rows, half_width: float, least: int, most: int) -> int:
    """Return how many rows give this half-width of a 95 % interval, by the spread of rows that were played for something else."""
    spread = float(np.std(gains, ddof=1))
    return int(min(most, max(least, math.ceil((normal_quantile(CONFIDENCE) * spread / half_width) ** 2))))
