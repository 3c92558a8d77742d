"""Second processes of our own: they see the modules that this one sees, nothing of the current folder, and end with this process."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

_ROOT = str(Path(__file__).resolve().parents[2])
_PR_SET_PDEATHSIG = 1


def start(statements: str, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Run Python statements, for which ``sys.argv[1:]`` are the arguments, in a second process; options as `subprocess.Popen` has them.

    Python's ``-c`` and ``-m`` look for modules in the current folder first, where a ``numpy.py`` that came with somebody's decks may lie:
    the second process does not. The end of its ``stdin`` tells it that this one has ended.
    """
    environment = dict(options.pop("env", None) or os.environ)
    places = [place for place in environment.get("PYTHONPATH", "").split(os.pathsep) if place]
    environment["PYTHONPATH"] = os.pathsep.join([*places, *([_ROOT] if _ROOT not in places else [])])
    program = f"from kotc_sim.compiler.child_process import follow\nfollow({os.getpid()})\n{statements}"
    return subprocess.Popen([sys.executable, "-P", "-c", program, *arguments], stdin=subprocess.PIPE, env=environment, **options)


def follow(parent: int) -> None:
    """End this process when the parent ends, however that does: by the system where it is Linux, else by the end of standard input."""
    if sys.platform == "linux":
        import ctypes  # only the second process needs it

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if os.name == "posix" and os.getppid() != parent:
        os._exit(1)
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    while os.read(0, 4096):
        pass
    os._exit(1)
