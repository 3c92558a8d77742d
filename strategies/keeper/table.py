"""The table of a match: what each ability and card is usually worth to a strategy, worked out once and kept behind the scores."""

from __future__ import annotations

import numpy as np
from numba import types

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import as_bits, as_integers, list_of, numbers_at
from kotc_sim.games.keeper.engine.kinds import (
    OP_ADD,
    OP_ASSIGN_DICE,
    OP_BATCH_ADD,
    OP_BATCH_SUBTRACT,
    OP_BERZERK,
    OP_BOUNCE,
    OP_BURY,
    OP_CLONE,
    OP_CONSCRIPT,
    OP_CRAFT,
    OP_DAMAGE,
    OP_DAMAGE_ENEMY_MINION,
    OP_DAMAGE_PLAYER,
    OP_DAMAGE_TOTAL,
    OP_DEPLOY,
    OP_DESTROY,
    OP_DISTRACT,
    OP_DOWN_LEVEL,
    OP_DRAW,
    OP_EMBODY,
    OP_EXHAUST,
    OP_FATIGUE,
    OP_HEAL,
    OP_HYPNOTIZE,
    OP_NEGATE,
    OP_NEGATE_ATTACK,
    OP_PETRIFY,
    OP_PLACE,
    OP_REMOVE_COUNTERS,
    OP_REROLL,
    OP_ROLL,
    OP_SET,
    OP_SHEATHE,
    OP_SILO,
    OP_UNEXHAUST,
    PL_SELF,
    WHO_BOTH,
    WHO_YOU,
)
from kotc_sim.games.keeper.engine.record import GameType, MatchType
from kotc_sim.shared.streams import GOLD, U64, mix64
from kotc_sim.strategies.keeper.calls import hand_over
from kotc_sim.strategies.keeper.weights import (
    ABILITIES,
    ABILITY,
    CARD,
    CARDS,
    CHECKSUM,
    DAMAGE,
    HARMFUL,
    HP_SHARE,
    KEYS,
    MATCH,
    NEXT_SLOT,
    NOMINAL,
    OWN_HP,
    SALT,
    SIZE,
    SLOTS,
    TABLES,
)
from kotc_sim.strategies.keeper.worth import MEAN_DIE, body, costs_worth, mean_amount, pawn_worth

NUMBERS = list_of(types.float64)
"""Scores and weights, as the machine and strategies hand them on."""
WHERE = CHECKSUM + 1
"""Where, behind the weights and their checksum, the addresses of the scorers by ``Ask`` begin (`score_weighted`)."""

# what a primitive does to one typical target, in levels; amounts are added by `usual_worth`
_per_target = np.zeros(64)
for _op, _value in (
    (OP_DESTROY, 2.0),
    (OP_BOUNCE, 1.2),
    (OP_BURY, 2.2),
    (OP_SHEATHE, 1.6),
    (OP_SILO, 1.4),
    (OP_PETRIFY, 2.0),
    (OP_EXHAUST, 0.5),
    (OP_FATIGUE, 0.5),
    (OP_UNEXHAUST, 0.7),
    (OP_CONSCRIPT, 0.5),
    (OP_DISTRACT, 0.5),
    (OP_HYPNOTIZE, 1.5),
    (OP_NEGATE, 2.0),
    (OP_NEGATE_ATTACK, 1.0),
    (OP_DEPLOY, 0.8),
    (OP_CLONE, 1.0),
    (OP_EMBODY, 0.8),
    (OP_BERZERK, 0.7),
    (OP_DAMAGE_ENEMY_MINION, 1.0),
):
    _per_target[_op] = _value
PER_TARGET = _per_target


@kernel()
def usual_worth(m, a, w):
    """Return the usual worth of ability ``a``, whatever the situation."""
    ability = m.abilities[a]
    total = 0.0
    for k in range(ability.n_subs):
        targets = 1.0
        if ability.select[k] >= 0:
            s = m.selects[ability.select[k]]
            targets = 1.0 if s.place == PL_SELF else (2.5 if s.every == 1 else min(4.0, float(s.count)))
        roll = 0.0
        for i in range(ability.code[k], ability.code_end[k]):
            line = m.code[i]
            op = line.op
            total += PER_TARGET[op] * targets
            if op == OP_ROLL:
                roll = MEAN_DIE * mean_amount(line.a, 0.0, targets)
            elif op == OP_PLACE:
                total += 0.8 * targets * mean_amount(line.b, roll, targets)
            elif op == OP_REMOVE_COUNTERS:
                total += 0.5 * targets
            elif op == OP_DOWN_LEVEL:
                total += 0.5 * targets * mean_amount(line.a, roll, targets)
            elif op == OP_ADD or op == OP_SET:
                total += 0.5 * targets * min(5.0, abs(mean_amount(line.b, roll, targets)) + 0.5)
            elif op == OP_BATCH_ADD or op == OP_BATCH_SUBTRACT:
                total += 0.4 * mean_amount(line.b, roll, targets)
            elif op == OP_DAMAGE:
                total += 0.45 * targets * min(6.0, mean_amount(line.a, roll, targets))
            elif op == OP_DAMAGE_TOTAL:
                total += 0.4 * mean_amount(line.a, roll, targets)
            elif op == OP_ASSIGN_DICE:
                total += 0.9 * mean_amount(line.a, roll, targets)
            elif op == OP_HEAL:
                if line.a == WHO_YOU or line.a >= 2:
                    total += w[OWN_HP] * mean_amount(line.b, roll, targets)
            elif op == OP_DAMAGE_PLAYER:
                if line.a == WHO_YOU or line.a == WHO_BOTH:
                    total -= w[OWN_HP] * mean_amount(line.b, roll, targets)
                if line.a != WHO_YOU:
                    total += w[DAMAGE] * mean_amount(line.b, roll, targets)
            elif op == OP_DRAW:
                total += w[CARD] * mean_amount(line.b, roll, targets)
            elif op == OP_CRAFT:
                total += mean_amount(line.a, roll, targets) * pawn_worth(mean_amount(line.b, roll, targets), w)
            elif op == OP_REROLL:
                total += 0.3
    return total - costs_worth(m, ability.cost, ability.cost_end, w)


@kernel()
def harms_host(m, kind):
    """Tell whether popping a counter of this kind harms its host."""
    k = m.kinds[kind]
    for i in range(k.code, k.code_end):
        line = m.code[i]
        op = line.op
        if op == OP_DAMAGE or op == OP_EXHAUST or op == OP_FATIGUE or op == OP_DESTROY or op == OP_PETRIFY:
            return True
        if op == OP_BOUNCE or op == OP_BURY or op == OP_SHEATHE or op == OP_SILO:
            return True
        if (op == OP_SET and line.b == 0) or (op == OP_ADD and line.b < 0):
            return True
    return False


@kernel()
def fill_table(m, w):
    """Work out the worths of all abilities and cards of a match, and which counters do harm."""
    w[HP_SHARE] = 1.0 if m.piercing == 1 else 0.4  # without piercing, HP are cheap and plenty
    for kind in range(m.n_kinds):
        w[HARMFUL + kind] = 1.0 if harms_host(m, kind) else 0.0
    for a in range(m.n_abilities):
        w[NOMINAL + a] = usual_worth(m, a, w)
    for d in range(m.n_defs):
        definition = m.defs[d]
        abilities = 0.0
        for a in range(definition.first_ability, definition.first_ability + definition.n_abilities):
            abilities += max(0.25, w[NOMINAL + a])
        w[ABILITIES + d] = abilities
        if definition.minion == 0:
            w[CARDS + d] = abilities
            continue
        worth = body(definition.sp, definition.hp, w) + w[ABILITY] * abilities
        w[CARDS + d] = worth - costs_worth(m, definition.caveat, definition.caveat_end, w)


@kernel()
def card_key(d, level):
    """Return a card's part in the number of a hand (``sowing.situation``)."""
    return mix64((U64(d) << U64(32)) + U64(level) + GOLD)


@kernel()
def is_table(m, scores, start, weights):
    """Tell whether these weights and their table of this match begin at ``start``."""
    there = as_integers(numbers_at(scores, start))
    return (there[MATCH] ^ m.serial) | (there[CHECKSUM] ^ as_integers(weights)[CHECKSUM]) == 0


@kernel()
def find_table(m, scores, weights):
    """Return where in ``scores`` these weights and their table of this match begin, or -1 if they are not there."""
    for slot in range(SLOTS):
        start = TABLES + slot * SIZE
        if is_table(m, scores, start, weights):
            return start
    return -1


@kernel(rare=True)
def new_table(m, scores, weights):
    """Write the weights, followed by the table of this match, behind the scores; return where they begin."""
    slot = int(scores[NEXT_SLOT]) if 0.0 <= scores[NEXT_SLOT] < SLOTS else 0  # tables are replaced in turn
    scores[NEXT_SLOT] = float((slot + 1) % SLOTS)
    start = TABLES + slot * SIZE
    for i in range(CHECKSUM + 1):
        scores[start + i] = weights[i]
    fill_table(m, numbers_at(scores, start))
    as_integers(numbers_at(scores, start))[MATCH] = m.serial
    bits = as_bits(numbers_at(scores, start))
    for d in range(m.n_defs):
        bits[KEYS + d] = card_key(d, m.defs[d].level)
    bits[SALT] = mix64(mix64(U64(m.serial) + GOLD) ^ bits[CHECKSUM])
    return start


@kernel()
def table_of(m, scores, weights):
    """Return where in ``scores`` the weights, followed by the table of this match, begin: ``SIZE`` numbers."""
    start = find_table(m, scores, weights)
    return start if start >= 0 else new_table(m, scores, weights)


@kernel(rare=True)
def score_elsewhere(g, m, scores, weights):
    """Fill the scores where the first table is not these weights', or there is none yet."""
    start = table_of(m, scores, weights)
    hand_over(as_bits(weights)[WHERE + g.ask], g, m, scores, numbers_at(scores, start))


@kernel(types.void(GameType, MatchType, NUMBERS, NUMBERS))
def score_weighted(g, m, scores, weights):  # type: ignore[no-untyped-def]
    """Fill the scores by the heuristic: behind ``weights`` are the addresses of the scorers by ``Ask``; they get ``SIZE`` numbers."""
    if is_table(m, scores, TABLES, weights):  # as a rule: one strategy, one match
        hand_over(as_bits(weights)[WHERE + g.ask], g, m, scores, numbers_at(scores, TABLES))
    else:
        score_elsewhere(g, m, scores, weights)
