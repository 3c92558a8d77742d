"""The exact solver: every roll of a side's dice, each with the outcome that its policy makes of it.

A side's n dice are one of C(n + 5, 5) multisets (20,349 for 16 dice), each of a known whole-number weight
among the 6^n rolls; sums of weights are exact integers. The engine's own policy is followed forward for each
multiset. The optimal order is found backward, by the number of dice that are left: the best value of
a multiset against a position (front minion, its HP, its Shield Counters) is the best over the faces it holds
of what that die does plus the best value of the rest. A Shield Counter gives its owner the choice to zero a
die, so there the recursion takes the smaller of the two: both players see all dice (17.battle.11).
"""

from enum import Enum
from functools import lru_cache
from math import comb, factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotc_sim.battles.outcome import Cells, Ints, Side, Values, cells_of
from kotc_sim.compiler import kernel
from kotc_sim.errors import KotcError
from kotc_sim.shared.dice import FACES, pick_defending_die, pick_die

LARGEST_TABLE = 12_000_000
"""Entries (rolls times positions) that the optimal order may take; one second or two, 100 MB."""
MOST_DICE = 30  # dice of one side: 324,632 rolls

# An outcome is one integer, compared as a whole: the value that the side maximises, then damage to the enemy
# player, then minions destroyed, leftover dice, damage to the team, piercing damage. All are sums over dice.
_FIELD = 10
_MASK = (1 << _FIELD) - 1
_PIERCING, _TO_TEAM, _LEFTOVER, _KILLS, _TO_PLAYER, _VALUE = (_FIELD * field for field in range(6))
_LARGEST_VALUE = 1 << (62 - _VALUE)


class Policy(Enum):
    """How a side chooses the order of its dice."""

    GREEDY = "greedy"  # the engine's own (`pick_die`, and `pick_defending_die` where a defender's leftover dice are lost)
    OPTIMAL = "optimal"  # the order of the largest `Values`, knowing all dice and both formation orders


class Rolls(NamedTuple):
    """All multisets of n dice, by rank.

    With p_i the number of dice that show at most i, the rank is the sum of C(p_i + i - 1, i) over i = 1..5
    (the combinatorial number system). It does not depend on n, so fewer dice are a leading part of the table.
    """

    prefix: Ints  # p_1 .. p_5, shape (rolls, 5)

    def counts(self, dice: int) -> Ints:
        """Return the number of dice by face for the rolls of ``dice`` dice, shape (C(dice + 5, 5), 6)."""
        prefix = self.prefix[: comb(dice + 5, 5)]
        full = np.column_stack([np.zeros(len(prefix), np.int64), prefix, np.full(len(prefix), dice)])
        return np.diff(full, axis=1)


def rank(prefix: Ints) -> Ints:
    """Return the ranks of multisets given as p_1 .. p_5 along the last axis."""
    result = np.zeros(prefix.shape[:-1], np.int64)
    for i in range(FACES - 1):
        table = np.array([comb(p + i, i + 1) for p in range(int(prefix.max(initial=0)) + 1)], np.int64)
        result += table[np.maximum(prefix[..., i], 0)]
    return result


@lru_cache(maxsize=4)
def rolls(dice: int) -> Rolls:
    """Return the multisets of up to ``dice`` dice."""
    table = np.arange(dice + 1, dtype=np.int64)[:, None]  # ascending by p_i, then by p_(i-1), …: the order of ranks
    for i in range(1, FACES - 1):
        shorter = [table[: comb(last + i, i)] for last in range(dice + 1)]
        lasts = np.repeat(np.arange(dice + 1), [len(part) for part in shorter])
        table = np.column_stack([np.concatenate(shorter), lasts])
    return Rolls(table)


def roll_weights(dice: int) -> list[int]:
    """Return of how many of the 6^dice rolls each multiset consists: n! / (c_1! … c_6!)."""
    small = [factorial(count) for count in range(dice + 1)]
    weights = []
    for counts in rolls(dice).counts(dice).tolist():
        product = 1
        for count in counts:
            product *= small[count]
        weights.append(small[dice] // product)
    return weights


class Solution(NamedTuple):
    """One side, solved."""

    side: Side
    cells: Cells
    cell: NDArray[np.uint32]
    """Cell of the outcome of each multiset, by rank."""
    weights: list[int]  # by cell, of 6^dice in all


def solve(side: Side, policy: Policy, values: Values = Values()) -> Solution:  # noqa: B008 - immutable
    """Solve one side exactly: its dice and what they can hit, but for Voodoo Counters (`battles.counters`).

    By the ``policy`` it chooses the order of its dice; ``values`` are what `OPTIMAL` maximises. Shield Counters are popped by their owner:
    against `OPTIMAL` so as to make the value smallest; against `GREEDY` when a die would destroy their host. Of leftover dice on a victim
    with Shield Counters the largest are zeroed. Raises `KotcError` if there are too many dice.
    """
    if side.dice > MOST_DICE:
        raise KotcError(
            f"an exact solution of {side.dice} dice on one side takes too long (at most {MOST_DICE})",
            fix="Leave the exact solution out and simulate, or make the team smaller.",
        )
    cells = cells_of(side)
    destroyed, piercing, rest = _greedy(side) if policy is Policy.GREEDY else _optimal(side, values)
    cell = (cells.first[destroyed] + piercing * cells.width[destroyed] + rest).astype(np.uint32)
    return Solution(side, cells, cell, _weigh(cell, cells.size, side.dice))


def _weigh(cell: NDArray[np.uint32], size: int, dice: int) -> list[int]:
    total = [0] * size
    for place, weight in zip(cell.tolist(), roll_weights(dice), strict=True):
        total[place] += weight
    return total


def _sum_of_zeroed(side: Side, counts: Ints) -> Ints:
    """Return the sum of leftover dice; the victim's Shield Counters zero the largest (17.ruling.64)."""
    kept = counts.copy()
    shields = np.full(len(counts), side.victim_minion.shields if side.victim_minion else 0)
    for face in range(FACES - 1, -1, -1):
        zeroed = np.minimum(shields, kept[:, face])
        kept[:, face] -= zeroed
        shields -= zeroed
    total: Ints = kept @ np.arange(1, FACES + 1)
    return total


def _greedy(side: Side) -> tuple[Ints, Ints, Ints]:
    """Follow the engine's own policy for every multiset; return destroyed, piercing and rest."""
    counts = rolls(side.dice).counts(side.dice)
    hp, shields = (np.array([*column, 0], np.int64) for column in ([one.hp for one in side.team], [one.shields for one in side.team]))
    ends = np.zeros((len(counts), 3), np.int64)
    use_dice(counts, hp, shields, side.loses_leftover, ends)
    destroyed, piercing, front = ends.T
    return destroyed, piercing, np.where(destroyed == len(side.team), _sum_of_zeroed(side, counts), front)


@kernel()
def use_dice(counts, hp, shields_of, loses_leftover, ends):
    """Inflict the dice of every multiset on a team, in the order that the engine takes by itself.

    ``counts``, int64 of shape (rolls, 6), are dice by face; what is left in it is left over. ``hp`` and ``shields_of``, (minions + 1,), are
    of the team in formation order; 0 behind the last. ``ends``, (rolls, 3), is overwritten: minions destroyed, piercing damage, HP of the
    front survivor.
    """
    team = len(hp) - 1
    for roll in range(len(counts)):
        dice = counts[roll]
        left = 0
        for face in range(FACES):
            left += dice[face]
        behind = 0
        for place in range(1, team):
            behind += hp[place]
        place, piercing, front, shields = 0, 0, hp[0], shields_of[0]
        while left > 0 and place < team:
            face = pick_defending_die(dice, front, team - place - 1, behind) if loses_leftover else pick_die(dice, front)
            dice[face] -= 1
            left -= 1
            if face + 1 < front:
                front -= face + 1
            elif shields > 0:
                shields -= 1
            else:
                piercing += face + 1 - front
                place += 1
                front, shields = hp[place], shields_of[place]
                behind -= front
        ends[roll, 0], ends[roll, 1], ends[roll, 2] = place, piercing, front


class _Positions(NamedTuple):
    """What can stand in front: minion, its HP, its Shield Counters; the last position is "nobody"."""

    minion: Ints
    hp: Ints
    shields: Ints
    fresh: list[int]
    """Position of each minion when it comes to the front; of "nobody" after the last."""


def _positions(side: Side) -> _Positions:
    minion, hp, shields, fresh = [], [], [], []
    for place, one in enumerate(side.team):
        for shield in range(one.shields + 1):
            for left in range(0 if one.hp == 0 else 1, one.hp + 1):
                minion.append(place)
                hp.append(left)
                shields.append(shield)
        fresh.append(len(hp) - 1)
    return _Positions(np.array(minion, np.int64), np.array(hp, np.int64), np.array(shields, np.int64), [*fresh, len(hp)])


def _moves(side: Side, at: _Positions, values: Values) -> tuple[list[Ints], list[Ints], Ints]:
    """Return, by face, what a die gains at each position and where it leads; where a Shield Counter leads."""
    levels = np.array([one.level for one in side.team], np.int64)
    nobody = len(at.hp)
    here = np.arange(nobody)
    after = np.array(at.fresh[1:], np.int64)
    gains, leads = [], []
    for die in range(1, FACES + 1):
        kills = die >= at.hp
        to_team = np.minimum(die, at.hp)
        excess = np.where(kills, die - at.hp, 0)
        to_player = excess if side.rules.piercing else np.zeros_like(excess)
        level = np.where(kills, levels[at.minion], 0) if nobody else excess
        value = values.player * to_player + values.level * level + values.minion * to_team
        gains.append(_pack(value, to_player, kills.astype(np.int64), excess, np.zeros_like(excess), to_team))
        leads.append(np.where(kills, after[at.minion], here - die) if nobody else here)
    height = np.array([one.hp + (one.hp == 0) for one in side.team], np.int64)
    zeroed = here - height[at.minion] if nobody else here
    return gains, leads, np.where(at.shields > 0, zeroed, -1)


def _pack(value: Ints, player: Ints, kills: Ints, piercing: Ints, leftover: Ints, team: Ints) -> Ints:
    return (
        (value << _VALUE)
        + (player << _TO_PLAYER)
        + (kills << _KILLS)
        + (leftover << _LEFTOVER)
        + (team << _TO_TEAM)
        + (piercing << _PIERCING)
    )


def _last(side: Side, counts: Ints, values: Values) -> Ints:
    """Return what the dice of each multiset are worth once the whole team is destroyed."""
    total = _sum_of_zeroed(side, counts)
    player, _, to_victim, destroyed = side.leftover(total)
    level = destroyed * (side.victim_minion.level if side.victim_minion else 0)
    value = values.player * player + values.level * level + values.minion * to_victim
    nothing = np.zeros_like(total)
    return _pack(value, player, nothing, nothing, total, nothing)


def _optimal(side: Side, values: Values) -> tuple[Ints, Ints, Ints]:
    """Find the best order for every multiset; return destroyed, piercing and rest."""
    dice, at = side.dice, _positions(side)
    nobody = len(at.hp)
    _check_size(side, nobody, values)
    prefix = rolls(dice).prefix
    # Where a die of each face leads among the multisets; rank -1 (wrong, masked out) where there is none
    fewer = [rank(prefix - (np.arange(FACES - 1) >= face)) for face in range(FACES - 1)] + [np.arange(len(prefix))]
    gains, leads, zeroed = _moves(side, at, values)
    shielded = np.flatnonzero(zeroed >= 0)
    best = np.zeros((1, nobody + 1), np.int64)
    best[:, nobody] = _last(side, np.zeros((1, FACES), np.int64), values)
    for size in range(1, dice + 1):
        counts = rolls(dice).counts(size)
        longer = np.full((len(counts), nobody + 1), -1, np.int64)
        for face in range(FACES):
            held = np.flatnonzero(counts[:, face] > 0)
            rest = best[fewer[face][held]]
            value = rest[:, leads[face]] + gains[face]
            if len(shielded):
                value[:, shielded] = np.minimum(value[:, shielded], rest[:, zeroed[shielded]])
            longer[held, :nobody] = np.maximum(longer[held, :nobody], value)
        longer[:, nobody] = _last(side, counts, values)
        best = longer
    found = best[:, at.fresh[0]]
    kills = (found >> _KILLS) & _MASK
    hp = np.array([one.hp for one in side.team], np.int64)
    before = np.concatenate([[0], np.cumsum(hp)])
    left = np.append(hp, 0)[kills] - (((found >> _TO_TEAM) & _MASK) - before[kills])
    rest_of = np.where(kills == len(side.team), (found >> _LEFTOVER) & _MASK, left)
    return kills, (found >> _PIERCING) & _MASK, rest_of


def _check_size(side: Side, positions: int, values: Values) -> None:
    entries = comb(side.dice + 5, 5) * (positions + 1)
    if entries > LARGEST_TABLE:
        raise KotcError(
            f"the optimal order of {side.dice} dice against {positions} HP takes too long",
            fix="Use the policy 'greedy', or make the teams smaller.",
        )
    team = side.team + ((side.victim_minion,) if side.victim_minion else ())
    if sum(one.hp for one in team) > _MASK:
        raise KotcError(f"the minions have more than {_MASK} HP in all", fix="Use the policy 'greedy'.")
    if min(values) < 0:
        raise KotcError("the values of an outcome must not be negative", fix="Use whole numbers from 0 up.")
    largest = sum(values.level * one.level + values.minion * one.hp for one in team) + values.player * 6 * side.dice
    if largest >= _LARGEST_VALUE:
        raise KotcError("the values of an outcome are too large", fix="Use smaller whole numbers; only ratios matter.")
