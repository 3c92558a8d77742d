"""What a result was made from (digests of files and engine, versions, the machine), and the result of a command that is run again."""

import ast
import dataclasses
import hashlib
import json
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import kotc_sim
from kotc_sim.compiler import child_process
from kotc_sim.errors import KotcError, command_line
from kotc_sim.games import deck_folder, files_read
from kotc_sim.runs.checkpoint import source_version

_PACKAGES = ("numpy", "numba", "llvmlite", "scipy", "pandas", "lark", "PyYAML")
_ROOT = Path(__file__).resolve().parents[2]
CALLS = [name for name in kotc_sim.__all__ if name.islower() and not name.startswith(("_", "load_"))]
"""The functions of a notebook whose results can be played again."""


def run_record(words: Iterable[str] = ()) -> Mapping[str, Any]:
    """Return what results carry under ``record``; ``words`` are the command line: Python files in it are strategies, and files too.

    It has ``files`` (path: BLAKE2b of the content, 32 hexadecimal digits; those of the package by their place in it), ``engine`` (version
    and digest of the sources of engines and strategies), ``commit`` (of the checkout that this is, else None), ``python``, ``packages``
    (name: version), ``platform``.
    """
    files = {_name(path): digest for path, digest in files_used(words).items()}
    return {
        "files": dict(sorted(files.items())),
        "engine": source_version(),
        "commit": revision(),
        "python": platform.python_version(),
        "packages": {name: metadata.version(name) for name in _PACKAGES},
        "platform": platform.platform(),
    }


def input_files(words: Iterable[str] = ()) -> tuple[dict[str, bytes], list[str]]:
    """Return the user's own files that this process has read, and those that are not to be sent along.

    The first are the content by path, as the user wrote it, of files in or below the current folder or that of a file that is named. The
    others are paths of those that lie elsewhere (a deck may name any file of the reader's), and of those that have changed since they were
    read.
    """
    words = list(words)
    named = [os.path.dirname(os.path.realpath(word)) for word in words if os.path.exists(word)]
    near = [Path(folder) for folder in (os.getcwd(), *named)]
    kept: dict[str, bytes] = {}
    left: list[str] = []
    for path, digest in files_used(words).items():
        place = Path(path)
        if not place.is_file() or (_name(path) != path and path not in words):
            continue  # the standard input; what everybody has, unless its place on this machine was named
        data = place.read_bytes()
        beside = any(place.resolve().is_relative_to(folder) for folder in near)
        if beside and hashlib.blake2b(data, digest_size=16).hexdigest() == digest:
            kept[path] = data
        else:
            left.append(path)
    return kept, left


def files_used(words: Iterable[str]) -> dict[str, str]:
    """Return the BLAKE2b of the files that this process has read, and of the Python files that the words name, by path."""
    files = files_read()
    for part in (part for word in words for part in word.split(":")):
        if part.endswith(".py") and os.path.isfile(part):
            files[part] = hashlib.blake2b(Path(part).read_bytes(), digest_size=16).hexdigest()
    return files


def signed(result: Any, reproduce: str, words: Iterable[str], **more: Any) -> Any:
    """Return a result with the version, what gives it again, and what it was made from; ``words`` as `run_record` takes them."""
    return dataclasses.replace(result, version=kotc_sim.__version__, reproduce=reproduce, record=run_record(words), **more)


@cache
def revision() -> str | None:
    """Return the commit of the checkout that this is, abbreviated, or None."""
    if not (_ROOT / ".git").exists():
        return None
    try:
        done = subprocess.run(["git", "-C", str(_ROOT), "rev-parse", "--short", "HEAD"], capture_output=True, encoding="utf-8")
    except OSError:
        return None
    return done.stdout.strip() or None


def _name(path: str) -> str:
    """Return a path as the user wrote it; of a file of the package, without the folder where that is installed."""
    full = Path(path).resolve()
    for folder in (deck_folder(), Path(__file__).resolve().parents[1]):
        if full.is_relative_to(folder):
            return full.relative_to(folder.parent).as_posix()
    return path


def result_of_command(words: list[str], folder: str | None = None) -> Mapping[str, Any]:
    """Return what a command prints as JSON; ``words`` are its arguments, and it runs in a process of its own, in that folder.

    Raises `KotcError` if it ends without a result, having said why.
    """
    return _result_of("import sys; from kotc_sim.cli import main; main(sys.argv[1:])", words, command_line(["kotc-sim", *words]), folder)


_CALL = """
import ast, sys
import kotc_sim
from kotc_sim.errors import KotcError, say
from kotc_sim.output import json_text
name, positional, named = ast.literal_eval(sys.argv[1])
try:
    found = getattr(kotc_sim, name)(*positional, **named).data
except Exception as error:  # values that the function does not take are anybody's too
    say(f"error: {error if isinstance(error, KotcError) else f'{type(error).__name__}: {error}'}", error=True)
    sys.exit(2)
say(json_text(found))
"""


def result_of_call(call: str, jobs: int | None = None, folder: str | None = None) -> Mapping[str, Any]:
    """Return the data of the result of a notebook's call, such as ``ks.battle('2/4', '1/10')``, in a process of its own, in that folder.

    Raises `KotcError` if it is no call of a function of `kotc_sim` with plain values, or ends without a result, having said why.
    """
    name, positional, named = parts_of_call(call)
    if jobs is not None:
        named["jobs"] = jobs
    return _result_of(_CALL, [repr((name, positional, named))], call, folder)


def parts_of_call(call: str) -> tuple[str, list[Any], dict[str, Any]]:
    """Return the function's name, its positional arguments and the named ones; errors as `result_of_call`."""
    try:
        found = ast.parse(call, mode="eval").body
        if not (
            isinstance(found, ast.Call)
            and isinstance(found.func, ast.Attribute)
            and isinstance(found.func.value, ast.Name)
            and found.func.value.id == "ks"
            and found.func.attr in CALLS
        ):
            raise ValueError
        named = {str(key.arg): ast.literal_eval(key.value) for key in found.keywords}
        refused = {"None", "resume", "scheduler", "jobs", "" if found.func.attr == "try_" else "out"}  # "None": of **names
        if not refused.isdisjoint(named):
            raise ValueError
        return found.func.attr, [ast.literal_eval(part) for part in found.args], named
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise KotcError("this call cannot be made again", fix=f"Those of {', '.join(CALLS)} with paths, names and numbers can.") from None


def _result_of(statements: str, words: list[str], said: str, folder: str | None) -> Mapping[str, Any]:
    with child_process.start(statements, *words, stdout=subprocess.PIPE, cwd=folder) as process:
        assert process.stdout is not None
        try:
            output = process.stdout.read()  # not ``communicate``, which closes what tells the process that this one goes on
        finally:
            process.kill()
    try:
        found: Mapping[str, Any] = json.loads(output)
        found["record"]  # what went wrong is JSON too, and has none
    except (ValueError, KeyError):
        raise KotcError("the command did not end with a result", fix=f"It was: {said}") from None
    return found
