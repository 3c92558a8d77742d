"""Where chunks are played: threads of this process (kernels release the interpreter lock), or a cluster of ``dask.distributed``."""

import contextlib
import logging
import math
import os
import re
import socket
from asyncio import CancelledError as AsyncCancelledError
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError, Stopped
from kotc_sim.runs import contest as chunks
from kotc_sim.runs.checkpoint import Checkpoint
from kotc_sim.runs.contest import Chunk, Contest, match_of
from kotc_sim.runs.tally import Tally
from kotc_sim.strategies.threads import Threads, leave_threads, threads_of

STALL_SECONDS, LOOK_SECONDS = 600.0, 10.0
"""How long a chunk may take until its strategy is thought to loop, and how long one look for it lasts."""
CONNECT_SECONDS = 20.0
CLOSE_SECONDS = 2.0
_ADDRESS = re.compile(r"(?:[a-z]+://)?(?P<host>\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})/?")
SCATTERED = 64
"""So many contests stay in the memory of a cluster's workers."""
TOGETHER = 16  # small chunks that go to a worker at once, at most


def default_jobs() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _is_no_error(record: logging.LogRecord) -> bool:
    """Say if a line of dask's client may be shown: that its scheduler is gone is an error of ours, reported once, without a traceback."""
    return record.levelno < logging.ERROR


def _require_answer(scheduler: str) -> None:
    """Raise a `KotcError` if nobody listens at an address: a client of dask takes most of a minute to say so, with a traceback."""
    found = _ADDRESS.fullmatch(scheduler)
    if found is None:
        raise KotcError(f"{scheduler!r} is no address of a scheduler", fix="Write host and port, such as tcp://head:8786")
    try:
        with socket.create_connection((found["host"].strip("[]"), int(found["port"])), CONNECT_SECONDS):
            return
    except (OSError, OverflowError, UnicodeError) as error:
        raise KotcError(f"no scheduler answers at {scheduler}: {error}", fix="Start one, for instance with `dask scheduler`") from error


def _together(wanted: Iterable[Chunk]) -> Iterator[dict[int, Chunk]]:
    """Yield chunks by their numbers as they go to workers: each alone, small ones together."""
    few: dict[int, Chunk] = {}
    for i, (contest, low, high) in enumerate(wanted):
        if not chunks.is_small(contest, high - low):
            yield {i: (contest, low, high)}
            continue
        few[i] = contest, low, high
        if len(few) == TOGETHER:
            yield few
            few = {}
    if few:
        yield few


def _contests_and_spans(some: Mapping[int, Chunk]) -> tuple[list[Contest], list[tuple[int, int]]]:
    return [contest for contest, _, _ in some.values()], [(low, high) for _, low, high in some.values()]


def _first_done(waiting: Collection[Future[Any]]) -> set[Future[Any]]:
    """Return what is done of some calls, as soon as one is; nothing where none is within `STALL_SECONDS`.

    The time is counted in looks: one in which the process was suspended, as by Ctrl-Z or a scheduler of jobs, counts no more than others.
    """
    for _ in range(math.ceil(STALL_SECONDS / LOOK_SECONDS)):
        done, _ = wait(waiting, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        if done:
            return done
    return set()


class Workers:
    """Where chunks are played: threads of this process, or a cluster of ``dask.distributed``.

    A ``scheduler`` is the address of a cluster's, such as ``tcp://head:8786``; `jobs` are then the cluster's, else threads, by default one
    for each processor. In a ``checkpoint`` finished chunks are kept and taken up again, by every experiment that plays through these
    workers.
    """

    def __init__(self, jobs: int | None = None, scheduler: str | None = None, checkpoint: Checkpoint | None = None) -> None:
        self.jobs = jobs or default_jobs()
        self.checkpoint = checkpoint
        self.client: Any = None
        self.scheduler = scheduler
        if scheduler:
            try:
                import distributed
            except ImportError as error:
                raise KotcError(
                    "a scheduler needs dask.distributed, which is not installed", fix="Install it with `pip install 'kotc-sim[cluster]'`"
                ) from error
            _require_answer(scheduler)
            logging.getLogger("distributed.client").addFilter(_is_no_error)
            try:
                client: Any = distributed.Client
                self.client = client(scheduler, set_as_default=False, timeout=CONNECT_SECONDS)
            except (OSError, ValueError) as error:
                raise KotcError(
                    f"no scheduler answers at {scheduler}: {error}", fix="Start one, for instance with `dask scheduler`"
                ) from error
            self.jobs = max(1, sum(self.client.nthreads().values()))

    def play(self, wanted: Iterable[Chunk], seed: int) -> Iterator[tuple[int, Tally, NDArray[np.int8]]]:
        """Yield (index of the chunk, counts, pair scores) as chunks finish, in any order.

        Only as many chunks are under way at a time as keep everybody busy: they and their results do not pile up.
        """
        if self.client is not None:
            yield from self._play_on_cluster(wanted, seed)
        else:
            yield from self._play_on_threads(threads_of(self.jobs), wanted, seed)

    def _play_on_threads(self, pool: Threads, wanted: Iterable[Chunk], seed: int) -> Iterator[tuple[int, Tally, NDArray[np.int8]]]:
        """Play in threads even with one job: this one stays free to be interrupted, and to notice that no game ends."""
        ahead = 2 * self.jobs if self.jobs > 1 else 1
        waiting: dict[Future[Any], dict[int, Chunk]] = {}
        todo = _together(wanted)
        try:
            while True:
                while len(waiting) < ahead:
                    some = next(todo, None)
                    if some is None:
                        break
                    contests, spans = _contests_and_spans(some)
                    for contest in contests:
                        match_of(contest.decks)  # compile the match once, before the threads
                    waiting[pool.submit(chunks.play_chunks, contests, spans, seed)] = some
                if not waiting:
                    return
                done = _first_done(waiting)
                if not done:
                    leave_threads()
                    contest, *_ = next(iter(next(iter(waiting.values())).values()))
                    raise KotcError(
                        f"no game ended within {STALL_SECONDS:g} s ({' against '.join(contest.strategies)})",
                        fix="A strategy may loop; try it with `kotc-sim strategies`",
                    )
                for future in done:
                    for i, (tally, scores) in zip(waiting.pop(future), future.result(), strict=True):
                        yield i, tally, scores
        finally:
            for future in waiting:
                future.cancel()

    def _play_on_cluster(self, wanted: Iterable[Chunk], seed: int) -> Iterator[tuple[int, Tally, NDArray[np.int8]]]:
        import distributed

        as_completed: Any = distributed.as_completed
        # Decks of a chunk that goes alone go to each worker once; the copy of a lost worker is not missed.
        shared: dict[int, tuple[Contest, Any]] = {}
        waiting: dict[Any, list[int]] = {}
        todo = _together(wanted)

        def sent(contest: Contest) -> Any:
            if id(contest) not in shared:
                if len(shared) >= SCATTERED:
                    shared.pop(next(iter(shared)))
                shared[id(contest)] = contest, self.client.scatter(contest, broadcast=True, hash=False)
            return shared[id(contest)][1]

        def submit() -> Any:
            some = next(todo, None)
            if some is None:
                return None
            contests, spans = _contests_and_spans(some)
            if len(some) == 1:
                contests = [sent(contests[0])]
            future = self.client.submit(chunks.play_chunks, contests, spans, seed, pure=False, retries=3)
            waiting[future] = list(some)
            return future

        try:
            first = [future for future in (submit() for _ in range(4 * self.jobs)) if future is not None]
            finished = as_completed(first, loop=self.client.loop)
            for future in finished:
                played = future.result()
                numbers = waiting.pop(future)
                future.release()
                another = submit()
                if another is not None:
                    finished.add(another)
                for i, (tally, scores) in zip(numbers, played, strict=True):
                    yield i, tally, scores
        except (CancelledError, AsyncCancelledError, OSError, TimeoutError, distributed.KilledWorker) as error:
            lost = isinstance(error, distributed.KilledWorker)
            what = "its workers died again and again" if lost else f"the scheduler at {self.scheduler} is gone"
            raise Stopped(what, fix="See why, and start the cluster again, or play without --scheduler.") from error
        finally:
            with contextlib.suppress(Exception):
                self.client.cancel(list(waiting))

    def close(self) -> None:
        """Release the connection, if there is one."""
        if self.client is not None:
            with contextlib.suppress(Exception):  # a cluster that is gone, or interrupted, can be left as it is
                self.client.close(timeout=CLOSE_SECONDS)

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextlib.contextmanager
def crew_of(workers: Workers | None, jobs: int | None = None) -> Iterator[Workers]:
    """Lend these workers; where there are none, threads of this process until the block ends."""
    if workers is not None:
        yield workers
        return
    with Workers(jobs) as own:
        yield own


class Playing(TypedDict, total=False):
    """Where an experiment plays, and who hears of each finished chunk's games: keywords that are handed on as they are."""

    workers: Workers
    on_chunk: Callable[[int], None] | None
