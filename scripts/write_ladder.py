"""Measure the ladder of strategies on the shipped decks, mirrored, and write docs/ladder.md.

python scripts/write_ladder.py [--games 100] [--decks raptors storm]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim import __version__
from kotc_sim.experiments.ladder import RUNGS, ladder_of, standard_decks
from kotc_sim.progress import Progress
from kotc_sim.simulate import Workers

ROOT = Path(__file__).resolve().parents[1]
PROFILES = ("aggro", "midrange", "control")


def percent(row: dict[str, Any]) -> str:
    """Return a score with its interval in percent."""
    low, high = row["interval"]
    return f"{100 * row.get('value', row.get('score', 0.0)):.1f} ({100 * low:.1f} to {100 * high:.1f})"


def page(data: dict[str, Any], profiles: dict[str, dict[str, Any]], games: int) -> str:
    """Return the page as Markdown."""
    names = data["strategies"]
    lines = [
        "# The ladder of strategies",
        "",
        f"Written by `scripts/write_ladder.py` (kotc-sim {__version__}): {games} games of each two strategies on each deck below, both",
        "sides playing the same deck, in pairs with the seats swapped. Intervals are 95 %. The shipped decks were not used for tuning.",
        "",
        "| strategy | Elo | score against the one below, % | verdict | µs a decision | games/s | used of what it could use |",
        "|---|---:|---:|---|---:|---:|---:|",
    ]
    for rung, rating in zip(data["rungs"], data["ratings"], strict=True):
        name = rung["name"]
        low, high = rating["interval"]
        against = percent(rung) if rung["below"] else ""
        lines.append(
            f"| `{name}` | {rating['rating']:.0f} ({low:.0f} to {high:.0f}) | {against} | {rung.get('verdict', '')} "
            f"| {data['cost'][name]:.2g} | {1 / data['seconds_per_game'][name]:,.0f} | {100 * data['use'][name]:.0f} % |"
        )
    lines += [
        "",
        "Times are processor time of one core, each strategy against itself, the mean over all decks; the slow decks are those of the",
        "older editions, where players may act in many more moments. *Used*: of the games in which a card could be played or activated,",
        "the share in which it was, over all cards.",
        "",
        "## By deck: score against the strategy below, %",
        "",
        "| deck | " + " | ".join(f"`{name}`" for name in names[1:]) + " |",
        "|---|" + "---:|" * (len(names) - 1),
    ]
    for row in data["decks"]:
        lines.append(f"| {row['deck']} ({row['edition']}) | " + " | ".join(percent(row[name]) for name in names[1:]) + " |")
    lines += ["", "## Profiles: score against greedy, %", "", "| deck | " + " | ".join(f"`{n}`" for n in profiles) + " |"]
    lines.append("|---|" + "---:|" * len(profiles))
    for d, row in enumerate(data["decks"]):
        lines.append(f"| {row['deck']} | " + " | ".join(percent(profiles[n]["decks"][d][n]) for n in profiles) + " |")
    lines += [
        "",
        "The profiles are ways to play, not rungs: which of them is strongest depends on the deck.",
        "",
        f"All games: capped {100 * data['limits']['capped']:.2f} %, tied {100 * data['limits']['tied']:.2f} %.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--decks", nargs="*", default=[], help="files' names without .yaml; all shipped decks if left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "ladder.md")
    arguments = parser.parse_args()
    decks = [deck for deck in standard_decks() if not arguments.decks or Path(deck.file).stem in arguments.decks]
    total = len(decks) * arguments.games * (len(RUNGS) * (len(RUNGS) - 1) // 2 + len(PROFILES))
    with Progress(total, "games") as progress, Workers() as workers:
        options: dict[str, Any] = {"seed": arguments.seed, "workers": workers, "on_games": progress.advance}
        data = ladder_of(RUNGS, decks, games=arguments.games, **options)
        profiles = {name: ladder_of(("greedy", name), decks, games=arguments.games, **options) for name in PROFILES}
    arguments.out.write_text(page(data, profiles, arguments.games), encoding="utf-8")


if __name__ == "__main__":
    main()
