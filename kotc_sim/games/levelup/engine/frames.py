"""Frames: what goes on at the moment, one inside the other; the steps of each kind of frame, and how one is pushed.

At the bottom lies the turn; over it the chain, if one is open; over that the performances of effects; on top the choice that one of
them waits for. `record.FRAME` says which of its fields a kind of frame uses.
"""

from enum import IntEnum

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, leaf

TURN = 0  # the place of the turn's frame on the stack
CHAIN = 1  # … of the chain's: only the turn begins one


class TurnStep(IntEnum):
    """Steps of a turn, in their order (levelup.turn.1); those of a mulligan come before the first turn."""

    (
        BEGIN, DRAW, LIST_MAIN, MAIN_CHOSEN,
        PLACE_CHOSEN,  # of a play in the Main Phase
        END_MAIN, LIST_BATTLE, BATTLE_CHOSEN, END_BATTLE, CHECK_HAND, HAND_CHOSEN, END, LIST_MULLIGAN, MULLIGAN_CHOSEN,
    ) = range(14)  # fmt: skip


class ChainStep(IntEnum):
    """Steps of a chain (levelup.ruling.43)."""

    PLACE_TRIGGERS = 0
    LIST_RESPONSES = 1
    RESPONSE_CHOSEN = 2
    EFFECT_PERFORMED = 3  # the last item's
    OBJECTS_CHOSEN = 4  # of an item that chooses them on activation (levelup.ruling.45)


PerformStep = IntEnum("PerformStep", "BEGIN CHOSEN CHOSEN_AGAIN", start=0)
"""Steps of a performance: each operation says in `effects` what it chooses."""

AskStep = IntEnum("AskStep", "LIST CHOSEN", start=0)
"""Steps of the frames that ask for one thing: a card of a selection, a place."""


@leaf(I64(Game, I64))
def _push(g, kind):
    # Returns the frame's number; a full stack is an error, which ends the game, and the last frame is used again.
    number = int(g.n_frames)
    if number >= kinds.MAX_FRAMES:
        g.error = kinds.Error.FRAMES
        return kinds.MAX_FRAMES - 1
    g.frames[number].kind = kind
    g.frames[number].step = 0
    g.n_frames = number + 1
    return number


@leaf(VOID(Game, I64))
def push_turn(g, step):
    """Begin a turn, at one of its steps."""
    frame = g.frames[_push(g, kinds.Frame.TURN)]
    frame.step = step
    frame.player = g.first


@leaf(VOID(Game))
def push_chain(g):
    """Begin a chain with what has been announced or triggered."""
    _push(g, kinds.Frame.CHAIN)


@leaf(VOID(Game, I64, I64, I64, I64))
def push_performance(g, link, card, effect, player):
    """Begin the performance of an effect: of chain item ``link``, by ``player``."""
    frame = g.frames[_push(g, kinds.Frame.PERFORM)]
    frame.link = link
    frame.card = card
    frame.effect = effect
    frame.player = player


@leaf(VOID(Game))
def push_selection(g):
    """Begin a selection among the candidates; `choices.select` says how many are chosen."""
    _push(g, kinds.Frame.SELECT)


@leaf(VOID(Game, I64, I64, I64))
def push_place(g, player, card, onto):
    """Ask a player where a card goes; with ``onto`` only on piles."""
    frame = g.frames[_push(g, kinds.Frame.PLACE)]
    frame.player = player
    frame.card = card
    frame.onto = onto
