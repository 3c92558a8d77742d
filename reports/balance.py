"""The report of a balance: which prices should change, and what the edition is like before and after."""

import math
from collections.abc import Sequence

from kotc_sim.experiments.balance.result import BalanceResult, BestHome, Extent, FieldFound, PriceChange
from kotc_sim.experiments.result import Measure
from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.reports.edition_diff import UNITS
from kotc_sim.reports.kit import charts_curve
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import measure, read_count, verdict
from kotc_sim.reports.kit.report import Figure, Report, Section, Table, Verdict, heads, section_of
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import Kind, clean, count, percent, plural, write_measured
from kotc_sim.reports.meta import count_of, say_origin

NAMED = 4  # changes that the first sentence names
SHOWN = 30  # components of the picture: those furthest from zero


@reads(BalanceResult)
def report(result: BalanceResult) -> Report:
    """Return the report of a balance."""
    rows = [
        [i, one.measured, len(one.shown), ", ".join(f"{chosen.id} {chosen.formula_after}" for chosen in one.chosen) or "nothing"]
        for i, one in enumerate(result.rounds, 1)
    ]
    columns = heads(("Round", "count"), ("Measured", "count"), ("Shown to be mispriced", "count"), "Chosen")
    return Report(
        title=f"The next edition of {clean(result.edition or 'the game')}",
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
            section_of("Rounds", columns, rows),
        ],
    )


def _verdict(result: BalanceResult) -> Verdict:
    changes = result.changes
    before, after = result.mispriced.before, result.mispriced.after
    if changes:
        named = "; ".join(f"“{clean(one.text)}” {one.formula_after} for {one.formula_before}" for one in changes[:NAMED])
        more = f"; and {len(changes) - NAMED} more" if len(changes) > NAMED else ""
        sentence = f"{plural(len(changes), 'price')} should change: {named}{more}."
    else:
        sentence = "No price should change." if result.verdict is Word.NOTHING else "No change of a price was shown to be needed yet."
    left = "" if after is None or not changes else f", {after} afterwards"
    detail = (
        f"{before or 'None'} of {plural(result.family, 'component')} {'are' if (before or 0) > 1 else 'is'} shown to be mispriced{left}."
    )
    if changes and result.metagame is not None:
        detail += f" {_more_or_fewer(result.metagame.before.mattering, result.metagame.after.mattering)}"
    if not result.finished:
        detail += " The budget was spent before a round found nothing more to change."
        if late := result.late:
            detail += f" There was no time to judge {plural(late, 'component')} that may be mispriced."
    return verdict(result, result.verdict, sentence, detail)


def _premiums(result: BalanceResult) -> Figure | None:
    before, after = ({one.id: one for one in side} for side in (result.components.before, result.components.after))
    changed = [one.id for one in result.changes]
    ids = list(dict.fromkeys([*changed, *(key for key, one in before.items() if one.shown)]))[:SHOWN]
    if not ids:
        return None
    marks = []
    for key in ids:
        name = clean(before[key].text) if key in before else key
        for word, side, colour in (("before", before, "tie"), ("after", after, "good")):
            if key in side:
                marks.append(Mark(word, measure(side[key].premium), name, colour="bad" if side[key].shown else colour))
    return forest(
        marks,
        title="Premium of each component, before and after",
        kind="signed",
        digits=1,
        zero=0.0,
        axis="points of score a copy",
        brief=True,
    )


def _changes(result: BalanceResult) -> Section:
    columns = heads(
        "Component", "Price", "Proposed", "At", ("Premium before", "signed", 1), ("Premium after", "signed", 1), ("p", "number", 4)
    )
    rows = [
        [one.text, one.formula_before, one.formula_after, _amounts(one), *map(measure, (one.premium_before, one.premium_after)), one.p]
        for one in result.changes
    ]
    return section_of("The prices to print", columns, rows)


def _amounts(change: PriceChange) -> str:
    before, after = change.amounts_before, change.amounts_after
    return before if before == after else f"{before}; after: {after}"


def _rules(result: BalanceResult) -> Section:
    rules = result.rules
    if not rules:
        return Section("Rules")
    rows = []
    for one in rules.taken:
        changed = ", ".join(f"{name}: {value}" for name, value in one.rules.items()) or "as they are"
        for found in one.figures:
            kind: Kind = {"advantage": "difference", "tied": "share"}.get(found.what.split()[0], "number")  # type: ignore[assignment]
            rows.append([changed, found.target, write_measured(read_count(found), kind), "yes" if found.met else "no"])
    columns = heads("Rules", "Target", "Found", "Met")
    words = f"{count(rules.tried)} values of rule numbers were played."
    return section_of("Rules", columns, rows, [words])


def _before_after(result: BalanceResult) -> Section:
    rows: list[list[object]] = [
        ["components shown to be mispriced", count(result.mispriced.before or 0), _or_unknown(result.mispriced.after), ""]
    ]
    if result.metagame is not None:
        fields = (result.metagame.before, result.metagame.after)
        rows += [
            ["decks that matter", *map(_mattering, fields), ""],
            ["best home against them", *(_score(field.home) for field in fields), ""],
            ["last response against them", *map(_last, fields), ""],
        ]
    for one in result.play or ():
        kind, _, _ = UNITS.get(one.unit, UNITS[""])
        rows.append([one.what, *(write_measured(read_count(side), kind) for side in (one.before, one.after)), one.verdict])
    columns = heads("", "Before", "After", "Change")
    return section_of("Before and after", columns, rows)


def _score(found: BestHome | None) -> str:
    return write_measured(read_count(found), "share") if found else "not known"


def _mattering(found: FieldFound | Extent) -> str:
    return f"{write_measured(read_count(found.mattering), 'count')}{'' if found.settled else ', not settled'}"


def _last(found: FieldFound | Extent) -> str:
    response = found.response
    return write_measured(read_count(response.score, response.interval), "share") if response else "not known"


def _or_unknown(value: int | None) -> str:
    return "not measured" if value is None else count(value)


def _alternatives(result: BalanceResult) -> Section:
    found = result.alternatives
    if len(found) < 2:
        return Section("Alternatives")
    columns = heads("Mended first", ("Changes", "count"), ("Size, levels", "number", 1), "Still mispriced", "Finished")
    rows = [[one.way, one.changes, one.size, _or_unknown(one.mispriced), "yes" if one.finished else "no"] for one in found]
    words = "Plain minions themselves are shown to be mispriced. The first row is what is proposed; --prefer bodies or texts chooses."
    return section_of("Alternatives", columns, rows, [words])


def _extents(result: BalanceResult) -> Section:
    """Return how far the prices go that most of today's decks pay, and what the field is like where they go less far."""
    found = result.extents
    if not found:
        return Section("How far prices go")
    whole, proposed = found[0], next(one for one in found if one.proposed)
    counts = [write_measured(read_count(one.mattering), "count") for one in (proposed, whole)]
    texts = {one.id: clean(one.text) for one in result.components.before}
    paid = result.paid_by_most or ()
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
        far = f"{go} {percent(proposed.extent, 0)} of the way" if proposed.extent else stay
        words += f"{far}: {counts[0]} decks matter, {counts[1]} at all of the way."
    rows = [
        [
            one.extent,
            "yes" if one.proposed else "no",
            "; ".join(f"{texts.get(key, key)} {price}" for key, price in one.prices.items()),
            _mattering(one),
            _score(one.home),
            _last(one),
        ]
        for one in found
    ]
    columns = heads(
        ("Of the way", "share", 0), "Proposed", "Prices", "Decks that matter", "Best home against them", "Last response against them"
    )
    return section_of("How far prices go", columns, rows, [words])


def _metagame(result: BalanceResult) -> Section:
    if result.metagame is None:
        return Section("Decks that matter")
    fields = {"before": result.metagame.before, "after": result.metagame.after}
    rows = [
        [side, deck.name, say_origin(deck.origin), deck.share, ", ".join(map(count_of, deck.cards))]
        for side, field in fields.items()
        for deck in field.decks
    ]
    columns = heads("", "Deck", "From", ("Share", "share"), "Cards")
    dynamics = result.dynamics
    figures = [charts_curve.shares(dynamics, title="How the field would move under the proposal")] if dynamics else []
    words = [charts_curve.moves(dynamics)] if dynamics else []
    if result.extents:
        words.insert(
            0,
            "Each field was searched a second time, beginning with the decks that the first searches of all fields found. "
            "What this found is reported; intervals of how many decks matter span both searches.",
        )
    return Section("Decks that matter", words, figures, [Table("Decks that matter", columns, rows), _list_held(result, [*fields.values()])])


def _more_or_fewer(before: Measure, after: Measure) -> str:
    """Return in words whether more decks matter under the proposal: only if the intervals, of all searches, are apart."""
    counts = f"{write_measured(read_count(after), 'count')}, before {write_measured(read_count(before), 'count')}, by two searches each"
    (low, high), (least, most) = before.interval or (-math.inf, math.inf), after.interval or (-math.inf, math.inf)
    if least > high:
        return f"Under the proposal more decks matter: {counts}."
    if most < low:
        return f"Under the proposal fewer decks matter: {counts}."
    return f"Whether more or fewer decks matter under the proposal is not shown: {counts}."


def _list_held(result: BalanceResult, fields: Sequence[FieldFound]) -> Table:
    """Return what the decks that matter hold, and what homes say of it: a text that only the field wants may be too cheap."""
    sides = [{one.text: one for one in field.components} for field in fields]
    premiums = {one.text: measure(one.premium) for one in result.components.after}

    def most(text: str) -> float:
        return max(side[text].share for side in sides if text in side)

    texts = sorted(dict.fromkeys((*sides[1], *sides[0])), key=most, reverse=True)
    rows = [
        [text, *(getattr(side.get(text), key, None) for side in sides for key in ("share", "copies")), premiums.get(text)] for text in texts
    ]
    columns = heads(
        "Text",
        ("Before", "share"),
        ("Copies before", "number"),
        ("After", "share"),
        ("Copies after", "number"),
        ("Premium after", "signed", 1),
    )
    note = "Before, after: share of the equilibrium whose decks hold the text, and copies in such a deck. Premium: in homes, points a copy."
    return Table("What the decks that matter hold", columns, rows, note)


def _exploits(result: BalanceResult) -> Section:
    if result.exploits is None:
        return Section("Exploits under the proposal")
    if not result.exploits:
        return Section("Exploits under the proposal", ["A search for cards that cost too little under the proposal found none."])
    columns = heads("Card", "Text", ("Level", "count"), ("Gain, points a copy", "signed", 1))
    rows = [[one.name, one.text, one.level, measure(one.gain)] for one in result.exploits]
    return section_of("Exploits under the proposal", columns, rows)


def _say_unsettled(result: BalanceResult) -> Section:
    rows = [[one.text, one.amounts or "", measure(one.premium), one.why] for one in result.unsettled if one.premium]
    columns = heads("Component", "At", ("Premium", "signed", 1), "Why")
    unmeasured: dict[str, list[str]] = {}
    for one in result.unsettled:
        if not one.premium:
            unmeasured.setdefault(clean(one.why), []).append(f"“{clean(one.text)}”")
    return Section(
        "What could not be settled",
        text=[f"Not measured, {why}: {', '.join(texts)}." for why, texts in unmeasured.items()],
        tables=[Table("What could not be settled", columns, rows)] if rows else [],
    )


def _list_taken_back(result: BalanceResult) -> Section:
    rows = [
        [one.text, one.formula_before, one.formula_after, *map(measure, (one.premium_before, one.premium_after)), one.why]
        for one in result.taken_back
    ]
    columns = heads("Component", "Price", "Tried", ("Premium before", "signed", 1), ("Premium after", "signed", 1), "Why it was taken back")
    return section_of("Changes that were taken back", columns, rows)
