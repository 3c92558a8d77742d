"""Play random legal decks over an edition's whole vocabulary in the engine's debug mode.

Each match is named by a number: ``scripts/fuzz.py kotc-17 --seed N --matches 1`` plays that match again. In every
other match of ``levelup`` all switches are thrown at random. ``KOTC_SIM_CHECKED=1`` checks all indices as well. With
``--searching`` searches play, mostly against `random`; with ``--explore`` a share of all decisions is drawn, which leads
them to states that they would not seek. With ``--position FILE`` a long run can be ended at any moment, and goes on where it stood.
Exit status 1 if a law of the engine was violated or a game was stuck. Games that a limit of the record ended are listed.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim import games
from kotc_sim.shared import result
from scripts import fuzz_keeper, fuzz_levelup
from scripts.position import Position

FUZZERS = {"keeper": fuzz_keeper, "levelup": fuzz_levelup}
"""By the game's folder: random matches, checked games, and what a game calls its texts."""
SEARCHING = {
    "keeper": (("lookahead@2", "random"), ("random", "flat@2"), ("flat@2", "lookahead@2")),
    "levelup": (("lookahead@2", "random"), ("random", "lookahead@2"), ("lookahead@2", "greedy")),
}
"""Who plays with ``--searching``, match by match in turn; with few playouts, since what is looked for is faults and not good play."""
FAULTS = result.Flag.INVARIANT | result.Flag.BAD_SCORE | result.Flag.STUCK


class Report:
    """Counts over all games of an edition; `kept` is what a file holds of them."""

    def __init__(self, kept: dict[str, Any] | None = None) -> None:
        kept = kept or {}
        self.games, self.turns, self.decisions = kept.get("numbers", (0, 0, 0))
        self.seconds: float = kept.get("seconds", 0.0)
        self.endings: Counter[str] = Counter(kept.get("endings", {}))
        self.flags: Counter[str] = Counter(kept.get("flags", {}))
        self.used: Counter[str] = Counter(kept.get("used", {}))
        self.faults: list[str] = kept.get("faults", [])
        self.limits: list[str] = kept.get("limits", [])

    def kept(self) -> dict[str, Any]:
        """Return what makes the same report again, as JSON has it."""
        lists = {"faults": self.faults, "limits": self.limits, "seconds": self.seconds}
        counts = {"endings": self.endings, "flags": self.flags, "used": self.used}
        return {"numbers": (self.games, self.turns, self.decisions), **lists, **counts}

    def add(self, place: str, fault: str, results: Any, used: Iterable[str]) -> None:
        """Count the games of one match, and the texts on cards that were played."""
        if fault:
            self.faults.append(f"{place}: {fault}")
        self._count(place, results)
        self.used.update(used)

    def _count(self, place: str, results: Any) -> None:
        # Games that were not played have no ending.
        played = results[results["ending"] > 0]
        self.games += len(played)
        self.turns += int(played["turns"].sum())
        self.decisions += int(played["decisions"].sum())
        for ending in played["ending"]:
            self.endings[result.Ending(int(ending)).name] += 1
        for raised in played["raised"]:
            for flag in result.Flag(int(raised)):
                self.flags[flag.name or ""] += 1
        which = np.flatnonzero(played["raised"] & FAULTS)
        if len(which):
            self.faults.append(f"{place}: game {which[0]} raises {result.Flag(int(played['raised'][which[0]]))!r}")
        for game in np.flatnonzero(played["raised"] & result.Flag.OVERFLOW):
            self.limits.append(f"{place}: game {game} met a limit of the record in turn {played['turns'][game]}")

    def lines(self, vocabulary: list[str]) -> list[str]:
        """Return the report."""
        games = max(1, self.games)
        missing = [row for row in vocabulary if not self.used[row]]
        turns, decisions = self.turns / games, self.decisions / games
        return [
            f"{self.games} games in {self.seconds:.0f} s of the processor, {turns:.1f} turns and {decisions:.0f} decisions a game",
            f"endings {dict(self.endings)}, flags {dict(self.flags)}",
            f"texts on cards that were played: {len(vocabulary) - len(missing)} of {len(vocabulary)}"
            + (f"; not {', '.join(missing)}" if missing else ""),
            *self.limits,
            *self.faults,
        ]


def play_matches(name: str, options: argparse.Namespace, report: Report, begin: int, end: float) -> Iterator[int]:
    """Play the matches of an edition from one on, into a report, until the time is at an end; yield the number of the next one."""
    fuzzer: Any = FUZZERS[games.of_edition(name).folder]
    for seed in range(begin, options.seed + options.matches):
        if time.monotonic() > end:
            return
        start = time.process_time()
        match, place = fuzzer.random_match(seed, name, options.players)
        pilots = SEARCHING[games.of_edition(name).folder][seed % 3] if options.searching else tuple(options.strategies)
        fault, results, seen = fuzzer.play(match, seed, options.games, pilots, explore=options.explore)
        report.add(place, fault, results, fuzzer.used(match, np.bitwise_or.reduce(seen, axis=(0, 1))))
        report.seconds += time.process_time() - start
        yield seed + 1


def main() -> int:
    """Read the command line, play, print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", nargs="*", default=[name for game in games.GAMES.values() for name in game.editions()])
    parser.add_argument("--matches", type=int, default=50, help="random matches (default 50)")
    parser.add_argument("--games", type=int, default=10, help="games of each match (default 10)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first match")
    parser.add_argument("--players", type=int, default=0, help="2 to 8; default: mostly 2, now and then more")
    parser.add_argument("--strategies", nargs=2, default=["random", "random"], metavar=("A", "B"))
    parser.add_argument("--searching", action="store_true", help="searches play, instead of --strategies")
    parser.add_argument("--explore", type=int, default=0, metavar="PERCENT", help="of the decisions that take any option (default 0)")
    parser.add_argument("--seconds", type=float, default=math.inf, help="end after the match that is played then")
    parser.add_argument("--position", type=Path, metavar="FILE", help="keep in this file where the run stands, and go on from there")
    options = parser.parse_args()
    of = {key: value for key, value in vars(options).items() if key not in ("seconds", "position")}
    position = Position(options.position, of, {name: [options.seed, {}] for name in options.edition})
    end = time.monotonic() + options.seconds
    failed = False
    for name in options.edition:
        begin, kept = position.state[name]
        report = Report(kept)
        for following in play_matches(name, options, report, begin, end):
            position.state[name] = [following, report.kept()]
            position.save()
        print(name, *report.lines(FUZZERS[games.of_edition(name).folder].vocabulary(name)), sep="\n  ", flush=True)
        failed |= bool(report.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
