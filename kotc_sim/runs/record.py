"""What a result was made from (digests of files and engine, versions, the machine), and the result of a command that is run again."""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
import subprocess
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from kotc_sim.compiler import child
from kotc_sim.errors import KotcError
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


def result_of_command(words: list[str]) -> dict[str, Any]:
    """Return what a command prints as JSON; ``words`` are its arguments, and it runs in a process of its own.

    Raises
    ------
    KotcError
        If it ends without a result, having said why.
    """
    with child.start("import sys; from kotc_sim.cli import main; main(sys.argv[1:])", *words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            output = process.stdout.read()  # not `communicate`, which closes what tells the process that this one goes on
        finally:
            process.kill()
    try:
        found: dict[str, Any] = json.loads(output)
    except ValueError:
        raise KotcError("the command did not end with a result", fix=f"It was: {shlex.join(['kotc-sim', *words])}") from None
    return found
