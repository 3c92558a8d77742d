"""The table of a match: what each ability and card is usually worth to a strategy, worked out once and kept behind the scores."""

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.addresses import caller
from kotc_sim.compiler.lists import as_bits, as_integers, list_of, numbers_at
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import GameType, MatchType
from kotc_sim.shared.streams import GOLD, U64, mix64
from kotc_sim.strategies.keeper.weights import (
    ABILITIES,
    ABILITY,
    BURN,
    CARD,
    CARDS,
    CHECKSUM,
    DAMAGE,
    FURTHER,
    HARMFUL,
    HEAL,
    HP_SHARE,
    HURTING,
    KEYS,
    LASTING,
    LATEST,
    LOGS,
    MATCH,
    MOST_LOGS,
    MOVING,
    NEXT_SLOT,
    NOMINAL,
    OTHERS,
    OWN_HP,
    PAUSING,
    PLACING,
    REMOVAL,
    SALT,
    SIZE,
    SLOTS,
    SPELL,
    TABLES,
)
from kotc_sim.strategies.keeper.worth import LOW_HP, MEAN_DIE, body, costs_worth, mean_amount, pawn_worth

NUMBERS = list_of(types.float64)  # scores and weights, as the machine and strategies hand them on
call_scorer = caller(types.void(GameType, MatchType, NUMBERS, NUMBERS))
"""``call_scorer(address, game, match, scores, weights)``"""
WHERE = CHECKSUM + 1
"""Where, behind the weights and their checksum, the addresses of the scorers by ``Ask`` begin (`score_weighted`)."""

# what a primitive does to one typical target, in levels, and the weight that it is multiplied by; amounts are added by `usual_worth`
_per_target = np.zeros(64)
_scaled_by = np.full(64, OTHERS, np.int64)
for _op, _value, _weight in (
    (kinds.Op.DESTROY, 2.0, REMOVAL),
    (kinds.Op.BOUNCE, 1.2, MOVING),
    (kinds.Op.BURY, 2.2, REMOVAL),
    (kinds.Op.SHEATHE, 1.6, REMOVAL),
    (kinds.Op.SILO, 1.4, MOVING),
    (kinds.Op.PETRIFY, 2.0, REMOVAL),
    (kinds.Op.EXHAUST, 0.5, PAUSING),
    (kinds.Op.FATIGUE, 0.5, PAUSING),
    (kinds.Op.UNEXHAUST, 0.7, PAUSING),
    (kinds.Op.CONSCRIPT, 0.5, PAUSING),
    (kinds.Op.DISTRACT, 0.5, PAUSING),
    (kinds.Op.HYPNOTIZE, 1.5, PAUSING),
    (kinds.Op.NEGATE, 2.0, OTHERS),
    (kinds.Op.NEGATE_ATTACK, 1.0, OTHERS),
    (kinds.Op.DEPLOY, 0.8, OTHERS),
    (kinds.Op.CLONE, 1.0, OTHERS),
    (kinds.Op.EMBODY, 0.8, OTHERS),
    (kinds.Op.BERZERK, 0.7, OTHERS),
    (kinds.Op.IMPRISON, 1.6, REMOVAL),
    (kinds.Op.ATTACH, 0.7, OTHERS),
    (kinds.Op.DAMAGE_ENEMY_MINION, 1.0, OTHERS),
):
    _per_target[_op] = _value
    _scaled_by[_op] = _weight
PER_TARGET, SCALED_BY = _per_target, _scaled_by


# what primitives are worth by the amounts that they name, in levels
ALL_TARGETS, MOST_COUNTED = 2.5, 4.0  # targets of a selection of all there are; most that count of one that names a number
STRIPPED = 0.5
LOWERED = 0.5
CHANGED, CHANGE_BASE, MOST_CHANGE = 0.5, 0.5, 5.0
CHANGE_SHARED = 0.4
DAMAGED, MOST_DAMAGE = 0.45, 6.0
DAMAGE_SHARED = 0.4
DIE_ASSIGNED = 0.9
PERMITTED = 0.3
CHEAP_HP = 0.4  # without piercing, HP are cheap and plenty
LEAST_ABILITY = 0.25


@kernel()
def usual_worth(m, a, w):
    """Return the usual worth of ability ``a``, whatever the situation."""
    ability = m.abilities[a]
    total = 0.0
    for k in range(ability.n_subs):
        targets = 1.0
        if ability.select[k] >= 0:
            s = m.selects[ability.select[k]]
            targets = (
                1.0
                if s.place == kinds.Place.SELF
                else (ALL_TARGETS if s.every == 1 else 1.0 + w[FURTHER] * (min(MOST_COUNTED, float(s.count)) - 1.0))
            )
        roll = 0.0
        for i in range(ability.code[k], ability.code_end[k]):
            line = m.code[i]
            op = line.op
            total += w[SCALED_BY[op]] * PER_TARGET[op] * targets
            if op == kinds.Op.ROLL:
                roll = MEAN_DIE * mean_amount(line.amount, 0.0, targets)
            elif op == kinds.Op.PLACE:
                total += w[PLACING] * targets * (1.0 + w[FURTHER] * (mean_amount(line.amount, roll, targets) - 1.0))
            elif op == kinds.Op.ISSUE:
                total += w[PLACING] * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.WOUND_EACH:
                total += (w[BURN] * w[DAMAGE] - w[OWN_HP]) * MEAN_DIE * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.HAND_DOWN_LEVEL:
                total += LOWERED * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.REMOVE_COUNTERS or op == kinds.Op.REMOVE_COUNTERS_ANYWHERE:
                total += STRIPPED * targets
            elif op == kinds.Op.DOWN_LEVEL:
                total += LOWERED * targets * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.ADD or op == kinds.Op.SET:
                total += CHANGED * targets * min(MOST_CHANGE, abs(mean_amount(line.amount, roll, targets)) + CHANGE_BASE)
            elif op == kinds.Op.BATCH_ADD or op == kinds.Op.BATCH_SUBTRACT:
                total += CHANGE_SHARED * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.DAMAGE:
                total += w[HURTING] * DAMAGED * targets * min(MOST_DAMAGE, mean_amount(line.amount, roll, targets))
            elif op == kinds.Op.DAMAGE_TOTAL:
                total += w[HURTING] * DAMAGE_SHARED * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.ASSIGN_DICE:
                total += w[HURTING] * DIE_ASSIGNED * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.HEAL:
                if line.who == kinds.Who.YOU or line.who >= kinds.Who.ANY:
                    total += w[HEAL] * w[OWN_HP] * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.DAMAGE_PLAYER:
                if line.who == kinds.Who.YOU or line.who == kinds.Who.BOTH:
                    total -= w[OWN_HP] * mean_amount(line.amount, roll, targets)
                if line.who != kinds.Who.YOU:
                    total += w[BURN] * w[DAMAGE] * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.DRAW:
                total += w[CARD] * mean_amount(line.amount, roll, targets)
            elif op == kinds.Op.CRAFT:
                total += mean_amount(line.amount, roll, targets) * pawn_worth(mean_amount(line.level, roll, targets), w)
            elif op == kinds.Op.REROLL:
                total += PERMITTED
    return total - costs_worth(m, ability.cost, ability.cost_end, w)


@kernel()
def harms_host(m, kind):
    """Return whether popping a counter of this kind harms its host."""
    k = m.kinds[kind]
    for i in range(k.code, k.code_end):
        line = m.code[i]
        op = line.op
        if op == kinds.Op.DAMAGE or op == kinds.Op.EXHAUST or op == kinds.Op.FATIGUE or op == kinds.Op.DESTROY or op == kinds.Op.PETRIFY:
            return True
        if op == kinds.Op.BOUNCE or op == kinds.Op.BURY or op == kinds.Op.SHEATHE or op == kinds.Op.SILO:
            return True
        if (op == kinds.Op.SET and line.amount == 0) or (op == kinds.Op.ADD and line.amount < 0):
            return True
    return False


@kernel()
def fill_table(m, w):
    """Work out the worths of all abilities and cards of a match, and which counters do harm."""
    for hp in range(MOST_LOGS):
        w[LOGS + hp] = np.log(hp + LOW_HP)
    w[HP_SHARE] = 1.0 if m.piercing == 1 else CHEAP_HP
    for kind in range(m.n_kinds):
        w[HARMFUL + kind] = 1.0 if harms_host(m, kind) else 0.0
    for a in range(m.n_abilities):
        w[NOMINAL + a] = usual_worth(m, a, w)
    for d in range(m.n_defs):
        definition = m.defs[d]
        abilities = 0.0
        for a in range(definition.first_ability, definition.first_ability + definition.n_abilities):
            abilities += max(LEAST_ABILITY, w[NOMINAL + a])
        w[ABILITIES + d] = abilities
        w[LASTING + d] = body(definition.sp, definition.hp, w) + w[ABILITY] * abilities
        if definition.minion == 0:
            w[CARDS + d] = w[SPELL] * abilities
            continue
        worth = body(definition.sp, definition.hp, w) + w[ABILITY] * abilities
        w[CARDS + d] = worth - costs_worth(m, definition.caveat, definition.caveat_end, w)


@kernel()
def card_key(d, level):
    """Return a card's part in the number of a hand (``sowing.situation``)."""
    return mix64((U64(d) << U64(32)) + U64(level) + GOLD)


@kernel()
def is_table(m, scores, start, weights):
    """Return whether these weights and their table of this match begin at ``start``."""
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


@kernel()
def latest_table(scores):
    """Return where the table begins by which a strategy has scored that has not the first one."""
    return TABLES + (as_integers(scores)[LATEST] & (SLOTS - 1)) * SIZE  # strategies of users may have written there


@kernel(rare=True)
def score_elsewhere(g, m, scores, weights):
    """Fill the scores where neither the first table nor the latest is these weights', or there is none yet."""
    start = table_of(m, scores, weights)
    as_integers(scores)[LATEST] = (start - TABLES) // SIZE
    call_scorer(as_bits(weights)[WHERE + g.ask], g, m, scores, numbers_at(scores, start))


@kernel(types.void(GameType, MatchType, NUMBERS, NUMBERS))
def score_weighted(g, m, scores, weights):  # type: ignore[no-untyped-def]
    """Fill the scores by the heuristic: behind ``weights`` are the addresses of the scorers by ``Ask``; they get ``SIZE`` numbers."""
    if is_table(m, scores, TABLES, weights):  # one strategy, one match
        call_scorer(as_bits(weights)[WHERE + g.ask], g, m, scores, numbers_at(scores, TABLES))
    elif is_table(m, scores, latest_table(scores), weights):  # as a rule, after another strategy or match
        call_scorer(as_bits(weights)[WHERE + g.ask], g, m, scores, numbers_at(scores, latest_table(scores)))
    else:
        score_elsewhere(g, m, scores, weights)
