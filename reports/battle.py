"""The report of one battle: what both sides do to each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from kotc_sim.errors import KotcError
from kotc_sim.reports.kit import charts_counts
from kotc_sim.reports.kit.envelope import Result, footer, kicker, measure, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.report import Fact, Footer, Report, Section, Verdict
from kotc_sim.reports.kit.shown import shown
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import Measure, clean, count, number, percent, word

SIDES = ("attackers", "defenders")
MEASURES = {
    "damage": "damage to the enemy player",
    "piercing": "piercing damage",
    "leftover": "sum of leftover dice",
    "total_damage": "damage in all",
    "kills": "{minions} destroyed",
    "survivors": "own {minions} that survive",
}
NOBODY = "nobody"


class Bounds(Protocol):
    """The ends of an interval."""

    @property
    def low(self) -> float: ...  # noqa: D102
    @property
    def high(self) -> float: ...  # noqa: D102


Interval = Callable[[float, float], Bounds]
"""From successes and trials to the interval of a share, such as ``kotc_sim.experiments.statistics.wilson``."""


def report(result: Result, *, interval: Interval) -> Report:
    """Return the report of a battle.

    Parameters
    ----------
    result : mapping
        With the keys of docs/battle.md.
    interval : callable
        The interval of simulated shares: numbers of successes and of trials to its ends.

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "attackers", "defenders", "victim", "policy", "dice", "exact", "simulated")
    known = result["exact"] or result["simulated"]
    if not known:
        raise KotcError("the battle was neither solved nor simulated", fix="Give a number of trials.")
    return Report(
        title=f"{_team(result, 'attackers')} against {_team(result, 'defenders')}",
        kicker=kicker(result),
        verdict=_verdict(result, known),
        figure=_distribution(result, interval, "damage", "attackers", "Damage to the defending player"),
        facts=_facts(result, known),
        sections=[
            Section("What both sides do", tables=[_means(result)]),
            Section("How it spreads", figures=_figures(result, interval, known)),
            Section("What the counters change", tables=_counters(result)),
        ],
        notes=_notes(result),
        footer=_footer(result),
    )


html, terminal = shown(report)


def _team(result: Result, side: str) -> str:
    text = clean(result[side]).strip()
    return NOBODY if text.lower() in ("", "-", "0", "none", "nothing", "nobody") else text


def _mean(known: Result, name: str, side: str) -> float:
    return float(known[name][side]["mean"])


def _verdict(result: Result, known: Result) -> Verdict:
    sentence = (
        f"The attackers inflict {number(_mean(known, 'damage', 'attackers'), 2)} on the defending player and "
        f"destroy {number(_mean(known, 'kills', 'attackers'), 2)} {word(result, 'minions')}; the defenders inflict "
        f"{number(_mean(known, 'damage', 'defenders'), 2)} and destroy "
        f"{number(_mean(known, 'kills', 'defenders'), 2)}."
    )
    parts = [f"Means; both sides order their dice by the policy {clean(result['policy'])}."]
    for side in SIDES:
        value, ratio = (result.get(key, {}).get(side) for key in ("damage_per_sp", "efficiency"))
        if value is not None and ratio is not None:
            parts.append(f"The {side}: {number(value, 2)} damage per {word(result, 'sp')}, {percent(ratio, 0)} of an unblocked die.")
    return verdict(result, "measured", sentence, " ".join(parts))


def _facts(result: Result, known: Result) -> list[Fact]:
    facts = []
    for side in SIDES:
        value = (result.get("damage_per_sp") or {}).get(side)
        if value is not None:
            note = f"{side}; an unblocked die deals {number(float(result.get('reference') or 3.5), 1)}"
            facts.append(Fact(f"Damage per {word(result, 'sp')}", number(value, 2), note))
    lethal = (result.get("lethal") or {}).get("attackers")
    if lethal:
        facts.append(Fact("Lethal", percent(lethal), f"{result['starting_hp']} or more damage at once"))
    destroyed = known.get("victim_destroyed")
    if destroyed is not None:
        facts.append(Fact("Victim destroyed", percent(destroyed), clean(result["victim"])))
    deviation = result.get("largest_deviation")
    if deviation is not None:
        facts.append(Fact("Simulated against exact", number(deviation, 1), "standard errors apart at most"))
    return facts


def _values(found: Result) -> dict[int, float]:
    return {int(value): float(share) for value, share in found["distribution"].items()}


def _distribution(result: Result, interval: Interval, name: str, side: str, title: str) -> Figure:
    """Return the bars of the exact and the dots of the simulated distribution."""
    exact, simulated = (None if result[kind] is None else _values(result[kind][name][side]) for kind in ("exact", "simulated"))
    known = {**(exact or {}), **(simulated or {})}
    values = range(min(known), max(known) + 1)
    dots = bounds = None
    if simulated is not None:
        battles = int(result["simulated"]["battles"])
        dots = [simulated.get(value, 0.0) for value in values]
        bounds = [(found.low, found.high) for found in (interval(round(share * battles), battles) for share in dots)]
    return charts_counts.distribution(
        values,
        None if exact is None else [exact.get(value, 0.0) for value in values],
        dots,
        bounds,
        title=title,
        axis=_measure(result, name),
        mean=_mean(result["exact"] or result["simulated"], name, side),
    )


def _figures(result: Result, interval: Interval, known: Result) -> list[Figure]:
    """Return the other distributions that are not a single value."""
    wanted = [
        ("total_damage", "attackers", "Damage that the attackers inflict in all"),
        ("kills", "attackers", f"{word(result, 'minions').capitalize()} that the attackers destroy"),
        ("damage", "defenders", "Damage to the attacking player"),
        ("kills", "defenders", "Attackers that are destroyed"),
    ]
    return [
        _distribution(result, interval, name, side, title) for name, side, title in wanted if len(known[name][side]["distribution"]) > 1
    ]


def _measure(result: Result, name: str) -> str:
    """Return what a mean is of, in the edition's words."""
    return MEASURES[name].format(minions=word(result, "minions"))


def _means(result: Result) -> Table:
    columns = [Column("Mean")]
    for side in SIDES:
        columns += [Column(f"{side.capitalize()}, exact", "number", 3)]
        columns += [Column(f"{side.capitalize()}, simulated", "number", 3)]
    rows: list[list[object]] = []
    for name in MEASURES:
        row: list[object] = [_measure(result, name)]
        for side in SIDES:
            row += [_cell(result, kind, name, side) for kind in ("exact", "simulated")]
        rows.append(row)
    return Table("Means of both sides", columns, rows).without_empty_columns()


def _cell(result: Result, kind: str, name: str, side: str) -> Measure | None:
    if not result[kind]:
        return None
    found = result[kind][name][side]
    return measure(found["mean"], found.get("interval"))


def _counters(result: Result) -> list[Table]:
    bare, known = result.get("without_counters"), result["exact"]
    if not bare or not known:
        return []
    columns = [Column("Mean")]
    for side in SIDES:
        columns += [Column(f"{side.capitalize()}, {how}", "number", 3) for how in ("with", "without")]
    rows = [[_measure(result, name), *(_mean(found, name, side) for side in SIDES for found in (known, bare))] for name in MEASURES]
    return [Table("With and without counters", columns, rows)]


def _notes(result: Result) -> list[str]:
    found = [clean(note) for note in result.get("notes") or []]
    found.append("One battle by itself: who blocks, who is attacked and what comes after is not part of it.")
    return found


def _footer(result: Result) -> Footer:
    base = footer(result)
    facts = [*base.facts, ("Victim", clean(result["victim"])), ("Policy", clean(result["policy"]))]
    if result["simulated"]:
        facts.append(("Battles", count(result["simulated"]["battles"])))
    return Footer(base.reproduce, facts)
