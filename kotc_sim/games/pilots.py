"""Who plays: what a game asks of a strategy, and whose fault it is when one raises. It imports no numba and no strategy."""

import contextlib
import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from kotc_sim.errors import KotcError

STRATEGY = "greedy"  # who plays a deck where nobody says so

Pace = Literal["steady", "search", "unknown"]
"""How fast a pilot decides: as fast as the heuristics, by playing on, or nobody knows."""


class Pilot(Protocol):
    """A strategy, as far as a game needs to know it."""

    name: str  # by which it is chosen
    file: str | None  # the file of a user's; None for those that come with kotc-sim
    pace: Pace  # how fast it decides

    @property
    def line(self) -> int | None:
        """The line of the file at which it begins, if that is known."""

    @property
    def compiled(self) -> Any:
        """``fill(game, match, me, scores)``, compiled when it is first asked for."""

    @property
    def address(self) -> Any:
        """Where the drivers of the game call it, as long as it is kept."""

    @property
    def learns(self) -> bool:
        """Whether it learns the decks that it plays."""

    def seated(self, match: Any, fit: Any) -> "Pilot":
        """Return who plays a match: itself, or what plays by a fit."""

    def fit_for(self, match: Any, fit: Any) -> Any:
        """Return the fit by which one that learns plays a match."""

    def learn(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Any:
        """Return what it learns of decks."""


@contextlib.contextmanager
def find_blame(pilots: Sequence[Pilot], games: str) -> Iterator[None]:
    """Raise a `KotcError` that says whose strategy from a file raised while ``games`` were played: trial games do not meet every case."""
    try:
        yield
    except Exception as error:
        own = [pilot for pilot in pilots if pilot.file is not None]
        if isinstance(error, KotcError) or not own:
            raise
        file, line = own[0].file, line_in(error, Path(own[0].file or ""))
        who = " or ".join(dict.fromkeys(f"the strategy {pilot.name!r}" for pilot in own))
        raise KotcError(
            f"{who} raised {type(error).__name__}: {error} ({games})",
            file=file,
            line=line or own[0].line,
            fix="Guard the case" + ("" if line else "; the same run with NUMBA_DISABLE_JIT=1 is slow and tells the line"),
        ) from error


def line_in(error: BaseException, path: Path) -> int | None:
    """Return the line of the file at which an exception arose, or None."""
    lines = [entry.lineno for entry in traceback.extract_tb(error.__traceback__) if same_file(entry.filename, path)]
    return lines[-1] if lines else None


def same_file(name: str, path: Path) -> bool:
    """Say whether a name from a message means the file."""
    return os.path.realpath(name) == os.path.realpath(path)
