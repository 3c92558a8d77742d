"""Where the files lie that a user names: their own, and those that come with kotc-sim."""

import contextlib
import os
from functools import cache
from pathlib import Path

from kotc_sim.errors import STANDARD_INPUT, KotcError

SHELVES = ("", "cards", "levelup", "proposals", "scenarios")
"""Folders of the shipped files that have names of their own; others are named by a path such as decks/homes/kotc-17/fast.yaml."""


def package_folder(name: str) -> Path:
    """Return a folder of files that are no code, ``decks`` or ``docs``: in the package once installed, beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def deck_folder() -> Path:
    """Return the folder of the shipped decks."""
    return package_folder("decks")


def documents() -> dict[str, Path]:
    """Return the documents that come with kotc-sim by name, such as ``tutorial`` and ``rules/kotc-20``."""
    folder = package_folder("docs")
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))}


@cache
def shipped_files() -> dict[str, Path]:
    """Return the files that come with kotc-sim and have a name: the name in small letters, and the path below `deck_folder`."""
    top = deck_folder()
    return {path.stem.lower(): path.relative_to(top) for shelf in SHELVES for path in sorted((top / shelf).glob("*.yaml"))}


def named(path: str | os.PathLike[str]) -> str:
    """Return how a file is called in messages and results, wherever kotc-sim is installed.

    What there is, is called as it was typed. Else ``storm`` is ``storm.yaml`` in the current folder or, as the shipped file of this name,
    ``decks/storm.yaml``.
    """
    name = os.fspath(path)
    with contextlib.suppress(OSError, ValueError):
        if name in STANDARD_INPUT or os.path.exists(name):
            return name
        folder, word = os.path.split(name.replace("\\", "/"))
        if not folder and not word.endswith(".yaml") and os.path.isfile(f"{name}.yaml"):
            return f"{name}.yaml"
        below = shipped_files().get(word.removesuffix(".yaml").lower())
        if not folder and below is not None:
            return f"decks/{below.as_posix()}"
    return name


SHORT = 3  # words that the name of a file or a card may have; more are a text


def located(path: str | os.PathLike[str]) -> Path:
    """Return the file or folder that is to be opened for a name: itself if it is there, else the shipped one, else itself."""
    name = Path(named(path))
    inside = Path(os.fspath(name).replace("\\", "/"))
    with contextlib.suppress(OSError, ValueError):
        if inside.parts[:1] == ("decks",) and ".." not in inside.parts and not os.path.exists(name):
            shipped = deck_folder().joinpath(*inside.parts[1:])
            return shipped if shipped.exists() else name
    return name


def check_input(path: str | os.PathLike[str]) -> Path:
    """Return what a file is called (`named`); one that cannot be read is a `KotcError`."""
    name = Path(named(path))
    file = located(name)
    if os.path.isdir(file):  # os.path: pathlib raises for a name that is too long
        raise KotcError("this is a folder, not a file", file=path, fix="Name a file in it.")
    if os.fspath(path) in STANDARD_INPUT:
        return name
    if os.path.exists(file) and not os.path.isfile(file):
        raise KotcError("is a device or a pipe, not a file", file=path, fix="Name a file, or - for the standard input.")
    if not os.path.isfile(file):
        raise no_such_file(path)
    return name


def no_such_file(path: str | os.PathLike[str], what: str = "file") -> KotcError:
    """Return the error for a file that is not there, which names the nearest one that is: beside it, or among the shipped ones."""
    import difflib

    shown = Path(path)
    with contextlib.suppress(OSError, ValueError):
        beside = [one.name for one in shown.parent.iterdir() if one.is_file()] if shown.parent.is_dir() else []
        close = difflib.get_close_matches(shown.name, beside, 1, 0.75)
        if close:
            return KotcError(f"there is no such {what}", file=shown, fix=f"Did you mean {os.fspath(shown.parent / close[0])!r}?")
        close = difflib.get_close_matches(shown.stem.lower(), shipped_files(), 1, 0.75)
        if close and shown.suffix in ("", ".yaml"):
            return KotcError(f"there is no such {what}", file=shown, fix=f"Did you mean {close[0]!r}, which comes with kotc-sim?")
    fix = "Check the path." if shown.suffix else "Name a file by its path; kotc-sim examples lists those that come with it."
    if len(os.fspath(shown).split()) > SHORT and shown.suffix in ("", "."):
        fix = "What is written on a card stands in a file, with its name; kotc-sim docs tutorial has one to copy."
    return KotcError(f"there is no such {what}", file=shown, fix=fix)
