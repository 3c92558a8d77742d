"""The report of a balance: which prices should change, and what the edition is like before and after."""

from __future__ import annotations

from kotc_sim.reports.kit import charts_intervals, charts_lines
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, footer, kicker, measure, notes, read_count, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.report import Report, Section, Verdict
from kotc_sim.reports.kit.shown import show
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import Kind, clean, count, percent, plural, write_measured

KINDS: dict[str, Kind] = {"share": "share", "points": "difference"}
NAMED = 4
"""Changes that the first sentence names."""
SHOWN = 30
"""Components of the picture: those furthest from zero."""


def report(result: Result) -> Report:
    """Return the report of a balance.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "balance".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "verdict", "changes", "unsettled", "alternatives", "mispriced", "components", "band")
    return Report(
        title=f"The next edition of {clean(result.get('edition') or 'the game')}",
        kicker=kicker(result),
        verdict=_verdict(result),
        figure=_premiums(result),
        sections=[
            _changes(result),
            _rules(result),
            _before_after(result),
            _alternatives(result),
            _extents(result),
            _metagame(result),
            _exploits(result),
            _say_unsettled(result),
            _list_taken_back(result),
            _rounds(result),
        ],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = show(report)


def _verdict(result: Result) -> Verdict:
    changes = list(result["changes"])
    before, after = result["mispriced"]["before"], result["mispriced"]["after"]
    family = count(result["family"])
    if changes:
        named = "; ".join(f"“{clean(one['text'])}” {one['formula_after']} for {one['formula_before']}" for one in changes[:NAMED])
        more = f"; and {len(changes) - NAMED} more" if len(changes) > NAMED else ""
        sentence = f"{plural(len(changes), 'price')} should change: {named}{more}."
    else:
        sentence = (
            "No price should change." if result["verdict"] == "nothing to change" else "No change of a price was shown to be needed yet."
        )
    left = "" if after is None or not changes else f", {after} afterwards"
    detail = f"Of {family} components {before} are shown to be mispriced{left}."
    field = result.get("metagame", {})
    if changes and len(field) == 2:
        detail += f" {_more_or_fewer(field['before']['mattering'], field['after']['mattering'])}"
    if not result.get("finished"):
        detail += " The budget was spent before a round found nothing more to change."
        if late := int(result.get("late") or 0):
            detail += f" There was no time to judge {plural(late, 'component')} that may be mispriced."
    return verdict(result, str(result["verdict"]), sentence, detail)


def _premiums(result: Result) -> Figure | None:
    before = {one["id"]: one for one in result["components"]["before"]}
    after = {one["id"]: one for one in result["components"]["after"]}
    changed = [one["id"] for one in result["changes"]]
    ids = list(dict.fromkeys([*changed, *(key for key, one in before.items() if one["shown"])]))[:SHOWN]
    if not ids:
        return None
    marks = []
    for key in ids:
        name = clean(before[key]["text"]) if key in before else key
        if key in before:
            marks.append(Mark("before", measure(before[key]["premium"]), name, colour="bad" if before[key]["shown"] else "tie"))
        if key in after:
            marks.append(Mark("after", measure(after[key]["premium"]), name, colour="bad" if after[key]["shown"] else "good"))
    return charts_intervals.forest(
        marks,
        title="Premium of each component, before and after",
        kind="signed",
        digits=1,
        zero=0.0,
        axis="points of score a copy",
        brief=True,
    )


def _changes(result: Result) -> Section:
    columns = [
        Column("Component"),
        Column("Price"),
        Column("Proposed"),
        Column("At"),
        Column("Premium before", "signed", 1),
        Column("Premium after", "signed", 1),
        Column("p", "number", 4),
    ]
    rows = [
        [
            one["text"],
            one["formula_before"],
            one["formula_after"],
            _amounts(one),
            read_count(one["premium_before"]),
            read_count(one["premium_after"]),
            one["p"],
        ]
        for one in result["changes"]
    ]
    return Section("The prices to print", tables=[Table("The prices to print", columns, rows)] if rows else [])


def _amounts(change: Result) -> str:
    """Return the amounts at which a price was judged, before and after."""
    before, after = change["amounts_before"], change["amounts_after"]
    return before if before == after else f"{before}; after: {after}"


def _rules(result: Result) -> Section:
    rules = result.get("rules")
    if not rules:
        return Section("Rules")
    rows = []
    for one in rules["taken"]:
        changed = ", ".join(f"{name}: {value}" for name, value in one["rules"].items()) or "as they are"
        for found in one["figures"]:
            kind = KINDS.get(
                "points" if found["what"].startswith("advantage") else "share" if found["what"].startswith("tied") else "", "number"
            )
            rows.append([changed, found["target"], write_measured(read_count(found), kind), "yes" if found["met"] else "no"])
    columns = [Column("Rules"), Column("Target"), Column("Found"), Column("Met")]
    words = f"{count(rules['tried'])} values of rule numbers were played."
    return Section("Rules", [words], tables=[Table("Rules", columns, rows)])


def _before_after(result: Result) -> Section:
    rows: list[list[object]] = []
    for one in result.get("play") or []:
        kind = KINDS.get(str(one["unit"]), "number")
        rows.append([one["what"], *(write_measured(read_count(one[side]), kind) for side in ("before", "after")), one["verdict"]])
    field = result.get("metagame")
    if field:
        rows[:0] = [
            ["decks that matter", *(_mattering(field[side]) for side in ("before", "after")), ""],
            ["best home against them", *(_score(field[side].get("home")) for side in ("before", "after")), ""],
            ["last response against them", *(_last(field[side]) for side in ("before", "after")), ""],
        ]
    mispriced = result["mispriced"]
    rows.insert(0, ["components shown to be mispriced", count(mispriced["before"]), _or_unknown(mispriced["after"]), ""])
    columns = [Column(""), Column("Before"), Column("After"), Column("Change")]
    return Section("Before and after", tables=[Table("Before and after", columns, rows)])


def _score(found: Result | None) -> str:
    return write_measured(read_count(found), "share") if found else "not known"


def _mattering(found: Result) -> str:
    return f"{write_measured(read_count(found['mattering']), 'count')}{'' if found['settled'] else ', not settled'}"


def _last(found: Result) -> str:
    response = found.get("response")
    return _score({"value": response["score"], "interval": response["interval"]} if response else None)


def _or_unknown(value: object) -> str:
    return "not measured" if value is None else count(float(str(value)))


def _alternatives(result: Result) -> Section:
    found = list(result["alternatives"])
    if len(found) < 2:
        return Section("Alternatives")
    columns = [
        Column("Mended first"),
        Column("Changes", "count"),
        Column("Size, levels", "number", 1),
        Column("Still mispriced"),
        Column("Finished"),
    ]
    rows = [[one["way"], one["changes"], one["size"], _or_unknown(one["mispriced"]), "yes" if one["finished"] else "no"] for one in found]
    words = "Plain minions themselves are shown to be mispriced. The first row is what is proposed; --prefer bodies or texts chooses."
    return Section("Alternatives", [words], tables=[Table("Alternatives", columns, rows)])


def _extents(result: Result) -> Section:
    """Return how far the prices go that most of today's decks pay, and what the field is like where they go less far."""
    found = list(result.get("extents") or [])
    if not found:
        return Section("How far prices go")
    whole, proposed = found[0], next(one for one in found if one["proposed"])
    counts = [write_measured(read_count(one["mattering"]), "count") for one in (proposed, whole)]
    texts = {one["id"]: clean(one["text"]) for one in result["components"]["before"]}
    paid = list(result.get("paid_by_most") or [])
    judged = ", ".join(f"“{texts.get(key, key)}”" for key in paid)
    several = len(paid) > 1
    these, go = ("these prices go", "They go") if several else ("this price goes", "It goes")
    stay = "They stay as they are" if several else "It stays as it is"
    words = f"At least half of the decks first found today pay for {judged}: the field judges how far {these}. " if paid else ""
    if len(found) == 1:
        words += "No part of the way was tried: no such price changes, fresh games bear none of it out, or there was no time."
    elif proposed is whole:
        words += f"{go} all of the way: at no part of it more decks are shown to matter than {counts[1]}."
    else:
        far = f"{go} {percent(proposed['extent'], 0)} of the way" if proposed["extent"] else stay
        words += f"{far}: {counts[0]} decks matter, {counts[1]} at all of the way."
    rows = [
        [
            one["extent"],
            "yes" if one["proposed"] else "no",
            "; ".join(f"{texts.get(key, key)} {price}" for key, price in one["prices"].items()),
            _mattering(one),
            _score(one.get("home")),
            _last(one),
        ]
        for one in found
    ]
    columns = [
        Column("Of the way", "share", 0),
        Column("Proposed"),
        Column("Prices"),
        Column("Decks that matter"),
        Column("Best home against them"),
        Column("Last response against them"),
    ]
    return Section("How far prices go", [words], tables=[Table("How far prices go", columns, rows)])


def _metagame(result: Result) -> Section:
    field = result.get("metagame")
    if not field:
        return Section("Decks that matter")
    rows = [
        [
            side,
            deck["name"],
            clean(deck.get("origin") or ""),
            deck["share"],
            ", ".join(f"{copies} {clean(name)}" for copies, name in deck["cards"]),
        ]
        for side in ("before", "after")
        for deck in field[side]["decks"]
    ]
    columns = [Column(""), Column("Deck"), Column("From"), Column("Share", "share"), Column("Cards")]
    dynamics = result.get("dynamics")
    figures = [charts_lines.shares(dynamics, title="How the field would move under the proposal")] if dynamics else []
    words = [charts_lines.moves(dynamics)] if dynamics else []
    if result.get("extents"):
        words.insert(
            0,
            "Each field was searched a second time, beginning with the decks that the first searches of all fields found. "
            "What this found is told; intervals of how many decks matter span both searches.",
        )
    return Section("Decks that matter", words, figures, [Table("Decks that matter", columns, rows), _list_held(result)])


def _more_or_fewer(before: Result, after: Result) -> str:
    """Return in words whether more decks matter under the proposal: only if the intervals, of all searches, are apart."""
    told = f"{write_measured(read_count(after), 'count')}, before {write_measured(read_count(before), 'count')}, by two searches each"
    (low, high), (least, most) = before["interval"], after["interval"]
    if least > high:
        return f"Under the proposal more decks matter: {told}."
    if most < low:
        return f"Under the proposal fewer decks matter: {told}."
    return f"Whether more or fewer decks matter under the proposal is not shown: {told}."


def _list_held(result: Result) -> Table:
    """Return what the decks that matter hold, beside what homes say of it: a text that only the field wants may be too cheap."""
    sides = [{one["text"]: one for one in result["metagame"][side]["components"]} for side in ("before", "after")]
    premiums = {one["text"]: read_count(one["premium"]) for one in result["components"].get("after") or ()}

    def most(text: str) -> float:
        return max(float(side[text]["share"]) for side in sides if text in side)

    texts = sorted(dict.fromkeys((*sides[1], *sides[0])), key=most, reverse=True)
    rows = [
        [text, *(side[text][key] if text in side else None for side in sides for key in ("share", "copies")), premiums.get(text)]
        for text in texts
    ]
    columns = [
        Column("Text"),
        Column("Before", "share"),
        Column("Copies before", "number"),
        Column("After", "share"),
        Column("Copies after", "number"),
        Column("Premium after", "signed", 1),
    ]
    note = "Before, after: share of the equilibrium whose decks hold the text, and copies in such a deck. Premium: in homes, points a copy."
    return Table("What the decks that matter hold", columns, rows, note)


def _exploits(result: Result) -> Section:
    if "exploits" not in result:
        return Section("Exploits under the proposal")
    cards = list(result["exploits"])
    if not cards:
        return Section("Exploits under the proposal", ["A search for cards that cost too little under the proposal found none."])
    columns = [Column("Card"), Column("Text"), Column("Level", "count"), Column("Gain, points a copy", "signed", 1)]
    rows = [[one["name"], one["text"], one["level"], read_count(one["gain"])] for one in cards]
    return Section("Exploits under the proposal", tables=[Table("Exploits under the proposal", columns, rows)])


def _say_unsettled(result: Result) -> Section:
    rows = [[one["text"], one["amounts"] or "", measure(one["premium"]), one["why"]] for one in result["unsettled"] if one["premium"]]
    columns = [Column("Component"), Column("At"), Column("Premium", "signed", 1), Column("Why")]
    unmeasured: dict[str, list[str]] = {}
    for one in result["unsettled"]:
        if not one["premium"]:
            unmeasured.setdefault(clean(one["why"]), []).append(f"“{clean(one['text'])}”")
    return Section(
        "What could not be settled",
        text=[f"Not measured, {why}: {', '.join(texts)}." for why, texts in unmeasured.items()],
        tables=[Table("What could not be settled", columns, rows)] if rows else [],
    )


def _list_taken_back(result: Result) -> Section:
    rows = [
        [
            one["text"],
            one["formula_before"],
            one["formula_after"],
            read_count(one["premium_before"]),
            read_count(one["premium_after"]),
            one["why"],
        ]
        for one in result.get("taken_back") or []
    ]
    columns = [
        Column("Component"),
        Column("Price"),
        Column("Tried"),
        Column("Premium before", "signed", 1),
        Column("Premium after", "signed", 1),
        Column("Why it was taken back"),
    ]
    return Section("Changes that were taken back", tables=[Table("Changes that were taken back", columns, rows)] if rows else [])


def _rounds(result: Result) -> Section:
    rows = [
        [i, one["measured"], len(one["shown"]), ", ".join(f"{c['id']} {c['formula_after']}" for c in one["chosen"]) or "nothing"]
        for i, one in enumerate(result.get("rounds") or [], 1)
    ]
    columns = [Column("Round", "count"), Column("Measured", "count"), Column("Shown to be mispriced", "count"), Column("Chosen")]
    return Section("Rounds", tables=[Table("Rounds", columns, rows)])
