"""Battles with Shield and Voodoo Counters under the engine's own policy, one battle at a time.

A Voodoo Counter answers a die on its host with damage to an enemy minion (17.counter.10), so it couples the
two sides: the attacking side inflicts its dice, then the defending side, then leftover dice hit the victim
(17.ruling.110). `fight` plays one battle; a simulation rolls for it, the exact solution weighs every pair of
rolls. What the counters' owners do is fixed, since a single battle does not value a counter that is kept:

- Shield: popped when a die would destroy the host, and for the largest leftover dice on a victim.
- Voodoo: popped when the die destroys the host (the last chance) or its result destroys an enemy minion of
  the battle; it goes to the one of the highest level that it destroys, else to the front survivor.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotc_sim.battles.exact import MOST_DICE, roll_weights, rolls
from kotc_sim.battles.fast import PACKED_DICE, roll_packed, words_of
from kotc_sim.battles.outcome import Battle, Ints, VictimGone, VictimKind
from kotc_sim.compiler import kernel
from kotc_sim.errors import KotcError
from kotc_sim.shared.dice import FACES, pick_defending_die, pick_die
from kotc_sim.shared.streams import GOLD

U64 = np.uint64
ATTACKERS, DEFENDERS = 0, 1
LARGEST_PRODUCT = 30_000_000
"""Pairs of rolls that the exact solution may fight; about ten seconds."""
MOST_WEIGHED_DICE = 24  # 6^24 is the last power that a 64-bit integer holds

# columns of a team
HP, LEVEL, SHIELDS, VOODOOS, ALIVE = range(5)
# rows of an outcome; the side is the one that did it
DAMAGE, PIERCING, KILLS, LEFTOVER, TOTAL, VICTIM = range(6)
OUTCOMES = 6

_PLAYER, _MINION = int(VictimKind.PLAYER), int(VictimKind.MINION)
_BYTE = U64(255)


class Rules(NamedTuple):
    """What `fight` reads of the edition, and the victim's kind."""

    piercing: bool
    leftover_defense: bool
    gone_controller: bool
    victim: int


@kernel()
def hit(minion, damage, side, rules, out):
    """Inflict damage on a minion for ``side``; return whether it is destroyed (17.minion.10 to 13)."""
    if damage < minion[HP] or damage == 0:
        minion[HP] -= damage
        out[side, TOTAL] += damage
        return False
    excess = damage - minion[HP]
    out[side, TOTAL] += minion[HP]
    if rules.piercing:
        out[side, TOTAL] += excess
        out[side, DAMAGE] += excess
        out[side, PIERCING] += excess
    out[side, KILLS] += 1
    minion[HP] = 0
    minion[ALIVE] = 0
    return True


@kernel()
def front_of(team):
    """Return the place of the first survivor in formation order; the team's size if there is none."""
    for place in range(len(team)):
        if team[place, ALIVE] > 0:
            return place
    return len(team)


@kernel()
def pop_voodoo(host, enemies, die, host_destroyed, side, rules, out):
    """Let the host's controller (``side``) answer a die with the host's Voodoo Counters."""
    while host[VOODOOS] > 0:
        chosen = -1
        for place in range(len(enemies)):
            if enemies[place, ALIVE] > 0 and enemies[place, HP] <= die:
                if chosen < 0 or enemies[place, LEVEL] > enemies[chosen, LEVEL]:
                    chosen = place
        if chosen < 0:
            if not host_destroyed:
                return
            chosen = front_of(enemies)
            if chosen == len(enemies):
                return
        host[VOODOOS] -= 1
        hit(enemies[chosen], die, side, rules, out)


@kernel()
def inflict(dice, own, enemies, side, rules, out):
    """Inflict one side's dice on the other team; what is left in ``dice`` (counts by face) is left over."""
    while dice.sum() > 0:
        place = front_of(enemies)
        if place == len(enemies):
            return
        front = enemies[place]
        if side == DEFENDERS and rules.piercing and not (rules.leftover_defense and rules.victim == _PLAYER):
            others, behind = 0, 0
            for other in range(place + 1, len(enemies)):
                if enemies[other, ALIVE] > 0:
                    others += 1
                    behind += enemies[other, HP]
            face = pick_defending_die(dice, front[HP], others, behind)
        else:
            face = pick_die(dice, front[HP])
        dice[face] -= 1
        if face + 1 >= front[HP] and front[SHIELDS] > 0:
            front[SHIELDS] -= 1
            continue
        destroyed = hit(front, face + 1, side, rules, out)
        pop_voodoo(front, own, face + 1, destroyed, 1 - side, rules, out)


@kernel()
def inflict_leftover(dice, own, victim, rules, out):
    """Inflict the attacking side's leftover dice on the victim (17.battle.14, 17.ruling.64)."""
    shields = victim[SHIELDS] if rules.victim == _MINION else 0
    total = 0
    largest = 0
    for face in range(5, -1, -1):
        zeroed = min(shields, dice[face])
        shields -= zeroed
        if dice[face] > zeroed and largest == 0:
            largest = face + 1
        total += (face + 1) * (dice[face] - zeroed)
    out[ATTACKERS, LEFTOVER] = total
    if rules.victim == _MINION:
        if total > 0:
            destroyed = hit(victim, total, ATTACKERS, rules, out)
            out[ATTACKERS, VICTIM] = 1 if destroyed else 0
            pop_voodoo(victim, own, largest, destroyed, DEFENDERS, rules, out)
    elif rules.victim == _PLAYER or rules.gone_controller:
        out[ATTACKERS, DAMAGE] += total
        out[ATTACKERS, TOTAL] += total


@kernel()
def fight(attack, defense, attackers, defenders, victim, rules, out):
    """Play Damage Allocation of one battle.

    ``attack`` and ``defense``, int64 of shape (6,), are dice by face, and used up. Teams, int64 of shape (size, 5), have the columns HP,
    LEVEL, SHIELDS, VOODOOS, ALIVE, and are changed; ``victim``, (5,), is a minion outside of them, not read if there is none. ``out``, (2,
    6), is overwritten: by side, what its dice and counters did.
    """
    out[:] = 0
    inflict(attack, attackers, defenders, ATTACKERS, rules, out)
    over = front_of(defenders) == len(defenders)
    inflict(defense, defenders, attackers, DEFENDERS, rules, out)
    if front_of(attackers) == len(attackers):
        for face in range(FACES):
            out[DEFENDERS, LEFTOVER] += (face + 1) * defense[face]
        if rules.leftover_defense and rules.victim == _PLAYER:
            out[DEFENDERS, DAMAGE] += out[DEFENDERS, LEFTOVER]
            out[DEFENDERS, TOTAL] += out[DEFENDERS, LEFTOVER]
    if over:
        inflict_leftover(attack, attackers, victim, rules, out)


@kernel()
def unpack(packed, dice):
    """Write a packed histogram's counts into ``dice`` (int64, shape (6,))."""
    for face in range(FACES):
        dice[face] = np.int64((packed >> U64(8 * face)) & _BYTE)


@kernel()
def tally(out, weight, totals):
    """Add a battle's outcome to the distributions, shape (2, 6, largest + 1)."""
    for side in range(2):
        for row in range(OUTCOMES):
            totals[side, row, out[side, row]] += weight


@kernel(allocates=True)
def count_fights(seed, start, stop, dice, attackers, defenders, victim, rules, totals):
    """Fight the battles ``start`` to ``stop - 1`` of the stream ``seed``: the dice of `count_battles`, by the rules of `fight`.

    ``dice`` are the SP of the two sides; ``totals``, int64 of shape (2, 6, largest + 1), counts of every outcome by side and measure, added
    to.
    """
    step = GOLD * U64(words_of(dice[0]) + words_of(dice[1]))
    state = U64(seed) + step * U64(start)
    attack, defense = np.zeros(FACES, np.int64), np.zeros(FACES, np.int64)
    out = np.zeros((2, OUTCOMES), np.int64)
    for _ in range(start, stop):
        rolled, after = roll_packed(dice[0], state)
        unpack(rolled & PACKED_DICE, attack)
        rolled, after = roll_packed(dice[1], after)
        unpack(rolled & PACKED_DICE, defense)
        fight(attack, defense, attackers.copy(), defenders.copy(), victim.copy(), rules, out)
        tally(out, 1, totals)
        state += step


@kernel(allocates=True)
def weigh_fights(attacks, defenses, a_weights, d_weights, attackers, defenders, victim, rules, totals):
    """Fight every pair of rolls, weighed by how many of the 6^dice rolls they stand for (int64, exact)."""
    out = np.zeros((2, OUTCOMES), np.int64)
    for i in range(len(attacks)):
        for j in range(len(defenses)):
            fight(attacks[i].copy(), defenses[j].copy(), attackers.copy(), defenders.copy(), victim.copy(), rules, out)
            tally(out, a_weights[i] * d_weights[j], totals)


def _team(battle: Battle, side: int) -> Ints:
    team = battle.defenders if side else battle.attackers
    rows = [(one.hp, one.level, one.shields, one.voodoos, 1) for one in team]
    return np.array(rows, np.int64).reshape(len(rows), 5)


def _arguments(battle: Battle) -> tuple[Ints, Ints, Ints, Rules, NDArray[np.int64]]:
    victim = battle.victim_minion
    row = (0, 0, 0, 0, 0) if victim is None else (victim.hp, victim.level, victim.shields, victim.voodoos, 1)
    rules = Rules(
        battle.rules.piercing, battle.rules.leftover_defense, battle.rules.victim_gone == VictimGone.CONTROLLER, int(battle.victim)
    )
    everybody = battle.attackers + battle.defenders + (() if victim is None else (victim,))
    voodoos = sum(one.voodoos for one in everybody)
    largest = max(FACES * (battle.attack_dice + battle.defense_dice + voodoos), len(everybody))
    totals = np.zeros((2, OUTCOMES, largest + 1), np.int64)
    return _team(battle, ATTACKERS), _team(battle, DEFENDERS), np.array(row, np.int64), rules, totals


def simulate_counters(battle: Battle, seed: int, start: int, stop: int) -> NDArray[np.int64]:
    """Fight battles ``start`` to ``stop - 1``; return counts by side, measure and amount (`count_fights`)."""
    attackers, defenders, victim, rules, totals = _arguments(battle)
    dice = (battle.attack_dice, battle.defense_dice)
    with np.errstate(over="ignore"):  # as in `battles.simulate`
        count_fights(U64(seed), start, stop, dice, attackers, defenders, victim, rules, totals)
    return totals


def solve_counters(battle: Battle) -> NDArray[np.int64]:
    """Weigh every pair of rolls; return weights of 6^dice by side, measure and amount; `KotcError` if there are too many dice."""
    dice = battle.attack_dice + battle.defense_dice
    if max(battle.attack_dice, battle.defense_dice) <= MOST_DICE and dice <= MOST_WEIGHED_DICE:
        attacks = rolls(battle.attack_dice).counts(battle.attack_dice)
        defenses = rolls(battle.defense_dice).counts(battle.defense_dice)
        if len(attacks) * len(defenses) <= LARGEST_PRODUCT:
            a_weights = np.array(roll_weights(battle.attack_dice), np.int64)
            d_weights = np.array(roll_weights(battle.defense_dice), np.int64)
            attackers, defenders, victim, rules, totals = _arguments(battle)
            weigh_fights(attacks, defenses, a_weights, d_weights, attackers, defenders, victim, rules, totals)
            return totals
    raise KotcError(
        f"an exact solution of {dice} dice with Voodoo Counters takes too long",
        fix="Leave the exact solution out and simulate, or make the teams smaller.",
    )
