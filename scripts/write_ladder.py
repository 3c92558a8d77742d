"""Measure the ladder of strategies on the shipped decks, mirrored, and write docs/ladder.md.

python scripts/write_ladder.py [--games 300] [--decks raptors storm] [--top-games 60] [--top-decks raptors storm]

The lower rungs play everybody against everybody on all decks; the top one, many times slower, plays the rung below it on a few.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim import __version__
from kotc_sim.experiments.ladder import RUNGS, ladder_of, standard_decks
from kotc_sim.experiments.statistics.pairs import elo
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.progress import Progress
from kotc_sim.runs import Workers

ROOT = Path(__file__).resolve().parents[1]
PROFILES = ("aggro", "midrange", "control")
LOWER, TOP = RUNGS[:-1], RUNGS[-2:]
TOP_DECKS = ("armory", "kotc-12-raptors", "kotc-9-claws", "raptors", "storm")


def percent(row: dict[str, Any]) -> str:
    """Return a score with its interval in percent."""
    low, high = row["interval"]
    return f"{100 * row.get('value', row.get('score', 0.0)):.1f} ({100 * low:.1f} to {100 * high:.1f})"


def line(data: dict[str, Any], i: int, rating: str) -> str:
    """Return the line of rung ``i`` of a run."""
    rung = data["rungs"][i]
    name = rung["name"]
    against = percent(rung) if rung["below"] else ""
    rate = 1 / data["seconds_per_game"][name]
    return (
        f"| `{name}` | {rating} | {against} | {rung.get('verdict', '')} | {data['cost'][name]:.2g} "
        f"| {rate:,.{0 if rate >= 10 else 1}f} | {100 * data['use'][name]:.0f} % |"
    )


def page(data: dict[str, Any], games: int, top: dict[str, Any], top_games: int, profiles: dict[str, dict[str, Any]]) -> str:
    """Return the page as Markdown."""
    score, (low, high) = elo(top["rungs"][1]["score"]), map(elo, top["rungs"][1]["interval"])
    ratings = [f"{r['rating']:.0f} ({r['interval'][0]:.0f} to {r['interval'][1]:.0f})" for r in data["ratings"]]
    below, highest = TOP
    ratio = top["seconds_per_game"][highest] / top["seconds_per_game"][below]
    lines = [
        "# The ladder of strategies",
        "",
        f"Written by `scripts/write_ladder.py` (kotc-sim {__version__}): {games} games of each two of {', '.join(f'`{n}`' for n in LOWER)}",
        f"on each shipped deck below, and {top_games} of `{highest}` against `{below}` on {len(top['decks'])} of them; both sides play",
        "the same deck, in pairs with the seats swapped. Intervals are 95 %. The shipped decks were not used for tuning.",
        "",
        "| strategy | Elo | score against the one below, % | verdict | µs a decision | games/s | used of what it could use |",
        "|---|---:|---:|---|---:|---:|---:|",
        *(line(data, i, rating) for i, rating in enumerate(ratings)),
        line(top, 1, f"`{below}` {score:+.0f} ({low:+.0f} to {high:+.0f})"),
        "",
        "Times are processor time of one core, each strategy against itself, the mean over its decks; the slow decks are those of the",
        f"older editions, where players may act in many more moments. On the decks of `{highest}` a game of it takes {ratio:.0f} times as",
        f"long as one of `{below}`. *Used*: of the games in which a card could be played or activated, the share in which it was, over all",
        "cards.",
        "",
        "## By deck: score against the strategy below, %",
        "",
        "| deck | " + " | ".join(f"`{name}`" for name in RUNGS[1:]) + " |",
        "|---|" + "---:|" * (len(RUNGS) - 1),
    ]
    tops = {(row["deck"], row["edition"]): percent(row[highest]) for row in top["decks"]}
    for row in data["decks"]:
        cells = [percent(row[name]) for name in LOWER[1:]] + [tops.get((row["deck"], row["edition"]), "")]
        lines.append(f"| {row['deck']} ({row['edition']}) | " + " | ".join(cells) + " |")
    lines += ["", "## Profiles: score against greedy, %", "", "| deck | " + " | ".join(f"`{n}`" for n in profiles) + " |"]
    lines.append("|---|" + "---:|" * len(profiles))
    for d, row in enumerate(data["decks"]):
        lines.append(f"| {row['deck']} ({row['edition']}) | " + " | ".join(percent(profiles[n]["decks"][d][n]) for n in profiles) + " |")
    total = data["games"] + top["games"]
    capped, tied = (sum(run["limits"][key] * run["games"] for run in (data, top)) / total for key in ("capped", "tied"))
    lines += [
        "",
        "The profiles are ways to play, not rungs: which of them is strongest depends on the deck.",
        "",
        f"All games of the ladder ({total:,}): capped {100 * capped:.2f} %, tied {100 * tied:.2f} %.",
        "",
    ]
    return "\n".join(lines)


def chosen(decks: Sequence[Deck], names: Sequence[str]) -> list[Deck]:
    """Return the decks whose files have these names; all if there are no names."""
    return [deck for deck in decks if not names or Path(deck.file).stem in names]


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--decks", nargs="*", default=[], help="files' names without .yaml; all shipped decks if left out")
    parser.add_argument("--top-games", type=int, default=60, help=f"games of {TOP[1]} on a deck")
    parser.add_argument("--top-decks", nargs="*", default=TOP_DECKS)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "ladder.md")
    arguments = parser.parse_args()
    decks = chosen(standard_decks(), arguments.decks)
    top_decks = chosen(decks, arguments.top_decks)
    couples = len(LOWER) * (len(LOWER) - 1) // 2 + len(PROFILES)
    total = len(decks) * arguments.games * couples + len(top_decks) * arguments.top_games
    with Progress(total, "games") as progress, Workers(arguments.jobs) as workers:
        options: dict[str, Any] = {"seed": arguments.seed, "workers": workers, "on_games": progress.advance}
        data = ladder_of(LOWER, decks, games=arguments.games, **options)
        profiles = {name: ladder_of(("greedy", name), decks, games=arguments.games, **options) for name in PROFILES}
        top = ladder_of(TOP, top_decks, games=arguments.top_games, **options)
    arguments.out.write_text(page(data, arguments.games, top, arguments.top_games, profiles), encoding="utf-8")


if __name__ == "__main__":
    main()
