"""Whether to sow, or to place a card rather than draw one, and which: by playing the next turns on paper.

A plan has a target: sow the least useful card each turn until there are so many resources, and spend them on the best cards that they
pay. It counts what is played, sooner rather than later, with the cards in hand and draws at the levels of the own deck. The player sows
if a plan with more resources beats the one with those that there are (17.turn.4, 12.turn.*).
"""

from __future__ import annotations

import numpy as np

from kotc_sim.engine.kinds import DECK, GRANARY, HAND, O_PASS
from kotc_sim.engine.zones import level
from kotc_sim.jit import guarded, kernel
from kotc_sim.strategies.weights import BODY, IDLE, MANA, PATIENCE
from kotc_sim.strategies.worth import card_worth

TURNS = 5
"""Turns of a plan."""
SPREAD = 1.2
"""Standard deviations between the levels of the draws of a plan."""
MOST = 24
"""Cards of a hand that a plan looks at."""
FURTHER = 3
"""Resources that a plan adds at most, unless no card can be paid: one turn's sowing seldom pays for the dear cards of a hand."""
ENOUGH = 3
"""Resources from which on the first better plan will do."""
PAPER = 200
"""Where plans are written: the scores from here on, two for each card, level and worth. A hand has fewer options than that."""


@kernel()
def play_worth(g, m, me, c, w):
    """Return what a card in hand is worth beyond the resources that it takes; less if it is far from being affordable."""
    card = g.cards[c]
    worth = card_worth(m, card.definition, w)
    cost = int(level(g, m, c))
    worth = max(0.1 * worth, worth - w[MANA] * cost)
    away = cost - int(g.players[me].n[GRANARY]) - 1
    if away > 0:
        worth *= 1.0 / (1.0 + 0.35 * away)
    return max(0.01, worth)


@guarded
def write_cards(g, m, me, scores, w):
    """Write level and worth of the hand's cards and of draws, by the mean and spread of the own deck's levels; return the hand's number."""
    player = g.players[me]
    hand = min(MOST, int(player.n[HAND]))
    for i in range(hand):
        c = player.zone[HAND, i]
        scores[PAPER + 2 * i] = float(level(g, m, c))
        scores[PAPER + 2 * i + 1] = card_worth(m, g.cards[c].definition, w)
    own = 0
    total = 0.0
    squares = 0.0
    for c in range(g.n_cards):
        card = g.cards[c]
        if card.owner == me and card.pawn == 0:
            own += 1
            total += card.printed_level
            squares += card.printed_level * card.printed_level
    mean = total / max(1, own)
    spread = np.sqrt(max(0.0, squares / max(1, own) - mean * mean))
    for i in range(TURNS):  # only sums over the whole deck count: which of its cards is where is hidden
        cost = np.floor(max(0.0, mean + SPREAD * ((i + 1) % 3 - 1) * spread) + 0.5)
        scores[PAPER + 2 * (hand + i)] = cost
        scores[PAPER + 2 * (hand + i) + 1] = cost + w[BODY]
    return hand


@guarded
def spare_worth(cost, worth, target, w):
    """Return how little a card would be missed: its worth beyond its cost; one above the target is never played."""
    if cost > target:
        return w[IDLE] * worth
    return max(w[IDLE] * worth, worth - w[MANA] * cost)


@guarded
def plan_worth(scores, hand, granary, target, draws, places, w):
    """Return what is played in a plan, discounted by turn; ``places``: a card is drawn in turns without placing only."""
    gone = 0
    n = hand
    have = granary
    total = 0.0
    share = 1.0
    for turn in range(TURNS):
        placed = False
        if have < target:
            pick = -1
            least = 1e9
            for i in range(n):
                if (gone >> i) & 1 == 0:
                    spare = spare_worth(scores[PAPER + 2 * i], scores[PAPER + 2 * i + 1], target, w)
                    if spare < least:
                        least = spare
                        pick = i
            if pick >= 0:
                gone |= 1 << pick
                have += 1
                placed = True
        if draws > 0 and ((places and not placed) or (not places and turn > 0)):
            n += 1
            draws -= 1
        mana = float(have)
        while mana > 0.0:
            pick = -1
            most = 0.0
            for i in range(n):
                if (gone >> i) & 1 == 0 and scores[PAPER + 2 * i] <= mana and scores[PAPER + 2 * i + 1] > most:
                    most = scores[PAPER + 2 * i + 1]
                    pick = i
            if pick < 0:
                break
            gone |= 1 << pick
            mana -= scores[PAPER + 2 * pick]
            total += share * most
        share *= w[PATIENCE]
    for i in range(n):
        if (gone >> i) & 1 == 0:
            total += w[IDLE] * share * scores[PAPER + 2 * i + 1]
    return total


@kernel()
def score_sow(g, m, me, scores, w):
    """Score which card to sow or to place, or not to: the least useful one, if the best plan has more resources."""
    places = m.place_or_draw == 1
    granary = int(g.players[me].n[GRANARY])
    deck = int(g.players[me].n[DECK])
    hand = write_cards(g, m, me, scores, w)
    target = granary
    gain = 0.0
    if g.n_options > 1 or g.options[0].kind != O_PASS:
        cheapest = 0.0
        dearest = 0.0
        for i in range(hand):
            cost = scores[PAPER + 2 * i]
            cheapest = cost if i == 0 else min(cheapest, cost)
            dearest = max(dearest, cost)
        draws = min(deck, TURNS)
        stay = plan_worth(scores, hand, granary, granary, draws, places, w)
        for aim in range(granary + 1, max(granary + FURTHER, int(cheapest)) + 1):
            better = plan_worth(scores, hand, granary, aim, draws, places, w) - stay
            if better > gain:
                gain = better
                target = aim
                if granary >= ENOUGH:  # from here on it matters little how far a plan goes
                    break
            elif aim >= dearest:  # all can be paid, and more of them at once is no better
                break
        if places and deck <= 3:  # who has to draw from an empty deck has lost
            target = max(target, granary + 1)
    for i in range(g.n_options):
        o = g.options[i]
        if o.kind == O_PASS:
            scores[i] = 0.0
            continue
        spare = spare_worth(float(level(g, m, o.card)), card_worth(m, g.cards[o.card].definition, w), target, w)
        scores[i] = (100.0 if target > granary else -100.0) - spare


