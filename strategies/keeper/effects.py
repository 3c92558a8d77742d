"""What an effect is worth now, to one player: programs of primitives, their targets, abilities and counters.

A program is read primitive by primitive; each has a worth that depends on the target's zone, its controller, the phase and the
battle in progress. The same functions score targets, spells, abilities, answers, costs and counters.
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import float64, int64
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import GameType, LineType, MatchType, SelectType
from kotc_sim.games.keeper.engine.triggers import holds
from kotc_sim.games.keeper.engine.zones import level
from kotc_sim.strategies.keeper import view
from kotc_sim.strategies.keeper.table import NUMBERS
from kotc_sim.strategies.keeper.weights import (
    BLOCKER,
    BURN,
    CARD,
    COUNTER,
    DAMAGE,
    FATIGUE,
    GRANTED,
    HARMFUL,
    HEAL,
    MOST_TARGETS,
    OWN_HP,
    RESOURCE,
    SP,
    SPEND,
    STACK,
    STUN,
    TARGETS,
    TEMPO,
    WAITING,
)
from kotc_sim.strategies.keeper.worth import (
    MEAN_DIE,
    TYPICAL,
    body,
    card_worth,
    chance_at_least,
    costs_worth,
    harm,
    healing,
    lasting_worth,
    pawn_worth,
)


def mask_of(names: str) -> int:
    """Return the bit mask of some primitives."""
    return sum(1 << kinds.Op[name] for name in names.split())


ON_PLAYERS = mask_of(
    "HEAL DAMAGE_PLAYER DRAW CRAFT ASSIGN_DICE REROLL ISSUE HAND_DOWN_LEVEL DESTROY_DECK_TOP WOUND_EACH REMOVE_COUNTERS_ANYWHERE"
)
"""Bit mask of the primitives that do something to players."""

IN_PLACES = mask_of("REMOVE_COUNTERS DOWN_LEVEL NEGATE NEGATE_ATTACK DEPLOY CLONE EMBODY")
"""Bit mask of the primitives whose worth depends on where a card is in its own way."""


NOTHING = -1e18  # below any worth
IMPRISONED = 0.8  # a minion that comes back into its owner's hand a turn later, as a share of its worth
LEVEL_LOWERED, MILLED, COUNTER_GONE = 0.4, 0.08, 0.3  # a level off a card in hand, a card off the deck's top, a counter removed
DICE_LEFT, DICE_SP = 0.7, 0.25  # of more dice in a fight: share that reaches the player, worth beside that as a share of SP
COUNTER_KEPT = 0.6  # share of its worth that a counter has on a minion
# a card nobody has seen: shares of the worth of a card or resource, or levels
SHEATHED, SILOED = 0.7, 0.8
DECK_CARD, GRAVE_CARD, HIDDEN_TRAP = 0.08, 0.15, 1.5
KNOWN, KNOWN_SHARE, KNOWN_MOST = 0.5, 0.5, 2.5  # how far a card that is known counts by its own worth
COPY = 0.8
# battles of this turn: shares of the minion's worth, or levels
WITHDRAWN = 0.15
LENT, BORROWED, DISARMED = 0.5, 0.7, 0.45
SP_NOW, HP_NOW, HP_GONE = 0.15, 0.15, 0.3
BERZERK_DICE, BERZERK_ENEMY = 0.5, 0.15
VICTIM_NOW = 0.1
DIE_PASSED_ON = 0.5
# minions: shares of their worth
SHEATHED_MINION = 0.8
HURT_AGAIN = 0.2
WOUNDED, NEARLY = 0.1, 0.1
HOST_BASE, HOST_SHARE, HOST_MOST = 0.7, 0.1, 5.0  # of a counter's worth, by the worth of its host
# places
STRIPPED = 0.3
LOWERED_IN_HAND, LOWERED_ON_FIELD = 0.4, 0.02
NEGATED_SPELL, NEGATED_LEVEL, NEGATED = 1.0, 0.9, 2.0
DEPLOYED, DEPLOYED_UNSEEN = 0.6, 0.5
# players
DIE_MARGIN, PART_DESTROYED = 1.3, 0.4  # HP added to those that dice are to destroy; share of a minion's worth where they fall short
FOR_EACH = 0.1  # of ten hit points
DECK_OUT, DECK_SAFE = 10.0, 5.0
DIE_ON_TARGETS = 0.5
PERMITTED_IN_BATTLE, PERMITTED = 0.25, 0.05
# targets
LOOKED_AT, MOST_LOOKED_AT = 0.08, 5.0  # worth of each card looked at, as a share of the one taken
CHOSEN_BY_OTHERS = 0.4  # share of the worth of the best targets, where somebody else chooses them


@kernel()
def before_battles(g):
    """Return whether the turn player can still declare attacks this turn."""
    return g.phase <= kinds.Phase.ACTION or (g.phase == kinds.Phase.BATTLE and g.n_battles == 0)


@kernel()
def fighting_side(g, c):
    """Return the side of minion ``c`` in the innermost battle whose dice are not rolled yet, or -1."""
    if g.n_battles == 0:
        return -1
    b = g.battles[g.n_battles - 1]
    if b.stage >= kinds.BattleStep.ROLLED:
        return -1
    for side in range(2):
        for i in range(b.team[side].n):
            if b.team[side].card[i] == c:
                return side
    return -1


@kernel()
def dice_worth(g, holder, me, dice, w):
    """Return what ``dice`` more dice in the fight at hand are worth to ``me``; ``holder`` rolls them."""
    victim = view.weakest(g, holder)
    if holder == me:
        return DICE_SP * w[SP] * dice + harm(g.players[victim].hp, DICE_LEFT * MEAN_DIE * dice, w[DAMAGE], w)
    return -DICE_SP * w[SP] * dice - harm(g.players[me].hp, DICE_LEFT * MEAN_DIE * dice, w[OWN_HP], w)


@kernel()
def fights_soon(g, c):
    """Return whether minion ``c`` stands ready to attack or block this turn."""
    card = g.cards[c]
    if card.exhausted == 1 or card.petrified == 1 or g.phase >= kinds.Phase.RECOVERY:
        return False
    return before_battles(g) or (
        g.n_battles > 0 and g.battles[g.n_battles - 1].stage < kinds.BattleStep.DEFENSE_FORMED and card.holder != g.turn_player
    )


@kernel()
def counter_harms(kind, w):
    """Return whether popping a counter of this kind harms its host."""
    return w[HARMFUL + int(kind)] != 0.0


@kernel()
def counters_worth(g, me, c, w):
    """Return what the counters on minion ``c`` are worth to ``me``."""
    if g.cards[c].counters == 0:
        return 0.0
    total = 0.0
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.card == c:
            one = w[COUNTER] * min(3, s.count) * COUNTER_KEPT
            total += one if s.owner == me else -one
    return total


@kernel()
def word(g, a, c, roll, targets):
    """Return an amount of a program for target ``c``, as far as it is known now."""
    if a > kinds.WORDS_BELOW:
        return float(a)
    if a == kinds.Amount.ROLL:
        return float(roll)
    if a == kinds.Amount.TARGETS:
        return float(targets)
    if a == kinds.Amount.HOST_SP and c >= 0:
        return float(g.cards[c].sp)
    if a == kinds.Amount.DIE:
        return float(g.die)
    return 0.0


@kernel()
def hidden_worth(zone, op, mine, w):
    """Return the worth of a moving primitive on a card nobody has seen, in a zone of ``me`` (mine 1) or an enemy (-1)."""
    if op == kinds.Op.DESTROY or op == kinds.Op.BURY or op == kinds.Op.SHEATHE:
        if zone == kinds.Zone.HAND:
            return -mine * w[CARD] * (SHEATHED if op == kinds.Op.SHEATHE else 1.0)
        if zone == kinds.Zone.GRANARY:
            return -mine * w[RESOURCE]
        if zone == kinds.Zone.DECK:
            return -DECK_CARD * mine if op != kinds.Op.SHEATHE else 0.0
        if zone == kinds.Zone.TRAPFIELD:
            return -mine * HIDDEN_TRAP
        return GRAVE_CARD * mine  # from the grave back to the deck
    if op == kinds.Op.BOUNCE:
        if zone == kinds.Zone.DECK or zone == kinds.Zone.GRAVE:
            return mine * w[CARD]
        if zone == kinds.Zone.GRANARY:
            return mine * (w[CARD] - w[RESOURCE])
        return 0.0
    if op == kinds.Op.SILO:
        if zone == kinds.Zone.HAND:
            return mine * (SILOED * w[RESOURCE] - w[CARD])
        if zone == kinds.Zone.GRANARY:
            return -mine * w[SPEND]
        return mine * SILOED * w[RESOURCE]
    if op == kinds.Op.EXHAUST or op == kinds.Op.FATIGUE:
        return -mine * w[SPEND] if zone == kinds.Zone.GRANARY else 0.0
    if op == kinds.Op.UNEXHAUST:
        return mine * w[SPEND] if zone == kinds.Zone.GRANARY else 0.0
    return 0.0


@kernel()
def copy_worth(g, m, c, w):
    """Return what one more pawn that copies card ``c`` is worth: the body of a minion, the ability of a spell, less its price."""
    card = g.cards[c]
    price = w[SPEND] * level(g, m, c)
    if m.defs[card.definition].spell == 1 and card.pawn == 0:  # 17.keyword.31: without SP and HP
        return COPY * card_worth(card.definition, w) - price
    return body(card.printed_sp, card.printed_hp, w) - price


@kernel()
def minion_worth(g, me, c, w):
    """Return what minion ``c`` with its counters is worth to its controller, the counters as ``me`` sees them."""
    worth = lasting_worth(g, c, w)
    if g.cards[c].counters == 0:
        return worth
    return worth + (1.0 if g.cards[c].holder == me else -1.0) * counters_worth(g, me, c, w)


@kernel()
def blocker_worth(g, me, c, w):
    """Return what ``me``, whose turn it is, gains beside its worth where an enemy's minion ``c`` can no more block in it."""
    card = g.cards[c]
    return w[BLOCKER] * (1.0 + card.hp) if g.turn_player == me and card.holder != me and fights_soon(g, c) else 0.0


@late(float64(GameType, MatchType, int64, int64, LineType, float64, float64, float64, NUMBERS))
def primitive_in_battle(g, m, me, c, line, minion, roll, targets, w):
    """Return what a primitive is worth to ``me`` by what it does to minion ``c``, of worth ``minion``, in the battles of this turn."""
    card = g.cards[c]
    op = line.op
    mine = 1.0 if card.holder == me else -1.0
    if op == kinds.Op.EXHAUST:
        return -mine * w[STUN] * minion if fights_soon(g, c) else 0.0
    if op == kinds.Op.CONSCRIPT:
        if g.n_battles > 0 and fighting_side(g, c) < 0 and g.battles[g.n_battles - 1].stage < kinds.BattleStep.ROLLED:
            b = g.battles[g.n_battles - 1]
            if card.holder == b.attacker or card.holder == b.defender:
                return dice_worth(g, card.holder, me, float(card.sp), w)
    elif op == kinds.Op.DISTRACT:
        if fighting_side(g, c) >= 0:
            return WITHDRAWN * mine * minion - dice_worth(g, card.holder, me, float(card.sp), w)
    elif op == kinds.Op.HYPNOTIZE:
        if mine > 0:
            return -LENT * minion
        if g.turn_player == me and fights_soon(g, c):
            return BORROWED * minion
        return DISARMED * minion if fights_soon(g, c) or fighting_side(g, c) >= 0 else 0.0
    elif op == kinds.Op.ADD or op == kinds.Op.SET or op == kinds.Op.BATCH_ADD or op == kinds.Op.BATCH_SUBTRACT:
        n = word(g, line.amount, c, roll, targets)
        if op == kinds.Op.SET:
            n = n - float(card.sp if line.stat == kinds.Stat.SP else card.hp)
        elif op == kinds.Op.BATCH_SUBTRACT:
            n = -min(n, float(card.sp))
        elif line.stat == kinds.Stat.SP:
            n = max(n, -float(card.sp))
        side = fighting_side(g, c)
        if line.stat == kinds.Stat.SP:
            if side >= 0:
                return dice_worth(g, card.holder, me, n, w)
            if fights_soon(g, c) and (card.holder == g.turn_player or g.turn_player == me):
                return SP_NOW * mine * n
        elif n <= -card.hp and op != kinds.Op.SET:
            return -mine * HP_GONE * minion
        elif side >= 0:
            return mine * HP_NOW * n
    elif op == kinds.Op.BERZERK:
        if mine > 0 and card.exhausted == 1 and fighting_side(g, c) < 0:
            return harm(g.players[view.weakest(g, me)].hp, BERZERK_DICE * MEAN_DIE * card.sp, w[DAMAGE], w)
        if mine < 0 and g.n_players > 1:
            return BERZERK_ENEMY * minion
    elif op == kinds.Op.BECOME_VICTIM:
        return VICTIM_NOW
    elif op == kinds.Op.DAMAGE_ENEMY_MINION:
        return DIE_PASSED_ON
    return 0.0


@kernel()
def primitive_on_minion(g, m, me, c, line, first, roll, targets, w):
    """Return what a primitive (``first``: of its program) is worth to ``me`` by what it does to ``c``, a minion that is no stone."""
    card = g.cards[c]
    op = line.op
    mine = 1.0 if card.holder == me else -1.0
    minion = minion_worth(g, me, c, w) + blocker_worth(g, me, c, w)
    if op == kinds.Op.DESTROY or op == kinds.Op.BURY or op == kinds.Op.PETRIFY:
        return -mine * minion
    if op == kinds.Op.SHEATHE:
        return -mine * (minion if card.pawn == 1 else SHEATHED_MINION * minion)
    if op == kinds.Op.BOUNCE:
        return -mine * (minion if card.pawn == 1 else w[TEMPO] * minion)
    if op == kinds.Op.SILO:
        if card.pawn == 1:
            return -mine * minion
        return -mine * max(0.0 if mine > 0 else -w[GRANTED], minion - SILOED * w[RESOURCE])
    if op == kinds.Op.IMPRISON:
        return -mine * (minion if card.pawn == 1 else IMPRISONED * minion)
    if op == kinds.Op.ATTACH:  # two minions stand exhausted as one
        return -mine * w[STUN] * minion
    if op == kinds.Op.FATIGUE:
        if card.exhausted == 1 or not first:
            return -mine * w[FATIGUE] * w[STUN] * minion
        return -mine * HURT_AGAIN * minion if card.sp < card.printed_sp or card.hp < card.printed_hp else 0.0
    if op == kinds.Op.UNEXHAUST:
        return mine * w[STUN] * minion if card.exhausted == 1 and g.phase < kinds.Phase.RECOVERY and card.holder == g.turn_player else 0.0
    if op == kinds.Op.DAMAGE:
        n = word(g, line.amount, c, roll, targets)
        p = chance_at_least(n, float(card.hp)) if line.amount == kinds.Amount.ROLL else (1.0 if n >= card.hp else 0.0)
        worth = minion * (p + WOUNDED * (1.0 - p) * min(1.0, n / (card.hp + 1.0)))
        if m.piercing == 1 and n > card.hp:
            rate = w[DAMAGE] if mine < 0 else w[OWN_HP]
            worth += harm(g.players[card.holder].hp, n - card.hp, rate, w)
        return -mine * worth
    if op == kinds.Op.DAMAGE_TOTAL or (op == kinds.Op.BATCH_SUBTRACT and line.stat == kinds.Stat.HP):
        n = word(g, line.amount, c, roll, targets)
        return -mine * minion * (1.0 if n >= card.hp else NEARLY)
    return primitive_in_battle(g, m, me, c, line, minion, roll, targets, w)


@kernel()
def primitive_on_hidden(g, me, c, op, w):
    """Return what a primitive is worth to ``me`` by what it does to card ``c``, which is no minion or is stone."""
    card = g.cards[c]
    zone = np.int64(card.zone)
    if zone > kinds.Zone.REMOVED:
        return 0.0
    if zone == kinds.Zone.NOWHERE or zone == kinds.Zone.REMOVED:  # a spell in the chain, on its way to the grave
        zone = kinds.Zone.GRAVE
    worth = hidden_worth(zone, op, 1.0 if card.holder == me else -1.0, w)
    if worth != 0.0 and (zone == kinds.Zone.HAND or zone == kinds.Zone.GRAVE) and card.pawn == 0 and view.known(g, me, c):
        worth *= KNOWN + KNOWN_SHARE * min(KNOWN_MOST, card_worth(card.definition, w) / TYPICAL)
    return worth


@kernel()
def placing_worth(g, me, c, kind, n, w):
    """Return what ``n`` counters of a kind on minion ``c`` are worth to ``me``, who places them."""
    worth = w[COUNTER] * (min(n, 1.0) + w[STACK] * max(0.0, n - 1.0)) * (HOST_BASE + HOST_SHARE * min(HOST_MOST, minion_worth(g, me, c, w)))
    return worth if (g.cards[c].holder == me) != counter_harms(kind, w) else -worth


@kernel()
def primitive_on(g, m, me, c, line, first, roll, targets, w):
    """Return what a primitive (``first``: of its program) is worth to ``me`` by what it does to card ``c``.

    All that depends on the card is read here, outside of the loop over a program: else the compiler prepares all cases before the loop.
    """
    card = g.cards[c]
    op = line.op
    zone = card.zone
    soft = zone == kinds.Zone.BATTLEFIELD and card.petrified == 0
    if op == kinds.Op.PLACE:
        return placing_worth(g, me, c, line.counter, word(g, line.amount, c, roll, targets), w) if soft else 0.0
    if (IN_PLACES >> int(op)) & 1 == 1:
        return primitive_in_places(g, m, me, c, line, roll, targets, w)
    if soft:
        return primitive_on_minion(g, m, me, c, line, first, roll, targets, w)
    return primitive_on_hidden(g, me, c, op, w)


@late(float64(GameType, MatchType, int64, int64, LineType, float64, float64, NUMBERS))
def primitive_in_places(g, m, me, c, line, roll, targets, w):
    """Return what a primitive of ``IN_PLACES`` is worth to ``me`` by what it does to card ``c``."""
    card = g.cards[c]
    op = line.op
    zone = card.zone
    mine = card.holder == me
    if op == kinds.Op.REMOVE_COUNTERS:
        return STRIPPED * abs(counters_worth(g, me, c, w)) if zone == kinds.Zone.BATTLEFIELD and card.counters > 0 else 0.0
    if op == kinds.Op.DOWN_LEVEL:
        n = word(g, line.amount, c, roll, targets)
        if zone == kinds.Zone.HAND and mine:
            return min(n, float(level(g, m, c))) * LOWERED_IN_HAND
        return LOWERED_ON_FIELD * n * (-1.0 if mine else 1.0) if zone == kinds.Zone.BATTLEFIELD else 0.0
    if op == kinds.Op.NEGATE:
        total = 0.0
        for k in range(g.n_links):
            link = g.links[k]
            if link.kind == kinds.Link.ABILITY and link.card == c and link.resolved == kinds.Resolved.NO and link.negated == 0:
                worth = NEGATED_SPELL + NEGATED_LEVEL * card.printed_level if link.spell > 0 else NEGATED
                total += worth if link.player != me else -worth
        return total
    if op == kinds.Op.NEGATE_ATTACK:
        return -dice_worth(g, card.holder, me, float(card.sp), w) if fighting_side(g, c) == 0 else 0.0
    if op == kinds.Op.DEPLOY and zone != kinds.Zone.BATTLEFIELD:
        if not view.known(g, me, c):  # it is seen before it is chosen
            return DEPLOYED_UNSEEN if not mine and g.players[me].free >= 2 else 0.0
        return DEPLOYED * card_worth(card.definition, w) if level(g, m, c) <= g.players[me].free else 0.0
    if op == kinds.Op.CLONE:
        if level(g, m, c) > g.players[me].free or (zone == kinds.Zone.BATTLEFIELD and card.petrified == 1) or not view.known(g, me, c):
            return 0.0
        if card.pawn == 0 and m.defs[card.definition].minion == 0:
            return 0.0
        copies = float(line.times)
        if level(g, m, c) > 0:
            copies = min(copies, float(g.players[me].free // level(g, m, c)))
        return copies * copy_worth(g, m, c, w)
    if op == kinds.Op.EMBODY:
        if zone != kinds.Zone.BATTLEFIELD and view.known(g, me, c) and level(g, m, c) <= g.players[me].free:
            if m.defs[card.definition].spell == 1 and card.pawn == 0:
                return copy_worth(g, m, c, w)
    return 0.0


@kernel()
def goes_on(g, m, me, line, targets):
    """Return whether the program goes on behind a primitive "if", as far as that is known now."""
    e = m.expressions[line.expression]
    return e.left[0] >= kinds.Word.ROLL or e.right[0] >= kinds.Word.ROLL or holds(g, m, line.expression, me, targets)


@kernel(rare=True)
def program_on(g, m, me, c, first, last, targets, w):
    """Return what a program of any length is worth to ``me`` by what it does to card ``c``."""
    total = 0.0
    roll = 0.0
    i = first
    while i < last:
        line = m.code[i]
        i += 1
        if line.op == kinds.Op.NEXT:
            continue
        if line.op == kinds.Op.ROLL:
            roll = MEAN_DIE * word(g, line.amount, c, 0.0, targets)
        elif line.op == kinds.Op.IF:
            if not goes_on(g, m, me, line, targets):
                i = line.jump
        else:
            total += primitive_on(g, m, me, c, line, i - first == 1, roll, targets, w)
    return total


@kernel()
def effect_on(g, m, me, c, first, last, targets, w):
    """Return what the program ``first`` … ``last - 1`` is worth to ``me`` by what it does to card ``c``."""
    if last - first == 2 and m.code[last - 1].op == kinds.Op.NEXT:  # one primitive, as in most programs
        return primitive_on(g, m, me, c, m.code[first], True, 0.0, targets, w)
    return program_on(g, m, me, c, first, last, targets, w)


@late(float64(GameType, MatchType, int64, float64, NUMBERS))
def burn_worth(g, m, me, dice, w):
    """Return what dice that are given to enemy minions one by one are worth (17.keyword.22)."""
    left = float(dice)
    total = 0.0
    best = -1
    for q in range(g.n_players):
        if q == me or g.players[q].out == 1:
            continue
        n = g.players[q].n[kinds.Zone.BATTLEFIELD]
        lowest = -1
        for _ in range(n):  # cheapest first, as far as the dice go
            found = -1
            for i in range(n):
                c = g.players[q].zone[kinds.Zone.BATTLEFIELD, i]
                card = g.cards[c]
                if card.petrified == 1 or card.hp * 100 + i <= lowest:
                    continue
                if found < 0 or card.hp * 100 + i < best:
                    found = c
                    best = card.hp * 100 + i
            if found < 0 or left <= 0.0:
                break
            lowest = best
            need = max(1.0, (float(g.cards[found].hp) + DIE_MARGIN) / MEAN_DIE)
            share = min(1.0, left / need)
            total += lasting_worth(g, found, w) * (share if share == 1.0 else PART_DESTROYED * share)
            if m.piercing == 1:
                over = max(0.0, MEAN_DIE - float(g.cards[found].hp))
                total += harm(g.players[q].hp, min(1.0, left) * over, w[DAMAGE], w)
            left -= need
    return total


@kernel()
def waiting(g, p, w):
    """Return by what the worth of hit points by effects is divided while player ``p`` has many."""
    return 1.0 + w[WAITING] * FOR_EACH * max(0.0, float(g.players[p].hp))


@kernel()
def primitive_on_players(g, m, me, c, line, roll, targets, w):
    """Return what a primitive is worth to ``me`` by what it does to players."""
    op = line.op
    if op == kinds.Op.HEAL:
        who = me
        if line.who == kinds.Who.CONTROLLER and c >= 0:
            who = g.cards[c].holder
        worth = healing(g.players[who].hp, word(g, line.amount, c, roll, targets), w[HEAL] * w[OWN_HP], w) / waiting(g, who, w)
        return worth if who == me else -worth
    if op == kinds.Op.DAMAGE_PLAYER:
        n = word(g, line.amount, c, roll, targets)
        total = 0.0
        if line.who == kinds.Who.YOU or line.who == kinds.Who.BOTH:
            total -= harm(g.players[me].hp, n, w[OWN_HP], w)
        elif line.who == kinds.Who.CONTROLLER and c >= 0:
            holder = g.cards[c].holder
            worth = harm(g.players[holder].hp, n, w[BURN] * w[DAMAGE], w) / waiting(g, holder, w)
            total += worth if holder != me else -worth
        enemy = view.weakest(g, me)
        if line.who != kinds.Who.YOU and line.who != kinds.Who.CONTROLLER and enemy >= 0:
            total += harm(g.players[enemy].hp, n, w[BURN] * w[DAMAGE], w) / waiting(g, enemy, w)
        return total
    if op == kinds.Op.DRAW:
        n = word(g, line.amount, c, roll, targets)
        if line.who == kinds.Who.YOU or line.who == kinds.Who.BOTH or line.who >= kinds.Who.ANY:
            left = g.players[me].n[kinds.Zone.DECK] - n
            return w[CARD] * n if left > 4 else -DECK_OUT * (DECK_SAFE - left)
        return -w[CARD] * n
    if op == kinds.Op.CRAFT:
        return word(g, line.amount, c, roll, targets) * pawn_worth(word(g, line.level, c, roll, targets), w)
    if op == kinds.Op.ASSIGN_DICE:
        n = word(g, line.amount, c, roll, targets)
        return burn_worth(g, m, me, n, w) if line.among == 1 else DIE_ON_TARGETS * n
    if op == kinds.Op.ISSUE:
        n = word(g, line.amount, c, roll, targets)
        best = 0.0
        for q in range(g.n_players):
            for i in range(g.players[q].n[kinds.Zone.BATTLEFIELD]):
                host = g.players[q].zone[kinds.Zone.BATTLEFIELD, i]
                if g.cards[host].petrified == 0:
                    best = max(best, placing_worth(g, me, host, line.counter, 1.0, w))
        return best * n
    if op == kinds.Op.WOUND_EACH:
        dice = MEAN_DIE * word(g, line.amount, c, roll, targets)
        total = -harm(g.players[me].hp, dice, w[OWN_HP], w)
        for q in range(g.n_players):
            if q != me:
                total += harm(g.players[q].hp, dice, w[BURN] * w[DAMAGE], w) / waiting(g, q, w)
        return total
    if op == kinds.Op.HAND_DOWN_LEVEL:
        return LEVEL_LOWERED * word(g, line.amount, c, roll, targets) if g.players[me].n[kinds.Zone.HAND] > 1 else 0.0
    if op == kinds.Op.DESTROY_DECK_TOP:
        return -MILLED * word(g, line.amount, c, roll, targets)
    if op == kinds.Op.REMOVE_COUNTERS_ANYWHERE:
        return COUNTER_GONE * min(word(g, line.amount, c, roll, targets), float(g.n_counters))
    if op == kinds.Op.REROLL:
        return PERMITTED_IN_BATTLE if g.phase == kinds.Phase.BATTLE else PERMITTED
    return 0.0


@kernel()
def concerns_players(m, first, last):
    """Return whether a program does anything to players."""
    for i in range(first, last):
        if (ON_PLAYERS >> int(m.code[i].op)) & 1 == 1:
            return True
    return False


@kernel(rare=True)
def program_on_players(g, m, me, c, first, last, targets, w):
    """Return what a program that concerns players is worth to ``me`` by what it does to them."""
    total = 0.0
    roll = 0.0
    i = first
    while i < last:
        line = m.code[i]
        i += 1
        if line.op == kinds.Op.ROLL:
            roll = MEAN_DIE * word(g, line.amount, c, 0.0, targets)
        elif line.op == kinds.Op.IF:
            if not goes_on(g, m, me, line, targets):
                i = line.jump
        else:
            total += primitive_on_players(g, m, me, c, line, roll, targets, w)
    return total


@kernel()
def effect_on_players(g, m, me, c, first, last, targets, w):
    """Return what a program is worth to ``me`` by what it does to players: cards drawn, hit points, pawns, dice."""
    return program_on_players(g, m, me, c, first, last, targets, w) if concerns_players(m, first, last) else 0.0


@kernel()
def add_target(g, m, me, c, first, last, targets, n, w):
    """Add card ``c`` to the ``n`` candidates, with what the program does to it; return how many there are now."""
    if n >= MOST_TARGETS:
        return n
    w[TARGETS + n] = effect_on(g, m, me, c, first, last, targets, w)
    w[TARGETS + MOST_TARGETS + n] = float(c)
    return n + 1


@kernel()
def add_zone(g, m, me, q, zone, s, first, last, targets, n, w):
    """Add the fitting cards of one zone of player ``q`` to the candidates, as far as they are looked at."""
    player = g.players[q]
    for i in range(min(player.n[zone], 12)):
        c = player.zone[zone, player.n[zone] - 1 - i]
        card = g.cards[c]
        if s.exhausted == 1 and card.exhausted == 0:
            continue
        if s.min_counters > 0 and card.counters < s.min_counters:
            continue
        if s.max_level >= 0 and (card.petrified == 1 or view.known_level(g, m, me, c) > s.max_level):
            continue
        n = add_target(g, m, me, c, first, last, targets, n, w)
    return n


@kernel()
def write_targets(g, m, me, s, first, last, targets, w):
    """Write the candidates of a selection, each with what the program does to it, behind the weights; return how many there are."""
    n = 0
    place = s.place
    if place == kinds.Place.ATTACKING_TEAM or place == kinds.Place.DEFENDING_TEAM:
        if g.n_battles > 0:
            team = g.battles[g.n_battles - 1].team[0 if place == kinds.Place.ATTACKING_TEAM else 1]
            for i in range(team.n):
                c = int(team.card[i])
                if s.max_level < 0 or view.known_level(g, m, me, c) <= s.max_level:
                    n = add_target(g, m, me, c, first, last, targets, n, w)
    elif place == kinds.Place.CHAIN:
        for i in range(g.n_links):
            if g.links[i].resolved == kinds.Resolved.NO and g.links[i].card >= 0:
                n = add_target(g, m, me, int(g.links[i].card), first, last, targets, n, w)
    else:
        # battlefields are everybody's; other zones are those of whom the selection names
        fields = place == kinds.Place.BATTLEFIELD or place == kinds.Place.IN_PLAY
        for q in range(g.n_players):
            if not fields and ((s.of == kinds.Of.YOU and q != me) or (s.of == kinds.Of.ENEMY and q == me)):
                continue
            zone = kinds.Zone.BATTLEFIELD if fields else np.int64(place)
            while zone >= 0:
                n = add_zone(g, m, me, q, zone, s, first, last, targets, n, w)
                zone = kinds.Zone.TRAPFIELD if place == kinds.Place.IN_PLAY and zone == kinds.Zone.BATTLEFIELD else -1
    return n


@kernel()
def best_target(n, last_v, last_c, w):
    """Return worth and card of the best of ``n`` candidates that follows (last_v, last_c) in falling order, or card -1.

    Of equal ones the card of the smaller number comes first.
    """
    best = NOTHING
    best_c = -1.0
    for i in range(n):
        v = w[TARGETS + i]
        c = w[TARGETS + MOST_TARGETS + i]
        follows = (v < last_v) | ((v == last_v) & (c > last_c))  # branches would be guesses
        better = follows & ((best_c < 0.0) | (v > best) | ((v == best) & (c < best_c)))
        best = v if better else best
        best_c = c if better else best_c
    return best, best_c


@late(float64(GameType, MatchType, int64, SelectType, int64, int64, NUMBERS))
def unseen_worth(g, m, me, s, first, last, w):
    """Return the worth for each card of a program on cards that are picked unseen: at random, or from a deck."""
    best = NOTHING
    zone = kinds.Zone.DECK if (s.place == kinds.Place.DECK_TOP or s.place == kinds.Place.EXCAVATED) else np.int64(s.place)
    if zone > kinds.Zone.TRAPFIELD:
        return 0.0
    for q in range(g.n_players):
        if (s.of == kinds.Of.YOU and q != me) or (s.of == kinds.Of.ENEMY and q == me):
            continue
        if g.players[q].n[zone] == 0:
            continue
        total = 0.0
        for i in range(first, last):
            total += hidden_worth(zone, m.code[i].op, 1.0 if q == me else -1.0, w)
            if m.code[i].op == kinds.Op.DEPLOY and q == me:
                total += DEPLOYED_UNSEEN if g.players[me].free >= 2 else 0.0
        best = max(best, total)
    return best if best > NOTHING else 0.0


@kernel()
def heir_worth(m, first, last, w):
    """Return what a program is worth on a pawn that is yet to be made: the counters placed on it, as they help their host or not."""
    total = 0.0
    for i in range(first, last):
        line = m.code[i]
        if line.op == kinds.Op.PLACE:
            total += -w[COUNTER] if counter_harms(line.counter, w) else w[COUNTER] * line.amount
    return total


@kernel()
def ability_worth(g, m, me, c, a, w):
    """Return what ability ``a`` of card ``c`` is worth to ``me`` now, its costs included, with the best targets there are."""
    ability = m.abilities[a]
    total = 0.0
    for k in range(ability.n_subs):
        first, last = int(ability.code[k]), int(ability.code_end[k])
        targets = 0.0
        if ability.select[k] >= 0:
            s = m.selects[ability.select[k]]
            if s.place == kinds.Place.SELF:
                targets = 1.0
                if m.defs[g.cards[c].definition].spell == 1 and g.cards[c].pawn == 0:  # then it is on its way to the grave
                    for i in range(first, last):
                        total += hidden_worth(kinds.Zone.GRAVE, m.code[i].op, 1.0, w)
                else:
                    total += effect_on(g, m, me, c, first, last, targets, w)
            elif s.place == kinds.Place.HEIRS:
                targets = float(s.count)
                total += targets * heir_worth(m, first, last, w)
            elif s.place == kinds.Place.DECK_TOP or s.place == kinds.Place.EXCAVATED or s.by == kinds.By.RANDOM:
                targets = float(s.count)
                each = unseen_worth(g, m, me, s, first, last, w)
                if s.place == kinds.Place.EXCAVATED:
                    each *= 1.0 + LOOKED_AT * min(MOST_LOOKED_AT, float(s.look))
                if each > 0.0 or s.up_to == 0:
                    total += each * targets
            else:
                most = 40 if s.every == 1 else int(s.count)
                forced = s.every == 1 or s.by == kinds.By.OPPONENT or m.up_to_zero == 0
                last_v, last_c = -NOTHING, -1.0
                candidates = write_targets(g, m, me, s, first, last, float(most), w)
                for n in range(most):
                    v, t = best_target(candidates, last_v, last_c, w)
                    if t < 0.0:
                        break
                    if v <= 0.0 and s.every == 0 and (n > 0 or (s.up_to == 1 and not forced)):
                        break
                    if s.by != kinds.By.YOU and v > 0.0 and s.every == 0:
                        v *= CHOSEN_BY_OTHERS
                    total += v
                    targets += 1.0
                    last_v, last_c = v if s.by == kinds.By.YOU or s.every == 1 else v / CHOSEN_BY_OTHERS, t
        total += effect_on_players(g, m, me, c, first, last, targets, w)
    return total - costs_worth(m, ability.cost, ability.cost_end, w)


@kernel()
def pop_worth(g, m, me, kind, host, w):
    """Return what popping a proactive counter on ``host`` is worth to ``me`` now."""
    k = m.kinds[kind]
    return effect_on(g, m, me, host, int(k.code), int(k.code_end), 1.0, w) + effect_on_players(
        g, m, me, host, int(k.code), int(k.code_end), 1.0, w
    )
