"""Racing: how a search spends its playouts on options (Maron, Moore 1994; expected loss of a choice: Chick, Inoue 2001).

All options meet the same worlds, so two of them are compared by the differences world by world. From the second world on, an option is
left out once it is clearly behind the one that leads; after a few also if it was the same as that one in every world, unless games were
decided: two options that lose alike seldom lead to the same position. The race is over when nobody who is left is expected to be much
better than the one that leads: where an option's true lead is normal around the mean difference, the expected loss is `expected_loss`.
No function of the machine's mathematical library takes part, so the same worlds give the same choice everywhere.
"""

import math

import numpy as np

from kotc_sim.compiler import kernel

FIRST_LOOK, LEAST_WORLDS = 2, 4
"""After so many worlds options are left out that are far behind; so many each option meets that is not."""
SMALL_SAMPLE = 12.0
"""Standard errors, divided by the square of the number of worlds, by which an option has to be farther behind after few worlds."""
DOUBT = 0.01
"""Variance of differences besides, divided by the square of the number of worlds: a few equal worlds are no certainty."""
PARTS, LONGEST = 8, 4
"""The table of losses has so many entries for a standard error, and goes so many standard errors far; beyond, a loss is nothing."""


def _unit_loss(z: float) -> float:
    density = math.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)
    return round(density - 0.5 * z * math.erfc(z / math.sqrt(2.0)), 6)


UNIT_LOSS = np.array([_unit_loss(k / PARTS) for k in range(PARTS * LONGEST + 1)], np.float64)
"""How much a standard normal number is above z on the mean, nothing where it is below; z in steps of 1/`PARTS`."""


@kernel()
def expected_loss(gap, error):
    """Return what is lost on the mean by the choice of an option that leads by ``gap``, which has a standard error, over another one."""
    place = gap / error * PARTS
    k = int(place)
    if k >= PARTS * LONGEST:
        return 0.0
    share = place - k
    return error * (UNIT_LOSS[k] + share * (UNIT_LOSS[k + 1] - UNIT_LOSS[k]))


@kernel()
def next_look(worlds, most):
    """Return after how many worlds a race is looked at again: 2, 4, 6, 8, 12, 18, 26, 38, and so on, but at most ``most`` later."""
    return worlds + min(most, 2 if worlds < 2 * LEAST_WORLDS else worlds // 4 * 2)


@kernel()
def room_for(playouts):
    """Return how many worlds a race of so many playouts can have."""
    return max(LEAST_WORLDS, playouts // 2) + 1


@kernel()
def width_for(options, width, playouts):
    """Return how many options are tried: as many as ``playouts`` give `LEAST_WORLDS` to, two at least."""
    return min(options, width, max(2, playouts // LEAST_WORLDS))


@kernel()
def drop_beaten(values, room, total, bonus, alive, n, worlds, clear, alike, tied):
    """Leave out who is clearly beaten, and put who leads first; return how many are left, and the largest expected loss of a choice now.

    - ``values`` (float64 array): of option k in world t at ``k * room + t``.
    - ``total`` (float64 array): sums of these, by option.
    - ``bonus`` (float64 array): what each option is ahead by from the start.
    - ``alive`` (int64 array): the options that are left, ``n`` of them.
    - ``clear`` (float): standard errors.
    - ``alike`` (int): after so many worlds an option is left out that was the same in all of them, and undecided in the first.
    - ``tied`` (float): in place of `DOUBT` where an option was the same in all worlds, and is not left out.
    """
    for k in range(1, n):
        a, b = alive[0], alive[k]
        if total[b] / worlds + bonus[b] > total[a] / worlds + bonus[a]:
            alive[0], alive[k] = b, a
    lead = alive[0]
    left = 1
    most = 0.0
    bound = clear + SMALL_SAMPLE / (worlds * worlds)
    for k in range(1, n):
        a = alive[k]
        mean = (total[lead] - total[a]) / worlds
        squares = 0.0
        for t in range(worlds):
            apart = values[lead * room + t] - values[a * room + t] - mean
            squares += apart * apart
        same = squares == 0.0 and mean == 0.0
        if same and worlds >= alike and abs(values[lead * room]) < 1.0:
            continue
        doubt = tied if same else DOUBT
        error = np.sqrt((squares / (worlds - 1) + doubt / (worlds * worlds)) / worlds)
        gap = mean + bonus[lead] - bonus[a]
        if gap <= bound * error:
            alive[left] = a
            left += 1
            most = max(most, expected_loss(gap, error) if worlds >= LEAST_WORLDS else np.inf)
    return left, most
