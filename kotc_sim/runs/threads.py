"""Threads that play: they do not keep the process from ending, as those of `concurrent.futures` do, if a strategy loops in one."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

_busy: set[int] = set()


def busy_threads() -> bool:
    """Say whether a thread is still at work; machine code cannot be stopped, so the process has to end without waiting for it."""
    return bool(_busy)


class Threads:
    """Some threads that carry out calls, in their order."""

    def __init__(self, count: int) -> None:
        self._calls: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        self._count = count
        self._started = 0

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Let a thread call the function; its result or exception is the future's."""
        future: Future[Any] = Future()
        self._calls.put((future, lambda: function(*arguments)))
        if self._started < self._count:
            self._started += 1
            threading.Thread(target=self._work, daemon=True, name=f"games {self._started}").start()
        return future

    def close(self) -> None:
        """Let each thread end after what it is doing."""
        for _ in range(self._started):
            self._calls.put(None)

    def _work(self) -> None:
        number = threading.get_ident()
        while (call := self._calls.get()) is not None:
            future, function = call
            if not future.set_running_or_notify_cancel():
                continue
            _busy.add(number)
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)
            finally:
                _busy.discard(number)
