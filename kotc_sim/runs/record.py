"""What a result was made from: digests of the files that were read and of the engine, versions, and the machine."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from kotc_sim.games import files_read
from kotc_sim.runs.checkpoint import source_version

_PACKAGES = ("numpy", "numba", "llvmlite", "scipy", "pandas", "lark", "PyYAML")
_ROOT = Path(__file__).resolve().parents[2]


def run_record(words: Iterable[str] = ()) -> dict[str, Any]:
    """Return what results carry under ``record``.

    Parameters
    ----------
    words : iterable of str
        The command line: Python files that it names as strategies count as files too.

    Returns
    -------
    dict
        ``files`` (path: BLAKE2b of the content, 32 hexadecimal digits; those of the package by their place in it), ``engine`` (version and
        digest of the sources of engines and strategies), ``python``, ``packages`` (name: version), ``platform``.
    """
    files = {_name(path): digest for path, digest in files_read().items()}
    for part in (part for word in words for part in word.split(":")):
        if part.endswith(".py") and Path(part).is_file():
            files[_name(part)] = hashlib.blake2b(Path(part).read_bytes(), digest_size=16).hexdigest()
    return {
        "files": dict(sorted(files.items())),
        "engine": source_version(),
        "python": platform.python_version(),
        "packages": {name: metadata.version(name) for name in _PACKAGES},
        "platform": platform.platform(),
    }


def _name(path: str) -> str:
    """Return a path as the user wrote it; of a file of the package, without the folder where that is installed."""
    full = Path(path).resolve()
    for folder in (Path(__file__).resolve().parents[1], _ROOT / "decks"):
        if full.is_relative_to(folder):
            return full.relative_to(folder.parent).as_posix()
    return path
