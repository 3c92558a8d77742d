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


Phase = IntEnum("Phase", "SETUP DRAW RESOURCE ACTION BATTLE RECOVERY", start=0)


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

    (
        ATTACK_FORMED,  # card: an attacker, or -1 for "a player attacks"
        DEFENSE_FORMED, DAMAGE_ALLOCATED, TARGETED, DESTROYED, DAMAGED, YOU_DAMAGED, SUMMONED, ACTED,
    ) = range(9)  # fmt: skip


Subject = IntEnum("Subject", "SELF YOURS YOUR_OTHERS ENEMY YOU", start=0)


class Place(IntEnum):
    """Where a condition, cost or selection looks: a zone, or one of the wider places."""

    (
        DECK, GRAVE, BATTLEFIELD, GRANARY, HAND, TRAPFIELD, RESERVES, NOWHERE, REMOVED,
        IN_PLAY,  # battlefield and trapfield
        ANY, DECK_TOP, EXCAVATED, CHAIN, SELF, ATTACKING_TEAM, DEFENDING_TEAM, NONE, HEIRS,
    ) = range(19)  # fmt: skip


class Play(IntEnum):
    """How an ability is played: as usual, or from anywhere."""

    NORMAL = 0
    GHOST = 1
    HEX = 2
    RESOURCE_COST = 3
    SPELL = 4  # the card is cast as if it were a spell
    TRAP = 5  # as usual, whatever the condition


By = IntEnum("By", "YOU RANDOM OPPONENT PLAYER ZONE_OWNER", start=0)
"""Who picks."""


class Of(IntEnum):
    """Whose zone."""

    YOU = 0
    ENEMY = 1
    ANY = 2
    ALL = 3  # the zones of all players together


Who = IntEnum("Who", "YOU ENEMY ANY CHOSEN CONTROLLER BOTH", start=0)
"""Player words of programs."""

How = IntEnum("How", "DESTROY SACRIFICE SHEATHE BURY BOUNCE EXHAUST IMPRISON", start=0)
"""What a cost does with the cards."""


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


CounterTarget = IntEnum("CounterTarget", "NONE HOST VICTIM", start=0)
"""What popping a counter targets."""

Pop = IntEnum("Pop", "NEVER CHAIN AT_ONCE", start=0)
"""When a counter may be popped freely."""

Link = IntEnum("Link", "ABILITY COUNTER SUMMON ATTACK", start=0)


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

    (
        NUMBER, YOUR_MINIONS, ENEMY_MINIONS, YOUR_HAND, ENEMY_HAND, YOUR_GRANARY, ENEMY_GRANARY, YOUR_HP, ENEMY_HP, YOUR_GRAVE,
        TURN, ROLL,
        T,  # targets
        YOUR_ZOMBIE,  # 1: has or had 0 HP
    ) = range(14)  # fmt: skip


Compare = IntEnum("Compare", "LESS AT_MOST MORE AT_LEAST EQUAL", start=0)
"""Comparisons of state expressions."""


class Op(IntEnum):
    """Primitives, with the operands of their lines in brackets."""

    (
        END,  # end of a program
        NEXT,  # end of one effect text: the HP conditions are checked
        DESTROY, BOUNCE, BURY, SHEATHE, SILO, PETRIFY, EXHAUST, FATIGUE, UNEXHAUST, CONSCRIPT, DISTRACT,
        HYPNOTIZE,  # [to]
        NEGATE, NEGATE_ATTACK, DEPLOY,
        CLONE,  # [times, up_to]
        EMBODY,  # [times, up_to]
        REVEAL, SEE,
        PLACE,  # [counter, amount]
        REMOVE_COUNTERS,  # [amount]
        DOWN_LEVEL,  # [amount]
        ADD,  # [stat, amount]
        SET,  # [stat, amount]
        BATCH_ADD,  # [stat, amount]
        BATCH_SUBTRACT,  # [stat, amount, partial]
        DAMAGE,  # [amount, single]
        DAMAGE_TOTAL,  # [amount]
        ASSIGN_DICE,  # [amount, among]
        ROLL,  # [amount]
        HEAL,  # [who, amount]
        DAMAGE_PLAYER,  # [who, amount]
        DRAW,  # [who, amount]
        CHOOSE_PLAYER,  # [who]
        CRAFT,  # [amount, level]
        REROLL,  # [amount, times, scope]
        IF,  # [expression, jump]
        PREVENT_DIE, DAMAGE_ENEMY_MINION, BECOME_VICTIM, SKIP_DEFENSE, REROLL_DIE, TRAP, PREVENT_EFFECT, PREVENT_HOST, BERZERK,
        REDUCE_DAMAGE,  # [amount]
        DEAL,  # [amount]
        ISSUE,  # [counter, amount]
        IMPRISON,
        HAND_DOWN_LEVEL,  # [amount]
        DESTROY_DECK_TOP,  # [amount]
        WOUND_EACH,  # [amount: dice]
        REMOVE_COUNTERS_ANYWHERE,  # [amount: up to]
        VICTIM_TO_CONTROLLER, ATTACH,
    ) = range(58)  # fmt: skip


class Frame(IntEnum):
    """Contexts on the stack of the record."""

    (
        TURN, WINDOW, CHAIN, ACTIVATE, COSTS, SELECT, PROGRAM, BATTLE, ALLOCATE, ROLL, REACT, RESOLVE, SETUP, DEPLOY, DRAW, ORDER,
        ASSIGN, TRAPS, SUMMON, ABILITY, CRAFT, COPIES, COUNTERS, BATCH, HIT, RESOURCE, BERZERK, ISSUE, ATTACH, LOSS,
    ) = range(30)  # fmt: skip


Side = IntEnum("Side", "ATTACKING DEFENDING", start=0)
"""Of a battle."""

BattleStep = IntEnum("BattleStep", "FORMING ATTACK_FORMED DEFENSE_FORMED ROLLED ALLOCATED", start=0)
"""How far a battle has come: ``stage`` of its record."""

Responses = IntEnum("Responses", "NONE ONE EVERYONE", start=0)
"""Switch: who may respond to a link."""

EventMode = IntEnum("EventMode", "WINDOW WINDOW_OR_CHAIN QUEUE NAMED", start=0)
"""Switch: when events are answered."""

DeployedCondition = IntEnum("DeployedCondition", "IGNORED MUST_BE_MET NEVER", start=0)
"""Switch: what the written condition of a deployed spell means."""

Respond = IntEnum("Respond", "NONE SUMMON ATTACK EFFECT", start=0)
"""What an ability of the 5th Edition responds to."""

Stat = IntEnum("Stat", "SP HP", start=0)


class Criterion(IntEnum):
    """What decides an endgame, in this order (17.endgame.8 to 17.endgame.13)."""

    HIT_POINTS = 0
    LEVELS = 1  # on the battlefield
    CARDS = 2  # in the deck


ScriptError = IntEnum("ScriptError", "NO_DICE NO_INDICES TOO_LARGE", start=1)
"""What is wrong with a scenario's scripted chance."""


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
