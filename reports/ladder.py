"""The report of the strategies' ladder: whether each rung beats the one below it."""

from typing import Any

from kotc_sim.experiments.play.result import AgainstBelow, LadderResult, LadderRung, Scored, SettledMatch
from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.reports.kit.charts_intervals import Mark, best_first, forest
from kotc_sim.reports.kit.envelope import confidence, measure, verdict
from kotc_sim.reports.kit.report import Figure, Report, Section, Table, Verdict, heads, section_of
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import Measure, clean, count, listing, number

COLOURS = {Word.STRONGER: "good", Word.NOT_STRONGER: "bad"}
Step = tuple[LadderRung, AgainstBelow]
"""A pilot that has one below it, and what it scores against that."""
KEY = {"good": "stronger than the one below", "bad": "not stronger", "tie": "not decided"}


@reads(LadderResult)
def report(result: LadderResult) -> Report:
    """Return the report of a ladder."""
    steps = [(rung, rung.test) for rung in result.rungs if rung.test is not None]
    return Report(
        title=f"A ladder of {len(result.rungs)} strategies",
        verdict=_verdict(result, steps),
        figure=_steps(result, steps) if steps else None,
        sections=[_ratings(result), _show_settled(result), _show_former(result)],
    )


def _verdict(result: LadderResult, steps: list[Step]) -> Verdict:
    worse, unsettled = ([rung for rung, test in steps if test.verdict is word] for word in (Word.NOT_STRONGER, Word.UNDECIDED))
    detail = f"A rung is stronger if the whole {confidence(result)} interval of its score lies above one half."
    if worse:
        names = [f"{clean(rung.name)} is not stronger than {clean(rung.below)}" for rung in worse]
        return verdict(result, "not stronger", f"The ladder is broken: {listing(names)}.", detail)
    if unsettled:
        names = [f"{clean(rung.name)} than {clean(rung.below)}" for rung in unsettled]
        return verdict(result, "undecided", f"Not shown to be stronger: {listing(names)}.", detail)
    return verdict(result, "stronger", "Each strategy beats the one below it.", detail)


def _score(found: Scored | None) -> Measure | None:
    return None if found is None else measure(found.score, found.interval)


def _steps(result: LadderResult, steps: list[Step]) -> Figure:
    cost = result.cost
    marks = [
        Mark(f"{clean(rung.name)} against {clean(rung.below)}", _score(test), colour=COLOURS.get(test.verdict, "tie"))
        for rung, test in reversed(steps)
    ]
    columns = heads("Strategy", "Below it", ("Score against it", "share"), "Verdict", ("Pairs", "count"), ("µs a decision", "number"))
    rows = [
        [rung.name, rung.below, _score(rung.test), rung.test and rung.test.verdict, rung.test and rung.test.pairs, cost.get(rung.name)]
        for rung in reversed(result.rungs)
    ]
    return forest(
        marks,
        title="Each strategy against the one below it",
        kind="share",
        zero=0.5,
        key=KEY,
        axis="score",
        table=Table("Each strategy against the one below it", columns, rows).without_empty_columns(),
    )


def _ratings(result: LadderResult) -> Section:
    if not result.ratings:
        return Section("Ratings")
    marks = [Mark(clean(one.name), measure(one.rating, one.interval), colour="a") for one in result.ratings]
    best = best_first(marks)
    figure = forest(best, title="Ratings", kind="signed", digits=0, zero=0.0, axis="Elo", measure="Rating", label="Strategy")
    return Section("Ratings", figures=[figure])


def _show_settled(result: LadderResult) -> Section:
    """Return the section of variants of the strongest pilot: match-ups, match-ups with pilots crossed, and mirrors, by edition."""
    editions = result.settled or {}
    title = "How settled the strongest is"
    tables = []
    text = []
    for edition, found in editions.items():
        pilot, richer, again = clean(found.pilot), clean(found.richer), "another training"
        names = {"once": pilot, "more": richer, "again": again}
        where = f" · {clean(edition)}" if len(editions) > 1 else ""
        columns = heads("Match", *((name, "share") for name in names.values()), ("Moved", "difference"))
        rows: list[list[Any]] = [[_match(row), *map(_score, (row.once, row.more, row.again)), row.moved] for row in found.matches]
        tables.append(Table(f"Both decks by one pilot{where}", columns, rows))
        crossed = [f"{names[cell.a]}, {names[cell.b]}" for cell in found.matches[0].crossed]
        columns = heads("Match", *((name, "share") for name in crossed))
        tables.append(
            Table(f"Each deck by another pilot{where}", columns, [[_match(row), *map(_score, row.crossed)] for row in found.matches])
        )
        rows = [[row.deck, _score(row.more), _score(row.again)] for row in found.mirrors]
        tables.append(Table(f"Mirrors against {pilot}{where}", heads("Deck", (richer, "share"), (again, "share")), rows))
        text.append(
            f"{clean(edition)}: under {richer} and after another training, scores move by {number(100 * found.mean, 1)} points "
            f"on average ({count(found.games)} games of each two)."
        )
    return Section(title, text, tables=tables)


def _show_former(result: LadderResult) -> Section:
    """Return the section of the strongest against a former one, by deck."""
    rows: list[list[Any]] = [[row.deck, _score(row), row.holds] for row in result.former or ()]
    return section_of("Best against a former one", heads("Deck", ("Score", "share"), "At least 48 %"), rows)


def _match(row: SettledMatch) -> str:
    return f"{clean(row.a)} – {clean(row.b)}"
