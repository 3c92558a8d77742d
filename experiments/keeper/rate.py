"""Are proposed cards over- or underpriced? Fair levels by archetype and strategy profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kotc_sim.experiments.arms import Arms, Outcome, games_of, strength, unused
from kotc_sim.experiments.keeper.rating import GAMES, Control, Plan, Rater, Rating
from kotc_sim.experiments.statistics import (
    Bands,
    Interval,
    Verdict,
    across_profiles,
    holm,
    judge_level,
)
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.reference import SLOTS, kotc_edition
from kotc_sim.runs import Workers

NO = {"overpriced", "undercosted", "never worth a slot"}


@dataclass
class RateResult:
    """The result of rating cards: ``data`` holds the keys of docs/reports.md."""

    data: dict[str, Any]
    ratings: dict[tuple[str, str], Rating]
    """By card name and profile."""

    @property
    def exit_code(self) -> int:
        """1 if a card is shown to be mispriced, else 0."""
        return 1 if any(card["verdict"] in NO for card in self.data["cards"]) else 0

    @property
    def frame(self) -> Any:
        """One row a card, as a pandas DataFrame: the cost-efficiency table."""
        import pandas as pd

        rows = []
        for card in self.data["cards"]:
            low, high = card["interval"] or (None, None)
            plain = {key: card[key] for key in ("name", "level", "fair_level", "verdict", "p", "played_share", "pairs")}
            rows.append(plain | {"low": low, "high": high} | card["efficiency"])
        return pd.DataFrame(rows)


def rate(
    cards: Sequence[Card],
    edition: Edition,
    *,
    profiles: Sequence[str] = ("greedy",),
    games: int = GAMES,
    slots: int = SLOTS,
    seed: int = 1,
    bands: Bands | None = None,
    control: Control | None = None,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> RateResult:
    """Find the fair level of each card and judge its level.

    Parameters
    ----------
    cards : sequence of Card
        Cards of the edition; ``level`` is what is judged, and may be declared otherwise than by the formula.
    edition : Edition
        Whose reference decks and plain minions they are compared with.
    profiles : sequence of str
        Strategies; each plays both sides.
    games : int
        About how many games are played for each card and profile; strategies that search play 1/40 of them.
    slots : int
        Copies of the card in each deck.
    seed : int
        Run seed.
    bands : Bands, optional
        The tolerance of *fair*.
    control : callable, optional
        Level → plain minions to compare with.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.

    Returns
    -------
    RateResult

    Raises
    ------
    KotcError
        For an edition of another game.
    """
    kotc_edition(edition)
    names = _distinct(cards)
    ratings: dict[tuple[str, str], Rating] = {}
    arms = Arms(seed, workers, on_chunk)
    for profile in profiles:
        rater = Rater(edition, arms, Plan(games_of(profile, games), slots, seed=seed), control)
        for card, name in zip(cards, names, strict=True):
            ratings[name, profile] = rater.rate(card, profile)
    best = max(profiles, key=strength)
    rows = [_row(card, name, profiles, best, ratings, bands) for card, name in zip(cards, names, strict=True)]
    if rows:
        for row, p in zip(rows, holm([row["p"] for row in rows]).adjusted, strict=True):
            row["p"] = float(p)
    data: dict[str, Any] = {
        "command": "rate",
        "edition": edition.name,
        "terms": dict(edition.terms),
        "seed": seed,
        "strategies": list(profiles),
        "games": arms.games,
        "pairs": arms.games // 2,
        "slots": slots,
        "cards": rows,
        "limits": arms.limits() | unused((row["name"], row["played_share"]) for row in rows) | {"family": len(rows)},
        "notes": _notes(rows, slots, edition),
    }
    return RateResult(data, ratings)


def _distinct(cards: Sequence[Card]) -> list[str]:
    """Return a name for each card that no other has: two proposals may differ in their level only."""
    names: list[str] = []
    for card in cards:
        name, n = card.name, 2
        while name in names:
            name, n = f"{card.name} ({n})", n + 1
        names.append(name)
    return names


def _row(
    card: Card,
    name: str,
    profiles: Sequence[str],
    best: str,
    ratings: dict[tuple[str, str], Rating],
    bands: Bands | None,
) -> dict[str, Any]:
    verdicts = {profile: judge_level(card.level, ratings[name, profile].fair, bands).verdict for profile in profiles}
    by_profile: dict[str, Any] = {}
    for profile in profiles:
        rating = ratings[name, profile]
        if len(profiles) > 1:
            by_profile[profile] = rating.fair.described("fair_level") | {"verdict": str(verdicts[profile].value)}
        for archetype, fair in rating.by_archetype.items():
            found = judge_level(card.level, fair, bands).verdict
            by_profile[f"{profile}, {archetype} deck"] = fair.described("fair_level") | {"verdict": str(found.value)}
    chosen = ratings[name, best]
    verdict = across_profiles([verdicts[profile] for profile in profiles], list(profiles).index(best))
    return {
        "name": name,
        "text": card.text,
        "level": card.level,
        **chosen.fair.described("fair_level"),
        "verdict": str(verdict.value),
        "by_profile": by_profile,
        "delta": [
            {
                "level": int(level),
                "delta": d.value,
                "interval": [d.low, d.high],
                "pairs": chosen.pairs[int(level)],
            }
            for level, d in zip(chosen.fair.levels, chosen.fair.delta, strict=True)
        ],
        "fit": [[int(level), float(y)] for level, y in zip(chosen.fair.levels, chosen.fair.fit, strict=True)],
        "pairs": sum(chosen.pairs.values()),
        "p": chosen.fair.p_value(card.level),
        "played_share": chosen.played_share,
        "efficiency": efficiency(chosen),
        "contradiction": verdict is Verdict.UNDECIDED and len({v for v in verdicts.values() if str(v.value) in NO}) > 1,
    }


def efficiency(rating: Rating) -> dict[str, Any]:
    """Return what a card gives for its cost: its deck's damage per SP and per level, and score per level."""
    return {
        "damage_per_sp": _ratio(rating.outcomes, 1),
        "control_damage_per_sp": _ratio(rating.control_outcomes, 1),
        "damage_per_level": _ratio(rating.outcomes, 2),
        "control_damage_per_level": _ratio(rating.control_outcomes, 2),
        "score_per_level": rating.slope,
    }


def _ratio(outcomes: Sequence[Outcome], column: int) -> float | None:
    total = sum((outcome.sums for outcome in outcomes), np.zeros(5, np.int64))
    return float(total[0] / total[column]) if total[column] > 0 else None


def _notes(rows: Sequence[dict[str, Any]], slots: int, edition: Edition) -> list[str]:
    notes = [
        f"Each card was tried in {slots} slots of fast, middle and slow reference decks, "
        f"beside plain {edition.terms['minions']} of the same level."
    ]
    for row in rows:
        if row.pop("contradiction"):
            notes.append(f"{row['name']}: strong profiles contradict each other, so nothing is decided")
        grid = [point["level"] for point in row["delta"]]
        if row["interval"] and (row["interval"][0] <= grid[0] or row["interval"][1] >= grid[-1]):
            notes.append(f"{row['name']}: the interval reaches beyond the levels tried, {grid[0]} to {grid[-1]}")
    return notes


def declared(card: Card, off: int) -> Card:
    """Return the card with its level declared ``off`` levels too high (or too low): a planted error."""
    return replace(card, level=max(0, card.level + off))


def interval_of(row: dict[str, Any]) -> Interval:
    """Return the fair level of a row of the result, with its interval."""
    low, high = row["interval"]
    return Interval(float(row["fair_level"]), float(low), float(high))
