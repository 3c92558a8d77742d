"""The layout of a game's records: one table for each game, its ``engine/record.csv``, and what reads it."""

import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.shared.tables import read_rows


def read_records(path: Path, known: Mapping[str, Any], switches: Iterable[str] = ()) -> dict[str, np.dtype[Any]]:
    """Return the records of a table by name.

    - Columns: ``record``; ``fields``, names with blanks between, ``*`` for those of the ``switches``; ``type``, NumPy's or a record that is
      ``known`` or stands above; ``length`` of a list, in each dimension a number or a name that is ``known``; ``meaning``.
    - A row without fields is about the record as a whole: what it is, and whether it is ``packed``, with no room between its fields.
    """
    found: dict[str, np.dtype[Any]] = {}
    for name, (head, *rows) in itertools.groupby(read_rows(path), key=lambda row: row["record"]):
        fields: list[tuple[str, Any, tuple[int, ...]]] = []
        for row in rows:
            kind = {**known, **found}.get(row["type"], row["type"])
            length = tuple(int(known.get(word, word)) for word in row["length"].split())
            fields += [(one, kind, length) for one in (switches if row["fields"] == "*" else row["fields"].split())]
        found[name] = np.dtype(fields, align=head["type"] != "packed")
    return found
