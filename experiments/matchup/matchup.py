"""Who wins, by how much, why: the statistics of one match-up of two decks (docs/statistics.md)."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kotc_sim.errors import KotcError
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.matchup.describe import describe
from kotc_sim.experiments.matchup.result import MatchupResult, SequentialTest, Stopping
from kotc_sim.experiments.matchup.variants import MOST
from kotc_sim.experiments.statistics.pairs import Pairs
from kotc_sim.experiments.statistics.sequences import betting_sequence, excludes
from kotc_sim.experiments.statistics.sprt import Sprt, SprtPlan
from kotc_sim.experiments.statistics.verdicts import USUAL, Bands
from kotc_sim.runs import Contest, Part, Workers, chunk_size, crew_of, simulate, simulate_parts
from kotc_sim.runs.tally import Counts, Tally

GAMES = 20_000  # games of one pair of pilots, if no rule is given
GAMES_CAP = 1_000_000
SPRT_BATCH = 256
LOOKS = 40
LEAST_CLEAR = 1_000
"""Of fewer games no score is clear."""


def is_clear(cells: Counts, bands: Bands) -> bool:
    """Say whether pairs, counted by score, show a broken match-up clearly.

    Then all of the confidence sequence lies beyond, by more than a score may move under variants of the pilot (`MOST`): none of these
    could change the verdict but by moving it further.
    """
    if 2 * int(cells.sum()) < LEAST_CLEAR:
        return False
    score, far = Pairs(cells).score, bands.broken + MOST
    return (score > far and excludes(cells, far)) or (score < 1 - far and excludes(cells, 1 - far))


def matchup(
    contest: Contest,
    *,
    games: int | None = None,
    precision: float | None = None,
    sprt: tuple[float, float] | None = None,
    until: Callable[[Counts], bool] | None = None,
    seed: int = 1,
    bands: Bands = USUAL,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
    on_look: Callable[[Tally], None] | None = None,
) -> MatchupResult:
    """Play two decks against each other and judge the result.

    - ``games``: play exactly this many (rounded up to pairs); `GAMES` if no rule is given.
    - ``precision``: stop at this half-width of the confidence sequence, in percentage points.
    - ``sprt``: run the exact sequential test of these two scores, in percent.
    - ``until``: end a run of a number of games as soon as this says so of the pairs so far, counted by score.
    - ``on_chunk``, ``on_look``: called with the number of games of each finished chunk, and with the counts so far at each look at the
      score.

    A `KotcError` if more than one stopping rule is given.
    """
    plan = require_one_rule(games, precision, sprt)
    with crew_of(workers) as crew:
        run = _Progress(contest, seed, crew, on_chunk, on_look)
        if plan is not None:
            stopping = run.until_decided(plan)
        elif precision is not None:
            stopping = run.until_precise(precision / 100)
        else:
            stopping = run.fixed(-(-(games or GAMES) // 2), until)
    return describe(contest, run.tally, run.looks, stopping, seed, bands)


def require_one_rule(games: int | None, precision: float | None, sprt: tuple[float, float] | None) -> SprtPlan | None:
    """Return the plan of the sequential test, if there is one; `KotcError` if it cannot be run, or more than one stopping rule is given."""
    if sum(rule is not None for rule in (games, precision, sprt)) > 1:
        raise KotcError("only one of --games, --precision and --sprt can end a run", fix="State one of them")
    return None if sprt is None else SprtPlan(sprt[0] / 100, sprt[1] / 100)


@dataclass
class _Progress:
    """A run under way: counts so far, and the looks at the score in the order of pairs."""

    contest: Contest
    seed: int
    crew: Workers
    on_chunk: Callable[[int], None] | None
    on_look: Callable[[Tally], None] | None
    tally: Tally = field(default_factory=Tally)
    looks: list[Counts] = field(default_factory=list)

    def play(self, pairs: int, ahead: int = 0) -> Tally:
        """Play pairs, the first of them so many after those that have been counted."""
        first = self.tally.pairs + ahead
        return simulate(self.contest, pairs, self.seed, workers=self.crew, first_pair=first, on_chunk=self.on_chunk).tally

    def keep(self, part: Tally) -> None:
        self.tally.add(part)
        self.looks.append(self.tally.cells())
        if self.on_look is not None:
            self.on_look(self.tally)

    def fixed(self, pairs: int, until: Callable[[Counts], bool] | None) -> Stopping:
        step = max(chunk_size(self.contest) * 4, -(-pairs // LOOKS))
        parts = [Part(self.contest, min(step, pairs - first), first) for first in range(0, pairs, step)]
        done: dict[int, Tally] = {}
        for i, run in simulate_parts(parts, self.seed, workers=self.crew, on_chunk=self.on_chunk):
            done[i] = run.tally
            while len(self.looks) in done:
                self.keep(done.pop(len(self.looks)))
                if until is not None and self.tally.pairs < pairs and until(self.tally.cells()):
                    return Stopping(rule="clear", planned=2 * pairs)
        return Stopping(rule="fixed")

    def until_precise(self, half_width: float) -> Stopping:
        cap = GAMES_CAP // 2
        step = max(512, chunk_size(self.contest))
        while self.tally.pairs < cap:
            self.keep(self.play(min(step, cap - self.tally.pairs)))
            now = betting_sequence(self.tally.cells())[0]
            if (now.high - now.low) / 2 <= half_width:
                break
            step = max(512, self.tally.pairs // 4)
        return Stopping(rule="precision", target=half_width)

    def until_decided(self, plan: SprtPlan) -> Stopping:
        test = Sprt(plan)
        while not test.decided:
            ahead = [self.play(SPRT_BATCH, k * SPRT_BATCH) for k in range(4)]
            for part in ahead:
                self.keep(part)
                if test.update(part.cells()):
                    break
        bounds = Ends(*test.bounds)
        return Stopping(rule="sprt", test=SequentialTest(h0=plan.h0, h1=plan.h1, llr=test.llr, bounds=bounds, accepted=test.accepted))
