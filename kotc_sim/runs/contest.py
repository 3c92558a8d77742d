"""Who plays whom, and chunks of their games: a chunk of pairs is a pure function of its arguments.

Counts are integers, so a run is the same for any number of jobs, any chunk size and any machine.
"""

import hashlib
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.games.pilots import Pilot
from kotc_sim.games.protocol import Match
from kotc_sim.runs.memory import keep_freed_memory
from kotc_sim.runs.tally import Tally, count_games
from kotc_sim.strategies import load
from kotc_sim.strategies.builtin import PILOTS

CHUNK_PAIRS = 256
ENOUGH_CHUNKS, MOST_TIMES = 32, 8
"""A run of more chunks than this has larger ones, up to this many times as large: Python takes 0.15 ms for each."""
SEARCH_CHUNK_PAIRS = 8
SMALL = 0.25  # part of a chunk up to which games are few: what is done around them takes longer
MOST_KEPT = 256
"""Matches, and seats in them, that a process keeps."""


@dataclass(frozen=True)
class Contest:
    """Who plays whom."""

    decks: tuple[Any, ...]  # side A, side B, and further players
    strategies: tuple[str, str]
    """Names or paths, for A and for B (further players use B's): names, so that a chunk is a pure function of what can be pickled."""
    fit: Any = None  # what strategies that learn have learned (`kotc_sim.runs.session.learn`); None: what comes with the edition


@dataclass(frozen=True)
class Part:
    """Some pairs of a contest, from number ``first_pair`` on, where earlier batches of a run ended: what is counted and kept together."""

    contest: Contest
    pairs: int
    first_pair: int = 0

    def spans(self) -> "Spans":
        """Return the first pair, and the one after the last, of each chunk."""
        return Spans(range(self.first_pair, self.first_pair + self.pairs, chunk_size(self.contest, self.pairs)))


@dataclass(frozen=True)
class Spans:
    """The first pair of each chunk, and the one after its last: worked out when they are asked for, as there may be billions."""

    starts: range

    def __len__(self) -> int:
        return len(self.starts)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return map(self._from, self.starts)

    def __contains__(self, span: tuple[int, int]) -> bool:
        return span[0] in self.starts and span == self._from(span[0])

    def _from(self, low: int) -> tuple[int, int]:
        return low, min(low + self.starts.step, self.starts.stop)


@dataclass
class Run:
    """Counts of a run, and ``scores`` (int8, twice A's score over both games, 0..4, in pair order; empty if not kept)."""

    tally: Tally
    scores: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))


Chunk = tuple[Contest, int, int]
"""A contest, the first pair to be played, and the one after the last."""

_matches: dict[tuple[int, ...], tuple[tuple[Any, ...], Match]] = {}
_matches_lock = threading.Lock()


def match_of(decks: tuple[Any, ...]) -> Match:
    """Return the compiled match of these very deck objects, compiling it once in this process."""
    key = tuple(id(deck) for deck in decks)
    known = _matches.get(key)  # without the lock: nobody who plays waits for a match that another thread compiles
    if known is not None:
        return known[1]
    with _matches_lock:
        if key not in _matches:
            if len(_matches) > MOST_KEPT:
                _matches.clear()
            _matches[key] = (decks, games.of(decks[0]).compile(decks))
        return _matches[key][1]


_seated: dict[tuple[int, str, str], tuple[Match, Pilot]] = {}
_seated_lock = threading.Lock()


def pilots_of(contest: Contest) -> tuple[Pilot, Pilot]:
    """Return who plays A and B; a strategy is loaded once in this process, and takes its seat once in a match."""
    game = games.of(contest.decks[0])
    a, b = (_seat(load(game.key, name), name, contest) for name in contest.strategies)
    return a, b


def _seat(pilot: Pilot, name: str, contest: Contest) -> Pilot:
    if not pilot.learns:
        return pilot
    match = match_of(contest.decks)
    key = id(match), name, contest.fit.digest if contest.fit else ""
    with _seated_lock:
        if key not in _seated:
            if len(_seated) > MOST_KEPT:
                _seated.clear()
            _seated[key] = match, pilot.seated(match, contest.fit)
        return _seated[key][1]


def play_games(contest: Contest, seed: int, low: int, high: int) -> tuple[Any, NDArray[np.uint8]]:
    """Play games ``low`` … ``high - 1`` of a run; return their ``RESULT`` records and ``Seen`` bits (`kotc_sim.shared.result_record`)."""
    keep_freed_memory()
    match, pilots = match_of(contest.decks), pilots_of(contest)
    key = type(match), *contest.strategies
    with _begun_lock:
        if key not in _begun:
            match.play(pilots, seed, low, low)  # in one thread: numba finds out what it is given, which is not safe in several
            _begun.add(key)
    return match.play(pilots, seed, low, high)


_begun: set[tuple[Any, ...]] = set()
_begun_lock = threading.Lock()


def play_chunk(contest: Contest, seed: int, first_pair: int, last_pair: int) -> tuple[Tally, NDArray[np.int8]]:
    """Play pairs ``first_pair`` … ``last_pair - 1`` and count them: a pure function of the arguments."""
    results, seen = play_games(contest, seed, 2 * first_pair, 2 * last_pair)
    return count_games(results, seen, 2 * first_pair)


def play_chunks(contests: Sequence[Contest], spans: Sequence[tuple[int, int]], seed: int) -> list[tuple[Tally, NDArray[np.int8]]]:
    """Play a chunk of each contest, by the numbers of its first pair and of the one after its last."""
    return [play_chunk(contest, seed, *span) for contest, span in zip(contests, spans, strict=True)]


def digest_of(contest: Contest) -> str:
    """Return a digest of what a contest's games depend on, besides seed, pair numbers and sources."""
    game, match = games.of(contest.decks[0]), match_of(contest.decks)
    digest = hashlib.sha256(games.digest(match).encode())
    for pilot in (load(game.key, name) for name in contest.strategies):
        if pilot.learns:
            digest.update(pilot.fit_for(match, contest.fit).digest.encode())
    for name in contest.strategies:
        digest.update(f"\0{name}\0".encode())
        for part in name.split(":"):
            if part.endswith(".py") and os.path.isfile(part):
                digest.update(Path(part).read_bytes())
    return digest.hexdigest()


def is_built_in(contest: Contest) -> bool:
    """Say whether pilots come with kotc-sim, so that `digest_of` knows all that they depend on: what others import it does not see."""
    return all(part.partition("@")[0] in PILOTS for name in contest.strategies for part in name.split(":"))


def is_small(contest: Contest, pairs: int) -> bool:
    """Say whether so many pairs are but a small part of a chunk."""
    return pairs <= SMALL * chunk_size(contest)


def is_brief(part: Part) -> bool:
    """Say whether a part is a few games of fast pilots, which a search for decks has by the thousand."""
    return is_small(part.contest, part.pairs) and chunk_size(part.contest) >= CHUNK_PAIRS and is_built_in(part.contest)


def chunk_size(contest: Contest, pairs: int = 0) -> int:
    """Return the pairs in a chunk: fewer for strategies that search, more where there are enough ``pairs`` to keep all jobs busy.

    Of a strategy of the user's nobody knows how slow it is, and a chunk has to be played within ``STALL_SECONDS`` of the workers.
    """
    game = games.of(contest.decks[0])
    paces = {load(game.key, name).pace for name in contest.strategies}  # those that learn are not seated for it: it takes milliseconds
    if "search" in paces:
        return SEARCH_CHUNK_PAIRS
    if "unknown" in paces:
        return CHUNK_PAIRS
    return CHUNK_PAIRS * min(MOST_TIMES, max(1, pairs // (ENOUGH_CHUNKS * CHUNK_PAIRS)))
