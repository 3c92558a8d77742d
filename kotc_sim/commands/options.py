"""The options that several commands share: one spelling, one meaning, one help text each.

A command annotates its parameters with them and chooses the default::

    def command(deck: Deck, games: Games = 20_000, seed: Seed = 1, json: Json = False) -> None: ...
"""

import contextlib
import math
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any

import typer
from typer._click.types import IntRange

from kotc_sim import __version__
from kotc_sim.commands.completing import completing
from kotc_sim.commands.examples import EXAMPLES
from kotc_sim.errors import KotcError, command_line, say
from kotc_sim.questions import EDITION, states, without_options

ARGUMENTS: ContextVar[tuple[str, ...]] = ContextVar("arguments")
"""What follows ``kotc-sim`` on the command line of this run."""


OUTPUT, RUNNING = "Output", "How it runs"
"""Headings of the help, under which the options that all commands share stand below a command's own."""


def checked_output(context: typer.Context, path: Path | None) -> Path | None:
    """Return the file of an option; one that cannot be written is an error."""
    if path is not None and not context.resilient_parsing:  # while a shell completes, nothing is refused
        from kotc_sim.output import check_output  # brings the compiler's door, which the list of commands does not need

        check_output(path)
    return path


def checked_parquet(context: typer.Context, path: Path | None) -> Path | None:
    """Return the file of ``--parquet``; without pyarrow it cannot be written."""
    path = checked_output(context, path)
    if path is not None and not context.resilient_parsing:
        from kotc_sim.reports.kit.export import check_parquet

        check_parquet()  # now, and not after an hour of games
    return path


def readable(context: typer.Context, path: Path) -> Path:
    """Return the file of an argument, as messages call it; one that cannot be read is an error."""
    if context.resilient_parsing:
        return path
    from kotc_sim.yaml_source.places import check_input  # brings PyYAML, which the list of commands does not need

    return check_input(path)


def all_readable(context: typer.Context, paths: list[Path] | None) -> list[Path] | None:
    """Return the files of an argument, if any are named; one that cannot be read is an error."""
    return paths and [readable(context, path) for path in paths]


def a_number(value: float | None) -> float | None:
    """Return the value of an option with a range; "nan" is below none and above none."""
    if value is not None and math.isnan(value):
        raise typer.BadParameter("nan is no number.")
    return value


def faults_json(faults: Iterable[KotcError]) -> list[Mapping[str, object]]:
    """Return what could not be read, as ``--json`` has it under ``errors``."""
    every = [one for fault in faults for one in (fault, *fault.others)]
    return [{"file": one.file, "line": one.line, "column": one.column, "text": one.what, "fix": one.fix} for one in every]


def say_json(name: str, /, **content: Any) -> None:
    """Print what a command has found without playing, behind what all JSON begins with."""
    from kotc_sim.output import json_text

    head = {"command": name, "version": __version__, "seed": None, "reproduce": reproduce_command()}
    say(json_text({**head, **content}))


def say_errors(faults: Iterable[KotcError]) -> None:
    """Print what is wrong as JSON, for a command that has printed nothing."""
    words = arguments()
    name = next((" ".join(words[:count]) for count in (2, 1) if " ".join(words[:count]) in EXAMPLES), "")
    say_json(name, errors=faults_json(faults))


def end_with(faults: Iterable[KotcError], *, json: bool = False) -> None:
    """Write errors, a line each, and end with exit code 2 if there are any.

    With ``json`` they stand in the standard output too, where nothing else does: ``--json`` was given.
    """
    faults = list(faults)
    if not faults:
        return
    for one in dict.fromkeys(str(one) for fault in faults for one in (fault, *fault.others)):  # a card may be named twice
        say(f"error: {one}", error=True)
    with contextlib.suppress(OSError):  # it may be closed, or full: that is then the error
        if json:
            say_errors(faults)
    let_go_of_stdout()
    raise typer.Exit(2)


def let_go_of_stdout() -> None:
    """Forget what could not be written: the interpreter would try again as it ends, and complain."""
    with contextlib.suppress(OSError, ValueError):  # ValueError: a stream of a test, which has no number
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Count(IntRange):
    """A number of games, also written 10k or 2.5M."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the number."""
        found = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,6}))?([kKM])", value) if isinstance(value, str) else None
        if found:
            whole, part, unit = found.groups()
            value = int(whole) * _UNITS[unit] + int((part or "").ljust(6, "0")) * _UNITS[unit] // 10**6
        return super().convert(value, param, ctx)


_UNITS = {"k": 10**3, "K": 10**3, "M": 10**6}

Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, metavar="N", help="Threads; by default one for each core.", rich_help_panel=RUNNING)
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.", rich_help_panel=OUTPUT)]
Edition = Annotated[str | None, typer.Option("--edition", "-e", metavar="NAME|FILE", help=EDITION, **completing("edition"))]


def arguments() -> list[str]:
    """Return the arguments that this run of ``kotc-sim`` was given."""
    return list(ARGUMENTS.get())


def without_output(words: Sequence[str]) -> list[str]:
    """Return arguments without those that do not change what is found: threads, scheduler, checkpoint, and how and where it is written."""
    named = ["--jobs", "-j", "--scheduler", "--resume", "--html", "--csv", "--parquet"]
    if words[:1] != ["try"]:  # whose --out names cards
        named.append("--out")
    return without_options(words, named, ("--json", "--strict", "--brief"))


def reproduce_command(argv: Sequence[str] | None = None, *, seed: int | None = None) -> str:
    """Return the command line that gives the same result again, quoted for a shell.

    ``argv`` are the arguments after ``kotc-sim``, by default those of this run; a ``seed`` is added if they do not state one.
    """
    parts = arguments() if argv is None else list(argv)
    if seed is not None and not any(states(part, ("--seed",)) for part in parts):
        parts += ["--seed", str(seed)]
    return command_line(["kotc-sim", *parts])
