"""The report of a backtest: what the designers did, what the tool says."""

from collections.abc import Sequence

from kotc_sim.experiments.price.result import BacktestResult, JudgedChange
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import measure, read_count, verdict
from kotc_sim.reports.kit.report import Figure, Report, Section, Table, heads
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, count, number

DID = {1: "more expensive", -1: "cheaper", 0: "left alone"}
COLOURS = {"agree": "good", "disagree": "bad", "false alarm": "bad"}


@reads(BacktestResult)
def report(result: BacktestResult) -> Report:
    """Return the report of a backtest."""
    rows = result.changes
    total = count(result.agree + result.disagree + result.undecided)
    sentence = f"Of {total} prices that the designers changed, the tool says the same direction for {result.agree}, "
    sentence += f"the other for {result.disagree}."
    stood = f" Of {result.controls} prices that stood, {result.false_alarms} are called mispriced."
    columns = heads("Component", "Edition", "Price", "Designers", ("Premium", "signed", 2), "Fair price", "Verdict", "Tool and designers")
    body = [
        [
            *(row.text, row.older, f"{number(row.before, 2)} to {number(row.after, 2)}", DID[row.step]),
            *(read_count(row.premium), row.fair_words, row.verdict, row.says),
        ]
        for row in rows
    ]
    return Report(
        title="The designers' price history",
        verdict=verdict(result, "", sentence, f"For {result.undecided} it is not decided.{stood}"),
        figure=_figure(rows) if rows else None,
        sections=[Section("Every change", tables=[Table("Every change", columns, body)])],
    )


def _label(row: JudgedChange) -> str:
    return f"{clean(row.text)} ({clean(row.older)})"


def _figure(rows: Sequence[JudgedChange]) -> Figure:
    marks = [
        Mark(_label(row), measure(row.premium), DID[row.step], colour=COLOURS.get(row.says, "tie"))
        for row in sorted(rows, key=lambda row: -row.step)
    ]
    return forest(
        marks,
        title="Premium under the older edition, by what the designers then did",
        kind="signed",
        digits=2,
        zero=0.0,
        axis="points a copy",
        key={"good": "the tool says the same", "bad": "the tool says otherwise", "tie": "the tool says nothing"},
        brief=False,
    )
