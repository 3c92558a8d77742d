"""How a match-up moves with play: the ladder of pilots, variants of the strongest, and what they say of the verdict."""

from kotc_sim.experiments.matchup.result import Climb, Margin, Rung, VariantScore
from kotc_sim.reports.kit.envelope import measure, read_count
from kotc_sim.reports.kit.report import Section, Table, heads
from kotc_sim.reports.kit.wording import Measure, clean, number, percent, write_measured


def dependence(climb: Climb | None, a: str, b: str) -> str:
    """Return how the two strongest pilots contradict each other, or how the score moves with a variant of the strongest."""
    rungs = scores_by_pilot(climb)
    if climb is None or len(rungs) < 2:
        return ""
    (second, below), (first, top) = rungs[-2:]
    moving = _moving(climb)
    if moving:
        furthest = max(moving, key=lambda row: abs(row.moved.value))
        second, below = _name(furthest), read_count(furthest.score, furthest.interval)
    scores = f"{a} scores {percent(top.value)} under {first}, {percent(below.value)} under {second}."
    if (top.value - 0.5) * (below.value - 0.5) < 0:
        return f"Which of {a} and {b} is better depends on play: {scores}"
    ahead, behind = (a, b) if top.value >= 0.5 else (b, a)
    return f"How far {ahead} is ahead of {behind} depends on play: {scores}"


def show_settled(climb: Climb | None) -> str:
    """Return whether the two strongest pilots agree; nothing where one pilot plays alone."""
    rungs = scores_by_pilot(climb)
    difference = None if climb is None else measure(climb.ladder_difference)
    if climb is None or len(rungs) < 2 or difference is None:
        return ""
    (second, _), (first, _) = rungs[-2:]
    between = f"{first} minus {second}: {write_measured(difference, 'difference')}"
    moving = _moving(climb)
    if moving:
        changes = [f"{_name(row)}: {write_measured(read_count(row.moved), 'difference')}" for row in moving]
        return f"The score under {first} moves by more than the interval plus {_points(moving[0])} ({'; '.join(changes)})."
    if climb.settled:
        close = difference.low is not None and difference.low <= 0 <= (difference.high or 0.0)
        alike = "the same score, but for chance" if close else "the same verdict"
        return f"Settled: {second}, the pilot below it, comes to {alike} ({between})."
    if climb.settled is None:
        return f"Not yet settled ({between})."
    return f"{first} and {second}, the two strongest pilots, do not agree ({between})."


def scores_by_pilot(climb: Climb | None) -> list[tuple[str, Measure]]:
    """Return A's score under each pilot of the ladder, from weakest to strongest."""
    return [(clean(rung.strategy), read_count(rung.score, rung.interval)) for rung in rungs_in(climb)]


def rungs_in(climb: Climb | None) -> tuple[Rung, ...]:
    """Return the rungs of a ladder, if there is one."""
    return () if climb is None else climb.ladder or ()


def strength(climb: Climb | None, a: str) -> Section:
    """Return the section of the ladder: how the match-up moves with the strength of play."""
    rungs = rungs_in(climb)
    if climb is None or not rungs:
        return Section("By strength of play")
    columns = heads(
        "Both decks played by",
        (f"{a} scores", "share"),
        ("Games", "count"),
        (f"{unit_of(rungs[-1].margin)} ahead", "signed"),
        ("Going first", "difference"),
    )
    rows = [
        [rung.strategy, measure(rung.score, rung.interval), rung.games, measure(rung.margin), measure(rung.first_player_advantage)]
        for rung in rungs
    ]
    text = [
        "From weak play to strong. The verdict is the strongest pilot's; the others show how the match-up moves with play. "
        "Most of the time goes to the strongest."
    ]
    checked, variants = _show_checked(climb, a)
    tables = [Table("Score by strength of play", columns, rows).without_empty_columns()]
    return Section("By strength of play", [*text, *([checked] if checked else [])], tables=[*tables, *([variants] if variants else [])])


def _moving(climb: Climb) -> list[VariantScore]:
    """Return the variants of the strongest pilot under whom the score moves."""
    return [row for row in climb.variants or () if row.moves]


def _name(variant: VariantScore) -> str:
    return f"{clean(variant.strategy)} ({clean(variant.variant)})"


def _points(variant: VariantScore) -> str:
    return f"{number(100 * variant.allowed, 0)} points"


def _show_checked(climb: Climb, a: str) -> tuple[str, Table | None]:
    """Return what more budget and another training change: a sentence, and a table of the variants."""
    variants = climb.variants
    if variants is None:
        return "", None
    pilot = clean(rungs_in(climb)[-1].strategy)
    if not variants:
        why = ": the score is clearly broken" if climb.clear else ": it moves with the pilot" if climb.settled is False else ""
        return f"Whether more budget or another training of {pilot} would move the score was not checked{why}.", None
    columns = heads("Variant", (f"{a} scores", "share"), ("Games", "count"), (f"Minus {pilot}", "difference"))
    rows = [[_name(row), measure(row.score, row.interval), row.games, measure(row.moved)] for row in variants]
    text = (
        f"On a share of the deals {pilot} plays with more budget, and after another training. A score that moves by more than "
        f"the interval of its change plus {_points(variants[0])} depends on play."
    )
    return text, Table(f"Variants of {pilot}", columns, rows)


def unit_of(margin: Margin | None) -> str:
    """Return what the margin is counted in."""
    unit = clean("HP" if margin is None else margin.unit or "HP")
    return unit[:1].upper() + unit[1:]
