"""The frames of the stack: for each kind its stages, and a function that pushes one with named arguments where these are several.

A slot is a variable of a frame, ``f.victim``; a stage is where its handler goes on, ``f.pc``. Stages named LIST_x put a
question and x_CHOSEN take the answer; before a WINDOW_x a window may be pushed, and OFFERS_x asks for reactive counters. Where
questions repeat, a frame has LIST and CHOSEN alone. Slots that a push does not name begin with 0.
"""

# ruff: noqa: D101
from enum import IntEnum

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.stack import NONE, push

WAITING = -1
"""Instead of the stage that follows: the frame waits for an answer, or for a frame above it."""
INSIDE = -2
"""Instead of a program's link: a counter popped in the middle of a step or effect, where nothing is checked (17.ruling.114)."""
OF_COUNTER = 0
"""Instead of a program's ability: a popped counter's, none of whose lines belongs to an ability."""


SetupStage = IntEnum("SetupStage", "BEGIN LIST_CARDS CARD_CHOSEN REDRAW END", start=0)


class TurnStage(IntEnum):
    (
        BEGIN, DRAW, DRAWN, RESOURCE, LIST_SOWING, WINDOW_BEFORE_ACTION, ENTER_ACTION, SOWING_CHOSEN, SOWN, WINDOW_BEFORE_EACH,
        LIST_ACTIONS, ACTION_CHOSEN, SUMMON_PAID, ENTER_BATTLE, WINDOW_BEFORE_ATTACK, LIST_VICTIMS, VICTIM_CHOSEN, ENTER_RECOVERY,
        RECOVER, LEAVE_BATTLE, END,
    ) = range(21)  # fmt: skip


ResourceStage = IntEnum("ResourceStage", "BEGIN LIST_CARDS CARD_CHOSEN DRAW DRAWN END LIST_GIVEN GIVEN_CHOSEN TAKEN_CHOSEN", start=0)


class WindowMode(IntEnum):
    FULL = 0
    COUNTERS = 1  # counters alone


WindowStage = IntEnum("WindowStage", "BEGIN LIST CHOSEN POPPED ABILITY_NAMED PLAY_NAMED", start=0)


@kernel()
def push_window(g, mode):
    """Push a window in which everything, or counters alone, may be played (``WindowMode``)."""
    f = push(g, kinds.Frame.WINDOW)
    f.mode = mode


class ChainStage(IntEnum):
    (
        BEGIN, LINK_TRIED, OFFER_TRAPS, TRAPS_OFFERED, BEGIN_RESPONSES, LIST_RESPONSES, LIST_SINGLE_RESPONSE, RESPONSE_CHOSEN,
        RESOLVE_NEXT, LINK_RESOLVED, CLOSE, BERZERK,
    ) = range(12)  # fmt: skip


@kernel()
def push_chain(g, player, option, card, ability, event, play):
    """Push a chain whose first link is an option of a kind: an ability, a counter, a summon or an attack."""
    f = push(g, kinds.Frame.CHAIN)
    f.player, f.option, f.card = player, option, card
    f.ability, f.event, f.play = ability, event, play


@kernel()
def push_named_chain(g, player, card, ability, link):
    """Push a chain whose first link was named before it (5.ruling.7)."""
    f = push(g, kinds.Frame.CHAIN)
    f.player, f.option, f.card = player, kinds.Opt.ACTIVATE, card
    f.ability, f.event, f.play = ability, -1, kinds.Play.NORMAL
    f.named = link + 1


ActivateStage = IntEnum("ActivateStage", "PAY LINK NEXT_TARGETS TARGETS_CHOSEN VICTIM_CHOSEN", start=0)


@kernel()
def push_activate(g, player, option, card, ability, event, play):
    """Push the use of an ability, or of a counter, as a chain link."""
    f = push(g, kinds.Frame.ACTIVATE)
    f.player, f.option, f.card = player, option, card
    f.ability, f.event, f.play = ability, event, play


AbilityStage = IntEnum("AbilityStage", "BEGIN NEXT_SUB RUN RAN NEXT_TARGETS TARGETS_CHOSEN", start=0)


@kernel()
def push_ability(g, user, card, ability, link):
    """Push an ability that is carried out; ``link`` is -1 for a deployed spell."""
    f = push(g, kinds.Frame.ABILITY)
    f.user, f.card, f.ability = user, card, ability
    f.link = link


ResolveStage = IntEnum("ResolveStage", "BEGIN RESOLVED", start=0)

TrapsStage = IntEnum("TrapsStage", "BEGIN LIST_COUNTERS COUNTER_CHOSEN ABILITY_CHOSEN LINK_TRIED", start=0)


class CostsStage(IntEnum):
    (
        BEGIN, LIST_COUNTERS, COUNTER_CHOSEN, LIST_GIFTS, GIFT_CHOSEN, RECEIVER_CHOSEN, GIFT_ANSWERED, LIST_CHOOSERS,
        CHOOSER_CHOSEN, PAID, LIST_CARDS, CARD_CHOSEN, LIST_ORDER, ORDER_CHOSEN, GIFT_RESOLVED, FAILED,
    ) = range(16)  # fmt: skip


@kernel()
def push_costs(g, player, card, line, end):
    """Push the costs ``line`` … ``end - 1`` that a player pays for a card."""
    f = push(g, kinds.Frame.COSTS)
    f.player, f.card, f.line = player, card, line
    f.end = end


class SelectStage(IntEnum):
    BEGIN, CHOOSER_CHOSEN, LIST_ZONES, ZONE_CHOSEN, LIST_COUNTS, COUNT_CHOSEN, LIST_CARDS, CARD_CHOSEN, DONE = range(9)


@kernel()
def push_select(g, selection, user, source, ability, code, taken_from):
    """Push a target selection; ``code`` is the first line that will be done to the targets."""
    f = push(g, kinds.Frame.SELECT)
    f.selection, f.user, f.source = selection, user, source
    f.ability, f.code, f.taken_from = ability, code, taken_from


VICTIM_PLAYER, VICTIM_CARD, VICTIM_STAMP = range(3)
"""Where a link of a counter that targets a victim keeps it, in place of its targets."""


Step = IntEnum("Step", "BEGIN GO_ON", start=0)
"""Where a primitive goes on that is asked, or pushes a frame, once."""

RemovalStep = IntEnum("RemovalStep", "BEGIN OFFERS EFFECT_ANSWERED CARD_ANSWERED SEND", start=0)

HypnotizeStep = IntEnum("HypnotizeStep", "BEGIN OFFERS ANSWERED PLAYER_CHOSEN", start=0)

PlayerStep = IntEnum("PlayerStep", "BEGIN PLAYER_CHOSEN FIRST SECOND DONE", start=0)
"""Where a primitive about a player goes on."""


@kernel()
def push_program(g, line, end, user, source, host, first, count, link, ability):
    """Push the program of lines ``line`` … ``end - 1`` on ``count`` targets from ``first`` in the pool on."""
    f = push(g, kinds.Frame.PROGRAM)
    f.line, f.end, f.user = line, end, user
    f.source, f.host, f.first = source, host, first
    f.count, f.link, f.ability = count, link, ability


@kernel()
def push_on_targets(g, kind, f):
    """Push and return the frame of a primitive of program ``f``, whose user, source and targets it has."""
    made = push(g, kind)
    made.user, made.source = f.user, f.source
    made.first, made.count = f.first, f.count
    return made


@kernel()
def push_counter(g, m, kind, user, host, link):
    """Push the program of a counter of ``user`` on ``host``, which is the last card of the pool."""
    k = m.kinds[kind]
    push_program(g, k.code, k.code_end, user, host, host, g.n_pool - 1, 1, link, OF_COUNTER)


class BattleStage(IntEnum):
    (
        BEGIN, LIST_ATTACKERS, ATTACKER_CHOSEN, DECLARE, OFFERS_AFTER_ATTACK, WINDOW_AFTER_ATTACK, OFFERS_BEFORE_DEFENSE, BEGIN_DEFENSE,
        LIST_DEFENDERS, DEFENDER_CHOSEN, ORDER_DEFENDERS, FORM_DEFENSE, OFFERS_AFTER_DEFENSE, WINDOW_AFTER_DEFENSE, OFFERS_BEFORE_DICE,
        RESPONSES, WINDOW_AFTER_RESPONSES, ROLL, WINDOW_AFTER_DICE, ALLOCATE_ATTACK, ALLOCATE_DEFENSE, LEFTOVER, LEFTOVER_ON_MINION,
        CONCLUDE, END,
    ) = range(25)  # fmt: skip


LeftoverStage = IntEnum("LeftoverStage", "BEGIN NEXT_DIE DIE_ANSWERED INFLICT OFFERS_AFTER REDUCED", start=0)


@kernel()
def push_battle(g, attacker, victim_player, victim, host):
    """Push a battle against a player or a minion; ``host`` is the minion of a Berzerk attack, or -1."""
    f = push(g, kinds.Frame.BATTLE)
    f.attacker, f.victim_player, f.victim = attacker, victim_player, victim
    f.berzerk_host = host


AllocateStage = IntEnum("AllocateStage", "NEXT_DIE DIE_CHOSEN", start=0)


@kernel()
def push_allocate(g, side, player):
    """Push the dice that a side inflicts, one at a time."""
    f = push(g, kinds.Frame.ALLOCATE)
    f.side, f.player = side, player


class RollMode(IntEnum):
    EFFECT = 0  # dice of an effect are rolled
    BATTLE = 1  # the dice of a battle lie open
    COUNTER = 2  # dice of a counter's effect are rolled


FOR_THE_TURN = 1 << 30  # the last chain of a permission that is not for one chain alone


RollStage = IntEnum("RollStage", "BEGIN LIST CHOSEN LIST_AGAIN AGAIN_CHOSEN POPPED", start=0)


@kernel()
def push_roll(g, mode, roller, dice):
    """Push a roll whose dice may be rolled again (``RollMode``); ``dice`` are those of an effect."""
    f = push(g, kinds.Frame.ROLL)
    f.mode, f.roller, f.dice = mode, roller, dice


BATTLE_OFFERS = 20  # circumstance of a battle's offers: Taunt, Medic and Assassin Counters together


ReactStage = IntEnum("ReactStage", "BEGIN LIST CHOSEN POPPED", start=0)


@kernel()
def push_react(g, circumstance, host, die):
    """Push the offer of reactive counters on a minion, where a die may have caused it."""
    f = push(g, kinds.Frame.REACT)
    f.circumstance, f.host, f.die = circumstance, host, die


@kernel()
def push_react_all(g, circumstance, first, count):
    """Push the offer of reactive counters on any of ``count`` targets."""
    f = push(g, kinds.Frame.REACT)
    f.circumstance, f.host, f.first = circumstance, NONE, first
    f.count = count


HitStage = IntEnum("HitStage", "BEGIN ANSWERED HIT REDUCED", start=0)


@kernel()
def push_hit(g, minion, die, source):
    """Push a die of player ``source`` that hits a minion."""
    f = push(g, kinds.Frame.HIT)
    f.minion, f.die, f.source = minion, die, source


AskStage = IntEnum("AskStage", "LIST CHOSEN", start=0)
"""Of the frames that put one question, again and again."""


@kernel()
def push_order_of_team(g, side, player):
    """Push the order of a team of the innermost battle, which a player announces."""
    f = push(g, kinds.Frame.ORDER)
    f.battle, f.side, f.player = g.n_battles - 1, side, player


@kernel()
def push_order_of_targets(g, player, first, count):
    """Push the order of targets in the pool, which a player announces."""
    f = push(g, kinds.Frame.ORDER)
    f.battle, f.player, f.first = NONE, player, first
    f.count = count


DeployStage = IntEnum("DeployStage", "LIST CHOSEN SUMMON_PAID SPELL_PAID RESOLVED", start=0)

CopiesStage = IntEnum("CopiesStage", "BEGIN LIST_TIMES TIMES_CHOSEN", start=0)

EVERYWHERE = -1  # instead of the number of targets whose counters are removed: all on-field minions


BatchKind = IntEnum("BatchKind", "ADD SUBTRACT DAMAGE DOWN_LEVEL", start=0)

BatchStage = IntEnum("BatchStage", "BEGIN CHOSEN", start=0)

AssignTo = IntEnum("AssignTo", "TARGETS ENEMIES", start=0)

AssignStage = IntEnum("AssignStage", "BEGIN ROLLED LIST CHOSEN", start=0)


@kernel()
def push_draw(g, player, count):
    """Push draws from the deck or the reserves."""
    f = push(g, kinds.Frame.DRAW)
    f.player, f.left = player, count


BerzerkStage = IntEnum("BerzerkStage", "BEGIN FOUGHT", start=0)
