"""What a frame of each kind holds: named fields, which lie over each other, as a frame is of one kind.

A field that several kinds have lies in one place. Kernels and Python see a frame so through ``stack.top`` and ``record.top_frame``.
"""

from typing import Any

import numpy as np

from kotc_sim.games.keeper.engine import kinds
from kotc_sim.shared.dice import FACES

MAX_SUBS = 6  # sub-abilities of an ability
N_SLOTS = 14  # numbers that a frame holds
FRAME = np.dtype([("kind", "i2"), ("pc", "i2"), ("slots", "i4", (N_SLOTS,))], align=True)
"""A frame as it lies in the record of a game."""

_FIELDS = {
    # done: players who have kept or changed their hand; buried: cards that the player has buried
    kinds.Frame.SETUP: "player done buried",
    # summoned: the card being summoned
    kinds.Frame.TURN: "summoned",
    # given: the card that goes to the reserves; after: the stage after the exchanges
    kinds.Frame.RESOURCE: "player placed given exchanges after",
    # first_event: of the group of events at hand, in a queue; named: links that were named
    kinds.Frame.WINDOW: "mode asked passes first_event last_event named next_named links_below pool_below",
    # option: kind of option; tried: bit mask of players; named: the link named before the chain, and 1
    kinds.Frame.CHAIN: "player option card ability event play asked passes pool tried links_below named",
    # option: kind of option; ability: or the kind of a counter; event: or -1; sub: sub-ability; spell: ``LINK.spell``
    kinds.Frame.ACTIVATE: "player option card ability event play sub link spell pool",
    # link: or -1; sub: sub-ability; born: number of pawns made before it; firsts: where in the pool the targets of each sub-ability begin
    kinds.Frame.ABILITY: "user card ability link sub pool stopped born firsts",
    # in_pool: cards that it has put into the pool: the host of a counter
    kinds.Frame.RESOLVE: "link in_pool",
    # player: who made the link
    kinds.Frame.TRAPS: "player asked passes host owner",
    # gift: the card; donated: 1: a card was given away; taken: cards that earlier costs took, which stay in the pool, below
    # those of the present cost
    kinds.Frame.COSTS: "player card line end picked chooser gift to_order donated taken",
    # first: where in the pool the targets begin; chosen: so far; wanted: or -1, open; taken_from: where in the pool begins what may not be
    # selected again
    kinds.Frame.SELECT: "selection user source first chosen zone_player wanted chooser ability code taken_from",
    # host: or -1; first: first target in the pool; count: of targets; link: or -1, or INSIDE; step: within a primitive;
    # player: whom a primitive is about; position: the target at hand; saved: bit mask of targets that a counter saved; ordered: bit mask
    # of sides whose order is to be announced
    kinds.Frame.PROGRAM: "line end user source host first count link step player ability position saved ordered",
    # victim_player: or -1; victim: minion, or -1; berzerk_host: or -1; events_outside: event base and used base of the context outside;
    # conscripted: defenders; leftover_defense: damage; left_stage: ``LeftoverStage``
    kinds.Frame.BATTLE: "attacker victim_player victim berzerk_host events_outside used_outside conscripted leftover_defense left_stage "
    "left_face left_sum left_piercing",
    kinds.Frame.ALLOCATE: "side player",
    # side: of a die under a permission; left: rolls left for it; owner: the player who has the permission; low: the roll while a counter
    # takes effect: faces 1 to 3; high: faces 4 to 6; locked: dice of each side by face, 5 bits each
    kinds.Frame.ROLL: "mode roller dice asked passes side face left owner low high locked",
    # first: first target in the pool
    kinds.Frame.REACT: "circumstance host die first count asked passes",
    # source: the player whose die it is; piercing: or -1
    kinds.Frame.HIT: "minion die source piercing stamp",
    # battle: or -1 for targets in the pool
    kinds.Frame.ORDER: "battle side player first count position",
    # card: being deployed; done: bit mask of targets
    kinds.Frame.DEPLOY: "user first count source card ability done",
    kinds.Frame.COPIES: "user first count source embody times up_to position left",
    kinds.Frame.CRAFT: "user first count level source",
    kinds.Frame.COUNTERS: "user first count up_to source position removed",
    # change: ``BatchKind``
    kinds.Frame.BATCH: "user first count source change stat total partial position left",
    # among: ``AssignTo``; dice_left: by face
    kinds.Frame.ASSIGN: "user first count dice among source dice_left",
    kinds.Frame.DRAW: "player left",
    kinds.Frame.ATTACH: "user first count source position",
    kinds.Frame.LOSS: "card",
    kinds.Frame.ISSUE: "user first count ability left source code position",
}
FRAME_FIELDS = {kind: tuple(fields.split()) for kind, fields in _FIELDS.items()}
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
