"""Chance: rolls as histograms of faces, and random picks; scripted in scenarios, else from the player's own streams."""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.bits import mulhi
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.looking import look_at_chance
from kotc_sim.games.keeper.engine.zones import log
from kotc_sim.shared.dice import FACES
from kotc_sim.shared.streams import GOLD, U64, below, event_key, mix64

# four dice at a time: which faces occur in each of the 6**4 outcomes, eight bits a face
_packed = []
for _outcome in range(FACES**4):
    _word, _rest = 0, _outcome
    for _ in range(4):
        _word += 1 << (8 * (_rest % FACES))
        _rest //= FACES
    _packed.append(_word)
FOUR_DICE = np.array(_packed, np.int64)
SIX, FOUR_OUTCOMES = U64(FACES), U64(FACES**4)


@kernel()
def roll_into(g, p, n, hist):
    """Roll ``n`` dice of player ``p`` into a histogram of six counts; return the sum of the results (17.setup.11)."""
    for face in range(FACES):
        hist[face] = 0
    if n <= 0:
        return 0
    if g.scripted == 1:
        for _ in range(n):
            if g.script_dice_at >= g.script_dice_n:
                g.script_error = kinds.ScriptError.NO_DICE
                hist[0] += 1
            else:
                hist[g.script_dice[g.script_dice_at] - 1] += 1
                g.script_dice_at += 1
    else:
        look_at_chance(g)
        player = g.players[p]
        state = event_key(player.dice_key, g.turn, player.dice_ordinal)
        player.dice_ordinal += 1
        left = n
        while left >= 4:
            state = state + GOLD
            word = mix64(state)
            packed = FOUR_DICE[np.int64(mulhi(word, FOUR_OUTCOMES))]
            for face in range(FACES):
                hist[face] += (packed >> (8 * face)) & 255
            left -= 4
        if left > 0:
            state = state + GOLD
            word = mix64(state)
            for _ in range(left):
                hist[np.int64(mulhi(word, SIX))] += 1
                word = word * SIX
    total = 0
    for face in range(FACES):
        total += hist[face] * (face + 1)
    if g.log_on == 1:
        # two numbers hold the counts of faces 1-3 and 4-6, ten bits each
        low = hist[0] | (hist[1] << 10) | (hist[2] << 20)
        high = hist[3] | (hist[4] << 10) | (hist[5] << 20)
        log(g, kinds.Log.ROLL, p, n, 0, low, high)
    return total


@kernel()
def roll_one(g, p):
    """Roll one die of player ``p``; return its face 1..6."""
    if g.scripted == 1:
        if g.script_dice_at >= g.script_dice_n:
            g.script_error = kinds.ScriptError.NO_DICE
            return 1
        g.script_dice_at += 1
        return int(g.script_dice[g.script_dice_at - 1])
    look_at_chance(g)
    player = g.players[p]
    word = mix64(event_key(player.dice_key, g.turn, player.dice_ordinal) + GOLD)
    player.dice_ordinal += 1
    return int(below(word, FACES)) + 1


@kernel()
def pick_random(g, p, n):
    """Return a uniformly random index below ``n`` from the chance stream of player ``p``."""
    if g.scripted == 1 and g.script_random_n >= 0:
        if g.script_random_at >= g.script_random_n:
            g.script_error = kinds.ScriptError.NO_INDICES
            return 0
        g.script_random_at += 1
        i = int(g.script_random[g.script_random_at - 1])
        if i >= n:
            g.script_error = kinds.ScriptError.TOO_LARGE
            return 0
        return i
    look_at_chance(g)
    player = g.players[p]
    word = mix64(event_key(player.chance_key, g.turn, player.chance_ordinal) + GOLD)
    player.chance_ordinal += 1
    return int(below(word, n))
