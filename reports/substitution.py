"""The report of one substitution in a deck: whether it is better with the new cards."""

from __future__ import annotations

from kotc_sim.reports.kit import charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, confidence, footer, kicker, measure, notable, notes, read_count, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.report import Fact, Report, Section, Verdict
from kotc_sim.reports.kit.shown import show
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import Measure, clean, count, listing, number, points, value_and_interval, write_measured


def report(result: Result) -> Report:
    """Return the report of a substitution.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "try".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "deck", "out", "in", "difference", "verdict")
    difference = read_count(result["difference"])
    return Report(
        title=f"{clean(result['deck'])}: {_cards(result['in'])} for {_cards(result['out'])}",
        kicker=kicker(result),
        verdict=_verdict(result, difference),
        figure=_figure(result, difference),
        facts=_facts(result),
        sections=[Section("Games worth reading", tables=notable(result))],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = show(report)


def _cards(entries: list[list[object]]) -> str:
    return listing([f"{amount} {clean(name)}" for amount, name in entries]) or "nothing"


def _verdict(result: Result, difference: Measure) -> Verdict:
    deck, new = clean(result["deck"]), _cards(result["in"])
    code = str(result["verdict"])
    sentence = {
        "better": f"{deck} is better with {new}: {points(difference.value)}.",
        "worse": f"{deck} is worse with {new}: {points(difference.value)}.",
        "slightly better": f"{deck} is slightly better with {new}: {points(difference.value)}.",
        "slightly worse": f"{deck} is slightly worse with {new}: {points(difference.value)}.",
        "same": f"{deck} plays the same with {new}.",
    }.get(code, f"Not decided yet: {new} changes the score of {deck} by {points(difference.value)}.")
    detail = f"Change of its score {write_measured(difference, 'difference')}, {confidence(result)} interval"
    return verdict(result, code, sentence, f"{detail}, same seeds in both.")


def _figure(result: Result, difference: Measure) -> Figure:
    colour = {"better": "good", "worse": "bad"}.get(str(result["verdict"]), "a")
    opponents: list[Result] = list(result.get("against") or ())
    marks = [Mark("all opponents", difference, colour=colour)]
    marks += [Mark(clean(deck["name"]), measure(deck["difference"]), "Against", colour="a") for deck in opponents]
    columns = [
        Column("Against"),
        Column("Before", "share"),
        Column("After", "share"),
        Column("Change", "difference"),
    ]
    rows = [["all opponents", measure(result.get("before")), measure(result.get("after")), difference]]
    rows += [[deck["name"], *(measure(deck.get(key)) for key in ("before", "after", "difference"))] for deck in opponents]
    return charts_intervals.forest(
        marks,
        title="Change of the score",
        kind="difference",
        zero=0.0,
        axis="percentage points",
        table=Table("Change of the score", columns, rows).without_empty_columns(),
    )


def _facts(result: Result) -> list[Fact]:
    facts = []
    for key, label in (("before", "Score before"), ("after", "Score after")):
        score = measure(result.get(key))
        if score is not None:
            facts.append(Fact(label, *value_and_interval(score, "share")))
    if result.get("correlation") is not None:
        facts.append(Fact("Correlation of the pairs", number(float(result["correlation"]), 2)))
    if result.get("games_saved"):
        facts.append(Fact("Games saved by pairing", count(result["games_saved"])))
    return facts
