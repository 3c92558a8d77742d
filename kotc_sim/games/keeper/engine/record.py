"""The record that holds one game, and the record that holds what is fixed for a match; ``record.csv`` lists their fields.

``GAME`` is everything that changes in a game: zones, counters, the stack of frames, the chain, pending events, battles, random
streams, the pending decision and statistics. Copying a game is copying the record. ``MATCH`` is what does not change: the rule
switches of the edition, card definitions and their programs, deck lists. All limits are constants here; decks are checked
against them when a match is compiled, and a list that is full ends the game and raises a flag in the result, never a silent cut.
"""

from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.compiler.types import from_dtype
from kotc_sim.games.keeper.engine.fields import FRAME, MAX_SUBS, NAMED_FRAME
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import field_names
from kotc_sim.shared.dice import FACES
from kotc_sim.shared.records import read_records
from kotc_sim.shared.result import MAX_DEFS, MAX_PLAYERS

MAX_CARDS = 640  # cards of all players (8 x 65) and pawns
ZONE_CAP = 72  # cards in one zone: more than a player owns; a battlefield full of pawns can meet it
MAX_COUNTERS = 256  # stacks of equal counters (minion, kind, owner)
MAX_KINDS = 24  # kinds of counters
MAX_LINKS = 1008  # links of one chain: the cap of a turn (17.ruling.21) and some room
MAX_FRAMES = 64
BOTTOM = 0  # the frame below all others: the turn or the setup
MAX_OPTIONS = 1024  # a die of each face with each enemy minion
NOTES = 79000  # room behind the scores of the options, for what strategies note between decisions
SCORES = MAX_OPTIONS + NOTES  # numbers in the list that strategies write into
MAX_EVENTS = 2200
MAX_USED = 1100
MAX_BATTLES = 8  # battles inside battles (Berzerk)
MAX_POOL = 4096  # selected targets of all links
MAX_BERZERK = 24  # Berzerk attacks that wait for the end of a chain
MAX_LOSSES = 64
MAX_TRAPPED = 32  # Trap Counters popped in one chain
MAX_RETURNS = 64  # hypnotize effects to be undone
MAX_LOG = 384
LOG_HIGH = 192  # advance returns to let the log be read
MAX_SCRIPT = 384  # scripted dice, scripted random picks

MAX_ABILITIES = 400
MAX_CODE = 4000
MAX_SELECTS = 500
MAX_EXPRESSIONS = 100
MAX_DECK = 66
MAX_LEVEL = 4000
"""Of a card: the squares of a deck's levels are added up in 32 bits."""
N_HANDLERS = 32
N_SERVICES = 4
N_EVENTS = 9  # kinds of events
LAST_BIT = 62  # last bit of a mask of definitions: it stands for all definitions from there on


_KNOWN = {**globals(), "FRAME": FRAME, "MAX_SUBS": MAX_SUBS, "FACES": FACES, "MAX_DEFS": MAX_DEFS, "MAX_PLAYERS": MAX_PLAYERS}
RECORDS = read_records(Path(__file__).with_suffix(".csv"), _KNOWN, field_names(SWITCHES.values()))
"""By name, as the table beside this module lists them."""
GAME, MATCH, CARD, PLAYER, DEFINITION = (RECORDS[name] for name in ("GAME", "MATCH", "CARD", "PLAYER", "DEFINITION"))

GameType = from_dtype(GAME)
MatchType = from_dtype(MATCH)
FrameType = from_dtype(NAMED_FRAME)
OptionType = from_dtype(GAME["options"].base)
LineType = from_dtype(MATCH["code"].base)
SelectType = from_dtype(MATCH["selects"].base)


def new_game() -> Any:
    """Return a zeroed game record (a one-element structured array's only element)."""
    return np.zeros(1, GAME).view(np.recarray)[0]


def top_frame(g: Any) -> Any:
    """Return the frame on top of a game's stack, its fields by name, to Python (kernels: ``stack.top``)."""
    return g.frames[g.depth - 1].view(np.dtype((np.record, NAMED_FRAME)))


def new_scores() -> Any:
    """Return the float64 array that strategies write into: ``MAX_OPTIONS`` scores, then ``NOTES`` of their own."""
    return np.zeros(SCORES)


def new_match() -> Any:
    """Return a zeroed match record."""
    return np.zeros(1, MATCH).view(np.recarray)[0]


def copy_match(match: Any) -> Any:
    """Return a copy of a match record, bytes and all: NumPy's own copies field by field, ten times as slowly."""
    return np.frombuffer(bytearray(match.tobytes()), MATCH).view(np.recarray)[0]
