"""Finished work on disk: a stopped run goes on from there, and its result is the same byte for byte.

A run is a sequence of *parts* (some pairs of games of one contest, see `kotc_sim.runs.play`). Each part is a
file: the counts of its finished chunks, and which chunks those are. The file's name is a digest of everything
that its counts depend on, so that nothing is ever taken up by mistake: other cards, another seed or another
engine look for other files::

    <folder>/run.json          the command, and the version of the sources
    <folder>/<digest>.npz      one a part

Files are replaced as a whole: a process that is killed loses at most `FLUSH_SECONDS` of work.
"""

from __future__ import annotations

import copy
import hashlib
import json
import os
import shlex
import shutil
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kotc_sim import __version__
from kotc_sim.compiler import cache_base, kernels_digest
from kotc_sim.errors import Interrupted, KotcError
from kotc_sim.output import output_file
from kotc_sim.runs.tally import Tally

FLUSH_SECONDS = 5.0
_SHARE = 20
"""Writing takes at most one part in this many of the time."""
_OPTION = "--resume"

Span = tuple[int, int]


@dataclass
class Saved:
    """The finished chunks of a part.

    Attributes
    ----------
    tally : Tally
        Their counts, added up.
    scores : ndarray, int8
        A's score of each pair of the part if kept; pairs not yet played hold 0.
    done : set of (int, int)
        First pair, and the one after the last, of each finished chunk.
    """

    tally: Tally
    scores: NDArray[np.int8]
    done: set[Span]


def source_version() -> str:
    """Return the version and a digest of engine and strategies: counts of other sources are not taken up."""
    return f"{__version__}-{kernels_digest()}"


class Checkpoint:
    """A folder of finished parts; safe to use from one thread.

    Parameters
    ----------
    folder : Path
        Made when something is first written.
    command : str
        For readers, and to name the run in messages.
    seconds : float, optional
        Least time between writes; by default `FLUSH_SECONDS`.

    Raises
    ------
    KotcError
        If the folder holds a run of other sources, or something that is not a run.
    """

    def __init__(self, folder: Path, command: str = "", seconds: float | None = None) -> None:
        self.folder = folder
        self.command = command
        self.seconds = FLUSH_SECONDS if seconds is None else seconds
        self.written = False
        self._dirty: dict[str, Saved] = {}
        self._last = time.monotonic()
        self._pause = self.seconds
        note = folder / "run.json"
        if note.is_file():
            try:
                version = json.loads(note.read_text())["version"]
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise KotcError("is not the note of a run", file=note, fix="Name another folder.") from error
            if version != source_version():
                raise KotcError(
                    f"the run was begun by other sources ({version}; now {source_version()})",
                    file=folder,
                    fix="Name another folder, or remove this one.",
                )
            self.written = True
        elif folder.is_dir() and any(folder.iterdir()):
            raise KotcError("the folder holds something that is not a run", file=folder, fix="Name an empty or a new one.")
        elif folder.exists() and not folder.is_dir():
            raise KotcError("is a file, not a folder", file=folder, fix="Name a folder.")

    def load(self, key: str) -> Saved | None:
        """Return what is finished of a part, or None."""
        if key in self._dirty:
            return copy.deepcopy(self._dirty[key])  # a deck may be named twice: two parts, the same games
        path = self.folder / f"{key}.npz"
        if not path.is_file():
            return None
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
            done = {(int(low), int(high)) for low, high in arrays.pop("done")}
            scores = arrays.pop("scores")
            notable = {
                kind: [(int(game), int(turns)) for game, turns in games] for kind, games in json.loads(str(arrays.pop("notable"))).items()
            }
            return Saved(Tally(**arrays, notable=notable), scores, done)
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise KotcError("is damaged", file=path, fix="Remove it: its games are then played again.") from error

    def note(self, key: str, saved: Saved) -> None:
        """Keep what is finished of a part; it is written within the next few seconds."""
        self._dirty[key] = saved
        if time.monotonic() - self._last >= self._pause:
            self.flush()

    def flush(self) -> None:
        """Write everything that is finished."""
        begin = time.monotonic()
        if self._dirty and not self.written:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise KotcError(f"the folder cannot be made: {error.strerror}", file=self.folder) from error
            with output_file(self.folder / "run.json") as path:
                path.write_text(json.dumps({"command": self.command, "version": source_version()}, indent=2) + "\n")
            self.written = True
        for key in list(self._dirty):
            saved = self._dirty[key]
            with output_file(self.folder / f"{key}.npz") as path:
                np.savez_compressed(
                    path,
                    done=np.array(sorted(saved.done), np.int64).reshape(-1, 2),
                    scores=saved.scores,
                    notable=np.array(json.dumps(saved.tally.notable)),
                    **saved.tally.arrays(),
                )
            del self._dirty[key]
        self._last = time.monotonic()
        self._pause = max(self.seconds, _SHARE * (self._last - begin))  # many small parts must not cost much


def default_folder(command: str) -> Path:
    """Return the folder of a run that names none: the same command finds it again."""
    base = cache_base() or Path(".kotc-sim")
    digest = hashlib.sha256(f"{Path.cwd()}\0{command}".encode()).hexdigest()[:12]
    return base / "runs" / digest


@contextmanager
def resumable(folder: Path | None, arguments: Sequence[str]) -> Iterator[Checkpoint]:
    """Keep finished work while the block runs; a Ctrl-C in it says how to go on.

    Parameters
    ----------
    folder : Path or None
        Where; None for a folder of the user's cache, which is removed when the run is complete.
    arguments : sequence of str
        Those of the command line, after ``kotc-sim``.

    Raises
    ------
    Interrupted
        In place of KeyboardInterrupt, with the command that goes on.
    """
    plain = _without_resume(arguments)
    command = shlex.join(["kotc-sim", *plain])
    chosen = folder or default_folder(command)
    if folder is None and chosen.is_dir():
        shutil.rmtree(chosen, ignore_errors=True)  # without --resume a run begins again
    kept = Checkpoint(chosen, command)
    try:
        yield kept
    except KeyboardInterrupt as error:
        kept.flush()
        if not kept.written:
            raise
        raise Interrupted(shlex.join(["kotc-sim", *plain, _OPTION, os.fspath(chosen)])) from error
    except BaseException:
        if folder is not None:
            kept.flush()
        raise
    if folder is None:
        if kept.written:
            shutil.rmtree(chosen, ignore_errors=True)
    else:
        kept.flush()


def _without_resume(arguments: Sequence[str]) -> list[str]:
    left: list[str] = []
    skip = False
    for part in arguments:
        if skip or part.startswith(f"{_OPTION}="):
            skip = False
            continue
        if part == _OPTION:
            skip = True
            continue
        left.append(part)
    return left
