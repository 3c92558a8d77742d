"""Measure how strong the pilots are, and how settled the strongest is; write docs/ladder.md and the tables behind it.

    python scripts/write_ladder.py [--games 60] [--settled 300] [--keep FOLDER]

Both sides of the ladder play the same deck. What takes part was not used for tuning, and is in no pool that was learned from.
All of it takes about two processor-hours, nearly all for what the pilots learn. With --keep each part is kept in a file when it
is measured, and a part that is kept is not measured again.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim import games
from kotc_sim.experiments.encoding import as_json
from kotc_sim.experiments.matchup.variants import TIMES
from kotc_sim.experiments.play.ladder import EDITIONS, ladder_of
from kotc_sim.experiments.play.moments import moments_of
from kotc_sim.experiments.play.response import response_of
from kotc_sim.experiments.play.settled import CROSSED, LABELS, measure_settled
from kotc_sim.experiments.worth.hosts import host_design_of
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.strategies.builtin import PILOT_LEVELS
from kotc_sim.strategies.keeper.pool_decks import FRESH, file_deck, plain_curve, vocabulary_deck
from kotc_sim.strategies.levelup.pool_decks import FRESH as UNUSED
from kotc_sim.strategies.levelup.pool_decks import pool_deck
from scripts.figures import Rows, Tables, as_markdown, read_tables, write_tables
from scripts.human_decks import DECKS, OPPONENTS, human_decks
from scripts.human_decks import EDITION as HAND_MADE
from scripts.strength import FIGURES, alone_strength, mean_strength, pair_strength, pilot_strength

ORDER = (("random", "greedy"), ("greedy", "quick"), ("greedy", "lookahead"), ("quick", "best"), ("lookahead", "best"))
"""Which rung should be shown to be below which; ``quick`` and ``lookahead`` are as strong as each other, at very different prices."""
EXPLOITED, BUDGET = ("quick", "best"), 15.0
"""Pilots against which best responses are trained, and processor-seconds of training on a deck."""
WIDE, NARROW = "flat@1000", "flat"
"""The widest search of the fixed ones, met on the mirrors of two decks, and it with its usual budget, met in the pairs of shipped decks."""
MIRRORED = ("Armory", "Storm")
TIMED = ("best", "quick", "quick unlearned")
FRESH_DECKS = {"kotc-20": 6, "kotc-17": 16, "kotc-12": 6, "kotc-9": 6, "kotc-5": 6, "levelup": 6}
"""Generated decks of each edition that is measured."""
ALONE = {"kotc-17": 64, "kotc-12": 16, "kotc-9": 16, "kotc-5": 16, "levelup": 16}
"""The same, on which `quick` plays without anything learned."""
UNSEEN = 100
"""They have numbers from here on, among those from which nothing is learned: the first are the ones that tests and studies look at."""
ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "ladder.md"


def percent(row: dict[str, Any]) -> str:
    """Return a score with its interval in percent."""
    low, high = row["interval"]
    return f"{100 * row.get('value', row.get('score', 0.0)):.1f} ({100 * low:.1f} to {100 * high:.1f})"


OLDER = (
    "Measured with today's `best` are the shipped decks of the 17th and 20th Edition and the moments; all else before a playout was worth",
    "the mean of two values. The rows of decks marked *fresh* of the 12th and earlier editions and of Level-Up, and what stands under",
    "*Beyond the ladder* but for *settled*, were measured before searches raced and values were networks, *settled* before networks",
    "learned by what cards share ([strategies.md](strategies.md#what-the-race-and-the-network-changed) says what each of these changed).",
)
"""What is true until all parts are measured again; then it goes."""
HEADS = {
    "ladder": ("edition", "pilot", "Elo", "score against the one below, %", "verdict", "ms a game", "used"),
    "ladder-moments": ("moments", "worth, %", *PILOT_LEVELS),
    "ladder-decks": ("edition", "deck", *PILOT_LEVELS[1:]),
    "ladder-sets": (
        *("decks", "n", "games each", *FIGURES, "lowest of best", "time of best", "time of quick", "time of quick unlearned", "learning"),
    ),
    "ladder-fresh": ("set", "deck", *FIGURES, "time of best", "time of quick", "time of quick unlearned"),
    "ladder-alone": ("edition", "decks", "games each", "score, %", "lowest", "time"),
    "ladder-flat": ("decks", "against", "games", "score, %", "time"),
    "ladder-exploited": ("pilot", "deck", "games", "score, %"),
    "ladder-settled": ("match", "pilots", "score, %"),
}
"""The tables that are kept as CSV in docs/figures, with their columns; the page shows some of them."""


def ladder_rows(edition: str, data: dict[str, Any]) -> Rows:
    """Return a row a pilot level: Elo, score against the level below, processor time, use of what could be used."""
    rows = []
    for rung, rating in zip(data["rungs"], data["ratings"], strict=True):
        name, (low, high) = rung["name"], rating["interval"]
        spent, used = 1000 * data["seconds_per_game"][name], 100 * data["use"][name]
        elo = f"{rating['rating']:.0f} ({low:.0f} to {high:.0f})"
        rows.append([edition, name, elo, percent(rung) if rung["below"] else "", rung.get("verdict", ""), f"{spent:.2g}", f"{used:.0f} %"])
    return rows


def moment_rows(data: dict[str, Any]) -> Rows:
    """Return a row a kind of moments: what each pilot level gives away, in points with an interval."""
    rows: dict[str, list[str]] = {}
    for row in data["losses"]:
        low, high = row["interval"]
        cells = rows.setdefault(row["kind"], [row["kind"], f"{100 * row['worth']:.1f}"])
        cells.append(f"{100 * row['loss']:.1f} ({100 * low:.1f} to {100 * high:.1f})")
    return list(rows.values())


def order_of(rows: Rows) -> str:
    """Return a sentence on the levels of which the Elo intervals are not apart."""
    ends = {(row[0], row[1]): [float(end) for end in re.findall(r"-?(?:\d+|inf)(?= to|\))", row[2])] for row in rows}
    together = [
        f"{edition}: `{low}` < `{high}`"
        for edition in dict.fromkeys(row[0] for row in rows)
        for low, high in ORDER
        if ends[edition, low][1] >= ends[edition, high][0]
    ]
    apart = ", ".join(f"`{low}` < `{high}`" for low, high in ORDER)
    rest = f", but for {'; '.join(together)}." if together else " in all of them."
    return f"Elo intervals that are to be apart ({apart}) are so{rest}"


def set_row(name: str, rows: list[dict[str, Any]]) -> list[str]:
    """Return how strong the pilots are on a set of decks."""
    means, games = mean_strength(rows), 2 * sum(rows[0][FIGURES[0]]["cells"])
    times = [sum(row["times"][who] for row in rows) / len(rows) for who in TIMED]
    learned = [row["learned"] for row in rows if row["learned"] >= 1]
    cells = [name, str(len(rows)), str(games), *(percent(means[figure]) for figure in FIGURES)]
    cells += [f"{100 * means[FIGURES[0]]['lowest']:.1f}", *(f"{ratio:.2f}" for ratio in times)]
    return [*cells, f"{sum(learned) / len(learned):.0f}" if learned else "remembered"]


def settled_rows(data: dict[str, Any]) -> Rows:
    """Return the scores under more budget, under another training, and of the variants against the pilot."""
    pilot, richer = data["pilot"], data["richer"]
    who = {"once": pilot, "more": richer, "again": "other training"}
    rows = []
    for row in data["matches"]:
        match = f"{row['a']}–{row['b']}"
        rows += [[match, f"both {who[label]}", percent(row[label])] for label in LABELS]
        rows += [[match, f"{who[a]}, {who[b]}", percent(score)] for (a, b), score in zip(CROSSED, row["crossed"], strict=True)]
    for row in data["mirrors"]:
        rows += [[f"{row['deck']} mirrored", f"{who[label]}, {pilot}", percent(row[label])] for label in ("more", "again")]
    return rows


def exploited_sentence(rows: Rows) -> str:
    """Return what best responses score."""
    return ", ".join(f"{row[3].partition(' ')[0]} % against `{row[0]}`" for row in rows if row[1] == "all")


def mean_of(rows: Rows, against: str) -> float:
    """Return the mean score of `best` against a flat search, in percent."""
    scores = [float(row[3].partition(" ")[0]) for row in rows if row[1] == against]
    return sum(scores) / len(scores)


def moved_of(rows: Rows) -> tuple[float, str, float]:
    """Return by how much scores move under the variants: the mean, and the match that moves most, in percentage points."""
    scores: dict[str, list[float]] = {}
    for match, pilots, score in rows:
        if pilots.startswith("both "):
            scores.setdefault(match, []).append(float(score.partition(" ")[0]))
    moves = {match: [abs(one - found[0]) for one in found[1:]] for match, found in scores.items()}
    most = max(moves, key=lambda match: max(moves[match]))
    every = [one for found in moves.values() for one in found]
    return sum(every) / len(every), most, max(moves[most])


def page(tables: Tables) -> str:
    """Return the page as Markdown."""
    exploited = exploited_sentence(tables["ladder-exploited"])
    moved, most, by = moved_of(tables["ladder-settled"])
    alone = min(tables["ladder-alone"], key=lambda row: float(row[4]))
    lines = [
        "# The ladder of pilots",
        "",
        "How strong the [pilot levels](glossary.md#pilot-level) are. `scripts/write_ladder.py` measures and writes this page,",
        "and the tables behind it (below). Both sides play the same deck, in pairs with the seats swapped; intervals are 95 %.",
        "No deck here was used for tuning or is in a pool from which learning begins. `quick` and `best` have learned the deck",
        "that they play, unless it says *unlearned*.",
        "",
        *OLDER,
        "",
        "## On the shipped decks",
        "",
        "Elo with `greedy` at 0 (of a level that won no game it is an artefact of the method); times are processor time of one",
        "core; *used* is the share of games in which a card was used that could be.",
        "",
        *as_markdown(HEADS["ladder"], [[row[0], f"`{row[1]}`", *row[2:]] for row in tables["ladder"]]),
        "",
        order_of(tables["ladder"]),
        "",
        "## In moments whose worth is known",
        "",
        "What a pilot gives away of the chance to win this turn, in points; whoever does not win in it has mostly lost",
        "(`kotc-sim strategies moments`: 60 moments of each kind in the 17th Edition, three times each, seed 1). In *block*",
        "the pilot defends. Elo hardly shows this: in most games a win that is missed comes a turn later.",
        "",
        *as_markdown(HEADS["ladder-moments"], tables["ladder-moments"]),
        "",
        "## On decks that nothing was fitted to",
        "",
        "The shipped decks, generated ones (*fresh*), which are plain minions, cards of the edition's files, or cards drawn from",
        "its whole vocabulary, and ones written by hand as people build them (*human style*, `scripts/human_decks.py`: aggressive,",
        "control, late game, counters, draw, big bodies, pawns, taxing and others). Scores in %; the interval of a mean is by the",
        "games alone. Times are those of a game, in that of `lookahead` (`best`) or `greedy` (`quick`); learning is",
        "processor-seconds on one deck.",
        "",
        *as_markdown(HEADS["ladder-sets"], tables["ladder-sets"]),
        "",
        "## Beyond the ladder",
        "",
        f"- **Nothing learned.** By its shipped weights alone `quick` scores {alone[3]} % against `greedy` in {alone[0]},",
        f"  and {alone[4]} % on the deck where it does worst, of {alone[1]}.",
        f"- **Flat Monte Carlo.** `best` scores {mean_of(tables['ladder-flat'], WIDE):.1f} % against `{WIDE}` and",
        f"  {mean_of(tables['ladder-flat'], NARROW):.1f} % against `{NARROW}`.",
        f"- **Exploitable.** Best responses that were trained against one pilot alone score {exploited}",
        f"  (`kotc-sim strategies exploit NAME --budget {BUDGET:.0f}s`). Near one half, this learner found nothing.",
        f"- **Settled.** With {TIMES} times the budget, or after another training, scores of two decks move by {moved:.1f} points on",
        f"  average, most for {most} ({by:.1f}). What moves is the pilot's as much as the decks': [`matchup`](matchup.md) plays",
        "  these variants, too.",
        "",
        "## All figures",
        "",
        ", ".join(f"[{name}.csv](figures/{name}.csv)" for name in HEADS) + ".",
        "",
    ]
    return "\n".join(lines)


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
    parser.add_argument("--write-only", action="store_true", help="measure nothing: write the page from the tables in docs/figures")
    arguments = parser.parse_args(argv)
    if arguments.write_only:
        PAGE.write_text(page(read_tables(HEADS)), encoding="utf-8")
        return
    newest = decks_of(EDITIONS[0])
    options: dict[str, Any] = {"seed": arguments.seed, "jobs": arguments.jobs}

    def kept(name: str, measure: Callable[[], Any]) -> dict[str, Any]:
        """Return a part: the one that is kept, else what is measured."""
        file = None if arguments.keep is None else arguments.keep / f"{name}.json"
        if file is not None and file.is_file():
            return dict(json.loads(file.read_text(encoding="utf-8")))
        print(f"{name} …", file=sys.stderr, flush=True)
        found: dict[str, Any] = as_json(measure())
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(found), encoding="utf-8")
        return found

    def strength(name: str, decks: Sequence[Any]) -> list[dict[str, Any]]:
        options = {"games": arguments.strength, "jobs": arguments.jobs}
        rows = [kept(f"{name}-{k}", partial(pilot_strength, deck, **options)) for k, deck in enumerate(decks)]
        return [row for row in rows if row]

    tables: Tables = {name: [] for name in HEADS}
    tables["ladder-moments"] = moment_rows(kept("moments", partial(moments_of, PILOT_LEVELS, jobs=arguments.jobs)))

    def strengthen(name: str, decks: Sequence[Any]) -> None:
        rows = strength(name.replace(", ", "-"), decks)
        if rows:
            tables["ladder-sets"].append(set_row(name, rows))
        for row in rows:
            scores, times = [percent(row[figure]) for figure in FIGURES], [f"{row['times'][who]:.2f}" for who in TIMED]
            tables["ladder-fresh"].append([name, row["deck"], *scores, *times])

    settled = kept("settled", lambda: measure_settled(newest, games=arguments.settled, **options))
    tables["ladder-settled"] = settled_rows(settled)
    for edition in FRESH_DECKS:
        own = decks_of(edition)
        strengthen(f"{edition}, shipped", own)
        data = kept(f"{edition}-ladder", partial(ladder_of, PILOT_LEVELS, own, games=arguments.games, **options))
        tables["ladder"] += ladder_rows(edition, data)
        tables["ladder-decks"] += [[edition, row["deck"], *(percent(row[name]) for name in PILOT_LEVELS[1:])] for row in data["decks"]]
    for edition, count in FRESH_DECKS.items():
        strengthen(f"{edition}, fresh", fresh_decks(edition, count))
    written = host_design_of(games.edition(HAND_MADE))
    hand_made = [written.deck(host, host.cards, host.name) for host in human_decks({**DECKS, **OPPONENTS})]
    strengthen(f"{HAND_MADE}, human style", hand_made)
    for name in EXPLOITED:
        found = kept(f"exploit-{name}", partial(response_of, name, newest, games=arguments.exploited, budget=BUDGET, **options))
        each = str(2 * found["pairs"] // len(found["decks"]))
        rows = [("all", found), *((row["name"], row) for row in found["decks"])]
        tables["ladder-exploited"] += [[name, deck, each, percent(row)] for deck, row in rows]
    mirrors = [(deck, deck) for deck in newest if deck.name in MIRRORED]
    for against, pairs in ((WIDE, mirrors), (NARROW, list(itertools.combinations(newest, 2)))):
        for a, b in pairs:
            meet = partial(pair_strength, "best", against, a, b, games=arguments.flat, jobs=arguments.jobs)
            row = kept(f"{against}-{a.name}-{b.name}", meet)
            tables["ladder-flat"].append([row["decks"], against, str(row["games"]), percent(row), f"{row['time']:.2f}"])
    for edition, count in ALONE.items():
        decks = fresh_decks(edition, count)
        row = kept(f"alone-{edition}", partial(alone_strength, decks, games=arguments.alone, jobs=arguments.jobs))
        cells = [edition, str(row["decks"]), str(row["games"]), percent(row), f"{100 * row['lowest']:.1f}", f"{row['time']:.2f}"]
        tables["ladder-alone"].append(cells)
    write_tables(HEADS, tables)
    PAGE.write_text(page(tables), encoding="utf-8")


def decks_of(edition: str) -> list[Any]:
    """Return the shipped decks of an edition."""
    return [game.deck(root) for game, root in map(games.read, list_shipped_decks([edition]))]


if __name__ == "__main__":
    main()
