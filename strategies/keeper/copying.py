"""Copies of a game record that take only what is in use: a tenth of the record, as a rule.

What is left out is not read by the engine before it is written (the log, scripted dice, statistics of cards, unused list ends).
"""

from typing import Any

from kotc_sim.compiler import bits, kernel
from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.games.keeper.engine.record import GAME, PLAYER


def _place(name: str) -> tuple[int, int]:
    """Return the byte offset of a list of the record, and the size of an entry."""
    kind, offset = GAME.fields[name][:2]
    return offset, kind.base.itemsize


HEAD = _place("players")[0]
PLAYER_SIZE = PLAYER.itemsize
FRAMES, FRAME_SIZE = _place("frames")
OPTIONS, OPTION_SIZE = _place("options")
COUNTERS, COUNTER_SIZE = _place("counters")
LINKS, LINK_SIZE = _place("links")
EVENTS, EVENT_SIZE = _place("events")
USED, USED_SIZE = _place("used")
BATTLES, BATTLE_SIZE = _place("battles")
RETURNS, RETURN_SIZE = _place("returns")
LOSS_CARDS, LOSS_CARD_SIZE = _place("loss_card")
LOSS_OPS, LOSS_OP_SIZE = _place("loss_op")
TRAPPED, TRAPPED_SIZE = _place("trapped")
POOL, POOL_SIZE = _place("pool")
CARDS, CARD_SIZE = _place("cards")


_LISTS = {_place(name)[0]: name for name in GAME.names if GAME.fields[name][0].subdtype is not None}
_SCALARS = [name for name in GAME.names if GAME.fields[name][1] < HEAD]


def _copy_fields(target: Any, source: Any, offset: int, count: int) -> None:
    """Copy by fields, since records of pure Python mode give no access to their bytes."""
    if offset == 0:
        for name in _SCALARS:
            target[name] = source[name]
        count -= HEAD
        offset = HEAD
    name = _LISTS[offset]
    n = count // _place(name)[1]
    target[name][:n] = source[name][:n]


@kernel()
def _copy_bytes(target, source, offset, count):
    bits.copy_bytes(target, offset, source, offset, count)


copy_bytes: Any = _copy_fields if INTERPRETED else _copy_bytes
"""``copy_bytes(target, source, offset, count)``: copy a part of a record to the same place of another one"""


def _differ_python(one: Any, other: Any, c: int) -> bool:
    return bool(one.cards[c] != other.cards[c])


def _pair_differs_python(one: Any, other: Any, c: int) -> bool:
    return bool(one.cards[c] != other.cards[c] or one.cards[c + 1] != other.cards[c + 1])


@kernel()
def _differ(one, other, c):
    return bits.differ_in_4(one, CARDS + c * CARD_SIZE, other, CARDS + c * CARD_SIZE)


@kernel()
def _pair_differs(one, other, c):
    return bits.differ_in_8(one, CARDS + c * CARD_SIZE, other, CARDS + c * CARD_SIZE)


assert CARD_SIZE == 32, "cards are compared word by word"
differ: Any = _differ_python if INTERPRETED else _differ
"""``differ(game, other, card)``: whether a card is not the same in two games"""
pair_differs: Any = _pair_differs_python if INTERPRETED else _pair_differs
"""``pair_differs(game, other, card)``: whether a card or the next one is not the same in two games"""


@kernel()
def copy_lists(target, source):
    """Copy what is in use of the lists that are mostly empty."""
    copy_bytes(target, source, COUNTERS, int(source.n_counters) * COUNTER_SIZE)
    copy_bytes(target, source, LINKS, int(source.n_links) * LINK_SIZE)
    copy_bytes(target, source, EVENTS, int(source.n_events) * EVENT_SIZE)
    copy_bytes(target, source, USED, int(source.n_used) * USED_SIZE)
    copy_bytes(target, source, BATTLES, int(source.n_battles) * BATTLE_SIZE)
    copy_bytes(target, source, RETURNS, int(source.n_returns) * RETURN_SIZE)
    copy_bytes(target, source, LOSS_CARDS, int(source.n_losses) * LOSS_CARD_SIZE)
    copy_bytes(target, source, LOSS_OPS, int(source.n_losses) * LOSS_OP_SIZE)
    copy_bytes(target, source, TRAPPED, int(source.n_trapped) * TRAPPED_SIZE)
    copy_bytes(target, source, POOL, int(source.n_pool) * POOL_SIZE)


@kernel()
def copy_cards(target, source):
    """Copy the cards of game record ``source``."""
    copy_bytes(target, source, CARDS, int(source.n_cards) * CARD_SIZE)


@kernel()
def copy_but_cards(target, source):
    """Copy what is in use of game record ``source``, the cards excepted."""
    copy_bytes(target, source, 0, HEAD + int(source.n_players) * PLAYER_SIZE)
    copy_bytes(target, source, FRAMES, int(source.depth) * FRAME_SIZE)
    copy_bytes(target, source, OPTIONS, int(source.n_options) * OPTION_SIZE)
    lists = source.n_counters | source.n_links | source.n_events | source.n_used | source.n_battles | source.n_returns | source.n_pool
    if lists | source.n_losses | source.n_trapped != 0:  # as a rule, all are empty
        copy_lists(target, source)
    target.log_on = target.scripted = 0


@kernel()
def copy_game(target, source):
    """Copy what is in use of game record ``source`` into ``target``."""
    copy_but_cards(target, source)
    copy_cards(target, source)
