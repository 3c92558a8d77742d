"""The tables behind a report as files: CSV, or Parquet where pyarrow is installed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from kotc_sim.errors import KotcError
from kotc_sim.reports.report import Report
from kotc_sim.reports.table import Table


def names(report: Report) -> dict[str, Table]:
    """Return the tables of a report under short, unique file names without ending.

    A table that is shown twice is listed once.
    """
    found: dict[str, Table] = {}
    for table in report.tables():
        if any(table is known for known in found.values()):
            continue
        stem = re.sub(r"[^a-z0-9]+", "-", table.caption.lower()).strip("-") or "table"
        name, k = stem, 2
        while name in found:
            name, k = f"{stem}-{k}", k + 1
        found[name] = table
    return found


def csv(report: Report, folder: str | Path) -> list[Path]:
    """Write each table of a report as ``folder/name.csv``.

    Shares and differences are fractions, intervals have columns of their own (``… low``, ``… high``).

    Returns
    -------
    list of Path
        The files, in the order of the report.

    Raises
    ------
    KotcError
        If the folder cannot be written.
    """
    folder = _folder(folder)
    paths = []
    for name, table in names(report).items():
        path = folder / f"{name}.csv"
        table.to_frame().to_csv(path, index=False)
        paths.append(path)
    return paths


def parquet(report: Report, folder: str | Path) -> list[Path]:
    """Write each table of a report as ``folder/name.parquet``.

    Returns
    -------
    list of Path
        The files, in the order of the report.

    Raises
    ------
    KotcError
        If pyarrow is not installed or the folder cannot be written.
    """
    if find_spec("pyarrow") is None:
        raise KotcError(
            "writing Parquet needs pyarrow, which is not installed",
            fix="Install it with: pip install 'kotc-sim[parquet]'; or use --csv.",
        )
    folder = _folder(folder)
    paths = []
    for name, table in names(report).items():
        path = folder / f"{name}.parquet"
        table.to_frame().to_parquet(path, index=False)
        paths.append(path)
    return paths


def html(report: Report, path: str | Path) -> Path:
    """Write a report as one HTML file.

    Raises
    ------
    KotcError
        If the file cannot be written.
    """
    path = Path(path)
    _folder(path.parent)
    try:
        path.write_text(report.html(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise _unwritable(path, error) from None
    return path


def _folder(folder: str | Path) -> Path:
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder


def _unwritable(path: Path, error: OSError) -> KotcError:
    return KotcError(f"cannot write here: {error.strerror or error}", file=path, fix="Choose another place.")
