"""Count which way the branches of kernels go, and write `kotc_sim/compiler/branches.json`, which the compiler reads.

    python scripts/count_branches.py

To be run after kernels have changed: a function whose number of branches is another one is compiled without weights until then, and is
slower for it, nothing else. All rule systems play, the 20th and the 17th Edition most. It compiles everything again, on one processor:
some minutes.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim.compiler import branches

SEED = 20_261
GAMES = {"kotc-20": 2000, "kotc-17": 3000, "kotc-12": 100, "kotc-9": 50, "kotc-5": 100, "levelup": 3000}
"""Games of each pairing of an edition's shipped decks, ``greedy`` against itself: what is most played shall be fastest."""
MIRRORED = ("levelup",)
"""Editions of few decks, which also play themselves."""
PLAIN_GAMES = 3000
RANDOM_GAMES = 40
SEARCHES = ("lookahead", "flat", "best")
SEARCHED_GAMES = 1
"""Games of each search, between one pair of decks of each edition: most of what they count is playouts."""
BATTLES = 2000
MOST_COUNTERS = 400_000
WORD = ir.IntType(64)


class Counters:
    """Lets each function and each branch count, in memory of this process."""

    def __init__(self) -> None:
        self._counts = np.zeros(MOST_COUNTERS, np.int64)
        self._places: dict[str, tuple[int, int]] = {}
        self._used = 0

    def by_function(self) -> dict[str, list[int]]:
        """Return the counts by function, as `branches.read_counts` has them."""
        return {name: self._counts[first : first + n].tolist() for name, (first, n) in self._places.items()}

    def enter(self, lower: Any) -> None:
        """Let a function count how often it is entered."""
        n, name = 1 + 2 * lower.branches, branches.name_of(lower)
        if name not in self._places:
            if self._used + n > MOST_COUNTERS:
                raise MemoryError(f"more than {MOST_COUNTERS} counters of branches: raise MOST_COUNTERS")
            self._places[name] = self._used, n
            self._used += n
        self._count(lower.builder, ir.Constant(WORD, self._address(lower)))

    def branch(self, lower: Any, number: int) -> None:
        """Let a branch count which way it goes."""
        builder = lower.builder
        branch = builder.block.instructions.pop()  # to count before it
        builder.block.terminator = None
        builder.position_at_end(builder.block)
        taken = self._address(lower) + 8 * (1 + 2 * number)
        condition, then, otherwise = branch.operands
        self._count(builder, builder.select(condition, ir.Constant(WORD, taken), ir.Constant(WORD, taken + 8)))
        builder.cbranch(condition, then, otherwise)

    def _address(self, lower: Any) -> int:
        first, n = self._places[branches.name_of(lower)]
        if n != 1 + 2 * lower.branches:
            raise ValueError(f"two functions with different branches have the name {branches.name_of(lower)}")
        return int(self._counts.ctypes.data) + 8 * first

    @staticmethod
    def _count(builder: Any, address: Any) -> None:
        place = builder.inttoptr(address, WORD.as_pointer())
        builder.store(builder.add(builder.load(place), ir.Constant(WORD, 1)), place)


def main() -> None:
    """Play, and write."""
    branches.watch = counters = Counters()
    from kotc_sim import games
    from kotc_sim.experiments.speed.bench import BATTLES as LINEUPS
    from kotc_sim.experiments.speed.bench import PLAIN, plain_deck
    from kotc_sim.experiments.speed.bench_battle import fight
    from kotc_sim.games.shipped import list_shipped_decks
    from kotc_sim.runs import Contest, play_games
    from kotc_sim.strategies import strategies_of

    for name in LINEUPS:
        for way in ("fight", "look up"):
            fight(name, BATTLES, SEED, way)
    plain = [(plain_deck(one), plain_deck(other)) for one, other in PLAIN]
    played: list[tuple[Sequence[tuple[Any, Any]], int, tuple[str, ...]]] = [(plain, PLAIN_GAMES, ())]
    for edition, number in GAMES.items():
        decks = [game.deck(root) for game, root in (games.read(path, "deck") for path in list_shipped_decks([edition]))]
        every = (combinations_with_replacement if edition in MIRRORED else combinations)(decks, 2)
        known = strategies_of(decks[0].game).names
        played.append((list(every), number, tuple(name for name in SEARCHES if name in known)))
    for pairs, number, searches in played:
        for pair in pairs:
            play_games(Contest(pair, ("greedy", "greedy")), SEED, 0, number)
            play_games(Contest(pair, ("random", "greedy")), SEED, 0, RANDOM_GAMES)
        for search in searches:
            play_games(Contest(pairs[0], (search, "greedy")), SEED, 0, SEARCHED_GAMES)
    lines = (f"{json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in sorted(counters.by_function().items()))
    branches.FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{branches.FILE}: {branches.FILE.stat().st_size} bytes")


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # with a second processor another process would compile, and count
    with tempfile.TemporaryDirectory() as cache:
        os.environ["NUMBA_CACHE_DIR"] = cache
        main()
