"""Imported before anything that takes long to import: what a command finds when it starts, whatever its parent has left it.

Until the command line is read, signals end the process as the system does: a handler in Python would wait for a library that hangs while
it is loaded. `kotc_sim.commands.signals.obey` comes after that.
"""

import _signal  # type: ignore[import-not-found]  # without the names of signal, which take as long as all else here
import os
import sys

_PROGRAMS = ("kotc-sim", "cli.py", "__main__.py")
_STREAMS = (("stdin", os.O_RDONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY))
"""A standard output that was closed cannot be written to, which is said; with a closed error stream there is nobody to say it to."""


def _open_streams() -> None:
    """Open standard streams that are closed: the next file would get their number, and Python has None in their place."""
    for number, (name, mode) in enumerate(_STREAMS):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # the lowest number that is free
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))  # noqa: SIM115


def _spare_memory() -> None:
    """Let OpenBLAS have no threads where the address space is limited: without memory for them it tries again for ever, deaf to signals."""
    try:
        import resource
    except ImportError:  # Windows
        return
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


if os.path.basename(sys.argv[0]).startswith(_PROGRAMS) and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
_open_streams()
_spare_memory()
