"""What changes for a player from one edition to another, or to a proposal.

The same decks, carried over (`kotc_sim.experiments.edition.carried`), play the same round robin on the same seeds in
both editions. Pairs are counted in blocks (`kotc_sim.experiments.edition.played`), and errors come from leaving out one
block at a time in both editions at once: what the shared seeds save goes into the interval of the difference.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.edition.played import BLOCKS, Played, Sum, jackknife, pairs_of_a_block, quantities, ratio
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.result import Answer, answer_of
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval, t_quantile
from kotc_sim.games.design import Carried
from kotc_sim.games.protocol import Deck, Edition, Words
from kotc_sim.runs import Contest, Part, Playing, learn, match_of, simulate_parts
from kotc_sim.runs.tally import MAX_TURNS
from kotc_sim.shared.result import Ending

GAMES = 4_000
"""Games of each match-up in each edition, if nothing else is asked for."""
LEARNING = 8.0
"""Processor-seconds, about, in which pilots that learn learn the decks, in each edition."""
SIDES = ("before", "after")
NOT_TESTED = "not tested"
"""Verdict where nothing differs but components that no deck uses."""
SAME = {"share": 0.01, "turns": 0.25, "": 0.05}
"""By unit: a change is *same* if its interval lies within ± this, *changed* if it lies beyond it, *slight* if it only excludes 0."""


@dataclass
class EditionDiffResult:
    """The result of a comparison; ``data`` holds the keys of docs/reports.md, "edition diff"."""

    data: dict[str, Any]

    @property
    def answer(self) -> Answer:
        """Whether it was decided what changes: a comparison has no wrong answer."""
        return answer_of([self.data["verdict"]])


def edition_diff(
    before: Edition,
    after: Edition,
    carried: Sequence[Carried],
    strategies: Sequence[str],
    *,
    games: int = GAMES,
    seed: int = 1,
    **how: Unpack[Playing],
) -> EditionDiffResult:
    """Play the same decks in two editions and say what changes.

    Parameters
    ----------
    before, after : Edition
        The editions, both of the same game.
    carried : sequence of Carried
        The decks in both; those that could not be carried over are only listed.
    strategies : sequence of str
        Who plays each of them, in both editions.
    games : int
        Games of each match-up in each edition, rounded up to whole blocks of pairs.
    seed : int
        Run seed, the same in both editions.

    Raises
    ------
    KotcError
        If no deck can be played in both editions.
    """
    playable: list[tuple[Carried, str]] = []
    lost = [item for deck in carried for item in deck.lost]
    for deck, strategy in zip(carried, strategies, strict=True):
        if deck.before is None:
            continue
        try:
            for one in (deck.before, deck.after):
                match_of((one, one))
        except KotcError as error:
            lost.append((deck.name, error.what))
            continue
        playable.append((deck, strategy))
    if not playable:
        raise KotcError(
            f"no deck can be played in both {before.name} and {after.name}: " + "; ".join(f"{name}: {why}" for name, why in lost[-3:]),
            fix="Name decks that both editions know, such as decks of plain minions.",
        )
    n = len(playable)
    who = list(itertools.combinations(range(n), 2)) or [(0, 0)]
    pairs = pairs_of_a_block(games)
    arms = [Played.empty(len(who)) for _ in range(2)]
    parts, where = [], []
    workers = how.get("workers")
    jobs = None if workers is None else workers.jobs
    fits = [learn([getattr(deck, side) for deck, _ in playable], strategies, jobs=jobs, budget=LEARNING, compared=True) for side in SIDES]
    for k, (a, b) in enumerate(who):
        for arm, side in enumerate(SIDES):
            decks = (getattr(playable[a][0], side), getattr(playable[b][0], side))
            contest = Contest(decks, (playable[a][1], playable[b][1]), fits[arm])
            for block in range(BLOCKS):
                parts.append(Part(contest, pairs, block * pairs))
                where.append((arm, k, block))
    for i, run in simulate_parts(parts, seed, **how):
        arm, k, block = where[i]
        arms[arm].add(k, block, run.tally)
    data = _describe(before, after, carried, playable, lost, who, arms, seed)
    data["limits"] |= pilot_limits(
        {(part.contest.strategies, arm): part.contest for part, (arm, _, _) in zip(parts, where, strict=True)}.values()
    )
    return EditionDiffResult(data)


def _describe(
    before: Edition,
    after: Edition,
    carried: Sequence[Carried],
    playable: list[tuple[Carried, str]],
    lost: list[tuple[str, str]],
    who: list[tuple[int, int]],
    arms: list[Played],
    seed: int,
) -> dict[str, Any]:
    total = int(arms[0].sums[:, :, Sum.GAMES].sum())
    strategies = list(dict.fromkeys(strategy for _, strategy in playable))
    game = games.of(before)
    words = game.words
    changes = _changes(arms, words)
    decks = _decks(playable, who, arms)
    _judge(changes + decks)
    for deck in decks:
        deck.pop("unit")
    shares = [arm.sums[:, :, Sum.ENDINGS :].sum(axis=(0, 1)) / total for arm in arms]
    notes = [f"{len(playable)} of {len(carried)} decks were played in both editions."]
    if len(playable) == 1:
        notes.append("With one deck, it plays against itself: no deck's score can change.")
    data: dict[str, Any] = {
        "command": "edition diff",
        "seed": seed,
        "editions": {"before": before.name, "after": after.name},
        "strategies": strategies,
        "games": 2 * total,
        "pairs": total,
        "confidence": 0.95,
        "changes": changes,
        "decks": decks if len(playable) > 1 else [],
        "cards": [vars(change) for change in dict.fromkeys(c for deck in carried for c in deck.changes)],
        "endings": {
            name: [float(share[ending]) for share in shares]
            for ending, name in words.endings.items()
            if shares[0][ending] or shares[1][ending]
        },
        "turns": {side: [[int(t), int(arm.turns[t])] for t in np.flatnonzero(arm.turns)] for side, arm in zip(SIDES, arms, strict=True)},
        "not_carried": [{"name": name, "reason": why} for name, why in dict.fromkeys(lost)],
        "notes": notes,
        "limits": {
            "capped": float(max(share[Ending.TURN_CAP] for share in shares)),
            "tied": float(max(arm.sums[:, :, Sum.TIES].sum() for arm in arms) / total),
            "family": len(changes) + (len(decks) if len(playable) > 1 else 0),
        },
    }
    data.update(game.difference(before, after))
    used = game.design.carrying.components_used
    untested = mark_untested(data, [one for deck, _ in playable for one in (deck.before, deck.after)], used)
    data["not_tested"] = [row["text"] for row in untested]
    only = len(untested) == len(data.get("components") or []) and not data["rules"] and not data["cards"]
    data["verdict"] = NOT_TESTED if untested and only else overall(str(row["verdict"]) for row in (*changes, *data["decks"]))
    if long := sum(int(arm.turns[MAX_TURNS]) for arm in arms):
        data["limits"]["long"] = long
    return data


def overall(words: Iterable[str]) -> str:
    """Return the verdict on all rows: *changed* if one is, else *slight* if one is, *same* if all are, else *undecided*."""
    found = set(words)
    for word in ("changed", "slight"):
        if word in found:
            return word
    return "same" if found <= {"same"} else "undecided"


def mark_untested(data: dict[str, Any], decks: Sequence[Deck], used: Callable[[Any], set[str]]) -> list[dict[str, Any]]:
    """Note in each row of ``components`` which decks use it (``used_by``), and return the rows that nobody uses.

    What no deck uses cannot change a game: such a change has not been tested, whatever was played. Decks that carry it have to be
    among ``carried`` of `edition_diff` to test it.
    """
    holds = [(deck.name, used(deck)) for deck in decks]
    rows: list[dict[str, Any]] = data.get("components") or []
    for row in rows:
        row["used_by"] = list(dict.fromkeys(name for name, ids in holds if row["id"] in ids))
    return [row for row in rows if not row["used_by"]]


def _changes(arms: list[Played], words: Words) -> list[dict[str, Any]]:
    before, after = (arm.sums.sum(axis=0) for arm in arms)
    rows = quantities((before, after), words)
    return [_row("what", one.what, one.unit, *jackknife(one.value, before, after)) for one in rows]


def _decks(playable: list[tuple[Carried, str]], who: list[tuple[int, int]], arms: list[Played]) -> list[dict[str, Any]]:
    if len(playable) < 2:
        return []
    rows = []
    for i, (deck, _) in enumerate(playable):
        both = []
        for arm in arms:
            blocks = np.zeros((BLOCKS, 2))
            for k, (a, b) in enumerate(who):
                if i in (a, b):
                    games = arm.sums[k, :, Sum.GAMES]
                    blocks[:, 0] += arm.scores[k] if i == a else 2 * games - arm.scores[k]
                    blocks[:, 1] += games
            both.append(blocks)
        rows.append(_row("name", deck.name, "share", *jackknife(ratio(0, 1, 0.5), both[0], both[1])))
    return rows


def _row(key: str, name: str, unit: str, before: Interval, after: Interval, change: Interval) -> dict[str, Any]:
    return {
        key: name,
        "unit": unit,
        **{
            word: {"value": one.value, "interval": [one.low, one.high]}
            for word, one in (("before", before), ("after", after), ("difference", change))
        },
    }


def _judge(rows: list[dict[str, Any]]) -> None:
    """Add p (Holm's, over all rows) and the verdict to each row."""
    quantile = t_quantile(0.95, BLOCKS - 1)
    p_values = []
    for row in rows:
        change = row["difference"]
        error = (change["interval"][1] - change["interval"][0]) / 2 / quantile
        p_values.append(normal_p(change["value"], error if error > 1e-12 else 0.0))
    for row, p in zip(rows, holm(p_values).adjusted, strict=True):
        low, high = row["difference"]["interval"]
        margin = SAME["share" if row["unit"] == "points" else row["unit"]]
        row["p"] = float(p)
        row["verdict"] = word_of(low, high, margin, beyond_chance=p < 0.05)


def word_of(low: float, high: float, margin: float, *, beyond_chance: bool) -> str:
    """Return the verdict on a change with this interval.

    More games narrow it, and do not turn *changed* into *same* or back by rule alone.
    """
    if -margin < low and high < margin:
        return "same"
    if not beyond_chance:
        return "undecided"
    return "changed" if low > margin or high < -margin else "slight"
