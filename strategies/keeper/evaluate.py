"""What a state is worth to a player: the end of a playout, by worths of boards, hands, resources and hit points."""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.zones import level
from kotc_sim.shared.result import Ending
from kotc_sim.strategies.keeper.effects import counters_worth
from kotc_sim.strategies.keeper.weights import CARD, CURVE, HAND_BASE, HAND_SHARE, LOGS, MOST_LOGS, OWN_HP, RESOURCE, URGENCY
from kotc_sim.strategies.keeper.worth import AWAY, LOW_HP, card_worth, lasting_worth

SCALE = 9.0  # so many levels ahead make three quarters of a sure win


WORST = -1e9
UNDECIDED = 0.95  # most that a state is worth in which nobody has won
MOST_CARD = 6.0  # levels of a card that count in hand
PLAYABLE, LATER, LAST = 3.0, 0.6, 0.2  # cards that count in full, share of as many more, and of all others
FIRST_RESOURCE, LEAST_CURVE, VERTEX = 1.25, 0.01, 0.5  # share of the weight that the first is worth; how little resources fall at least
TIRED = 0.75  # share of its worth that a fatigued minion keeps
TRAP = 1.5
DRAW_LACKING = 0.8  # for each card that a deck of fewer than six lacks


@kernel()
def hand_worth(g, m, p, w):
    """Return the worth of a hand: each card by what it would do, less if it is far from being affordable, or one of many."""
    player = g.players[p]
    granary = int(player.n[kinds.Zone.GRANARY])
    total = 0.0
    for i in range(player.n[kinds.Zone.HAND]):
        c = player.zone[kinds.Zone.HAND, i]
        worth = min(MOST_CARD, card_worth(g.cards[c].definition, w))
        away = int(level(g, m, c)) - granary - 1
        if away > 0:
            worth /= 1.0 + AWAY * away
        total += w[CARD] * (w[HAND_BASE] + w[HAND_SHARE] * worth)
    n = float(player.n[kinds.Zone.HAND])
    if n > PLAYABLE:  # nobody plays them all
        total *= (PLAYABLE + LATER * min(PLAYABLE, n - PLAYABLE) + LAST * max(0.0, n - 2 * PLAYABLE)) / n
    return total


@kernel()
def resource_worth(g, p, w):
    """Return the worth of resources: each one less than the one before."""
    n = float(g.players[p].n[kinds.Zone.GRANARY])
    useful = min(n, VERTEX / max(LEAST_CURVE, w[CURVE]))  # beyond, one more is worth nothing
    return FIRST_RESOURCE * w[RESOURCE] * (useful - w[CURVE] * useful * useful)


@kernel()
def log_hp(hp, w):
    """Return the logarithm by which hit points are worth more where they are few."""
    return w[LOGS + hp] if 0 <= hp < MOST_LOGS else np.log(hp + LOW_HP)


@kernel()
def side_worth(g, m, me, p, w):
    """Return the worth of what player ``p`` has, counters on the minions seen from ``me``."""
    player = g.players[p]
    hp = int(player.hp)
    total = w[OWN_HP] * (hp + w[URGENCY] * log_hp(hp, w))
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        worth = lasting_worth(g, c, w)
        card = g.cards[c]
        if card.fatigued == 1 and card.exhausted == 1:
            worth *= TIRED
        if card.counters > 0:
            worth += (1.0 if p == me else -1.0) * counters_worth(g, me, c, w)
        total += worth
    total += hand_worth(g, m, p, w) + resource_worth(g, p, w) + TRAP * player.n[kinds.Zone.TRAPFIELD]
    deck = player.n[kinds.Zone.DECK]
    if deck < 6:
        total -= DRAW_LACKING * (6 - deck)
    return total


@kernel()
def is_decided(g):
    """Return whether somebody has won: the limit of a playout decides nothing."""
    return g.over == 1 and g.ending != Ending.TURN_CAP


@kernel()
def decided_value(g, me):
    """Return the outcome of a game that is over, to ``me``: -1, 0 or 1."""
    if (g.winners >> me) & 1 == 0:
        return -1.0
    winners = 0
    for p in range(g.n_players):
        winners += (g.winners >> p) & 1
    return 1.0 if winners == 1 else 0.0


@kernel()
def value(g, m, me, w):
    """Return the worth of a state to ``me``, from -1 (lost) to 1 (won)."""
    if is_decided(g):
        return decided_value(g, me)
    others = WORST
    for q in range(g.n_players):
        if q != me and g.players[q].out == 0:
            others = max(others, side_worth(g, m, me, q, w))
    return UNDECIDED * np.tanh((side_worth(g, m, me, me, w) - others) / SCALE)
