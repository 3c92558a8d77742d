"""Where a thread plays: the record of its game, its scores, and, if it plays for long, machine code of its own."""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kotc_sim.compiler.addresses import address_of, own_code
from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.games.keeper.engine import machine, record

if TYPE_CHECKING:
    from kotc_sim.compiler.thread_kernels import ThreadKernels

OWN_KERNELS_AFTER = 1.0
"""Seconds of play on a board after which it gets machine code of its own: loading that takes about a tenth of this."""


class Addressed(Protocol):
    """What machine code calls by its address, such as a strategy."""

    @property
    def address(self) -> Any:
        """Where it begins, in the machine code that the thread uses."""


class Board:
    """What one thread at a time plays on.

    - ``game``: a record of dtype ``kotc_sim.games.keeper.engine.record.GAME``.
    - ``scores``: float64 array for strategies, which keep behind the scores what they have worked out (``record.new_scores``).
    - ``own_kernels``: its own machine code; None while it uses the one that all boards share.
    """

    def __init__(self, *, first: bool) -> None:
        self.game = record.new_game()
        self.scores = record.new_scores()
        self.own_kernels: ThreadKernels | None = None
        self._shares = first or INTERPRETED
        self._seconds = 0.0
        self._match: tuple[Any, Any] = (None, None)

    def machine_for(self, match: Any, strategies: Sequence[Addressed]) -> tuple[Any, Any, list[Any]]:
        """Return the address of ``machine.play_many``, the match, and the strategies' addresses, all in this board's machine code.

        ``match`` is a record of dtype ``kotc_sim.games.keeper.engine.record.MATCH``, with the addresses that all share.
        """
        if self.own_kernels is None:
            return address_of(machine.play_many), match, [strategy.address for strategy in strategies]
        with self.own_kernels.in_use():
            if self._match[0] is not match:
                self._match = match, record.copy_match(match)
                machine.install(self._match[1])
            return address_of(machine.play_many), self._match[1], [strategy.address for strategy in strategies]

    def count(self, seconds: float) -> None:
        """Note how long was played; who plays long gets machine code of its own."""
        self._seconds += seconds
        if self.own_kernels is None and not self._shares and self._seconds >= OWN_KERNELS_AFTER:
            self.own_kernels = own_code()


_free: deque[Board] = deque()
_made = 0
_lock = threading.Lock()


@contextlib.contextmanager
def board() -> Iterator[Board]:
    """Lend a board that nobody plays on just now."""
    global _made
    try:
        lent = _free.pop()
    except IndexError:
        with _lock:
            lent = Board(first=_made == 0)
            _made += 1
    start = time.perf_counter()
    try:
        yield lent
    finally:
        lent.count(time.perf_counter() - start)
        _free.append(lent)
