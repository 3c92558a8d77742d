"""The finished chunks of a part of a run, and the file that they are kept in: of the counts only those that are not zero, which are few."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.runs.tally import Tally

Span = tuple[int, int]


@dataclass
class Saved:
    """The finished chunks of a part.

    Attributes
    ----------
    tally : Tally
        Their counts, added up.
    scores : ndarray, int8
        A's score of each pair of the part if kept; pairs not yet played hold 0.
    done : set of (int, int)
        First pair, and the one after the last, of each finished chunk.
    """

    tally: Tally
    scores: NDArray[np.int8]
    done: set[Span]
    counting: bool = False
    """Whether a chunk is being added just now: a signal may strike between its counts and its mark, and half a chunk is never written."""

    def packed(self, version: str) -> bytes:
        """Return the content of its file, which names the sources that counted."""
        arrays = self.tally.arrays()
        counts = np.concatenate([array.ravel() for array in arrays.values()])
        where = np.flatnonzero(counts)
        head = {"version": version, "shapes": _shapes(arrays), "done": sorted(self.done), "notable": self.tally.notable}
        buffer = io.BytesIO()
        np.savez(buffer, head=np.array(json.dumps(head)), where=where.astype(np.int32), counts=counts[where], scores=self.scores)
        return buffer.getvalue()


def unpacked(content: bytes, version: str) -> Saved | None:
    """Return what a file holds; None if other sources wrote it, or sources that count other things."""
    tally = Tally.empty()
    arrays = tally.arrays()
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        head: dict[str, Any] = json.loads(str(stored["head"])) if "head" in stored.files else {}
        if head.get("version") != version or head["shapes"] != _shapes(arrays):
            return None
        counts = np.zeros(sum(array.size for array in arrays.values()), np.int64)
        counts[stored["where"]] = stored["counts"]
        scores = stored["scores"]
    first = 0
    for array in arrays.values():
        array[...] = counts[first : first + array.size].reshape(array.shape)
        first += array.size
    for kind, games in head["notable"].items():
        tally.notable[kind] = [(int(game), int(turns)) for game, turns in games]
    return Saved(tally, scores, {(int(low), int(high)) for low, high in head["done"]})


def _shapes(arrays: dict[str, Any]) -> dict[str, list[int]]:
    return {name: list(array.shape) for name, array in arrays.items()}
