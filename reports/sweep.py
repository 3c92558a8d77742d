"""The report of a sweep: a number of an edition against figures of games."""

from kotc_sim.experiments.edition.result import SweepPoint, SweepResult
from kotc_sim.reports.edition_diff import UNITS
from kotc_sim.reports.kit import charts_curve
from kotc_sim.reports.kit.envelope import measure, read_count, verdict
from kotc_sim.reports.kit.report import Column, Figure, Report, Section, Table
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import Kind, clean, number, write_measured


@reads(SweepResult)
def report(result: SweepResult) -> Report:
    """Return the report of a sweep."""
    names = list(dict.fromkeys(row.what for row in result.points))
    first = result.figure
    rows = _rows(result, first)
    low, high = rows[0], rows[-1]
    ends = f"{_plain(low.number)} to {_plain(high.number)}"
    values = (write_measured(read_count(row), _kind(row)) for row in (low, high))
    unit = UNITS.get(low.unit, UNITS[""])[2]
    unit = f" {unit}" if unit else ""
    sentence = f"With {clean(result.number)} from {ends}, {clean(first)} goes from {' to '.join(values)}{unit}."
    now = next((row for row in rows if row.number == result.now), None)
    at = f"It is {_plain(result.now)} now" + (f": {write_measured(read_count(now), _kind(now))}{unit}." if now is not None else ".")
    return Report(
        title=f"What {clean(result.number)} does in {clean(result.edition or 'an edition')}",
        verdict=verdict(result, "", sentence, at),
        figure=_figure(result, first),
        sections=[Section("Other figures", figures=[_figure(result, name) for name in names if name != first]), _table(result, names)],
    )


def _rows(result: SweepResult, name: str) -> list[SweepPoint]:
    return [row for row in result.points if row.what == name]


def _kind(row: SweepPoint) -> Kind:
    return UNITS.get(row.unit, UNITS[""])[0]


def _plain(value: float) -> str:
    """Return a number without needless decimals."""
    return number(value, 0 if float(value).is_integer() else 2)


def _figure(result: SweepResult, name: str) -> Figure:
    rows = _rows(result, name)
    kind = _kind(rows[0])
    xs = [row.number for row in rows]
    unit = {"share": ", %", "points": ", percentage points", "turns": ", turns"}.get(rows[0].unit, "")
    return charts_curve.line(
        xs,
        [row.value for row in rows],
        [row.interval for row in rows],
        title=name[:1].upper() + name[1:],
        x_axis=clean(result.number),
        y_axis=f"{name}{unit}",
        kind=kind,
        zero=0.0 if kind == "difference" else None,
        mark=result.now if (min(xs) <= result.now <= max(xs)) else None,
        mark_label="now",
    )


def _table(result: SweepResult, names: list[str]) -> Section:
    values = list(dict.fromkeys(row.number for row in result.points))
    cells = {(row.what, row.number): measure(row) for row in result.points}
    body = [[value, *(cells[name, value] for name in names)] for value in values]
    columns = [Column(name, _kind(_rows(result, name)[0])) for name in names]
    table = Table("All figures", [Column(clean(result.number), "count" if all(x == int(x) for x in values) else "number"), *columns], body)
    return Section("All figures", tables=[table])
