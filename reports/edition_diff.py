"""The report of two editions: what changes for a player, for decks, for cards."""

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kotc_sim.experiments.edition.result import ComponentDifference, DeckChange, EditionDiffResult, FigureChange, RuleDifference
from kotc_sim.experiments.result import ALPHA
from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.reports.kit import charts_counts
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import FINER, NEXT, again, kicker, measure, verdict
from kotc_sim.reports.kit.report import Figure, Report, Section, Table, Verdict, heads, section_of
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import FEW, MINUS, Kind, Measure, clean, list_few, listing, plural, write_measured

# How a quantity of each unit, and a difference of two, is written.
UNITS: dict[str, tuple[Kind, Kind, str]] = {
    "share": ("share", "difference", ""),
    "points": ("difference", "difference", ""),
    "turns": ("number", "signed", "turns"),
    "levels": ("level", "signed", "levels"),
    "": ("number", "signed", ""),
}
SIDES = "before", "after"


@reads(EditionDiffResult)
def report(result: EditionDiffResult) -> Report:
    """Return the report of a comparison of editions."""
    before, after = clean(result.editions.before), clean(result.editions.after)
    length = _length(result, before, after)
    decks, said = _decks(result), _verdict(result, after)
    texts = result.not_tested
    rows = [[text] for text in texts] if len(texts) > FEW + 1 else []
    lost = result.not_carried
    left_out = [f"{plural(len(lost), 'entry', 'entries')} left out."]
    return Report(
        title=f"From {before} to {after}",
        kicker=kicker(replace(result, edition=None)),
        verdict=said,
        figure=decks or length,
        sections=[
            _next(result, said),
            _changes(result, before, after),
            Section("How long games last", figures=[length] if length is not None and decks is not None else []),
            _endings(result, before, after),
            _components(result, before, after),
            _cards(result, before, after),
            _rules(result, before, after),
            section_of("What could not be carried over", heads("Name", "Why"), [[one.name, one.reason] for one in lost], left_out),
            Section("Not tested", tables=[Table("Not tested: no deck uses it", heads("Text"), rows)] if rows else []),
        ],
    )


def _write(value: Measure | None, unit: str, difference: bool = False) -> str | None:
    if value is None:
        return None
    kind, change, _ = UNITS.get(unit, UNITS[""])
    return write_measured(value, change if difference else kind, 1 if unit == "turns" else None)


def _verdict(result: EditionDiffResult, after: str) -> Verdict:
    """Return the verdict: what changes, the deck that changes most first."""
    changes = result.changes
    decks = sorted(result.decks, key=lambda deck: -abs(deck.difference.value))
    untested = [f"“{text}”" for text in result.not_tested]
    warning = f"Not tested, as no deck uses {'it' if len(untested) == 1 else 'them'}: {list_few(untested, ' (below)')}." if untested else ""
    if result.verdict is Word.NOT_TESTED:
        sentence = f"{after} was not tested: no deck uses what differs."
        return verdict(result, "not tested", sentence, f"{warning} Name decks that carry it.")
    rows: list[FigureChange | DeckChange] = [*decks, *changes]
    found = {code: [row for row in rows if row.verdict is code] for code in (Word.CHANGED, Word.SLIGHT)}
    sure = [row for row in rows if row.p is not None and row.p < ALPHA]
    found[Word.PROVISIONAL] = [row for row in sure if row.verdict is Word.PROVISIONAL]
    code = next((code for code in found if found[code]), None)
    if code is None:
        code = Word.SAME if all(row.verdict is Word.SAME for row in rows) else Word.UNDECIDED
        alike = not (result.rules or result.components or result.cards)  # a weaker pilot has no word, and none is needed here
        same = code is Word.SAME or (alike and not any(row.difference.value for row in rows))
        sentence = f"{after} plays the same." if same else f"No change was found in {after}, but some may be there."
        return verdict(result, code, sentence, warning)
    led = [row for row in found[code] if row in decks][:1] + [row for row in found[code] if row in changes]
    parts = [_part(row) for row in led[:3]]
    more = len(found[code]) - len(parts)
    rest = f"; and {plural(more, 'change')} more" if more > 0 else ""
    how = "slightly differently" if code is Word.SLIGHT else "differently"
    if code is Word.PROVISIONAL:
        return verdict(result, code, f"{after} plays {how}: {', '.join(parts)}{rest}.", warning)
    all_of_them = plural(len(changes) + len(decks), "quantity", "quantities")
    detail = f"{len(found[Word.CHANGED])} of {all_of_them} changed by more than what counts as the same"
    detail += f", {len(found[Word.SLIGHT])} slightly." if found[Word.SLIGHT] else "."
    return verdict(result, code, f"{after} plays {how}: {', '.join(parts)}{rest}.", f"{detail} {warning}".strip())


def _next(result: EditionDiffResult, said: Verdict) -> Section:
    """Return what to do next: more games where nothing was found, else whether the prices are nearer to what texts are worth."""
    matches = math.comb(len(result.decks), 2) or 1
    if said.code == Word.UNDECIDED and result.games:
        more = FINER * round(result.games / len(SIDES) / matches)
        return Section(NEXT, ["For half the intervals:"], commands=[again(result, "--games", str(more))])
    priced = [one for one in result.components or () if one.change and "repriced" in one.change]
    if said.code in (Word.SAME, Word.SLIGHT, Word.CHANGED) and priced and not any(one.fair for one in priced):
        words = "To see which price is nearer to what the text is worth:"
        return Section(NEXT, [words], commands=[again(result, "--fair", "changed")])
    return Section("")


def _part(row: FigureChange | DeckChange) -> str:
    """Return a change in words: ``length of a game −1.2 turns``; of a deck, ``score of Rats +3.4 pp``."""
    what, unit = (f"score of {clean(row.name)}", "share") if isinstance(row, DeckChange) else (clean(row.what), row.unit)
    text = _write(Measure(row.difference.value), unit, difference=True) or ""
    return f"{what} {text} {UNITS.get(unit, UNITS[''])[2]}".strip()


def _decks(result: EditionDiffResult) -> Figure | None:
    if not result.decks:
        return None
    decks = sorted(result.decks, key=lambda deck: -deck.difference.value)
    marks = [Mark(clean(deck.name), measure(deck.difference), colour="a" if deck.verdict is Word.CHANGED else "tie") for deck in decks]
    columns = heads("Deck", ("Before", "share"), ("After", "share"), ("Change", "difference"), "Verdict")
    rows = [[deck.name, *map(measure, (deck.before, deck.after, deck.difference)), deck.verdict] for deck in decks]
    return forest(
        marks,
        title="What changes for each deck",
        kind="difference",
        zero=0.0,
        axis="change of its score, percentage points",
        key={"a": "changed", "tie": "not, or slightly"},
        caption="Score in the gauntlet after minus before, on the same seeds.",
        table=Table("What changes for each deck", columns, rows).without_empty_columns(),
    )


def _changes(result: EditionDiffResult, before: str, after: str) -> Section:
    # One column holds several units here, so cells are written before the table is made.
    rows: list[list[Any]] = []
    for change in result.changes:
        unit = change.unit
        word = UNITS.get(unit, UNITS[""])[2]
        values = [_write(measure(value), unit) for value in (change.before, change.after)]
        moved = _write(measure(change.difference), unit, difference=True)
        rows.append([f"{clean(change.what)}, {word}" if word else change.what, *values, moved, change.p, change.verdict])
    columns = heads("", (before, "number"), (after, "number"), ("Change", "number"), ("p (Holm)", "probability"), "Verdict")
    moved_at_all = [
        change.verdict in (Word.CHANGED, Word.SLIGHT) or (change.p is not None and change.p < ALPHA) for change in result.changes
    ]
    table = Table("What changes for a player", columns, rows, quiet=[not one for one in moved_at_all]).without_empty_columns()
    return Section("What changes for a player", tables=[table])


def _length(result: EditionDiffResult, before: str, after: str) -> Figure | None:
    turns = result.turns
    if not turns.before or not turns.after:
        return None
    return charts_counts.two_lengths(turns.before, turns.after, (before, after))


def _endings(result: EditionDiffResult, before: str, after: str) -> Section:
    rows: list[list[Any]] = [[name, one, other, other - one] for name, (one, other) in result.endings.items()]
    columns = heads("Ending", (before, "share"), (after, "share"), ("Change", "difference"))
    return section_of("How games end", columns, rows)


def _components(result: EditionDiffResult, before: str, after: str) -> Section:
    rows: list[list[Any]] = []
    for row in result.components or ():
        fair = (None, None) if row.fair is None else (row.fair.fair_before, row.fair.fair_after)
        users = row.used_by
        rows.append([row.text, *prices_of(row), *map(measure, fair), None if users is None else listing(users) or "no deck: not tested"])
    columns = heads(
        "Component", f"Price, {before}", f"Price, {after}", (f"Fair, {before}", "level"), (f"Fair, {after}", "level"), "Used by"
    )
    untested = [row.used_by is not None and not row.used_by for row in result.components or ()]
    table = Table("Components, in levels", columns, rows, quiet=untested, quiet_words="that no deck here uses").without_empty_columns()
    return Section("Components", tables=[table] if rows else [])


def prices_of(row: ComponentDifference) -> list[str | None]:
    """Return a component's official prices, before and after: the formula, and what that gives at the smallest amounts, as a fraction."""
    formulas = (None, None) if row.formulas is None else (row.formulas.formula_before, row.formulas.formula_after)
    return [_price(*one) for one in zip(formulas, (row.official_before, row.official_after), strict=True)]


def _price(formula: str | None, smallest: float | None) -> str | None:
    if smallest is None:
        return None
    least = str(Fraction(smallest).limit_denominator(1000)).replace("-", MINUS)
    text = clean(formula or "")
    return f"{text} (from {least})" if text and text != least else least


def _cards(result: EditionDiffResult, before: str, after: str) -> Section:
    rows: list[list[Any]] = []
    for card in result.cards:
        change = None if card.legal_before == card.legal_after else "becomes legal" if card.legal_after else "becomes illegal"
        rows.append([card.name, card.level_before, card.level_after, change, card.reason])
    columns = heads("Card", (f"Level, {before}", "level"), (f"Level, {after}", "level"), "Legality", "Why")
    return section_of("Cards that change", columns, rows)


def rules_of(rules: Sequence[RuleDifference]) -> list[list[Any]]:
    """Return a row for each rule that differs."""
    return [[rule.rule, rule.before or None, rule.after or None] for rule in rules]


def _rules(result: EditionDiffResult, before: str, after: str) -> Section:
    return section_of("Rules that differ", heads("Rule", before, after), rules_of(result.rules))
