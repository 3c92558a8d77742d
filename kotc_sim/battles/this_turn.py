"""The chance to win this turn, exactly: the 17th Edition with plain minions, *destroy* and *2-dice-burn the battlefield*.

Written from the rules, not from the engine (17.battle.1 to 17.battle.20, 17.minion.12, 17.keyword.22): all teams, victims, orders of spells
and all dice are tried; the enemy, who may only block, answers each attack by the block that is best for them. The order of dice in a battle
is the built-in policy's (`kotc_sim.shared.dice.pick_die`), as pilots do not choose it either. Own hit points do not count: there are enough
for the few dice of the enemy. A minion may be the victim of one battle, and so may the player.
"""

import functools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.shared.dice import FACES, pick_die

SPELL_COST, BURN_DICE = 2, 2  # level of both spells, and dice of *burn*
MOST_MINIONS, MOST_READY, MOST_HP, MOST_DICE, MOST_SP, MOST_ALIKE = 6, 3, 7, 9, 4, 3
"""What a state may hold: enemy minions, of which ready, their HP; dice of all attackers, SP of one, attackers of the same SP."""
PLAYER = -1  # as a victim
MEMO, WAITING = 1 << 20, 1 << 18
"""Places of the table of values, and of the stack of states that wait for others."""


@dataclass(frozen=True)
class Minion:
    """An enemy minion: its HP, whether it can block, and whether it was a victim already."""

    hp: int
    ready: bool = True
    used: bool = False


@dataclass(frozen=True)
class Turn:
    """What is left of a turn.

    - ``hp``: the enemy's.
    - ``attackers``: SP of the own minions that can attack, in order.
    - ``minions``: the enemy's.
    - ``met``: whether the enemy player was a victim already.
    - ``destroys``, ``burns``, ``resources``: spells in hand, and what can be paid; of no use once battles have begun.
    """

    hp: int
    attackers: tuple[int, ...]
    minions: tuple[Minion, ...]
    met: bool = False
    destroys: int = 0
    burns: int = 0
    resources: int = 0


def _rolls() -> tuple[Any, Any, Any]:
    """Return where the rolls of n dice begin, how many dice show each face, shape (rolls, FACES), and the chances of the rolls."""
    starts, faces, chances = [0], [], []
    for n in range(MOST_DICE + 1):
        for roll in combinations_with_replacement(range(FACES), n):
            counts = [roll.count(face) for face in range(FACES)]
            faces.append(counts)
            chances.append(math.factorial(n) / math.prod(map(math.factorial, counts)) / FACES**n)
        starts.append(len(faces))
    return np.array(starts, np.int64), np.array(faces, np.int64), np.array(chances, np.float64)


ORDERS: Any = np.array(
    [[*order, *[-1] * (MOST_READY - n)] for n in range(MOST_READY + 1) for order in permutations(range(MOST_READY), n)], np.int64
)
"""In which orders ready minions may block, by their places, -1 behind the last; shape (orders, MOST_READY)."""
STARTS, ROLLS, CHANCES = _rolls()
_HP_BITS, _SP_BITS, _MINION_BITS = 6, 2, 5
_SPS_AT = _HP_BITS + 1
_MINIONS_AT = _SPS_AT + MOST_SP * _SP_BITS


@kernel()
def minion_code(key, i):
    """Return what is packed of the i-th minion: HP, 8 if it is ready, 16 if it was a victim; 0 is none."""
    return (key >> (_MINIONS_AT + i * _MINION_BITS)) & 31


@kernel()
def with_minions(key, codes):
    """Return a state with these minions, the largest code first: equal states have equal keys."""
    for i in range(1, MOST_MINIONS):
        j = i
        while j > 0 and codes[j] > codes[j - 1]:
            codes[j], codes[j - 1] = codes[j - 1], codes[j]
            j -= 1
    key &= (1 << _MINIONS_AT) - 1
    for i in range(MOST_MINIONS):
        key |= codes[i] << (_MINIONS_AT + i * _MINION_BITS)
    return key


@kernel()
def with_hp(key, hp):
    """Return a state with other hit points."""
    return (key >> _HP_BITS << _HP_BITS) | max(0, hp)


@kernel()
def after_battle(key, victim, order, ready, roll, hist, codes):
    """Return the state after a battle: the team is gone already, the dice show ``roll``; ``hist`` and ``codes`` are scratch."""
    for face in range(FACES):
        hist[face] = ROLLS[roll, face]
    for i in range(MOST_MINIONS):
        codes[i] = minion_code(key, i)
    damage = 0
    left = 0
    for face in range(FACES):
        left += hist[face]
    for place in range(MOST_READY):
        if order[place] < 0:
            break
        i = ready[order[place]]
        hp = codes[i] & MOST_HP
        while left > 0 and hp > 0:
            face = pick_die(hist, hp)
            hist[face] -= 1
            left -= 1
            damage += max(0, face + 1 - hp)  # it pierces (17.minion.12)
            hp = max(0, hp - face - 1)
        codes[i] = hp | (codes[i] & 16) if hp > 0 else 0
        if hp > 0:
            break
    for place in range(MOST_READY):  # all who block are exhausted
        if order[place] >= 0:
            codes[ready[order[place]]] &= 23
    rest = 0
    if left > 0:
        for face in range(FACES):
            rest += hist[face] * (face + 1)
    if victim == PLAYER or codes[victim] == 0:
        damage += rest
    elif rest >= codes[victim] & MOST_HP:
        damage += rest - (codes[victim] & MOST_HP)
        codes[victim] = 0
    else:
        codes[victim] -= rest
    if victim == PLAYER:
        key |= 1 << _HP_BITS
    elif codes[victim] > 0:
        codes[victim] |= 16
    hp_now = key & ((1 << _HP_BITS) - 1)
    return with_minions(with_hp(key, hp_now - damage), codes)


KEYS, VALUES = types.Array(types.int64, 1, "C"), types.Array(types.float64, 1, "C")


@kernel()
def place_of(key, keys):
    """Return where a state is in the table of values, or where it is to be."""
    slot = (key * 7046029254386353131 >> 20) & (MEMO - 1)
    while keys[slot] != 0 and keys[slot] != key + 1:
        slot = (slot + 1) & (MEMO - 1)
    return slot


@kernel()
def value_of(key, keys, values, waiting, n, turn):
    """Return the value of a state, nothing where it is not known yet: then it is written to those that wait; and how many wait.

    ``turn`` is a negative number that notes who has written it, so that it is not written twice.
    """
    if key & ((1 << _HP_BITS) - 1) == 0:
        return 1.0, n
    if (key >> _SPS_AT) & ((1 << MOST_SP * _SP_BITS) - 1) == 0:
        return 0.0, n
    slot = place_of(key, keys)
    if keys[slot] != 0 and values[slot] >= 0.0:
        return values[slot], n
    if keys[slot] == 0 or values[slot] != turn:
        keys[slot] = key + 1
        values[slot] = turn
        waiting[n] = key
        n += 1
    return np.nan, n


@kernel()
def is_possible(row, n_ready):
    """Return whether there are as many ready minions as an order of blockers names."""
    last = -1
    for place in range(MOST_READY):
        last = max(last, ORDERS[row, place])
    return last < n_ready


@kernel()
def can_be_victim(key, who):
    """Return whether a minion, or the player, may be attacked (17.battle.5)."""
    if who == PLAYER:
        return (key >> _HP_BITS) & 1 == 0
    return minion_code(key, who) != 0 and minion_code(key, who) & 16 == 0


@kernel()
def dice_of(group, attackers):
    """Return how many dice a team rolls, -1 if it is not among the attackers."""
    dice = 0
    for sp in range(MOST_SP):
        n = (group >> sp * _SP_BITS) & MOST_ALIKE
        if n > (attackers >> sp * _SP_BITS) & MOST_ALIKE:
            return -1
        dice += n * (sp + 1)
    return dice


@kernel()
def evaluate(key, team, victim, block, keys, values, waiting, n, turn, scratch):
    """Return the chance to win of a state with attackers, as far as that follows from values that are known; and how many states wait."""
    ready, hist, codes = scratch
    n_ready = 0
    for i in range(MOST_MINIONS):
        if minion_code(key, i) & 8:
            ready[n_ready] = i
            n_ready += 1
    attackers = (key >> _SPS_AT) & ((1 << MOST_SP * _SP_BITS) - 1)
    best = 0.0
    for group in range(1, 1 << MOST_SP * _SP_BITS):
        dice = dice_of(group, attackers)
        if dice < 0 or (team != 0 and group != team):
            continue
        rest = key - (group << _SPS_AT)
        for who in range(PLAYER, MOST_MINIONS):
            if not can_be_victim(key, who) or (team != 0 and who != victim):
                continue
            if team == 0 and who > 0 and minion_code(key, who) == minion_code(key, who - 1):
                continue  # a minion like the one before it
            least = 2.0
            for row in range(ORDERS.shape[0]):
                if not is_possible(row, n_ready) or (block >= 0 and row != block):
                    continue
                mean = 0.0
                for roll in range(STARTS[dice], STARTS[dice + 1]):
                    after = after_battle(rest, who, ORDERS[row], ready, roll, hist, codes)
                    found, n = value_of(after, keys, values, waiting, n, turn)
                    mean += CHANCES[roll] * found
                least = min(least, mean)
                if least <= best:
                    break
            best = max(best, least)
    return best, n


@kernel(types.float64(types.int64, types.int64, types.int64, types.int64, KEYS, VALUES, KEYS), allocates=True)
def solve(key, team, victim, block, keys, values, waiting):
    """Return the chance to win by battles: with the best attack, or with a certain one against the best block, or a certain one.

    - ``key`` (int): the state (`pack`).
    - ``team`` (int): attackers of the first battle by SP, packed as in a state; 0 for the best attack of all.
    - ``victim`` (int): of that battle: place of a minion in the state, or `PLAYER`.
    - ``block`` (int): row of `ORDERS` by which that attack is met; -1 for the best one.
    - ``keys``, ``values`` (arrays): values that were found, by state: a hash table.
    - ``waiting`` (int64 array): scratch: a stack of states that others depend on.
    """
    scratch = np.empty(MOST_MINIONS, np.int64), np.empty(FACES, np.int64), np.empty(MOST_MINIONS, np.int64)
    known, n = value_of(key, keys, values, waiting, 0, -1.0)
    if team == 0 and n == 0:
        return known
    turn = -2.0
    while True:
        found, n = evaluate(key, team, victim, block, keys, values, waiting, 0, turn, scratch)
        if n == 0:
            break
        while n > 0:
            turn -= 1.0
            state = waiting[n - 1]
            value, more = evaluate(state, 0, PLAYER, -1, keys, values, waiting, n, turn, scratch)
            if more == n:
                values[place_of(state, keys)] = value
                n -= 1
            else:
                n = more
        turn -= 1.0
    if team == 0:
        values[place_of(key, keys)] = found
    return found


def pack(turn: Turn) -> int:
    """Return the battles of a turn as one number."""
    key = max(0, turn.hp) | turn.met << _HP_BITS
    for sp, n in Counter(turn.attackers).items():
        key |= n << (_SPS_AT + (sp - 1) * _SP_BITS)
    return int(with_minions(key, np.array(_codes(turn), np.int64)))


def _codes(turn: Turn) -> list[int]:
    codes = [minion.hp | 8 * minion.ready | 16 * minion.used for minion in turn.minions]
    return codes + [0] * (MOST_MINIONS - len(codes))


class Solver:
    """Values of turns, each found once."""

    def __init__(self) -> None:
        self._keys, self._values, self._waiting = np.zeros(MEMO, np.int64), np.zeros(MEMO), np.empty(WAITING, np.int64)
        self.value = functools.cache(self._value)

    def _solve(self, turn: Turn, team: int = 0, victim: int = PLAYER, block: int = -1) -> float:
        if np.count_nonzero(self._keys) > MEMO // 2:
            self._keys[:] = 0
        return float(solve(pack(turn), team, victim, block, self._keys, self._values, self._waiting))

    def battles(self, turn: Turn) -> float:
        """Return the chance to win by battles alone."""
        return self._solve(turn)

    def attack(self, turn: Turn, team: tuple[int, ...], victim: Minion | None, blockers: tuple[Minion, ...] | None = None) -> float:
        """Return the chance to win by an attack, on the player without a ``victim``, against the best block or that of ``blockers``."""
        key = pack(turn)
        codes = [int(minion_code(key, i)) for i in range(MOST_MINIONS)]
        place = PLAYER if victim is None else codes.index(_codes(replace(turn, minions=(victim,)))[0])
        row = -1
        if blockers is not None:
            ready = [code for code in codes if code & 8]
            order: list[int] = []
            for minion in blockers:
                code = _codes(replace(turn, minions=(minion,)))[0]
                order.append(next(i for i, other in enumerate(ready) if other == code and i not in order))
            row = ORDERS.tolist().index(order + [-1] * (MOST_READY - len(order)))
        packed = sum(n << (sp - 1) * _SP_BITS for sp, n in Counter(team).items())
        return self._solve(turn, packed, place, row)

    def best_block(self, turn: Turn, team: tuple[int, ...], victim: Minion | None) -> tuple[Minion, ...]:
        """Return the block, in order, that is best against an attack; of equal ones the smallest."""
        ready = [minion for minion in turn.minions if minion.ready]
        blocks = sorted({order for n in range(len(ready) + 1) for order in permutations(ready, n)}, key=len)
        return min(blocks, key=lambda block: round(self.attack(turn, team, victim, block), 12))

    def best_attack(self, turn: Turn) -> tuple[tuple[int, ...], Minion | None] | None:
        """Return the best attack, its team and victim (None: the player); None if nothing can win."""
        teams = {tuple(sorted(sps)) for n in range(len(turn.attackers)) for sps in combinations(turn.attackers, n + 1)}
        victims = {minion for minion in turn.minions if not minion.used} | (set() if turn.met else {None})
        options = [(self.attack(turn, team, victim), team, victim) for team in sorted(teams) for victim in sorted(victims, key=repr)]
        value, team, victim = max(options, key=lambda option: option[0], default=(0.0, (), None))
        return (team, victim) if value > 0.0 else None

    def burned(self, turn: Turn, dice: tuple[int, ...]) -> float:
        """Return the chance to win when these dice are still to be put on minions, as well as possible (17.ruling.78)."""
        found = [self.burned(after, rest) for after, rest in _assignments(turn, dice)]
        return max(found) if found else self.value(turn)

    def burn(self, turn: Turn) -> float:
        """Return the chance to win by *burn* now, before the dice are rolled."""
        paid = replace(turn, burns=turn.burns - 1, resources=turn.resources - SPELL_COST)
        rolls = Counter(tuple(sorted((a, b))) for a in range(1, FACES + 1) for b in range(1, FACES + 1))
        return sum(n * self.burned(paid, roll) for roll, n in rolls.items()) / FACES**BURN_DICE

    def destroys(self, turn: Turn) -> Iterator[tuple[Minion, Turn]]:
        """Yield each minion that can be destroyed, and the turn after it."""
        if turn.destroys > 0 and turn.resources >= SPELL_COST:
            for minion in set(turn.minions):
                yield minion, without(replace(turn, destroys=turn.destroys - 1, resources=turn.resources - SPELL_COST), minion)

    def _value(self, turn: Turn) -> float:
        if turn.hp <= 0:
            return 1.0
        if turn.destroys == turn.burns == 0 or turn.resources < SPELL_COST:
            return self.battles(turn)
        found = [self.battles(turn), *(self.value(after) for _, after in self.destroys(turn))]
        if turn.burns > 0 and turn.resources >= SPELL_COST and turn.minions:
            found.append(self.burn(turn))
        return max(found)


def without(turn: Turn, minion: Minion, hp: int = 0) -> Turn:
    """Return a turn without one of its minions, or with that many hit points left of it."""
    rest = list(turn.minions)
    rest.remove(minion)
    if hp > 0:
        rest.append(replace(minion, hp=hp))
    return replace(turn, minions=tuple(sorted(rest, key=repr)))


def _assignments(turn: Turn, dice: tuple[int, ...]) -> Iterator[tuple[Turn, tuple[int, ...]]]:
    for die in set(dice):
        rest = list(dice)
        rest.remove(die)
        for minion in set(turn.minions):
            after = without(turn, minion, minion.hp - die)
            yield replace(after, hp=after.hp - max(0, die - minion.hp)), tuple(rest)
