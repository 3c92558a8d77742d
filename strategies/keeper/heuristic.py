"""The scoring heuristic behind greedy, aggro, control and midrange: one function for each kind of decision, in levels gained.

It looks one decision ahead, by the worth of effects and by mean battles. The profiles are weights (``weights.py``).
"""

from typing import Any

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import float64, int64
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.frames import BatchKind
from kotc_sim.games.keeper.engine.record import GameType, MatchType, OptionType
from kotc_sim.games.keeper.engine.stack import top
from kotc_sim.games.keeper.engine.targets import was_selected
from kotc_sim.games.keeper.engine.zones import level
from kotc_sim.strategies.keeper import view
from kotc_sim.strategies.keeper.effects import (
    ability_worth,
    blocker_worth,
    copy_worth,
    counter_harms,
    dice_worth,
    effect_on,
    fighting_side,
    heir_worth,
    hidden_worth,
    placing_worth,
    pop_worth,
)
from kotc_sim.strategies.keeper.fight import NOBODY, READY, front_key, line_sp, score_attacks, score_enlist_attack, score_enlist_defend
from kotc_sim.strategies.keeper.sowing import play_worth, score_sow
from kotc_sim.strategies.keeper.table import NUMBERS
from kotc_sim.strategies.keeper.weights import (
    ACT,
    ATTACK,
    CARD,
    COUNTER,
    CRAFT_SP,
    DAMAGE,
    EXPENSIVE,
    HOLD,
    OWN_HP,
    RESPOND,
    SPEND,
    SPENT,
    STACK,
)
from kotc_sim.strategies.keeper.worth import MEAN_DIE, abilities_worth, card_worth, harm, healing, lasting_worth, nominal

# what decisions must gain, in levels
SWAP = 0.5
DECK_DRAW, DECK_OUT = 0.5, -5.0  # a draw from the deck beyond a card's worth; one that leaves it nearly empty
POPPED = 0.25  # share of a counter's worth
LEAST_USUAL = 0.3
ABILITY_USED, IDLE_SP, MINION_USED = 0.1, 0.15, 0.15
TRAP_SET = 0.6  # share of its abilities' worth
DEPLOYED = 0.1  # share of a spell's usual worth
# how options of one decision are told apart
CHOSEN = 100.0
OWN_UNSEEN, ENEMY_UNSEEN = 0.1, -0.01
MOST_HP, NEAR, TIE, ONESELF = 100000.0, 0.001, 1e-6, 1000.0  # enemies with few hit points first
GRANARY_CARD, UNEXHAUSTED = 0.2, 0.5
DESTROYS, OVER_DIE = 10.0, 0.05
PART_DIE = 0.3
PART_SHARE, OVER_SHARE = 0.1, 0.2
VOODOO_DESTROYS, VOODOO_PART = 5.0, 0.1
# reactive counters, in levels
REACTED = 0.3  # what popping one must gain
SCRATCHED = 0.12  # by each point of a die that does not destroy
RETURNED, NOT_RETURNED = 0.2, -0.1
ENEMY_VICTIM = 0.5
HEALED_INSTEAD = 0.8  # share of its dice that a host withdraws from the fight
BLOCKER, UNBLOCKED, UNBLOCKED_COST = 0.5, 0.4, 0.2
REROLLED = 0.25


SCORES = types.void(GameType, MatchType, types.int64, NUMBERS, NUMBERS)


@kernel()
def score_mulligan(g, m, me, scores, w):
    """Score which hand card to bury: those that are too expensive to be played soon."""
    for i in range(g.n_options):
        o = g.options[i]
        scores[i] = 0.0 if o.kind == kinds.Opt.PASS else float(g.cards[o.card].printed_level) - w[EXPENSIVE]


@late(SCORES)
def score_exchange(g, m, me, scores, w):
    """Score which hand card to give for a reserve, or which reserve to take: a swap must gain half a level."""
    if g.asked_card >= 0:
        for i in range(g.n_options):
            scores[i] = play_worth(g, m, me, g.options[i].card, w)
        return
    best = 0.0
    player = g.players[me]
    for i in range(player.n[kinds.Zone.RESERVES]):
        best = max(best, play_worth(g, m, me, player.zone[kinds.Zone.RESERVES, i], w))
    for i in range(g.n_options):
        o = g.options[i]
        scores[i] = 0.0 if o.kind == kinds.Opt.PASS else best - play_worth(g, m, me, o.card, w) - SWAP


@late(SCORES)
def score_draw_from(g, m, me, scores, w):
    """Score a draw from the reserves against one from the deck."""
    for i in range(g.n_options):
        o = g.options[i]
        if o.kind == kinds.Opt.PASS:
            scores[i] = w[CARD] + DECK_DRAW if g.players[me].n[kinds.Zone.DECK] > 3 else DECK_OUT
        else:
            scores[i] = play_worth(g, m, me, o.card, w)


@kernel(rare=True)
def use_worth(g, m, me, o, w, share):
    """Return what popping, casting or activating option ``o`` gains: its worth now, against ``share`` of its usual worth."""
    a = o.ability
    if o.kind == kinds.Opt.POP and m.kinds[a].hybrid != kinds.React.NONE:
        return react_worth(g, m, me, o, w)
    if o.kind == kinds.Opt.POP:
        return pop_worth(g, m, me, a, o.card, w) - POPPED * w[COUNTER]
    now = ability_worth(g, m, me, o.card, a, w)
    usual = nominal(a, w)
    card = g.cards[o.card]
    if o.kind == kinds.Opt.CAST:
        return now - share * max(LEAST_USUAL, usual) - (w[SPENT] if card.zone == kinds.Zone.HAND else 0.0)
    if o.kind == kinds.Opt.ACTIVATE and o.amount == 0 and card.zone == kinds.Zone.BATTLEFIELD:  # it exhausts the minion
        can_fight = card.holder == g.turn_player and m.defs[card.definition].cannot_attack == 0
        return now - (w[ACT] * card.sp if can_fight else IDLE_SP * card.sp) - MINION_USED
    if o.amount == kinds.Play.HEX:
        return now - w[SPEND] * ((level(g, m, o.card) + 1) // 2) - ABILITY_USED
    return now - ABILITY_USED


@kernel()
def resources_of(g, m, o):
    """Return how many resources an option of the Action Phase takes."""
    if o.kind == kinds.Opt.SUMMON or o.kind == kinds.Opt.SET_TRAP:
        return int(o.amount)
    if o.kind == kinds.Opt.CAST and g.cards[o.card].zone == kinds.Zone.HAND:
        return int(level(g, m, o.card))
    return 0


@kernel()
def option_worth(g, m, me, o, w, share):
    """Return what an option to summon, cast, set, activate or pop is worth; other kinds are worth 0."""
    if o.kind == kinds.Opt.SUMMON:
        return card_worth(g.cards[o.card].definition, w) - w[SPEND] * o.amount
    if o.kind == kinds.Opt.POP or o.kind == kinds.Opt.CAST or o.kind == kinds.Opt.ACTIVATE:
        return use_worth(g, m, me, o, w, share)
    if o.kind == kinds.Opt.SET_TRAP:
        return TRAP_SET * abilities_worth(g.cards[o.card].definition, w) - w[SPEND] * o.amount
    return 0.0


@kernel()
def best_of_pairs(g, m, me, scores):
    """Return the option to begin with: the better card of the best affordable pair, or the best one alone."""
    n = g.n_options
    free = g.players[me].free
    best = 0.0
    pick = -1
    for i in range(n):
        if scores[i] <= 0.0:
            continue
        cost = resources_of(g, m, g.options[i])
        if scores[i] > best:
            best = scores[i]
            pick = i
        for j in range(i + 1, n):
            if scores[j] > 0.0 and g.options[i].card != g.options[j].card:
                if scores[i] + scores[j] > best and cost + resources_of(g, m, g.options[j]) <= free:
                    best = scores[i] + scores[j]
                    pick = i if scores[i] >= scores[j] else j
    return pick


@kernel()
def score_actions(g, m, me, scores, w):
    """Score what to do in the Action Phase; the better card of the best affordable pair goes first."""
    good = 0
    pick = -1
    i = 0
    while i < g.n_options:
        o = g.options[i]
        scores[i] = 0.0
        if o.kind != kinds.Opt.PASS:
            scores[i] = option_worth(g, m, me, o, w, w[HOLD])
            if scores[i] > 0.0:
                good += 1
                pick = i
        i += 1
    if good > 1:
        pick = best_of_pairs(g, m, me, scores)
    if pick >= 0:
        scores[pick] += CHOSEN


@kernel()
def score_answers(g, m, me, scores, w):
    """Score what to cast, activate, pop or deploy, in answer to something."""
    share = DEPLOYED if g.ask == kinds.Ask.DEPLOY else w[RESPOND]
    i = 0
    while i < g.n_options:
        o = g.options[i]
        scores[i] = 0.0 if o.kind == kinds.Opt.PASS else answer_worth(g, m, me, o, w, share)
        i += 1


TOO_EARLY = -1.0  # worth of what can be used after the chain as well, when more is known


@kernel()
def answer_worth(g, m, me, o, w, share):
    """Return what an answer is worth; an ability without a condition does not answer a link of one's own (16.chain.1)."""
    own = g.ask == kinds.Ask.RESPOND and g.links[g.asked_link].player == me
    if own and o.event < 0 and (o.kind == kinds.Opt.CAST or o.kind == kinds.Opt.ACTIVATE):
        return TOO_EARLY
    return option_worth(g, m, me, o, w, share)


@kernel()
def program_end(m, a, code):
    """Return where the sub-ability that begins at ``code`` ends; the line itself if it is no sub-ability of ``a``."""
    if a >= 0:
        for k in range(m.abilities[a].n_subs):
            if code >= m.abilities[a].code[k] and code < m.abilities[a].code_end[k]:
                return int(m.abilities[a].code_end[k])
    return code + 1


@kernel()
def score_targets(g, m, me, scores, w):
    """Score targets by what the program will do to them."""
    first = int(g.asked_code)
    if first < 0:
        for i in range(g.n_options):
            scores[i] = 0.0
        return
    last = program_end(m, int(g.asked_ability), first)
    if m.code[first].op == kinds.Op.ISSUE:
        for i in range(g.n_options):
            scores[i] = placing_worth(g, me, g.options[i].card, m.code[first].counter, 1.0, w)
        return
    for i in range(g.n_options):
        o = g.options[i]
        scores[i] = 0.0 if o.kind == kinds.Opt.PASS else effect_on(g, m, me, o.card, first, last, 1.0, w)
    if m.repeat_targets == 1:
        value_repeats(g, m, first, scores, w)


REPEATED = 0.01  # how much worse it is to name a card once more, where that adds nothing


@kernel(rare=True)
def value_repeats(g, m, first, scores, w):
    """Lower the scores of cards that the selection at hand has named already: a further counter counts less, other effects nothing."""
    more = w[STACK] if m.code[first].op == kinds.Op.PLACE else 0.0
    selected = top(g).first
    for i in range(g.n_options):
        o = g.options[i]
        if o.kind != kinds.Opt.PASS and was_selected(g, o.card, selected):
            scores[i] = scores[i] * more - REPEATED


@kernel()
def zone_worth(g, m, me, q, first, last, place, w):
    """Return the worth of a program on the cards in a zone of player ``q``, each the same."""
    zone = np.int64(place) if place <= kinds.Zone.TRAPFIELD else kinds.Zone.DECK
    total = 0.0
    for i in range(first, last):
        total += hidden_worth(zone, m.code[i].op, 1.0 if q == me else -1.0, w)
    return total


@kernel()
def selection_at(m, a, code):
    """Return the target selection of the sub-ability of ``a`` that begins at ``code``, or -1."""
    if a >= 0:
        for k in range(m.abilities[a].n_subs):
            if m.abilities[a].code[k] == code:
                return int(m.abilities[a].select[k])
    return -1


@late(SCORES)
def score_counts(g, m, me, scores, w):
    """Score how many unseen cards to take: all of them if the effect is welcome, else none."""
    first = int(g.asked_code)
    a = int(g.asked_ability)
    s = selection_at(m, a, first)
    sign = 1.0
    if s >= 0 and first >= 0 and m.selects[s].place == kinds.Place.HEIRS:
        sign = heir_worth(m, first, program_end(m, a, first), w)
    elif s >= 0 and first >= 0:
        q = g.options[0].target
        sign = zone_worth(g, m, me, q, first, program_end(m, a, first), m.selects[s].place, w)
        if sign == 0.0:
            sign = OWN_UNSEEN if q == me else ENEMY_UNSEEN
    for i in range(g.n_options):
        scores[i] = sign * g.options[i].amount


@late(SCORES)
def score_players(g, m, me, scores, w):
    """Score which player is meant: enemies for harm, oneself for help, the zone on which the effect is worth most."""
    first = int(g.asked_code)
    a = int(g.asked_ability)
    s = selection_at(m, a, first)
    last = program_end(m, a, first) if first >= 0 else first
    for i in range(g.n_options):
        q = g.options[i].target
        near = NEAR * (MOST_HP - g.players[q].hp) if q != me else 0.0
        if s >= 0:
            scores[i] = zone_worth(g, m, me, q, first, last, m.selects[s].place, w) + TIE * near
        elif first >= 0 and m.code[first].op != kinds.Op.DAMAGE_PLAYER:
            scores[i] = ONESELF if q == me else near  # healing, drawing
        else:
            scores[i] = near if q != me else -1.0


@kernel()
def keep_worth(g, m, me, c, w):
    """Return what a player gives up with card ``c``, wherever it is."""
    card = g.cards[c]
    if not view.known(g, me, c):
        return w[CARD]
    if card.zone == kinds.Zone.BATTLEFIELD:
        worth = lasting_worth(g, c, w)
        return worth if card.holder == me else -worth
    if card.zone == kinds.Zone.HAND:
        return play_worth(g, m, me, c, w)
    if card.zone == kinds.Zone.GRANARY:
        return GRANARY_CARD * card_worth(card.definition, w) + (UNEXHAUSTED if card.exhausted == 0 else 0.0)
    return card_worth(card.definition, w)


@kernel()
def score_order(g, m, me, scores, w):
    """Score who comes next: in a team the one that should stand in front, else the card worth least."""
    for i in range(g.n_options):
        c = g.options[i].card
        if g.cards[c].zone == kinds.Zone.BATTLEFIELD and g.asked_code >= 0:
            scores[i] = front_key(g, c, w)
        else:
            scores[i] = -keep_worth(g, m, me, c, w)


@kernel()
def score_dice(g, m, me, scores, w):
    """Score which die goes next: the smallest that destroys the minion in front, else the largest."""
    for i in range(g.n_options):
        o = g.options[i]
        hp = g.cards[o.card].hp
        scores[i] = DESTROYS - o.amount if o.amount >= hp else float(o.amount) - DESTROYS


@late(SCORES)
def score_assign(g, m, me, scores, w):
    """Score which die goes to which minion: the smallest that destroys the best minion."""
    for i in range(g.n_options):
        o = g.options[i]
        card = g.cards[o.card]
        worth = lasting_worth(g, o.card, w) + blocker_worth(g, me, o.card, w)
        if card.holder == me:
            worth = -worth
        if o.amount >= card.hp:
            scores[i] = DESTROYS + worth - OVER_DIE * (o.amount - card.hp) if worth > 0 else -DESTROYS + worth
        else:
            scores[i] = worth * PART_DIE * o.amount / (card.hp + 1.0)


@late(float64(GameType, MatchType, int64, OptionType, NUMBERS))
def react_worth(g, m, me, o, w):
    """Return what popping a reactive counter gains in the circumstance at hand."""
    k = m.kinds[o.ability]
    host = g.cards[o.card]
    mine = host.holder == me
    die = float(g.die)
    worth = lasting_worth(g, o.card, w)
    total = 0.0
    for i in range(k.code, k.code_end):
        op = m.code[i].op
        if op == kinds.Op.PREVENT_DIE:
            saved = worth if die >= host.hp else SCRATCHED * die
            if die >= host.hp and m.piercing == 1:
                rate = w[OWN_HP] if mine else w[DAMAGE]
                saved += harm(g.players[host.holder].hp, die - host.hp, rate, w)
            total += saved - REACTED if mine else -saved - 1.0
        elif op == kinds.Op.DAMAGE_ENEMY_MINION:
            total += RETURNED * die - REACTED if die >= 3 or (host.hp == 0 and die >= 2) else NOT_RETURNED
        elif op == kinds.Op.BECOME_VICTIM:
            b = g.battles[g.n_battles - 1]
            if mine:
                dice = MEAN_DIE * line_sp(g, m, b.attacker, 2, True, -1)
                now = harm(g.players[me].hp, dice, w[OWN_HP], w)
                if b.victim >= 0:
                    now = lasting_worth(g, b.victim, w)
                over = max(0.0, dice - host.hp) if m.piercing == 1 else 0.0
                total += now - worth - harm(g.players[me].hp, over, w[OWN_HP], w)
            else:
                total -= ENEMY_VICTIM
        elif op == kinds.Op.VICTIM_TO_CONTROLLER:
            dice = MEAN_DIE * line_sp(g, m, g.battles[g.n_battles - 1].attacker, 2, True, -1)
            saved = worth - harm(g.players[host.holder].hp, dice, w[OWN_HP], w)
            total += saved if mine else -saved
        elif op == kinds.Op.DISTRACT:
            side = fighting_side(g, o.card)
            heal = MEAN_DIE * host.sp
            total += healing(g.players[host.holder].hp, heal, w[OWN_HP], w) * (1.0 if mine else -1.0)
            if side >= 0:
                total -= dice_worth(g, host.holder, me, HEALED_INSTEAD * host.sp, w)
        elif op == kinds.Op.SKIP_DEFENSE:
            b = g.battles[g.n_battles - 1]
            foe = line_sp(g, m, b.defender, READY, False, -1) + BLOCKER * g.players[b.defender].n[kinds.Zone.BATTLEFIELD]
            total += UNBLOCKED * foe - UNBLOCKED_COST if b.attacker == me else -1.0
        elif op == kinds.Op.REROLL_DIE:
            roller = g.turn_player
            if g.n_battles > 0:
                b = g.battles[g.n_battles - 1]
                roller = b.attacker if o.target == kinds.Side.ATTACKING else b.defender
            change = MEAN_DIE - o.amount
            total += REROLLED * (change if roller == me else -change) - REACTED
        elif op == kinds.Op.TRAP:
            best = -1.0
            if mine:
                d = m.defs[host.definition]
                for a in range(d.first_ability, d.first_ability + d.n_abilities):
                    best = max(best, ability_worth(g, m, me, o.card, a, w) - REACTED)
            total += best
        elif op == kinds.Op.PREVENT_EFFECT or op == kinds.Op.PREVENT_HOST:
            total += worth - REACTED if mine else -worth
    return total


@late(SCORES)
def score_reacts(g, m, me, scores, w):
    """Score reactive counters and re-rolls."""
    for i in range(g.n_options):
        o = g.options[i]
        scores[i] = 0.0
        if o.kind == kinds.Opt.POP:
            if m.kinds[o.ability].react != kinds.React.NONE:
                scores[i] = react_worth(g, m, me, o, w)
            else:
                scores[i] = pop_worth(g, m, me, o.ability, o.card, w) - POPPED * w[COUNTER]
        elif o.kind == kinds.Opt.FACE:
            roller = g.turn_player
            if g.n_battles > 0:
                b = g.battles[g.n_battles - 1]
                roller = b.attacker if o.target == kinds.Side.ATTACKING else b.defender
            change = MEAN_DIE - o.amount
            scores[i] = change if roller == me else -change


@late(SCORES)
def score_counters(g, m, me, scores, w):
    """Score which counter to remove: from a target what harms me, as a cost what helps me least."""
    paying = g.asked_code >= 0
    for i in range(g.n_options):
        o = g.options[i]
        if o.kind == kinds.Opt.PASS:
            scores[i] = 0.0
            continue
        helps_me = (o.target == me) != (counter_harms(o.ability, w) and g.cards[o.card].holder == me)
        scores[i] = -1.0 if helps_me else 1.0
        if paying and o.target != me:
            scores[i] += 1.0


@late(SCORES)
def score_shares(g, m, me, scores, w):
    """Score a target's share of a batch: what it gains or loses, and no more than it can lose."""
    kind = int(g.asked_ability)
    for i in range(g.n_options):
        o = g.options[i]
        card = g.cards[o.card]
        mine = card.holder == me
        n = float(o.amount)
        if kind == BatchKind.ADD or kind == BatchKind.DOWN_LEVEL:
            scores[i] = n if mine else -n
        else:
            stat = float(card.hp if (kind == BatchKind.DAMAGE or g.asked_code == kinds.Stat.HP) else card.sp)
            worth = lasting_worth(g, o.card, w)
            value = (worth + 1.0 if n >= stat else PART_SHARE * n) - OVER_SHARE * max(0.0, n - stat)
            scores[i] = -value if mine else value


@kernel()
def score_berzerk(g, m, me, scores, w):
    """Score whom the host of a Berzerk attack should attack, alone."""
    host = int(g.asked_card)
    p = int(g.cards[host].holder)
    score_attacks(g, m, p, NOBODY, host, 0.0, scores, w)
    if p != me:
        for i in range(g.n_options):
            scores[i] = -scores[i]


SCORER = types.void(GameType, MatchType, NUMBERS, NUMBERS)
scorer = kernel(SCORER, error_model="numpy")
"""A scorer divides as the processor does; what is no number, the machine refuses. numba would ask before each division whether it is
by 0, and behind each call whether something went wrong in it."""


@scorer
def for_plays(g, m, scores, w):
    """Score what to play, in the Action Phase or in answer to something, and targets."""
    me = int(g.asked)
    if g.ask == kinds.Ask.ACTION:
        score_actions(g, m, me, scores, w)
    elif g.ask == kinds.Ask.TARGET:
        score_targets(g, m, me, scores, w)
    else:
        score_answers(g, m, me, scores, w)


@scorer
def for_battles(g, m, scores, w):
    """Score whom to attack: all that are ready are supposed to attack, and to gain something."""
    me = int(g.asked)
    score_attacks(g, m, me, READY, -1, w[ATTACK], scores, w)


@scorer
def for_attackers(g, m, scores, w):
    """Score whom to attack with."""
    me = int(g.asked)
    score_enlist_attack(g, m, me, scores, w)


@scorer
def for_defenders(g, m, scores, w):
    """Score whom to block with."""
    me = int(g.asked)
    score_enlist_defend(g, m, me, scores, w)


@scorer
def for_sowing(g, m, scores, w):
    """Score cards to sow or to place."""
    me = int(g.asked)
    score_sow(g, m, me, scores, w)


@scorer
def for_cards(g, m, scores, w):
    """Score cards of the own hand, reserves, or wherever costs are paid from."""
    me = int(g.asked)
    ask = g.ask
    if ask == kinds.Ask.COST:
        for i in range(g.n_options):
            scores[i] = -keep_worth(g, m, me, g.options[i].card, w)
    elif ask == kinds.Ask.EXCHANGE:
        score_exchange(g, m, me, scores, w)
    else:
        score_draw_from(g, m, me, scores, w)


@scorer
def for_reactions(g, m, scores, w):
    """Score reactive counters and re-rolls."""
    me = int(g.asked)
    score_reacts(g, m, me, scores, w)


@scorer
def for_others(g, m, scores, w):
    """Score all other decisions."""
    me = int(g.asked)
    ask = g.ask
    if ask == kinds.Ask.MULLIGAN:
        score_mulligan(g, m, me, scores, w)
    elif ask == kinds.Ask.ORDER:
        score_order(g, m, me, scores, w)
    elif ask == kinds.Ask.DIE:
        score_dice(g, m, me, scores, w)
    elif ask == kinds.Ask.ASSIGN:
        score_assign(g, m, me, scores, w)
    elif ask == kinds.Ask.VICTIM:
        score_berzerk(g, m, me, scores, w)
    elif ask == kinds.Ask.PLAYER:
        score_players(g, m, me, scores, w)
    elif ask == kinds.Ask.GIFT:
        for i in range(g.n_options):
            scores[i] = 1.0 if g.options[i].kind == kinds.Opt.YES else 0.0
    elif ask == kinds.Ask.CRAFT:
        top = g.n_options - 1
        for i in range(g.n_options):
            scores[i] = -abs(g.options[i].amount - top * w[CRAFT_SP])
    elif ask == kinds.Ask.TIMES:
        for i in range(g.n_options):
            o = g.options[i]
            scores[i] = o.amount * copy_worth(g, m, o.card, w)
    elif ask == kinds.Ask.COUNTERS:
        score_counters(g, m, me, scores, w)
    elif ask == kinds.Ask.COUNT:
        score_counts(g, m, me, scores, w)
    elif ask == kinds.Ask.MINION:
        for i in range(g.n_options):
            o = g.options[i]
            worth = lasting_worth(g, o.card, w)
            scores[i] = worth + VOODOO_DESTROYS if g.die >= g.cards[o.card].hp else VOODOO_PART * worth
    elif ask == kinds.Ask.BASE or ask == kinds.Ask.CONSTITUENT:  # the own ones that are worth least, of enemies the best
        for i in range(g.n_options):
            card = g.cards[g.options[i].card]
            scores[i] = float(-card.printed_level if card.holder == me else card.printed_level)
    elif ask == kinds.Ask.SHARE:
        score_shares(g, m, me, scores, w)
    else:
        for i in range(g.n_options):
            scores[i] = 0.0


SPECIAL = {
    kinds.Ask.ACTION: for_plays,
    kinds.Ask.WINDOW: for_plays,
    kinds.Ask.RESPOND: for_plays,
    kinds.Ask.TRAP: for_plays,
    kinds.Ask.DEPLOY: for_plays,
    kinds.Ask.TARGET: for_plays,
    kinds.Ask.BATTLE: for_battles,
    kinds.Ask.ENLIST_ATTACK: for_attackers,
    kinds.Ask.ENLIST_DEFEND: for_defenders,
    kinds.Ask.SOW: for_sowing,
    kinds.Ask.PLACE: for_sowing,
    kinds.Ask.COST: for_cards,
    kinds.Ask.EXCHANGE: for_cards,
    kinds.Ask.DRAW_FROM: for_cards,
    kinds.Ask.REACT: for_reactions,
    kinds.Ask.REROLL: for_reactions,
}
"""The scorer of each kind of decision; the others have ``for_others``. Each is compiled and cached by itself."""


def scorers() -> list[Any]:
    """Return the scorer of each kind of decision, by ``Ask``."""
    return [SPECIAL.get(int(ask), for_others) for ask in kinds.Ask]
