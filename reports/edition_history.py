"""The report of all editions: what each step changed, and how the same ideas of a deck play through the years."""

from collections import Counter
from typing import Any

from kotc_sim.experiments.edition.result import EditionHistoryResult, EditionStep, FigureInEdition
from kotc_sim.reports.edition_diff import UNITS, prices_of, rules_of
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import measure, read_count, verdict
from kotc_sim.reports.kit.report import Column, Figure, Report, Section, Table, Verdict, heads, section_of
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, plural, write_measured

LENGTH, FIRST = "length of a game", "advantage of going first"
ENDED = "ended by "
TABLES = {  # quantities in tables that a terminal has room for, with what stands above them
    "Length, first player, comebacks": {LENGTH: "Turns", FIRST: "Going first", "games won from 10 HP behind": "Comebacks"},
    "Damage": {"damage per SP on the field": "Damage per SP", "damage per level paid": "Damage per level"},
}


@reads(EditionHistoryResult)
def report(result: EditionHistoryResult) -> Report:
    """Return the report of a history."""
    labels = {row.name: clean(f"{row.name} ({row.year})" if row.year else row.name) for row in result.editions}
    titles = {row.what: clean(row.what.removeprefix(ENDED)).capitalize() for row in result.play if row.what.startswith(ENDED)}
    table = _by_edition(result, labels, "How games end", titles)
    rows = [[entry.name, entry.reason] for entry in result.left_out]
    return Report(
        title=f"The history of {plural(len(labels), 'edition')}",
        verdict=_verdict(result, labels),
        figure=_forest(result, labels, LENGTH, "How long games last"),
        sections=[
            _playing(result, labels),
            Section("How games end", tables=[table] if table else []),
            _decks(result),
            _overview(result, labels),
            *(_step(step, labels) for step in result.steps),
            section_of("Editions left out", heads("Name", "Why"), rows),
        ],
    )


def _name(labels: dict[str, str], name: str) -> str:
    return labels.get(name, clean(name))


def _rows(result: EditionHistoryResult, what: str) -> list[FigureInEdition]:
    return [row for row in result.play if row.what == what]


def _verdict(result: EditionHistoryResult, labels: dict[str, str]) -> Verdict:
    lengths = _rows(result, LENGTH)
    sums: Counter[str] = Counter()
    for step in result.steps:
        sums.update(step.counts)
    counted = ", ".join(f"{number} {kind}" for kind, number in sums.items() if number)
    rules = sum(len(step.rules) for step in result.steps)
    detail = f"Components, over {plural(len(result.steps), 'step')}: {counted or 'no change'}. Rules and counters that changed: {rules}."
    if not lengths:
        return verdict(result, "measured", f"{plural(len(labels), 'edition')} were compared.", detail)
    ends = ((write_measured(read_count(row), "number", 1), row.edition) for row in (lengths[0], lengths[-1]))
    first, last = (f"{turns} turns in {_name(labels, edition)}" for turns, edition in ends)
    sentence = f"A game of plain decks lasts {first} and {last}."
    leads = _rows(result, FIRST)
    if leads:
        most = max(leads, key=lambda row: abs(row.value))
        found = write_measured(read_count(most), "difference")
        detail += f" The largest advantage of going first that was measured: {found}, in {_name(labels, most.edition)}."
    return verdict(result, "measured", sentence, detail)


def _forest(result: EditionHistoryResult, labels: dict[str, str], what: str, title: str) -> Figure | None:
    rows = _rows(result, what)
    if not rows:
        return None
    kind, _, word = UNITS.get(rows[0].unit, UNITS[""])
    marks = [Mark(_name(labels, row.edition), read_count(row), colour="a") for row in rows]
    zero = 0.0 if kind == "difference" else None
    axis = "percentage points" if kind == "difference" else word
    digits = 1 if word == "turns" else None
    return forest(marks, title=title, kind=kind, digits=digits, axis=axis, zero=zero, label="Edition", brief=False)


def _playing(result: EditionHistoryResult, labels: dict[str, str]) -> Section:
    named = (
        (FIRST, "Advantage of going first"),
        ("damage per SP on the field", "Damage per SP on the field"),
        ("damage per level paid", "Damage per level paid"),
    )
    figures = [figure for what, title in named if (figure := _forest(result, labels, what, title)) is not None]
    tables = [_by_edition(result, labels, caption, titles) for caption, titles in TABLES.items()]
    text = ["Comebacks: games won from 10 HP behind."]
    return Section("How games are played", text, figures=figures, tables=[table for table in tables if table])


def _by_edition(result: EditionHistoryResult, labels: dict[str, str], caption: str, titles: dict[str, str]) -> Table | None:
    """Return a table with a row for each edition and a column for each quantity; None without quantities."""
    units = {row.what: UNITS.get(row.unit, UNITS[""]) for row in result.play}
    shown = [what for what in titles if what in units]
    if not shown:
        return None
    found = {(row.edition, row.what): read_count(row) for row in result.play}
    columns = [Column("Edition")]
    for what in shown:
        kind, _, word = units[what]
        columns.append(Column(titles[what], kind, 1 if word == "turns" else None))
    rows = [[label, *(found.get((name, what)) for what in shown)] for name, label in labels.items()]
    return Table(caption, columns, rows)


def _decks(result: EditionHistoryResult) -> Section:
    columns = heads("Edition", ("Score", "share"), ("Turns", "number", 1), ("Damage per SP", "number"), ("Damage per level", "number"))
    tables = []
    for name in dict.fromkeys(deck.name for deck in result.decks):
        rows = [
            [clean(deck.edition), *map(measure, (deck.score, deck.turns, deck.damage_per_sp, deck.damage_per_level))]
            for deck in result.decks
            if deck.name == name
        ]
        tables.append(Table(clean(name).capitalize(), columns, rows).without_empty_columns())
    text = ["Each deck against the others of its edition: its score, and the games that it takes part in."] if tables else []
    return Section("The same decks through the years", text, tables=tables)


def _overview(result: EditionHistoryResult, labels: dict[str, str]) -> Section:
    kinds = list(dict.fromkeys(kind for step in result.steps for kind in step.counts))
    rows: list[list[Any]] = [
        [f"{_name(labels, step.before)} to {_name(labels, step.after)}", *(step.counts.get(kind) for kind in kinds), len(step.rules)]
        for step in result.steps
    ]
    if not rows:
        return Section("Steps")
    columns = heads("From, to", *((kind.capitalize(), "count") for kind in kinds), ("Rules", "count"))
    text = [
        "A price is what an effect adds to the level of a card, what a condition, cost or caveat takes off or multiplies by, "
        "and the t of a target selection."
    ]
    return Section("Steps", text, tables=[Table("Components and rules that changed", columns, rows)])


def _step(step: EditionStep, labels: dict[str, str]) -> Section:
    after = clean(step.after)
    rows: list[list[Any]] = []
    reworded = 0
    for component in step.components:
        kinds = [clean(kind) for kind in component.change or ()]
        if kinds in ([], ["reworded"]):  # what costs and does the same
            reworded += bool(kinds)
            continue
        rows.append([", ".join(kinds), component.text, *prices_of(component)])
    title = f"From {clean(step.before)} to {_name(labels, step.after)}"
    tables = []
    if step.rules:
        tables.append(Table(f"Rules of {after}", heads("Rule", "Before", "After"), rules_of(step.rules), folded=True))
    if rows:
        rows.sort(key=lambda row: row[0])
        columns = heads("Change", "Component", "Price before", "Price after")
        tables.append(Table(f"Components of {after}", columns, rows, folded=True).without_empty_columns())
    text = [f"{plural(reworded, 'component')} more changed in words only."] if reworded else []
    if not (tables or text):
        text = ["Neither vocabulary nor rules changed."]
    return Section(title, text, tables=tables)
