"""Fit what `best` begins with: one value for all cards of an edition, from games of random decks.

    python scripts/fit_pools.py kotc-17 kotc-12 kotc-9 kotc-5

Writes a file for each edition into strategies/<game>/pools. Every deck meets the next one; shipped, reference and test decks take no part.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from kotc_sim import games
from kotc_sim.strategies import load
from kotc_sim.strategies.learner import LEAST, RIDGE


def fit(edition: str, jobs: int, folder: Path | None) -> None:
    """Fit an edition's pool and write it."""
    game = games.of_edition(edition)
    pilot = load(game.key, "best").for_pools()
    done, start = 0, time.perf_counter()

    def show(played: int) -> None:
        nonlocal done
        done += played
        print(f"\r{edition}: {done:,} games, {time.perf_counter() - start:.0f} s", end="", file=sys.stderr, flush=True)

    decks = pilot.pool_decks(game.edition(edition))
    found = pilot.course(decks, jobs=jobs, on_games=show).pool(edition, LEAST, RIDGE)
    folder = folder or pilot.pools
    folder.mkdir(exist_ok=True)
    (folder / f"{edition}.json").write_text(found.as_json(), "utf-8")
    print(f"\n{edition}: {len(found.weights)} weights, digest {found.digest}: {found.made_of}", file=sys.stderr)


def main() -> None:
    """Fit the editions that are named."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("editions", nargs="+", choices=[name for game in games.GAMES.values() for name in game.editions()])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, help="where to write; by default where the shipped ones lie")
    arguments = parser.parse_args()
    for edition in arguments.editions:
        fit(edition, arguments.jobs, arguments.folder)


if __name__ == "__main__":
    main()
