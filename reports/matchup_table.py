"""The report of three players or more at one table."""

from __future__ import annotations

from typing import Any

from kotc_sim.reports.kit import charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, by_key, footer, kicker, notes, require, verdict
from kotc_sim.reports.kit.report import Fact, Report, Section
from kotc_sim.reports.kit.shown import shown
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import clean, measured, number, percent


def report(result: Result) -> Report:
    """Return the report of a table.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "matchup at one table".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "table", "verdict", "games", "share")
    rows: list[Result] = sorted(result["table"], key=lambda row: -float(row["score"]))
    names = [clean(row["name"]) for row in rows]
    share = float(result["share"])
    best = by_key(rows[0], "score")
    told = "" if best is None else f" {names[0]} scores {measured(best, 'share')}."
    sentences = {
        "fair": f"Each deck has its share of {percent(share)}, but for 2 points at most.",
        "watch": f"Not every deck has its share of {percent(share)}:{told}",
        "undecided": f"Not decided whether each deck has its share of {percent(share)}:{told}",
    }
    code = str(result["verdict"])
    columns = [Column("Deck"), Column("Score", "share"), Column("p (Holm)", "probability")]
    body: list[list[Any]] = [[row["name"], by_key(row, "score"), row.get("p")] for row in rows]
    figure = charts_intervals.forest(
        [Mark(name, by_key(row, "score")) for name, row in zip(names, rows, strict=True)],
        title="What each deck scores at the table",
        kind="share",
        axis="score, %",
        zero=share,
        table=Table("Score at the table", columns, body),
    )
    endings: Result = result.get("endings") or {}
    table = Table("How games end", [Column("Ending"), Column("Share", "share")], [[name, value] for name, value in endings.items()])
    turns = (result.get("turns") or {}).get("mean")
    return Report(
        title=f"{len(rows)} decks at one table",
        kicker=kicker(result),
        verdict=verdict(result, code, sentences.get(code, told.strip()), "Who wins a game scores 1; those who tie score ½."),
        figure=figure,
        facts=[] if turns is None else [Fact("Turns in a game", number(float(turns)), "all players counted")],
        sections=[Section("How games end", tables=[table] if endings else [])],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = shown(report)
