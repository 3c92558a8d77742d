"""The small integers of the Level-Up engine, and the fixed limits of its record.

Each group is an ``IntEnum``; users import this module and write ``kinds.Zone.HAND``, in kernels as well: numba compiles a
member to its number. Two groups have no common type, so both ways of a condition must give members of the same one.
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
MAX_CHOSEN = 9  # objects of one effect that are chosen on activation
MAX_PENDING = 96  # triggers that wait for their chain
MAX_FRAMES = 12
MAX_PICKS = MAX_CARDS
MAX_LOG = 256

# Places of a card that is played, besides the lowest card of a pile
NEW_SLOT = -1
ASK_PLACE = -2  # one of several: the player is asked
NOWHERE = -3

MAGIC = 0  # the type of magic cards
LAST_RANK = 7  # the highest level that `rank_bit` tells apart


class Fit(IntEnum):
    """Bit numbers of `record.KIND` fits and above that stand for no type and level, see `rank_bit`."""

    NONE = 1  # of no card
    ODD = 2  # of the cards whose place depends on their text: they are looked at one by one


class Zone(IntEnum):
    """Where a card is."""

    DECK = 0
    HAND = 1
    FIELD = 2
    GRAVE = 3
    LIMBO = 4  # a card that is being played, on the chain


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


class Prefix(IntEnum):
    """What stands before an effect."""

    NONE = 0
    EVENT = 1
    ACTION = 2
    IF = 3


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


class Action(IntEnum):
    """Actions of `In response to …`."""

    EFFECT = 0
    CREATURE_EFFECT = 1
    MAGIC_EFFECT = 2
    ATTACK = 3
    PLAY = 4
    LEVEL_UP = 5


class Dirty(IntEnum):
    """Bits of `record.GAME` dirty: what has to be computed before it is read again, see `board.refresh`."""

    EFFECTS = 1  # what standing effects do
    POSITIONS = 2  # what the cards can do as they lie


class Reach(IntEnum):
    """Bits of `record.GAME` reaches: how far standing effects reach beyond their own piles."""

    TO_PILES = 1  # they act on other creatures
    TO_MAGIC = 2  # … on other magic cards
    FROM_OTHERS = 4  # they depend on what lies on the field


class Stance(IntEnum):
    """What a card can do as it lies, besides responding to an `Action`: bits that stand above those of the actions."""

    ACTS = 64  # be used in the own turn
    ANYTHING = 128  # answer anything: Dormant effects, and turning a magic card up
    FROM_NEXT_TURN = 256  # the same, from the next turn on


REPLIES = 2 * Stance.FROM_NEXT_TURN - 1 - Stance.ACTS
"""All bits of what a card can respond to."""


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


class Side(IntEnum):
    """Sides of the field, and players, seen from an effect's controller: bits."""

    NONE = 0
    OWN = 1
    ENEMY = 2
    BOTH = 3


class Count(IntEnum):
    """How many objects an effect takes."""

    NONE = 0
    UP_TO = 1
    EXACTLY = 2
    ALL = 3


class Item(IntEnum):
    """Items of a chain."""

    NONE = 0
    EFFECT = 1
    ATTACK = 2
    PLAY = 3


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


class Trait(IntEnum):
    """Bits of `record.KIND` traits: what Passive effects make of a face-up creature, whatever else lies on the field."""

    SOLID = 1
    STILL = 2
    GUARD = 4
    DIRECT = 8
    STRONGER = 16  # more attack or defense


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


class Frame(IntEnum):
    """Contexts on the stack of the record."""

    TURN = 0
    CHAIN = 1
    PERFORM = 2
    SELECT = 3
    PLACE = 4


class Purpose(IntEnum):
    """Random streams besides the shared ones; each has a counter in the record."""

    ORDER = 0  # the order of the deck
    SEARCH = 1  # shuffles after the game has begun
    CHANCE = 2  # random discards
    TIES = 3  # ties between options, and searching strategies


class Stepwise(IntEnum):
    """How a game is played step by step, as bits of `record.GAME` stepwise."""

    ASKS = 1  # every action is asked for, even if there is only one
    HALTS = 2  # the machine stops at the end of each turn


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


class BothOut(IntEnum):
    """Switch simultaneous_zero: what it means that both players are out of points (levelup.ruling.2)."""

    DRAW = 0
    TURN_PLAYER_WINS = 1
    TURN_PLAYER_LOSES = 2


class Cause(IntEnum):
    """Switch points_on_cause: whose deeds cost the owner of a destroyed creature points (levelup.ruling.6)."""

    ANY = 0
    OPPONENT_ONLY = 1
    BATTLE_ONLY = 2


class Tie(IntEnum):
    """Switch battle_tie: what an attack does that is as strong as the defense (levelup.ruling.8)."""

    NONE = 0
    BOTH_DESTROYED = 1
    DEFENDER_DESTROYED = 2


class DiscardChoice(IntEnum):
    """Switch discard_choice: who chooses what an effect discards (levelup.ruling.52)."""

    OWNER = 0
    RANDOM = 1
    OPPONENT = 2


class Error(IntEnum):
    """What went wrong in the engine: `record.GAME` error."""

    SCORE = 1  # a strategy gave no number
    STUCK = 2  # the game does not end
    FRAMES = 3  # the stack is full
    SCRIPT = 4  # a scenario prescribes a random index that there is not
    CHOICE = 5  # there is no such option


def rank_bit(type_: int, level: int) -> int:
    """Return the number of the bit that stands for a type and level, up to `LAST_RANK`; magic cards have 0 for both."""
    return 8 * type_ + level
