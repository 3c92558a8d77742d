"""The match (both decks and the rules) and the game of Level-Up, each one NumPy structured record.

A game is one flat record without Python objects: copying it is a memory copy, and every decision can be
resumed from a copy. The match is a part of it, so that a strategy sees the cards' texts as well.
"""

from typing import Any

import numpy as np

from kotc_sim.compiler import bits, helper, kernel
from kotc_sim.compiler.types import INTERPRETED, from_dtype, int64, uint64, void
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.switches import PARAMETERS, SWITCHES
from kotc_sim.games.switches import field_names, of_type

FILTER = np.dtype([("subtypes", "i8"), ("types", "i2"), ("low", "i2"), ("high", "i2"), ("narrow", "i2")])
"""A card filter: which types and subtypes fit, as bits, and from which level to which; ``narrow`` if it tells creatures apart."""

EFFECT = np.dtype(
    [
        ("kind", "i2"),  # Kind
        ("op", "i2"),  # Op
        ("prefix", "i2"),  # Prefix
        ("when", "i2"),  # Event or Action
        ("if_side", "i2"),  # Side
        ("if_n", "i2"),
        ("if_filter", FILTER),
        ("who", "i2"),  # Side
        ("n", "i2"),
        ("m", "i2"),
        ("count", "i2"),  # Count
        ("count_n", "i2"),
        ("filter", FILTER),
        ("source", FILTER),
        ("side", "i2"),  # Side
        ("zone", "i2"),  # Zone
        *of_type("i2", "attack defense face_up tap gain"),
        ("standing", "i2"),  # acts as long as it is active
        ("demands", "i2"),  # has a condition, a cost or an "exactly": see legal.possible
        ("position", "i2"),  # 0 or 1 on its card
        ("then", "i2"),  # the next step, or -1
    ]
)
"""One effect, or one step of an effect that has several."""

KIND = np.dtype(
    [
        ("type", "i1"),  # MAGIC, then from 1 on in the order of the edition
        ("subtype", "i1"),
        ("level", "i1"),
        ("free_play", "i1"),
        ("attack", "i2"),
        ("defense", "i2"),
        ("more_attack", "i2"),  # what its Passive effects always add
        ("more_defense", "i2"),
        ("onto", "i1"),  # can level up creatures that do not fit otherwise
        ("fits", "i1"),  # kinds.rank_bit of its type and level, or Fit.ODD if a text of its own says where it can be played
        ("above", "i1"),  # `fits` of what can be placed on it, or Fit.NONE
        # bits of its effects, by position
        ("activates", "i1"),  # Normal, Continuous, Equip or Dormant
        ("responds", "i1"),  # Counter or Dormant
        ("dormant", "i1"),
        ("lasting", "i1"),  # standing effects, unless they are Passive
        ("passive", "i1"),  # standing effects that are Passive
        ("beyond", "i1"),  # those of them that `traits` and the additions to attack and defense do not say already
        ("traits", "i1"),  # `Trait`
        ("stances", "u1", (2,)),  # what it can do as an untapped and as a tapped card: bits of Action to respond to, and Stance
        ("effects", "i2", (2,)),
        ("events", "i4"),  # bits of Event
    ],
    align=True,
)
"""A card as printed."""

RULES = np.dtype([(name, "i2") for name in field_names((*PARAMETERS, *SWITCHES))])
"""Parameters and switches; `switches` says what their numbers mean."""

MATCH = np.dtype(
    [
        ("rules", RULES),
        ("n_kinds", "i2"),
        ("n_effects", "i2"),
        ("immunity", "i2"),  # some card gives immunity
        ("deck_n", "i2", (2,)),
        ("deck", "i2", (2, kinds.MAX_DECK)),  # kinds, of contestant 0 and 1
        ("kinds", KIND, (kinds.MAX_KINDS,)),
        ("effects", EFFECT, (kinds.MAX_EFFECTS,)),
    ],
    align=True,
)
"""Two decks under the same rules."""

CARD = np.dtype(
    [
        ("kind", "i2"),
        ("zone", "i2"),
        ("down", "i2"),  # face-down
        ("tapped", "i2"),
        ("tapped_turn", "i2"),
        ("used_turn", "i2"),  # last turn a Dormant effect was used (switch dormant_result)
        ("set_turn", "i2"),  # the turn it was played face-down, else 0
        ("under", "i2"),  # the card beneath, or -1
        ("bottom", "i2"),  # the lowest card of its pile; -1 off the field and for magic cards
        ("host", "i2"),  # the lowest card of the pile it is equipped to, or -1
        ("active", "i2"),  # bits of effects that stay active
        ("busy", "i2"),  # effects of it on the chain
        ("safe", "i1"),  # a magic card made indestructible this turn
        ("stamp", "i2"),  # rises when the card changes its zone
        ("left", "i2"),  # when it last went to the discard pile or deck: an ordinal
        ("ready", "i1"),  # it was untapped just before that
        ("slot", "i2"),  # the place of its pile, if it is the lowest card of one, or of a magic card on the field
    ]
)
"""One physical card. Its owner is `primitives.owner`."""

PILE = np.dtype(
    [
        ("top", "i2"),
        ("bottom", "i2"),
        ("used", "i2"),  # attacks made in its player's latest turn
        ("extra", "i2"),  # further attacks in it
        ("attack", "i2"),  # changes of this turn
        ("defense", "i2"),
        ("safe", "i2"),  # indestructible this turn
        ("halted", "i2"),  # cannot attack up to this turn
        ("placed", "i2"),  # the turn in which a card was placed last
        # from here on: computed from the standing effects, see board.refresh
        ("strength", "i2"),  # attack now
        ("defence", "i2"),  # defense now
        *of_type("i2", "solid mute still guard direct"),
    ]
)
"""A creature on the field with the cards under it."""

SIDE = np.dtype(
    [
        *of_type("i2", "points deck_n hand_n grave_n n_piles n_magic plays extra_plays"),
        ("bonus_plays", "i2"),  # computed
        ("no_limit", "i2"),  # computed
        ("n_guards", "i2"),  # computed
        ("waits", "i4"),  # computed: bits of Event that its cards on the field wait for; it may hold more
        # computed from how its cards on the field lie; they may hold more
        ("repliers", "i2"),  # bits of Action that they may respond to, and of Stance
        ("actors", "i4"),  # places of those that may be used in the own turn, as bits: piles, and from MAX_SLOTS on magic cards
        ("responders", "i4"),  # places of those that may respond
        ("piles", PILE, (kinds.MAX_SLOTS,)),
        ("magic", "i2", (kinds.MAX_SLOTS,)),
        ("magic_solid", "i2", (kinds.MAX_SLOTS,)),  # computed
        ("magic_mute", "i2", (kinds.MAX_SLOTS,)),  # computed
        ("deck", "i2", (kinds.MAX_DECK,)),  # the last one is the top
        ("hand", "i2", (kinds.MAX_DECK,)),
        ("grave", "i2", (kinds.MAX_DECK,)),
    ],
    align=True,
)
"""Everything of one player, seat 0 or 1."""

LINK = np.dtype(
    [
        ("what", "i2"),  # Item
        *of_type("i2", "player card stamp effect passive"),
        ("leave", "i2"),  # a trigger that works from outside the field
        ("target", "i2"),  # attack: the target's top card or -1; play: place
        ("target_stamp", "i2"),
        ("answers", "i2"),  # the link that a Counter effect acts on
        ("negated", "i2"),
        ("deeds", "i2"),  # bits of Action: what it is to the opponent, who may counter it
        ("down", "i2"),  # play: face-down
        ("levels", "i2"),  # play: it is a level up
        ("gone", "i2"),  # play: countered, the card is no longer on the chain
        ("chosen", "i2"),  # switch choose_on: objects were chosen on activation
        ("n_picks", "i2"),
        ("picks", "i2", (kinds.MAX_CHOSEN,)),
        ("pick_stamps", "i2", (kinds.MAX_CHOSEN,)),
    ]
)
"""One item of the chain."""

PENDING = np.dtype([("card", "i2"), ("effect", "i2"), ("player", "i2"), ("stamp", "i2"), ("leave", "i2"), ("order", "i4")], align=True)
FRAME = np.dtype(
    [
        ("kind", "i4"),  # Frame
        ("step", "i4"),  # one of the enums of `frames`, by kind
        ("player", "i4"),  # turn: who decides on a mulligan; chain: who may respond next; perform: the controller; place: who is asked
        ("card", "i4"),  # perform: whose effect it is; place, and a turn's play that waits for its place: what goes there
        ("effect", "i4"),  # perform
        ("link", "i2"),  # perform: the chain item; chain: the item whose objects are chosen
        ("held", "i2"),  # perform: what was chosen first
        ("down", "i2"),  # a turn's play that waits for its place: face-down
        ("onto", "i2"),  # place: no free slot will do
        ("deeds", "i2", (2,)),  # chain: what each seat may respond to, as bits of Action and Stance
    ]
)
"""One context; 32 bytes are quick to multiply with."""
OPTION = np.dtype([(name, "i2") for name in ("card", "target", "amount", "kind")])
ENTRY = np.dtype([("what", "i2"), ("player", "i2"), ("card", "i2"), ("a", "i2"), ("b", "i2")])

GAME = np.dtype(
    [
        # Read at every step: the first 128 bytes are addressed in shorter code, and 32 bits need no prefix.
        ("over", "i4"),
        ("error", "i4"),  # Error
        ("halt", "i4"),  # stopped at the end of a turn; to go on, write 0
        ("log_on", "i4"),
        ("steps", "i4"),
        ("n_frames", "i4"),
        ("dirty", "i4"),  # what `board.refresh` has to compute again, as bits: Dirty
        ("turn", "i4"),
        ("player", "i4"),  # the turn player
        ("battle", "i4"),  # 1 in the Battle Phase
        ("resolved", "i4"),  # chain items resolved in this turn
        *of_type("i4", "n_chain passes head n_pending"),
        ("batch", "i4"),  # pending triggers that still belong to the group being placed
        ("left", "i4"),  # counter of departures
        ("fleeting", "i4"),  # a change is in force that ends with this turn
        # the decision at hand
        *of_type("i4", "ask asked n_options choice n_cands n_picks"),
        # computed: immunities that act now (the granting card, its effect), other standing effects that do (also: covered), silence
        ("n_immune", "i4"),
        ("n_acting", "i4"),
        ("equipped", "i4"),  # computed: an Equip effect acts
        ("silenced", "i4"),
        ("reaches", "i4"),  # computed: how far standing effects reach beyond their own piles, as bits: Reach
        ("stepwise", "i4"),  # bits of Stepwise
        # the selection at hand
        *of_type("i4", "sel_ask sel_player sel_low sel_high"),
        ("place", "i4"),  # the place chosen last
        ("scored", "i4"),  # points have changed since they were looked at
        ("winner", "i4"),  # seat, or -1 for a draw
        ("ending", "i4"),
        ("raised", "i4"),
        ("first", "i4"),  # who went first
        ("had_creature", "i4"),  # the opponent had one when the Battle Phase began
        ("n_cards", "i4", (2,)),  # of each seat
        ("contestant", "i4", (2,)),  # whose deck sits in this seat
        ("n_log", "i4"),
        ("seed", "u8"),
        ("pair", "i8"),
        ("key", "u8", (len(kinds.Purpose), 2)),
        ("drawn", "i8", (len(kinds.Purpose), 2)),
        ("scripted", "i2"),  # random indices that a scenario prescribes: how many are left
        ("script_at", "i2"),
        ("script", "i2", (16,)),
        # statistics
        ("decisions", "i4", (2,)),
        ("damage", "i4", (2,)),
        ("sp_turns", "i4", (2,)),
        ("paid", "i4", (2,)),
        ("behind", "i2", (2,)),
        ("seen", "u1", (2, kinds.MAX_KINDS)),
        ("side", SIDE, (2,)),
        ("card", CARD, (kinds.MAX_CARDS,)),
        ("chain", LINK, (kinds.MAX_CHAIN,)),
        ("frames", FRAME, (kinds.MAX_FRAMES,)),
        ("cands", "i2", (kinds.MAX_CARDS,)),
        ("picks", "i2", (kinds.MAX_PICKS,)),
        ("kept", "i2", (kinds.MAX_FIELD,)),
        ("spare", PENDING),
        ("pending", PENDING, (kinds.MAX_PENDING,)),
        ("places", "i2", (64,)),  # by `KIND` fits: where such a card can be placed, if anywhere; see actions.list_plays
        ("options", OPTION, (kinds.MAX_OPTIONS,)),
        # from here on: what `copy_state` leaves out
        ("immune", "i2", (2 * kinds.MAX_CARDS, 2)),  # computed
        ("acting", "i2", (2 * kinds.MAX_CARDS, 3)),  # computed
        ("log", ENTRY, (kinds.MAX_LOG,)),
        ("m", MATCH),  # last, so that the rest is near the beginning
    ],
    align=True,
)
"""One game, complete."""


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
