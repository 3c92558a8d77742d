"""Imported before anything that takes long to import: Ctrl-C while a command starts is one line, whatever is being imported."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # without the names of signal, which take as long as all else here
import os
import sys

_PROGRAMS = ("kotc-sim", "cli.py", "__main__.py")


def _leave(number: int, frame: object) -> None:
    os.write(2, b"\ninterrupted.\n")
    os._exit(128 + number)


def done() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again."""
    if _signal.getsignal(_signal.SIGINT) is _leave:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


if os.path.basename(sys.argv[0]).startswith(_PROGRAMS) and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _leave)
