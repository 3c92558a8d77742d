"""The tables behind a report as files: CSV, or Parquet where pyarrow is installed.

The first table of a report, the one behind its main picture, goes to the file that is named; every further
table goes beside it, under that name and its own: ``result.csv``, ``result-how-games-end.csv``.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.output import SEPARATORS, csv_bytes, output_file, plain_cell, write_output
from kotc_sim.reports.kit import page
from kotc_sim.reports.kit.report import Report, Table
from kotc_sim.reports.kit.wording import is_missing

_LONGEST_NAME = 60
"""Characters of a table's name in a file name: captions may hold names of cards, file names have an end."""


def names(report: Report) -> dict[str, Table]:
    """Return the tables of a report under short, unique names fit for files; a table that is shown twice is listed once."""
    found: dict[str, Table] = {}
    for table in report.tables():
        if any((table.caption, table.rows) == (known.caption, known.rows) for known in found.values()):
            continue
        stem = re.sub(r"[^a-z0-9]+", "-", table.caption.lower())[:_LONGEST_NAME].strip("-") or "table"
        name, k = stem, 2
        while name in found:
            name, k = f"{stem}-{k}", k + 1
        found[name] = table
    return found


def csv(report: Report, path: str | Path, sheet: Sequence[Sequence[Any]] | None = None) -> list[Path]:
    """Write the tables of a report as CSV: the first to ``path``, the others beside it, or of a ``sheet`` its rows; return the files.

    In a file that ends in ``.tsv`` tabs stand between cells. A text that a spreadsheet would take for a formula has a ' in front;
    `csv_bytes` says how it is encoded. Shares and differences are fractions, intervals have columns of their own (``… low``, ``… high``).
    Raises `KotcError` if the report has no table, or a file cannot be written.
    """
    separator = SEPARATORS.get(Path(path).suffix.lower(), ",")
    if sheet is None:
        return _write(report, path, lambda table, file: _write_csv(table, file, separator))
    with output_file(path) as temporary:
        _write_rows(sheet, temporary, separator)
    return [Path(path)]


def _write_csv(table: Table, file: Path, separator: str) -> None:
    records = table.records()
    columns = list(dict.fromkeys(key for record in records for key in record)) or [column.key for column in table.columns]
    _write_rows([columns, *([record.get(column) for column in columns] for record in records)], file, separator)


def _write_rows(rows: Iterable[Sequence[Any]], file: Path, separator: str) -> None:
    """Write rows: nothing where nothing is known, all digits of a number."""
    written = (["" if is_missing(one) else float(one) if isinstance(one, float) else plain_cell(one) for one in row] for row in rows)
    file.write_bytes(csv_bytes(written, separator))


def parquet(report: Report, path: str | Path) -> list[Path]:
    """Write the tables of a report as Parquet: the first to ``path``, the others beside it; return the files in that order.

    Raises `KotcError` if pyarrow is not installed, the report has no table, or a file cannot be written.
    """
    check_parquet()
    return _write(report, path, lambda table, file: table.to_frame().to_parquet(file, index=False))


def check_parquet() -> None:
    """Raise `KotcError` if pyarrow, which writes Parquet, is not installed."""
    if find_spec("pyarrow") is None:
        raise KotcError(
            "writing Parquet needs pyarrow, which is not installed", fix="Install it with: pip install 'kotc-sim[parquet]'; or use --csv."
        )


def html(report: Report, path: str | Path) -> Path:
    """Write a report as one HTML file; `KotcError` if it cannot be written."""
    write_output(path, page.render(report))
    return Path(path)


def _write(report: Report, path: str | Path, write: Callable[[Table, Path], None]) -> list[Path]:
    path = Path(path)
    files: list[Path] = []
    for name, table in names(report).items():
        file = path if not files else path.with_name(f"{path.stem}-{name}{path.suffix}")
        with output_file(file) as temporary:
            write(table, temporary)
        files.append(file)
    if not files:
        raise KotcError("the report has no table to write", file=path)
    return files
