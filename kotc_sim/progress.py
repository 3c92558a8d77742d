"""A progress line on stderr: how much, how fast, how long still. Quiet where nobody is watching."""

from __future__ import annotations

import json
import shutil
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, TextIO

SILENT_SECONDS = 1.0
REFRESH_SECONDS = 0.1
MARK = "\x1e"
"""How a line begins that another program is to read (RFC 7464, record separator)."""

_told: TextIO | None = None


def tell(stream: TextIO | None) -> None:
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
    """Count work that is done; draw a line if it lasts over a second and the stream is a terminal.

    Parameters
    ----------
    total : int or None
        How many units there are to do, if that is known.
    unit : str
        What is counted, in the plural; of work that only shares are known of (`reach`), what it is.
    stream : text stream, optional
        By default stderr.
    clock : callable, optional
        Seconds, as ``time.monotonic``.

    Examples
    --------
    >>> with Progress(1000, "games") as progress:
    ...     progress.advance(1000)
    """

    def __init__(
        self,
        total: int | None,
        unit: str = "games",
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.total = total
        self.unit = unit
        self.done = 0
        self.known = ""
        """What is known so far: stands before the line."""
        self._share: float | None = None
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._visible = _told is not None or self._stream.isatty()
        self._start = clock()
        self._drawn = -1.0
        self._lock = threading.Lock()  # chunks of games finish in several threads

    def advance(self, units: int = 1) -> None:
        """Add finished units, and redraw the line if it is due."""
        with self._lock:
            self.done += units
            self._draw()

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

    def state(self, elapsed: float) -> dict[str, Any]:
        """Return how far the work is after ``elapsed`` seconds; see `tell`."""
        share = self._share if self._share is not None else self.done / self.total if self.total else None
        left = round(elapsed * (1 - share) / share, 1) if share else None
        stage = self.unit if self._share is not None else self.known.rstrip(": ;")
        return {"stage": stage, "unit": self.unit, "done": self.done, "total": self.total, "share": share, "left": left}

    def line(self, elapsed: float) -> str:
        """Return the line after ``elapsed`` seconds: ``4,000/10,000 games (40 %), 2,000/s, 0:03 left``."""
        if self._share is not None:
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

    def _write(self, text: str) -> None:
        if text:
            text = f"{self.known}{text}"[: shutil.get_terminal_size().columns - 1]  # a line that wraps cannot be taken back
        self._stream.write(f"\r\x1b[2K{text}")
        self._stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._lock:
            if self._drawn >= 0 and _told is None:
                self._write("")  # leave no line behind
            self._visible = False


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
        elif self._stream.isatty():
            self._stream.write(self._text)
            self._stream.flush()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if _told is None and self._stream.isatty():
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
