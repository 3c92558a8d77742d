"""How kotc-sim compiles: one decorator, and a cache that never answers with yesterday's rules.

numba notices that a cached function is out of date only when *its own* file changes. A kernel that calls a
rule in another file would go on using the old rule. Here the folder of the cache carries a digest of the
sources that a kernel depends on, so that a changed rule is looked up in a new, empty folder::

    <base>/kotc-sim/<digest>/                        a game's engine: games/<game>/engine, shared, compiler
    <base>/kotc-sim/<digest>/strategies-<digest>/    the game's strategies: they depend on each other as well
    <base>/kotc-sim/<digest>/<folder>-<digest>/      others, such as a file of the user's: on all kernels and its neighbours

``<base>`` is the first of ``$NUMBA_CACHE_DIR``, ``$XDG_CACHE_HOME``, ``~/.cache`` and the folder for
temporary files that can be written to; if there is none, kernels are compiled without a cache.

numba freezes module-level constants when it compiles: a constant that kernels read belongs into
one of these folders, where the digest sees it, or arrives as an argument.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast, overload

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE = Path(__file__).resolve().parent
_PACKAGE = _HERE.parent
_HOW = b"".join(path.read_bytes() for path in sorted(_HERE.iterdir()) if path.suffix in (".py", ".json"))
"""How kernels are compiled: part of every digest."""
_DIGEST_NAME = re.compile(r"(?:.+-)?[0-9a-f]{12}")
KEPT_DIGESTS = 4
"""So many folders of other digests stay, so that going back to a branch finds its kernels compiled."""
IN_USE_SECONDS = 3600.0
"""A folder that a process has opened this recently is never removed."""

OWN_OPTIONS = ("checks", "allocates", "short", "rare", "apart")
"""Options of :func:`kernel` that numba does not know."""

_lock = threading.Lock()  # numba reads the cache folder from a global variable, and `brisk` changes numba


def _folder(name: str) -> Path:
    """Return where the sub-package lives: in the package, or beside it where symbolic links were lost."""
    inside = _PACKAGE / name
    return (inside if inside.is_dir() else _PACKAGE.parent / name).resolve()


GAMES = _folder("games")
STRATEGIES = _folder("strategies")
SHARED = _folder("shared")
BATTLES = _folder("battles")


@functools.cache
def source_digest(*folders: Path) -> str:
    """Return 12 hexadecimal digits that change whenever a Python file in one of the folders, or in compiler/, does."""
    return _digest(path for folder in folders for path in folder.rglob("*.py"))


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256(_HOW)
    for path in sorted(paths):
        inside = path.relative_to(_PACKAGE.parent) if path.is_relative_to(_PACKAGE.parent) else path
        digest.update(f"{inside}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@functools.cache
def kernels_digest() -> str:
    """Return a digest of everything that kernels of kotc-sim are compiled from: all games' engines, strategies, battles."""
    engines = [folder / "engine" for folder in sorted(GAMES.iterdir()) if (folder / "engine").is_dir()]
    return source_digest(SHARED, BATTLES, *engines, STRATEGIES)


@functools.cache
def _engine_digest(game: str) -> str:
    return source_digest(SHARED, GAMES / game / "engine")


@functools.cache
def _strategies_digest(game: str) -> str:
    own = [*STRATEGIES.glob("*.py"), *(STRATEGIES / game).rglob("*.py")]
    return hashlib.sha256((_engine_digest(game) + _digest(own)).encode()).hexdigest()[:12]


@functools.cache
def cache_base() -> Path | None:
    """Return the folder that holds the digest folders, or None where nothing can be written."""
    bases = [os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME"), "~/.cache"]
    for base in bases:
        if base and (folder := _writable(Path(os.path.expanduser(base)) / "kotc-sim")):
            return folder
    return _temporary_base()


def _writable(folder: Path) -> Path | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def _temporary_base() -> Path | None:
    """Return this user's folder among the temporary files; nobody else may write it: it holds pickles."""
    user = os.getuid() if hasattr(os, "getuid") else None
    try:
        folder = Path(tempfile.gettempdir()) / f"kotc-sim-{'' if user is None else user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    if user is not None and (folder.is_symlink() or status.st_uid != user or status.st_mode & 0o022):
        return None
    return _writable(folder)


def _cache_name(source: Path) -> str:
    """Return the cache folder, below the base, of a kernel that is defined in the file ``source``."""
    return _sources_name(source) + ("/checked" if checked() else "")


def _sources_name(source: Path) -> str:
    """Return the folder's name by what a kernel depends on: a game's kernels outlive changes in the other games."""
    if source.is_relative_to(GAMES):
        return _engine_digest(source.relative_to(GAMES).parts[0])
    if source.is_relative_to(STRATEGIES) and source.parent != STRATEGIES:
        game = source.relative_to(STRATEGIES).parts[0]
        return f"{_engine_digest(game)}/strategies-{_strategies_digest(game)}"
    if source.is_relative_to(SHARED):
        return source_digest(SHARED)
    if source.is_relative_to(BATTLES):
        return source_digest(SHARED, BATTLES)
    return f"{kernels_digest()}/{source.parent.name}-{_neighbours_digest(source.parent)}"


@functools.cache
def _neighbours_digest(folder: Path) -> str:
    """Return a digest of all kernels of kotc-sim and of the Python files that lie in the folder itself."""
    return hashlib.sha256((kernels_digest() + _digest(folder.glob("*.py"))).encode()).hexdigest()[:12]


@functools.cache
def cache_folder(name: str) -> Path | None:
    """Make the cache folder, mark it as used now, prune its neighbours; None where nothing is writable."""
    base = cache_base()
    if base is None:
        return None
    folder = base
    for part in name.split("/"):
        folder = folder / part
        if _writable(folder) is None:
            return None
        os.utime(folder)
        prune(folder)
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


@overload
def kernel(function: Function, /) -> Function: ...


@overload
def kernel(*signature: Any, **options: Any) -> Callable[[Function], Function]: ...


def kernel(*signature: Any, **options: Any) -> Any:
    """Compile a function with ``numba.njit``; type checkers go on seeing its signature.

    The interpreter lock is released, and the machine code of functions with a signature is cached; one
    without is a helper that is compiled into its callers. Indices are counters of lists, or numbers that the
    record holds: they are neither checked nor counted from the end when they are negative, which took an
    eighth of a game. ``KOTC_SIM_CHECKED=1`` checks every one, as the checked games of ``scripts/fuzz.py``
    do. With ``NUMBA_DISABLE_JIT=1`` the function is returned unchanged.

    Parameters
    ----------
    *signature
        As for ``numba.njit``. A driver takes strategies as addresses (``engine.calls.call_score``) or, with an explicit signature
        that has ``numba.types.FunctionType(score_signature)`` in it, as functions: it is compiled once for all of them.
    **options
        Further options of ``numba.njit``, or other values for ``boundscheck``, ``nogil`` and ``cache``; ``checks=True`` for
        what functions of users are, or call: a wrong index raises instead of reading a wrong number; ``allocates=True`` for one
        that makes arrays (so may those with ``checks``): the others do not count references to the arrays that they are given;
        ``short=True`` for short machine code, where fewer misses of the processor's code cache are worth more than fast loops;
        ``rare=True`` for a helper that is seldom called: it lies out of the way of its callers' code; ``apart=True`` for one that is
        called often but has enough of its own to do that its caller's values had better not be kept beside them.

    Examples
    --------
    >>> @kernel()
    ... def overkill(damage: int, hp: int) -> int:
    ...     return max(damage - hp, 0)
    >>> overkill(5, 3)
    2
    """
    if len(signature) == 1 and not options and hasattr(signature[0], "__code__"):
        return _compile(signature[0], (), {})
    return lambda function: _compile(function, signature, options)


def checked() -> bool:
    """Say whether all indices are checked (``KOTC_SIM_CHECKED=1``)."""
    return os.environ.get("KOTC_SIM_CHECKED", "0") not in ("", "0")


def _compile(function: Function, signature: tuple[Any, ...], options: dict[str, Any]) -> Function:
    import numba  # here, so that the command line can ask `compiled_yet` without importing numba

    from kotc_sim.compiler.branches import foreseen
    from kotc_sim.compiler.brisk import brisk, from_the_start, unfilled
    from kotc_sim.compiler.linking import addresses_anew, by_itself, call_apart, call_rare
    from kotc_sim.compiler.shelf import shelved

    config, njit = cast(Any, numba.config), cast(Any, numba.njit)
    if config.DISABLE_JIT:
        return function
    own = {name: bool(options.get(name, False)) for name in OWN_OPTIONS}
    counted = own["checks"] or own["allocates"]
    chosen = {
        "boundscheck": own["checks"] or checked(),
        "nogil": True,
        "cache": bool(signature),
        "_nrt": counted,
        **{name: value for name, value in options.items() if name not in own},
    }
    if own["rare"]:
        call_rare(function)
    if own["apart"]:
        call_apart(function)
    source = Path(function.__code__.co_filename)
    folder = None
    if chosen["cache"] and source.is_file():  # numba cannot cache a function that was typed into a console
        folder = cache_folder(_cache_name(source.resolve()))
    uncached = {**chosen, "cache": False}
    if not signature:
        helper = Helper(function, uncached)
        return cast(Function, helper.dispatcher if "inline" in uncached else helper)  # numba asks the dispatcher itself for that
    if folder is None:
        return cast(Function, njit(*signature, **uncached)(function))
    with contextlib.ExitStack() as ways:
        ways.enter_context(_lock)
        ways.enter_context(brisk(function))
        ways.enter_context(by_itself(function, short=own["short"]))
        ways.enter_context(foreseen())
        if not own["short"]:
            ways.enter_context(addresses_anew(function))
        if not own["checks"]:
            ways.enter_context(from_the_start())
        if not counted:
            ways.enter_context(unfilled())
        if len(signature) == 1 and not function.__closure__:
            compiled = shelved(njit(**uncached)(function), signature[0], folder)
        else:
            previous = config.CACHE_DIR
            config.CACHE_DIR = str(folder)
            try:
                compiled = njit(*signature, **chosen)(function)
            finally:
                config.CACHE_DIR = previous
    return cast(Function, compiled)


class Helper:
    """A function that is compiled into its callers: numba hears of it when one of these is compiled, or when Python calls it.

    What numba makes ready for each of 300 helpers is a tenth of a second that a run with all kernels in the cache does not wait for.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._options = options
        self.prepare: Callable[[Any], None] = _widen_integers
        """What is done to the dispatcher before it is used."""

    @functools.cached_property
    def dispatcher(self) -> Any:
        """What numba compiles the function with, and calls."""
        import numba

        made = cast(Any, numba.njit)(**self._options)(self.py_func)
        self.prepare(made)
        return made

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_

    def __call__(self, *args: Any) -> Any:
        """Call the function, compiled on its own."""
        return self.dispatcher(*args)


def is_cached(function: Any) -> bool:
    """Tell whether machine code of a kernel, given as its Python function, lies in the cache folder for these sources."""
    from kotc_sim.compiler.shelf import file_of

    folder = cache_folder(_cache_name(Path(function.__code__.co_filename).resolve()))
    return folder is not None and file_of(function, folder).is_file()


def _widen_integers(dispatcher: Any) -> None:
    """Compile a function for 64-bit integers only, whatever narrower integers, constants or members of enums it is called with.

    Without this numba compiles a helper again for every combination of field widths and literal arguments, which
    took most of the time of a cold start.
    """
    from numba import types

    from kotc_sim.compiler.brisk import as_helper

    inherited = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        wide = tuple(
            types.int64
            if isinstance(arg, (types.Boolean, types.BooleanLiteral, types.IntegerLiteral, types.IntEnumMember))
            or (isinstance(arg, types.Integer) and arg != types.uint64)
            else arg
            for arg in args
        )
        with as_helper(dispatcher):
            return inherited(wide, kws)

    dispatcher.get_call_template = get_call_template


def _compiled_marker(what: str) -> Path | None:
    folder = cache_folder(kernels_digest())
    return None if folder is None else folder / f"{what}.compiled"


def compiled_yet(what: str) -> bool:
    """Say whether ``what`` (a name, such as ``"kotc"``) has been compiled since the sources last changed.

    It answers for `mark_compiled` with the same name, without importing numba, so that a command can
    explain a wait before it begins. With ``NUMBA_DISABLE_JIT=1`` there is nothing to wait for.
    """
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    marker = _compiled_marker(what)
    return marker is not None and marker.is_file()


def mark_compiled(what: str) -> None:
    """Note in the cache that ``what`` has been compiled; to be called once it has run."""
    marker = _compiled_marker(what)
    if marker is not None:
        try:
            marker.touch()
        except OSError:
            return  # only a hint is lost
