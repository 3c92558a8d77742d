"""The engine's vocabulary of small integers: zones, decisions, options, events, frames, primitives.

Each group is an ``IntEnum``, read as ``kinds.Zone.HAND``: numba freezes its members to integers.
"""

# ruff: noqa: D101
from enum import IntEnum

from kotc_sim.shared.result import Flag, Seen


class Zone(IntEnum):
    DECK = 0
    GRAVE = 1
    BATTLEFIELD = 2
    GRANARY = 3
    HAND = 4
    TRAPFIELD = 5
    RESERVES = 6
    NOWHERE = 7  # a spell in the chain
    REMOVED = 8
    ATTACHED = 9  # a constituent of a chimera


N_ZONES = 7  # zones with a list of cards


class Phase(IntEnum):
    SETUP, DRAW, RESOURCE, ACTION, BATTLE, RECOVERY = range(6)


class Ask(IntEnum):
    """Kinds of decisions."""

    NONE = 0
    MULLIGAN = 1  # BURY_CARD … or PASS
    SOW = 2  # SOW_CARD or PASS
    EXCHANGE = 3  # PICK_CARD (a hand card to give) or PASS; then PICK_CARD (a reserve card to take)
    DRAW_FROM = 4  # PICK_CARD of the reserves, or PASS for the deck
    ACTION = 5  # SUMMON, CAST, SET_TRAP, ACTIVATE, POP or END_PHASE
    BATTLE = 6  # ATTACK_PLAYER, ATTACK_MINION or END_PHASE
    ENLIST_ATTACK = 7  # ENLIST (in formation order) or PASS
    ENLIST_DEFEND = 8
    ORDER = 9  # PICK_CARD: the next card of an order
    DIE = 10  # FACE: the die to inflict next
    WINDOW = 11  # CAST, ACTIVATE, POP or PASS
    RESPOND = 12
    REACT = 13  # POP or PASS
    TRAP = 14  # ACTIVATE or PASS, after a Trap Counter was popped
    TARGET = 15  # PICK_CARD or PASS
    PLAYER = 16  # PICK_PLAYER
    COST = 17  # PICK_CARD
    GIFT = 18  # YES or NO
    DEPLOY = 19  # SUMMON, CAST, SET_TRAP or PASS
    CRAFT = 20  # NUMBER: SP of the pawn
    TIMES = 21  # NUMBER: how often
    COUNTERS = 22  # PICK_COUNTER or PASS
    ASSIGN = 23  # FACE with a target: this die to this minion
    COUNT = 24  # NUMBER: how many cards of a random or unseen selection
    MINION = 25  # PICK_CARD: the minion that Voodoo hits
    REROLL = 26  # FACE or PASS: a die to roll again by a permission
    SHARE = 27  # NUMBER: this target's share of a batch
    VICTIM = 28  # ATTACK_PLAYER or ATTACK_MINION: the victim of a Berzerk attack
    PLACE = 29  # NUMBER: cards placed as resources (editions that place or draw)
    BASE = 30  # PICK_CARD: the minion that a target is attached to
    CONSTITUENT = 31  # PICK_CARD: what a chimera loses


class Body(IntEnum):
    """What a record of a card stands for: ``pawn``."""

    CARD = 0
    PAWN = 1
    CHIMERA = 2
    GHOST = 3  # abilities of a chimera's constituent that its clone has


class Opt(IntEnum):
    """Kinds of options."""

    (
        PASS, END_PHASE, BURY_CARD, SOW_CARD, SUMMON, CAST, SET_TRAP, ACTIVATE, POP, ATTACK_PLAYER, ATTACK_MINION, ENLIST, FACE,
        PICK_CARD, PICK_PLAYER, NUMBER, YES, NO, PICK_COUNTER,
    ) = range(19)  # fmt: skip


class Event(IntEnum):
    """Events that activation conditions wait for."""

    ATTACK_FORMED = 0  # card: an attacker, or -1 for "a player attacks"
    DEFENSE_FORMED = 1
    DAMAGE_ALLOCATED = 2
    TARGETED = 3
    DESTROYED = 4
    DAMAGED = 5
    YOU_DAMAGED = 6
    SUMMONED = 7
    ACTED = 8


class Subject(IntEnum):
    SELF, YOURS, YOUR_OTHERS, ENEMY, YOU = range(5)


class Place(IntEnum):
    """Where a condition, cost or selection looks: a zone, or one of the wider places."""

    DECK = 0
    GRAVE = 1
    BATTLEFIELD = 2
    GRANARY = 3
    HAND = 4
    TRAPFIELD = 5
    RESERVES = 6
    NOWHERE = 7
    REMOVED = 8
    IN_PLAY = 9  # battlefield and trapfield
    ANY = 10
    DECK_TOP = 11
    EXCAVATED = 12
    CHAIN = 13
    SELF = 14
    ATTACKING_TEAM = 15
    DEFENDING_TEAM = 16
    NONE = 17
    HEIRS = 18


class Play(IntEnum):
    """How an ability is played: as usual, or from anywhere."""

    NORMAL = 0
    GHOST = 1
    HEX = 2
    RESOURCE_COST = 3
    SPELL = 4  # the card is cast as if it were a spell
    TRAP = 5  # as usual, whatever the condition


class By(IntEnum):
    """Who picks."""

    YOU, RANDOM, OPPONENT, PLAYER, ZONE_OWNER = range(5)


class Of(IntEnum):
    """Whose zone."""

    YOU = 0
    ENEMY = 1
    ANY = 2
    ALL = 3  # the zones of all players together


class Who(IntEnum):
    """Player words of programs."""

    YOU, ENEMY, ANY, CHOSEN, CONTROLLER, BOTH = range(6)


class How(IntEnum):
    """What a cost does with the cards."""

    DESTROY, SACRIFICE, SHEATHE, BURY, BOUNCE, EXHAUST, IMPRISON = range(7)


class Cost(IntEnum):
    """What is paid, with the operands of its line in brackets."""

    REMOVE_COUNTERS = 0  # [count]
    PAY = 1  # [place, count, by, how, other]
    PAY_HP = 2  # [count]
    GIFT_SUMMON = 3
    DONATE = 4  # [place, count, spells]
    REMOVE_OWN_COUNTERS = 5  # [count]


class React(IntEnum):
    """Circumstances of reactive counters."""

    (
        NONE, DIE_BEFORE, DIE_DAMAGED, ATTACKED, IN_BATTLE, LONE_ATTACKER, DIE_ROLLED, CHAINING_ACTION, DESTROY_EFFECT,
        REMOVAL_EFFECT, DAMAGE_BEFORE, IS_VICTIM,
    ) = range(12)  # fmt: skip


class CounterTarget(IntEnum):
    """What popping a counter targets."""

    NONE, HOST, VICTIM = range(3)


class Pop(IntEnum):
    """When a counter may be popped freely."""

    NEVER, CHAIN, AT_ONCE = range(3)


class Link(IntEnum):
    ABILITY, COUNTER, SUMMON, ATTACK = range(4)


class Resolved(IntEnum):
    """Whether a link has resolved."""

    NO = 0
    YES = 1
    NAMED = 2  # it is in no chain yet: its targets are being selected (5.chain.2), or its chain comes later (5.ruling.7)


class Spell(IntEnum):
    """Where the spell of a link is, which goes to the grave behind it."""

    STAYS = 0  # no spell, or one that stays where it is
    NOWHERE = 1
    IN_ZONE = 2


class Amount(IntEnum):
    """Amounts of programs that are not constants."""

    ROLL = -30001
    TARGETS = -30002
    HOST_SP = -30003
    DIE = -30004


WORDS_BELOW = -30000  # amounts of programs that are smaller are words (``Amount``)


class Scope(IntEnum):
    """For how long a player may have dice rolled again (9.ruling.24)."""

    TURN = 0
    CHAIN = 1
    LATER = 2  # in the turn, behind the present chain


class Word(IntEnum):
    """Words of state expressions."""

    NUMBER = 0
    YOUR_MINIONS = 1
    ENEMY_MINIONS = 2
    YOUR_HAND = 3
    ENEMY_HAND = 4
    YOUR_GRANARY = 5
    ENEMY_GRANARY = 6
    YOUR_HP = 7
    ENEMY_HP = 8
    YOUR_GRAVE = 9
    TURN = 10
    ROLL = 11
    T = 12  # targets
    YOUR_ZOMBIE = 13  # 1: has or had 0 HP


class Compare(IntEnum):
    """Comparisons of state expressions."""

    LESS, AT_MOST, MORE, AT_LEAST, EQUAL = range(5)


class Op(IntEnum):
    """Primitives, with the operands of their lines in brackets."""

    END = 0  # end of a program
    NEXT = 1  # end of one effect text: the HP conditions are checked
    DESTROY = 2
    BOUNCE = 3
    BURY = 4
    SHEATHE = 5
    SILO = 6
    PETRIFY = 7
    EXHAUST = 8
    FATIGUE = 9
    UNEXHAUST = 10
    CONSCRIPT = 11
    DISTRACT = 12
    HYPNOTIZE = 13  # [to]
    NEGATE = 14
    NEGATE_ATTACK = 15
    DEPLOY = 16
    CLONE = 17  # [times, up_to]
    EMBODY = 18  # [times, up_to]
    REVEAL = 19
    SEE = 20
    PLACE = 21  # [counter, amount]
    REMOVE_COUNTERS = 22  # [amount]
    DOWN_LEVEL = 23  # [amount]
    ADD = 24  # [stat, amount]
    SET = 25  # [stat, amount]
    BATCH_ADD = 26  # [stat, amount]
    BATCH_SUBTRACT = 27  # [stat, amount, partial]
    DAMAGE = 28  # [amount, single]
    DAMAGE_TOTAL = 29  # [amount]
    ASSIGN_DICE = 30  # [amount, among]
    ROLL = 31  # [amount]
    HEAL = 32  # [who, amount]
    DAMAGE_PLAYER = 33  # [who, amount]
    DRAW = 34  # [who, amount]
    CHOOSE_PLAYER = 35  # [who]
    CRAFT = 36  # [amount, level]
    REROLL = 37  # [amount, times, scope]
    IF = 38  # [expression, jump]
    PREVENT_DIE = 39
    DAMAGE_ENEMY_MINION = 40
    BECOME_VICTIM = 41
    SKIP_DEFENSE = 42
    REROLL_DIE = 43
    TRAP = 44
    PREVENT_EFFECT = 45
    PREVENT_HOST = 46
    BERZERK = 47
    REDUCE_DAMAGE = 48  # [amount]
    DEAL = 49  # [amount]
    ISSUE = 50  # [counter, amount]
    IMPRISON = 51
    HAND_DOWN_LEVEL = 52  # [amount]
    DESTROY_DECK_TOP = 53  # [amount]
    WOUND_EACH = 54  # [amount: dice]
    REMOVE_COUNTERS_ANYWHERE = 55  # [amount: up to]
    VICTIM_TO_CONTROLLER = 56
    ATTACH = 57


class Frame(IntEnum):
    """Contexts on the stack of the record."""

    (
        TURN, WINDOW, CHAIN, ACTIVATE, COSTS, SELECT, PROGRAM, BATTLE, ALLOCATE, ROLL, REACT, RESOLVE, SETUP, DEPLOY, DRAW, ORDER,
        ASSIGN, TRAPS, SUMMON, ABILITY, CRAFT, COPIES, COUNTERS, BATCH, HIT, RESOURCE, BERZERK, ISSUE, ATTACH, LOSS,
    ) = range(30)  # fmt: skip


class Side(IntEnum):
    """Of a battle."""

    ATTACKING, DEFENDING = range(2)


class BattleStep(IntEnum):
    """How far a battle has come: ``stage`` of its record."""

    FORMING, ATTACK_FORMED, DEFENSE_FORMED, ROLLED, ALLOCATED = range(5)


class Responses(IntEnum):
    """Switch: who may respond to a link."""

    NONE, ONE, EVERYONE = range(3)


class EventMode(IntEnum):
    """Switch: when events are answered."""

    WINDOW, WINDOW_OR_CHAIN, QUEUE, NAMED = range(4)


class DeployedCondition(IntEnum):
    """Switch: what the written condition of a deployed spell means."""

    IGNORED, MUST_BE_MET, NEVER = range(3)


class Respond(IntEnum):
    """What an ability of the 5th Edition responds to."""

    NONE, SUMMON, ATTACK, EFFECT = range(4)


class Stat(IntEnum):
    SP, HP = range(2)


class Criterion(IntEnum):
    """What decides an endgame, in this order (17.endgame.8 to 17.endgame.13)."""

    HIT_POINTS = 0
    LEVELS = 1  # on the battlefield
    CARDS = 2  # in the deck


class ScriptError(IntEnum):
    """What is wrong with a scenario's scripted chance."""

    NO_DICE, NO_INDICES, TOO_LARGE = range(1, 4)


class Log(IntEnum):
    """Entries of the game log (only written when the record's log is switched on); ``MOVE``: a card goes to a zone."""

    (
        TURN, PHASE, DRAW, SOW, SUMMON, CAST, ACTIVATE, POP, SET_TRAP, LINK_RESOLVES, NEGATED, TARGET, MOVE, DESTROY, ROLL,
        DAMAGE_MINION, DAMAGE_PLAYER, HEAL, ATTACK, DEFEND, VICTIM, DIE, PIERCE, LEFTOVER, COUNTER_PLACED, STAT, EXHAUST, FATIGUE,
        CONTROL, PETRIFY, PAWN, BURY_HAND, PAY, REROLL, RECOVERY, END, LEVEL, PREVENTED, OUT, EXCHANGE, CONSCRIPT, DISTRACT, REVEAL,
        COUNTER_REMOVED, SHARE, ATTACH,
    ) = range(46)  # fmt: skip


class Feature(IntEnum):
    """Bits of ``match.features``: what the decks of the match can do at all."""

    COUNTERS = 1
    TRIGGERS = 2
    CONDITIONAL = 4  # conditions on state only
    REACT_DICE = 8
    TRAPS = 16
    DOWN_LEVEL = 32
    BERZERKER = 64  # minions that are destroyed if they are unexhausted after the Battle Phase


# bits that kernels set: numba knows no IntFlag
SEEN_DRAWN, SEEN_OFFERED, SEEN_PLAYED, SEEN_ACTIVATED = map(int, Seen)
FLAG_LINK_CAP, FLAG_CHAIN_FULL, FLAG_OVERFLOW, FLAG_INVARIANT, FLAG_BAD_SCORE, FLAG_STUCK = map(int, Flag)
