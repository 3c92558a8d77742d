"""The three ways to run kernels, and how one is chosen.

interpreted
    As Python functions (``NUMBA_DISABLE_JIT=1``): slow, for rule tests and debuggers.
plain
    Compiled by numba as it is (``KOTC_SIM_COMPILER=plain``): the same games, byte for byte, at about 0.6 of the speed.
full
    Compiled with everything that this package knows of numba's and LLVM's inside (:mod:`kotc_sim.compiler.internals`).

Without a choice it is full, unless something inside is missing: then one line on standard error says what, and plain is used.
"""

import errno
import os
import sys
import threading
from typing import Literal

Way = Literal["interpreted", "plain", "full"]
VARIABLE = "KOTC_SIM_COMPILER"
"""The environment variable: ``plain``, or ``full`` to trust a version of numba that is not known."""

_lock = threading.Lock()
_way: Way | None = None


def is_interpreted() -> bool:
    """Say whether kernels run as Python functions (``NUMBA_DISABLE_JIT=1``), without importing numba."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def is_checked() -> bool:
    """Say whether all indices are checked (``KOTC_SIM_CHECKED=1``)."""
    return os.environ.get("KOTC_SIM_CHECKED", "0") not in ("", "0")


def read_choice() -> str:
    """Return what ``KOTC_SIM_COMPILER`` says: "plain", "full", or "" for no choice; `OSError` if it says something else."""
    asked = os.environ.get(VARIABLE, "")
    if asked not in ("", "plain", "full"):
        raise OSError(errno.EINVAL, f"{VARIABLE} is {asked!r}: set it to plain or full, or leave it out")
    return asked


def way() -> Way:
    """Return how kernels run in this process; the first call decides it, and gives notice of a missing internal.

    Raises `OSError` if ``KOTC_SIM_COMPILER`` is no way, or numba lacks something that cannot be done without.
    """
    global _way
    with _lock:
        if _way is None:
            _way = _decide()
        return _way


def _decide() -> Way:
    import numba

    if numba.config.DISABLE_JIT:
        return "interpreted"
    from kotc_sim.compiler.internals import KNOWN, missing

    asked = read_choice()
    if lost := missing("plain"):
        mend = f"install one that can, pip install 'numba=={KNOWN[-1]}.*', or set NUMBA_DISABLE_JIT=1, which is slow"
        raise OSError(errno.ENOSYS, f"numba {numba.__version__} cannot compile kotc-sim: {lost[0]}; {mend}")
    if asked == "plain":
        return "plain"
    lost = missing("full", any_version=asked == "full")
    if not lost:
        return "full"
    os.environ[VARIABLE] = "plain"  # processes that this one starts compile the same way, and say nothing
    more = f", and {len(lost) - 1} more" if len(lost) > 1 else ""
    print(
        f"numba {numba.__version__} is not known to compile the fast way ({lost[0]}{more}): compiling plainly; "
        "the same games, slower (docs/compiler.md)",
        file=sys.stderr,
    )
    return "plain"
