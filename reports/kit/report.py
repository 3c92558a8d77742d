"""What a report is made of, independent of how it is shown: tables and figures as data, sections, a verdict."""

import base64
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kotc_sim.experiments.result import TONES, Tone
from kotc_sim.reports.kit.wording import NONE, Kind, Measure, cell_parts, is_missing, plural

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from kotc_sim.experiments.judged import Part
    from kotc_sim.reports.kit.svg import Canvas

WIDE = 720  # CSS pixels: the measure of the page
NARROW = 336  # a phone of 360 pixels less the page's margins


@dataclass(frozen=True, eq=False)
class Figure:
    """One picture with the numbers behind it."""

    title: str  # what the reader should look for, a short heading
    alt: str  # the picture in words, for people who cannot see it
    table: "Table"  # every number that the picture shows
    draw: "Callable[[Canvas], None]"  # draws the picture on a `Canvas`; called when the page is written, and once for each width
    height: float
    narrow_height: float
    """In CSS pixels, for the two widths."""
    caption: str = ""  # how to read it, a sentence or two
    brief: bool = False  # whether the table is short enough to stand for the picture in a terminal
    sketch: Callable[[int], str] | None = None  # returns the picture as lines of text of at most the given width, for terminals

    @cached_property
    def svg(self) -> str:
        """The picture for wide screens and paper, an ``<svg>`` element."""
        return self.render(WIDE)

    def image(self, kind: str) -> bytes:
        """Return the picture for wide screens as ``png`` or ``pdf``, on paper of the light colours."""
        from kotc_sim.reports.kit.svg import image

        return image(self.draw, WIDE, self.height, kind)

    def draw_into(self, ax: "Axes") -> None:
        """Draw the picture into matplotlib axes of somebody else."""
        from kotc_sim.reports.kit.svg import draw_into

        draw_into(self.draw, ax, self.height, self.narrow_height)

    def render(self, width: float, name: str = "figure") -> str:
        """Return the picture as an ``<svg>`` element; a small ``width``, in CSS pixels, gives the narrow layout.

        ``name`` is the prefix of the element's ids: unique in the page that it is put into.
        """
        from kotc_sim.reports.kit.svg import NARROWER, render  # matplotlib takes half a second to load

        height = self.narrow_height if width < NARROWER else self.height
        return render(self.draw, width, height, title=self.title, alt=self.alt, name=name)


PHONE = 44  # characters that stand beside each other on a phone
TEXT = 13  # characters that a column of text has at least
MATRIX = 10  # from so many columns of one kind on, a table is a matrix, which is moved sideways


@dataclass(frozen=True)
class Column:
    """One column: its title, the kind of its cells (all but ``text`` and ``code`` are aligned as numbers), and decimals of its own."""

    title: str
    kind: Kind = "text"
    digits: int | None = None

    @property
    def key(self) -> str:
        """What it is called in files: the title in lower case; ``name`` where nothing stands above it."""
        return self.title.lower() or "name"

    @property
    def numeric(self) -> bool:
        """Whether the cells are numbers."""
        return self.kind not in ("text", "code")


def heads(*given: str | tuple[str, Kind] | tuple[str, Kind, int | None]) -> list[Column]:
    """Return columns: each a title, or a title with the kind of its cells, and their decimals."""
    return [Column(one) if isinstance(one, str) else Column(*one) for one in given]


@dataclass(frozen=True)
class Cell:
    """The two halves of a written cell; ``interval`` is empty where there is none."""

    value: str
    interval: str = ""

    @property
    def missing(self) -> bool:
        """Whether nothing is known."""
        return self.value == NONE

    def __str__(self) -> str:
        return f"{self.value} {self.interval}" if self.interval else self.value


LONG = 12  # rows that a page shows of a table; a longer one is folded


@dataclass(frozen=True)
class Table:
    """Rows under titled columns."""

    caption: str  # what the table shows
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]] = field(default_factory=tuple)
    """One entry a column: text, number, `Measure`, bool, or None for "not known"."""
    note: str = ""  # a line below it
    below: Sequence[Sequence[str]] = field(default_factory=tuple)
    """What a page keeps folded under each row of a table with a command, line by line, such as the log of a game; an entry a row."""
    quiet: Sequence[bool] = ()  # whether a page folds the row, as nothing changes there
    quiet_words: str = "in which no change is shown"  # what the folded rows have in common, after their number
    folded: bool = False  # whether a page folds the table, however short

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.caption!r}: a row of {len(row)} cells under {len(self.columns)} columns")
        if self.below and len(self.below) != len(self.rows):
            raise ValueError(f"{self.caption!r}: {len(self.below)} texts below {len(self.rows)} rows")

    @property
    def has_commands(self) -> bool:
        """Whether a column holds commands: they are copied, so they are neither broken nor cut."""
        return any(column.kind == "code" for column in self.columns)

    @property
    def stacked(self) -> bool:
        """Whether a phone shows each row as a card: columns side by side would not fit. A matrix stays one."""
        matrix = len(self.columns) >= MATRIX and len({column.kind for column in self.columns[1:]}) == 1
        if matrix or len(self.columns) < 2:
            return False
        rows = [[str(cell) for cell in row] for row in self.cells()]
        width = 0
        for number, column in enumerate(self.columns):
            if column.numeric:  # neither the number nor its title is broken
                width += max(len(column.title), *(len(row[number]) for row in rows), 0) + 2
            else:
                words = [word for text in (column.title, *(row[number] for row in rows)) for word in text.split()]
                width += max(TEXT, *map(len, words), 0) + 2
        return width > PHONE or any(len(cell) > 2 * PHONE for row in rows for cell in row)

    def cells(self) -> Iterator[list[Cell]]:
        """Yield each row as written cells."""
        for row in self.rows:
            yield [Cell(*cell_parts(value, column.kind, column.digits)) for value, column in zip(row, self.columns, strict=True)]

    def without_empty_columns(self) -> "Table":
        """Return the table without the columns in which nothing is known."""
        if not self.rows:
            return self
        keep = [i for i in range(len(self.columns)) if any(not is_missing(row[i]) for row in self.rows)]
        return replace(self, columns=[self.columns[i] for i in keep], rows=[[row[i] for i in keep] for row in self.rows])

    @property
    def parts(self) -> list[tuple[str, list[list[Cell]]]]:
        """What a page shows: rows at once, under an empty title, and rows that are folded, under a title."""
        rows = list(self.cells())
        quiet = self.quiet or [False] * len(rows)
        loud = [row for row, still in zip(rows, quiet, strict=True) if not still]
        still = [row for row, still in zip(rows, quiet, strict=True) if still]
        if self.folded or len(loud) > LONG:
            return [(f"{self.caption}: {plural(len(rows), 'row')}", loud + still)]
        return [("", loud)] * bool(loud or not still) + [(f"{len(still)} {self.quiet_words}", still)] * bool(still)

    def records(self) -> list[dict[str, object]]:
        """Return plain records for files; a `Measure` becomes three entries: value, low, high."""
        records = []
        for row in self.rows:
            record: dict[str, object] = {}
            for column, value in zip(self.columns, row, strict=True):
                name = column.key
                if isinstance(value, Measure):
                    record[name] = value.value
                    record[f"{name} low"], record[f"{name} high"] = value.low, value.high
                else:
                    record[name] = None if is_missing(value) else value
            records.append(record)
        return records

    def to_frame(self) -> "pd.DataFrame":
        """Return the table as a DataFrame, intervals in columns of their own."""
        import pandas as pd

        if not self.rows:
            return pd.DataFrame(columns=[column.key for column in self.columns])
        return pd.DataFrame.from_records(self.records())


RESULT = "result.json"  # the path of the result among the files of a page


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
    """A titled part of the report: paragraphs, then command lines to copy, then figures, then tables, then what a page can fold away.

    A terminal leaves that out. One that is ``folded`` is a title on a page, which opens it; a terminal leaves it out.
    """

    title: str
    text: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    commands: Sequence[str] = ()
    folds: "Sequence[Part]" = ()
    folded: bool = False

    def __bool__(self) -> bool:
        return bool(self.text or self.figures or self.tables or self.commands or self.folds)


def section_of(title: str, columns: Sequence[Column], rows: Sequence[Sequence[Any]], text: Sequence[str] = ()) -> Section:
    """Return a section of one table, which has its title; an empty one where there are no rows."""
    table = Table(title, columns, rows).without_empty_columns()
    return Section(title, text, tables=[table]) if rows else Section(title)


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
