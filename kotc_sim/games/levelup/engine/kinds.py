"""The small integers of the Level-Up engine, and the fixed limits of its record.

Each group is an ``IntEnum``; users import this module and write ``kinds.Zone.HAND``, in kernels as well: numba compiles a
member to its number. Two groups have no common type, so both ways of a condition must give members of the same one.
"""

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


Kind = IntEnum("Kind", "NONE NORMAL CONTINUOUS COUNTER EQUIP LATENT DORMANT PASSIVE", start=0)
"""Types of effects."""

Prefix = IntEnum("Prefix", "NONE EVENT ACTION IF", start=0)
"""What stands before an effect."""


class Event(IntEnum):
    """Events of `When …`, bit numbers of a card's event mask."""

    (
        PLAYED, FLIPPED, LEVELED, ATTACKS, ATTACKED, WINS, DESTROYED, DISCARDED, MILLED, TO_DECK, YOU_LEVEL, TURN_START, TURN_END,
        OPP_PLAYS, OPP_EFFECT, ALLY_DESTROYED, ENEMY_DESTROYED, DIRECT_HIT,
    ) = range(18)  # fmt: skip


Action = IntEnum("Action", "EFFECT CREATURE_EFFECT MAGIC_EFFECT ATTACK PLAY LEVEL_UP", start=0)
"""Actions of `In response to …`."""


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


REPLIES = 2 * Stance.FROM_NEXT_TURN - 1 - Stance.ACTS  # all bits of what a card can respond to


class Op(IntEnum):
    """Operations of effects."""

    (
        DRAW, LOOT, DISCARD, MILL, SEARCH, RECOVER, RECYCLE, PLAY_FROM, LEVEL_FROM, EXTRA_PLAY, DESTROY, SACRIFICE_DRAW,
        FIELD_DISCARD, TAP, UNTAP_SELF, FLIP, POINTS, POINTS_PER, BOOST, BOOST_SELF, PROTECT, HALT, ATTACK_AGAIN, USE_UNDER, NEGATE,
        NEGATE_DESTROY, REDIRECT, SELF_STAT, SELF_STAT_PER, SELF_STAT_UNDER, AURA, SHIELD_SELF, SHIELD_TEAM, IMMUNE_SELF,
        IMMUNE_TEAM, SILENCE, PLAYS_EACH_TURN, NO_HAND_LIMIT, GUARD, DIRECT, PACIFIST, LEVEL_ONTO, FREE_PLAY, EQUIP_STAT,
        EQUIP_SHIELD, EQUIP_IMMUNE, EQUIP_HALT, EQUIP_SILENCE,
    ) = range(48)  # fmt: skip


Side = IntEnum("Side", "NONE OWN ENEMY BOTH", start=0)
"""Sides of the field, and players, seen from an effect's controller: bits."""

Count = IntEnum("Count", "NONE UP_TO EXACTLY ALL", start=0)
"""How many objects an effect takes."""

Item = IntEnum("Item", "NONE EFFECT ATTACK PLAY", start=0)
"""Items of a chain."""


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


Frame = IntEnum("Frame", "TURN CHAIN PERFORM SELECT PLACE", start=0)
"""Contexts on the stack of the record."""


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

    (
        TURN, DRAW, PLAY, LEVEL_UP, FLIP, ACTIVATE, TRIGGER, ATTACK, RESOLVE, NEGATED, FIZZLE, DESTROY, DISCARD_FIELD, DISCARD_HAND,
        MILL, TO_HAND, TO_DECK, POINTS, TAP, UNTAP, COMPARE, STANDING, EQUIP, BOOST, PROTECT, HALT, AGAIN, EXTRA_PLAY, EXHAUSTED,
        COUNTERED, REDIRECT, END, USED, REDRAW, SHUFFLE, DROPPED,
    ) = range(36)  # fmt: skip


BothOut = IntEnum("BothOut", "DRAW TURN_PLAYER_WINS TURN_PLAYER_LOSES", start=0)
"""Switch simultaneous_zero: what it means that both players are out of points (levelup.ruling.2)."""

Cause = IntEnum("Cause", "ANY OPPONENT_ONLY BATTLE_ONLY", start=0)
"""Switch points_on_cause: whose deeds cost the owner of a destroyed creature points (levelup.ruling.6)."""

Tie = IntEnum("Tie", "NONE BOTH_DESTROYED DEFENDER_DESTROYED", start=0)
"""Switch battle_tie: what an attack does that is as strong as the defense (levelup.ruling.8)."""

DiscardChoice = IntEnum("DiscardChoice", "OWNER RANDOM OPPONENT", start=0)
"""Switch discard_choice: who chooses what an effect discards (levelup.ruling.52)."""


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
