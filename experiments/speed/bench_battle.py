"""The battle kernel against C, paired: every round runs both one after the other.

    python -m kotc_sim.experiments.speed.bench_battle [battles] [rounds]

prints a line of JSON for each line-up. "counts" is the same work as the kernel's;
"sums" is C at its best, which keeps five totals in registers and knows no distribution.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kotc_sim.battles import fast as battle_fast
from kotc_sim.battles.exact import Policy, solve
from kotc_sim.battles.outcome import Battle, BattleRules, Minion, attacking_side, cells_of, defending_side, measures
from kotc_sim.experiments.speed import yardstick

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


def compare(battles: int, rounds: int, seed: int = 12345) -> Sequence[Mapping[str, Any]]:
    """Return battles per second and ratios to C by line-up, medians over the rounds."""
    rates: dict[str, dict[str, list[float]]] = {name: {key: [] for key in ("sums", "counts", "fight", "look up")} for name in LINEUPS}
    for name in LINEUPS:  # compile and warm up
        for way in ("fight", "look up"):
            fight(name, battles // 8 + 1, seed, way)
    for _ in range(rounds):
        for line in yardstick.run("battle", battles, 1, seed):
            rates[line["lineup"]][line["score"]].append(line["battles_per_s"])
        for name in LINEUPS:
            for way in ("fight", "look up"):
                rates[name][way].append(battles / fight(name, battles, seed, way)[0])
    return [_summary(name, rates[name]) for name in LINEUPS]


def _summary(name: str, rates: dict[str, list[float]]) -> Mapping[str, Any]:
    def ratio(way: str, yard: str) -> float:
        return statistics.median(a / b for a, b in zip(rates[way], rates[yard], strict=True))

    return {
        "lineup": name,
        "battles_per_s": round(statistics.median(rates["fight"])),
        "c_counts_per_s": round(statistics.median(rates["counts"])),
        "c_sums_per_s": round(statistics.median(rates["sums"])),
        "ratio_to_counts": round(ratio("fight", "counts"), 3),
        "ratio_to_sums": round(ratio("fight", "sums"), 3),
        "look_up_per_s": round(statistics.median(rates["look up"])),
        "look_up_ratio_to_sums": round(ratio("look up", "sums"), 3),
    }


if __name__ == "__main__":
    if yardstick.compiler() is None:
        sys.exit("no C compiler: nothing to compare with")
    numbers = [int(argument) for argument in sys.argv[1:3]]
    for line in compare(*(numbers + [4_000_000, 5][len(numbers) :])):
        print(json.dumps(line), flush=True)
