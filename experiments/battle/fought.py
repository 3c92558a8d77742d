"""A battle worked out: exact or counted distributions, and what is read from them."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from kotc_sim.battles.exact import Policy
from kotc_sim.experiments.battle.result import REFERENCE, BattleResult, Measured, Sides, Spread
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


@dataclass(frozen=True)
class Fought:
    """A battle worked out, with exact fractions: ``exact`` is None if there are too many dice, ``simulated`` if no trials were asked for.

    ``bare`` is the exact outcome of the same line-ups without counters, if there are any.
    """

    attackers: str
    defenders: str
    victim: str
    edition: str
    terms: dict[str, str]
    dice: tuple[int, int]
    policy: Policy
    exact: Outcome | None
    simulated: Outcome | None
    bare: Outcome | None
    starting_hp: int
    trials: int
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> Outcome:
        """The exact outcome if there is one, else the simulated one."""
        found = self.exact or self.simulated
        assert found is not None
        return found

    def damage_per_sp(self, side: int) -> float | None:
        """Return the expected damage of each die of a side; None without dice."""
        return float(self.best.total_damage[side].mean) / self.dice[side] if self.dice[side] else None

    def efficiency(self, side: int) -> float | None:
        """Return the damage per SP as a ratio to 3.5."""
        found = self.damage_per_sp(side)
        return None if found is None else found / REFERENCE

    def largest_deviation(self) -> float | None:
        """Return how far the simulated means are from the exact ones at most, in standard errors."""
        if self.exact is None or self.simulated is None:
            return None
        largest = 0.0
        for name in Outcome.MEASURES:
            for exact, simulated in zip(getattr(self.exact, name), getattr(self.simulated, name), strict=True):
                error = math.sqrt(exact.variance / simulated.total)
                if error > 0:
                    largest = max(largest, abs(float(simulated.mean - exact.mean)) / error)
        return largest

    @property
    def result(self) -> BattleResult:
        """The result, in floats."""
        return BattleResult(
            seed=self.seed,
            edition=self.edition,
            terms=self.terms,
            attackers=self.attackers,
            defenders=self.defenders,
            victim=self.victim,
            policy=self.policy.value,
            dice=Sides(*self.dice),
            exact=None if self.exact is None else self.exact.measured(),
            simulated=None if self.simulated is None else self.simulated.measured(self.trials),
            without_counters=None if self.bare is None else self.bare.measured(),
            damage_per_sp=Sides(self.damage_per_sp(0), self.damage_per_sp(1)),
            efficiency=Sides(self.efficiency(0), self.efficiency(1)),
            reference=REFERENCE,
            starting_hp=self.starting_hp,
            lethal=Sides(*(float(one.at_least(self.starting_hp)) for one in self.best.damage)),
            largest_deviation=self.largest_deviation(),
            notes=self.notes,
        )
