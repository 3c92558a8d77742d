"""What a frame of each kind holds: named fields (``frames.csv``), which lie over each other, as a frame is of one kind.

A field that several kinds have lies in one place. Kernels and Python see a frame so through ``stack.top`` and ``record.top_frame``.
"""

from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.games.keeper.engine import kinds
from kotc_sim.shared.dice import FACES
from kotc_sim.shared.tables import read_rows

MAX_SUBS = 6  # sub-abilities of an ability
N_SLOTS = 14  # numbers that a frame holds
FRAME = np.dtype([("kind", "i2"), ("pc", "i2"), ("slots", "i4", (N_SLOTS,))], align=True)
"""A frame as it lies in the record of a game."""

FRAME_FIELDS = {kinds.Frame[row["frame"]]: tuple(row["fields"].split()) for row in read_rows(Path(__file__).with_name("frames.csv"))}
"""By kind of frame, the variables of its handler. Those that a push does not name begin with 0."""
LENGTHS = {"firsts": MAX_SUBS, "locked": 2, "dice_left": FACES}  # of the fields that are lists


def _place_fields() -> dict[str, int]:
    """Return the first slot of each field: the fields of a kind lie apart."""
    kinds_with = {
        name: [kind for kind, fields in FRAME_FIELDS.items() if name in fields] for fields in FRAME_FIELDS.values() for name in fields
    }
    taken: dict[kinds.Frame, set[int]] = {kind: set() for kind in FRAME_FIELDS}
    found = {}
    for name in sorted(kinds_with, key=lambda name: (-LENGTHS.get(name, 1), -len(kinds_with[name]))):  # the hardest to place come first
        length = LENGTHS.get(name, 1)
        in_use = set().union(*(taken[kind] for kind in kinds_with[name]))
        found[name] = next(slot for slot in range(N_SLOTS - length + 1) if in_use.isdisjoint(range(slot, slot + length)))
        for kind in kinds_with[name]:
            taken[kind].update(range(found[name], found[name] + length))
    return found


def _named_frame() -> np.dtype[Any]:
    """Return a frame whose slots are seen as fields."""
    first = _place_fields()
    start = FRAME.itemsize - 4 * N_SLOTS
    formats = [("i4", (LENGTHS[name],)) if name in LENGTHS else "i4" for name in first]
    return np.dtype(
        {
            "names": ["kind", "pc", "slots", *first],
            "formats": [FRAME["kind"], FRAME["pc"], FRAME["slots"], *formats],
            "offsets": [0, 2, start, *(start + 4 * slot for slot in first.values())],
            "itemsize": FRAME.itemsize,
        },
        align=True,
    )


NAMED_FRAME = _named_frame()  # a frame with its named fields, of all kinds
