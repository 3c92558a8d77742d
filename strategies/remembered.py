"""Fits that were made before: in the user's cache, by a digest of all that they depend on, and refused if they were changed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from kotc_sim.compiler import cache_folder, kernels_digest
from kotc_sim.errors import KotcError
from kotc_sim.strategies.learned import Fit, fit_of_text


def recalled(what: Sequence[str], make: Callable[[], Fit]) -> Fit:
    """Return the fit that was made of ``what`` before, else make it and remember it.

    A damaged file is removed and made again; where nothing can be written, nothing is remembered.

    Parameters
    ----------
    what : sequence of str
        All that the fit depends on besides the sources of the kernels: digests of matches, plan, seed, the fit that it began with.
    make : callable
        Returns it.
    """
    folder = cache_folder(f"fits-{kernels_digest()}")
    if folder is None:
        return make()
    file = folder / f"{hashlib.sha256(chr(0).join(what).encode()).hexdigest()[:24]}.json"
    try:
        return fit_of_text(file.read_text("utf-8"), str(file))
    except (OSError, UnicodeDecodeError):
        pass
    except KotcError:
        with contextlib.suppress(OSError):
            file.unlink()
    fit = make()
    with contextlib.suppress(OSError):
        _write(file, fit.as_json())
    return fit


def _write(file: Path, text: str) -> None:
    """Write a file all at once, so that no other process reads half of it."""
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(name, file)
    except OSError:
        os.unlink(name)
        raise
