"""Whether to sow, or to place a card rather than draw one, and which: by playing the next turns on paper.

A plan has a target: sow the least useful card each turn until there is a certain number of resources, and spend them on the
best cards that they pay. It counts what is played, sooner rather than later, with the cards in hand and draws at the levels
of the own deck. The player sows if a plan with more resources beats the one with those that there are (17.turn.4, 12.turn.*), and where
these pay neither a card in hand nor one that may be drawn, up to the cheapest card in hand, however far that is.
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.bits import lowest_bit
from kotc_sim.compiler.lists import as_bits, as_integers
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.zones import level
from kotc_sim.shared.streams import ODD_PURPOSE, ODD_SEAT, U64
from kotc_sim.strategies.keeper.table import card_key
from kotc_sim.strategies.keeper.weights import BODY, HANDS, IDLE, KEYS, MANA, PATIENCE, PLANS, SALT
from kotc_sim.strategies.keeper.worth import AWAY, ROUNDING, card_worth

TURNS = 5  # turns of a plan
SPREAD = 1.2  # standard deviations between the levels of the draws of a plan
MOST = 24  # cards of a hand that a plan looks at
FURTHER = 3
"""Resources that a plan adds at most, unless no card can be paid: one turn's sowing seldom pays for the expensive cards of a hand."""
ENOUGH = 3  # resources from which on the first better plan will do
TOP = 20  # resources up to which plans go; a more expensive card is in no plan
KEPT = 31
"""Mask of the bits of a noted situation that say how many resources its best plan adds: at most ``TOP``."""
COSTS, WORTHS, PAID, BROUGHT = 200, 232, 264, 288
"""Where plans are written, behind the scores of the options (a hand has fewer than that): levels and worths of the cards, the
worthiest first; bit masks of the cards that each number of resources pays; bit masks of the cards in hand, and of each draw. All but the
worths are whole numbers, written through ``marks``: the same memory as integers."""


LEAST, LEAST_SHARE = 0.01, 0.1  # worth of a card in hand, at least: in levels, and as a share of that in play
NO_PLAN = 1e9  # worse than any plan
SURE = 100.0  # beyond what a card is worth: the plan decides first


@kernel()
def play_worth(g, m, me, c, w):
    """Return what a card in hand is worth beyond the resources that it takes; less if it is far from being affordable."""
    card = g.cards[c]
    worth = card_worth(card.definition, w)
    cost = int(level(g, m, c))
    worth = max(LEAST_SHARE * worth, worth - w[MANA] * cost)
    away = cost - int(g.players[me].n[kinds.Zone.GRANARY]) - 1
    if away > 0:
        worth *= 1.0 / (1.0 + AWAY * away)
    return max(LEAST, worth)


@kernel()
def deck_levels(g, me):
    """Return mean and standard deviation of the levels of a player's cards; only sums count: which card is where is hidden."""
    player = g.players[me]
    n = max(1, int(player.own_cards))
    mean = player.own_levels / n
    return mean, np.sqrt(max(0.0, player.own_squares / n - mean * mean))


@kernel()
def insert_card(scores, marks, n, cost, worth):
    """Insert a card into the list of ``n`` cards, which the worthiest leads, and of these the cheapest."""
    k = n
    while k > 0 and (scores[WORTHS + k - 1] < worth or (scores[WORTHS + k - 1] == worth and marks[COSTS + k - 1] > cost)):
        marks[COSTS + k] = marks[COSTS + k - 1]
        scores[WORTHS + k] = scores[WORTHS + k - 1]
        k -= 1
    marks[COSTS + k] = cost
    scores[WORTHS + k] = worth


@kernel()
def write_hand(g, m, me, scores, marks, w):
    """Write the hand's cards; return their number, and their least and highest level (0 and 0 if there are none)."""
    player = g.players[me]
    n = min(MOST, int(player.n[kinds.Zone.HAND]))
    least = 1000000 if n > 0 else 0
    most = 0
    for i in range(n):
        c = player.zone[kinds.Zone.HAND, i]
        cost = int(level(g, m, c))
        least = min(least, cost)
        most = max(most, cost)
        insert_card(scores, marks, i, cost, card_worth(g.cards[c].definition, w))
    return n, least, most


@kernel()
def write_draws(g, me, scores, marks, n, w):
    """Write the draws of a plan between the ``n`` cards of the hand, by mean and spread of the own deck's levels; note who came when.

    The draws are a mean, an expensive, a cheap, a mean and an expensive card; they are merged from the cheapest on.
    """
    mean, spread = deck_levels(g, me)
    middle = int(max(0.0, mean) + ROUNDING)
    high = int(max(0.0, mean + SPREAD * spread) + ROUNDING)
    low = int(max(0.0, mean - SPREAD * spread) + ROUNDING)
    left = n
    hand = 0
    for i in range(TURNS):
        draw = (3, 4, 1, 5, 2)[i]
        cost = low if draw == 3 else (high if draw == 2 or draw == 5 else middle)
        worth = float(cost) + w[BODY]
        place = left + TURNS - 1 - i
        while left > 0 and scores[WORTHS + left - 1] < worth:
            left -= 1
            marks[COSTS + place] = marks[COSTS + left]
            scores[WORTHS + place] = scores[WORTHS + left]
            hand |= 1 << place
            place -= 1
        marks[COSTS + place] = cost
        scores[WORTHS + place] = worth
        marks[BROUGHT + draw] = 1 << place
    marks[BROUGHT] = hand | ((1 << left) - 1)


@kernel()
def write_paid(scores, marks, n, most):
    """Write which cards 0 … ``most`` resources pay; one that is worth nothing is not played."""
    for mana in range(most + 1):
        marks[PAID + mana] = 0
    for i in range(n):
        if marks[COSTS + i] <= most and scores[WORTHS + i] > 0.0:
            marks[PAID + marks[COSTS + i]] |= 1 << i
    for mana in range(1, most + 1):
        marks[PAID + mana] |= marks[PAID + mana - 1]


@kernel()
def spare_worth(cost, worth, target, w):
    """Return how little a card would be missed: its worth beyond its cost; one above the target is never played."""
    if cost > target:
        return w[IDLE] * worth
    return max(w[IDLE] * worth, worth - w[MANA] * cost)


@kernel()
def plan_worth(scores, marks, granary, target, draws, places, w):
    """Return what is played in a plan, discounted by turn; ``places``: a card is drawn in turns without placing only."""
    cards = marks[BROUGHT]
    drawn = 0
    have = granary
    total = 0.0
    share = 1.0
    for turn in range(TURNS):
        placed = False
        if have < target and cards != 0:
            pick = 0
            least = NO_PLAN
            rest = cards
            while rest != 0:
                i = lowest_bit(rest)
                rest &= rest - 1
                spare = spare_worth(marks[COSTS + i], scores[WORTHS + i], target, w)
                if spare < least:
                    least = spare
                    pick = i
            cards &= ~(1 << pick)
            have += 1
            placed = True
        if drawn < draws and ((places and not placed) or (not places and turn > 0)):
            drawn += 1
            cards |= marks[BROUGHT + drawn]
        mana = have
        while mana > 0:  # the worthiest that can be paid
            payable = cards & marks[PAID + mana]
            if payable == 0:
                break
            i = lowest_bit(payable)
            cards &= ~(1 << i)
            mana -= marks[COSTS + i]
            total += share * scores[WORTHS + i]
        share *= w[PATIENCE]
    idle = 0.0
    while cards != 0:
        idle += scores[WORTHS + lowest_bit(cards)]
        cards &= cards - 1
    return total + w[IDLE] * share * idle


@kernel(rare=True)
def plan(g, m, me, scores, w):
    """Return how many resources more the best plan has than there are; 0 if none is better than the one without more."""
    places = m.place_or_draw == 1
    marks = as_integers(scores)
    n, cheapest, highest = write_hand(g, m, me, scores, marks, w)
    write_draws(g, me, scores, marks, n, w)
    n += TURNS
    have = min(int(g.players[me].n[kinds.Zone.GRANARY]), TOP)
    most = min(TOP, max(have + FURTHER, cheapest))
    write_paid(scores, marks, n, most)
    draws = min(int(g.players[me].n[kinds.Zone.DECK]), TURNS)
    stay = plan_worth(scores, marks, have, have, draws, places, w)
    gain = 0.0
    further = 0
    for aim in range(have + 1, most + 1):
        better = plan_worth(scores, marks, have, aim, draws, places, w) - stay
        if better > gain:
            gain = better
            further = aim - have
            if have >= ENOUGH:  # from here on it matters little how far a plan goes
                break
        elif aim >= highest:  # all can be paid, and more of them at once is no better
            break
    if further == 0 and marks[PAID + have] == 0 and cheapest > have:  # nothing can ever be played as it is
        return min(TOP, cheapest) - have
    return further


@kernel()
def situation(g, m, me, w):
    """Return a number for all that plans depend on in a game: resources, draws, the own deck's levels, the cards in hand."""
    player = g.players[me]
    have = min(int(player.n[kinds.Zone.GRANARY]), TOP)
    draws = min(int(player.n[kinds.Zone.DECK]), TURNS)
    cards = U64(0)
    keys = as_bits(w)
    for i in range(min(MOST, int(player.n[kinds.Zone.HAND]))):  # their order says nothing
        c = player.zone[kinds.Zone.HAND, i]
        d = g.cards[c].definition
        cards += keys[KEYS + d] if g.cards[c].down == 0 else card_key(d, level(g, m, c))
    deck = ODD_PURPOSE * ((U64(player.own_squares) << U64(32)) + U64(player.own_levels))
    return cards + deck + ODD_SEAT * ((U64(player.own_cards) << U64(32)) + U64(have * (TURNS + 1) + draws))


@kernel()
def planned(g, m, me, scores, w):
    """Return what :func:`plan` does, from memory if the situation has come up before, in this match and with these weights."""
    known = as_bits(scores)
    now = (situation(g, m, me, w) ^ as_bits(w)[SALT]) | U64(KEPT + 1)  # not 0, as what has not come up is
    place = PLANS + int(now >> U64(64 - HANDS))
    if known[place] | U64(KEPT) != now | U64(KEPT):
        known[place] = (now & ~U64(KEPT)) | U64(plan(g, m, me, scores, w))
    return int(known[place] & U64(KEPT))


@kernel()
def score_sow(g, m, me, scores, w):
    """Score which card to sow or to place, or not to: the least useful one, if the best plan has more resources."""
    granary = int(g.players[me].n[kinds.Zone.GRANARY])
    target = granary
    can_pass = g.options[g.n_options - 1].kind == kinds.Opt.PASS  # who may pass finds that behind all cards
    if g.n_options > 1 or not can_pass:
        target += planned(g, m, me, scores, w)
        if m.place_or_draw == 1 and g.players[me].n[kinds.Zone.DECK] <= 3:  # who has to draw from an empty deck has lost
            target = max(target, granary + 1)
    stays = can_pass and target <= granary
    i = 0
    while i < g.n_options:  # not counted: the compiler would make a long loop of a few rounds
        o = g.options[i]
        if o.kind == kinds.Opt.PASS:
            scores[i] = 0.0
        elif stays:
            scores[i] = -SURE
        else:
            spare = spare_worth(int(level(g, m, o.card)), card_worth(g.cards[o.card].definition, w), target, w)
            scores[i] = (SURE if target > granary else -SURE) - spare
        i += 1
