"""``kotc-sim reproduce result.json``: play a result again, and say whether it is the same."""

import base64
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path, PurePath
from typing import Annotated, Any

import typer

from kotc_sim.commands import options
from kotc_sim.errors import KotcError, command_line, say, words_of
from kotc_sim.experiments.asked import QUESTIONS
from kotc_sim.output import json_text, read_json
from kotc_sim.reports import RESULT

COMMANDS = [*(name.split() for name in QUESTIONS), ["train"]]  # whose results can be played again
_TAKEN_OUT = ("--html", "--csv", "--parquet", "--resume", "--scheduler")
_APART = ("seconds", "record", "version")
"""Keys in which two runs may differ."""
MAX_BYTES = 100_000_000

ResultFile = Annotated[
    Path, typer.Argument(metavar="FILE", callback=options.readable, help="A report, or what a command with --json printed.")
]
TrustFiles = Annotated[bool, typer.Option("--trust-files", help="Run the Python files that it names as strategies, and those of decks.")]


def command(result: ResultFile, trust_files: TrustFiles = False, jobs: options.Jobs = None, json: options.Json = False) -> None:
    """Play a result again from the command that it holds, and compare; a report holds the files of its author too.

    Exit code 0 if it is the same, 1 if it is not; what differs is listed, and what it was made from that is different here.
    """
    with received(result) as (before, folder):
        _compare(before, folder, result, trust_files, jobs, json)


def _compare(before: Mapping[str, Any], folder: str | None, result: Path, trust_files: bool, jobs: int | None, json: bool) -> None:
    """Play a result again in a folder, by default the current one, and say whether it is the same."""
    again = str(before["reproduce"])
    if again.startswith("ks."):
        from kotc_sim.runs import parts_of_call, result_of_call

        parts = parts_of_call(again)
        _refuse_files(".py" in repr(parts) or "trust_decks" in parts[2], result, trust_files)

        after = result_of_call(again, jobs, folder)
    else:
        words = _command_of(before, result, trust_files)
        again = command_line(["kotc-sim", *words])
        asked = next((kind for name, kind in QUESTIONS.items() if words[: len(name.split())] == name.split()), None)
        without = ("resume",) if asked is None else asked.WITHOUT
        more = ["--json", *([] if jobs is None or "jobs" in without else ["--jobs", str(jobs)])]
        from kotc_sim.runs import result_of_command

        with tempfile.TemporaryDirectory() as own:  # games that the same command has kept say nothing
            after = result_of_command([*words, *more, *([] if "resume" in without else ["--resume", own])], folder)
    different = differing(before, after)
    made_from = _made_from(before.get("record"), after["record"])
    if json:
        found = {"seed": before.get("seed"), "reproduce": again, "same": not different, "different": different, "made_from": made_from}
        options.say_json("reproduce", **found)
    else:
        say(f"NOT the same: {', '.join(different)}" if different else "the same")
        for place in made_from:
            say(f"  made from something else: {place}")
    if different:
        raise typer.Exit(1)


def _made_from(before: Any, after: Mapping[str, Any]) -> list[str]:
    """Return what two results were made from that differs; files that only the process of the first has read are none of its business."""
    before = dict(before) if isinstance(before, dict) else {}
    files = before.get("files")
    if isinstance(files, dict):
        before["files"] = {path: digest for path, digest in files.items() if path in after["files"]}
    return differing(before, after, ())


def differing(before: Any, after: Any, apart: tuple[str, ...] = _APART) -> list[str]:
    """Return the places, such as ``decks.a.path``, at which two results differ, but for the keys ``apart`` at the top."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [] if before == after else ["."]
    places = []
    for key in dict.fromkeys([*before, *after]):
        if key in apart:
            continue
        if key not in before or key not in after:
            places.append(key)
        else:
            places += [key if inner == "." else f"{key}.{inner}" for inner in differing(before[key], after[key], ())]
    return places


def _read(path: Path, data: bytes) -> Mapping[str, Any]:
    try:
        found = read_json(data) if len(data) <= MAX_BYTES else None
    except ValueError:
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("reproduce"), str):
        raise KotcError("this is no result of kotc-sim", file=path, fix="Name a report, or a file that a command with --json has written.")
    return found


class _Attached(HTMLParser):
    """Reads the files that a page holds: their content, by path."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.files: dict[str, bytes] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a link that saves a file."""
        given = dict(attrs)
        if tag == "a" and given.get("data-path"):
            self.files[str(given["data-path"])] = base64.b64decode((given.get("href") or "").rpartition(",")[2])


@contextmanager
def received(path: Path) -> Iterator[tuple[Mapping[str, Any], str | None]]:
    """Yield a result and the folder in which it is played again: of a page a new one, with the page's files; else None.

    A path from the root becomes one from that folder, in the result too; none leads out of the folder. Raises `KotcError` if it is no
    result.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError:
        data = b""
    if data.lstrip()[:9].lower() != b"<!doctype":
        yield _read(path, data), None
        return
    try:
        files = _Attached(data[:MAX_BYTES].decode("utf-8", "replace")).files
    except ValueError:  # no base64
        files = {}
    text = files.pop(RESULT, b"").decode("utf-8", "replace")
    with tempfile.TemporaryDirectory(prefix="kotc-received-") as top:
        above = max((PurePath(name).parts.count("..") for name in files), default=0)
        folder = os.path.join(os.path.realpath(top), *["in"] * above)
        os.makedirs(folder, exist_ok=True)
        roots = {root: root.lstrip("/") for name in files if PurePath(name).is_absolute() and (root := os.path.dirname(name)).strip("/")}
        for root in sorted(roots, key=len, reverse=True):
            text = text.replace(json_text(root)[1:-1], json_text(roots[root])[1:-1])
        before = _read(path, text.encode())
        for name, content in files.items():
            place = os.path.normpath(os.path.join(folder, name.lstrip("/")))
            if not place.startswith(os.path.join(os.path.realpath(top), "")):
                raise KotcError(f"the page has a file that would lie elsewhere: {name!r}", file=path, fix="Do not trust it.")
            os.makedirs(os.path.dirname(place), exist_ok=True)
            Path(place).write_bytes(content)
        yield before, folder


def _command_of(result: Mapping[str, Any], path: Path, trusted: bool) -> list[str]:
    """Return the arguments to be run: those of a command that plays, which writes nothing and, unless trusted, runs no file."""
    try:
        name, *words = words_of(result["reproduce"])
    except ValueError:
        name, words = "", []
    if words[:1] == ["bench"]:
        raise KotcError("speed is never the same twice", file=path, fix="Compare: kotc-sim bench --compare with this file.")
    if name != "kotc-sim" or not any(words[: len(one)] == one for one in COMMANDS):
        known = ", ".join(" ".join(one) for one in COMMANDS)
        raise KotcError("this result cannot be played again", file=path, fix=f"Those of {known} can.")
    taken_out = _TAKEN_OUT if words[:1] == ["try"] else (*_TAKEN_OUT, "--out")  # whose --out names cards
    for word in words:
        if word.startswith(taken_out) or (word == "-" and words[0] != "battle"):
            raise KotcError(f"its command has {word!r}, which none that a result holds has", file=path, fix="Run it yourself.")
    _refuse_files(any(word.startswith("--trust-d") or ".py" in word for word in words), path, trusted)
    return words


def _refuse_files(runs_some: bool, path: Path, trusted: bool) -> None:
    if runs_some and not trusted:
        raise KotcError(
            "its command runs Python files, which may be anybody's", file=path, fix="Look into them; then --trust-files runs them."
        )
