"""The table of the pilots that come with kotc-sim: a row here and a file of that name add one. It imports no numba."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kotc_sim.games.pilots import Pace


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A row of the table."""

    pace: Pace  # how fast it decides; those with the pace ``search`` are made by the package's module ``searching``
    words: str  # how it plays, as reports say
    plays: tuple[str, ...] = ("kotc",)  # keys of the games that have it
    games: int | None = None
    """Of a match-up that climbs the pilot levels, chosen from the times of docs/ladder.md; 0: it is a level that match-ups leave out;
    None: it is no level, but a way to play.
    """
    slower: Mapping[str, int] = field(default_factory=dict)  # instead, by shipped edition, where its games take longer than in the others


BOTH = ("kotc", "levelup")
PILOTS = {
    "random": BuiltIn("steady", "any legal option, with equal chances", BOTH, 0),
    "aggro": BuiltIn("steady", "as greedy, with weights that favour attacking"),
    "greedy": BuiltIn("steady", "takes what looks best at once", BOTH, 10_000),
    "midrange": BuiltIn("steady", "as greedy, with weights between attack and patience"),
    "control": BuiltIn("steady", "as greedy, with weights that favour patience"),
    "quick": BuiltIn("steady", "as greedy, with weights that were tuned and learned; nearly as fast", BOTH, 10_000),
    "lookahead": BuiltIn(
        "search", "tries its best options in imagined continuations of the turn", BOTH, 1_200, {"kotc-9": 1_000, "kotc-12": 1_000}
    ),
    "flat": BuiltIn("search", "plays each option on to the end, many times, by a fast pilot"),
    "best": BuiltIn(
        "search",
        "tries options in many imagined continuations, and judges where they lead by what it learned of the decks; the strongest pilot",
        BOTH,
        2_800,
        {"kotc-9": 2_000, "kotc-12": 1_200, "levelup": 2_400},
    ),
}
"""By name, from weakest to strongest."""

PILOT_LEVELS = tuple(name for name, row in PILOTS.items() if row.games is not None)
"""From weakest to strongest."""
