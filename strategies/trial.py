"""The trial of a strategy from a file; ``check.py`` runs it: ``python -m kotc_sim.strategies.trial GAME SPEC GAMES SECONDS``.

Every answer is looked at: scores must be finite numbers, and neither the game nor the match may be changed.
"""

import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.errors import KotcError
from kotc_sim.games.pilots import line_in, same_file
from kotc_sim.strategies import load, strategies_of
from kotc_sim.strategies.check import LOOPS, say
from kotc_sim.strategies.pilot import AnyStrategy
from kotc_sim.strategies.plugin import compiled_or_error

UNWRITTEN = np.uint64(0x7FF8_5C0E_1E55_0000)
"""The bits of a NaN that no calculation gives: where a strategy left them, it wrote no score."""
MOST_DECISIONS = 20000


class Table:
    """Where trial games are played, one after another, in seats that alternate; a game's own sets up, plays on and decides."""

    kinds: Any  # the game's module of that name
    game: Any
    """Its record."""
    read: tuple[Any, Any]  # what a strategy is given of the game and of the match
    scores: NDArray[np.float64]  # where strategies write their scores
    records: Mapping[str, Any]  # what a strategy may read and must not change, by the names that its parameters have

    def deal(self, number: int, strategy: Any) -> int:
        """Set trial game ``number`` up and return the seat of the strategy."""
        raise NotImplementedError

    def play_on(self) -> None:
        """Play on to the next decision."""
        raise NotImplementedError

    def decide(self) -> None:
        """Take the option with the best score."""
        raise NotImplementedError

    def ask(self, fill: Callable[..., None]) -> None:
        """Let a compiled strategy score the options."""
        fill(*self.read, int(self.game.asked), self.scores)

    def option(self, number: int) -> str:
        """Return an option in words."""
        kind = self.kinds.Opt(int(self.game.options[number].kind))
        return f"{kind.name} of a decision {self.kinds.Ask(int(self.game.ask)).name}"


def main(key: str, spec: str, games: int, seconds: float = 0.0) -> None:
    """Load, compile and try a strategy; write messages to standard output.

    As plain Python it tells after some seconds which line is being run, and ends.
    """
    try:
        strategy = load(key, spec)
        compiled = compiled_or_error(strategy)
        table: Table = strategies_of(key).module("trial_table").Table()
        opponent = load(key, "random").compiled
        say("playing")
        if INTERPRETED and seconds:
            _tell_line_after(seconds, strategy)
        play(strategy, compiled, opponent, table, games)
    except KotcError as error:
        say("error", what=error.what, file=error.file, line=error.line, fix=error.fix)
        return
    say("passed")


def play(strategy: AnyStrategy, compiled: Any, opponent: Any, table: Table, games: int) -> None:
    """Play games against the opponent, looking at every answer; a `KotcError` says what is wrong."""
    for number in range(games):
        seat = table.deal(number, strategy)
        for _ in range(MOST_DECISIONS):
            table.play_on()
            if table.game.over:
                break
            if int(table.game.asked) == seat:
                _ask(strategy, compiled, table)
            else:
                table.ask(opponent)
            table.decide()
        else:
            raise _failure(strategy, "did not come to the end of a game", "Let some option end a turn")


def _tell_line_after(seconds: float, strategy: AnyStrategy) -> None:
    player, path = threading.get_ident(), Path(strategy.file or "")

    def tell() -> None:
        frame = sys._current_frames()[player]
        lines = [number for inner, number in traceback.walk_stack(frame) if same_file(inner.f_code.co_filename, path)]
        say("error", what=f"the strategy {strategy.name!r} {LOOPS}", file=str(path), line=lines[0] if lines else None, fix="")
        os._exit(0)

    timer = threading.Timer(seconds, tell)
    timer.daemon = True
    timer.start()


def _ask(strategy: AnyStrategy, compiled: Any, table: Table) -> None:
    before = {name: record.tobytes() for name, record in table.records.items()}
    table.scores.view(np.uint64)[:] = UNWRITTEN
    try:
        table.ask(compiled)
    except Exception as error:
        path = Path(strategy.file or "")
        raise KotcError(
            f"the strategy {strategy.name!r} raised {type(error).__name__}: {error}",
            file=path,
            line=line_in(error, path),
            fix="Guard the case, for instance an index of -1, an empty zone or a divisor of 0",
        ) from error
    for name, record in table.records.items():
        if record.tobytes() != before[name]:
            field = _changed(record, before[name])
            writes = re.compile(rf"\.{field}\b[^=#]*[^=!<>#]=(?!=)")
            lines = Path(strategy.file or "").read_text(encoding="utf-8", errors="replace").splitlines()
            raise _failure(
                strategy,
                f"changed the game, which it may only read: it wrote to {name}.{field}",
                "Keep what you work out in variables of your own",
                next((number for number, line in enumerate(lines, 1) if writes.search(line)), None),
            )
    scores = table.scores[: int(table.game.n_options)]
    bad = np.flatnonzero(~np.isfinite(scores))
    if len(bad):
        first = int(bad[0])
        unwritten = scores.view(np.uint64)[first] == UNWRITTEN
        did = "gave no score" if unwritten else f"gave the score {scores[first]}, which is no finite number,"
        raise _failure(strategy, f"{did} for the option {table.option(first)}", "Give each option a finite number")


def _failure(strategy: AnyStrategy, did: str, fix: str, line: int | None = None) -> KotcError:
    what = f"the strategy {strategy.name!r} {did}"
    return KotcError(what, file=strategy.file, line=line or strategy.line, fix=f"{fix}; see {strategies_of(strategy.game).manual}")


def _changed(record: Any, before: bytes) -> str:
    """Return the name of the first field that is no longer what it was."""
    old = np.frombuffer(before, record.dtype)[0]
    names = record.dtype.names
    return str(next((name for name in names if np.asarray(record[name]).tobytes() != np.asarray(old[name]).tobytes()), names[0]))


if __name__ == "__main__":
    if INTERPRETED:
        np.seterr(over="ignore", divide="raise", invalid="raise")
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
