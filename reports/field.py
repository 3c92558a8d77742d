"""The report of one deck against a field: whom it beats, by how much, and where that depends on play."""

from __future__ import annotations

from typing import Any

from kotc_sim.reports.kit import charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, by_key, footer, kicker, measure, needed, notes, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.report import Fact, Report, Section, Verdict
from kotc_sim.reports.kit.shown import shown
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import clean, count, listing, measured, plural


def report(result: Result) -> Report:
    """Return the report of a field.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "matchup against a field".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "deck", "field", "score", "interval", "verdict", "games")
    name = clean(result["deck"]["name"])
    return Report(
        title=f"{name} against a field of {plural(len(result['field']), 'deck')}",
        kicker=kicker(result),
        verdict=_verdict(result, name),
        figure=_figure(result, name),
        facts=[Fact("Games", count(result["games"]), "of those that count, all match-ups together")],
        sections=[_strength(result, name)],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = shown(report)


def _verdict(result: Result, name: str) -> Verdict:
    rows: list[Result] = list(result["field"])
    score = needed(result["score"], result["interval"])
    told = {
        "beats far too often": [row for row in rows if row["verdict"] == "broken" and row["score"] > 0.5],
        "loses far too often against": [row for row in rows if row["verdict"] == "broken" and row["score"] < 0.5],
        "has the edge over": [row for row in rows if row["verdict"] == "watch" and row["score"] > 0.5],
        "is behind": [row for row in rows if row["verdict"] == "watch" and row["score"] < 0.5],
        "is evenly matched with": [row for row in rows if row["verdict"] == "fair"],
    }
    parts = [f"{words} {listing([clean(row['name']) for row in those])}" for words, those in told.items() if those]
    sentence = f"{name} " + "; ".join(parts) + "." if parts else f"{name}: no match-up is decided."
    open_ones = [clean(row["name"]) for row in rows if row["verdict"] == "depends on play"]
    if open_ones:
        sentence += f" Against {listing(open_ones)} it depends on play."
    detail = f"On average over the field it scores {measured(score, 'share')}; each deck counts the same."
    return verdict(result, str(result["verdict"]), sentence, detail)


def _figure(result: Result, name: str) -> Figure:
    rows = sorted(result["field"], key=lambda row: -float(row["score"]))
    marks = [Mark(clean(row["name"]), by_key(row, "score"), colour="a" if row["score"] >= 0.5 else "b") for row in rows]
    columns = [
        Column("Against"), Column(f"{name} scores", "share"), Column("Verdict"), Column("Games", "count"),
        Column("p (Holm)", "probability"), Column("Ahead at the end", "signed"),
    ]  # fmt: skip
    body = [[row["name"], by_key(row, "score"), row["verdict"], row["games"], row.get("p"), measure(row.get("margin"))] for row in rows]
    return charts_intervals.forest(
        marks,
        title=f"What {name} scores against each deck",
        kind="share",
        axis="score, %",
        zero=0.5,
        table=Table("Score against each deck", columns, body).without_empty_columns(),
    )


def _strength(result: Result, name: str) -> Section:
    """Return the section of the ladders: each opponent's scores from weak play to strong."""
    rows: list[Result] = [row for row in result["field"] if row.get("ladder")]
    if not rows:
        return Section("By strength of play")
    pilots = list(dict.fromkeys(str(rung["strategy"]) for row in rows for rung in row["ladder"]))
    columns = [Column("Against"), *(Column(pilot, "share") for pilot in pilots), Column("Settled")]
    body: list[list[Any]] = []
    for row in rows:
        scores = {rung["strategy"]: by_key(rung, "score") for rung in row["ladder"]}
        settled = {True: "yes", False: "no", None: "too few games"}[row.get("settled")]
        body.append([row["name"], *(scores.get(pilot) for pilot in pilots), settled])
    text = [f"What {name} scores where both decks are played by stronger and stronger pilots; the last one's score counts."]
    return Section("By strength of play", text, tables=[Table("Score by strength of play", columns, body)])
