"""The door: play pairs of games of any edition and return counts.

A chunk of pairs is a pure function of its arguments. Chunks run on threads here (the kernels release the
interpreter lock) or on a ``dask.distributed`` cluster; since counts are integers, the result is the same for
any number of jobs, any chunk size and any machine, and an interrupted run can be taken up again.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.runs.checkpoint import Checkpoint, Saved
from kotc_sim.runs.tally import Tally, count_games
from kotc_sim.strategies.pilot import SEARCHES
from kotc_sim.strategies.registry import SCORING

CHUNK_PAIRS = 256
ENOUGH_CHUNKS, MOST_TIMES = 32, 8
"""A run of more chunks than this has larger ones, up to so many times: Python takes 0.15 ms for each."""
SEARCH_CHUNK_PAIRS = 8
STALL_SECONDS = 600.0
CONNECT_SECONDS = 20.0
SCATTERED = 64
"""So many contests stay in the memory of a cluster's workers."""


class Game(Protocol):
    """What both engines offer behind the door, for one match."""

    @property
    def names(self) -> list[str]:
        """Card names by definition."""

    @property
    def owners(self) -> list[set[int]]:
        """For sides A and B: the definitions in their decks."""

    def play(self, strategies: tuple[str, str], seed: int, low: int, high: int) -> tuple[Any, NDArray[np.uint8]]:
        """Play games ``low`` … ``high - 1``; return their ``RESULT`` records and ``Seen`` bits."""

    def warm_up(self, strategies: tuple[str, str]) -> None:
        """Load or compile the engine and the strategies, which the first game would have to wait for."""


@dataclass(frozen=True)
class Contest:
    """Who plays whom.

    Attributes
    ----------
    decks : tuple of Deck
        Side A, side B, and further players.
    strategies : tuple of str
        Names or paths, for A and for B (further players use B's).
    """

    decks: tuple[Any, ...]
    strategies: tuple[str, str]


@dataclass(frozen=True)
class Part:
    """Some pairs of a contest: what is counted together, and what a checkpoint keeps in one file.

    Attributes
    ----------
    contest : Contest
        Who plays.
    pairs : int
        Number of pairs.
    first_pair : int
        Number of the first of them: later batches of one run go on where earlier ones ended.
    """

    contest: Contest
    pairs: int
    first_pair: int = 0

    def spans(self) -> list[tuple[int, int]]:
        """Return the first pair, and the one after the last, of each chunk."""
        size, end = chunk_size(self.contest, self.pairs), self.first_pair + self.pairs
        return [(low, min(low + size, end)) for low in range(self.first_pair, end, size)]


@dataclass
class Run:
    """Counts of a run, and A's scores pair by pair if they were kept.

    ``scores`` is int8, twice A's score over both games of each pair (0..4), in pair order; empty if not kept.
    """

    tally: Tally
    scores: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))


class KotcGame:
    """A match of Keeper of the Cards."""

    def __init__(self, decks: Sequence[Any]) -> None:
        from kotc_sim.games.keeper.build import compile_match

        self.match = compile_match(decks)
        self.names = [self.match.names.card(i) for i in range(int(self.match.record.n_defs))]
        self.owners = []
        for seat in (0, 1):
            m = self.match.record
            drawn = m.deck[seat, : m.deck_n[seat]].tolist()
            aside = m.reserves[seat, : m.reserves_n[seat]].tolist()
            self.owners.append({int(c) for c in drawn + aside})

    def play(self, strategies: tuple[str, str], seed: int, low: int, high: int) -> tuple[Any, NDArray[np.uint8]]:
        """Play games; see :class:`Game`."""
        from kotc_sim.games.keeper.engine import machine
        from kotc_sim.games.keeper.engine.board import board
        from kotc_sim.shared import result
        from kotc_sim.strategies.pilot import blamed
        from kotc_sim.strategies.registry import load_strategy

        a, b = (load_strategy(name) for name in strategies)
        self.warm_up(strategies)
        results: Any = np.zeros(high - low, result.RESULT).view(np.recarray)
        m = self.match.record
        seen = np.zeros((high - low, int(m.n_players), int(m.n_defs)), np.uint8)
        played = f"games {low} to {high - 1} of seed {seed}"
        with np.errstate(over="ignore"), blamed((a, b), played), board() as own:
            driver, record, addresses = own.machine_for(m, (a, b))
            error = machine.play_many_at(
                driver, *addresses, int(a.orders_dice), int(b.orders_dice), own.game, record, np.uint64(seed), low, high, results,
                seen, own.scores,
            )  # fmt: skip
            asked = int(own.game.asked)
        if error:
            game = low + int(np.flatnonzero(results["ending"] == result.Ending.ERROR)[-1])
            culprit = strategies[(asked > 0) ^ (game & 1)] if asked < 2 else strategies[1]
            bad = error == machine.BAD_SCORE
            what = "returned a score that is not a number" if bad else "made no progress"
            raise KotcError(
                f"strategy {culprit!r} {what} in game {game}",
                fix=f"See it with `kotc-sim replay … --game {game} --seed {seed}`, and mend the strategy",
            )
        return results, seen

    def warm_up(self, strategies: tuple[str, str]) -> None:
        """Load or compile the strategies, and the engine with them; see :class:`Game`."""
        from kotc_sim.strategies.registry import load_strategy

        for name in strategies:
            load_strategy(name).compiled  # noqa: B018


def open_game(decks: Sequence[Any]) -> Game:
    """Return the engine's side of a match: Keeper of the Cards or Level-Up, by the decks' edition."""
    from kotc_sim.games.registry import LEVELUP, game_played

    if game_played(decks[0]) == LEVELUP:
        from kotc_sim.games.levelup.build import LevelUpGame

        game: Game = LevelUpGame(decks)
        return game
    return KotcGame(decks)


_games: dict[tuple[int, ...], tuple[tuple[Any, ...], Game]] = {}
_games_lock = threading.Lock()


def game_of(decks: tuple[Any, ...]) -> Game:
    """Return the compiled match of these very deck objects, compiling it once in this process."""
    key = tuple(id(deck) for deck in decks)
    with _games_lock:
        if key not in _games:
            if len(_games) > 256:
                _games.clear()
            _games[key] = (decks, open_game(decks))
        return _games[key][1]


def play_chunk(contest: Contest, seed: int, first_pair: int, last_pair: int) -> tuple[Tally, NDArray[np.int8]]:
    """Play pairs ``first_pair`` … ``last_pair - 1`` and count them: a pure function of the arguments."""
    results, seen = game_of(contest.decks).play(contest.strategies, seed, 2 * first_pair, 2 * last_pair)
    return count_games(results, seen, 2 * first_pair)


def digest_of(contest: Contest) -> str:
    """Return a digest of what a contest's games depend on, besides seed, pair numbers and sources."""
    game: Any = game_of(contest.decks)
    record = game.record if hasattr(game, "record") else game.match.record
    whole = np.asarray(record)
    fixed = np.frombuffer(bytearray(whole.tobytes()), whole.dtype)  # `copy` would leave what lies between fields to chance
    for name in ("advance", "handlers", "services", "serial"):  # addresses of machine code and the match's number: of this process
        if name in (fixed.dtype.names or ()):
            fixed[name] = 0
    digest = hashlib.sha256(fixed.tobytes())
    digest.update("\0".join(game.names).encode())
    for name in contest.strategies:
        digest.update(f"\0{name}\0".encode())
        for part in name.split(":"):
            if part.endswith(".py") and Path(part).is_file():
                digest.update(Path(part).read_bytes())
    return digest.hexdigest()


def default_jobs() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def chunk_size(contest: Contest, pairs: int = 0) -> int:
    """Return the pairs in a chunk: fewer for strategies that search, more in runs of so many ``pairs`` that all jobs have enough chunks.

    Of a strategy of the user's nobody knows how slow it is, and a chunk has to be played within ``STALL_SECONDS``.
    """
    kinds = {name.partition(":")[0].partition("@")[0] for name in contest.strategies}
    if kinds & set(SEARCHES):
        return SEARCH_CHUNK_PAIRS
    if not kinds <= set(SCORING):
        return CHUNK_PAIRS
    return CHUNK_PAIRS * min(MOST_TIMES, max(1, pairs // (ENOUGH_CHUNKS * CHUNK_PAIRS)))


Chunk = tuple[Contest, int, int]
"""A contest, the first pair to be played, and the one after the last."""


class Workers:
    """Where chunks are played: threads of this process, or a cluster of ``dask.distributed``.

    Parameters
    ----------
    jobs : int, optional
        Threads; by default one for each processor.
    scheduler : str, optional
        Address of a cluster's scheduler, such as ``tcp://head:8786``; `jobs` is then the cluster's.
    checkpoint : Checkpoint, optional
        Where finished chunks are kept and taken up again, by every experiment that plays through these
        workers.
    """

    def __init__(self, jobs: int | None = None, scheduler: str | None = None, checkpoint: Checkpoint | None = None) -> None:
        self.jobs = jobs or default_jobs()
        self.checkpoint = checkpoint
        self.client: Any = None
        self._pool: ThreadPoolExecutor | None = None
        if scheduler:
            try:
                import distributed
            except ImportError as error:
                raise KotcError(
                    "a scheduler needs dask.distributed, which is not installed",
                    fix="Install it with `pip install 'kotc-sim[cluster]'`",
                ) from error
            try:
                client: Any = distributed.Client
                self.client = client(scheduler, set_as_default=False, timeout=CONNECT_SECONDS)
            except (OSError, ValueError) as error:
                raise KotcError(
                    f"no scheduler answers at {scheduler}: {error}",
                    fix="Start one, for instance with `dask scheduler`",
                ) from error
            self.jobs = max(1, sum(self.client.nthreads().values()))
        elif self.jobs > 1:
            self._pool = ThreadPoolExecutor(self.jobs)

    def map(self, contest: Contest, seed: int, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Tally, NDArray[np.int8]]]:
        """Yield (index of the span, counts, pair scores) as chunks of one contest finish, in any order."""
        return self.play([(contest, low, high) for low, high in spans], seed)

    def play(self, chunks: Iterable[Chunk], seed: int) -> Iterator[tuple[int, Tally, NDArray[np.int8]]]:
        """Yield (index of the chunk, counts, pair scores) as chunks finish, in any order.

        Only as many chunks are under way at a time as keep everybody busy: they and their results do not
        pile up.
        """
        if self.client is not None:
            yield from self._play_on_cluster(chunks, seed)
        elif self._pool is None:
            for i, (contest, low, high) in enumerate(chunks):
                yield (i, *play_chunk(contest, seed, low, high))
        else:
            yield from self._play_on_threads(self._pool, chunks, seed)

    def _play_on_threads(
        self, pool: ThreadPoolExecutor, chunks: Iterable[Chunk], seed: int
    ) -> Iterator[tuple[int, Tally, NDArray[np.int8]]]:
        waiting: dict[Future[Any], tuple[int, Contest]] = {}
        todo = iter(enumerate(chunks))
        try:
            while True:
                while len(waiting) < 2 * self.jobs:
                    item = next(todo, None)
                    if item is None:
                        break
                    i, (contest, low, high) = item
                    game_of(contest.decks)  # compile the match once, before the threads
                    waiting[pool.submit(play_chunk, contest, seed, low, high)] = i, contest
                if not waiting:
                    return
                done, _ = wait(waiting, timeout=STALL_SECONDS, return_when=FIRST_COMPLETED)
                if not done:
                    _, contest = next(iter(waiting.values()))
                    raise KotcError(
                        f"no game ended within {STALL_SECONDS:g} s ({' against '.join(contest.strategies)})",
                        fix="A strategy may loop; try it with `kotc-sim strategies`",
                    )
                for future in done:
                    yield (waiting.pop(future)[0], *future.result())
        finally:
            for future in waiting:
                future.cancel()

    def _play_on_cluster(self, chunks: Iterable[Chunk], seed: int) -> Iterator[tuple[int, Tally, NDArray[np.int8]]]:
        import distributed

        as_completed: Any = distributed.as_completed
        # Decks go to each worker once; the copy of a lost worker is not missed.
        shared: dict[int, tuple[Contest, Any]] = {}
        waiting: dict[Any, int] = {}
        todo = iter(enumerate(chunks))

        def submit() -> Any:
            item = next(todo, None)
            if item is None:
                return None
            i, (contest, low, high) = item
            if id(contest) not in shared:
                if len(shared) >= SCATTERED:
                    shared.pop(next(iter(shared)))
                shared[id(contest)] = contest, self.client.scatter(contest, broadcast=True, hash=False)
            future = self.client.submit(play_chunk, shared[id(contest)][1], seed, low, high, pure=False, retries=3)
            waiting[future] = i
            return future

        first = [future for future in (submit() for _ in range(4 * self.jobs)) if future is not None]
        finished = as_completed(first, loop=self.client.loop)
        try:
            for future in finished:
                tally, scores = future.result()
                i = waiting.pop(future)
                future.release()
                another = submit()
                if another is not None:
                    finished.add(another)
                yield i, tally, scores
        finally:
            self.client.cancel(list(waiting))

    def close(self) -> None:
        """Release threads or the connection."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        if self.client is not None:
            self.client.close()

    def __enter__(self) -> Workers:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()


def simulate(
    contest: Contest,
    pairs: int,
    seed: int,
    *,
    workers: Workers | None = None,
    first_pair: int = 0,
    keep_scores: bool = False,
    on_chunk: Callable[[int], None] | None = None,
) -> Run:
    """Play pairs of games and count them.

    Parameters
    ----------
    contest : Contest
        Decks and strategies.
    pairs : int
        Number of pairs; twice as many games.
    seed : int
        Run seed, 0 or more.
    workers : Workers, optional
        Where to play; by default all processors of this machine.
    first_pair : int
        Number of the first pair: later batches of one run go on where earlier ones ended.
    keep_scores : bool
        Keep A's score of each pair, for paired comparisons with another run on the same seed.
    on_chunk : callable, optional
        Called with the number of games of each finished chunk.

    Returns
    -------
    Run
        Identical for any number of jobs and any machine.
    """
    parts = [Part(contest, pairs, first_pair)]
    for _, run in simulate_parts(parts, seed, workers=workers, keep_scores=keep_scores, on_chunk=on_chunk):
        return run
    raise AssertionError("a part was not played")


def simulate_parts(
    parts: Sequence[Part],
    seed: int,
    *,
    workers: Workers | None = None,
    keep_scores: bool = False,
    on_chunk: Callable[[int], None] | None = None,
) -> Iterator[tuple[int, Run]]:
    """Play many parts, of one or many contests, without a pause between them; yield each when it is complete.

    Parameters
    ----------
    parts : sequence of Part
        What to play.
    seed : int
        Run seed, 0 or more, the same for all: contests share their random numbers pair by pair.
    workers : Workers, optional
        Where to play; by default all processors of this machine.
    keep_scores : bool
        Keep A's score of each pair.
    on_chunk : callable, optional
        Called with the number of games of each finished chunk.

    Yields
    ------
    (int, Run)
        Index of a part, and its counts; in the order of completion.
    """
    own = workers is None
    crew = workers or Workers()
    board = _Board(parts, seed, crew.checkpoint, keep_scores)
    try:
        for i, (low, high), counted, scores in board.play(crew):
            run = board.add(i, (low, high), counted, scores)
            if on_chunk is not None:
                on_chunk(2 * (high - low))
            if run is not None:
                yield i, run
    finally:
        if own:
            crew.close()


class _Board:
    """Which chunks of which parts are finished, and the counts so far."""

    def __init__(self, parts: Sequence[Part], seed: int, checkpoint: Checkpoint | None, keep_scores: bool) -> None:
        self.parts, self.seed, self.checkpoint, self.keep_scores = parts, seed, checkpoint, keep_scores
        self.open: dict[int, Saved] = {}
        self.left: dict[int, int] = {}
        self.keys: dict[int, str] = {}
        self.sent: list[tuple[int, tuple[int, int]]] = []
        self.restored: list[tuple[int, tuple[int, int]]] = []

    def play(self, crew: Workers) -> Iterator[tuple[int, tuple[int, int], Tally | None, NDArray[np.int8] | None]]:
        """Yield (part, span, counts, scores) of each chunk; restored ones have no counts of their own."""
        for k, tally, scores in crew.play(self._chunks(), self.seed):
            yield from self._restored()
            i, span = self.sent[k]
            yield i, span, tally, scores
        yield from self._restored()

    def _restored(self) -> Iterator[tuple[int, tuple[int, int], None, None]]:
        while self.restored:
            i, span = self.restored.pop(0)
            yield i, span, None, None

    def _chunks(self) -> Iterator[Chunk]:
        for i, part in enumerate(self.parts):
            spans = part.spans()
            saved = self._saved(i, part)
            if saved is None or not saved.done <= set(spans):
                saved = Saved(Tally.empty(), np.zeros(part.pairs if self.keep_scores else 0, np.int8), set())
            self.open[i], self.left[i] = saved, max(1, len(spans))
            if not spans:
                self.restored.append((i, (part.first_pair, part.first_pair)))
            self.restored += [(i, span) for span in spans if span in saved.done]
            for span in spans:
                if span not in saved.done:
                    self.sent.append((i, span))
                    yield part.contest, *span

    def _saved(self, i: int, part: Part) -> Saved | None:
        if self.checkpoint is None:
            return None
        what = f"{digest_of(part.contest)} {self.seed} {part.first_pair} {part.pairs} {self.keep_scores}"
        self.keys[i] = hashlib.sha256(what.encode()).hexdigest()[:24]
        return self.checkpoint.load(self.keys[i])

    def add(self, i: int, span: tuple[int, int], counted: Tally | None, scores: NDArray[np.int8] | None) -> Run | None:
        """Count a chunk; return the part's run if that was its last."""
        saved = self.open[i]
        if counted is not None and scores is not None:
            saved.tally.add(counted)
            saved.done.add(span)
            if self.keep_scores:
                first = self.parts[i].first_pair
                saved.scores[span[0] - first : span[1] - first] = scores
        self.left[i] -= 1
        if self.checkpoint is not None and counted is not None:
            self.checkpoint.note(self.keys[i], saved)
        if self.left[i]:
            return None
        del self.open[i]
        return Run(saved.tally, saved.scores)
