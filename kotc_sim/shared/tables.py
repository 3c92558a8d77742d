"""Tables of data beside the code: CSV with a line of heads."""

import csv
from pathlib import Path


def read_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table by its heads."""
    with path.open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))
