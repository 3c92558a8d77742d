"""What commands that play games share: numbers and names in options, the output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kotc_sim.errors import KotcError, command_line, say
from kotc_sim.output import json_text, shown, write_output

if TYPE_CHECKING:
    from kotc_sim.experiments.result import Result


def numbers(text: str, count: int, option: str) -> list[float]:
    """Return the numbers of an option such as ``50,52``.

    Raises
    ------
    KotcError
        If there are not ``count`` of them.
    """
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if len(found) != count:
        raise KotcError(f"{option} {text} is not {count} numbers", fix=f"Write for instance {option} 50,52")
    return found


def finish(
    result: Result | dict[str, Any],
    report: ModuleType,
    *,
    seed: int,
    json: bool,
    html: Path | None,
    csv: Path | None = None,
    parquet: Path | None = None,
    brief: bool = False,
    log: Callable[[int], Sequence[str]] | None = None,
    more: Mapping[Path, str] | None = None,
) -> None:
    """Complete a result with version and command, print it, write the files that were asked for.

    ``log`` returns what happens in a game, line by line: a page has it of the games that a result names. ``more`` are further files.
    """
    from kotc_sim import __version__
    from kotc_sim.commands.options import arguments, reproduce_command, without_output

    again = reproduce_command(without_output(arguments()), seed=seed)
    from kotc_sim.runs import results_written, run_record

    made_from = run_record(arguments())
    if isinstance(result, dict):
        result = {"command": result["command"], "version": __version__, "seed": seed, **result, "reproduce": again, "record": made_from}
    else:
        games = result.notable and tuple(replace(one, replay=_replay(result, one.game, seed)) for one in result.notable)
        result = replace(result, version=__version__, seed=seed, reproduce=again, notable=games, record=made_from)
    with results_written():
        _write(result, report, json, {"html": html, "csv": csv, "parquet": parquet}, log, more or {}, brief=brief)


def _write(
    result: Result | dict[str, Any],
    report: ModuleType,
    json: bool,
    files: dict[str, Path | None],
    log: Callable[[int], Sequence[str]] | None,
    more: Mapping[Path, str],
    *,
    brief: bool,
) -> None:
    """Print a result and write its files; one that cannot be written keeps no other from being so, and is an error at the end."""
    if json:
        say(json_text(result if isinstance(result, dict) else result.data))
    wanted = {kind: path for kind, path in files.items() if path is not None}
    if json and not wanted and not more:
        return
    made = report.report(shown(result))
    if not json:
        from kotc_sim.reports.kit.terminal import show

        show(made, sys.stdout, brief=brief)
        sys.stdout.flush()
    faults = []
    for path, text in more.items():
        try:
            write_output(path, text)
        except KotcError as error:
            faults.append(error)
    if log is not None and "html" in wanted and not isinstance(result, dict) and result.notable:  # played again for the page only
        told = tuple(replace(one, log=tuple(log(one.game))) for one in result.notable)
        made = report.report(shown(replace(result, notable=told)))
    for kind, path in wanted.items():
        from kotc_sim.reports.kit import export

        try:
            getattr(export, kind)(made, path)
        except KotcError as error:
            faults.append(error)
    if faults:
        raise faults[0]


def _replay(result: Any, game: int, seed: int) -> str:
    """Return the command that tells a game; it has the options of this run that change how decks are read."""
    from kotc_sim.commands.options import arguments

    decks, strategies, given = result.decks, result.strategies, arguments()
    words = ["kotc-sim", "replay", decks.a.path, decks.b.path, "--game", str(game), "--seed", str(seed)]
    words += ["--strategy-a", strategies.a, "--strategy-b", strategies.b]
    edition = value_of(given, "--edition", "-e")
    words += ["--edition", edition] if edition is not None else []
    words += ["--trust-decks"] if "--trust-decks" in given else []
    return command_line(words)


def value_of(arguments: Sequence[str], long: str, short: str) -> str | None:
    """Return the value that arguments give an option, in any of the ways to write one; the last one counts."""
    found = None
    for word, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if word in (long, short):
            found = following
        elif word.startswith(f"{long}="):
            found = word.partition("=")[2]
        elif word.startswith(short) and not word.startswith("--"):
            found = word[len(short) :]
    return found
