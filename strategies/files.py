"""Running the Python file of a strategy, of any game, with messages that name the file and the line."""

import contextlib
import hashlib
import importlib.util
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from kotc_sim.errors import KotcError
from kotc_sim.games.pilots import line_in

LOAD_SECONDS = 60.0
"""So long a file may take to be read; what it defines is tried later (``check.py``)."""


class _TooLong(BaseException):
    """Raised in a file that takes too long; no ``except Exception`` of its own catches it."""


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Stop what runs after a number of seconds, where signals can do that: in the main thread."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def run_file(path: Path) -> ModuleType:
    """Run a Python file as a module, named by its path; `KotcError` if it is not Python, raises, or does not come to its end."""
    label = "kotc_plugin_" + hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    module_spec = importlib.util.spec_from_file_location(label, path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[label] = module
    try:
        with _limited(LOAD_SECONDS):
            module_spec.loader.exec_module(module)
    except _TooLong as stopped:
        raise KotcError(
            f"the file takes longer than {LOAD_SECONDS:g} s to run",
            file=path,
            line=line_in(stopped, path),
            fix="Look for a loop that does not end",
        ) from None
    except KotcError as error:  # of our decorators
        raise KotcError(error.what, file=error.file or path, line=error.line, fix=error.fix) from error
    except SyntaxError as error:
        raise KotcError(f"the file is not Python: {error.msg}", file=path, line=error.lineno) from error
    except KeyboardInterrupt:
        raise
    except (SystemExit, GeneratorExit) as error:
        raise KotcError(
            f"the file ends the program ({type(error).__name__}) where it should define a strategy",
            file=path,
            line=line_in(error, path),
            fix="Remove the call",
        ) from error
    except Exception as error:
        ours = isinstance(error, ImportError) and (error.name or "").startswith("kotc_sim")
        raise KotcError(
            f"the file cannot be run: {type(error).__name__}: {error}",
            file=path,
            line=line_in(error, path),
            fix="What a strategy needs is in kotc_sim.strategies.GAME.api: see docs/strategies.md" if ours else None,
        ) from error
    return module


def split_path(spec: str) -> tuple[str, str]:
    """Split ``path/to/mine.py:name`` into the path and the name (empty if none is given)."""
    path, found, name = spec.rpartition(":")
    if found and path.endswith(".py"):
        return path, name
    return spec, ""
