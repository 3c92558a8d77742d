"""The weights of the scoring heuristic.

All worths are in levels: what one level of a plain minion is worth on the battlefield. ``WEIGHTS`` names each weight, gives the
value of ``greedy``, and says what it means; ``aggro.py``, ``control.py`` and ``midrange.py`` say what they change. The values
were set on the training decks of ``scripts/tune_weights.py``, by its search and one at a time; its test decks judge them.
"""

import zlib

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.engine.record import MAX_ABILITIES, MAX_KINDS, MAX_OPTIONS, NOTES, ZONE_CAP
from kotc_sim.shared.result import MAX_DEFS

WEIGHTS: dict[str, tuple[float, str]] = {
    "sp": (1.15, "worth of one SP of a minion"),
    "hp": (0.4, "worth of one HP of a minion"),
    "body": (0.3, "worth of a minion besides its SP and HP"),
    "ability": (0.7, "worth of a minion's abilities, as a share of the worth of their effects"),
    "card": (1.3, "worth of a card in hand"),
    "resource": (1.4, "worth of a resource"),
    "damage": (0.12, "worth of one point of damage to an enemy at full health"),
    "own_hp": (0.12, "worth of one own hit point at full health"),
    "urgency": (14.0, "how much faster hit points grow in worth as they run out"),
    "lethal": (20.0, "worth of a win (or the cost of a loss) in view"),
    "caution": (0.7, "weight of the enemy's best answer to an attack, against the mean answer"),
    "attack": (0.1, "expected worth that an attack must gain"),
    "block": (0.0, "expected worth that a block must gain"),
    "hold": (0.55, "share of a spell's usual worth that it must have now to be cast"),
    "respond": (0.5, "share of an ability's usual worth that it must have as an answer"),
    "expensive": (5.2, "level from which a card is buried in the mulligan"),
    "patience": (0.85, "plans of sowing: worth of a card played a turn later, as a share"),
    "idle": (0.2, "plans of sowing: worth of a card that is not played, as a share"),
    "mana": (0.5, "worth of what a resource spent on one card could have paid for otherwise, when cards are compared"),
    "spend": (0.15, "cost of exhausting a resource, in levels"),
    "craft_sp": (0.5, "share of SP in the level of a crafted pawn"),
    "tempo": (0.55, "worth of sending a minion back to hand, as a share of its worth"),
    "stun": (0.35, "worth of exhausting a minion, as a share of its worth"),
    "counter": (0.8, "worth of a counter"),
    "hand_base": (0.55, "evaluation: share of a card's worth in hand, whatever the card"),
    "hand_share": (0.18, "evaluation: worth in hand of each level that the card would be worth in play"),
    "curve": (0.055, "evaluation: how fast resources fall in worth"),
    "removal": (1.0, "usual worth of destroying, burying, sheathing and petrifying, as a share of that of greedy"),
    "moving": (1.0, "the same of bouncing and of sending to the granary"),
    "pausing": (1.0, "the same of exhausting, fatiguing and the like"),
    "hurting": (1.0, "the same of damage to minions"),
    "others": (1.0, "the same of all other effects on cards"),
    "placing": (0.8, "usual worth of placing a counter"),
    "spell": (1.0, "worth of a spell in hand, as a share of the usual worth of its effects"),
    "spent": (0.0, "worth of a card in hand that a spell takes: it could be kept, or be a resource"),
    "burn": (1.0, "worth of damage that effects do to players, as a share of that of battles"),
    "heal": (1.0, "worth of hit points that effects give, as a share of that of hit points lost"),
    "waiting": (0.0, "how much less hit points by effects are worth for each ten that the player has: such effects wait until they matter"),
    "granted": (0.0, "how much it counts at most against an effect that a minion of an enemy is worth less than the resource it becomes"),
    "fatigue": (1.2, "worth of fatiguing a minion, as a share of that of exhausting it"),
    "stack": (0.6, "worth of each further counter, as a share of the first"),
    "further": (1.0, "worth of each further target or counter in an ability's usual worth, as a share of the first"),
    "act": (0.35, "cost of exhausting a minion for its ability, for each SP"),
}
"""name: (value, meaning)"""

NAMES = tuple(WEIGHTS)
SP, HP, BODY, ABILITY, CARD, RESOURCE, DAMAGE, OWN_HP, URGENCY, LETHAL = range(10)
CAUTION, ATTACK, BLOCK, HOLD, RESPOND, EXPENSIVE, PATIENCE, IDLE, MANA, SPEND = range(10, 20)
CRAFT_SP, TEMPO, STUN, COUNTER, HAND_BASE, HAND_SHARE, CURVE, REMOVAL, MOVING, PAUSING = range(20, 30)
HURTING, OTHERS, PLACING, SPELL, SPENT, BURN, HEAL, WAITING, GRANTED, FATIGUE = range(30, 40)
STACK, FURTHER, ACT = range(40, len(NAMES))

# what follows the weights in the array that scoring functions get (``table.table_of``); targets and lines are for the moment
CHECKSUM = len(NAMES)
CARDS = CHECKSUM + 1
LASTING = CARDS + MAX_DEFS
ABILITIES = LASTING + MAX_DEFS
NOMINAL = ABILITIES + MAX_DEFS
HP_SHARE = NOMINAL + MAX_ABILITIES
HARMFUL = HP_SHARE + 1
MATCH = HARMFUL + MAX_KINDS
SALT = MATCH + 1
LOGS = SALT + 1
MOST_LOGS = 64
"""Logarithms of hit points (`evaluate.side_worth`) are kept for less than so many."""
KEYS = LOGS + MOST_LOGS
TARGETS = KEYS + MAX_DEFS
MOST_TARGETS = 256
"""So many candidates of a selection are looked at: their worths, behind them their cards."""
LINE = TARGETS + 2 * MOST_TARGETS
PLACE = 4
SIZE = LINE + (2 * ZONE_CAP + 1) * PLACE
"""A line of battle has so many numbers for each minion (`fight.write_line`)."""

# what lies behind the scores of the options
SLOTS = 4  # tables that are kept at a time: one for each set of weights that plays a match
TABLES = MAX_OPTIONS
NEXT_SLOT = TABLES + SLOTS * SIZE
PLANS = NEXT_SLOT + 1
HANDS = 16
"""So many hands are kept with what was planned for them (``sowing.planned``), as a power of two: those of all matches and weights."""
LATEST = PLANS + (1 << HANDS)
"""Number of the table by which a strategy has scored that has not the first one (``table.score_weighted``)."""
assert LATEST < MAX_OPTIONS + NOTES, "tables and plans need room behind the scores"


def weights_of(**changes: float) -> NDArray[np.float64]:
    """Return the weights of greedy, with changes by name, as an array in the order of ``NAMES``, and a checksum of them.

    Raises `KotcError` if there is no weight of a name.
    """
    values = {name: value for name, (value, _) in WEIGHTS.items()}
    for name, value in changes.items():
        if name not in values:
            raise KotcError(f"there is no weight {name!r}", fix=f"Known: {', '.join(NAMES)}")
        values[name] = value
    array = np.array([values[name] for name in NAMES], dtype=np.float64)
    return np.append(array, float(zlib.crc32(array.tobytes())))
