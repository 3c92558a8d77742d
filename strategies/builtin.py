"""The pilots that come with kotc-sim: a row of ``pilots.csv`` and a file of that name add one. It imports no numba."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kotc_sim.games.pilots import Pace
from kotc_sim.shared.tables import read_rows


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A row of the table."""

    pace: Pace  # how fast it decides; those with the pace ``search`` are made by the package's module ``searching``
    games: int | None
    """Of a match-up that climbs the pilot levels, chosen from the times of docs/ladder.md; 0: it is a level that match-ups leave out;
    None: it is no level, but a way to play.
    """
    slower: Mapping[str, int]  # instead, by shipped edition, where its games take longer than in the others
    words: str  # how it plays, as reports say
    plays: Mapping[str, str]  # by the keys of the games that have it, one line on it; on a search a format with ``base``


def _read(pace: Any, games: str, slower: str, words: str, **plays: str) -> BuiltIn:
    fewer = {edition: int(number) for edition, _, number in (one.partition("=") for one in slower.split())}
    return BuiltIn(pace, int(games) if games else None, fewer, words, {key: line for key, line in plays.items() if line})


PILOTS = {row.pop("name"): _read(**row) for row in read_rows(Path(__file__).with_name("pilots.csv"))}
"""By name, from weakest to strongest."""

PILOT_LEVELS = tuple(name for name, row in PILOTS.items() if row.games is not None)
"""From weakest to strongest."""
