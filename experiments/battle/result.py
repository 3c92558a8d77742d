"""The result of a battle."""

from collections.abc import Mapping
from typing import Generic

from kotc_sim.errors import KotcError
from kotc_sim.experiments.encoding import Ends, Part, key, optional
from kotc_sim.experiments.result import Each, Result

SIDES = ("attackers", "defenders")
REFERENCE = 3.5
"""Expected damage of one SP that nobody blocks."""


class Sides(Part, Generic[Each], kw_only=False):
    """Something of the attackers, and of the defenders."""

    attackers: Each = key("of the attackers")
    defenders: Each = key("of the defenders")

    WORDS = "{side: …}"

    def of(self, side: str) -> Each:
        """Return that of a side of `SIDES`."""
        found: Each = getattr(self, side)
        return found


class Spread(Part):
    """How a number of a battle is distributed."""

    mean: float = key("the mean")
    sd: float = key("standard deviation")
    fraction: str | None = optional("the mean exactly, as a fraction; of an exact solution")
    interval: Ends | None = optional("of the mean, 95 %; of a simulation")
    distribution: Mapping[str, float] = key("{value: probability}")

    @property
    def values(self) -> dict[int, float]:
        """The probability of each value."""
        return {int(value): float(share) for value, share in self.distribution.items()}


class Measured(Part):
    """What both sides do."""

    battles: int | None = optional("simulated; absent from exact solutions")
    damage: Sides[Spread] = key("damage to the enemy player, piercing and leftover dice included", "damage")
    piercing: Sides[Spread] = key("piercing damage to the enemy player", "damage")
    kills: Sides[Spread] = key("enemy minions destroyed")
    survivors: Sides[Spread] = key("own minions that are left, a victim that does not defend included")
    leftover: Sides[Spread] = key("sum of leftover dice", "damage")
    total_damage: Sides[Spread] = key("damage in all, to player and minions", "damage")
    victim_destroyed: float | None = optional("probability that a victim which does not defend is destroyed", "share")

    def of(self, name: str, side: str) -> Spread:
        """Return a measure of a side, by its name."""
        found: Spread = getattr(self, name).of(side)
        return found


class BattleResult(Result):
    """What comes out of one battle."""

    LAST = ("record",)
    BEHIND = "command edition terms, largest_deviation notes"

    command: str = key(default="battle")
    attackers: str = key("as asked")
    defenders: str = key("as asked")
    victim: str = key("as asked")
    policy: str = key("how dice are ordered: `greedy` or `optimal`")
    dice: Sides[int] = key("SP of both sides")
    exact: Measured | None = key("all dice counted through; `null` if there are too many")
    simulated: Measured | None = key("`null` if nothing was simulated")
    without_counters: Measured | None = optional("exact, of the same teams without counters", null=True)
    damage_per_sp: Sides[float | None] = key("expected damage of a die", "damage")
    efficiency: Sides[float | None] = key("damage of a die as a ratio to `reference`")
    reference: float = key("what a die deals that nobody blocks", "damage")
    starting_hp: int = key("of a player", "hit points")
    lethal: Sides[float] = key("probability of at least `starting_hp` damage to the player", "share")
    largest_deviation: float | None = optional("of the simulation from the exact law, in standard errors", null=True)

    @property
    def best(self) -> Measured:
        """The exact solution if there is one, else the simulation."""
        found = self.exact or self.simulated
        if found is None:
            raise KotcError("the battle was neither solved nor simulated", fix="Give a number of trials.")
        return found
