"""Count which way the branches of kernels go, and write `kotc_sim/compiler/branches.json`, which the compiler reads.

    python scripts/count_branches.py

To be run after kernels have changed: a function whose number of branches is another one is compiled without weights until then, and is
slower for it, nothing else. All rule systems play, the 20th and the 17th Edition most. It compiles everything again, on one processor:
some minutes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from itertools import combinations, combinations_with_replacement
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

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


def main() -> None:
    """Play, and write."""
    from kotc_sim import games
    from kotc_sim.compiler import branches
    from kotc_sim.experiments.speed.bench import BATTLES as LINEUPS
    from kotc_sim.experiments.speed.bench import PLAIN, plain_deck
    from kotc_sim.experiments.speed.bench_battle import fight
    from kotc_sim.games.shipped import list_shipped_decks
    from kotc_sim.runs import Contest, play_games
    from kotc_sim.strategies import strategies_of

    for name in LINEUPS:
        for way in ("fight", "look up"):
            fight(name, BATTLES, SEED, way)
    played = [([tuple(plain_deck(one) for one in pair) for pair in PLAIN], PLAIN_GAMES, ())]
    for edition, number in GAMES.items():
        decks = [game.deck(root) for game, root in (games.read(path, "deck") for path in list_shipped_decks([edition]))]
        pairs = (combinations_with_replacement if edition in MIRRORED else combinations)(decks, 2)
        known = strategies_of(decks[0].game).names
        played.append((list(pairs), number, tuple(name for name in SEARCHES if name in known)))
    for pairs, number, searches in played:
        for pair in pairs:
            play_games(Contest(pair, ("greedy", "greedy")), SEED, 0, number)
            play_games(Contest(pair, ("random", "greedy")), SEED, 0, RANDOM_GAMES)
        for search in searches:
            play_games(Contest(pairs[0], (search, "greedy")), SEED, 0, SEARCHED_GAMES)
    branches.write_counts()
    print(f"{branches.FILE}: {branches.FILE.stat().st_size} bytes")


if __name__ == "__main__":
    os.environ["KOTC_SIM_COUNT_BRANCHES"] = "1"
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # with a second processor another process would compile, and count
    with tempfile.TemporaryDirectory() as cache:
        os.environ["NUMBA_CACHE_DIR"] = cache
        main()
