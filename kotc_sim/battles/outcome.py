"""What a battle is, and what its outcomes mean under an edition's rules.

Both sides roll and settle their dice before either inflicts them, and neither sees damage as a reason to stop
(17.battle.17, 17.ruling.110): without Voodoo Counters the two sides do not interact. One side's outcome is
therefore three numbers: how many of the other team's minions it destroyed (always the first ones in formation
order), its piercing damage, and the HP that the front survivor has left or the sum of the leftover dice.
`Cells` numbers these outcomes; the solver weighs them, the simulation counts them, `measures` reads both.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class VictimKind(IntEnum):
    """What the attacking player declared."""

    PLAYER = 0
    MINION = 1  # a minion that does not defend
    DEFENDER = 2  # a minion of the defending team


class VictimGone(IntEnum):
    """What leftover dice hit when the victim minion is no longer on the field."""

    CONTROLLER = 0  # 17.battle.14
    NOTHING = 1  # 12.ruling.106, 9.battle.13


class BattleRules(NamedTuple):
    """The switches of an edition that a battle depends on; the defaults are the 17th Edition's."""

    piercing: bool = True  # damage above a minion's HP is inflicted on its controller (17.minion.12); else lost (12.battle.14)
    leftover_defense: bool = False  # leftover defending dice hit the attacking player if the victim is a player (12.battle.17)
    victim_gone: VictimGone = VictimGone.CONTROLLER


class Minion(NamedTuple):
    """A minion in a battle, with current values."""

    sp: int
    hp: int
    level: int = 0
    shields: int = 0
    """Shield Counters of its own controller."""
    voodoos: int = 0  # Voodoo Counters of its own controller


class Battle(NamedTuple):
    """Two teams in formation order, a victim and the rules."""

    attackers: tuple[Minion, ...]
    defenders: tuple[Minion, ...] = ()
    victim: VictimKind = VictimKind.PLAYER
    victim_minion: Minion | None = None
    """The victim where it is a minion that does not defend."""
    rules: BattleRules = BattleRules()

    @property
    def attack_dice(self) -> int:
        """Number of dice of the attacking side (17.battle.10)."""
        return sum(minion.sp for minion in self.attackers)

    @property
    def defense_dice(self) -> int:
        """Number of dice of the defending side."""
        return sum(minion.sp for minion in self.defenders)

    @property
    def has_voodoo(self) -> bool:
        """Whether the two sides interact."""
        victim = () if self.victim_minion is None else (self.victim_minion,)
        return any(minion.voodoos for minion in self.attackers + self.defenders + victim)


class Values(NamedTuple):
    """What an optimal side wants to maximise: these integers times what its dice do to the enemy."""

    player: int = 1  # for each point of damage to the enemy player, piercing included
    level: int = 1  # for each level of a destroyed minion
    minion: int = 1  # for each point of damage to minions, up to their HP


class Side(NamedTuple):
    """One side's dice and all they can hit."""

    dice: int
    team: tuple[Minion, ...]
    """The enemy team in formation order."""
    victim: VictimKind | None  # None: leftover dice have no effect
    victim_minion: Minion | None
    rules: BattleRules

    @property
    def loses_leftover(self) -> bool:
        """Whether leftover dice have no effect, so that dice to spare are worth only what they pierce."""
        return self.victim is None and self.rules.piercing

    def leftover(self, total: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Inflict leftover dice that sum to ``total``, without those that Shield Counters zeroed, on the victim; 0 means no damage.

        Returns, in the shape of ``total``, the damage to the enemy player, the part of it that pierced, the damage to the victim minion up
        to its HP, and whether that was destroyed (0 or 1).
        """
        nothing = np.zeros_like(total)
        if self.victim is None:
            return nothing, nothing, nothing, nothing
        if self.victim == VictimKind.PLAYER:
            return total, nothing, nothing, nothing
        if self.victim == VictimKind.DEFENDER:  # leftover dice exist only once the whole team is destroyed
            lost = self.rules.victim_gone == VictimGone.NOTHING
            return (nothing if lost else total), nothing, nothing, nothing
        assert self.victim_minion is not None
        hp = self.victim_minion.hp
        destroyed = ((total > 0) & (total >= hp)).astype(np.int64)
        excess = np.maximum(total - hp, 0) * destroyed if self.rules.piercing else nothing
        return excess, excess, np.minimum(total, hp), destroyed


def attacking_side(battle: Battle) -> Side:
    """Return the attacking side: its leftover dice hit the victim (17.battle.14, 17.battle.16)."""
    return Side(battle.attack_dice, battle.defenders, battle.victim, battle.victim_minion, battle.rules)


def defending_side(battle: Battle) -> Side:
    """Return the defending side: leftover dice do nothing (17.battle.15) or hit the player (12.battle.17)."""
    back = battle.rules.leftover_defense and battle.victim == VictimKind.PLAYER
    return Side(battle.defense_dice, battle.attackers, VictimKind.PLAYER if back else None, None, battle.rules)


class Cells(NamedTuple):
    """Numbers of one side's outcomes: cell ``first[k] + piercing * width[k] + rest``.

    ``k`` is the number of destroyed minions of the other team, ``rest`` the HP of its front survivor or, with
    none left, the sum of the leftover dice. Piercing is counted as in the 17th Edition, whatever the rules.
    """

    first: Ints
    width: Ints
    size: int

    def decode(self) -> tuple[Ints, Ints, Ints]:
        """Return destroyed, piercing and rest of every cell, each of shape (size,)."""
        cell = np.arange(self.size, dtype=np.int64)
        destroyed = np.searchsorted(self.first, cell, side="right").astype(np.int64) - 1
        within = cell - self.first[destroyed]
        return destroyed, within // self.width[destroyed], within % self.width[destroyed]


def cells_of(side: Side) -> Cells:
    """Return the cells of a side's outcomes.

    A die that destroys a minion of 1 or more HP pierces by at most 5, a minion of 0 HP by at most 6.
    """
    most = np.cumsum([0] + [5 if minion.hp > 0 else 6 for minion in side.team])
    width = np.array([minion.hp + 1 for minion in side.team] + [6 * side.dice + 1], np.int64)
    ends = np.cumsum((most + 1) * width)
    return Cells(np.concatenate([[0], ends[:-1]]).astype(np.int64), width, int(ends[-1]))


def measures(side: Side, cells: Cells) -> dict[str, Ints]:
    """Read every cell: what the side's dice did, under the rules, ints of shape (cells.size,).

    ``damage`` to the enemy player, piercing included; ``piercing``; ``kills``, the victim included; ``leftover``: sum of the leftover dice
    (Shield Counters deducted); ``total_damage``: to minions up to their HP and to the player (overkill that hits nothing is not damage);
    ``victim_destroyed``: 0 or 1, a victim that does not defend.
    """
    destroyed, piercing, rest = cells.decode()
    if not side.rules.piercing:
        piercing = np.zeros_like(piercing)
    hp = np.array([minion.hp for minion in side.team], np.int64)
    before = np.concatenate([[0], np.cumsum(hp)]).astype(np.int64)
    all_gone = destroyed == len(side.team)
    leftover = np.where(all_gone, rest, 0)
    front = np.append(hp, 0)[destroyed]
    to_team = before[destroyed] + np.where(all_gone, 0, front - rest)
    to_player, more_piercing, to_victim, victim_destroyed = side.leftover(leftover)
    return {
        "damage": piercing + to_player,
        "piercing": piercing + more_piercing,
        "kills": destroyed + victim_destroyed,
        "leftover": leftover,
        "total_damage": to_team + to_victim + piercing + to_player,
        "victim_destroyed": victim_destroyed,
    }


def distribution(values: Ints, weights: list[int] | Ints) -> dict[int, int]:
    """Return the summed weight of each value, ascending; values of no weight are left out."""
    total: dict[int, int] = {}
    for value, weight in zip(values.tolist(), weights, strict=True):
        if weight:
            total[value] = total.get(value, 0) + int(weight)
    return dict(sorted(total.items()))
