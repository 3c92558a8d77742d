"""Battles at full speed: dice as histograms of faces, one outcome counted for each side and battle.

The dice of a side are packed into one 64-bit word: byte ``f - 1`` holds the number of dice that show ``f``, bits 48 and up their sum. Four
dice are rolled by one look-up, sixteen come from one random word, and the smallest die that destroys a minion is one mask and one bit
count away (17.battle.10 to 17.battle.16). Word ``w`` of battle ``b`` is splitmix64 at counter ``b * words + w`` (Steele, Lea, Flood 2014):
its dice depend on the seed and the battle's number alone, not on chunks or threads. Repeated multiply-high reduces a word to rolls with a
relative bias below 6^16 / 2^64 = 2e-7.
"""

from math import comb

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.bits import leading_zeros, lowest_bit, mulhi
from kotc_sim.shared.dice import FACES, pick_die_to_spare
from kotc_sim.shared.streams import GOLD, mix64

U64 = np.uint64
MAX_DICE = 255
"""Dice of one side: a byte counts the dice of one face."""
DICE_PER_LOOKUP = 4
DICE_PER_WORD = 16
BLOCK = 512
"""Battles that are fought before their outcomes are counted."""
ROLLS_OF_FOUR = 6**DICE_PER_LOOKUP
PACKED_DICE = U64((1 << 48) - 1)

_ZERO, _ONE, _THREE = U64(0), U64(1), U64(3)
_SUM_SHIFT, _BYTE_START, _BYTE = U64(48), U64(56), U64(255)
_PREFIX_SUMS = U64(0x0101010101)


def _roll_tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return every roll of 0 to 4 dice (packed), where the rolls of k dice begin, and how many there are."""
    rolls: list[int] = []
    first = []
    for dice in range(DICE_PER_LOOKUP + 1):
        first.append(len(rolls))
        for roll in range(FACES**dice):
            packed, rest = 0, roll
            for _ in range(dice):
                rest, face = divmod(rest, FACES)
                packed += (1 << 8 * face) + ((face + 1) << 48)
            rolls.append(packed)
    sizes = [FACES**dice for dice in range(DICE_PER_LOOKUP + 1)]
    return np.array(rolls, U64), np.array(first, U64), np.array(sizes, U64)


ROLLS, FIRST_ROLL, ROLL_COUNT = _roll_tables()
# DESTROYING[hp]: mask of the faces of at least hp; a minion of 7 or more HP survives every die
DESTROYING = np.array([sum(0xFF << 8 * f for f in range(FACES) if f + 1 >= hp) for hp in range(8)], U64)

# RANKS[face, n]: share of a roll's rank when n dice show at most face + 1; see `exact.Rolls`
RANKS = np.array([[comb(n + face, face + 1) for n in range(MAX_DICE + 1)] for face in range(FACES - 1)], U64)


@kernel(inline="always")
def words_of(dice):
    """Return how many random words ``dice`` dice take."""
    return (dice + DICE_PER_WORD - 1) // DICE_PER_WORD


@kernel(inline="always")
def roll_packed(dice, state):
    """Roll ``dice`` dice; return the packed histogram, its sum from bit 48 on, and the state afterwards."""
    packed = _ZERO
    left = dice
    while left >= DICE_PER_WORD:
        state += GOLD
        word = mix64(state)
        for _ in range(DICE_PER_WORD // DICE_PER_LOOKUP):
            packed += ROLLS[U64(259) + mulhi(word, U64(ROLLS_OF_FOUR))]
            word *= U64(ROLLS_OF_FOUR)
        left -= DICE_PER_WORD
    if left > 0:
        state += GOLD
        word = mix64(state)
        while left >= DICE_PER_LOOKUP:
            packed += ROLLS[U64(259) + mulhi(word, U64(ROLLS_OF_FOUR))]
            word *= U64(ROLLS_OF_FOUR)
            left -= DICE_PER_LOOKUP
        if left > 0:
            packed += ROLLS[FIRST_ROLL[left] + mulhi(word, ROLL_COUNT[left])]
    return packed, state


@kernel(inline="always")
def allocate_packed(rolled, hp, first, width, loses_leftover):
    """Inflict one side's dice on the other team in formation order; return the cell of the outcome (uint64).

    Where leftover dice are lost, dice are used as `pick_defending_die` says, else as `pick_die` does. Cell ``first[k] + piercing *
    width[k] + rest``: ``k`` minions destroyed; ``rest`` is the HP that the front minion has left, or the sum of the leftover dice once all
    are destroyed (`outcome.Cells`). Indices are unsigned because numba tests a signed one for being negative at every access.
    """
    team = U64(len(hp))
    rest = np.int64(rolled >> _SUM_SHIFT)
    if team == _ZERO:
        return U64(first[_ZERO] + rest)
    dice = rolled & PACKED_DICE
    destroyed = _ZERO
    piercing = 0
    front = hp[_ZERO]
    left = behind = 0
    if loses_leftover:
        for face in range(U64(FACES)):
            left += np.int64((dice >> (face << _THREE)) & _BYTE)
        for place in range(_ONE, team):
            behind += hp[place]
    while dice != _ZERO:
        destroying = dice & DESTROYING[U64(min(front, 7))]
        bit = U64(lowest_bit(destroying) if destroying != _ZERO else 63 - leading_zeros(dice)) & _BYTE_START
        if loses_leftover:
            low, high = (lowest_bit(dice) >> 3) + 1, ((63 - leading_zeros(dice)) >> 3) + 1
            spared = pick_die_to_spare(low, high, left, rest, front, np.int64(team - destroyed) - 1, behind)
            if spared > 0:
                bit = U64(8 * (spared - 1))
            left -= 1
        die = np.int64(bit >> _THREE) + 1
        dice -= _ONE << bit
        rest -= die
        if die >= front:
            piercing += die - front
            destroyed += _ONE
            if destroyed == team:
                return U64(first[team] + piercing * width[team] + rest)
            front = hp[destroyed]
            behind -= front
        else:
            front -= die
    return U64(first[destroyed] + piercing * width[destroyed] + front)


@kernel(allocates=True)  # every index follows from the roll and from `Cells`
def count_battles(
    seed, start, stop, attack_dice, defense_dice, attacker_hp, defender_hp, a_first, a_width, d_first, d_width, loses_leftover, a_out, d_out
):
    """Fight battles ``start`` to ``stop - 1`` of the stream ``seed`` by the engine's own policy; count outcomes.

    - ``seed`` (uint64): a `stream_key`.
    - ``start``, ``stop`` (int): range of battle numbers; ranges of any cut give the same counts in sum.
    - ``attack_dice``, ``defense_dice`` (int): SP of each side, 0 to `MAX_DICE`.
    - ``attacker_hp``, ``defender_hp`` (int64 array): HP in formation order; 0 or more.
    - ``a_first``, ``a_width`` (int64 array, shape (defenders + 1,)): `Cells` of the attacking side's outcomes; likewise ``d_first``,
      ``d_width``, shape (attackers + 1,).
    - ``loses_leftover`` (bool): whether the defending side's leftover dice have no effect (`Side.loses_leftover`).
    - ``a_out``, ``d_out`` (int64 array): counts by cell, added to; the defending side's only if it has dice.
    """
    step = GOLD * U64(words_of(attack_dice) + words_of(defense_dice))
    state = U64(seed) + step * U64(start)
    a_cells, d_cells = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    for block in range(start, stop, BLOCK):
        battles = U64(min(BLOCK, stop - block))
        # Fighting and counting take turns: a count that waits for the last one must not hold up the dice.
        for battle in range(battles):
            rolled, after = roll_packed(attack_dice, state)
            a_cells[battle] = allocate_packed(rolled, defender_hp, a_first, a_width, False)
            if defense_dice > 0:
                rolled, after = roll_packed(defense_dice, after)
                d_cells[battle] = allocate_packed(rolled, attacker_hp, d_first, d_width, loses_leftover)
            state += step
        for battle in range(battles):
            a_out[a_cells[battle]] += 1
        if defense_dice > 0:
            for battle in range(battles):
                d_out[d_cells[battle]] += 1


@kernel(inline="always")
def rank_packed(rolled):
    """Return the rank of a packed histogram among all of the same number of dice (`exact.Rolls`)."""
    prefix = (rolled & PACKED_DICE) * _PREFIX_SUMS  # byte i: dice that show at most i + 1
    rank = _ZERO
    for face in range(U64(FACES - 1)):
        rank += RANKS[face, (prefix >> (face << _THREE)) & _BYTE]
    return rank


@kernel(allocates=True)
def count_rolls(seed, start, stop, attack_dice, defense_dice, a_cell, d_cell, a_out, d_out):
    """Fight battles as `count_battles` does, from the same dice, by looking up each roll's outcome.

    - ``a_cell``, ``d_cell`` (uint32 array, shape (C(dice + 5, 5),)): cell of the outcome of each roll, by rank: any policy that depends on
      one side's dice alone.
    - ``seed``, ``start``, ``stop``, ``attack_dice``, ``defense_dice``, ``a_out``, ``d_out``: see `count_battles`.
    """
    step = GOLD * U64(words_of(attack_dice) + words_of(defense_dice))
    state = U64(seed) + step * U64(start)
    a_cells, d_cells = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    for block in range(start, stop, BLOCK):
        battles = U64(min(BLOCK, stop - block))
        for battle in range(battles):
            rolled, after = roll_packed(attack_dice, state)
            a_cells[battle] = a_cell[rank_packed(rolled)]
            if defense_dice > 0:
                rolled, after = roll_packed(defense_dice, after)
                d_cells[battle] = d_cell[rank_packed(rolled)]
            state += step
        for battle in range(battles):
            a_out[a_cells[battle]] += 1
        if defense_dice > 0:
            for battle in range(battles):
                d_out[d_cells[battle]] += 1
