"""The tables behind pages of docs/: a CSV file each in docs/figures, of which a page shows some as Markdown."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "figures"
Rows = list[list[str]]
Tables = dict[str, Rows]
Heads = Mapping[str, Sequence[str]]


def read_tables(heads: Heads, folder: Path = FOLDER) -> Tables:
    """Return the rows of the tables that have these names."""
    found = {}
    for name in heads:
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            found[name] = list(csv.reader(file))[1:]
    return found


def write_tables(heads: Heads, tables: Tables, folder: Path = FOLDER) -> None:
    """Write the tables, each under its head."""
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([heads[name], *rows])


def as_markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table."""
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(f"| {' | '.join(row)} |" for row in rows)]
