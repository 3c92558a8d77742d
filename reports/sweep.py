"""The report of a sweep: a number of an edition against figures of games."""

from __future__ import annotations

from kotc_sim.reports.kit import charts_curve
from kotc_sim.reports.kit.envelope import Result, footer, kicker, measure, notes, read_count, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.report import Report, Section, Verdict
from kotc_sim.reports.kit.shown import show
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import Kind, Measure, clean, number, write_measured

KINDS: dict[str, Kind] = {"share": "share", "points": "difference"}
"""How a figure is written, by its unit."""


def report(result: Result) -> Report:
    """Return the report of a sweep.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "sweep".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "number", "points", "now", "figure")
    names = list(dict.fromkeys(str(row["what"]) for row in result["points"]))
    first = str(result["figure"])
    return Report(
        title=f"What {clean(result['number'])} does in {clean(result.get('edition') or 'an edition')}",
        kicker=kicker(result),
        verdict=_verdict(result, first),
        figure=_figure(result, first),
        sections=[Section("Other figures", figures=[_figure(result, name) for name in names if name != first]), _table(result, names)],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = show(report)


def _rows(result: Result, name: str) -> list[Result]:
    return [row for row in result["points"] if row["what"] == name]


def _write(row: Result) -> str:
    return write_measured(read_count(row), KINDS.get(str(row["unit"]), "number"))


def _verdict(result: Result, name: str) -> Verdict:
    rows = _rows(result, name)
    low, high = rows[0], rows[-1]
    ends = f"{_plain(low['number'])} to {_plain(high['number'])}"
    sentence = f"With {clean(result['number'])} from {ends}, {clean(name)} goes from {_write(low)} to {_write(high)}."
    now = next((row for row in rows if row["number"] == result["now"]), None)
    at = f"It is {_plain(result['now'])} now" + (f": {_write(now)}." if now is not None else ".")
    return verdict(result, "", sentence, at)


def _plain(value: object) -> str:
    """Return a number without needless decimals."""
    found = float(str(value))
    return number(found, 0 if found.is_integer() else 2)


def _figure(result: Result, name: str) -> Figure:
    rows = _rows(result, name)
    kind = KINDS.get(str(rows[0]["unit"]), "number")
    found = [read_count(row) for row in rows]
    xs = [float(row["number"]) for row in rows]
    inside = min(xs) <= float(result["now"]) <= max(xs)
    return charts_curve.line(
        xs,
        [one.value for one in found],
        [_ends(one) for one in found],
        title=name.capitalize(),
        x_axis=clean(result["number"]),
        y_axis=f"{name}, {row_unit(rows[0])}",
        kind=kind,
        zero=0.0 if kind == "difference" else None,
        mark=float(result["now"]) if inside else None,
        mark_label="now",
    )


def row_unit(row: Result) -> str:
    """Return a figure's unit in words."""
    return {"share": "%", "points": "percentage points", "turns": "turns"}.get(str(row["unit"]), "per unit")


def _ends(one: Measure) -> tuple[float, float]:
    low, high = one.low, one.high
    return (one.value if low is None else low, one.value if high is None else high)


def _table(result: Result, names: list[str]) -> Section:
    values = list(dict.fromkeys(float(row["number"]) for row in result["points"]))
    kinds = {name: KINDS.get(str(_rows(result, name)[0]["unit"]), "number") for name in names}
    cells = {(row["what"], float(row["number"])): measure(row) for row in result["points"]}
    body = [[value, *(cells[name, value] for name in names)] for value in values]
    table = Table("All figures", [Column(clean(result["number"]), "number"), *(Column(name, kinds[name]) for name in names)], body)
    return Section("All figures", tables=[table])
