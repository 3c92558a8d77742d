"""The report of a plan: what a run could find, before a game is played."""

from dataclasses import replace
from typing import Any

from kotc_sim.experiments.matchup.result import PlanResult
from kotc_sim.reports.kit.envelope import footer, verdict
from kotc_sim.reports.kit.report import Fact, Report, Section, Table, heads
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, count, number, plural


@reads(PlanResult)
def report(result: PlanResult) -> Report:
    """Return the report of a plan."""
    top = result.plan[-1]
    target = result.target
    each = "" if result.matchups == 1 else f" for each of {plural(result.matchups, 'match-up')}"
    found = f"a score that is {_points(top.detectable)} off one half" if top.detectable < 0.5 else "nothing"
    sentence = f"No game was played: {plural(top.games, 'game')}{each} would find {found}."
    detail = (
        f"With 80 % power; the interval would be ± {_points(top.half_width)}. "
        f"For ± {_points(target)} it takes {plural(top.games_needed, 'game')}{each}: --games {top.games_needed}."
    )
    columns = heads(
        "Played by",
        ("Games", "count"),
        ("Interval, ±", "share", 2),
        ("Could detect", "share", 2),
        (f"Games for ± {_points(target)}", "count"),
    )
    rows: list[list[Any]] = [[row.strategy, row.games, row.half_width, row.detectable, row.games_needed] for row in result.plan]
    text = ["For an even match-up whose games are independent and never tied; games in pairs share random numbers, which makes it better."]
    if result.difference is not None:
        says = "so it can settle" if result.difference.settles else "too wide to settle a verdict by"
        text.append(f"The difference of the two strongest pilots would be known to ± {_points(result.difference.half_width)}, {says}.")
    return Report(
        title=f"A plan: {clean(result.title)}",
        verdict=verdict(result, "", sentence, detail),
        facts=[Fact("Games that count", count(result.games), plural(result.matchups, "match-up"))],
        sections=[Section("What it could find", text, tables=[Table("What it could find", columns, rows)])],
        footer=replace(footer(result), facts=[fact for fact in footer(result).facts if fact[0] != "Games"]),
    )


def _points(share: float) -> str:
    return f"{number(float(share) * 100, 2).rstrip('0').rstrip('.')} points"
