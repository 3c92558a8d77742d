"""How a command ends when it is asked to: Ctrl-C, SIGTERM and SIGHUP alike, and within two seconds whatever it is doing."""

import os
import signal
import sys
import threading
import time
from typing import Any

from kotc_sim.errors import Ended, say

GRACE_SECONDS = 1.5
"""So long the main thread has to notice a signal: it does so between two steps of Python, not while machine code runs."""
_OTHERS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_said = threading.Event()
_heard: list[int] = []


def obey() -> None:
    """Let SIGTERM and SIGHUP interrupt as Ctrl-C does, and let no signal go unheard; for a command whose command line has been read."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, *_OTHERS):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):  # not where it is ignored, as under nohup
            signal.signal(number, _end)
    sys.unraisablehook = _unraisable
    if os.name != "posix":
        return
    heard, wakeup = os.pipe()
    os.set_blocking(wakeup, False)
    signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(heard,), daemon=True, name="signals").start()


def heard() -> int:
    """Return the signal that has interrupted the process, 0 if none has: what goes wrong afterwards is no fault."""
    return _heard[0] if _heard else 0


def said() -> None:
    """Note that the user knows how the command ended."""
    _said.set()


def leave(code: int) -> None:
    """End the process at once: threads may be in machine code that does not end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
    os._exit(code)


def _end(number: int, frame: Any) -> None:
    _heard.append(number)
    raise KeyboardInterrupt if number == signal.SIGINT else Ended(number)


def _unraisable(error: Any) -> None:
    """Say nothing of an interrupt that struck where it cannot be raised, as in a callback of LLVM: what called it fails, or we are left."""
    if not isinstance(error.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(error)


def _watch(heard: int) -> None:
    while True:
        number = os.read(heard, 1)[0]
        if number != signal.SIGINT and number not in _OTHERS:
            continue
        if signal.getsignal(number) in (signal.SIG_IGN, signal.SIG_DFL):
            continue
        time.sleep(GRACE_SECONDS)
        if not _said.is_set():
            runs = sys.modules.get("kotc_sim.runs")  # nothing is played where it has not been imported
            resume = runs.keep_open_runs() if runs is not None else ""
            say(f"\ninterrupted.{f' To go on: {resume}' if resume else ''}", error=True, wait=False)
        leave(128 + number)
