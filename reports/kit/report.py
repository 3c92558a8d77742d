"""What a report is made of, independent of how it is shown."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kotc_sim.experiments.result import TONES, Tone
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.table import Table

RESULT = "result.json"
"""The path of the result among the files of a page."""


@dataclass(frozen=True)
class Verdict:
    """The answer: the short word of the result's ``verdict``, a sentence in plain words, and the figures behind it.

    The ``detail`` has interval, games, what would decide it.
    """

    code: str
    sentence: str
    detail: str = ""

    @property
    def tone(self) -> Tone:
        """How the verdict looks."""
        return TONES.get(self.code.partition(",")[0], "plain")


@dataclass(frozen=True)
class Fact:
    """A key fact: a label, a value, and a word about it."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class Fold:
    """Lines that a page shows under their title, or folds away there; a terminal leaves them out."""

    title: str
    lines: Sequence[str]
    open: bool = False


@dataclass(frozen=True)
class Attachment:
    """A file that a page holds, to be saved: its path from the folder of the run, and its content."""

    path: str
    data: bytes

    @property
    def name(self) -> str:
        """Under which it is saved."""
        return re.split(r"[/\\]", self.path)[-1]

    @property
    def address(self) -> str:
        """Its content as a ``data:`` address."""
        return f"data:application/octet-stream;base64,{base64.b64encode(self.data).decode()}"


@dataclass(frozen=True)
class Section:
    """A titled part of the report: paragraphs, then command lines to copy, then figures, then tables, then what is folded.

    One that is ``folded`` is a title on a page, which opens it; a terminal leaves it out.
    """

    title: str
    text: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    commands: Sequence[str] = ()
    folds: Sequence[Fold] = ()
    folded: bool = False

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.text or self.figures or self.tables or self.commands or self.folds)


@dataclass(frozen=True)
class Footer:
    """How to get the same result again: the command, the facts of the run, and what its names mean."""

    reproduce: str
    facts: Sequence[tuple[str, str]] = ()
    names: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Report:
    """A verdict, one picture, key facts, sections, what the model cannot see, and how to reproduce it.

    The title is the question, ``Rats against Ogres``, the kicker a line above it: ``Matchup · kotc-17``. Empty sections are left out.
    ``files`` are the result and what it was made from, for ``kotc-sim reproduce``.
    """

    title: str
    verdict: Verdict
    footer: Footer = Footer("")
    kicker: str = ""
    figure: Figure | None = None
    facts: Sequence[Fact] = ()
    sections: Sequence[Section] = ()
    notes: Sequence[str] = field(default_factory=tuple)
    files: Sequence[Attachment] = ()

    def figures(self) -> Iterator[Figure]:
        """Yield every figure, in the order of the page."""
        if self.figure is not None:
            yield self.figure
        for section in self.sections:
            yield from section.figures

    def tables(self) -> Iterator[Table]:
        """Yield every table, those behind figures included, in the order of the page."""
        if self.figure is not None:
            yield self.figure.table
        for section in self.sections:
            yield from (figure.table for figure in section.figures)
            yield from section.tables
