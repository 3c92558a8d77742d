"""The match (both decks and the rules) and the game of Level-Up, each one NumPy structured record, of the fields in ``record.csv``.

A game is one flat record without Python objects: copying it is a memory copy, and every decision can be
resumed from a copy. The match is a part of it, so that a strategy sees the cards' texts as well.
"""

from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.compiler import bits, helper, kernel
from kotc_sim.compiler.types import INTERPRETED, from_dtype, int64, uint64, void
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.switches import PARAMETERS, SWITCHES
from kotc_sim.games.switches import field_names
from kotc_sim.shared.records import read_records

RULES = np.dtype([(name, "i2") for name in field_names((*PARAMETERS, *SWITCHES))])
"""Parameters and switches; `switches` says what their numbers mean."""


_KNOWN = {**vars(kinds), "RULES": RULES, "PURPOSES": len(kinds.Purpose), "STANDING": 2 * kinds.MAX_CARDS}
RECORDS = read_records(Path(__file__).with_suffix(".csv"), _KNOWN)
"""By name, as the table beside this module lists them."""
GAME, MATCH, KIND, EFFECT, FILTER, SIDE = (RECORDS[name] for name in ("GAME", "MATCH", "KIND", "EFFECT", "FILTER", "SIDE"))


def _place(name: str) -> tuple[int, int]:
    """Return where a list of the record begins, and the size of an entry, in bytes."""
    place: Any = GAME.fields
    kind, offset = place[name][:2]
    return int(offset), int(kind.base.itemsize)


_IN_MATCH: Any = MATCH.fields
CARDS, CARD_SIZE = _place("card")
CHAIN, LINK_SIZE = _place("chain")
FRAMES, _ = _place("frames")
CANDS, CAND_SIZE = _place("cands")
PICKS, _ = _place("picks")
PENDINGS, PENDING_SIZE = _place("pending")
PLACES, _ = _place("places")
OPTIONS, OPTION_SIZE = _place("options")
TEXTS, _ = _place("m")
KINDS, KIND_SIZE = TEXTS + int(_IN_MATCH["kinds"][1]), KIND.itemsize
EFFECTS, EFFECT_SIZE = TEXTS + int(_IN_MATCH["effects"][1]), EFFECT.itemsize

Game = from_dtype(GAME)
Match = from_dtype(MATCH)
Filter = from_dtype(FILTER)
Side = from_dtype(SIDE)
I64, U64, VOID = int64, uint64, void


def outer(signature: Any) -> Any:
    """Compile a kernel with machine code of its own, short as the lists are short, in the cache.

    It is for what Python calls and what is called by address. What a kernel calls shall be inner or leaf: machine code of its
    own lies on pages of its own, and the beginnings of a hundred pages drive each other out of the processor's cache.
    """
    return kernel(signature, short=True)


def inner(signature: Any) -> Any:
    """Compile a helper as a part of each kernel that calls it."""
    return helper(signature, forceinline=False)  # said, as numba hands the option of a leaf down to all that it calls


def rare(signature: Any) -> Any:
    """Compile a helper that is seldom called: away from the code of its callers, which take the call for unlikely."""
    return helper(signature, forceinline=False, rare=True)


def leaf(signature: Any) -> Any:
    """Compile a small helper into its callers."""
    return helper(signature, forceinline=True)


def new_array(dtype: np.dtype[Any]) -> Any:
    """Return one zeroed record in an array that kernels take, compiled or not."""
    array = np.zeros(1, dtype)
    return array.view(np.recarray) if INTERPRETED else array


def new_game(match: Any) -> Any:
    """Return an array that holds one game of the match, not yet set up."""
    array = new_array(GAME)
    array["m"][0] = match[0]
    return array


if INTERPRETED:

    def copy_state(to: Any, of: Any) -> None:
        """Copy a game over another one of the same match; see below."""
        names = GAME.names or ()
        for name in names[: names.index("immune")]:
            to[name] = of[name]

    def copy_match(to: Any, of: Any) -> None:
        """Give a game the match of another one."""
        to["m"] = of["m"]

    def fill_option(option: Any, card: int, target: int, amount: int, kind: int) -> None:
        """Write an option."""
        option.card, option.target, option.amount, option.kind = card, target, amount, kind

else:

    @leaf(VOID(Game, Game))
    def copy_state(to, of):
        """Copy a game over another one of the same match, where `board.refresh` has still to be done.

        The match, two thirds of the record, is not copied, nor are the log, the lists that are computed again, and what is not in use
        of the long lists: a quarter of the record, as a rule.
        """
        bits.copy_bytes(to, 0, of, 0, CARDS + of.n_cards[0] * CARD_SIZE)
        second = CARDS + kinds.MAX_DECK * CARD_SIZE
        bits.copy_bytes(to, second, of, second, of.n_cards[1] * CARD_SIZE)
        bits.copy_bytes(to, FRAMES, of, FRAMES, CANDS - FRAMES)
        bits.copy_bytes(to, PICKS, of, PICKS, PENDINGS - PICKS)
        bits.copy_bytes(to, PLACES, of, PLACES, OPTIONS - PLACES + of.n_options * OPTION_SIZE)
        if of.n_chain != 0:
            bits.copy_bytes(to, CHAIN, of, CHAIN, of.n_chain * LINK_SIZE)
        if of.n_cands != 0:
            bits.copy_bytes(to, CANDS, of, CANDS, of.n_cands * CAND_SIZE)
        if of.n_pending != 0:
            bits.copy_bytes(to, PENDINGS, of, PENDINGS, of.n_pending * PENDING_SIZE)

    @leaf(VOID(Game, Game))
    def copy_match(to, of):
        """Give a game the match of another one: the cards and effects that there are."""
        bits.copy_bytes(to, TEXTS, of, TEXTS, KINDS - TEXTS + of.m.n_kinds * KIND_SIZE)
        bits.copy_bytes(to, EFFECTS, of, EFFECTS, of.m.n_effects * EFFECT_SIZE)

    fill_option = bits.fill_halves


def fields(array: Any, index: int = 0) -> Any:
    """Return record ``index`` of an array such that Python reads and writes its fields as attributes."""
    return array.view(np.recarray)[index]
