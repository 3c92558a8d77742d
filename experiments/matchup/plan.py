"""What a run could find, before it is played: no games, only the plan's numbers and the error of a pair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from kotc_sim.experiments.matchup.pilot_levels import CLOSE, PilotLevel
from kotc_sim.experiments.statistics.intervals import normal_quantile
from kotc_sim.experiments.statistics.power import PAIR_SD, detectable_difference_pairs, pairs_for_half_width

TARGET = 0.005
"""Half-width of the interval that a plan says the games for: half a percentage point."""
CONFIDENCE = 0.95


def plan_of(strategy: str, games: int, family: int = 1) -> dict[str, Any]:
    """Return what so many games of one match-up could find.

    Parameters
    ----------
    strategy : str
        Who plays.
    games : int
        Rounded up to pairs.
    family : int
        Match-ups that are judged together: each has to pass at 5 % divided by their number (Bonferroni's bound for Holm's first step).

    Returns
    -------
    dict
        ``strategy``, ``games``; ``half_width`` of the interval; ``detectable``: the smallest distance of the score from one half that is
        found with 80 % power; ``games_needed`` for an interval of ± `TARGET`. Shares; they hold for an even match-up whose games are
        independent and never tied, and shared luck makes them better.
    """
    pairs = -(-games // 2)
    return {
        "strategy": strategy,
        "games": 2 * pairs,
        "half_width": normal_quantile(CONFIDENCE) * PAIR_SD / math.sqrt(pairs),
        "detectable": detectable_difference_pairs(pairs, confidence=1 - (1 - CONFIDENCE) / family),
        "games_needed": 2 * pairs_for_half_width(TARGET),
    }


def plan_matchup(rungs: Sequence[PilotLevel], *, opponents: int = 1) -> dict[str, Any]:
    """Return the plan of a match-up, or of one deck against several, under these pilots; the last is the one that counts."""
    rows = [plan_of(rung.strategy, rung.games, opponents) for rung in rungs]
    found: dict[str, Any] = {"plan": rows, "matchups": opponents, "games": opponents * rows[-1]["games"], "target": TARGET}
    if len(rows) > 1:
        half = math.hypot(rows[-1]["half_width"], rows[-2]["half_width"])
        found["difference"] = {"half_width": half, "settles": half < CLOSE}
    return found


def plan_tournament(decks: int, games: int, strategies: Sequence[str]) -> dict[str, Any]:
    """Return the plan of a round robin of so many decks, with ``games`` for each match-up."""
    matchups = decks * (decks - 1) // 2
    row = plan_of(", ".join(strategies), games, matchups)
    return {"plan": [row], "matchups": matchups, "games": matchups * row["games"], "target": TARGET}
