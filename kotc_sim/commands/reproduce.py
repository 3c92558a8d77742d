"""``kotc-sim reproduce result.json``: play a result again, and say whether it is the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__
from kotc_sim.commands import options
from kotc_sim.errors import KotcError, command_line, say, words_of
from kotc_sim.experiments.asked import QUESTIONS
from kotc_sim.output import json_text, read_json

COMMANDS = [*(name.split() for name in QUESTIONS), ["train"]]
"""Whose results can be played again."""
_TAKEN_OUT = ("--html", "--csv", "--parquet", "--resume", "--scheduler")
_APART = ("seconds", "record", "version")
"""Keys in which two runs may differ."""
MAX_BYTES = 100_000_000

ResultFile = Annotated[Path, typer.Argument(metavar="result.json", callback=options.readable, help="What a command with --json printed.")]
TrustFiles = Annotated[bool, typer.Option("--trust-files", help="Run the Python files that it names as strategies, and those of decks.")]


def command(result: ResultFile, trust_files: TrustFiles = False, jobs: options.Jobs = None, json: options.Json = False) -> None:
    """Play a result again from the command that it holds, and compare.

    Exit code 0 if it is the same, 1 if it is not; what differs is listed, and what it was made from that is different here.
    """
    before = _read(result)
    again = str(before["reproduce"])
    if again.startswith("ks."):
        from kotc_sim.runs import parts_of_call, result_of_call

        parts = parts_of_call(again)
        _refuse_files(".py" in repr(parts) or "trust_decks" in parts[2], result, trust_files)

        after = result_of_call(again, jobs)
    else:
        words = _command_of(before, result, trust_files)
        again = command_line(["kotc-sim", *words])
        more = ["--json", *([] if jobs is None or "jobs" in getattr(QUESTIONS.get(words[0]), "WITHOUT", ()) else ["--jobs", str(jobs)])]
        from kotc_sim.runs import result_of_command

        after = result_of_command(words + more)
    different = differing(before, after)
    made_from = _made_from(before.get("record"), after["record"])
    found = {
        "command": "reproduce",
        "version": __version__,
        "seed": before.get("seed"),
        "reproduce": again,
        "same": not different,
        "different": different,
        "made_from": made_from,
    }
    if json:
        say(json_text(found))
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


def _read(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        found = read_json(data) if len(data) <= MAX_BYTES else None
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("reproduce"), str):
        raise KotcError("this is no result of kotc-sim", file=path, fix="Name a file that a command with --json has written.")
    return found


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
