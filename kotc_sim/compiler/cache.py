"""Where compiled kernels are kept, and which are there.

``<base>`` is the first of ``$NUMBA_CACHE_DIR``, ``$XDG_CACHE_HOME``, ``~/.cache`` and the folder for
temporary files that can be written to; if there is none, kernels are compiled without a cache. Below it lie folders that are named by
what kernels are compiled from (:mod:`kotc_sim.compiler.sources`); in each, ``is_checked`` holds kernels that check all indices, and
``plain`` those that numba compiled without the help of this package.
"""

import contextlib
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from kotc_sim.compiler.sources import folder_name, kernels_digest
from kotc_sim.compiler.ways import is_checked, is_interpreted, read_choice, way

_DIGEST_NAME = re.compile(r"(?:.+-)?[0-9a-f]{12}")
_LEFT_OVER = re.compile(r".*\.[0-9]+|\..*\.[0-9a-f]{8}\.\w+")
"""Names of kernels and of remembered texts while they are written."""
KEPT_DIGESTS = 4
"""So many folders of other digests stay, so that going back to a branch finds its kernels compiled."""
IN_USE_SECONDS = 3600.0  # a folder that a process has opened this recently is never removed


@functools.cache
def cache_base() -> Path | None:
    """Return the folder that holds the digest folders, or None where nothing can be written."""
    places = [os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME"), "~/.cache"]
    bases = []
    for place in filter(None, places):
        with contextlib.suppress(RuntimeError):  # a user without a home: "~" would be a folder of that name, wherever we are
            bases.append(Path(place).expanduser() / "kotc-sim")
    user = os.getuid() if hasattr(os, "getuid") else ""
    with contextlib.suppress(FileNotFoundError):  # on a full disk there is no folder for temporary files
        temporary = Path(tempfile.gettempdir()) / f"kotc-sim-{user}"
        if not temporary.is_symlink():  # anybody can make one there
            bases.append(temporary)
    return next(filter(_writable, bases), None)


def _writable(folder: Path) -> bool:
    """Make a folder that nobody else can read, if it is not there; say whether only this user can write to it."""
    try:
        _make(folder)
        status = folder.stat()
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o022):
            print(
                f"warning: the cache {str(folder)!r} is not used: others can write to it, and it holds code. Remove it: it is made again",
                file=sys.stderr,
            )
            return False
        if status.st_mode & 0o077 and os.name == "posix":
            folder.chmod(0o700)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _make(folder: Path) -> None:
    if not folder.is_dir():
        _make(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


@functools.cache
def cache_folder(name: str) -> Path | None:
    """Make the cache folder, mark it as used now, prune its neighbours; None where nothing is writable."""
    base = cache_base()
    if base is None:
        return None
    folder = base
    for part in name.split("/"):
        folder = folder / part
        if not _writable(folder):
            return None
        os.utime(folder)
        prune(folder)
    sweep(folder, _LEFT_OVER)
    return folder


def prune(current: Path) -> None:
    """Remove the digest folders beside ``current`` that nobody used for an hour, except the newest few."""
    prefix = current.name[:-12]
    others = []
    for folder in current.parent.iterdir():
        if folder != current and folder.name[:-12] == prefix and _DIGEST_NAME.fullmatch(folder.name):
            try:
                others.append((folder.stat().st_mtime, folder))
            except OSError:  # another process was faster
                continue
    for used, folder in sorted(others, reverse=True)[KEPT_DIGESTS:]:
        if time.time() - used > IN_USE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def sweep(folder: Path, names: re.Pattern[str], seconds: float = IN_USE_SECONDS) -> None:
    """Remove what killed processes have left in a folder: files with such names that nobody has written to for some time."""
    try:
        for path in folder.iterdir():
            if names.fullmatch(path.name) and time.time() - path.lstat().st_mtime > seconds and not path.is_dir():
                path.unlink(missing_ok=True)
    except OSError:
        return  # another process was faster, or it is not ours


def folder_of(function: Any) -> Path | None:
    """Return the folder for a kernel, given as its Python function; None if it has no file, or nothing is writable."""
    source = Path(function.__code__.co_filename)
    if not source.is_file():  # typed into a console
        return None
    parts = [folder_name(source.resolve())]
    if is_checked():
        parts.append("checked")
    if way() == "plain":
        parts.append("plain")
    return cache_folder("/".join(parts))


def file_of(function: Any, folder: Path) -> Path:
    """Return the file of a kernel, given as its Python function: by its name, versions, and this processor.

    Compiled plainly it is an empty one: numba has files of its own, whose names it does not tell.
    """
    return folder / f"{function.__module__}.{function.__qualname__}-{_machine()}.{'kernel' if way() == 'full' else 'plain'}"


@functools.cache
def _machine() -> str:
    """Return a digest of what machine code depends on besides its source: folders may be shared by many machines."""
    import llvmlite
    import llvmlite.binding as llvm
    import numba

    config: Any = numba.config
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM does not know them of every processor
        features = ""
    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), features)
    parts = (*processor, config.CPU_NAME, config.CPU_FEATURES, config.ENABLE_AVX, numba.__version__, llvmlite.__version__, sys.version)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def is_cached(function: Any) -> bool:
    """Return whether machine code of a kernel, given as its Python function, lies in the cache folder for these sources."""
    folder = folder_of(function)
    return folder is not None and file_of(function, folder).is_file()


def _marker(what: str, how: str) -> Path | None:
    folder = cache_folder(kernels_digest())
    return None if folder is None else folder / f"{what}.{how}{'-checked' if is_checked() else ''}"


def is_compiled(what: str) -> bool:
    """Say whether ``what`` (a name, such as ``"kotc"``) has been compiled since the sources last changed.

    It answers for `mark_compiled` with the same name, without importing numba, so that a command can
    explain a wait before it begins. With ``NUMBA_DISABLE_JIT=1`` there is nothing to wait for.
    """
    if is_interpreted():
        return True
    ways = ("plain",) if read_choice() == "plain" else ("full", "plain")  # which it will be, is not known before numba is imported
    markers = [_marker(what, how) for how in ways]
    return any(marker is not None and marker.is_file() for marker in markers)


def mark_compiled(what: str) -> None:
    """Note in the cache that ``what`` has been compiled; to be called once it has run."""
    marker = _marker(what, way())
    if marker is not None:
        try:
            marker.touch()
        except OSError:
            return  # only a hint is lost
