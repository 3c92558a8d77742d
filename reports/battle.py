"""The report of one battle: what both sides do to each other."""

from kotc_sim.experiments.battle.result import SIDES, BattleResult, Measured
from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.reports.kit import charts_counts
from kotc_sim.reports.kit.envelope import footer, measure, verdict
from kotc_sim.reports.kit.report import Column, Fact, Figure, Footer, Report, Section, Table, Verdict
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import Measure, clean, count, number, percent, word

MEASURES = {
    "damage": "damage to the enemy player",
    "piercing": "piercing damage",
    "leftover": "sum of leftover dice",
    "total_damage": "damage in all",
    "kills": "{minions} destroyed",
    "survivors": "own {minions} that survive",
}
ORDERS = {"greedy": "as the engine does in games", "optimal": "in the best order"}
MOST_DIGITS = 6
NOBODY = "nobody"


@reads(BattleResult)
def report(result: BattleResult) -> Report:
    """Return the report of a battle."""
    known = result.best
    base = footer(result)
    facts = [*base.facts, ("Victim", clean(result.victim)), ("Policy", clean(result.policy))]
    if result.simulated is not None:
        facts.append(("Battles", count(result.simulated.battles or 0)))
    found = [clean(note) for note in result.notes or ()]
    found.append("One battle by itself: who blocks, who is attacked and what comes after is not part of it.")
    return Report(
        title=f"{_team(result, 'attackers')} against {_team(result, 'defenders')}",
        verdict=_verdict(result, known),
        figure=_distribution(result, "damage", "attackers", "Damage to the defending player"),
        facts=_facts(result, known),
        sections=[
            Section("What both sides do", tables=[_means(result)]),
            Section("How it spreads", figures=_figures(result, known)),
            Section("What the counters change", tables=_counters(result)),
        ],
        notes=found,
        footer=Footer(base.reproduce, facts),
    )


def _team(result: BattleResult, side: str) -> str:
    text = clean(getattr(result, side)).strip()
    return NOBODY if text.lower() in ("", "-", "0", "none", "nothing", "nobody") else text


def _verdict(result: BattleResult, known: Measured) -> Verdict:
    sentence = (
        f"The attackers inflict {number(known.damage.attackers.mean, 2)} on the defending player and "
        f"destroy {_fallen(known.kills.attackers.mean)} {word(result, 'minions')}; the defenders inflict "
        f"{number(known.damage.defenders.mean, 2)} and destroy "
        f"{_fallen(known.kills.defenders.mean)}."
    )
    parts = [f"Means; both sides order their dice {ORDERS.get(result.policy, clean(result.policy))}."]
    for side in SIDES:
        value, ratio = (None if one is None else one.of(side) for one in (result.damage_per_sp, result.efficiency))
        if value is not None and ratio is not None:
            parts.append(f"The {side}: {number(value, 2)} damage per {word(result, 'sp')}, {percent(ratio, 0)} of an unblocked die.")
    return verdict(result, Word.MEASURED, sentence, " ".join(parts))


def _fallen(mean: float) -> str:
    """Return a mean number of minions; what is not a whole number is not printed as one."""
    digits = 2
    while digits < MOST_DIGITS and mean != round(mean) and float(f"{mean:.{digits}f}").is_integer():
        digits += 1
    return number(mean, digits)


def _facts(result: BattleResult, known: Measured) -> list[Fact]:
    facts = []
    for side in SIDES:
        value = result.damage_per_sp.of(side)
        if value is not None:
            note = f"{side}; an unblocked die deals {number(result.reference, 1)}"
            facts.append(Fact(f"Damage per {word(result, 'sp')}", number(value, 2), note))
    if result.lethal.attackers:
        facts.append(Fact("Lethal", percent(result.lethal.attackers), f"{result.starting_hp} or more damage at once"))
    if known.victim_destroyed is not None:
        facts.append(Fact("Victim destroyed", percent(known.victim_destroyed), clean(result.victim)))
    if result.largest_deviation is not None:
        facts.append(Fact("Simulated against exact", number(result.largest_deviation, 1), "standard errors apart at most"))
    return facts


def _distribution(result: BattleResult, name: str, side: str, title: str) -> Figure:
    exact, simulated = (None if found is None else found.of(name, side).values for found in (result.exact, result.simulated))
    known = {**(exact or {}), **(simulated or {})}
    values = range(min(known), max(known) + 1)
    dots = bounds = None
    if simulated is not None and result.simulated is not None:
        from kotc_sim.experiments.statistics.intervals import wilson

        battles = result.simulated.battles or 0
        dots = [simulated.get(value, 0.0) for value in values]
        bounds = [(found.low, found.high) for found in (wilson(round(share * battles), battles) for share in dots)]
    return charts_counts.distribution(
        values,
        None if exact is None else [exact.get(value, 0.0) for value in values],
        dots,
        bounds,
        title=title,
        axis=_measure(result, name),
        mean=result.best.of(name, side).mean,
    )


def _figures(result: BattleResult, known: Measured) -> list[Figure]:
    wanted = [
        ("total_damage", "attackers", "Damage that the attackers inflict in all"),
        ("kills", "attackers", f"{word(result, 'minions').capitalize()} that the attackers destroy"),
        ("damage", "defenders", "Damage to the attacking player"),
        ("kills", "defenders", "Attackers that are destroyed"),
    ]
    return [_distribution(result, name, side, title) for name, side, title in wanted if len(known.of(name, side).distribution) > 1]


def _measure(result: BattleResult, name: str) -> str:
    """Return what a mean is of, in the edition's words."""
    return MEASURES[name].format(minions=word(result, "minions"))


def _means(result: BattleResult) -> Table:
    columns = [Column("Mean")]
    for side in SIDES:
        columns += [Column(f"{side.capitalize()}, exact", "number", 3)]
        columns += [Column(f"{side.capitalize()}, simulated", "number", 3)]
    rows: list[list[object]] = []
    for name in MEASURES:
        row: list[object] = [_measure(result, name)]
        for side in SIDES:
            row += [_cell(found, name, side) for found in (result.exact, result.simulated)]
        rows.append(row)
    return Table("Means of both sides", columns, rows).without_empty_columns()


def _cell(found: Measured | None, name: str, side: str) -> Measure | None:
    return None if found is None else measure(found.of(name, side).mean, found.of(name, side).interval)


def _counters(result: BattleResult) -> list[Table]:
    bare, known = result.without_counters, result.exact
    if not bare or not known:
        return []
    columns = [Column("Mean")]
    for side in SIDES:
        columns += [Column(f"{side.capitalize()}, {how}", "number", 3) for how in ("with", "without")]
    rows = [[_measure(result, name), *(found.of(name, side).mean for side in SIDES for found in (known, bare))] for name in MEASURES]
    return [Table("With and without counters", columns, rows)]
