"""What cards, minions and hit points are worth, in levels, without looking at the situation beyond them.

Everything is derived from programs of primitives, so a new keyword of an edition has a worth without any code here.
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.strategies.keeper.weights import (
    ABILITIES,
    ABILITY,
    BODY,
    CARD,
    CARDS,
    CRAFT_SP,
    HP,
    HP_SHARE,
    LASTING,
    LETHAL,
    NOMINAL,
    OWN_HP,
    RESOURCE,
    SP,
    SPEND,
    URGENCY,
)

MEAN_DIE = 3.5
ROUNDING = 0.5
TYPICAL = 2.2
"""Worth of a minion nobody has seen yet."""


UNKNOWN_AMOUNT = 2.0  # mean of an amount that depends on more than dice and targets
REACH, REACH_GROWTH = 1.875, 0.675  # HP beyond the mean damage, and for each point of it, that dice never reach
SPREAD, SPREAD_GROWTH = 0.8, 0.9  # of a sum of dice: at no damage, and with the square root of the mean
SURE, SLOPE, EVEN = 1.5, 3.0, 0.5  # spreads from the mean at which a sum is certain; fall of the chance between; chance at the mean
LOW_HP = 3.0  # added to hit points before urgency is divided by them
# costs, in levels, or as shares of what is paid
COUNTER_PAID = 0.5
GIFT_PAID = 3.0
HAND_PAID = 0.55  # share of a card's worth: the least useful one is given
RESOURCE_EXHAUSTED = 2.0  # times the cost of spending one: it is not by choice
DECK_PAID = 0.04
MINION_EXHAUSTED = 0.5
MINION_PAID = 1.5
AWAY = 0.35  # how much less a card is worth for each resource that is lacking beyond the next


@kernel()
def body(sp, hp, w):
    """Return the worth of a body with these stats."""
    return w[SP] * sp + w[HP] * hp * w[HP_SHARE] + w[BODY]


@kernel()
def pawn_worth(level, w):
    """Return the worth of a crafted pawn (17.keyword.13)."""
    sp = np.floor(level * w[CRAFT_SP] + ROUNDING)
    return body(sp, 2 * (level - sp), w)


@kernel()
def mean_amount(a, roll, targets):
    """Return the mean of a program's amount: words that depend on the game count as one die or one."""
    if a > kinds.WORDS_BELOW:
        return float(a)
    if a == kinds.Amount.ROLL:
        return float(roll)
    if a == kinds.Amount.TARGETS:
        return float(targets)
    return UNKNOWN_AMOUNT


@kernel()
def costs_worth(m, first, last, w):
    """Return what paying the costs ``first`` … ``last - 1`` takes from a player, in levels."""
    return payments_worth(m, first, last, w) if first < last else 0.0  # nothing, as a rule


@kernel(rare=True)
def payments_worth(m, first, last, w):
    """Return what costs that there are take from a player."""
    total = 0.0
    for i in range(first, last):
        line = m.code[i]
        if line.op == kinds.Cost.PAY_HP:
            total += w[OWN_HP] * line.count
        elif line.op == kinds.Cost.REMOVE_COUNTERS or line.op == kinds.Cost.REMOVE_OWN_COUNTERS:
            total += COUNTER_PAID * line.count
        elif line.op == kinds.Cost.GIFT_SUMMON or line.op == kinds.Cost.DONATE:
            total += GIFT_PAID * line.count
        elif line.place == kinds.Place.HAND:
            total += HAND_PAID * w[CARD] * line.count
        elif line.place == kinds.Place.GRANARY:
            total += (RESOURCE_EXHAUSTED * w[SPEND] if line.how == kinds.How.EXHAUST else w[RESOURCE]) * line.count
        elif line.place == kinds.Place.DECK_TOP or line.place == kinds.Place.GRAVE:
            total += DECK_PAID * line.count
        elif line.how == kinds.How.EXHAUST:
            total += MINION_EXHAUSTED * line.count
        else:
            total += MINION_PAID * line.count
    return total


@kernel()
def nominal(a, w):
    """Return the usual worth of ability ``a``, whatever the situation."""
    return w[NOMINAL + a]


@kernel()
def abilities_worth(d, w):
    """Return the usual worth of the abilities of definition ``d``, none counted below a quarter level; 0 if it has none."""
    return w[ABILITIES + d]


@kernel()
def card_worth(d, w):
    """Return what a card of definition ``d`` is worth once it is played."""
    return w[CARDS + d]


@kernel()
def lasting_worth(g, c, w):
    """Return what the minion ``c`` on a battlefield is worth from the next turn on (its stats recover)."""
    card = g.cards[c]
    if card.petrified | card.pawn == 0:
        return w[LASTING + card.definition]
    return 0.0 if card.petrified == 1 else pawn_lasting_worth(g, c, w)


@kernel(rare=True)
def pawn_lasting_worth(g, c, w):
    """Return :func:`lasting_worth` of a pawn, whose stats are its own."""
    card = g.cards[c]
    return body(card.printed_sp, card.printed_hp, w) + w[ABILITY] * abilities_worth(card.definition, w)


@kernel()
def chance_at_least(damage, hp):
    """Return roughly how likely dice with this mean sum reach ``hp``."""
    if damage <= 0.0 or hp - damage > REACH + REACH_GROWTH * damage:  # below 0 for sure, as sqrt(x) <= (1 + x) / 2
        return 0.0
    spread = SPREAD + SPREAD_GROWTH * np.sqrt(damage)
    x = (damage - hp) / spread
    if x > SURE:
        return 1.0
    if x < -SURE:
        return 0.0
    return EVEN + x / SLOPE


@kernel()
def harm(hp, damage, rate, w):
    """Return the worth of ``damage`` to a player with ``hp``: more as hit points run out, most if it ends the game."""
    if damage <= 0.0:
        return 0.0
    left = max(0.0, float(hp) - damage)
    middle = (hp + left) / 2
    dealt = min(damage, float(hp))
    return rate * dealt * (1.0 + w[URGENCY] / (middle + LOW_HP)) + w[LETHAL] * chance_at_least(damage, float(hp))


@kernel()
def healing(hp, amount, rate, w):
    """Return the worth of ``amount`` hit points to a player with ``hp``."""
    return rate * amount * (1.0 + w[URGENCY] / (hp + amount / 2 + LOW_HP))
