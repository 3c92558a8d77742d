"""What cards, minions and hit points are worth, in levels, without looking at the situation beyond them.

Everything is derived from programs of primitives, so a new keyword of an edition has a worth without any code here.
"""

from __future__ import annotations

import numpy as np

from kotc_sim.engine.kinds import (
    COST_COUNTERS,
    COST_GIFT,
    COST_HP,
    GRANARY,
    GRAVE,
    HAND,
    HOW_EXHAUST,
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
    PL_DECK_TOP,
    PL_SELF,
    WHO_BOTH,
    WHO_YOU,
)
from kotc_sim.jit import kernel
from kotc_sim.strategies.weights import (
    ABILITY,
    BODY,
    CARD,
    CRAFT_SP,
    DAMAGE,
    HP,
    LETHAL,
    OWN_HP,
    RESOURCE,
    SP,
    SPEND,
    URGENCY,
)

MEAN_DIE = 3.5
TYPICAL = 2.2
"""Worth of a minion nobody has seen yet."""

# what a primitive does to one typical target, in levels; amounts are added by `nominal`
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
def body(m, sp, hp, w):
    """Return the worth of a body with these stats; without piercing, HP are cheap and plenty."""
    return w[SP] * sp + w[HP] * hp * (1.0 if m.piercing == 1 else 0.4) + w[BODY]


@kernel()
def pawn_worth(m, level, w):
    """Return the worth of a crafted pawn (17.keyword.13)."""
    sp = np.floor(level * w[CRAFT_SP] + 0.5)
    return body(m, sp, 2 * (level - sp), w)


@kernel()
def mean_amount(a, roll, targets):
    """Return the mean of a program's amount: words that depend on the game count as one die or one."""
    if a > -30000:
        return float(a)
    if a == -30001:
        return float(roll)
    if a == -30002:
        return float(targets)
    return 2.0


@kernel()
def costs_worth(m, first, last, w):
    """Return what paying the costs ``first`` … ``last - 1`` takes from a player, in levels."""
    total = 0.0
    for i in range(first, last):
        line = m.code[i]
        if line.op == COST_HP:
            total += w[OWN_HP] * line.a
        elif line.op == COST_COUNTERS:
            total += 0.5 * line.a
        elif line.op == COST_GIFT:
            total += 3.0 * line.a
        elif line.a == HAND:
            total += 0.55 * w[CARD] * line.b
        elif line.a == GRANARY:
            total += (2.0 * w[SPEND] if line.d == HOW_EXHAUST else w[RESOURCE]) * line.b
        elif line.a == PL_DECK_TOP or line.a == GRAVE:
            total += 0.04 * line.b
        elif line.d == HOW_EXHAUST:
            total += 0.5 * line.b
        else:
            total += 1.5 * line.b
    return total


@kernel()
def nominal(m, a, w):
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
                total += mean_amount(line.a, roll, targets) * pawn_worth(m, mean_amount(line.b, roll, targets), w)
            elif op == OP_REROLL:
                total += 0.3
    return total - costs_worth(m, ability.cost, ability.cost_end, w)


@kernel()
def abilities_worth(m, d, w):
    """Return the usual worth of the abilities of definition ``d``, none counted below a quarter level."""
    definition = m.defs[d]
    total = 0.0
    for a in range(definition.first_ability, definition.first_ability + definition.n_abilities):
        total += max(0.25, nominal(m, a, w))
    return total


@kernel()
def card_worth(m, d, w):
    """Return what a card of definition ``d`` is worth once it is played."""
    definition = m.defs[d]
    if definition.minion == 0:
        return abilities_worth(m, d, w)
    worth = body(m, definition.sp, definition.hp, w)
    if definition.n_abilities > 0:
        worth += w[ABILITY] * abilities_worth(m, d, w)
    return worth - costs_worth(m, definition.caveat, definition.caveat_end, w)


@kernel()
def lasting_worth(g, m, c, w):
    """Return what the minion ``c`` on a battlefield is worth from the next turn on (its stats recover)."""
    card = g.cards[c]
    if card.petrified == 1:
        return 0.0
    worth = body(m, card.printed_sp, card.printed_hp, w)
    if m.defs[card.definition].n_abilities > 0:
        worth += w[ABILITY] * abilities_worth(m, card.definition, w)
    return worth


@kernel()
def chance_at_least(damage, hp):
    """Return roughly how likely dice with this mean sum reach ``hp``."""
    if damage <= 0.0:
        return 0.0
    spread = 0.8 + 0.9 * np.sqrt(damage)
    x = (damage - hp) / spread
    if x > 1.5:
        return 1.0
    if x < -1.5:
        return 0.0
    return 0.5 + x / 3.0


@kernel()
def harm(hp, damage, rate, w):
    """Return the worth of ``damage`` to a player with ``hp``: more as hit points run out, most if it ends the game."""
    if damage <= 0.0:
        return 0.0
    left = max(0.0, float(hp) - damage)
    middle = 0.5 * (hp + left)
    dealt = min(damage, float(hp))
    return rate * dealt * (1.0 + w[URGENCY] / (middle + 3.0)) + w[LETHAL] * chance_at_least(damage, float(hp))


@kernel()
def healing(hp, amount, rate, w):
    """Return the worth of ``amount`` hit points to a player with ``hp``."""
    return rate * amount * (1.0 + w[URGENCY] / (hp + 0.5 * amount + 3.0))
