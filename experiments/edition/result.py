"""The results of questions about editions: what a proposal changes, what changed so far, and what a number does."""

from collections.abc import Mapping
from typing import ClassVar

from kotc_sim.experiments.encoding import Ends, Part, inline, key, optional
from kotc_sim.experiments.result import BeforeAfter, Limits, Measure, Result, Verdict


class EditionLimits(Limits):
    """What the model cannot see of editions."""

    LAST = ("capped", "tied", "family", "pilot", "fit", "long")


class Difference(Part):
    """A figure in both editions."""

    before: Measure = key("in the first edition")
    after: Measure = key("in the second")
    difference: Measure = key("after minus before, on the same seeds")
    p: float | None = optional("that nothing changed, corrected by Holm's rule")
    verdict: Verdict = key(
        "`same` (the interval lies within the margin of its unit), `changed` (beyond it), `slight` (it only excludes 0), `undecided`"
    )


class FigureChange(Difference):
    """A figure of all games in both editions."""

    FIRST: ClassVar[tuple[str, ...]] = ("what", "unit")
    what: str = key("the figure")
    unit: str = key("of all three numbers: `share`, `turns`, `points` (a difference of shares), or none")


class DeckChange(Difference):
    """A deck's score against the others in both editions."""

    FIRST: ClassVar[tuple[str, ...]] = ("name",)
    name: str = key("the deck's")


class RuleDifference(Part):
    """A rule that differs, as text; empty where an edition has none."""

    rule: str = key("the switch or number, or `counter` and its name")
    before: str = key("in the first edition")
    after: str = key("in the second")


class Formulas(Part):
    """Official prices as written, with `ultra` where it is new, gone or differs; None where a component is absent or banned."""

    formula_before: str | None = key("in the first edition")
    formula_after: str | None = key("in the second")


class FairPrice(Part):
    """A fair price, where it is identified."""

    value: float | None = key("the price", "levels")
    interval: Ends | None = key("of it", "levels")


class FairPrices(Part):
    """What a component is worth in both editions, with `--fair`; None where it cannot be said."""

    fair_before: FairPrice | None = optional("fair price in the first edition", null=True)
    premium_before: Measure | None = optional("at the official price there", "points", null=True)
    verdict_before: Verdict | None = optional("on that price, as in price", null=True)
    fair_after: FairPrice | None = optional("fair price in the second edition", null=True)
    premium_after: Measure | None = optional("at the official price there", "points", null=True)
    verdict_after: Verdict | None = optional("on that price", null=True)


class ComponentDifference(Part):
    """A component that differs, or with `--fair all` any."""

    id: str = key("of the edition's row")
    change: tuple[str, ...] | None = optional("`added`, `removed`, `redacted`, `allowed` (again), `repriced`, `reworded`")
    text: str = key("its text, with the former one where that differs")
    official_before: float | None = key("price at the smallest amounts, where it has one", "levels")
    official_after: float | None = key("the same in the second edition", "levels")
    formulas: Formulas | None = inline()
    used_by: tuple[str, ...] | None = optional("the decks that hold it")
    fair: FairPrices | None = inline()


class CardDifference(Part):
    """A card whose level or legality differs."""

    name: str = key("its name")
    level_before: int | None = key("None where it cannot be written", "levels")
    level_after: int | None = key("the same in the second edition", "levels")
    legal_before: bool = key("whether a deck may hold it")
    legal_after: bool = key("the same in the second edition")
    reason: str = key("why")


class LeftOut(Part):
    """A card, a deck or an edition that is not there."""

    name: str = key("its name")
    reason: str = key("why")


class EditionDiffResult(Result):
    """What changes for a player from one edition to another, or to a proposal."""

    JUDGED = "by all"
    BEHIND = "strategies games pairs confidence, not_carried notes"

    command: str = key(default="edition diff")
    editions: BeforeAfter[str] = key("their names")
    strategies: tuple[str, ...] = key()
    changes: tuple[FigureChange, ...] = key("figures of all games")
    decks: tuple[DeckChange, ...] = key("score against the other decks")
    cards: tuple[CardDifference, ...] = key("only cards that changed")
    endings: Mapping[str, tuple[float, float]] = key("how games ended, before and after", "share")
    turns: BeforeAfter[tuple[tuple[int, int], ...]] = key("[turn, games]", "games")
    not_carried: tuple[LeftOut, ...] = key("cards or decks that could not be carried over")
    limits: EditionLimits | None = optional()
    rules: tuple[RuleDifference, ...] = key("switches and numbers that differ")
    components: tuple[ComponentDifference, ...] | None = optional("what cards are made of, where it differs; none without prices")
    not_tested: tuple[str, ...] = key("texts that no deck uses: nothing that was played can tell what they change")
    verdict: Verdict = key("the strongest word of all rows; `not tested` where nothing differs but texts that no deck uses")


class Figure(Part):
    """A figure of all games."""

    what: str = key("the figure")
    unit: str = key("as in edition diff")
    value: float = key("the estimate")
    interval: Ends = key("of it; of a share Wilson's for as many independent games as give the jackknife's error, else the jackknife's")


class FigureInEdition(Figure):
    """A figure of all games of an edition."""

    FIRST: ClassVar[tuple[str, ...]] = ("edition",)
    edition: str = key("its name")


class PublishedEdition(Part):
    """A published edition."""

    name: str = key("as decks name it")
    title: str = key("for readers")
    year: int | None = key("of its publication, where it is known")
    relation: str = key("to the editions before it")
    components: int = key("how many it has")
    refused: int = key("how many of them it refuses")


class EditionStep(Part):
    """What changed from one edition to the next."""

    before: str = key("the first one's name")
    after: str = key("the next one's")
    counts: Mapping[str, int] = key("components by what became of them: `added` … `reworded`")
    rules: tuple[RuleDifference, ...] = key("switches and numbers that differ")
    components: tuple[ComponentDifference, ...] = key("those that differ; a text whose id changed counts as one")


class DeckFigures(Part):
    """A reference deck in an edition: the games that it takes part in."""

    name: str = key("the deck's")
    score: Measure = key("against the others", "share")
    turns: Measure = key("how long its games last", "turns")
    first_player_advantage: Measure = key("score of who goes first, less one half", "difference")
    damage_per_sp: Measure = key("for each SP on the field", "damage")
    damage_per_level: Measure = key("for each level paid", "damage")


class DeckInEdition(DeckFigures):
    """A reference deck in an edition."""

    FIRST: ClassVar[tuple[str, ...]] = ("edition",)
    edition: str = key("its name")


class EditionHistoryResult(Result):
    """What changed from each published edition to the next, and how the same ideas of a deck play in each. Nothing is judged."""

    JUDGED = "by all"
    BEHIND = "strategies games pairs confidence, left_out notes"

    command: str = key(default="edition history")
    editions: tuple[PublishedEdition, ...] = key("the first one first")
    strategies: tuple[str, ...] = key()
    steps: tuple[EditionStep, ...] = key("from each edition to the next")
    play: tuple[FigureInEdition, ...] = key("figures of all games of an edition")  # type: ignore[assignment]
    decks: tuple[DeckInEdition, ...] = key("the reference decks in each edition")
    left_out: tuple[LeftOut, ...] = key("shipped editions that were not published as they are")
    limits: EditionLimits = key()


class SweepPoint(Figure):
    """A figure of all games at a value of the number."""

    FIRST: ClassVar[tuple[str, ...]] = ("number",)
    number: float = key("the value")


class SweepResult(Result):
    """A number of an edition against figures of games."""

    JUDGED = "by all"
    BEHIND = "command edition, strategies games pairs confidence notes"

    command: str = key(default="sweep")
    number: str = key("which number: `rules.NAME`, a component, `sp` or `hp`")
    now: float = key("its value in the edition")
    values: tuple[str, ...] = key("its values, as fractions")
    points: tuple[SweepPoint, ...] = key("figures at each value")
    strategies: tuple[str, ...] = key()
    limits: EditionLimits = key()
    figure: str = key("the figure that is shown first")
