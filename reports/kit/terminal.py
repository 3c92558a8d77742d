"""A report as plain text: aligned, as wide as the window, coloured only when asked for."""

import os
import shutil
import textwrap
from collections.abc import Sequence
from typing import TextIO

from kotc_sim.experiments.result import Tone
from kotc_sim.reports.kit.report import Column, Report, Table
from kotc_sim.reports.kit.wording import NBSP, NONE
from kotc_sim.reports.kit.wording import columns as columns_of

GAP = "  "
_BRIEF_FACTS = 3
NARROWEST = 14  # a text column is not squeezed below this; then the table becomes a list
_COLOURS: dict[Tone, str] = {"good": "32", "watch": "33", "bad": "31", "open": "36", "plain": "1"}
_PLAIN = str.maketrans({
    "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-", "½": "1/2", "“": '"', "”": '"', "’": "'", "·": "-", "×": "x",
    "Δ": "D", "━": "=", "●": "O", "┼": "+",
    "±": "+/-", "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "\N{BULLET}": "*", NBSP: " ",
})  # fmt: skip


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * max(0, width - columns_of(text))
    return space + text if right else text + space


def _wrap(text: str, width: int, indent: str = "") -> list[str]:
    lines = textwrap.wrap(text, max(8, width), subsequent_indent=indent, break_on_hyphens=False)
    return lines or [""]


def table(content: Table, width: int) -> str:
    """Return a table of at most ``width`` columns, without its caption.

    Long texts are wrapped inside their column; where even that is too wide, each row becomes a short list.
    """
    body = [[str(cell).replace(NBSP, " ") for cell in row] for row in content.cells()]
    titles = [column.title for column in content.columns]
    numeric = [column.numeric for column in content.columns]
    fixed = [column.kind == "code" for column in content.columns]  # a command is copied, so it is not broken
    widths = [max(columns_of(row[i]) for row in [titles, *body]) for i in range(len(titles))]
    excess = sum(widths) + len(GAP) * (len(widths) - 1) - width
    flexible = [i for i in range(len(widths)) if not numeric[i] and not fixed[i]]
    for i in sorted(flexible, key=lambda i: -widths[i]):
        least = min(widths[i], max(NARROWEST, columns_of(titles[i])))
        taken = max(0, min(excess, widths[i] - least))
        widths[i] -= taken
        excess -= taken
    if excess > 0:
        return _as_list(content.columns, body, width)
    lines = [_row([[title] for title in titles], widths, numeric), "─" * (sum(widths) + len(GAP) * (len(widths) - 1))]
    for row in body:
        cells = [_wrap(text, widths[i]) if columns_of(text) > widths[i] else [text] for i, text in enumerate(row)]
        lines.append(_row(cells, widths, numeric))
    return "\n".join(lines)


def _row(cells: Sequence[Sequence[str]], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    lines = []
    for k in range(max(len(cell) for cell in cells)):
        parts = [_pad(cell[k] if k < len(cell) else "", width, right) for cell, width, right in zip(cells, widths, numeric, strict=True)]
        lines.append(GAP.join(parts).rstrip())
    return "\n".join(lines)


def _as_list(columns: Sequence[Column], body: Sequence[Sequence[str]], width: int) -> str:
    """Return each row as lines ``title: value`` under its first cell; a command has a line of its own, however long."""
    blocks = []
    for row in body:
        lines = _wrap(f"{columns[0].title} {row[0]}" if columns[0].numeric else row[0], width)
        for column, text in zip(columns[1:], row[1:], strict=True):
            if text != NONE and column.kind == "code":
                lines += [f"  {column.title}:", f"  {text}"]
            elif text != NONE:
                lines += _wrap(f"  {column.title}: {text}", width, "    ")
        blocks.append("\n".join(lines))
    return "\n".join(blocks)


def _add_caption(content: Table, width: int, under: str = "") -> list[str]:
    """Return a table with its caption, unless the heading above says the same, and its note."""
    lines = ["", *([content.caption] if content.caption != under else []), *table(content, width).split("\n")]
    return lines + (_wrap(content.note, min(width, 88)) if content.note else [])


def render(report: Report, width: int = 100, colour: bool = False, *, brief: bool = False) -> str:
    """Return the report as text for a window of ``width`` columns; prose stops at 88.

    With ``colour`` it has ANSI colours. ``brief``: only verdict, key facts and the command, about ten lines.
    """
    width = max(24, width)
    prose = min(width, 88)

    def paint(text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if colour else text

    lines: list[str] = []
    if report.kicker:
        lines += _wrap(report.kicker, width)
    lines += [*(paint(line, "1") for line in _wrap(report.title, width)), ""]
    label = report.verdict.code.upper()
    sentence = _wrap(f"{label}  {report.verdict.sentence}" if label else report.verdict.sentence, prose)
    sentence[0] = sentence[0].replace(label, paint(label, f"1;{_COLOURS[report.verdict.tone]}"), 1)
    lines += sentence
    if report.verdict.detail:
        lines += _wrap(report.verdict.detail, prose)
    if brief:
        facts = [f"{fact.label} {fact.value} {fact.note}".strip() for fact in report.facts[:_BRIEF_FACTS]]
        return "\n".join([*lines, *facts, report.footer.reproduce]).replace(NBSP, " ") + "\n"
    if report.figure is not None and report.figure.sketch is not None:
        lines += ["", *report.figure.sketch(min(width, 72)).split("\n")]
    if report.facts:
        lines.append("")
        label_width = max(columns_of(fact.label) for fact in report.facts)
        for fact in report.facts:
            text = fact.value
            if fact.note:  # an interval has brackets of its own
                text += f" {fact.note}" if fact.note.startswith("[") else f" ({fact.note})"
            indent = " " * (label_width + 2)
            body = _wrap(text, max(12, prose - len(indent)))
            lines.append(f"{_pad(fact.label, label_width, False)}  {body[0]}")
            lines += [indent + line for line in body[1:]]
    if report.figure is not None and report.figure.brief:
        lines += _add_caption(report.figure.table, width)
    for section in report.sections:
        tables = [figure.table for figure in section.figures if figure.brief] + list(section.tables)
        if section.folded or not (tables or section.text or section.commands):
            continue
        lines += ["", paint(section.title, "1")]
        for paragraph in section.text:
            lines += _wrap(paragraph, prose)
        lines += [f"  {command}" for command in section.commands]  # whole, however long
        for content in tables:
            lines += _add_caption(content, width, under=section.title)
    if report.notes:
        lines += ["", paint("What the model cannot see", "1")]
        for note in report.notes:
            lines += _wrap(f"• {note}", prose, "  ")
    if report.footer.names:
        lines += ["", paint("Who played", "1")]
        for name, words in report.footer.names:
            lines += _wrap(f"• {name}: {words}", prose, "  ")
    lines += ["", *_wrap(" · ".join(f"{name} {value}".replace(" ", NBSP) for name, value in report.footer.facts), prose)]
    lines += ["To reproduce:", f"  {report.footer.reproduce}"]
    return "\n".join(lines).replace(NBSP, " ") + "\n"


def show(report: Report, stream: TextIO, *, brief: bool = False) -> None:
    """Write the report to a stream, as wide as its window; colours and Unicode only where it can show them.

    ``NO_COLOR`` in the environment turns colours off, and so does ``TERM=dumb``.
    """
    window = stream.isatty()
    width = shutil.get_terminal_size((100, 24)).columns if window else int(os.environ.get("COLUMNS") or 100)
    text = render(report, width, colour=window and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb", brief=brief)
    encoding = stream.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    stream.write(text)
