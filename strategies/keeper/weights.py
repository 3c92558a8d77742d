"""The weights of the scoring heuristic.

All worths are in levels: what one level of a plain minion is worth on the battlefield. ``weights.csv`` names each weight, gives the
value of ``greedy``, and says what it means; ``aggro.py``, ``control.py`` and ``midrange.py`` say what they change. The values
were set on the training decks of ``scripts/tune_weights.py``, by its search and one at a time; its test decks judge them.
"""

import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.engine.record import MAX_ABILITIES, MAX_KINDS, MAX_OPTIONS, NOTES, ZONE_CAP
from kotc_sim.shared.result import MAX_DEFS
from kotc_sim.shared.tables import read_rows

WEIGHTS = {row["name"]: (float(row["value"]), row["meaning"]) for row in read_rows(Path(__file__).with_suffix(".csv"))}
"""name: (value, meaning)"""

NAMES = tuple(WEIGHTS)
SP, HP, BODY, ABILITY, CARD, RESOURCE, DAMAGE, OWN_HP, URGENCY, LETHAL = range(10)
CAUTION, ATTACK, BLOCK, HOLD, RESPOND, EXPENSIVE, PATIENCE, IDLE, MANA, SPEND = range(10, 20)
CRAFT_SP, TEMPO, STUN, COUNTER, HAND_BASE, HAND_SHARE, CURVE, REMOVAL, MOVING, PAUSING = range(20, 30)
HURTING, OTHERS, PLACING, SPELL, SPENT, BURN, HEAL, WAITING, GRANTED, FATIGUE = range(30, 40)
STACK, FURTHER, ACT, BLOCKER = range(40, len(NAMES))

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
