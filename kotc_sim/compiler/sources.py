"""What a kernel is compiled from, as a digest: the name of its cache folder.

numba notices that a cached function is out of date only when *its own* file changes. A kernel that calls a
rule in another file would go on using the old rule. Here the folder of the cache carries a digest of the
sources that a kernel depends on, so that a changed rule is looked up in a new, empty folder::

    <base>/kotc-sim/<digest>/                        a game's engine: games/<game>/engine, shared, compiler
    <base>/kotc-sim/<digest>/strategies-<digest>/    the game's strategies: they depend on each other as well
    <base>/kotc-sim/<digest>/<folder>-<digest>/      others, such as a file of the user's: on all kernels and its neighbours

numba freezes module-level constants when it compiles: a constant that kernels read belongs into
one of these folders, where the digest sees it, or arrives as an argument.
"""

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_PACKAGE = _HERE.parent


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
    """Return 12 hexadecimal digits that change whenever a Python file or a table in one of the folders, or in compiler/, does."""
    return _digest(path for folder in folders for ending in ("*.py", "*.csv") for path in folder.rglob(ending))


@functools.cache
def _how() -> bytes:
    """Return how kernels are compiled: part of every digest."""
    return b"".join(path.read_bytes() for path in sorted(_HERE.iterdir()) if path.suffix in (".py", ".json", ".csv"))


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256(_how())
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
def _neighbours_digest(folder: Path) -> str:
    """Return a digest of all kernels of kotc-sim and of the Python files that lie in the folder itself."""
    return hashlib.sha256((kernels_digest() + _digest(folder.glob("*.py"))).encode()).hexdigest()[:12]


def folder_name(source: Path) -> str:
    """Return the name of the cache folder, below the base, of kernels that are defined in the file ``source``.

    It is made of what a kernel depends on: a game's kernels outlive changes in the other games.
    """
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
