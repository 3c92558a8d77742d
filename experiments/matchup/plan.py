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


def plan_matchup(rungs: Sequence[PilotLevel], edition: str, title: str, *, opponents: int = 1) -> PlanResult:
    """Return the plan of a match-up, or of one deck against several, under these pilots; the last is the one that counts."""
    rows = tuple(plan_of(rung.strategy, rung.games, opponents) for rung in rungs)
    half = math.hypot(*(row.half_width for row in rows[-2:]))
    difference = PlannedDifference(half_width=half, settles=half < CLOSE) if len(rows) > 1 else None
    return _plan("matchup", edition, title, rows, opponents, difference)


def plan_tournament(decks: int, games: int, strategies: Sequence[str], edition: str) -> PlanResult:
    """Return the plan of a round robin of so many decks, with ``games`` for each match-up."""
    matchups = decks * (decks - 1) // 2
    return _plan("tournament", edition, f"{decks} decks", (plan_of(", ".join(strategies), games, matchups),), matchups)


def _plan(
    command: str, edition: str, title: str, rows: tuple[PilotPlan, ...], matchups: int, difference: PlannedDifference | None = None
) -> PlanResult:
    return PlanResult(
        command=command,
        seed=None,
        edition=edition,
        title=title,
        plan=rows,
        matchups=matchups,
        games=matchups * rows[-1].games,
        target=TARGET,
        difference=difference,
    )
