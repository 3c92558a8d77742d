"""The ability tree of a card: what its text says, as components of an edition's vocabulary."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from kotc_sim.games.keeper.editions.model import Row


@dataclass(frozen=True, slots=True)
class Component:
    """One use of a vocabulary row."""

    row: Row
    x: int = 0  # the numbers chosen; 0 where the text has none
    y: int = 0
    up_to: bool = False  # target selections only: whether "up to" was written, so that fewer may be chosen (17.ruling.39)

    def value(self, t: Fraction = Fraction(0), a: Fraction = Fraction(1)) -> Fraction:
        """Return what its formula gives, of an effect for so many targets."""
        return self.row.level.evaluate(x=self.x, y=self.y, t=t, a=a)


@dataclass(frozen=True, slots=True)
class SubAbility:
    """One sentence: at most one target selection, then effects in written order (17.ability.10)."""

    target: Component | None
    effects: tuple[Component, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability: name (without effect on play), condition, costs, sub-abilities (17.ability.1)."""

    name: str
    condition: Component | None
    costs: tuple[Component, ...]
    subs: tuple[SubAbility, ...]

    def with_each(self, change: Callable[[Component], Component]) -> "Ability":
        """Return the ability with each of its components changed."""
        subs = (SubAbility(sub.target and change(sub.target), tuple(map(change, sub.effects))) for sub in self.subs)
        return Ability(self.name, self.condition and change(self.condition), tuple(map(change, self.costs)), tuple(subs))


def components(caveat: Component | None, abilities: tuple[Ability, ...]) -> list[Component]:
    """Return all components of a card in written order, each use counted (17.level.10)."""
    result = [] if caveat is None else [caveat]
    for ability in abilities:
        result += [] if ability.condition is None else [ability.condition]
        result += ability.costs
        for sub in ability.subs:
            result += [] if sub.target is None else [sub.target]
            result += sub.effects
    return result
