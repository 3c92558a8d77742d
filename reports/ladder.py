"""The report of the strategies' ladder: whether each rung beats the one below it."""

from __future__ import annotations

from kotc_sim.reports.kit import charts_curve, charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, by_key, confidence, footer, kicker, measure, notable, notes, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.report import Report, Section, Verdict
from kotc_sim.reports.kit.shown import show
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import clean, count, listing, number

COLOURS = {"stronger": "good", "not stronger": "bad"}
KEY = {"good": "stronger than the one below", "bad": "not stronger", "tie": "not decided"}


def report(result: Result) -> Report:
    """Return the report of a ladder.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "ladder".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "rungs")
    steps: list[Result] = [rung for rung in result["rungs"] if rung.get("below")]
    return Report(
        title=f"A ladder of {len(result['rungs'])} strategies",
        kicker=kicker(result),
        verdict=_verdict(result, steps),
        figure=_steps(result, steps) if steps else None,
        sections=[_ratings(result), _budget(result), _show_settled(result), Section("Games worth reading", tables=notable(result))],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = show(report)


def _verdict(result: Result, steps: list[Result]) -> Verdict:
    worse = [step for step in steps if step.get("verdict") == "not stronger"]
    open_ = [step for step in steps if step.get("verdict") == "undecided"]
    detail = f"A rung is stronger if the whole {confidence(result)} interval of its score lies above one half."
    if worse:
        names = [f"{clean(step['name'])} is not stronger than {clean(step['below'])}" for step in worse]
        return verdict(result, "not stronger", f"The ladder is broken: {listing(names)}.", detail)
    if open_:
        names = [f"{clean(step['name'])} than {clean(step['below'])}" for step in open_]
        return verdict(result, "undecided", f"Not shown to be stronger: {listing(names)}.", detail)
    return verdict(result, "stronger", "Each strategy beats the one below it.", detail)


def _steps(result: Result, steps: list[Result]) -> Figure:
    cost: Result = result.get("cost") or {}
    marks = [
        Mark(
            f"{clean(step['name'])} against {clean(step['below'])}",
            by_key(step, "score"),
            colour=COLOURS.get(str(step.get("verdict")), "tie"),
        )
        for step in reversed(steps)
    ]
    columns = [
        Column("Strategy"),
        Column("Below it"),
        Column("Score against it", "share"),
        Column("Verdict"),
        Column("Pairs", "count"),
        Column("µs a decision", "number"),
    ]
    rows = [
        [
            rung["name"],
            rung.get("below"),
            by_key(rung, "score"),
            rung.get("verdict"),
            rung.get("pairs"),
            measure(cost.get(rung["name"])),
        ]
        for rung in reversed(list(result["rungs"]))
    ]
    return charts_intervals.forest(
        marks,
        title="Each strategy against the one below it",
        kind="share",
        zero=0.5,
        key=KEY,
        axis="score",
        table=Table("Each strategy against the one below it", columns, rows).without_empty_columns(),
    )


def _ratings(result: Result) -> Section:
    ratings: list[Result] = list(result.get("ratings") or ())
    if not ratings:
        return Section("Ratings")
    marks = [Mark(clean(rung["name"]), by_key(rung, "rating"), colour="a") for rung in ratings]
    figure = charts_intervals.ranking(marks, title="Ratings", kind="signed", digits=0, zero=0.0, axis="Elo", label="Strategy")
    return Section("Ratings", figures=[figure])


def _budget(result: Result) -> Section:
    points: list[Result] = list(result.get("budget") or ())
    if len(points) < 2:
        return Section("Strength against search budget")
    budgets = [float(point["budget"]) for point in points]
    bounds = [point.get("interval") for point in points]
    figure = charts_curve.line(
        budgets,
        [point["score"] for point in points],
        None if any(bound is None for bound in bounds) else bounds,
        title="Strength against search budget",
        x_axis="budget",
        y_axis="score, %",
        kind="share",
        zero=0.5,
        log=budgets[0] > 0 and budgets[-1] / budgets[0] > 30,
    )
    return Section("Strength against search budget", ["Strength must not fall with more search."], [figure])


def _show_settled(result: Result) -> Section:
    """Return the section of variants of the strongest pilot: match-ups, match-ups with pilots crossed, and mirrors, by edition."""
    editions: Result = result.get("settled") or {}
    title = "How settled the strongest is"
    tables = []
    text = []
    for edition, found in editions.items():
        pilot, richer, again = clean(found["pilot"]), clean(found["richer"]), "another training"
        names = {"once": pilot, "more": richer, "again": again}
        where = f" · {clean(edition)}" if len(editions) > 1 else ""
        matches: list[Result] = list(found["matches"])
        columns = [Column("Match"), *(Column(name, "share") for name in names.values()), Column("Moved", "difference")]
        rows = [[_match(row), *(by_key(row[label], "score") for label in names), row["moved"]] for row in matches]
        tables.append(Table(f"Both decks by one pilot{where}", columns, rows))
        crossed = [f"{names[cell['a']]}, {names[cell['b']]}" for cell in matches[0]["crossed"]]
        rows = [[_match(row), *(by_key(cell, "score") for cell in row["crossed"])] for row in matches]
        tables.append(
            Table(
                f"Each deck by another pilot{where}",
                [Column("Match"), *(Column(name, "share") for name in crossed)],
                rows,
            )
        )
        rows = [[row["deck"], *(by_key(row[label], "score") for label in ("more", "again"))] for row in found["mirrors"]]
        tables.append(Table(f"Mirrors against {pilot}{where}", [Column("Deck"), Column(richer, "share"), Column(again, "share")], rows))
        text.append(
            f"{clean(edition)}: under {richer} and after another training, scores move by {number(100 * float(found['mean']), 1)} points "
            f"on average ({count(found['games'])} games of each two)."
        )
    return Section(title, text, tables=tables)


def _match(row: Result) -> str:
    return f"{clean(row['a'])} – {clean(row['b'])}"
