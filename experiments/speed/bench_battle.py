"""Battles as the C yardstick fights them: the same line-ups, dice and sums."""

import time
from typing import Any

import numpy as np

from kotc_sim.battles import fast as battle_fast
from kotc_sim.battles.exact import Policy, solve
from kotc_sim.battles.outcome import Battle, BattleRules, Minion, attacking_side, cells_of, defending_side, measures

LINEUPS: dict[str, tuple[str, str]] = {
    "2/4 vs nothing": ("2/4", ""),
    "4/6+2/4 vs 1/10+2/4": ("4/6+2/4", "1/10+2/4"),
    "3/6 vs 2/8": ("3/6", "2/8"),
    "4x2/4 vs 4x2/4": ("+".join(["2/4"] * 4),) * 2,
    "8x2/4 vs 8x2/4": ("+".join(["2/4"] * 8),) * 2,
}


def team(text: str) -> tuple[Minion, ...]:
    """Return minions of ``4/6+2/4``."""
    stats = [part.split("/") for part in text.split("+")] if text else []
    return tuple(Minion(int(sp), int(hp)) for sp, hp in stats)


def fight(name: str, battles: int, seed: int, way: str = "fight") -> tuple[float, dict[str, int]]:
    """Return the seconds that the kernel takes, and sums to compare with C.

    ``way`` is ``fight`` (allocate the dice of every battle) or ``look up`` (outcomes from a table).
    """
    attackers, defenders = LINEUPS[name]
    battle = Battle(team(attackers), team(defenders), rules=BattleRules(leftover_defense=True))  # one order for both sides, as in C
    sides = attacking_side(battle), defending_side(battle)
    cells = cells_of(sides[0]), cells_of(sides[1])
    out = [np.zeros(one.size, np.int64) for one in cells]
    count_rolls: Any = battle_fast.count_rolls
    count_battles: Any = battle_fast.count_battles
    key, dice = np.uint64(seed), (battle.attack_dice, battle.defense_dice)
    if way == "look up":
        tables = [solve(side, Policy.GREEDY).cell for side in sides]
        begin = time.process_time()
        count_rolls(key, 0, battles, dice[0], dice[1], *tables, *out)
    else:
        a_hp, d_hp = (np.array([one.hp for one in side.team], np.int64) for side in reversed(sides))
        places = (cells[0].first, cells[0].width, cells[1].first, cells[1].width)
        begin = time.process_time()
        count_battles(key, 0, battles, dice[0], dice[1], a_hp, d_hp, *places, sides[1].loses_leftover, *out)
    seconds = time.process_time() - begin
    sums = {}
    for side, place, counts, who in zip(sides, cells, out, ("attackers", "defenders"), strict=True):
        found = measures(side, place)
        sums[f"piercing_{who}"] = int(counts @ found["piercing"])
        sums[f"kills_{who}"] = int(counts @ found["kills"])
        if who == "attackers":
            sums["leftover"] = int(counts @ found["leftover"])
    return seconds, sums
