"""Threads that play: they do not keep the process from ending, as those of `concurrent.futures` do, if a strategy loops in one."""

import functools
import itertools
import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from typing import Any, TypeVar

Item = TypeVar("Item")
Found = TypeVar("Found")

_busy: set[int] = set()


def busy_threads() -> bool:
    """Say whether a thread is still at work; machine code cannot be stopped, so the process has to end without waiting for it."""
    return bool(_busy)


class Threads:
    """Some threads that carry out calls: first those that others wait for, then the rest, in their order."""

    def __init__(self, count: int) -> None:
        self._calls: queue.PriorityQueue[tuple[bool, int, Future[Any], Callable[[], Any]]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._count = count
        self._started = 0
        self._lock = threading.Lock()

    def submit(self, function: Callable[..., Any], *arguments: Any, first: bool = False) -> Future[Any]:
        """Let a thread call the function, ``first`` of all that wait; its result or exception is the future's."""
        future: Future[Any] = Future()
        self._calls.put((not first, next(self._numbers), future, functools.partial(function, *arguments)))
        with self._lock:
            if self._started < self._count:
                self._started += 1
                threading.Thread(target=self._work, daemon=True, name=f"games {self._started}").start()
        return future

    def map(self, function: Callable[[Item], Found], items: Iterable[Item]) -> list[Found]:
        """Return what a function makes of each item, first of all that waits; not to be called in one of these threads."""
        futures = [self.submit(function, item, first=True) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException as error:
            for future in futures:
                future.cancel()
            if isinstance(error, Exception):  # an interrupt does not wait for machine code
                wait(futures)
            raise

    def _work(self) -> None:
        number = threading.get_ident()
        while True:
            _, _, future, function = self._calls.get()
            if not future.set_running_or_notify_cancel():
                continue
            _busy.add(number)
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)
            finally:
                _busy.discard(number)
            del future, function  # what they hold is not kept until the next call


_shared: dict[int, Threads] = {}


def threads_of(jobs: int) -> Threads:
    """Return the threads of this process for so many jobs: all that plays and learns shares them, so that no more run at a time."""
    return _shared.setdefault(jobs, Threads(jobs))


def leave_threads() -> None:
    """Let what is asked of threads from now on be done by new ones: one of the old ones will not come back."""
    _shared.clear()


def aside(function: Callable[[], Found]) -> Future[Found]:
    """Return what a function will return, which runs while its caller goes on: it waits for threads that work for it."""
    future: Future[Found] = Future()

    def run() -> None:
        try:
            future.set_result(function())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True, name="aside").start()
    return future
