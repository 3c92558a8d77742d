"""The report of one substitution in a deck: whether it is better with the new cards."""

from collections.abc import Sequence

from kotc_sim.experiments.worth.deck_result import SubstitutionResult
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import confidence, measure, read_count, verdict, where
from kotc_sim.reports.kit.report import Fact, Figure, Report, Table, Verdict, heads
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import Measure, clean, count, listing, number, points, value_and_interval, write_measured


@reads(SubstitutionResult)
def report(result: SubstitutionResult) -> Report:
    """Return the report of a substitution."""
    difference = read_count(result.difference)
    scores = {"Score before": result.before, "Score after": result.after}
    facts = [Fact(label, *value_and_interval(read_count(score), "share")) for label, score in scores.items()]
    if result.correlation is not None:
        facts.append(Fact("Correlation of the pairs", number(result.correlation, 2)))
    if result.games_saved:
        facts.append(Fact("Games saved by pairing", count(result.games_saved)))
    return Report(
        title=f"{clean(result.deck)}: {_cards(result.into)} for {_cards(result.out)}",
        verdict=_verdict(result, difference),
        figure=_figure(result, difference),
        facts=facts,
    )


def _cards(entries: Sequence[tuple[int, str]]) -> str:
    return listing([f"{amount} {clean(name)}" for amount, name in entries]) or "nothing"


def _verdict(result: SubstitutionResult, difference: Measure) -> Verdict:
    deck, new = clean(result.deck), _cards(result.into)
    code = result.verdict
    sentence = {
        "better": f"{deck} is better with {new}: {points(difference.value)}.",
        "worse": f"{deck} is worse with {new}: {points(difference.value)}.",
        "slightly better": f"{deck} is slightly better with {new}: {points(difference.value)}.",
        "slightly worse": f"{deck} is slightly worse with {new}: {points(difference.value)}.",
        "same": f"{deck} plays the same with {new}.",
        "provisional": f"{where(result)}, {new} changes the score of {deck} by {points(difference.value)}.",
    }.get(code, f"Not decided yet: {new} changes the score of {deck} by {points(difference.value)}.")
    detail = f"Change of its score {write_measured(difference, 'difference')}, {confidence(result)} interval"
    return verdict(result, code, sentence, f"{detail}, same seeds in both.")


def _figure(result: SubstitutionResult, difference: Measure) -> Figure:
    colour = {"better": "good", "worse": "bad"}.get(result.verdict, "a")
    opponents = result.against
    marks = [Mark("all opponents", difference, colour=colour)]
    marks += [Mark(clean(deck.name), measure(deck.difference), "Against", colour="a") for deck in opponents]
    columns = heads("Against", ("Before", "share"), ("After", "share"), ("Change", "difference"))
    rows = [["all opponents", measure(result.before), measure(result.after), difference]]
    rows += [[deck.name, *map(measure, (deck.before, deck.after, deck.difference))] for deck in opponents]
    return forest(
        marks,
        title="Change of the score",
        kind="difference",
        zero=0.0,
        axis="percentage points",
        table=Table("Change of the score", columns, rows).without_empty_columns(),
    )
