"""Tune the weights of `quick` for Level-Up on random decks of the starter pool; judge them on other ones.

    python scripts/tune_levelup.py --generations 80 --write

A candidate's fitness is its mean score against greedy, decks mirrored, over pairs of games with shared seeds (new seeds each generation).
CMA-ES (Hansen 2016, package ``cma``) moves the weights. With ``--write`` they go into strategies/levelup/tuned.json, from which the
next run begins. The test is on the shipped decks and on random decks with other numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np

try:
    import cma
except ImportError:
    sys.exit("tune_levelup.py needs the package cma, of the dependency group tuning: python -m pip install --group tuning")

from kotc_sim import games as registry
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.strategies import load
from kotc_sim.strategies.levelup.adjustments import FILE, NAMES, tuned_weights
from kotc_sim.strategies.levelup.policies import adjusted
from kotc_sim.strategies.levelup.pool_decks import FRESH, pool_deck

FIRST_DECK = 100


def scores(matches: list[LevelUpMatch], weights: np.ndarray, games: int, seed: int) -> np.ndarray:
    """Return the mean score of each pair of games against greedy, shape (matches, games // 2)."""
    pilots = adjusted("candidate", "", weights), load("levelup", "greedy")
    rows = []
    for k, match in enumerate(matches):
        results, _ = match.play(pilots, 1000 * seed + k, 0, games)
        half = results["score2"][:, :2] / 2
        rows.append((half[0::2, 0] + half[1::2, 1]) / 2)
    return np.array(rows)


def main() -> None:
    """Tune, then test."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--generations", type=int, default=80)
    parser.add_argument("--decks", type=int, default=24, help="of a generation")
    parser.add_argument("--sets", type=int, default=4, help="so many sets of decks take turns")
    parser.add_argument("--games", type=int, default=100, help="games a deck and candidate")
    parser.add_argument("--sigma", type=float, default=0.5, help="first step of the search, in points")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    edition = load_edition()
    train = [LevelUpMatch(deck, deck) for deck in (pool_deck(edition, FIRST_DECK + k) for k in range(arguments.decks * arguments.sets))]
    options = {"seed": arguments.seed, "maxiter": arguments.generations, "verbose": -9}
    search = cma.CMAEvolutionStrategy(tuned_weights(), arguments.sigma, options)
    start = time.process_time()
    while not search.stop():
        asked = search.ask()
        seed = 10_000 * arguments.seed + search.countiter
        fitness = [
            -float(scores(train[search.countiter % arguments.sets :: arguments.sets], x, arguments.games, seed).mean()) for x in asked
        ]
        search.tell(asked, fitness)
        best, mean = -min(fitness), -np.mean(fitness)
        print(f"generation {search.countiter}: best {best:.3f}, mean {mean:.3f}, {time.process_time() - start:.0f} s", flush=True)
        if arguments.write:
            values = {name: round(float(value), 3) for name, value in zip(NAMES, search.mean, strict=True)}
            FILE.write_text(json.dumps(values, indent=1) + "\n", "utf-8")
    shipped = [game.deck(root) for game, root in map(registry.read, list_shipped_decks(["levelup"]))]
    for name, decks in (("shipped", shipped), ("fresh", [pool_deck(edition, FRESH + k) for k in range(16)])):
        rows = scores([LevelUpMatch(deck, deck) for deck in decks], search.mean, 1000, 77)
        print(f"{name}: {rows.mean():.3f} ± {1.96 * rows.std(ddof=1) / rows.size**0.5:.3f}, lowest {rows.mean(axis=1).min():.3f}")


if __name__ == "__main__":
    main()
