"""The report of restricted play: what a component is worth to a player who may use it."""

from collections.abc import Sequence

from kotc_sim.experiments.worth.deck_result import Restricted, RestrictionResult
from kotc_sim.reports.kit.charts_intervals import Mark, best_first, forest
from kotc_sim.reports.kit.envelope import read_count, verdict, where
from kotc_sim.reports.kit.report import Report, Table, Verdict, heads
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, list_few, plural, points, write_measured

COLOURS = {"matters": "a", "does not matter": "tie", "undecided": "watch"}


@reads(RestrictionResult)
def report(result: RestrictionResult) -> Report:
    """Return the report of restricted play."""
    components = sorted(result.components, key=lambda one: -one.worth.value)
    marks = [Mark(clean(c.text), read_count(c.worth), colour=COLOURS.get(c.verdict, "watch")) for c in components]
    columns = heads("Component", ("Worth", "difference"), ("Used", "share"), "Verdict")
    rows = [[c.text, read_count(c.worth), c.used_share, c.verdict] for c in components]
    figure = forest(
        best_first(marks),
        title="What may be used is worth",
        kind="difference",
        digits=1,
        zero=0.0,
        axis="percentage points",
        caption="Score of the player who may use it against the same strategy forbidden to, minus one half.",
        key={"a": "matters", "tie": "does not matter", "watch": "not decided"},
        table=Table("What may be used is worth", columns, rows).without_empty_columns(),
    )
    return Report(title="Restricted play", verdict=_verdict(result, components), figure=figure)


def _verdict(result: RestrictionResult, components: Sequence[Restricted]) -> Verdict:
    if len(components) == 1:
        one = components[0]
        code, worth = one.verdict, read_count(one.worth)
        text = f"“{clean(one.text)}”"
        sentence = {
            "matters": f"{text} matters: it is worth {points(worth.value)} to who may use it.",
            "does not matter": f"{text} does not matter to a player who may use it.",
            "provisional": f"{where(result)}, {text} is worth {points(worth.value)} to who may use it.",
        }.get(code, f"Not decided yet whether {text} matters.")
        return verdict(result, code, sentence, f"Worth {write_measured(worth, 'difference')} of score.")
    if result.provisional_by:
        most = max(components, key=lambda one: one.worth.value)
        return verdict(result, "provisional", f"{where(result)}, “{clean(most.text)}” is worth most: {points(most.worth.value)}.")
    telling = [f"“{clean(c.text)}”" for c in components if c.verdict == "matters"]
    total = plural(len(components), "component")
    if telling:
        sentence = f"{len(telling)} of {total} matter{'s' if len(telling) == 1 else ''}: {list_few(telling)}."
        return verdict(result, "matters", sentence)
    if all(c.verdict == "does not matter" for c in components):
        return verdict(result, "does not matter", f"None of the {total} matters.")
    return verdict(result, "undecided", f"None of the {total} is shown to matter.")
