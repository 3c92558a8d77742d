"""The report of components: what a keyword is worth beside what it costs."""

from __future__ import annotations

from kotc_sim.reports.kit import charts_fields, charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, by_key, confidence, footer, kicker, measure, notable, notes, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.pricing import COLOURS, judgement, profile_marks, spread, summary
from kotc_sim.reports.kit.report import Report, Section, Verdict
from kotc_sim.reports.kit.shown import shown
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import clean, measured, word


def report(result: Result) -> Report:
    """Return the report of priced components.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "price".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "components")
    components: list[Result] = list(result["components"])
    title = f"What is “{_text(components[0])}” worth?" if len(components) == 1 else f"What {len(components)} components are worth"
    return Report(
        title=title,
        kicker=kicker(result),
        verdict=_verdict(result, components),
        figure=_overview(components) if components else None,
        sections=[
            _formulas(result, components),
            _probes(components),
            _profiles(components),
            Section("Games worth reading", tables=notable(result)),
        ],
        notes=[*_warnings(components), *notes(result)],
        footer=footer(result),
    )


html, terminal = shown(report)


def _text(component: Result) -> str:
    return clean(component["text"])


def _official(component: Result) -> float | None:
    return None if component.get("official") is None else float(component["official"])


def _verdict(result: Result, components: list[Result]) -> Verdict:
    if len(components) == 1:
        component = components[0]
        code = str(component["verdict"])
        fair = by_key(component, "fair")
        value = None if fair is None else fair.value
        sentence = judgement(f"“{_text(component)}”", code, _official(component), value)
        detail = f"Fair price {measured(fair, 'level')}, {confidence(result)} interval." if fair is not None else ""
        return verdict(result, code, sentence, f"{detail} {spread(component)}".strip())
    code, sentence = summary([(f"“{_text(c)}”", str(c["verdict"])) for c in components], "component")
    return verdict(result, code, sentence, "Prices are in levels, for the amounts that the probe cards carried.")


def _overview(components: list[Result]) -> Figure:
    marks = [
        Mark(
            _text(component),
            by_key(component, "fair"),
            reference=_official(component),
            colour=COLOURS.get(str(component["verdict"]), "ink"),
        )
        for component in components
    ]
    columns = [
        Column("Component"),
        Column("Official", "level"),
        Column("Fair", "level"),
        Column("Verdict"),
        Column("Played", "share"),
        Column("p (Holm)", "probability"),
    ]
    rows = [
        [component["text"], _official(component), by_key(component, "fair"), component["verdict"]]
        + [component.get(key) for key in ("played_share", "p")]
        for component in components
    ]
    return charts_intervals.forest(
        marks,
        title="Fair and official price",
        kind="level",
        axis="levels",
        reference="official price",
        zero=0.0,
        table=Table("Fair and official price", columns, rows).without_empty_columns(),
    )


def _formulas(result: Result, components: list[Result]) -> Section:
    rows = []
    for component in components:
        fit: Result = component.get("fit") or {}
        check: Result = component.get("cross_check") or {}
        row = [component["text"], component.get("formula"), component.get("best_formula")]
        row += [measure(fit.get("slope")), measure(fit.get("intercept"))]
        row += [by_key(check, "fair") if check else None, check.get("agrees")]
        if any(value is not None for value in row[1:]):
            rows.append(row)
    if not rows:
        return Section("Formulas")
    columns = [
        Column("Component"),
        Column("Official formula"),
        Column("Best of its shape"),
        Column("Slope", "number", 2),
        Column("Intercept", "signed", 2),
        Column("Second estimate", "level"),
        Column("Agrees"),
    ]
    text = [
        "Slope and intercept describe fair price = slope × official price + intercept: "
        "a slope of 1 and an intercept of 0 is a right formula. "
        f"The second estimate prices the component by the score that one {word(result, 'sp')} buys."
    ]
    return Section("Formulas", text, tables=[Table("Formulas", columns, rows).without_empty_columns()])


def _probes(components: list[Result]) -> Section:
    points: list[tuple[str, str, Result]] = []
    for component in components:
        for point in component.get("points") or ():
            colour = COLOURS.get(str(component["verdict"]), "a")
            points.append((f"{_text(component)} {clean(point['label'])}", colour, point))
    points = [entry for entry in points if entry[2].get("official") is not None and entry[2].get("fair") is not None]
    if len(points) < 2:
        return Section("What it costs, what it is worth")
    figure = charts_fields.scatter(
        [point["official"] for _, _, point in points],
        [point["fair"] for _, _, point in points],
        [label for label, _, _ in points],
        title="What it costs, what it is worth",
        x_axis="official price, levels",
        y_axis="fair price, levels",
        intervals=[point.get("interval") for _, _, point in points],
        tones=[colour for _, colour, _ in points],
        diagonal="priced right",
        label="Probe",
        caption="One point a probe card. Below the line a component costs more than it is worth.",
    )
    return Section("What it costs, what it is worth", figures=[figure])


def _profiles(components: list[Result]) -> Section:
    marks = [mark for component in components for mark in profile_marks(component, "fair", _official(component), _text(component))]
    if not marks:
        return Section("By who plays it")
    figure = charts_intervals.forest(
        marks,
        title="By who plays it",
        kind="level",
        axis="levels",
        reference="official price",
        measure="Fair",
        label="Profile",
        zero=0.0,
    )
    return Section("By who plays it", figures=[figure])


def _warnings(components: list[Result]) -> list[str]:
    found = [f"“{_text(component)}”: {spread(component)}" for component in components if spread(component)]
    for component in components:
        if (component.get("cross_check") or {}).get("agrees") is False:
            found.append(f"The two estimates of “{_text(component)}” disagree beyond their intervals.")
    return found
