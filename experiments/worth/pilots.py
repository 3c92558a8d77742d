"""Who plays when worth is measured: a fast pilot for much, one that thinks for what is told, a stronger one for whether it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim import games, strategies
from kotc_sim.experiments.arms import strength
from kotc_sim.games.protocol import Game

FASTER = 3
"""The pilot that screens has this part of the judge's playouts."""
TIMES = 4
"""The pilot that checks has this many times the judge's playouts."""
DECISIONS_A_SECOND, PLAYOUTS_A_SECOND = 2.0e6, 5.0e5
"""A table of speeds, by which games are turned into processor-seconds: decisions of who does not search, playouts of who does."""
SEARCHES = "lookahead"
"""From this one on, pilots search, and play some forty times fewer games in the same time."""


@dataclass(frozen=True)
class Pilots:
    """Who plays what.

    Attributes
    ----------
    fast : str
        Many games in all homes: how gain depends on home, level and copies.
    screen : str
        Chooses the home, and plays the curve from which the fair level is read.
    judge : str
        The verdict's.
    second : str
        Whether the verdict stands in stronger hands; empty: nobody.
    """

    fast: str
    screen: str
    judge: str
    second: str = ""

    @property
    def all(self) -> list[str]:
        """Every one of them, once."""
        return list(dict.fromkeys(name for name in (self.fast, self.screen, self.judge, self.second) if name))


def pilots_of(game: Game, named: Sequence[str] = ()) -> Pilots:
    """Return the pilots of a game, or those that a user names: the strongest judges, the next one checks, nobody else plays."""
    if named:
        judge = max(named, key=strength)
        others = [name for name in named if name != judge]
        fast = judge if not searches(judge) else min(named, key=strength)
        return Pilots(fast, judge, judge, max(others, key=strength, default=""))
    judge = "best"
    pilot: Any = games.pilot(game, judge)
    playouts = int(pilot.playouts)
    fast = "quick" if "quick" in strategies.names(game.key) else "greedy"
    return Pilots(fast, f"{judge}@{max(1, playouts // FASTER)}", judge, f"{judge}@{TIMES * playouts}")


def searches(name: str) -> bool:
    """Say whether a pilot searches."""
    return strength(name)[0] >= strength(SEARCHES)[0]


def seconds_of(game: Game, decisions: Mapping[str, int]) -> float:
    """Return about how many processor-seconds so many decisions take, by a fixed table of speeds and never by the clock.

    Parameters
    ----------
    game : Game
    decisions : mapping of str to int
        In games, by who decided.
    """
    total = 0.0
    for name, decided in decisions.items():
        pilot: Any = games.pilot(game, name)
        total += decided * int(pilot.playouts) / PLAYOUTS_A_SECOND if searches(name) else decided / DECISIONS_A_SECOND
    return total
