"""What a run could find, before it is played."""

from __future__ import annotations

from kotc_sim.experiments.encoding import Part, key, optional
from kotc_sim.experiments.result import Result


class PilotPlan(Part):
    """What the games of one pilot could find, if they are independent, even and never tied; common random numbers make it better."""

    strategy: str = key("who plays")
    games: int = key("of a match-up", "games")
    half_width: float = key("of the interval", "share")
    detectable: float = key("distance from one half that 80 % of runs find; in a family at 5 % divided by its number", "difference")
    games_needed: int = key("for an interval of ± `target`", "games")


class PlannedDifference(Part):
    """The difference of the two strongest pilots."""

    half_width: float = key("of its interval", "difference")
    settles: bool = key("whether that is narrow enough to settle a verdict")


class PlanResult(Result):
    """What a run could find. Its `command` is that of the run that is planned."""

    edition: str | None = optional()
    title: str | None = optional("what is planned")
    plan: tuple[PilotPlan, ...] = key("a row a pilot, the one that counts last")
    matchups: int = key("that are judged together")
    games: int = key("of all match-ups with the pilot that counts", "games")
    target: float | None = optional("half-width of an interval that games are counted for", "share")
    difference: PlannedDifference | None = optional("of the two strongest pilots")
    notes: tuple[str, ...] | None = optional()
