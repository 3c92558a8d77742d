"""Play pairs of games of any game and return counts, or one game again with its log.

Chunks run on threads or on a cluster (`kotc_sim.runs.workers`); since counts are integers, the result is the same for any number of
jobs, any chunk size and any machine, and an interrupted run can be taken up again.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.games.protocol import Replay
from kotc_sim.progress import expect
from kotc_sim.runs.checkpoint import Checkpoint
from kotc_sim.runs.contest import Chunk, Contest, Part, Run, digest_of, is_brief, is_built_in, match_of, pilots_of
from kotc_sim.runs.saved import Saved
from kotc_sim.runs.tally import Tally
from kotc_sim.runs.workers import Workers, crew_of

MANY_PARTS = 64
"""From so many on, nobody asked to keep brief ones: they are played sooner than they are looked for on disk."""


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
    """Play pairs of games and count them: the same counts for any number of jobs and any machine; parameters as `simulate_parts`.

    Later batches of one run go on at ``first_pair``, where earlier ones ended.
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
    """Play many parts, of one or many contests, without a pause between them; yield index and counts of each when it is complete.

    - ``seed``: run seed, 0 or more, the same for all: contests share their random numbers pair by pair.
    - ``workers``: where to play; by default all processors of this machine.
    - ``keep_scores``: keep A's score of each pair, for paired comparisons with another run on the same seed.
    - ``on_chunk``: called with the number of games of each finished chunk.
    """
    expect(sum(2 * part.pairs for part in parts))
    with crew_of(workers) as crew:
        ledger = _Ledger(parts, seed, crew.checkpoint, keep_scores)
        for i, (low, high), counted, scores in ledger.play(crew):
            run = ledger.add(i, (low, high), counted, scores)
            if on_chunk is not None:
                on_chunk(2 * (high - low))
            if run is not None:
                yield i, run


def replay(contest: Contest, game: int, seed: int, *, omniscient: bool = False, boards: bool = False) -> Replay:
    """Play game ``game`` (from 0; 2k and 2k + 1 are a pair with the seats swapped) of the run ``seed`` again and say what happens.

    With ``boards`` also what lies on the table, where the game can. Raises `KotcError` if a strategy's score is not a number, or a strategy
    from a file raises.
    """
    played = games.of(contest.decks[0])
    match, pilots = match_of(contest.decks), pilots_of(contest)
    return played.replay(match, contest.decks, pilots, game, seed, omniscient=omniscient, boards=boards)


class _Ledger:
    """Which chunks of which parts are finished, and the counts so far."""

    def __init__(self, parts: Sequence[Part], seed: int, checkpoint: Checkpoint | None, keep_scores: bool) -> None:
        self.parts, self.seed, self.checkpoint, self.keep_scores = parts, seed, checkpoint, keep_scores
        self.passing = checkpoint is not None and checkpoint.passing and len(parts) >= MANY_PARTS
        self.open: dict[int, Saved] = {}
        self.left: dict[int, int] = {}
        self.keys: dict[int, str] = {}
        self.sent: dict[int, tuple[int, tuple[int, int]]] = {}
        self.number = 0
        self.restored: list[tuple[int, tuple[int, int]]] = []

    def play(self, crew: Workers) -> Iterator[tuple[int, tuple[int, int], Tally | None, NDArray[np.int8] | None]]:
        """Yield (part, span, counts, scores) of each chunk; restored ones have no counts of their own."""
        for k, tally, scores in crew.play(self._chunks(), self.seed):
            yield from self._restored()
            i, span = self.sent.pop(k)
            yield i, span, tally, scores
        yield from self._restored()

    def _restored(self) -> Iterator[tuple[int, tuple[int, int], None, None]]:
        while self.restored:
            i, span = self.restored.pop(0)
            yield i, span, None, None

    def _chunks(self) -> Iterator[Chunk]:
        for i, part in enumerate(self.parts):
            spans = part.spans()
            saved = None
            if self.checkpoint is not None and not (self.passing and is_brief(part)):
                what = f"{digest_of(part.contest)} {self.seed} {part.first_pair} {part.pairs} {self.keep_scores}"
                self.keys[i] = hashlib.sha256(what.encode()).hexdigest()[:24]
                saved = self.checkpoint.load(self.keys[i]) if not self.checkpoint.passing or is_built_in(part.contest) else None
            if saved is None or not all(span in spans for span in saved.done):
                saved = Saved(Tally(), np.zeros(part.pairs if self.keep_scores else 0, np.int8), set())
            self.open[i], self.left[i] = saved, max(1, len(spans))
            if not spans:
                self.restored.append((i, (part.first_pair, part.first_pair)))
            done = frozenset(saved.done)
            self.restored += [(i, span) for span in sorted(done)]
            for span in spans:
                if span not in done:
                    self.sent[self.number] = i, span
                    self.number += 1
                    yield part.contest, *span

    def add(self, i: int, span: tuple[int, int], counted: Tally | None, scores: NDArray[np.int8] | None) -> Run | None:
        """Count a chunk; return the part's run if that was its last."""
        saved = self.open[i]
        if counted is not None and scores is not None:
            saved.counting = True
            if saved.done:
                saved.tally.add(counted)
            else:
                saved.tally = counted
            saved.done.add(span)
            if self.keep_scores:
                first = self.parts[i].first_pair
                saved.scores[span[0] - first : span[1] - first] = scores
            saved.counting = False
        self.left[i] -= 1
        if self.checkpoint is not None and counted is not None and i in self.keys:
            self.checkpoint.note(self.keys[i], saved)
        if self.left[i]:
            return None
        del self.open[i]
        return Run(saved.tally, saved.scores)
