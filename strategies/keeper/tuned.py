"""The heuristic with weights that were tuned for an edition: ``tuned.json``, by scripts/tune_weights.py on random decks of it."""

from __future__ import annotations

import functools
import json
import zlib
from pathlib import Path
from typing import Any

from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.profiles import weighted
from kotc_sim.strategies.keeper.weights import weights_of
from kotc_sim.strategies.learned import nearest_edition

FILE = Path(__file__).resolve().with_name("tuned.json")


def tuned_for(match: Any) -> Strategy:
    """Return the heuristic with the weights of a match's edition, or of the nearest one that has some."""
    return _tuned(match.edition)


@functools.cache
def _tuned(edition: str) -> Strategy:
    every = json.loads(FILE.read_text("utf-8"))
    near = nearest_edition(edition, every)
    weights = weights_of(**every.get(near, {}))
    return weighted(f"tuned-{zlib.crc32(weights.tobytes()):08x}", f"greedy with weights tuned for {near}", weights)
