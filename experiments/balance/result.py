"""What is found of an edition's next edition: changes, what was left, before and after."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from kotc_sim.experiments.edition.result import FigureChange
from kotc_sim.experiments.encoding import Ends, Part, key, optional
from kotc_sim.experiments.result import BeforeAfter, Measure, Result, Verdict
from kotc_sim.experiments.worth.deck_result import BestResponse, Dynamics, HeldText
from kotc_sim.experiments.worth.result import Roles, WorthLimits


class PriceChange(Part):
    """A price that changes, judged on games that nothing was chosen by, with all other changes in place."""

    id: str = key("of the component")
    text: str = key("the component's")
    amounts_before: str = key("at which the price must cover most, in words")
    amounts_after: str = key("the same at the new price")
    formula_before: str = key("the edition's")
    formula_after: str = key("the proposed one")
    official_before: float = key("price at the smallest amounts; of a relief negative", "levels")
    official_after: float = key("the same by the proposed formula", "levels")
    premium_before: Measure = key("at the edition's price", "points")
    premium_after: Measure = key("at the proposed one", "points")
    nearer: Measure = key("by how much that is nearer to zero", "points")
    p: float = key("that the old price is within the band, or the new one no better; corrected by Holm's rule")
    why: str | None = optional("it was taken back")


class Unsettled(Part):
    """A component that is still shown to be mispriced, is not played, or was not measured."""

    id: str = key("its id")
    text: str = key("its text")
    amounts: str | None = key("at which it was measured")
    premium: Measure | None = key("there", "points")
    why: str = key("it stays so")


class Alternative(Part):
    """A way of mending."""

    way: str | None = key("what is mended first: `bodies` or `texts`; None where there is one way")
    changes: int = key("prices that it changes where it goes all of the way")
    size: float = key("of all changes", "levels")
    mispriced: int | None = key("components shown to be mispriced afterwards, where that was measured")
    finished: bool = key("whether a round found nothing more to change")
    prices: Mapping[str, str] = key("formulas, by id")


class ChosenPrice(Part):
    """A price that a round chose."""

    id: str = key("of the component")
    formula_before: str = key("its formula then")
    formula_after: str = key("the chosen one")
    relief: float = key("by how much the sum of squared excesses over the band falls")


class RoundFound(Part):
    """A round of measuring and choosing."""

    measured: int = key("components")
    shown: tuple[str, ...] = key("ids of those shown to be mispriced")
    chosen: tuple[ChosenPrice, ...] = key("what was chosen")


class MeasuredComponent(Part):
    """A component that was measured."""

    id: str = key("its id")
    text: str = key("its text")
    amounts: str = key("at which it was measured, in words")
    premium: Measure = key("there", "points")
    p: float = key("that it lies within the band, corrected by Holm's rule")
    shown: bool = key("whether it is shown to be mispriced")
    why: str | None = key("it has no price, where it has none")


class TargetRange(Part):
    """What a figure of games should be."""

    words: str = key("as it was asked for")
    what: str = key("the figure")
    low: float = key("at least")
    high: float = key("at most")

    def misses(self, value: float) -> float:
        """Return by how much a figure misses, in widths of the target; 0 within it."""
        return max(self.low - value, value - self.high, 0.0) / (self.high - self.low)


class TargetFigure(Part):
    """A figure that has a target."""

    target: str = key("as it was asked for")
    what: str = key("the figure")
    value: float = key("as it was played")
    interval: Ends = key("of it")
    met: bool = key("whether it lies within the target")


class RuleStep(Part):
    """Rule numbers that were played."""

    rules: Mapping[str, int | str | bool] = key("those that are changed")
    misses: float = key("by how much all figures miss, in widths of their targets")
    figures: tuple[TargetFigure, ...] = key("a row a target")


class RulesChanged(Part):
    """Rule numbers that were changed for targets."""

    targets: tuple[TargetRange, ...] = key("what was asked for")
    taken: tuple[RuleStep, ...] = key("as they are, then after each change")
    tried: int = key("values that were played")


class FieldDeck(Part):
    """A deck that matters."""

    name: str = key("its name")
    origin: str = key("as in meta; *given*: found by the first search of the field that is named")
    share: float = key("of the equilibrium, by the judge", "share")
    cards: tuple[tuple[int, str], ...] = key("copies and names")


class BestHome(Part):
    """Of the edition's homes the one that scores most against the decks that matter."""

    name: str = key("its name")
    value: float | None = key("its score", "share")
    interval: Ends | None = key("of it", "share")


class FieldFound(Part):
    """A field, searched once more beginning with the decks that the first searches of all fields found."""

    decks: tuple[FieldDeck, ...] = key("those that matter by the judge")
    mattering: Measure = key("how many decks matter; the interval spans both searches")
    components: tuple[HeldText, ...] = key("texts in these decks")
    home: BestHome = key("the best home against them")
    verdict: Verdict = key("as in meta")
    settled: bool | None = key("as in meta")
    response: BestResponse | None = key("as in meta")


class Extent(Part):
    """The field where prices go a part of the way."""

    extent: float = key("part of the way that those of `paid_by_most` go; 0: as they are", "share")
    prices: Mapping[str, str] = key("formulas that fresh games bear out, by id")
    proposed: bool = key("whether this is proposed")
    mattering: Measure = key("as in `metagame`")
    home: BestHome | None = optional("as in `metagame`")
    settled: bool | None = key("as in `metagame`")
    response: BestResponse | None = optional("as in `metagame`", null=True)


class ExploitFound(Part):
    """A card that costs too little under the proposal, confirmed on fresh games."""

    name: str = key("its name")
    text: str | None = key("its text")
    level: int = key("its level", "levels")
    gain: Measure = key("of each copy", "points")
    verdict: Verdict = key("as in exploit")
    blame: str = key("as in exploit")


class BalanceResult(Result):
    """Which few prices and rules of an edition should change."""

    JUDGED = "by the strongest"
    BEHIND = "command edition terms, components games, limits notes, exploits pairs"

    command: str = key(default="balance")
    verdict: Verdict = key(
        "`nothing to change`, `changes proposed`, or `not finished`: budget or rounds ended before a round found nothing more to change"
    )
    finished: bool = key("whether a round found nothing more to change")
    strategies: tuple[str, ...] = key()
    pilots: Roles = key("who played what")
    band: float = key("within ± this a premium is fair", "points")
    family: int = key("components in the family of tests")
    changes: tuple[PriceChange, ...] = key("prices that stay")
    taken_back: tuple[PriceChange, ...] = key("changes that fresh games, or the field, did not bear out")
    unsettled: tuple[Unsettled, ...] = key("components whose price is not settled")
    late: int = key("how many of them there was no time for")
    alternatives: tuple[Alternative, ...] = key("the ways of mending, the best first")
    rounds: tuple[RoundFound, ...] = key("of the way that is proposed")
    mispriced: BeforeAfter[int | None] = key("components shown to be mispriced; None: not measured again, or not as many as before")
    components: BeforeAfter[tuple[MeasuredComponent, ...]] = key("every component measured")
    limits: WorthLimits = key()
    rules: RulesChanged | None = optional("with `--rules`")
    metagame: BeforeAfter[FieldFound] | None = optional("the fields")
    paid_by_most: tuple[str, ...] | None = optional(
        "ids of changed prices that at least half of today's decks pay, by the first search: the field judges how far they go"
    )
    extents: tuple[Extent, ...] | None = optional("the field where prices go all of the way, first, and parts of it")
    dynamics: Dynamics | None = optional("under the proposal, from today's decks at their shares and a few of each new one")
    play: tuple[FigureChange, ...] | None = optional("how games go in the homes of both editions")  # type: ignore[assignment]
    exploits: tuple[ExploitFound, ...] | None = optional("cards that cost too little under the proposal")
    proposal: Any = field(default=None, compare=False)
    """What is proposed (`kotc_sim.games.keeper.design.proposal.Proposal`); not in JSON."""
