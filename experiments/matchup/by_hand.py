"""Games played by hand compared with the simulated score: whether they could have come from it, and what both say together."""

import math

import numpy as np
from numpy.typing import NDArray

from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.matchup.result import MatchupResult, PlayedByHand
from kotc_sim.experiments.result import ALPHA, Measure
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.special import betaincinv

LOWER, UPPER = ALPHA / 2, 1 - ALPHA / 2  # quantiles at the ends of an interval
JEFFREYS = 0.5  # both parameters of Jeffreys' prior of a rate
AS_LIKELY = 1e-7  # relative: chances that differ by less are the same, but for rounding


def compare(result: MatchupResult, won: int, lost: int, tied: int = 0) -> PlayedByHand:
    """Return what games that A won, lost and tied by hand say, compared with a simulated match-up.

    Tied games are left out on both sides. The simulated score stands for as many independent games as its interval is wide; with Jeffreys'
    prior that is a beta distribution, and the games won by hand are then beta-binomial. p is the chance of all numbers of wins that are no
    more likely than the one that was found: the exact binomial test, where the simulated score is known exactly. If p is 0.05 or more,
    ``together`` is the beta distribution of all games, simulated and by hand. The interval by hand is Clopper's and Pearson's (C. J.
    Clopper and E. S. Pearson 1934, *Biometrika* 26, 404–413).
    """
    games = won + lost
    ties = result.limits.tied or 0.0
    rate = min(1.0, max(0.0, (result.score - ties / 2) / (1 - ties))) if ties < 1 else 0.5
    error = Interval(result.score, *result.interval).standard_error
    alike = rate * (1 - rate) / error**2 if 0 < rate < 1 and 0 < error < math.inf else float(result.games) * (error < math.inf)
    a, b = JEFFREYS + rate * alike, JEFFREYS + (1 - rate) * alike
    chances = _chances(games, a, b)
    p = min(1.0, float(chances[chances <= chances[won] * (1 + AS_LIKELY)].sum()))
    low = float(betaincinv(won, lost + 1, LOWER)) if won else 0.0
    high = float(betaincinv(won + 1, lost, UPPER)) if lost else 1.0
    a, b = a + won, b + lost
    together = Measure(a / (a + b), Ends(float(betaincinv(a, b, LOWER)), float(betaincinv(a, b, UPPER))))
    return PlayedByHand(
        won=won, lost=lost, tied=tied, score=Measure(won / games, Ends(low, high)), p=p, consistent=p >= ALPHA,
        together=together if p >= ALPHA else None,
    )  # fmt: skip


def _chances(games: int, a: float, b: float) -> NDArray[np.float64]:
    """Return the beta-binomial chance of each number of wins, float64 of shape (games + 1,); rates of any sharpness do."""
    steps = np.arange(games)

    def rising(start: float) -> NDArray[np.float64]:
        """Return the logarithm of start · (start + 1) · … of 0 to ``games`` factors."""
        return np.concatenate(([0.0], np.cumsum(np.log(start + steps))))

    ways = rising(1.0)
    of_wins, of_losses = rising(a) - ways, rising(b) - ways
    chances: NDArray[np.float64] = np.exp(of_wins + of_losses[::-1] - rising(a + b)[-1] + ways[-1])
    return chances
