"""What both sides of a battle do: exact or counted distributions, and what is read from them."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from kotc_sim.experiments.battle.result import Measured, Sides, Spread
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.result import CONFIDENCE

_Z95 = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class Distribution:
    """How often something takes which value: ``weights``, ascending, are rolls where they are ``exact``, else simulated battles."""

    weights: Mapping[int, int]
    total: int
    exact: bool

    @property
    def mean(self) -> Fraction:
        """The mean, exactly."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    @property
    def variance(self) -> Fraction:
        """The variance, exactly."""
        square = Fraction(sum(value * value * weight for value, weight in self.weights.items()), self.total)
        return square - self.mean**2

    @property
    def standard_error(self) -> float:
        """Of the mean; 0 if exact."""
        return 0.0 if self.exact else math.sqrt(self.variance / self.total)

    def at_least(self, value: int) -> Fraction:
        """Return the probability of ``value`` or more."""
        return Fraction(sum(weight for amount, weight in self.weights.items() if amount >= value), self.total)

    def map(self, change: Callable[[int], int]) -> "Distribution":
        """Return the distribution of ``change(value)``."""
        weights: dict[int, int] = {}
        for value, weight in self.weights.items():
            weights[change(value)] = weights.get(change(value), 0) + weight
        return Distribution(dict(sorted(weights.items())), self.total, self.exact)

    @property
    def spread(self) -> Spread:
        """Mean, standard deviation and shares in floats."""
        mean = float(self.mean)
        half = _Z95 * self.standard_error
        return Spread(
            mean=mean,
            sd=math.sqrt(self.variance),
            fraction=str(self.mean) if self.exact else None,
            interval=None if self.exact else Ends(mean - half, mean + half),
            distribution={str(value): weight / self.total for value, weight in self.weights.items()},
        )


@dataclass(frozen=True)
class Outcome:
    """What both sides do; each measure by side, 0 the attackers and 1 the defenders (`kotc_sim.battles.outcome.measures`).

    ``damage`` is that to the enemy player, piercing and leftover dice included. ``survivors`` are minions of the side itself that are left,
    a victim that does not defend included. ``victim_destroyed`` is the probability for a victim outside the defending team, None without
    one.
    """

    damage: tuple[Distribution, Distribution]
    piercing: tuple[Distribution, Distribution]
    kills: tuple[Distribution, Distribution]
    leftover: tuple[Distribution, Distribution]
    total_damage: tuple[Distribution, Distribution]
    survivors: tuple[Distribution, Distribution]
    victim_destroyed: Fraction | None

    MEASURES = ("damage", "piercing", "kills", "survivors", "leftover", "total_damage")

    def measured(self, battles: int | None = None) -> Measured:
        """Return all measures in floats; ``battles`` is the number that was simulated."""
        found = {name: Sides(*(one.spread for one in getattr(self, name))) for name in self.MEASURES}
        gone = self.victim_destroyed
        return Measured(battles=battles, victim_destroyed=None if gone is None else float(gone), **found)

    def largest_deviation(self, simulated: "Outcome") -> float:
        """Return how far the means of a simulation are from these, which are exact, at most, in standard errors."""
        laws = [both for name in self.MEASURES for both in zip(getattr(self, name), getattr(simulated, name), strict=True)]
        errors = [math.sqrt(exact.variance / counted.total) for exact, counted in laws]
        apart = [abs(float(counted.mean - exact.mean)) for exact, counted in laws]
        return max((far / error for far, error in zip(apart, errors, strict=True) if error > 0), default=0.0)
