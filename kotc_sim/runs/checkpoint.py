"""Finished work on disk: a stopped run goes on from there, and its result is the same byte for byte.

A run is a sequence of *parts* (some pairs of games of one contest, see `kotc_sim.runs.play`). Of each part the counts of its finished
chunks are kept, and which chunks those are, by a key: a digest of everything that its counts depend on, so that nothing is ever taken up by
mistake: other cards, another seed or another engine look for other keys. What is finished at one time is written together::

    <folder>/run.json          the command, and the version of the sources
    <folder>/<number>.npz      the parts that were finished, or went on, since the number before (`kotc_sim.runs.saved`)

A search may have a hundred thousand parts of a few games: one file each would take longer to write, and to remove, than to play.

Files are replaced as a whole: a process that is killed loses at most `FLUSH_SECONDS` of work. All have a checksum: what is damaged is
named, removed and played again. A folder that cannot be written is a warning, and the games go on.
"""

import copy
import hashlib
import json
import os
import re
import shutil
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from kotc_sim import __version__
from kotc_sim.compiler import add_checksum, cache_base, kernels_digest, read_checksummed, remove_damaged, source_digest
from kotc_sim.compiler.cache import IN_USE_SECONDS
from kotc_sim.compiler.sources import STRATEGIES
from kotc_sim.compiler.ways import is_checked, is_interpreted, read_choice
from kotc_sim.errors import Interrupted, KotcError, Stopped, command_line, say
from kotc_sim.output import read_json, write_output
from kotc_sim.questions import without_options
from kotc_sim.runs.saved import Pack, Saved, pack, unpack

FLUSH_SECONDS = 5.0
_SHARE = 20
"""Writing takes at most one part in this many of the time."""
MOST_UNWRITTEN = 2_000
"""Parts that wait to be written, of some 250 kB each: then they are written, however lately others were."""
_OPTION = "--resume"
MOST_READ = 8
"""Files that stay in memory once they are read, of some 10 MB each at most."""
_KEPT, _DIGITS = ".npz", 24  # how files of parts end, and with how many digits they are numbered
_OURS = re.compile(r"run\.json|[0-9a-f]{24}\.npz")
_LEFT_OVER = re.compile(r"\.(run|[0-9a-f]{24})\.[0-9a-f]{8}\.(json|npz)")
"""Names of files that a killed process was writing."""
OLD_SECONDS, MOST_BYTES = 14 * 24 * 3600.0, 100_000_000
"""So long, and so much of the latest runs, stays in the user's cache; a later start removes the rest, but what is less than an hour old."""


def source_version() -> str:
    """Return the version and a digest of engine and strategies: counts of other sources are not taken up."""
    return f"{__version__}-{kernels_digest()}"


class Checkpoint:
    """A folder of finished parts, made when something is first written; safe to use from one thread.

    ``command`` names the run in messages; ``seconds`` is the least time between writes. Raises `KotcError` if the folder holds a run of
    other sources, or something that is not a run.
    """

    def __init__(self, folder: Path, command: str = "", seconds: float | None = None) -> None:
        self.folder, self.command = folder, command
        self.seconds = FLUSH_SECONDS if seconds is None else seconds
        self.written = False
        self._files: dict[str, int] = {}
        """By key: the number of the file that a part is kept in."""
        self._kept: dict[int, int] = {}
        """By number: how many parts a file holds that no later one does."""
        self._read_lately: dict[int, Pack] = {}
        """By number: parts are asked for about as they were written, so the same few files are read again and again."""
        self._number = 0
        self._dirty: dict[str, Saved] = {}
        self.refused = False
        """Whether the last attempt to write failed."""
        self.resume = ""
        """The command line that goes on, if there is one."""
        self.passing = False
        """Whether nobody asked for the folder: it is one of the user's cache."""
        self._writing = threading.RLock()
        self._last = time.monotonic()
        self._pause = self.seconds
        if os.path.isdir(folder):
            self.written = self._take_up()
        elif os.path.exists(folder):
            raise KotcError("is a file, not a folder", file=folder, fix="Name a folder.")

    def _take_up(self) -> bool:
        """Say whether the folder holds the note of a run of these sources; refuse one that holds anything else."""
        try:
            names = os.listdir(self.folder)
        except OSError as error:
            raise KotcError(f"the folder cannot be read: {error.strerror}", file=self.folder, fix="Name another one.") from error
        if any(not _OURS.fullmatch(name) and not _LEFT_OVER.fullmatch(name) for name in names):
            raise KotcError("the folder holds something that is not a run", file=self.folder, fix="Name an empty or a new one.")
        for name in filter(_LEFT_OVER.fullmatch, names):
            (self.folder / name).unlink(missing_ok=True)
        note = self.folder / "run.json"
        if not note.is_file():
            return False
        try:
            found = read_json(note.read_text(encoding="utf-8"))
            version = found["version"]
            whole = "checksum" not in found or found["checksum"] == _checksum(found["command"], version)  # older sources wrote none
        except (OSError, ValueError, KeyError, TypeError):
            whole = False
        if not whole:
            if not any(name.endswith(".npz") for name in names):
                raise KotcError("is not the note of a run", file=note, fix="Name another folder.")
            remove_damaged(note)
            self._find_parts(names)  # each file names its sources as well
            return False
        if version != source_version():
            raise KotcError(
                f"the run was begun by other sources ({version}; now {source_version()})",
                file=self.folder,
                fix="Name another folder, or remove this one.",
            )
        self._find_parts(names)
        return True

    def _find_parts(self, names: Sequence[str]) -> None:
        """Find out which parts the folder holds, and in which files."""
        for number in sorted(int(name.removesuffix(_KEPT), 16) for name in names if name.endswith(_KEPT)):
            found = self._read(number)
            if found is not None:
                self._number = number
                self._moved(found.heads, number)

    def _read(self, number: int) -> Pack | None:
        """Return the parts in a file; None if it is damaged, or of other sources."""
        if number not in self._read_lately:
            content = read_checksummed(self._path(number))
            found = None if content is None else unpack(content, source_version())
            if found is None:
                return None
            if len(self._read_lately) == MOST_READ:
                del self._read_lately[next(iter(self._read_lately))]
            self._read_lately[number] = found
        return self._read_lately[number]

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:0{_DIGITS}x}{_KEPT}"

    def _moved(self, keys: Iterable[str], number: int) -> None:
        """Note that parts are kept in a file now, and remove those that hold no other."""
        for key in keys:
            before = self._files.get(key)
            self._files[key] = number
            self._kept[number] = self._kept.get(number, 0) + 1
            if before is not None:
                self._kept[before] -= 1
                if self._kept[before] == 0:
                    del self._kept[before]
                    with suppress(OSError):  # it stays as a file that nothing is read from
                        self._path(before).unlink(missing_ok=True)

    def load(self, key: str) -> Saved | None:
        """Return what is finished of a part, or None."""
        if key in self._dirty:
            return copy.deepcopy(self._dirty[key])  # a deck may be named twice: two parts, the same games
        number = self._files.get(key)
        found = None if number is None else self._read(number)
        return None if found is None or key not in found.heads else found.part(key)  # another process may write to the folder, too

    def note(self, key: str, saved: Saved) -> None:
        """Keep what is finished of a part; it is written within the next few seconds."""
        self._dirty[key] = saved
        full = len(self._dirty) >= MOST_UNWRITTEN and not self.refused
        if full or time.monotonic() - self._last >= self._pause:
            self.flush()

    def flush(self) -> None:
        """Write everything that is finished; where that fails, say so once, and try again the next time."""
        begin = time.monotonic()
        with self._writing:
            try:
                self._write()
                self.refused = False
            except KotcError as error:
                if not self.refused:
                    say(f"warning: finished games cannot be kept; the run goes on. {error}", error=True)
                self.refused = True
        self._last = time.monotonic()
        self._pause = max(self.seconds, _SHARE * (self._last - begin))  # many small parts must not cost much

    def _write(self) -> None:
        note_file = self.folder / "run.json"
        if self._dirty and not (self.written and note_file.is_file()):  # the same command, started again, removes the folder
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise KotcError(f"the folder cannot be made: {error.strerror}", file=self.folder) from error
            note = {"command": self.command, "version": source_version(), "checksum": _checksum(self.command, source_version())}
            write_output(note_file, json.dumps(note, indent=2) + "\n")
            self.written = True
        # A copy: as a process is about to end, this is called beside the thread that adds parts.
        keys, content = pack(dict(self._dirty), source_version())
        if not keys:
            return
        write_output(self._path(self._number + 1), add_checksum(content))
        self._number += 1
        self._moved(keys, self._number)
        for key in keys:
            del self._dirty[key]


def _checksum(command: str, version: str) -> str:
    return hashlib.sha256(f"{command}\0{version}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def default_folder(command: str) -> Path:
    """Return the folder of a run that names none: the same command finds it again, as long as the same sources play and count."""
    base = cache_base() or Path(".kotc-sim")
    how = source_version(), source_digest(Path(__file__).parent), read_choice(), is_interpreted(), is_checked()
    digest = hashlib.sha256(f"{Path.cwd()}\0{command}\0{how}".encode("utf-8", "surrogatepass"))
    for file in sorted(STRATEGIES.rglob("*.json")):  # weights that are shipped
        digest.update(file.read_bytes())
    return base / "runs" / digest.hexdigest()[:12]


@contextmanager
def resumable(folder: Path | None, arguments: Sequence[str]) -> Iterator[Checkpoint]:
    """Keep finished work while the block runs; a Ctrl-C in it raises `Interrupted`, with the command that goes on.

    Without a ``folder`` it is one of the user's cache, where the same command finds its games; ``arguments`` are those of the command line,
    after ``kotc-sim``.
    """
    plain = without_options(arguments, (_OPTION,))
    command = command_line(["kotc-sim", *plain])
    chosen = folder or default_folder(command)
    if folder is None:
        _remove_old(chosen.parent)
    try:
        kept = Checkpoint(chosen, command)
    except KotcError:
        if folder is not None:
            raise
        shutil.rmtree(chosen, ignore_errors=True)
        kept = Checkpoint(chosen, command)
    kept.passing = folder is None
    kept.resume = resume = command_line(["kotc-sim", *plain, _OPTION, os.fspath(chosen)])
    _finished.clear()
    _open.append(kept)
    try:
        yield kept
    except KeyboardInterrupt as error:
        kept.flush()
        if not kept.written:
            raise
        raise Interrupted(resume, getattr(error, "number", signal.SIGINT)) from error
    except Stopped as error:
        kept.flush()
        if not kept.written or kept.refused:
            raise
        raise Stopped(error.what, fix=f"{error.fix} The games are kept; to go on:", command=resume) from error
    finally:
        kept.flush()
        _open.remove(kept)
    _finished.append(kept)


_finished: list[Checkpoint] = []
"""Runs that are complete, and whose result may not have been written yet."""
_open: list[Checkpoint] = []


def keep_open_runs() -> str:
    """Write what is finished of the run under way, from any thread, as the process is about to end; return how to go on, or nothing."""
    for kept in _open:
        kept.flush()
        if kept.written:
            return kept.resume
    return ""


@contextmanager
def results_written() -> Iterator[None]:
    """Around the writing of a run's results: where it fails, the way to go on with the games that are kept is said.

    Raises `KotcError` in place of an error of the system, with the command that writes the result without playing again.
    """
    runs, _finished[:] = list(_finished), []
    try:
        yield
    except BrokenPipeError:
        raise
    except (KotcError, OSError) as error:
        raised = error if isinstance(error, KotcError) else KotcError(error.strerror or str(error), file=error.filename)
        fix, command = raised.fix or "", None
        for run in runs:
            run.flush()
            if run.written and not run.refused:
                fix, command = f"{fix} The games are kept; to go on:".strip(), run.resume
        raise KotcError(raised.what, file=raised.file, line=raised.line, fix=fix or None, command=command) from error


def _remove_old(runs: Path) -> None:
    """Remove runs that are old, and the oldest of those that take much room together."""
    size = 0
    try:
        for last, folder in sorted(((folder.stat().st_mtime, folder) for folder in runs.iterdir()), reverse=True):
            size += sum(path.stat().st_size for path in folder.iterdir())
            age = time.time() - last
            if age > OLD_SECONDS or (size > MOST_BYTES and age > IN_USE_SECONDS):
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return  # there are none, or another process was faster
