"""Measure the ladder of strategies on the shipped decks, edition by edition, and how settled the strongest is; write docs/ladder.md.

    python scripts/write_ladder.py [--games 60] [--settled 300]

Both sides of the ladder play the same deck. What takes part was not used for tuning, and is in no pool that was learned from.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kotc_sim import __version__
from kotc_sim.experiments.ladder import EDITIONS, RUNGS, ladder_of, standard_decks
from kotc_sim.experiments.response import response_of
from kotc_sim.experiments.settled import OTHER_SEED, TIMES, settled_of
from kotc_sim.progress import Progress
from kotc_sim.runs import Workers

ORDER = (("random", "greedy"), ("greedy", "quick"), ("greedy", "lookahead"), ("quick", "best"), ("lookahead", "best"))
"""Which rung should be shown to be below which; `quick` and `lookahead` are as strong as each other, at very different prices."""
EXPLOITED, BUDGET = ("greedy", "lookahead", "best"), 15.0
"""Pilots against which best responses are trained, and processor-seconds of training on a deck."""
ROOT = Path(__file__).resolve().parents[1]


def percent(row: dict[str, Any]) -> str:
    """Return a score with its interval in percent."""
    low, high = row["interval"]
    return f"{100 * row.get('value', row.get('score', 0.0)):.1f} ({100 * low:.1f} to {100 * high:.1f})"


def ladder_lines(edition: str, data: dict[str, Any]) -> list[str]:
    """Return the tables of an edition: the rungs, and each deck."""
    rungs = RUNGS[1:]
    lines = [
        f"## {edition}",
        "",
        "| strategy | Elo | score against the one below, % | verdict | ms a game | used of what it could use |",
        "|---|---:|---:|---|---:|---:|",
    ]
    for rung, rating in zip(data["rungs"], data["ratings"], strict=True):
        name, (low, high) = rung["name"], rating["interval"]
        against = percent(rung) if rung["below"] else ""
        spent, used = 1000 * data["seconds_per_game"][name], 100 * data["use"][name]
        elo = f"{rating['rating']:.0f} ({low:.0f} to {high:.0f})"
        lines.append(f"| `{name}` | {elo} | {against} | {rung.get('verdict', '')} | {spent:.2g} | {used:.0f} % |")
    lines += ["", "| deck | " + " | ".join(f"`{n}`" for n in rungs) + " |", "|---|" + "---:|" * len(rungs)]
    lines += [f"| {row['deck']} | " + " | ".join(percent(row[n]) for n in rungs) + " |" for row in data["decks"]]
    return [*lines, "", *order_lines(data)]


def order_lines(data: dict[str, Any]) -> list[str]:
    """Return a sentence on the rungs of which the Elo intervals are not in order."""
    by_name = {row["name"]: row["interval"] for row in data["ratings"]}
    open_ = [f"`{low}` < `{high}`" for low, high in ORDER if by_name[low][1] >= by_name[high][0]]
    if not open_:
        return ["The Elo intervals are apart: " + ", ".join(f"`{low}` < `{high}`" for low, high in ORDER) + ".", ""]
    return [f"The Elo intervals do not show: {', '.join(open_)}.", ""]


def exploit_lines(found: Sequence[dict[str, Any]]) -> list[str]:
    """Return the table of what best responses score."""
    games = 2 * found[0]["pairs"] // len(found[0]["decks"])
    lines = [
        "## How exploitable",
        "",
        "What a best response scores against each pilot, in %, both sides with the same deck; it was trained in games against that pilot",
        f"alone (`kotc-sim strategies exploit NAME --budget {BUDGET:.0f}s`: processor time for each deck), {games} games on each.",
        "",
        "| pilot | all | " + " | ".join(row["name"] for row in found[0]["decks"]) + " |",
        "|---|---:|" + "---:|" * len(found[0]["decks"]),
    ]
    for one in found:
        lines.append(f"| `{one['pilot']}` | {percent(one)} | " + " | ".join(percent(row) for row in one["decks"]) + " |")
    return [*lines, ""]


def settled_lines(data: dict[str, Any], games: int) -> list[str]:
    """Return the table of what moves under more budget and other training."""
    lines = [
        "## How settled",
        "",
        f"First deck's score in %, {games} games of each two decks of the 17th Edition under `{data['pilot']}`, under `{data['richer']}`",
        f"({TIMES} times the budget), and under `{data['pilot']}` after training with another seed ({OTHER_SEED}); all on the same deals.",
        f"Mean change {100 * data['mean']:.1f} points. A match that moves by more than its intervals is the pilot's as much as the decks'.",
        "",
        f"| match | `{data['pilot']}` | `{data['richer']}` | other training | moved |",
        "|---|---:|---:|---:|---:|",
    ]
    for row in data["matches"]:
        cells = " | ".join(percent(row[label]) for label in ("once", "more", "again"))
        lines.append(f"| {row['a']}–{row['b']} | {cells} | {100 * row['moved']:.1f} |")
    return [*lines, ""]


def page(
    ladders: dict[str, dict[str, Any]], games: int, settled: dict[str, Any], settled_games: int, exploited: Sequence[dict[str, Any]]
) -> str:
    """Return the page as Markdown."""
    lines = [
        "# The ladder of strategies",
        "",
        f"Written by `scripts/write_ladder.py` (kotc-sim {__version__}):",
        f"{games} games of each two of {', '.join(f'`{n}`' for n in RUNGS)} on each shipped deck,",
        "both sides with the same deck, in pairs with the seats swapped. Intervals are 95 %. No shipped deck was used for tuning, nor for",
        "the pools with which learning begins; `quick` and `best` have learned the deck that they play ([strategies.md](strategies.md)).",
        "Times are processor time of one core, each strategy against itself. *Used*: of the games in which a card could be played or",
        "activated, the share in which it was, over all cards. The second table of an edition has each strategy's score against the one",
        "before it in the list, by deck. Of a rung that won no game the Elo is an artefact of the method, and can lie outside of its",
        "interval.",
        "",
    ]
    for edition, data in ladders.items():
        lines += ladder_lines(edition, data)
    return "\n".join(lines + exploit_lines(exploited) + settled_lines(settled, settled_games))


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=60, help="of each two strategies on a deck")
    parser.add_argument("--settled", type=int, default=300, help="games of each two decks under each variant of the pilot")
    parser.add_argument("--exploited", type=int, default=200, help="games of each best response on each deck")
    parser.add_argument("--editions", nargs="*", default=list(EDITIONS))
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "ladder.md")
    arguments = parser.parse_args(argv)
    decks = standard_decks()
    ladders = {}
    with Progress(None, "games") as progress, Workers(arguments.jobs) as workers:
        options: dict[str, Any] = {"seed": arguments.seed, "workers": workers, "on_games": progress.advance, "jobs": arguments.jobs}
        for edition in arguments.editions:
            own = [deck for deck in decks if deck.edition.name == edition]
            ladders[edition] = ladder_of(RUNGS, own, games=arguments.games, **options)
            print(f"{edition}: {[(r['name'], round(r['rating'])) for r in ladders[edition]['ratings']]}", file=sys.stderr, flush=True)
        newest = [deck for deck in decks if deck.edition.name == EDITIONS[0]]
        settled = settled_of(newest, games=arguments.settled, **options)
        exploited = [
            response_of(name, newest, games=arguments.exploited, budget=BUDGET, seed=arguments.seed, jobs=arguments.jobs)
            for name in EXPLOITED
        ]
    arguments.out.write_text(page(ladders, arguments.games, settled, arguments.settled, exploited), encoding="utf-8")


if __name__ == "__main__":
    main()
