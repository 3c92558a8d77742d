"""Fit what `best` begins with: one value for all cards of an edition, from games of random decks.

    python scripts/fit_pools.py kotc-17 kotc-12 kotc-9 kotc-5

Writes a file for each edition into strategies/keeper/pools. Every deck meets the next one; shipped, reference and test decks take no part.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from training_decks import plain_curve, training_deck

from kotc_sim.games.keeper.match import KeeperMatch
from kotc_sim.strategies.keeper.learner import POOLS
from kotc_sim.strategies.keeper.quick import score as QUICK
from kotc_sim.strategies.training import Course, Plan

FIRST_DECK = 700
PLAN = Plan(first=16_000, searched=6_000, work=6.0e6, kept=0.3)
EDITIONS = ("kotc-17", "kotc-12", "kotc-9", "kotc-5")
LEAST, RIDGE = 3, 10.0
"""A card has weights of its own if this many matches hold it; rows' worth of evidence for weights of nothing."""


def fit(edition: str, decks: int, jobs: int, folder: Path) -> None:
    """Fit an edition's pool and write it."""
    chosen = [training_deck(edition, FIRST_DECK + k) for k in range(decks)]
    chosen += [plain_curve(edition, FIRST_DECK + k) for k in range(decks // 4)]
    pairs = zip(chosen, [*chosen[1:], chosen[0]], strict=True)
    matches = [KeeperMatch(pair) for pair in pairs]
    lessons = [QUICK.lesson_of(match) for match in matches]
    done, start = 0, time.perf_counter()

    def show(games: int) -> None:
        nonlocal done
        done += games
        print(f"\r{edition}: {done:,} games, {time.perf_counter() - start:.0f} s", end="", file=sys.stderr, flush=True)

    found = Course(lessons, PLAN, 1, jobs, show).pool(edition, LEAST, RIDGE)
    folder.mkdir(exist_ok=True)
    (folder / f"{edition}.json").write_text(found.as_json(), "utf-8")
    print(f"\n{edition}: {len(found.weights)} weights, digest {found.digest}: {found.made_of}", file=sys.stderr)


def main() -> None:
    """Fit the editions that are named."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("editions", nargs="+", choices=EDITIONS)
    parser.add_argument("--decks", type=int, default=48, help="random decks with cards of the edition; a quarter as many of plain minions")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--folder", type=Path, default=POOLS)
    arguments = parser.parse_args()
    for edition in arguments.editions:
        fit(edition, arguments.decks, arguments.jobs, arguments.folder)


if __name__ == "__main__":
    main()
