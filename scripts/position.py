"""Where a long run stands, kept in a file: it can be ended at any moment, and the same command goes on from there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


class Position:
    """The state of a run.

    Parameters
    ----------
    path : Path or None
        The file; None where nothing is kept.
    of : dict
        What the run is: a file of another one is refused.
    begin : dict
        The state at the beginning; JSON.
    """

    def __init__(self, path: Path | None, of: dict[str, Any], begin: dict[str, Any]) -> None:
        self.path, self.of, self.state = path, of, begin
        if path is not None and path.exists():
            found = json.loads(path.read_text("utf-8"))
            if found["of"] != of:
                raise SystemExit(f"{path}: this is the position of another run: {found['of']}")
            self.state = found["state"]

    def save(self) -> None:
        """Write the state, whole or not at all."""
        if self.path is not None:
            part = self.path.with_suffix(".part")
            part.write_text(json.dumps({"of": self.of, "state": self.state}, indent=1) + "\n", "utf-8")
            os.replace(part, self.path)
