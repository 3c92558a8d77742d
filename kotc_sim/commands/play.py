"""What commands that play games share: numbers and names in options, the output."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kotc_sim.commands.options import arguments, end_with, reproduce_command, without_output
from kotc_sim.errors import KotcError, command_line, say
from kotc_sim.output import json_text, make_printable, write_output
from kotc_sim.questions import Found, Output, Run


def numbers(text: str, count: int, option: str) -> list[float]:
    """Return the numbers of an option such as ``50,52``; `KotcError` if there are not ``count`` of them."""
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if len(found) != count:
        raise KotcError(f"{option} {text} is not {count} numbers", fix=f"Write for instance {option} 50,52")
    return found


def finish(found: Found, run: Run, output: Output) -> None:
    """Complete a result with version and command, print it, write the files that were asked for.

    One that cannot be written keeps no other from being so, and is an error at the end.
    """
    from kotc_sim.runs import results_written, signed

    again = reproduce_command(without_output(arguments()), seed=run.seed)
    result = found.result
    games = result.notable and tuple(replace(one, replay=_replay(result, one.game, run.seed)) for one in result.notable)
    result = signed(result, again, arguments(), seed=run.seed, notable=games)
    try:
        with results_written():
            if output.json:
                say(json_text(result.data))
            faults = [*_written(result, found, output), *_further({} if found.files is None else found.files(again))]
            if faults:
                raise faults[0]
    except KotcError as error:
        end_with([error])


def _written(result: Any, found: Found, output: Output) -> Iterator[KotcError]:
    """Print a result, if it is not printed as JSON, and write the files of its report; yield what is wrong with one."""
    wanted = {kind: path for kind in ("html", "csv", "parquet") if (path := getattr(output, kind)) is not None}
    if found.text is not None and not output.json:
        say(found.text)
    if not found.report or (output.json and not wanted):
        return
    from kotc_sim.reports import report_of

    made = report_of(found.report, make_printable(result))
    if not output.json:
        from kotc_sim.reports.kit.terminal import show

        show(made, sys.stdout, brief=output.brief)
        sys.stdout.flush()
    if found.log is not None and "html" in wanted and result.notable:  # played again for the page only
        logged = tuple(replace(one, log=tuple(found.log(one.game))) for one in result.notable)
        made = report_of(found.report, make_printable(replace(result, notable=logged)))
    if "html" in wanted:
        from kotc_sim.experiments.judged import judged
        from kotc_sim.reports.kit.shown import forwarded

        made = forwarded(made, result, judged(found.judged, arguments()))
    for kind, path in wanted.items():
        from kotc_sim.reports.kit import export

        try:
            export.csv(made, path, found.sheet) if kind == "csv" else getattr(export, kind)(made, path)
        except KotcError as error:
            yield error


def _further(files: Mapping[Path, str]) -> Iterator[KotcError]:
    """Write further files; yield what is wrong with one."""
    for path, text in files.items():
        try:
            write_output(path, text)
        except KotcError as error:
            yield error


def _replay(result: Any, game: int, seed: int) -> str:
    """Return the command that tells a game; it has the options of this run that change how decks are read."""
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
