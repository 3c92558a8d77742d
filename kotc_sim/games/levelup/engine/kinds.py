"""The small integers of the Level-Up engine, and the fixed limits of its record.

Each group is an ``IntEnum`` for Python readers; kernels read the plain integers below it.
"""

from __future__ import annotations

from enum import IntEnum

# Limits of the record. A match that exceeds one is refused when it is built.
MAX_DECK = 100  # cards of one player
MAX_CARDS = 2 * MAX_DECK
MAX_KINDS = MAX_CARDS  # different cards of a match
MAX_EFFECTS = 3 * MAX_KINDS  # two a card, and further steps
MAX_SLOTS = 8  # piles, and magic cards, of one player
MAX_FIELD = 4 * MAX_SLOTS
MAX_OPTIONS = 2 * MAX_DECK + MAX_SLOTS * (MAX_SLOTS + 1) + 8  # two a card, attacks, and the rest
MAX_CHAIN = 32
MAX_PENDING = 96  # triggers that wait for their chain
MAX_FRAMES = 12
MAX_PICKS = MAX_CARDS
MAX_LOG = 256

NEW_SLOT = -1
ASK_PLACE = -2
NO_BIT, ODD_BIT, LAST_RANK = 1, 2, 7  # of `record.KIND` fits, see rank_bit: of no card; of those that are looked at in any case
CHOOSE_STEP = 6  # of a chain whose items choose their objects on activation


class Zone(IntEnum):
    """Where a card is."""

    DECK = 0
    HAND = 1
    FIELD = 2
    GRAVE = 3
    LIMBO = 4  # a card that is being played, on the chain


Z_DECK, Z_HAND, Z_FIELD, Z_GRAVE, Z_LIMBO = map(int, Zone)


class Kind(IntEnum):
    """Types of effects."""

    NONE = 0
    NORMAL = 1
    CONTINUOUS = 2
    COUNTER = 3
    EQUIP = 4
    LATENT = 5
    DORMANT = 6
    PASSIVE = 7


K_NONE, K_NORMAL, K_CONTINUOUS, K_COUNTER, K_EQUIP, K_LATENT, K_DORMANT, K_PASSIVE = map(int, Kind)


class Prefix(IntEnum):
    """What stands before an effect."""

    NONE = 0
    EVENT = 1
    ACTION = 2
    IF = 3


P_NONE, P_EVENT, P_ACTION, P_IF = map(int, Prefix)


class Event(IntEnum):
    """Events of `When …`, bit numbers of a card's event mask."""

    PLAYED = 0
    FLIPPED = 1
    LEVELED = 2
    ATTACKS = 3
    ATTACKED = 4
    WINS = 5
    DESTROYED = 6
    DISCARDED = 7
    MILLED = 8
    TO_DECK = 9
    YOU_LEVEL = 10
    TURN_START = 11
    TURN_END = 12
    OPP_PLAYS = 13
    OPP_EFFECT = 14
    ALLY_DESTROYED = 15
    ENEMY_DESTROYED = 16
    DIRECT_HIT = 17


(
    E_PLAYED,
    E_FLIPPED,
    E_LEVELED,
    E_ATTACKS,
    E_ATTACKED,
    E_WINS,
    E_DESTROYED,
    E_DISCARDED,
    E_MILLED,
    E_TO_DECK,
    E_YOU_LEVEL,
    E_TURN_START,
    E_TURN_END,
    E_OPP_PLAYS,
    E_OPP_EFFECT,
    E_ALLY_DESTROYED,
    E_ENEMY_DESTROYED,
    E_DIRECT_HIT,
) = map(int, Event)


class Action(IntEnum):
    """Actions of `In response to …`."""

    EFFECT = 0
    CREATURE_EFFECT = 1
    MAGIC_EFFECT = 2
    ATTACK = 3
    PLAY = 4
    LEVEL_UP = 5


R_EFFECT, R_CREATURE_EFFECT, R_MAGIC_EFFECT, R_ATTACK, R_PLAY, R_LEVEL_UP = map(int, Action)
EFFECTS, POSITIONS = 1, 2
"""Bits of `record.GAME` dirty: what standing effects do has to be computed anew, and what the cards can do as they lie."""
TO_PILES, TO_MAGIC, FROM_OTHERS = 1, 2, 4
"""Bits of `record.GAME` reaches: standing effects act on other creatures, on other magic cards, depend on what lies on the field."""
ACTS, ANYTHING, FROM_NEXT_TURN = (1 << len(Action) + i for i in range(3))
"""Further bits of what a card can do as it lies: be used in the own turn; answer anything (Dormant effects, and turning a magic card
up), at once or from the next turn on."""
REPLIES = 2 * FROM_NEXT_TURN - 1 - ACTS


class Op(IntEnum):
    """Operations of effects."""

    DRAW = 0
    LOOT = 1
    DISCARD = 2
    MILL = 3
    SEARCH = 4
    RECOVER = 5
    RECYCLE = 6
    PLAY_FROM = 7
    LEVEL_FROM = 8
    EXTRA_PLAY = 9
    DESTROY = 10
    SACRIFICE_DRAW = 11
    FIELD_DISCARD = 12
    TAP = 13
    UNTAP_SELF = 14
    FLIP = 15
    POINTS = 16
    POINTS_PER = 17
    BOOST = 18
    BOOST_SELF = 19
    PROTECT = 20
    HALT = 21
    ATTACK_AGAIN = 22
    USE_UNDER = 23
    NEGATE = 24
    NEGATE_DESTROY = 25
    REDIRECT = 26
    SELF_STAT = 27
    SELF_STAT_PER = 28
    SELF_STAT_UNDER = 29
    AURA = 30
    SHIELD_SELF = 31
    SHIELD_TEAM = 32
    IMMUNE_SELF = 33
    IMMUNE_TEAM = 34
    SILENCE = 35
    PLAYS_EACH_TURN = 36
    NO_HAND_LIMIT = 37
    GUARD = 38
    DIRECT = 39
    PACIFIST = 40
    LEVEL_ONTO = 41
    FREE_PLAY = 42
    EQUIP_STAT = 43
    EQUIP_SHIELD = 44
    EQUIP_IMMUNE = 45
    EQUIP_HALT = 46
    EQUIP_SILENCE = 47


(
    OP_DRAW,
    OP_LOOT,
    OP_DISCARD,
    OP_MILL,
    OP_SEARCH,
    OP_RECOVER,
    OP_RECYCLE,
    OP_PLAY_FROM,
    OP_LEVEL_FROM,
    OP_EXTRA_PLAY,
    OP_DESTROY,
    OP_SACRIFICE_DRAW,
    OP_FIELD_DISCARD,
    OP_TAP,
    OP_UNTAP_SELF,
    OP_FLIP,
    OP_POINTS,
    OP_POINTS_PER,
    OP_BOOST,
    OP_BOOST_SELF,
    OP_PROTECT,
    OP_HALT,
    OP_ATTACK_AGAIN,
    OP_USE_UNDER,
    OP_NEGATE,
    OP_NEGATE_DESTROY,
    OP_REDIRECT,
    OP_SELF_STAT,
    OP_SELF_STAT_PER,
    OP_SELF_STAT_UNDER,
    OP_AURA,
    OP_SHIELD_SELF,
    OP_SHIELD_TEAM,
    OP_IMMUNE_SELF,
    OP_IMMUNE_TEAM,
    OP_SILENCE,
    OP_PLAYS_EACH_TURN,
    OP_NO_HAND_LIMIT,
    OP_GUARD,
    OP_DIRECT,
    OP_PACIFIST,
    OP_LEVEL_ONTO,
    OP_FREE_PLAY,
    OP_EQUIP_STAT,
    OP_EQUIP_SHIELD,
    OP_EQUIP_IMMUNE,
    OP_EQUIP_HALT,
    OP_EQUIP_SILENCE,
) = map(int, Op)


class Side(IntEnum):
    """Sides of the field, and players, seen from an effect's controller: bits."""

    NONE = 0
    OWN = 1
    ENEMY = 2
    BOTH = 3


S_NONE, S_OWN, S_ENEMY, S_BOTH = map(int, Side)


class Count(IntEnum):
    """How many objects an effect takes."""

    NONE = 0
    UP_TO = 1
    EXACTLY = 2
    ALL = 3


C_NONE, C_UP_TO, C_EXACTLY, C_ALL = map(int, Count)


class Item(IntEnum):
    """Items of a chain."""

    NONE = 0
    EFFECT = 1
    ATTACK = 2
    PLAY = 3


I_NONE, I_EFFECT, I_ATTACK, I_PLAY = map(int, Item)


class Ask(IntEnum):
    """Kinds of decisions."""

    NONE = 0
    MULLIGAN = 1  # KEEP or REDRAW
    MAIN = 2  # PLAY, FLIP, ACTIVATE or END_PHASE
    PLACE = 3  # PLACE: where the card goes
    BATTLE = 4  # ATTACK, FLIP, ACTIVATE or END_PHASE
    RESPOND = 5  # ACTIVATE, FLIP or PASS
    CHOOSE = 6  # CARD on the field, or STOP
    PICK = 7  # CARD of a hand, deck or discard pile, or STOP
    DISCARD = 8  # CARD of a hand
    UNDER = 9  # ACTIVATE: an effect of a covered card


(
    A_NONE,
    A_MULLIGAN,
    A_MAIN,
    A_PLACE,
    A_BATTLE,
    A_RESPOND,
    A_CHOOSE,
    A_PICK,
    A_DISCARD,
    A_UNDER,
) = map(int, Ask)


class Trait(IntEnum):
    """Bits of `record.KIND` traits: what Passive effects make of a face-up creature, whatever else lies on the field."""

    SOLID = 1
    STILL = 2
    GUARD = 4
    DIRECT = 8
    STRONGER = 16  # more attack or defense


TR_SOLID, TR_STILL, TR_GUARD, TR_DIRECT, TR_STRONGER = map(int, Trait)


class Opt(IntEnum):
    """Kinds of options."""

    PASS = 0  # also: stop choosing
    END_PHASE = 1
    KEEP = 2
    REDRAW = 3
    PLAY = 4  # card; target: the pile's lowest card, NEW_SLOT or ASK_PLACE; amount: 1 face-down
    FLIP = 5  # card
    ACTIVATE = 6  # card; amount: effect; target: chain item answered, or -1
    ATTACK = 7  # card; target: a creature or -1; amount: the attacking pile, and 1 + the attacked one, or 0, << 8
    CARD = 8  # card
    PLACE = 9  # card; target


(
    O_PASS,
    O_END_PHASE,
    O_KEEP,
    O_REDRAW,
    O_PLAY,
    O_FLIP,
    O_ACTIVATE,
    O_ATTACK,
    O_CARD,
    O_PLACE,
) = map(int, Opt)


class Frame(IntEnum):
    """Contexts on the stack of the record."""

    TURN = 0
    CHAIN = 1
    PERFORM = 2
    SELECT = 3
    PLACE = 4


F_TURN, F_CHAIN, F_PERFORM, F_SELECT, F_PLACE = map(int, Frame)


class Purpose(IntEnum):
    """Random streams besides the shared ones; each has a counter in the record."""

    ORDER = 0  # the order of the deck
    SEARCH = 1  # shuffles after the game has begun
    CHANCE = 2  # random discards
    TIES = 3  # ties between options, and searching strategies


RNG_ORDER, RNG_SEARCH, RNG_CHANCE, RNG_TIES = map(int, Purpose)


class Log(IntEnum):
    """Entries of the game's log, written only when it is switched on."""

    TURN = 0
    DRAW = 1
    PLAY = 2
    LEVEL_UP = 3
    FLIP = 4
    ACTIVATE = 5
    TRIGGER = 6
    ATTACK = 7
    RESOLVE = 8
    NEGATED = 9
    FIZZLE = 10
    DESTROY = 11
    DISCARD_FIELD = 12
    DISCARD_HAND = 13
    MILL = 14
    TO_HAND = 15
    TO_DECK = 16
    POINTS = 17
    TAP = 18
    UNTAP = 19
    COMPARE = 20
    STANDING = 21
    EQUIP = 22
    BOOST = 23
    PROTECT = 24
    HALT = 25
    AGAIN = 26
    EXTRA_PLAY = 27
    EXHAUSTED = 28
    COUNTERED = 29
    REDIRECT = 30
    END = 31
    USED = 32
    REDRAW = 33
    SHUFFLE = 34
    DROPPED = 35


(
    G_TURN,
    G_DRAW,
    G_PLAY,
    G_LEVEL_UP,
    G_FLIP,
    G_ACTIVATE,
    G_TRIGGER,
    G_ATTACK,
    G_RESOLVE,
    G_NEGATED,
    G_FIZZLE,
    G_DESTROY,
    G_DISCARD_FIELD,
    G_DISCARD_HAND,
    G_MILL,
    G_TO_HAND,
    G_TO_DECK,
    G_POINTS,
    G_TAP,
    G_UNTAP,
    G_COMPARE,
    G_STANDING,
    G_EQUIP,
    G_BOOST,
    G_PROTECT,
    G_HALT,
    G_AGAIN,
    G_EXTRA_PLAY,
    G_EXHAUSTED,
    G_COUNTERED,
    G_REDIRECT,
    G_END,
    G_USED,
    G_REDRAW,
    G_SHUFFLE,
    G_DROPPED,
) = map(int, Log)


def rank_bit(type_: int, level: int) -> int:
    """Return the number of the bit that stands for a type and level, up to `LAST_RANK`; magic cards have 0 for both."""
    return 8 * type_ + level
