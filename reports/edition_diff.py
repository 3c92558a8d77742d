"""The report of two editions: what changes for a player, for decks, for cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kotc_sim.reports.kit import charts_counts, charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, footer, kicker, measure, notable, notes, read_count, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.report import Report, Section, Verdict
from kotc_sim.reports.kit.shown import show
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import MINUS, Kind, Measure, clean, listing, plural, write_measured

# How a quantity of each unit, and a difference of two, is written.
UNITS: dict[str, tuple[Kind, Kind, str]] = {
    "share": ("share", "difference", ""),
    "points": ("difference", "difference", ""),
    "turns": ("number", "signed", "turns"),
    "levels": ("level", "signed", "levels"),
    "": ("number", "signed", ""),
}

FEW = 3
"""So many untested texts stand in the verdict; if there are more, all of them are listed below."""


def report(result: Result) -> Report:
    """Return the report of a comparison of editions.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "edition diff".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "editions", "changes")
    before, after = (clean(result["editions"][side]) for side in ("before", "after"))
    length = _length(result, before, after)
    decks = _decks(result)
    return Report(
        title=f"From {before} to {after}",
        kicker=kicker({**result, "edition": None}),
        verdict=_verdict(result, after),
        figure=decks or length,
        sections=[
            _changes(result, before, after),
            Section("How long games last", figures=[length] if length is not None and decks is not None else []),
            _endings(result, before, after),
            _components(result, before, after),
            _cards(result, before, after),
            _rules(result, before, after),
            _not_carried(result),
            _not_tested(result),
            Section("Games worth reading", tables=notable(result)),
        ],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = show(report)


def _write(value: Measure | None, unit: str, difference: bool = False) -> str | None:
    if value is None:
        return None
    kind, change, _ = UNITS.get(unit, UNITS[""])
    digits = 1 if unit == "turns" else None
    return write_measured(value, change if difference else kind, digits)


def _verdict(result: Result, after: str) -> Verdict:
    """Return the verdict: what changes, the deck that changes most first."""
    changes: list[Result] = list(result["changes"])
    decks: list[Result] = sorted(result.get("decks") or (), key=lambda deck: -abs(read_count(deck["difference"]).value))
    untested = [clean(text) for text in result.get("not_tested") or ()]
    warning = f"Not tested, as no deck uses it: {listing(_few(untested))}." if untested else ""
    if result.get("verdict") == "not tested":
        sentence = f"{after} was not tested: no deck uses what differs."
        return verdict(result, "not tested", sentence, f"{warning} Name decks that carry it.")
    found = {code: [row for row in (*decks, *changes) if row["verdict"] == code] for code in ("changed", "slight")}
    code = next((code for code in found if found[code]), "")
    if not code:
        code = "same" if all(row["verdict"] == "same" for row in (*decks, *changes)) else "undecided"
        sentence = f"{after} plays the same." if code == "same" else f"No change was found in {after}, but some may be there."
        return verdict(result, code, sentence, warning)
    led = [row for row in decks if row["verdict"] == code][:1] + [row for row in changes if row["verdict"] == code]
    parts = [_part(row) for row in led[:3]]
    more = len(found[code]) - len(parts)
    rest = f"; and {plural(more, 'change')} more" if more > 0 else ""
    how = "differently" if code == "changed" else "slightly differently"
    all_of_them = plural(len(changes) + len(decks), "quantity", "quantities")
    detail = f"{len(found['changed'])} of {all_of_them} changed by more than what counts as the same"
    detail += f", {len(found['slight'])} slightly." if found["slight"] else "."
    return verdict(result, code, f"{after} plays {how}: {', '.join(parts)}{rest}.", f"{detail} {warning}".strip())


def _not_tested(result: Result) -> Section:
    """Return the texts that no deck uses, where the verdict does not name all of them."""
    texts: list[str] = list(result.get("not_tested") or ())
    tables = [Table("Not tested: no deck uses it", [Column("Text")], [[text] for text in texts])] if len(texts) > FEW + 1 else []
    return Section("Not tested", tables=tables)


def _few(texts: list[str]) -> list[str]:
    """Return texts in quotation marks, the first of many: the others are listed below."""
    quoted = [f"“{text}”" for text in texts]
    return quoted if len(quoted) <= FEW + 1 else [*quoted[:FEW], f"{len(quoted) - FEW} more (below)"]


def _part(row: Result) -> str:
    """Return a change in words: ``length of a game −1.2 turns``; of a deck, ``score of Rats +3.4 pp``."""
    unit = str(row.get("unit") or ("share" if "name" in row else ""))
    text = _write(Measure(read_count(row["difference"]).value), unit, difference=True) or ""
    what = f"score of {clean(row['name'])}" if "name" in row else clean(row["what"])
    return f"{what} {text} {UNITS.get(unit, UNITS[''])[2]}".strip()


def _decks(result: Result) -> Figure | None:
    decks: list[Result] = list(result.get("decks") or ())
    if not decks:
        return None
    decks.sort(key=lambda deck: -read_count(deck["difference"]).value)
    marks = [
        Mark(
            clean(deck["name"]),
            measure(deck["difference"]),
            colour={"changed": "a"}.get(str(deck.get("verdict")), "tie"),
        )
        for deck in decks
    ]
    columns = [
        Column("Deck"),
        Column("Before", "share"),
        Column("After", "share"),
        Column("Change", "difference"),
        Column("Verdict"),
    ]
    rows = [
        [
            deck["name"],
            *(measure(deck.get(key)) for key in ("before", "after", "difference")),
            deck.get("verdict"),
        ]
        for deck in decks
    ]
    return charts_intervals.forest(
        marks,
        title="What changes for each deck",
        kind="difference",
        zero=0.0,
        axis="change of its score, percentage points",
        key={"a": "changed", "tie": "not, or slightly"},
        caption="Score in the gauntlet after minus before, on the same seeds.",
        table=Table("What changes for each deck", columns, rows).without_empty_columns(),
    )


def _changes(result: Result, before: str, after: str) -> Section:
    # One column holds several units here, so cells are written before the table is made.
    rows: list[list[Any]] = []
    for change in result["changes"]:
        unit = str(change.get("unit") or "")
        word = UNITS.get(unit, UNITS[""])[2]
        row: list[Any] = [f"{clean(change['what'])}, {word}" if word else change["what"]]
        row += [_write(measure(change.get(key)), unit) for key in ("before", "after")]
        row += [
            _write(measure(change.get("difference")), unit, difference=True),
            change.get("p"),
            change["verdict"],
        ]
        rows.append(row)
    columns = [
        Column(""),
        Column(before, "number"),
        Column(after, "number"),
        Column("Change", "number"),
        Column("p (Holm)", "probability"),
        Column("Verdict"),
    ]
    table = Table("What changes for a player", columns, rows).without_empty_columns()
    return Section("What changes for a player", tables=[table])


def _length(result: Result, before: str, after: str) -> Figure | None:
    turns: Result = result.get("turns") or {}
    if any(turns.get(side) is None or not len(turns[side]) for side in ("before", "after")):
        return None
    return charts_counts.two_lengths(turns["before"], turns["after"], (before, after), title="How long games last")


def _endings(result: Result, before: str, after: str) -> Section:
    endings: Result = result.get("endings") or {}
    rows = [[name, pair[0], pair[1], float(pair[1]) - float(pair[0])] for name, pair in endings.items()]
    if not rows:
        return Section("How games end")
    columns = [
        Column("Ending"),
        Column(before, "share"),
        Column(after, "share"),
        Column("Change", "difference"),
    ]
    return Section("How games end", tables=[Table("How games end", columns, rows)])


def _components(result: Result, before: str, after: str) -> Section:
    rows: list[list[Any]] = []
    for component in result.get("components") or ():
        fair = [measure(component.get(key)) for key in ("fair_before", "fair_after")]
        prices = [price_text(component.get(f"formula_{side}"), component.get(f"official_{side}")) for side in ("before", "after")]
        users = component.get("used_by")
        rows.append([component["text"], *prices, *fair, None if users is None else listing(users) or "no deck: not tested"])
    if not rows:
        return Section("Components")
    columns = [
        Column("Component"),
        Column(f"Price, {before}"),
        Column(f"Price, {after}"),
        Column(f"Fair, {before}", "level"),
        Column(f"Fair, {after}", "level"),
        Column("Used by"),
    ]
    return Section("Components", tables=[Table("Components, in levels", columns, rows).without_empty_columns()])


def price_text(formula: object, smallest: float | None) -> str | None:
    """Return an official price: its formula, and what that gives at the smallest amounts, as a fraction."""
    if smallest is None:
        return None
    least = str(Fraction(smallest).limit_denominator(1000)).replace("-", MINUS)
    text = clean(formula or "")
    return f"{text} (from {least})" if text and text != least else least


def _cards(result: Result, before: str, after: str) -> Section:
    rows: list[list[Any]] = []
    for card in result.get("cards") or ():
        legal = [card.get("legal_before"), card.get("legal_after")]
        change = None if legal[0] == legal[1] else "becomes legal" if legal[1] else "becomes illegal"
        rows.append([card["name"], card.get("level_before"), card.get("level_after"), change, card.get("reason")])
    if not rows:
        return Section("Cards that change")
    columns = [
        Column("Card"),
        Column(f"Level, {before}", "level"),
        Column(f"Level, {after}", "level"),
        Column("Legality"),
        Column("Why"),
    ]
    return Section("Cards that change", tables=[Table("Cards that change", columns, rows).without_empty_columns()])


def _rules(result: Result, before: str, after: str) -> Section:
    rows = [[rule["rule"], rule.get("before") or None, rule.get("after") or None] for rule in result.get("rules") or ()]
    if not rows:
        return Section("Rules that differ")
    columns = [Column("Rule"), Column(before), Column(after)]
    return Section("Rules that differ", tables=[Table("Rules that differ", columns, rows)])


def _not_carried(result: Result) -> Section:
    lost: list[Result] = list(result.get("not_carried") or ())
    if not lost:
        return Section("What could not be carried over")
    table = Table(
        "What could not be carried over",
        [Column("Name"), Column("Why")],
        [[x["name"], x.get("reason")] for x in lost],
    )
    share = len(lost)
    return Section("What could not be carried over", [f"{plural(share, 'entry', 'entries')} left out."], tables=[table])
