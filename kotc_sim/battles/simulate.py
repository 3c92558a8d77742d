"""Simulated battles in chunks: typed doors to the kernels of `battle_fast`.

Random words wrap around: compiled code does so silently, otherwise NumPy warns, in each thread again.
"""

import numpy as np

from kotc_sim.battles import fast as battle_fast
from kotc_sim.battles.exact import Solution
from kotc_sim.battles.outcome import Battle, Cells, Ints, defending_side
from kotc_sim.compiler import kernel, types
from kotc_sim.shared.streams import DICE, stream_key

MAX_DICE = battle_fast.MAX_DICE


@kernel(types.uint64(types.uint64))
def _dice_key(seed):
    return stream_key(seed, 0, DICE, 0)


def dice_stream(seed: int) -> int:
    """Return the key of the stream of all battles of a run."""
    with np.errstate(over="ignore"):
        return int(_dice_key(np.uint64(seed)))


def simulate_greedy(battle: Battle, cells: tuple[Cells, Cells], key: int, start: int, stop: int) -> list[Ints]:
    """Fight battles ``start`` to ``stop - 1`` of a `dice_stream` by the engine's own policy; return counts by cell for both sides.

    Shield and Voodoo Counters are not looked at (`battles.counters`). The counts of a side without dice stay 0.
    """
    out = [np.zeros(one.size, np.int64) for one in cells]
    attackers, defenders = (np.array([one.hp for one in team], np.int64) for team in (battle.attackers, battle.defenders))
    a, d = cells
    with np.errstate(over="ignore"):
        battle_fast.count_battles(
            np.uint64(key), start, stop, battle.attack_dice, battle.defense_dice, attackers, defenders, a.first, a.width, d.first, d.width,
            defending_side(battle).loses_leftover, *out,
        )  # fmt: skip
    return out


def simulate_rolls(solutions: tuple[Solution, Solution], key: int, start: int, stop: int) -> list[Ints]:
    """Roll for battles ``start`` to ``stop - 1`` and look outcomes up; otherwise as `simulate_greedy`.

    The same stream gives the same dice, so that two policies can be compared roll by roll.
    """
    out = [np.zeros(one.cells.size, np.int64) for one in solutions]
    with np.errstate(over="ignore"):
        dice, cell = ([one.side.dice for one in solutions], [one.cell for one in solutions])
        battle_fast.count_rolls(np.uint64(key), start, stop, *dice, *cell, *out)
    return out
