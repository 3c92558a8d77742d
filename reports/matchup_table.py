"""The report of three players or more at one table."""

from typing import Any

from kotc_sim.experiments.matchup.result import TableResult
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import measure, read_count, verdict, where
from kotc_sim.reports.kit.report import Fact, Report, Table, heads, section_of
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, number, percent, write_measured


@reads(TableResult)
def report(result: TableResult) -> Report:
    """Return the report of a table."""
    rows = sorted(result.table, key=lambda row: -row.score)
    names = [clean(row.name) for row in rows]
    share = result.share
    best = read_count(rows[0].score, rows[0].interval)
    winner = f"{names[0]} scores {write_measured(best, 'share')}; its share by number is {percent(share)}."
    columns = heads("Deck", ("Score", "share"), ("p (Holm)", "probability"))
    body: list[list[Any]] = [[row.name, measure(row.score, row.interval), row.p] for row in rows]
    figure = forest(
        [Mark(name, measure(row.score, row.interval)) for name, row in zip(names, rows, strict=True)],
        title="What each deck scores at the table",
        kind="share",
        axis="score, %",
        zero=share,
        table=Table("Score at the table", columns, body),
    )
    return Report(
        title=f"{len(rows)} decks at one table",
        verdict=verdict(result, str(result.verdict), f"{where(result)}, {winner}", "Who wins a game scores 1; those who tie score ½."),
        figure=figure,
        facts=[Fact("Turns in a game", number(result.turns.mean), "all players counted")],
        sections=[section_of("How games end", heads("Ending", ("Share", "share")), list(result.endings.items()))],
    )
