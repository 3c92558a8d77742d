"""What a report is made of, independent of how it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kotc_sim.experiments.result import TONES, Tone
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.table import Table


@dataclass(frozen=True)
class Verdict:
    """The answer.

    Parameters
    ----------
    code : str
        The short word of the result's ``verdict``, such as ``fair``.
    sentence : str
        The answer in plain words, one sentence.
    detail : str, optional
        The figures behind it: interval, games, what would decide it.
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
class Section:
    """A titled part of the report: paragraphs, then command lines to copy, then figures, then tables."""

    title: str
    text: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    commands: Sequence[str] = ()

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.text or self.figures or self.tables or self.commands)


@dataclass(frozen=True)
class Footer:
    """How to get the same result again: the command, the facts of the run, and what its names mean."""

    reproduce: str
    facts: Sequence[tuple[str, str]] = ()
    names: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Report:
    """A verdict, one picture, key facts, sections, what the model cannot see, and how to reproduce it.

    Parameters
    ----------
    title : str
        The question: ``Rats against Ogres``.
    kicker : str, optional
        A line above the title: ``Matchup · kotc-17``.
    sections : sequence of Section
        Empty ones are left out.
    notes : sequence of str
        What the model cannot see.
    """

    title: str
    verdict: Verdict
    footer: Footer = Footer("")
    kicker: str = ""
    figure: Figure | None = None
    facts: Sequence[Fact] = ()
    sections: Sequence[Section] = ()
    notes: Sequence[str] = field(default_factory=tuple)

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
