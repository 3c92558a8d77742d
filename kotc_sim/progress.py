"""A progress line on stderr: how much, how fast, how long still. Quiet where nobody is watching."""

import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TextIO

SILENT_SECONDS = 1.0
REFRESH_SECONDS = 0.1
_LONGEST_NAME = 28
_LEAST_SHARE = 0.02
"""Before so much is done, nothing is said of the time that is left."""
_ALMOST = 0.995  # from this share on no time is foreseen
_WATCHED: "ContextVar[Progress | None]" = ContextVar("watched", default=None)
MARK = "\x1e"
"""How a line begins that another program is to read (RFC 7464, record separator)."""

_told: TextIO | None = None


def steers(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that takes more than plain lines: ``TERM=dumb`` says that it does not."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def redraws(stream: TextIO) -> bool:
    """Return whether a line can be redrawn: on a terminal, and below the cell of a notebook."""
    return steers(stream) or type(stream).__module__ == "ipykernel.iostream"


def _wipe(stream: TextIO) -> str:
    """Return what takes the line back; a notebook knows no escape sequences, and overwrites."""
    return "\r\x1b[2K" if steers(stream) else f"\r{'':{shutil.get_terminal_size().columns - 1}}\r"


def report_to(stream: TextIO | None) -> None:
    """Write how far work is for another program from now on, in place of lines for a terminal; None: no longer.

    Each line is `MARK` and a JSON object: ``stage`` (what is being done), ``unit``, ``done``, ``total`` (or None), ``share`` (of the work,
    0 to 1, or None) and ``left`` (seconds, or None).
    """
    global _told
    _told = stream


def _tell(**state: Any) -> None:
    if _told is not None:
        _told.write(f"{MARK}{json.dumps(state)}\n")
        _told.flush()


class Progress:
    """Count work that is done; draw a line if it lasts over a second and the stream, by default stderr, is a terminal.

    ``total`` is how many units there are to do, if that is known; ``unit`` what is counted, in the plural, or of work that only shares are
    known of (`reach`) what it is.

    Examples
    --------
    >>> with Progress(1000, "games") as progress:
    ...     progress.advance(1000)
    """

    def __init__(
        self, total: int | None, unit: str = "games", *, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.total = total
        self.unit = unit
        self.done = 0
        self.known = ""
        """What is known so far: stands before the line."""
        self._share: float | None = None
        self._stages = [_Stage("", 0.0, 1.0)]
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._visible = _told is not None or redraws(self._stream)
        self._start = clock()
        self._drawn = -1.0
        self._lock = threading.Lock()  # chunks of games finish in several threads

    def advance(self, units: int = 1) -> None:
        """Add finished units, and redraw the line if it is due."""
        with self._lock:
            self.done += units
            self._stages[-1].played += units
            self._draw()

    def expect(self, units: int) -> None:
        """Note that so many more units are going to be done in the stage that runs."""
        with self._lock:
            self._stages[-1].expected += units

    def begin(self, name: str, share: float) -> None:
        """Begin a stage: which share it takes of the stage that it is in, 0 to 1, or of the whole; 0 where that is not known."""
        with self._lock:
            around = self._stages[-1]
            low = around.at()
            self._stages.append(_Stage(name, low, min(around.high, low + share * (around.high - around.low))))
            self._draw()

    def end(self) -> None:
        """End the stage that began last."""
        with self._lock:
            ended = self._stages.pop()
            self._stages[-1].low_water = max(self._stages[-1].low_water, ended.high)

    def reach(self, share: float) -> None:
        """Note which share of the work is done, from 0 to 1, and redraw the line if it is due."""
        with self._lock:
            self._share = share
            self._draw()

    def _draw(self) -> None:
        if not self._visible:
            return
        elapsed = self._clock() - self._start
        if elapsed >= SILENT_SECONDS and elapsed - self._drawn >= REFRESH_SECONDS:
            self._drawn = elapsed
            if _told is not None:
                _tell(**self.state(elapsed))
            else:
                self._write(self.line(elapsed))

    def state(self, elapsed: float) -> Mapping[str, object]:
        """Return how far the work is after ``elapsed`` seconds; see `report_to`."""
        if len(self._stages) > 1:
            share: float | None = self._stages[-1].at()
            stage = ": ".join(one.name for one in self._stages[1:])
            left = round(elapsed * (1 - share) / share, 1) if share and share >= _LEAST_SHARE else None
            return {"stage": stage, "unit": self.unit, "done": self.done, "total": self.total, "share": share, "left": left}
        share = self._share if self._share is not None else self.done / self.total if self.total else None
        left = round(elapsed * (1 - share) / share, 1) if share else None
        stage = self.unit if self._share is not None else self.known.rstrip(": ;")
        return {"stage": stage, "unit": self.unit, "done": self.done, "total": self.total, "share": share, "left": left}

    def line(self, elapsed: float) -> str:
        """Return the line after ``elapsed`` seconds: ``4,000/10,000 games (40 %), 2,000/s, 0:03 left``."""
        if len(self._stages) > 1:
            return self._staged(elapsed)
        if self._share is not None:
            if self._share >= _ALMOST:  # what is foreseen was too little, and nobody is helped by 0:00
                return f"{self.unit}: almost done"
            left = f", {duration(elapsed * (1 - self._share) / self._share)} left" if self._share > 0 else ""
            return f"{self.unit}: {int(100 * self._share)} %{left}"
        rate = self.done / elapsed if elapsed > 0 else 0.0
        speed = f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s"
        if self.total is None:
            return f"{self.done:,} {self.unit}, {speed}"
        share = 100 * self.done // self.total if self.total else 100
        text = f"{self.done:,}/{self.total:,} {self.unit} ({share} %), {speed}"
        if self.done:
            text += f", {duration((self.total - self.done) / rate)} left" if rate else ""
        return text

    def _staged(self, elapsed: float) -> str:
        """Return the line of work that has stages: which one, how far it is, how far all of it is, how long still."""
        stage = self._stages[-1]
        share = stage.at()
        names = ": ".join(one.name if len(one.name) <= _LONGEST_NAME else one.name[: _LONGEST_NAME - 1] + "…" for one in self._stages[1:])
        games = f"{stage.played:,}/{stage.expected:,} {self.unit}" if stage.expected else f"{self.done:,} {self.unit}"
        left = f", {duration(elapsed * (1 - share) / share)} left" if share >= _LEAST_SHARE else ""
        return f"{names}: {games}; {int(100 * share)} % of all{left}"

    def _write(self, text: str) -> None:
        if text:
            text = f"{self.known}{text}"[: shutil.get_terminal_size().columns - 1]  # a line that wraps cannot be taken back
        self._stream.write(f"{_wipe(self._stream)}{text}")
        self._stream.flush()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._lock:
            if self._drawn >= 0 and _told is None:
                self._write("")  # leave no line behind
            self._visible = False


@dataclass
class _Stage:
    """A part of the work: its name, and from which share of all of it to which it goes."""

    name: str
    low: float
    high: float
    played: int = 0
    expected: int = 0
    low_water: float = 0.0

    def at(self) -> float:
        """Return which share of all the work is done: never less than before, though more may come to be expected."""
        inner = self.low + (self.high - self.low) * min(1.0, self.played / self.expected) if self.expected else self.low
        self.low_water = min(self.high, max(self.low, self.low_water, inner))
        return self.low_water


@contextmanager
def watch(progress: Progress) -> Iterator[Progress]:
    """Let `stage` and `expect` tell this line of progress, as long as the block runs."""
    before = _WATCHED.set(progress)
    try:
        yield progress
    finally:
        _WATCHED.reset(before)


@contextmanager
def stage(name: str, share: float = 0.0) -> Iterator[None]:
    """Name what the block does, for whoever watches: a line on a terminal says so, and foresees the time that is left.

    ``share`` is of the time of the stage around it, or of the whole question, 0 to 1; about. 0 where that is not known.
    """
    progress = _WATCHED.get()
    if progress is None:
        yield
        return
    progress.begin(name, share)
    try:
        yield
    finally:
        progress.end()


def expect(units: int) -> None:
    """Note that so many units (games) are going to be done next."""
    progress = _WATCHED.get()
    if progress is not None:
        progress.expect(units)


def duration(seconds: float) -> str:
    """Return ``m:ss``, or ``h:mm:ss`` from an hour on, rounded up: 0:00 means done."""
    whole = max(0, -int(-seconds // 1))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


class Notice:
    """Say on a terminal why nothing seems to happen, and take the words back when it is over.

    Examples
    --------
    >>> with Notice("compiling the engine; this happens once"):
    ...     pass
    """

    def __init__(self, text: str, *, stream: TextIO | None = None) -> None:
        self._text = text
        self._stream = sys.stderr if stream is None else stream

    def __enter__(self) -> None:
        if _told is not None:
            _tell(stage=self._text)
        elif redraws(self._stream):
            self._stream.write(self._text)
            self._stream.flush()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if _told is None and redraws(self._stream):
            self._stream.write(_wipe(self._stream))
            self._stream.flush()
