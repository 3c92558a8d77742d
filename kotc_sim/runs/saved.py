"""The finished chunks of a part of a run, and the files that parts are kept in: many to a file, of counts only those that are not zero."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.output import read_json
from kotc_sim.runs.tally import Tally

Span = tuple[int, int]


@dataclass
class Saved:
    """The finished chunks of a part, from first pair to the one after the last of each, and their counts, added up.

    ``scores`` are A's of each pair of the part, int8, if kept; pairs not yet played hold 0.
    """

    tally: Tally
    scores: NDArray[np.int8]
    done: set[Span]
    counting: bool = False
    """Whether a chunk is being added just now: a signal may strike between its counts and its mark, and half a chunk is never written."""


def pack(parts: Mapping[str, Saved], version: str) -> tuple[list[str], bytes]:
    """Return the keys of parts and the content of a file with them, which names the sources that counted.

    Parts that are being added to just now are left out.
    """
    keys, heads, places, counts, scores = [], [], [], [], []
    for key, saved in parts.items():
        if saved.counting:
            continue
        keys.append(key)
        every = np.concatenate([array.ravel() for array in saved.tally.arrays().values()])
        where = np.flatnonzero(every)
        heads.append([key, len(where), len(saved.scores), sorted(saved.done), saved.tally.notable])
        places.append(where.astype(np.int32))
        counts.append(every[where])
        scores.append(saved.scores)
    head = json.dumps({"version": version, "shapes": _shapes(), "parts": heads})
    buffer = io.BytesIO()
    np.savez(
        buffer,
        head=np.frombuffer(head.encode(), np.uint8),
        places=np.concatenate([np.zeros(0, np.int32), *places]),
        counts=np.concatenate([np.zeros(0, np.int64), *counts]),
        scores=np.concatenate([np.zeros(0, np.int8), *scores]),
    )
    return keys, buffer.getvalue()


@dataclass(frozen=True)
class Pack:
    """The parts in a file: ``counts`` that are not zero, int64, with their ``places`` in a tally, int32; ``scores``, int8.

    ``heads`` say by key where the counts and scores of a part begin and end, its finished chunks, its notable games.
    """

    heads: dict[str, tuple[slice, slice, list[Any], dict[str, Any]]]
    places: NDArray[np.int32]
    counts: NDArray[np.int64]
    scores: NDArray[np.int8]

    def part(self, key: str) -> Saved:
        """Return a part, whose arrays are its own."""
        own, pairs, done, notable = self.heads[key]
        tally = Tally()
        arrays = tally.arrays().values()
        every = np.zeros(sum(array.size for array in arrays), np.int64)
        every[self.places[own]] = self.counts[own]
        first = 0
        for array in arrays:
            array[...] = every[first : first + array.size].reshape(array.shape)
            first += array.size
        for kind, games in notable.items():
            tally.notable[kind] = [(int(game), int(turns)) for game, turns in games]
        return Saved(tally, self.scores[pairs].copy(), {(int(low), int(high)) for low, high in done})


def unpack(content: bytes, version: str) -> Pack | None:
    """Return the parts in a file; None if other sources wrote it, or sources that count other things."""
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        head: Mapping[str, Any] = read_json(stored["head"].tobytes()) if "head" in stored.files else {}
        if head.get("version") != version or head["shapes"] != _shapes():
            return None
        found = Pack({}, stored["places"], stored["counts"], stored["scores"])
    count = pair = 0
    for key, counts, pairs, done, notable in head["parts"]:
        found.heads[key] = slice(count, count + counts), slice(pair, pair + pairs), done, notable
        count, pair = count + counts, pair + pairs
    return found


def _shapes() -> dict[str, list[int]]:
    return {name: list(array.shape) for name, array in Tally().arrays().items()}
