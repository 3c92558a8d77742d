"""The report of one deck against a field: whom it beats, by how much, and where that depends on play."""

from typing import Any

from kotc_sim.experiments.matchup.result import FieldResult
from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import measure, read_count, verdict, where
from kotc_sim.reports.kit.report import Fact, Figure, Report, Section, Table, Verdict, heads
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, count, listing, plural, write_measured
from kotc_sim.reports.matchup_play import rungs_in


@reads(FieldResult)
def report(result: FieldResult) -> Report:
    """Return the report of a field."""
    name = clean(result.deck.name)
    return Report(
        title=f"{name} against a field of {plural(len(result.field), 'deck')}",
        verdict=_verdict(result, name),
        figure=_figure(result, name),
        facts=[Fact("Games", count(result.games), "of those that count, all match-ups together")],
        sections=[_strength(result, name)],
    )


def _verdict(result: FieldResult, name: str) -> Verdict:
    rows = result.field
    score = read_count(result.score, result.interval)
    said = {
        "far too often beats": [row for row in rows if row.verdict is Word.BROKEN and row.score > 0.5],
        "far too often loses against": [row for row in rows if row.verdict is Word.BROKEN and row.score < 0.5],
        "has the edge over": [row for row in rows if row.verdict is Word.WATCH and row.score > 0.5],
        "is behind": [row for row in rows if row.verdict is Word.WATCH and row.score < 0.5],
        "is evenly matched with": [row for row in rows if row.verdict is Word.FAIR],
    }
    parts = [f"{words} {listing([clean(row.name) for row in those])}" for words, those in said.items() if those]
    sentence = f"{name} " + "; ".join(parts) + "." if parts else f"{name}: no match-up is decided."
    if result.provisional_by:
        sentence = f"{where(result)}, {name} scores {write_measured(score, 'share')} on average."
    open_ones = [clean(row.name) for row in rows if row.verdict is Word.DEPENDS]
    if open_ones:
        sentence += f" Against {listing(open_ones)} it depends on play."
    detail = f"On average over the field it scores {write_measured(score, 'share')}; each deck counts the same."
    return verdict(result, result.verdict, sentence, detail)


def _figure(result: FieldResult, name: str) -> Figure:
    rows = sorted(result.field, key=lambda row: -row.score)
    marks = [Mark(clean(row.name), measure(row.score, row.interval), colour="a" if row.score >= 0.5 else "b") for row in rows]
    columns = heads(
        "Against", (f"{name} scores", "share"), "Verdict", ("Games", "count"), ("p (Holm)", "probability"), ("Ahead at the end", "signed")
    )
    body = [[row.name, measure(row.score, row.interval), row.verdict, row.games, row.p, measure(row.margin)] for row in rows]
    return forest(
        marks,
        title=f"What {name} scores against each deck",
        kind="share",
        axis="score, %",
        zero=0.5,
        table=Table("Score against each deck", columns, body).without_empty_columns(),
    )


def _strength(result: FieldResult, name: str) -> Section:
    """Return the section of the ladders: each opponent's scores from weak play to strong."""
    rows = [(row, rungs_in(row.climb)) for row in result.field if rungs_in(row.climb)]
    if not rows:
        return Section("By strength of play")
    pilots = list(dict.fromkeys(rung.strategy for _, rungs in rows for rung in rungs))
    columns = heads("Against", *((pilot, "share") for pilot in pilots), "Settled")
    body: list[list[Any]] = []
    for row, rungs in rows:
        scores = {rung.strategy: measure(rung.score, rung.interval) for rung in rungs}
        settled = {True: "yes", False: "no", None: "too few games"}[None if row.climb is None else row.climb.settled]
        body.append([row.name, *(scores.get(pilot) for pilot in pilots), settled])
    text = [f"What {name} scores where both decks are played by stronger and stronger pilots; the last one's score counts."]
    return Section("By strength of play", text, tables=[Table("Score by strength of play", columns, body)])
