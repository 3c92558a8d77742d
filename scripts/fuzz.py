"""Play random legal decks over an edition's whole vocabulary in the engine's debug mode.

Each match is named by a number: ``scripts/fuzz.py kotc-17 --seed N --matches 1`` plays that match again. ``levelup`` stands for
the second game; in every other match of it all switches are thrown at random. ``KOTC_SIM_CHECKED=1`` checks all indices as well.
Exit status 1 if a law of the engine was violated or a game was stuck. Games that a limit of the record ended are listed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numba
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim.games import levelup
from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import invariants, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.games.levelup.engine import check, kinds
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import new_game as new_levelup_game
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.shared import result
from kotc_sim.strategies import load
from tests.decks import EDITIONS, random_decks
from tests.levelup.random_cards import Generator

FAULTS = result.Flag.INVARIANT | result.Flag.BAD_SCORE | result.Flag.STUCK


def play(match: Built, seed: int, games: int, names: tuple[str, str], g: Any) -> tuple[int, Any, Any]:
    """Play games of one match with checks; return the violated laws, the results and the seen bits."""
    results: Any = np.zeros(games, result.RESULT)
    if numba.config.DISABLE_JIT:
        results = results.view(np.recarray)
    seen = np.zeros((games, result.MAX_PLAYERS, record.MAX_DEFS), np.uint8)
    a, b = (load("kotc", name) for name in names)
    with np.errstate(over="ignore"):
        bad = invariants.play_checked(
            a.address, b.address, int(a.orders_dice), int(b.orders_dice), g, match.record,
            np.uint64(seed), 0, games, results, seen, record.new_scores(),
        )  # fmt: skip
    return int(bad), results, seen


class Report:
    """Counts over all games."""

    def __init__(self) -> None:
        self.games = self.turns = self.decisions = 0
        self.endings: Counter[str] = Counter()
        self.flags: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.faults: list[str] = []
        self.limits: list[str] = []

    def add(self, match: Built, place: str, bad: int, results: Any, seen: Any) -> None:
        """Count the games of one match; games that were not played have no ending."""
        played = self._count(place, results)
        if bad:
            self.faults.append(f"{place}: game {len(played) - 1} violates {invariants.Law(bad)!r}")
        bits = np.bitwise_or.reduce(seen, axis=(0, 1))
        for definition, card in enumerate(match.names.cards):
            if card is not None and bits[definition] & (result.Seen.PLAYED | result.Seen.ACTIVATED):
                for component in components(card.caveat, card.abilities):
                    self.used[component.row.id] += 1

    def add_levelup(self, match: LevelUpMatch, place: str, bad: int, results: Any, seen: Any) -> None:
        """Count the games of one match of Level-Up."""
        self._count(place, results)
        if bad >= 0:
            self.faults.append(f"{place}: game {bad // 1000}: {check.WRONG.get(bad % 1000, 'an error')}")
        bits = np.bitwise_or.reduce(seen, axis=(0, 1))
        for number, card in enumerate(match.cards):
            if bits[number] & (result.Seen.PLAYED | result.Seen.ACTIVATED):
                for effect in card.effects:
                    self.used[effect.template] += 1

    def _count(self, place: str, results: Any) -> Any:
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
        return played

    def lines(self, vocabulary: list[str], seconds: float) -> list[str]:
        """Return the report."""
        games = max(1, self.games)
        missing = [row for row in vocabulary if not self.used[row]]
        return [
            f"{self.games} games in {seconds:.0f} s, {self.turns / games:.1f} turns and {self.decisions / games:.0f} decisions a game",
            f"endings {dict(self.endings)}, flags {dict(self.flags)}",
            f"texts on cards that were played: {len(vocabulary) - len(missing)} of {len(vocabulary)}"
            + (f"; not {', '.join(missing)}" if missing else ""),
            *self.limits,
            *self.faults,
        ]


def play_levelup(match: LevelUpMatch, seed: int, games: int, names: tuple[str, str]) -> tuple[int, Any, Any]:
    """Play games of one match of Level-Up with checks; return `check.play_checked`'s answer, the results and the seen bits."""
    results: Any = np.zeros(games, result.RESULT)
    if numba.config.DISABLE_JIT:
        results = results.view(np.recarray)
    seen = np.zeros((games, 2, len(match.cards)), np.uint8)
    a, b = (load("levelup", name) for name in names)
    with np.errstate(over="ignore"):
        bad = check.play_checked(advance, a.compiled, b.compiled, new_levelup_game(match.record)[0], np.zeros(kinds.MAX_OPTIONS),
                                 np.uint64(seed), 0, games, results, seen)  # fmt: skip
    return int(bad), results, seen


def random_levelup_match(seed: int) -> tuple[LevelUpMatch, list[str]]:
    """Return a match of two random legal decks of Level-Up, and the templates of its edition."""
    generator = Generator(seed)
    if seed % 2:
        generator.edition = generator.random_switches()
    cards = [generator.card(i) for i in range(90)]
    return LevelUpMatch(generator.deck("A", cards), generator.deck("B", cards)), list(generator.edition.templates)


def fuzz_levelup(seeds: range, games: int, names: tuple[str, str]) -> tuple[Report, list[str]]:
    """Play random matches of Level-Up; return the report and the vocabulary."""
    report, vocabulary = Report(), list[str]()
    for seed in seeds:
        match, vocabulary = random_levelup_match(seed)
        bad, results, seen = play_levelup(match, seed, games, names)
        report.add_levelup(match, f"levelup match {seed}", bad, results, seen)
    return report, vocabulary


def main() -> int:
    """Read the command line, play, print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", nargs="*", default=list(EDITIONS))
    parser.add_argument("--matches", type=int, default=50, help="random matches (default 50)")
    parser.add_argument("--games", type=int, default=10, help="games of each match (default 10)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first match")
    parser.add_argument("--players", type=int, default=0, help="2 to 8; default: mostly 2, now and then more")
    parser.add_argument("--strategies", nargs=2, default=["random", "random"], metavar=("A", "B"))
    options = parser.parse_args()
    failed = False
    g = record.new_game()
    for name in options.edition:
        if name in levelup.GAME.editions():
            start = time.monotonic()
            seeds = range(options.seed, options.seed + options.matches)
            report, vocabulary = fuzz_levelup(seeds, options.games, tuple(options.strategies))
            print(name, *report.lines(vocabulary, time.monotonic() - start), sep="\n  ", flush=True)
            failed |= bool(report.faults)
            continue
        edition = load_edition(name)
        report = Report()
        start = time.monotonic()
        for seed in range(options.seed, options.seed + options.matches):
            players = options.players or (2 if seed % 4 else 3 + seed // 4 % 6)
            match = compile_match(random_decks(seed, edition, players))
            outcome = play(match, seed, options.games, tuple(options.strategies), g)
            report.add(match, f"{name} match {seed} of {players}", *outcome)
        vocabulary = [row.id for row in edition.rows.values() if row.banned is None]
        print(name, *report.lines(vocabulary, time.monotonic() - start), sep="\n  ", flush=True)
        failed |= bool(report.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
