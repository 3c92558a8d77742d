"""One battle, slowly and obviously, from the rules: the yardstick of the exact solver and of the kernels.

Dice are lists, players lose HP, minions are small objects. Every one of the 6^n rolls is made; the result of
a roll is kept by its sorted dice, since only the dice and not the order of the roll matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations, product

MEASURES = ("damage", "piercing", "kills", "leftover", "total_damage", "victim_destroyed")


@dataclass
class Body:
    sp: int
    hp: int
    level: int = 0
    shields: int = 0
    voodoos: int = 0
    alive: bool = True


@dataclass
class Table:
    """The field as the attacking (0) and the defending (1) player see it."""

    teams: tuple[list[Body], list[Body]]
    victim: str = "player"  # or "minion" (outside), or "defender"
    outside: Body | None = None
    piercing: bool = True
    leftover_defense: bool = False
    controller_pays: bool = True
    did: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: (dict.fromkeys(MEASURES, 0), dict.fromkeys(MEASURES, 0)))

    def fresh(self) -> Table:
        copy = tuple([replace(body) for body in team] for team in self.teams)
        assert len(copy) == 2
        return replace(
            self,
            teams=(copy[0], copy[1]),
            outside=None if self.outside is None else replace(self.outside),
            did=(dict.fromkeys(MEASURES, 0), dict.fromkeys(MEASURES, 0)),
        )

    def lose(self, loser: int, amount: int) -> None:
        """The player ``loser`` takes damage."""
        self.did[1 - loser]["damage"] += amount
        self.did[1 - loser]["total_damage"] += amount

    def damage(self, owner: int, body: Body, amount: int) -> None:
        """17.minion.10 to 17.minion.13."""
        did = self.did[1 - owner]
        if amount < body.hp:
            did["total_damage"] += amount
            body.hp -= amount
            return
        did["total_damage"] += body.hp
        did["kills"] += 1
        if self.piercing:
            did["piercing"] += amount - body.hp
            self.lose(owner, amount - body.hp)
        body.hp = 0
        body.alive = False

    def first(self, side: int) -> Body | None:
        return next((body for body in self.teams[side] if body.alive), None)

    def one_die(self, side: int, die: int) -> None:
        """Inflict one die of ``side`` on the first surviving minion (17.battle.11, 17.battle.12)."""
        body = self.first(1 - side)
        assert body is not None
        if body.shields and die >= body.hp:
            body.shields -= 1
            return
        self.damage(1 - side, body, die)
        self.voodoo(1 - side, body, die)

    def voodoo(self, owner: int, host: Body, die: int) -> None:
        while host.voodoos:
            enemies = [body for body in self.teams[1 - owner] if body.alive]
            dying = [body for body in enemies if body.hp <= die]
            if dying:
                target = max(dying, key=lambda body: body.level)
            elif enemies and not host.alive:
                target = enemies[0]
            else:
                return
            host.voodoos -= 1
            self.damage(1 - owner, target, die)

    def leftover(self, dice: list[int]) -> None:
        """17.battle.14: leftover attacking dice are summed and inflicted on the victim."""
        if self.victim == "minion":
            assert self.outside is not None
            dice = sorted(dice)[: max(0, len(dice) - self.outside.shields)]
        total = sum(dice)
        self.did[0]["leftover"] = total
        if self.victim == "player" or (self.victim == "defender" and self.controller_pays):
            self.lose(1, total)
        if self.victim == "minion" and total:
            assert self.outside is not None
            self.damage(1, self.outside, total)
            self.did[0]["victim_destroyed"] = int(not self.outside.alive)
            self.voodoo(1, self.outside, max(dice))

    def leftover_of_defense(self, dice: list[int]) -> None:
        self.did[1]["leftover"] = sum(dice)
        if self.leftover_defense and self.victim == "player":
            self.lose(0, sum(dice))


def default_order(table: Table, side: int, dice: list[int]) -> list[int]:
    """Use dice by the default policy; return those left over when no enemy minion is left."""
    dice = sorted(dice)
    while dice:
        body = table.first(1 - side)
        if body is None:
            return dice
        die = default_die(table, side, dice)
        dice.remove(die)
        table.one_die(side, die)
    return []


SLACK = 2
"""For each attacker behind the front one, a defender keeps so much more than its HP."""


def default_die(table: Table, side: int, dice: list[int]) -> int:
    """The smallest that destroys, else the largest; dice of a defender that are to spare, and would be lost (17.battle.15), pierce."""
    front, *behind = [body for body in table.teams[1 - side] if body.alive]
    lost = side == 1 and table.piercing and not (table.leftover_defense and table.victim == "player")
    if lost and len(dice) > 1 + len(behind):
        kept = sum(body.hp + SLACK for body in behind)
        low, high = min(dice), max(dice)
        if low < front.hp <= low + high and sum(dice) - front.hp >= kept:
            return low  # soften the front one
        if high >= front.hp and sum(dice) - high >= kept:
            return high
    enough = [die for die in dice if die >= front.hp]
    return min(enough) if enough else max(dice)


def given_order(table: Table, side: int, dice: list[int]) -> list[int]:
    """Use dice in the given order; return those left over."""
    for used, die in enumerate(dice):
        if table.first(1 - side) is None:
            return dice[used:]
        table.one_die(side, die)
    return []


def play(table: Table, attack: list[int], defense: list[int], *, ordered: bool = False) -> Table:
    """Damage Allocation with these dice, by the default policy or in the given order (17.ruling.110)."""
    table = table.fresh()
    use = given_order if ordered else default_order
    over = use(table, 0, attack)
    table.leftover_of_defense(use(table, 1, defense))
    table.leftover(over)
    return table


def distributions(table: Table) -> list[dict[str, Counter[int]]]:
    """Every pair of rolls by the default policy: for each side, of each measure, how many rolls give what."""
    result = [{measure: Counter[int]() for measure in MEASURES} for _ in range(2)]
    rolled = [every_roll(sum(body.sp for body in team)) for team in table.teams]
    for (attack, a_weight), (defense, d_weight) in product(rolled[0].items(), rolled[1].items()):
        did = play(table, list(attack), list(defense)).did
        for side in range(2):
            for measure in MEASURES:
                result[side][measure][did[side][measure]] += a_weight * d_weight
    return result


def every_roll(dice: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice))


def one_side(table: Table, side: int, policy: str, values: tuple[int, int, int] = (1, 1, 1)) -> dict[str, Counter[int]]:
    """One side's dice alone: all 6^n rolls, by the default policy or by trying every order."""
    result = {measure: Counter[int]() for measure in MEASURES}
    for roll, weight in every_roll(sum(body.sp for body in table.teams[side])).items():
        if policy == "greedy":
            did = alone(table, side, list(roll), default_order)[0]
        else:
            did = max(outcomes(table, side, roll), key=lambda end: preference(end, values))[0]
        for measure in MEASURES:
            result[measure][did[measure]] += weight
    return result


def outcomes(table: Table, side: int, roll: tuple[int, ...]) -> Iterator[tuple[dict[str, int], int]]:
    for order in set(permutations(roll)):
        yield alone(table, side, list(order), given_order)


def alone(table: Table, side: int, dice: list[int], use: object) -> tuple[dict[str, int], int]:
    """Return what the side did, and the levels of the minions that it destroyed."""
    table = table.fresh()
    left = use(table, side, dice)  # type: ignore[operator]
    if side == 0:
        table.leftover(left)
    else:
        table.leftover_of_defense(left)
    hit = [*table.teams[1 - side], *([table.outside] if table.outside and side == 0 else [])]
    return table.did[side], sum(body.level for body in hit if not body.alive)


def preference(end: tuple[dict[str, int], int], values: tuple[int, int, int]) -> tuple[int, ...]:
    """What an optimal side maximises; then what decides between equals."""
    did, levels = end
    to_minions = did["total_damage"] - did["damage"]
    value = values[0] * did["damage"] + values[1] * levels + values[2] * to_minions
    return value, did["damage"], did["kills"] - did["victim_destroyed"], did["leftover"], did["total_damage"]
