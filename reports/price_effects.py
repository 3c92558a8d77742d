"""The report of effects of Level-Up: what they are worth in points of attack."""

from collections.abc import Sequence

from kotc_sim.experiments.price.result import EffectPrice, LevelUpPriceResult
from kotc_sim.reports.kit import worth
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import confidence, measure, read_count, verdict
from kotc_sim.reports.kit.report import Figure, Report, Section, Table, Verdict, heads, section_of
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, number, plural, write_measured


@reads(LevelUpPriceResult)
def report(result: LevelUpPriceResult) -> Report:
    """Return the report of priced effects."""
    components = result.components
    one = len(components) == 1
    return Report(
        title=f"What is “{clean(components[0].text)}” worth?" if one else f"What {len(components)} effects are worth",
        verdict=_verdict(result),
        figure=_overview(components),
        sections=[_by_level(components)],
    )


def _sentence(component: EffectPrice) -> str:
    name, code = f"“{clean(component.text)}”", str(component.verdict)
    first = component.points[0]
    where = f"a plain creature of level {first.level}"
    fair = measure(component.fair, component.interval)
    if component.estimator == "score for score":
        if fair is None:
            return f"{name} cannot be priced in this setting."
        change = f"{number(abs(fair.value))} {'less' if fair.value < 0 else 'more'} attack"
        return f"{name} on a magic card does as much for a deck as {change} on {where} in it."
    if code == "worth all of its attack":
        return f"{name} is worth more than the whole attack of {where}, {first.line}."
    if code == "beyond the grid":
        return f"{name} makes {where} weaker than any attack that was tried makes good."
    if code == "depends on play":
        return f"What {name} is worth depends on play: the two strongest pilots contradict each other."
    if code == "pilot fails":
        return f"The pilot fails with {name}: a creature that has it does better with less attack, which good play never does."
    if fair is None:
        return f"{name} cannot be priced in this setting."
    return f"{name} is worth {number(fair.value)} attack on {where}."


def _verdict(result: LevelUpPriceResult) -> Verdict:
    components = result.components
    if len(components) == 1:
        only = components[0]
        fair = measure(only.fair, only.interval)
        detail = f"{write_measured(fair)}, {confidence(result)} interval." if fair is not None else ""
        premium = worth.detail(read_count(only.premium), only.errors, only.pairs)
        detail = f"{detail} {premium.replace('Gain', 'Premium', 1)}".strip()
        return verdict(result, only.verdict, _sentence(only), detail)
    priced = [component for component in components if component.fair is not None]
    sentence = f"{len(priced)} of {plural(len(components), 'effect')} have a price in attack."
    # Prices of the two estimators answer different questions and are not ranked together.
    ways = dict.fromkeys(component.estimator for component in priced)
    details = []
    for way in ways:
        same = [component for component in priced if component.estimator == way]
        highest, lowest = max(same, key=_price), min(same, key=_price)
        most, least = (f"“{clean(c.text)}” ({number(_price(c))})" for c in (highest, lowest))
        head = f"Worth most, {way}, is" if len(ways) > 1 else "Worth most is"
        details.append(f"{head} {most}, least {least}.")
    return verdict(result, "priced", sentence, " ".join(details))


def _price(component: EffectPrice) -> float:
    return component.fair or 0.0


def _overview(components: Sequence[EffectPrice]) -> Figure:
    marks = [Mark(clean(c.text), measure(c.fair, c.interval)) for c in components]
    columns = heads(
        "Effect",
        "Type",
        ("Attack", "signed"),
        ("Premium, points a copy", "signed", 2),
        "Verdict",
        "Priced",
        ("Used", "share"),
        ("p (Holm)", "probability"),
    )
    rows = [
        [c.text, c.kind, measure(c.fair, c.interval), measure(c.premium), c.verdict, c.estimator, c.played_share, c.p] for c in components
    ]
    return forest(
        marks,
        title="What effects are worth",
        kind="signed",
        axis="points of attack",
        zero=0.0,
        table=Table("What effects are worth", columns, rows).without_empty_columns(),
    )


def _by_level(components: Sequence[EffectPrice]) -> Section:
    columns = heads(
        "Effect", ("Level", "count"), ("Line", "count"), ("Attack", "signed"), ("Premium, points a copy", "signed", 2), "Verdict"
    )
    rows = [
        [component.text, point.level, point.line, measure(point.fair, point.interval), measure(point.premium), point.verdict]
        for component in components
        for point in component.points
    ]
    return section_of("By level of the creature", columns, rows)
