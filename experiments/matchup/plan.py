"""What a run could find, before it is played: no games, only the plan's numbers and the error of a pair."""

import math
from collections.abc import Sequence

from kotc_sim.experiments.matchup.pilot_levels import CLOSE, PilotLevel
from kotc_sim.experiments.matchup.result import PilotPlan, PlannedDifference, PlanResult
from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.hypotheses import PAIR_SD, detectable_difference_pairs, pairs_for_half_width
from kotc_sim.experiments.statistics.intervals import normal_quantile

TARGET = 0.005  # half-width of the interval that a plan says the games for: half a percentage point


def plan_of(strategy: str, games: int, family: int = 1) -> PilotPlan:
    """Return what so many games of one match-up, rounded up to pairs, could find.

    Of a ``family`` of match-ups that are judged together each has to pass at 5 % divided by their number (Bonferroni's bound for Holm's
    first step).
    """
    pairs = -(-games // 2)
    return PilotPlan(
        strategy=strategy,
        games=2 * pairs,
        half_width=normal_quantile(CONFIDENCE) * PAIR_SD / math.sqrt(pairs),
        detectable=detectable_difference_pairs(pairs, confidence=1 - (1 - CONFIDENCE) / family),
        games_needed=2 * pairs_for_half_width(TARGET),
    )


def plan_matchups(command: str, edition: str, title: str, rungs: Sequence[PilotLevel], matchups: int = 1) -> PlanResult:
    """Return the plan of match-ups that are judged together, under these pilots; the last is the one that counts."""
    rows = tuple(plan_of(rung.strategy, rung.games, matchups) for rung in rungs)
    half = math.hypot(*(row.half_width for row in rows[-2:]))
    return PlanResult(
        command=command,
        seed=None,
        edition=edition,
        title=title,
        plan=rows,
        matchups=matchups,
        games=matchups * rows[-1].games,
        target=TARGET,
        difference=PlannedDifference(half_width=half, settles=half < CLOSE) if len(rows) > 1 else None,
    )
