"""Which die the default policy uses next: battles in games and on paper ask the same question."""

from kotc_sim.compiler import kernel

FACES = 6
SLACK = 2
"""What overkill costs a defender on average, for each attacker that still has to fall."""


@kernel()
def pick_die(hist, hp):
    """Return the face index (0..5) of the die that the default policy uses next, of a number of unused dice by face, at least one.

    The smallest die that destroys the front minion, whose HP may be 0; if none does, the largest.
    """
    for face in range(max(hp - 1, 0), FACES):
        if hist[face] > 0:
            return face
    for face in range(FACES - 1, 0, -1):
        if hist[face] > 0:
            return face
    return 0


@kernel()
def pick_die_to_spare(low, high, dice, total, hp, others, behind):
    """Return the die, 1 to 6, that a defender with dice to spare uses next where leftover dice are lost; 0: as `pick_die` says.

    Dice to spare are worth only what they pierce (17.minion.12): the smallest softens the front minion first, or the largest
    destroys it at once, as long as the others cover what still has to fall, `SLACK` more for each further minion. This destroys
    as many as the order of `pick_die` and inflicts nine tenths of the best order's damage.

    - ``low``, ``high``, ``dice``, ``total`` (int): smallest and largest unused die, their number and sum.
    - ``hp`` (int): current HP of the front minion.
    - ``others``, ``behind`` (int): number and HP of the minions behind it.
    """
    if dice > others + 1:
        needed = behind + SLACK * others
        if low < hp <= low + high and total >= hp + needed:
            return low
        if high >= hp and total - high >= needed:
            return high
    return 0


@kernel()
def pick_defending_die(hist, hp, others, behind):
    """Return the face index (0..5) of the die that a defender uses next where leftover dice are lost (17.battle.15).

    ``others`` and ``behind`` are the number and HP of the minions behind the front one.
    """
    dice = 0
    total = 0
    low = 0
    high = 0
    for face in range(FACES):
        if hist[face] > 0:
            dice += hist[face]
            total += hist[face] * (face + 1)
            high = face + 1
            if low == 0:
                low = high
    spared = pick_die_to_spare(low, high, dice, total, hp, others, behind)
    return spared - 1 if spared > 0 else pick_die(hist, hp)
