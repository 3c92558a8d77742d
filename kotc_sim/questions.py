"""A question is declared once: a frozen dataclass, whose fields are the options of a command and the arguments of a notebook's function.

What stands here imports nothing heavy; `kotc_sim.commands.asking` makes the command, `kotc_sim.notebook.asking` the function.
"""

import dataclasses
import keyword
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, get_type_hints

from kotc_sim.errors import KotcError

EDITION = "An edition's name, or a file that extends one."
"""How the help of every command speaks of an edition."""
MOST_GAMES = 10**12
"""More would take years; a number of games, or of one of them, beyond it is a slip."""
LEAST_BUDGET, MOST_BUDGET = 1.0, 86_400.0  # in seconds
TWO_NUMBERS = r"[0-9.]{1,9},[0-9.]{1,9}"  # a text that `two_numbers` reads
TIME = r"[0-9.]{1,9} ?(s|m|min|h)"  # a text that `seconds_of` reads, if it is within its limits
_UNITS = {"s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
NEEDED: Any = dataclasses.MISSING

Check = Literal["", "file", "files", "some files", "output", "parquet", "number", "game"]
"""What is asked of a value before anything else: a file that can be read or written, a number that is one."""
Holds = Literal["", "cards", "card", "copies", "deck", "edition", "shipped", "text", "pilot"]
"""What a value is: a file of cards, a card's name, copies of a card, a deck, an edition, a shipped one, a card text, who plays."""


class Spec(NamedTuple):
    """How a field is written on a command line."""

    names: tuple[str, ...]  # of an option; none for an argument
    words: Mapping[str, Any]  # what typer is given: help, metavar, bounds
    kind: Any = None  # what the command line gives, where it is not the field's own type
    read: Callable[[Any], Any] | None = None  # from that to the value
    check: Check = ""
    running: bool = False
    """Whether it is shown among the options of `Run`."""
    many: bool = False  # whether a notebook's function takes it as all of its positional arguments
    positional: bool = False
    stated: bool = False
    """Whether a call that gives the same again states it, also where nobody did."""
    holds: Holds = ""
    pattern: str = ""
    """What a text that a page sends has to match."""
    least: int = 0
    most: int = 1_000_000
    """So many values a page has to send, and how large a number may be there; 0: it is not asked there, nor is a path, a text that has
    neither `holds` nor a pattern, or what is `running`.
    """


def option(*names: str, help: str, default: Any = None, **words: Any) -> Any:
    """Return a field that is an option; without a default other than None it may be left out, `NEEDED` asks for it.

    Further words are attributes of `Spec` by their names; the rest is what typer is given.
    """
    return _field(names, default, {"help": help, **words})


def argument(metavar: str, help: str, *, default: Any = NEEDED, **words: Any) -> Any:
    """Return a field that is an argument; see `option`."""
    return _field((), default, {"metavar": metavar, "help": help, "positional": True, **words})


def _field(names: tuple[str, ...], default: Any, words: dict[str, Any]) -> Any:
    own = {key: words.pop(key) for key in Spec._fields if key in words}
    return dataclasses.field(default=default, kw_only=True, metadata={"spec": Spec(names, words, **own)})


def precision(number: str, default: float = 0.25) -> Any:
    """Return the option ``--precision`` of a question whose verdict rests on this number, such as "the gain"."""
    words = f"Half-width of the interval that is aimed at for {number}, percentage points a copy."
    return option("--precision", metavar="POINTS", min=0.02, max=5.0, check="number", help=words, default=default)


def states(word: str, names: Sequence[str]) -> bool:
    """Say whether a word of a command line is one of these options, with or without its value behind it."""
    return any(word == name or word.startswith(f"{name}=" if name.startswith("--") else name) for name in names)


def without_options(words: Sequence[str], names: Sequence[str], flags: Sequence[str] = ()) -> list[str]:
    """Return a command line without these options and their values, and without these flags."""
    kept, rest = [], iter(words)
    for word in rest:
        if word in names:
            next(rest, None)
        elif word not in flags and not states(word, names):
            kept.append(word)
    return kept


def names_in(text: str) -> list[str]:
    """Return the strategies of ``--strategy``, each once; errors where none is named."""
    names = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if not names:
        raise KotcError("--strategy names no strategy", fix="Write for instance --strategy greedy,lookahead")
    return names


def two_numbers(name: str, such: str) -> Callable[[str], tuple[float, float]]:
    """Return what reads an option such as ``50,52``; a `KotcError` where it is not two numbers."""

    def read(text: str) -> tuple[float, float]:
        try:
            low, high = (float(part) for part in text.split(","))
        except ValueError:
            found = re.findall(r"\d+(?:\.\d+)?", text)
            example = ",".join(found) if len(found) == 2 else such
            raise KotcError(f"{name} {text} is not 2 numbers with a comma", fix=f"Write for instance {name} {example}") from None
        return low, high

    return read


def seconds_of(budget: str) -> float:
    """Return the seconds of a text such as ``60s`` or ``1.5min``; `KotcError` if it is no such time, or out of range."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?) *(s|m|min|h|)", budget.strip())
    if found and not found[2] and float(found[1]) > 0:
        raise KotcError(f"--budget {budget} has no unit", fix=f"Write {found[1]}s, {found[1]}m or {found[1]}h")
    seconds = float(found[1]) * _UNITS.get(found[2], 0.0) if found else 0.0
    if not LEAST_BUDGET <= seconds <= MOST_BUDGET:
        raise KotcError(f"--budget {budget} is no time from 1 s to 24 h", fix="Write for instance --budget 60s")
    return seconds


def pilots(help: str = "Who plays, such as greedy,lookahead: the strongest judges, the next one checks.") -> Any:
    """Return the option ``--strategy`` of a question that several pilots answer."""
    return option("--profile", "--strategy", "-s", metavar="NAME,…", help=help, kind=str | None, read=names_in, default=(), holds="pilot")


def strategy(side: str, help: str) -> Any:
    """Return the option that names who plays a side, or both."""
    names = (f"--strategy-{side}",) if side else ("--strategy", "-s")
    return option(*names, metavar="NAME|FILE", help=f"{help}: a strategy's name, or a Python file.", holds="pilot")


def edition(*, stated: bool = False) -> Any:
    """Return the option ``--edition``."""
    return option("--edition", "-e", metavar="NAME|FILE", help=EDITION, stated=stated, holds="edition")


def game() -> Any:
    """Return the option ``--game`` of a question that is about a game and not about files of one."""
    return option("--game", "-g", help="", check="game", default="kotc")


def trust_decks() -> Any:
    """Return the option ``--trust-decks``."""
    words = "Let decks name Python files as their strategies: such a file is run as a program."
    return option("--trust-decks", help=words, default=False, running=True)


@dataclass(frozen=True)
class Run:
    """How a question is played: shared by all."""

    seed: int = option("--seed", min=0, max=2**63 - 1, metavar="N", help="The same seed gives the same games.", default=1)
    jobs: int | None = option("--jobs", "-j", min=1, metavar="N", help="Threads; by default one for each core.")
    scheduler: str | None = option("--scheduler", metavar="ADDRESS", help="Play on a dask.distributed cluster (extra 'cluster').")
    resume: Path | None = option("--resume", metavar="FOLDER", help="Keep finished games here, and go on from what is there.")
    arguments: Sequence[str] | None = None
    """What follows ``kotc-sim`` on the command line; None in a notebook."""
    watcher: Any = None  # makes what shows figures while a match-up is played, from the names of its decks

    def says(self, name: str) -> str:
        """Return how a user writes an option, for messages."""
        return f"the argument {name.replace('-', '_')}: " if self.arguments is None else f"--{name} "


@dataclass(frozen=True)
class Output:
    """How an answer is written: shared by all commands."""

    strict: bool = option(
        "--strict", help="Exit code 1 if the answer is no, 3 if it is not decided; without this, 0 once it is answered.",
        default=False
    )  # fmt: skip
    brief: bool = option("--brief", help="The verdict and the key facts, ten lines; --html and the other files have all.", default=False)
    json: bool = option("--json", help="Print the result as JSON, and nothing else.", default=False)
    html: Path | None = option("--html", metavar="FILE", check="output", help="Write the report to this file.")
    csv: Path | None = option(
        "--csv", metavar="FILE", check="output", help="Write the main table to this file, and further ones beside it as FILE-<table>."
    )  # fmt: skip
    parquet: Path | None = option("--parquet", metavar="FILE", check="parquet", help="The same as Parquet (needs pyarrow).")


class Found(NamedTuple):
    """An answer, and how it is shown."""

    result: Any  # what the experiment returned
    report: str = ""  # the module of `kotc_sim.reports` that makes the page; "" if there is none
    rows: str = ""  # the key of the principal table; "" for all tables of the report
    log: Callable[[int], Sequence[str]] | None = None  # from a game's number to its log, line by line
    files: Callable[[str], Mapping[Path, str]] | None = None  # further files, made from the command line that gives the same again
    text: str | None = None  # what is printed where no report is
    sheet: Sequence[Sequence[Any]] | None = None  # cells that ``--csv`` writes to the file it names, in place of the report's tables
    judged: Sequence[Any] = ()
    """The cards, decks and editions that it was about: a page shows texts, bills, lists, and a proposal as what it changes."""


@dataclass(frozen=True)
class Question:
    """What all questions have; the docstring of each is the help of its command."""

    WITHOUT: ClassVar[tuple[str, ...]] = ()  # fields of `Run` and `Output` that its command does not have
    TITLE: ClassVar[str] = ""
    """How a list of questions names one, such as ``"{attackers} against {defenders}"``; by default by what cannot be left out."""
    FIRST: ClassVar[tuple[tuple[str, Any], ...]] = ()
    """Fields and their settings with which a fast pilot has a first word: who plays comes first, and a deck is a shipped one's name."""

    def answer(self, run: Run) -> Found:
        """Play, and return what was found."""
        raise NotImplementedError


def specs(kind: type) -> Iterator[tuple[dataclasses.Field[Any], Spec, Any]]:
    """Yield the fields of a question, of `Run` or of `Output` that can be asked for, with how they are written and their types."""
    hints = get_type_hints(kind)
    without = getattr(kind, "WITHOUT", ())
    for field in dataclasses.fields(kind):
        if "spec" in field.metadata and field.name not in without:
            yield field, field.metadata["spec"], hints[field.name]


def function_name(command: str) -> str:
    """Return what a notebook calls a question: its command, with ``_`` between the words, and behind a word of Python's own."""
    name = command.replace(" ", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def call_of(name: str, question: Any, run: Run, edition: str | None) -> str:
    """Return the call of the function ``name`` that gives the same result again; decks are written as their files."""
    positional: list[str] = []
    named: dict[str, Any] = {}
    for field, spec, _ in specs(type(question)):
        value = getattr(question, field.name)
        if spec.many:
            positional += map(_written, value)
        elif spec.positional:
            positional.append(_written(value))
        elif spec.stated:
            named[field.name] = edition if value is None else value
        elif value != field.default:
            named[field.name] = value
    named["seed"] = run.seed
    return f"ks.{name}({', '.join([*positional, *(f'{key}={_written(value)}' for key, value in named.items())])})"


def _written(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(_written, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_written(key)}: {_written(one)}' for key, one in value.items())}}}"
    if isinstance(value, os.PathLike):
        return repr(os.fspath(value))
    file = getattr(value, "file", None)
    if file is None:
        return repr(value if isinstance(value, (str, int, float, type(None))) else value.name)
    return repr(str(file) or value.name)
