"""``kotc-sim reproduce result.json``: play a result again, and say whether it is the same."""

from __future__ import annotations

import json as jsons
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__
from kotc_sim.commands import options
from kotc_sim.errors import KotcError, say
from kotc_sim.output import json_text

COMMANDS = (["matchup"], ["tournament"], ["try"], ["rate"], ["price"], ["ban"], ["exploit"], ["edition", "diff"])
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
    words = _command_of(before, result, trust_files)
    more = ["--json", *([] if jobs is None else ["--jobs", str(jobs)])]
    from kotc_sim.runs import result_of_command

    after = result_of_command(words + more)
    different = differing(before, after)
    made_from = differing(before.get("record") or {}, after["record"], ())
    found = {
        "command": "reproduce",
        "version": __version__,
        "seed": before.get("seed"),
        "reproduce": shlex.join(["kotc-sim", *words]),
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


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        found = jsons.loads(data) if len(data) <= MAX_BYTES else None
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("reproduce"), str):
        raise KotcError("this is no result of kotc-sim", file=path, fix="Name a file that a command with --json has written.")
    return found


def _command_of(result: dict[str, Any], path: Path, trusted: bool) -> list[str]:
    """Return the arguments to be run: those of a command that plays, which writes nothing and, unless trusted, runs no file."""
    try:
        name, *words = shlex.split(result["reproduce"])
    except ValueError:
        name, words = "", []
    if name != "kotc-sim" or not any(words[: len(one)] == one for one in COMMANDS):
        known = ", ".join(" ".join(one) for one in COMMANDS)
        raise KotcError("this result cannot be played again", file=path, fix=f"Those of {known} can.")
    for word in words:
        if word.startswith(_TAKEN_OUT) or word == "-":
            raise KotcError(f"its command has {word!r}, which none that a result holds has", file=path, fix="Run it yourself.")
    if not trusted and any(word.startswith("--trust-d") or ".py" in word for word in words):
        raise KotcError(
            "its command runs Python files, which may be anybody's", file=path, fix="Look into them; then --trust-files runs them."
        )
    return words
