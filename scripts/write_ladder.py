"""Measure the ladder of strategies on the shipped decks, edition by edition, and how settled the strongest is; write docs/ladder.md.

    python scripts/write_ladder.py [--games 60] [--settled 300] [--keep FOLDER]

Both sides of the ladder play the same deck. What takes part was not used for tuning, and is in no pool that was learned from.
All of it takes about two processor-hours, nearly all for what the pilots learn. With --keep each part is kept in a file when it
is measured, and a part that is kept is not measured again.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kotc_sim import __version__, games
from kotc_sim.experiments.matchup.variants import OTHER_SEED, TIMES
from kotc_sim.experiments.play.ladder import EDITIONS, RUNGS, ladder_of
from kotc_sim.experiments.play.response import response_of
from kotc_sim.experiments.play.settled import CROSSED, LABELS, settled_of
from kotc_sim.experiments.play.strength import FIGURES, alone_strength, mean_strength, pair_strength, pilot_strength
from kotc_sim.games.shipped import shipped_decks
from kotc_sim.strategies.keeper.pool_decks import FRESH, file_deck, plain_curve, vocabulary_deck
from kotc_sim.strategies.levelup.pool_decks import FRESH as UNUSED
from kotc_sim.strategies.levelup.pool_decks import pool_deck

ORDER = (("random", "greedy"), ("greedy", "quick"), ("greedy", "lookahead"), ("quick", "best"), ("lookahead", "best"))
"""Which rung should be shown to be below which; `quick` and `lookahead` are as strong as each other, at very different prices."""
EXPLOITED, BUDGET = ("quick", "best"), 15.0
"""Pilots against which best responses are trained, and processor-seconds of training on a deck."""
WIDE, NARROW = "flat@1000", "flat"
"""The widest search of the fixed ones, met on the mirrors of two decks, and it with its usual budget, met in the pairs of shipped decks."""
MIRRORED = ("Armory", "Storm")
TIMED = ("best", "quick", "quick unlearned")
FRESH_DECKS = {"kotc-17": 16, "kotc-12": 6, "kotc-9": 6, "kotc-5": 6, "levelup": 6}
"""Generated decks of each edition that is measured."""
ALONE = {"kotc-17": 64, "kotc-12": 16, "kotc-9": 16, "kotc-5": 16, "levelup": 16}
"""The same, on which `quick` plays without anything learned."""
UNSEEN = 100
"""They have numbers from here on, among those from which nothing is learned: the first are the ones that tests and studies look at."""
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
        "Near one half, this learner found nothing against the pilot; far above, verdicts under that pilot can be its weaknesses.",
        "",
        "| pilot | all | " + " | ".join(row["name"] for row in found[0]["decks"]) + " |",
        "|---|---:|" + "---:|" * len(found[0]["decks"]),
    ]
    for one in found:
        lines.append(f"| `{one['pilot']}` | {percent(one)} | " + " | ".join(percent(row) for row in one["decks"]) + " |")
    return [*lines, ""]


def strength_lines(found: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Return the tables of how strong the pilots are on shipped and fresh decks."""
    lines = [
        "## On decks that nothing was fitted to",
        "",
        "The shipped decks, and generated ones (*fresh*): plain minions and cards of the edition's files or drawn from its whole",
        "vocabulary, with numbers that no pool and no tuning used. Both sides play the same deck, which `best` and `quick` have learned",
        "(*unlearned*: the shipped weights alone). Scores in %; the interval of a mean is by the games alone, of these decks. Times are",
        "processor time of a game, in that of `lookahead` (`best`) or `greedy` (`quick`); learning is processor-seconds on one deck.",
        "[performance.md](performance.md) has medians of more rounds, and of the present engine.",
        "",
        "| decks | n | games each | " + " | ".join(FIGURES) + " | lowest of `best` | time of `best` | of `quick` | unlearned | learning |",
        "|---|---:|---:|" + "---:|" * (len(FIGURES) + 5),
    ]
    for name, rows in found.items():
        if not rows:
            lines.append(f"| {name} | 0 |" + " not measured |" * (len(FIGURES) + 6))
            continue
        means, games = mean_strength(rows), 2 * sum(rows[0][FIGURES[0]]["cells"])
        times = [sum(row["times"][who] for row in rows) / len(rows) for who in TIMED]
        learned = [row["learned"] for row in rows if row["learned"] >= 1]
        cells = [name, str(len(rows)), str(games), *(percent(means[figure]) for figure in FIGURES)]
        cells += [f"{100 * means[FIGURES[0]]['lowest']:.1f}", *(f"{ratio:.2f}" for ratio in times)]
        cells.append(f"{sum(learned) / len(learned):.0f}" if learned else "remembered")
        lines.append("| " + " | ".join(cells) + " |")
    lines += [
        "",
        "| deck | " + " | ".join(FIGURES) + " | time of `best` | of `quick` | unlearned |",
        "|---|" + "---:|" * (len(FIGURES) + 3),
    ]
    for rows in found.values():
        for row in rows:
            cells = [row["deck"], *(percent(row[figure]) for figure in FIGURES)]
            lines.append("| " + " | ".join([*cells, *(f"{row['times'][who]:.2f}" for who in TIMED)]) + " |")
    return [*lines, ""]


def alone_lines(found: dict[str, dict[str, Any]]) -> list[str]:
    """Return the table of what the shipped weights alone score."""
    if not any(found.values()):
        return []
    lines = [
        "## Quick without anything learned",
        "",
        "`quick` against `greedy` on generated decks with numbers that no tuning used, both sides with the same deck. Intervals are by the",
        "spread between decks; the time is that of a game, in that of `greedy`, the median of decks. In the 17th some curves of weak",
        "plain minions take up to four times as long: there `quick` waits, and games last.",
        "",
        "| edition | decks | games each | score, % | lowest | time |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for edition, row in found.items():
        if row:
            cells = [edition, str(row["decks"]), str(row["games"]), percent(row), f"{100 * row['lowest']:.1f}", f"{row['time']:.2f}"]
            lines.append("| " + " | ".join(cells) + " |")
    return [*lines, ""]


def flat_lines(found: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Return the table of what the strongest scores against flat searches."""
    if not any(found.values()):
        return []
    lines = [
        "## Against flat Monte Carlo",
        "",
        f"What `best`, which has learned the two decks, scores in % against `{WIDE}` and `{NARROW}`; of two different decks it plays each",
        "in half of the games. Times are processor time of a game of `best` in that of the other, each against itself.",
        "",
        "| decks | against | games | score | time |",
        "|---|---|---:|---:|---:|",
    ]
    for against, rows in found.items():
        lines += [f"| {row['decks']} | `{against}` | {row['games']} | {percent(row)} | {row['time']:.2f} |" for row in rows]
        if rows:
            mean = 100 * sum(row["score"] for row in rows) / len(rows)
            lines.append(f"| mean | `{against}` | {sum(row['games'] for row in rows)} | {mean:.1f} |  |")
    return [*lines, ""]


def settled_lines(data: dict[str, Any]) -> list[str]:
    """Return the tables of what moves under more budget and other training, and of the variants against the pilot."""
    pilot, richer, games = data["pilot"], data["richer"], data["games"]
    lines = [
        "## How settled",
        "",
        f"First deck's score in %, {games} games of each two decks of the 17th Edition under `{pilot}`, under `{richer}`",
        f"({TIMES} times the budget), and under `{pilot}` after training with another seed ({OTHER_SEED}); all on the same deals.",
        f"Mean change {100 * data['mean']:.1f} points. What moves is the pilot's as much as the decks': `matchup` plays these",
        "variants on a share of its games, and says *depends on play* where a score moves by more than the interval of the change plus",
        "3 points ([verdicts.md](verdicts.md)).",
        "",
        f"| match | `{pilot}` | `{richer}` | other training | moved |",
        "|---|---:|---:|---:|---:|",
    ]
    for row in data["matches"]:
        cells = " | ".join(percent(row[label]) for label in LABELS)
        lines.append(f"| {row['a']}–{row['b']} | {cells} | {100 * row['moved']:.1f} |")
    who = {"once": f"`{pilot}`", "more": f"`{richer}`", "again": "other training"}
    crossed = [f"{who[a]}, {who[b]}" for a, b in CROSSED]
    lines += ["", "The first deck played by one of them, the second by another:", "", "| match | " + " | ".join(crossed) + " |"]
    lines.append("|---|" + "---:|" * len(crossed))
    lines += [f"| {row['a']}–{row['b']} | " + " | ".join(map(percent, row["crossed"])) + " |" for row in data["matches"]]
    lines += ["", f"Against `{pilot}`, both sides with the same deck:", "", f"| deck | `{richer}` | other training |", "|---|---:|---:|"]
    lines += [f"| {row['deck']} | {percent(row['more'])} | {percent(row['again'])} |" for row in data["mirrors"]]
    return [*lines, ""]


def page(
    ladders: dict[str, dict[str, Any]],
    games: int,
    strengths: dict[str, list[dict[str, Any]]],
    settled: dict[str, Any],
    exploited: Sequence[dict[str, Any]],
    flat: dict[str, list[dict[str, Any]]],
    alone: dict[str, dict[str, Any]],
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
        lines += ladder_lines(edition, data) if data else [f"## {edition}", "", "Not measured with these pilots.", ""]
    lines += strength_lines(strengths) + alone_lines(alone) + flat_lines(flat) + (exploit_lines(exploited) if exploited else [])
    return "\n".join(lines + settled_lines(settled))


def fresh_decks(edition: str, count: int) -> list[Any]:
    """Return generated decks of an edition that nothing was fitted to: of Keeper three in eight each of the first two kinds, else plain."""
    found = games.of_edition(edition)
    rules: Any = found.edition(edition)
    if found.key == "levelup":
        return [pool_deck(rules, UNUSED + UNSEEN + k) for k in range(count)]
    kinds = [file_deck, vocabulary_deck, file_deck, plain_curve, vocabulary_deck, file_deck, plain_curve, vocabulary_deck]
    return [kinds[k % len(kinds)](rules, FRESH + UNSEEN + k) for k in range(count)]


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=60, help="of each two strategies on a deck")
    parser.add_argument("--strength", type=int, default=1000, help="games of best or quick against a rung on a deck")
    parser.add_argument("--settled", type=int, default=300, help="games of each two decks under each variant of the pilot")
    parser.add_argument("--exploited", type=int, default=200, help="games of each best response on each deck")
    parser.add_argument("--alone", type=int, default=400, help="games of quick without anything learned on a deck")
    parser.add_argument("--flat", type=int, default=200, help="games of best against flat searches on two decks")
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for what is measured, part by part")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "ladder.md")
    parser.add_argument("--write-only", action="store_true", help="measure nothing: write what --keep has, and say what it has not")
    arguments = parser.parse_args(argv)
    newest = decks_of(EDITIONS[0])
    options: dict[str, Any] = {"seed": arguments.seed, "jobs": arguments.jobs}

    def kept(name: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return a part: the one that is kept, else what is measured; empty where nothing is to be measured."""
        file = None if arguments.keep is None else arguments.keep / f"{name}.json"
        if file is not None and file.is_file():
            return dict(json.loads(file.read_text(encoding="utf-8")))
        if arguments.write_only:
            return {}
        print(f"{name} …", file=sys.stderr, flush=True)
        found = measure()
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(found), encoding="utf-8")
        return found

    def strength(name: str, decks: Sequence[Any]) -> list[dict[str, Any]]:
        options = {"games": arguments.strength, "jobs": arguments.jobs}
        rows = [kept(f"{name}-{k}", lambda deck=deck: pilot_strength(deck, **options)) for k, deck in enumerate(decks)]
        return [row for row in rows if row]

    settled = kept("settled", lambda: settled_of(newest, games=arguments.settled, **options))
    strengths, ladders = {}, {}
    for edition in FRESH_DECKS:
        own = decks_of(edition)
        strengths[f"{edition}, shipped"] = strength(f"{edition}-shipped", own)
        ladders[edition] = kept(f"{edition}-ladder", lambda own=own: ladder_of(RUNGS, own, games=arguments.games, **options))
    for edition, count in FRESH_DECKS.items():
        strengths[f"{edition}, fresh"] = strength(f"{edition}-fresh", fresh_decks(edition, count))
    exploited = [
        kept(f"exploit-{name}", lambda name=name: response_of(name, newest, games=arguments.exploited, budget=BUDGET, **options))
        for name in EXPLOITED
    ]
    exploited = [one for one in exploited if one]

    def met(against: str, pairs: Sequence[tuple[Any, Any]]) -> list[dict[str, Any]]:
        options = {"games": arguments.flat, "jobs": arguments.jobs}
        rows = [kept(f"{against}-{a.name}-{b.name}", lambda a=a, b=b: pair_strength("best", against, a, b, **options)) for a, b in pairs]
        return [row for row in rows if row]

    mirrors = [(deck, deck) for deck in newest if deck.name in MIRRORED]
    flat = {WIDE: met(WIDE, mirrors), NARROW: met(NARROW, list(itertools.combinations(newest, 2)))}
    options = {"games": arguments.alone, "jobs": arguments.jobs}
    alone = {
        edition: kept(f"alone-{edition}", lambda edition=edition, count=count: alone_strength(fresh_decks(edition, count), **options))
        for edition, count in ALONE.items()
    }
    arguments.out.write_text(page(ladders, arguments.games, strengths, settled, exploited, flat, alone), encoding="utf-8")


def decks_of(edition: str) -> list[Any]:
    """Return the shipped decks of an edition."""
    return [game.deck(root) for game, root in map(games.read, shipped_decks([edition]))]


if __name__ == "__main__":
    main()
