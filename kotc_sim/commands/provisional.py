"""What a terminal shows while a match-up is played along the ladder: figures so far, each with its pilot, marked as provisional."""

import shutil
import sys
import time
from typing import TYPE_CHECKING, TextIO

from kotc_sim.progress import Progress, steers

if TYPE_CHECKING:
    from kotc_sim.experiments.matchup.result import MatchupResult
    from kotc_sim.runs.tally import Tally

LOOK_SECONDS = 0.5
"""Least time between two looks at the score under way: its confidence sequence takes 15 ms."""


class Provisional:
    """Shows on a terminal (by default stderr) what is known so far; says nothing where nobody watches."""

    def __init__(self, a: str, b: str, stream: TextIO | None = None) -> None:
        self._names = a, b
        self._stream = sys.stderr if stream is None else stream
        self._visible = steers(self._stream)
        self._progress: Progress | None = None
        self._next_look = 0.0

    def begin(self, pilot: str, total: int | None) -> None:
        """Note that a pilot begins."""
        self._progress = Progress(total, "games", stream=self._stream)
        self._progress.__enter__()
        self._progress.known = f"{pilot}: "
        self._next_look = time.monotonic() + LOOK_SECONDS

    def advance(self, games: int) -> None:
        """Note that so many more games are finished."""
        if self._progress is not None:
            self._progress.advance(games)

    def look(self, tally: "Tally") -> None:
        """Put the score so far, with an interval that may be watched, before the line of progress."""
        if not self._visible or self._progress is None or time.monotonic() < self._next_look:
            return
        from kotc_sim.experiments.statistics.sequences import betting_sequence
        from kotc_sim.reports.kit.wording import NBSP, Measure, write_measured

        now = betting_sequence(tally.cells())[0]
        name = self._progress.known.partition(":")[0]
        self._progress.known = f"{name}: {write_measured(Measure(now.value, now.low, now.high), 'share')} so far; ".replace(NBSP, " ")
        self._next_look = time.monotonic() + LOOK_SECONDS

    def end(self, pilot: str, result: "MatchupResult") -> None:
        """Leave a line with the score under this pilot."""
        if self._progress is not None:
            self._progress.__exit__(None, None, None)
            self._progress = None
        if not self._visible:
            return
        from kotc_sim.reports.kit.wording import NBSP, Measure, clean, count, write_measured

        a, b = (clean(name) for name in self._names)
        score = write_measured(Measure(result.score, *result.interval), "share")
        text = f"provisional, {pilot}: {a} scores {score} against {b} over {count(result.games)} games"
        self._stream.write(text.replace(NBSP, " ")[: shutil.get_terminal_size().columns - 1] + "\n")
        self._stream.flush()
