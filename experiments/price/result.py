"""What is found of texts: what they are worth, and what they should cost; in Level-Up, what an effect is worth in attack."""

from collections.abc import Mapping
from typing import Literal

from kotc_sim.experiments.encoding import Ends, Part, key, optional
from kotc_sim.experiments.result import Answer, Measure, Result, Verdict, answer_of
from kotc_sim.experiments.worth.result import ErrorBars, GainCurve, GainIn, Roles, WorthLimits


class PremiumBy(Part):
    """A premium in one home, by one pilot."""

    value: float = key("the premium", "points")
    interval: Ends = key("of it", "points")
    verdict: Verdict = key("what that pilot alone would say")


class Carrier(Part):
    """A card that carries a component, alone and in company."""

    use: str = key("the kind of card: ability of a small minion, spell, …")
    label: str = key("the amounts in words: `x = 1, t = 2`")
    level: int = key("of the card", "levels")
    card: str = key("its name")
    beside: str | None = key("the partner that is in its homes")
    official: float = key("official price at these amounts", "levels")
    home: str = key("of those that play the card, the home in which it gains most")
    premium: float = key("at the official price, on the mean of all homes", "points")
    premium_interval: Ends = key("of it", "points")
    fair: float | None = key("fair price at these amounts, where it is identified", "levels")
    interval: Ends | None = key("of the fair price", "levels")
    fair_words: str = key("the same in words")
    by_home: tuple[GainIn, ...] = key("the premium in each home")


class TriedPartner(Part):
    """A card with which a component was tried."""

    partner: str = key("the card")
    level: int = key("of it", "levels")
    card: str = key("the carrier with which it added most")
    home: str = key("the home where it did")
    value: float = key("the premium there, by the fast pilot: too good by selection", "points")
    interval: Ends = key("of it", "points")


class InCompany(Part):
    """The best of what was tried with partners."""

    partner: str = key("the card with it")
    copies: int = key("of the partner")
    card: str = key("the carrier")
    home: str = key("of those that play the card, the home in which it gains most")
    premium: Measure = key("at the official price, on the mean of all homes, by the pilot that screens", "points")
    partner_stays: bool = key("whether the card without the component is with the partner too; else in the home as it is")
    counts: bool = key("whether this use has the verdict")
    tried: tuple[TriedPartner, ...] = key("the partners that were tried, the best first")


class PriceLine(Part):
    """Fair price = slope · official + intercept."""

    slope: Measure = key("1 for a right formula")
    intercept: Measure = key("0 for a right formula", "levels")


class FittedFormula(Part):
    """A shape of formula, fitted to the fair prices."""

    formula: str = key("the shape, such as `k*x*t`")
    coefficients: Mapping[str, Measure] = key("its numbers")
    support: float = key("the weight of the shape among all, by AIC", "share")
    error: float | None = key("of its predictions of prices left out, where there are enough", "levels")


class CrossCheck(Part):
    """The second estimate, from mirrored decks; None where it is not identified."""

    fair: float | None = key("fair price, score for score", "levels")
    interval: Ends | None = key("of it", "levels")
    agrees: bool | None = key("whether the two intervals agree")


class Relevelled(Part):
    """A card whose level another price changes."""

    name: str = key("its name")
    before: int = key("its level now", "levels")
    after: int = key("its level by that price", "levels")


class ComponentPrice(Part):
    """What a component is worth, and what it costs."""

    text: str = key("its text at the amounts judged")
    id: str = key("of the edition's row")
    official: float = key("official price at these amounts", "levels")
    fair: float | None = key("fair price at the same amounts, where it is identified", "levels")
    interval: Ends | None = key("of the fair price", "levels")
    fair_words: str = key("the same in words: a number, `not even for nothing`, `up to N, all that the deck can pay`, …")
    verdict: Verdict = key("of the use that gains most; as in rate")
    premium: Measure = key("at the official price, on the mean of all homes; where nobody plays the card there, at `at_level`", "points")
    use: str = key("the use that the price must cover")
    card: str = key("the card")
    beside: str | None = key("the partner in its homes, where it gains more with one")
    home: str = key("where the pilots are compared: of those that play the card, the one in which it gains most")
    at_level: int = key("at which the card was judged: its own, or the highest below it at which a home plays it", "levels")
    level: int = key("its own", "levels")
    brought_share: float = key("of the games in which the card was drawn: it was played, at the official price", "share")
    amounts: str = key("in words")
    formula: str = key("the official one")
    points: tuple[Carrier, ...] = key("each card that was tried")
    by_profile: Mapping[str, PremiumBy] = key("the premium in `home`, by pilot")
    errors: ErrorBars = key("what the premium is uncertain by")
    curve: GainCurve | None = key("the premium by what the card costs")
    pairs: int = key("behind `premium`, in each home, against each", "pairs")
    more_pairs: int | None = key("of an undecided component: about how many more would decide it", "pairs")
    played_share: float | None = key("of the games where the text could be used", "share")
    p: float = key("that the premium is zero, corrected by Holm's rule")
    company: InCompany | None = optional("with partners; None where the edition has none", null=True)
    fit: PriceLine | None = optional("a line through the fair prices at several amounts")
    best_formula: str | None = optional("of the official one's shape, the formula that a person would print nearest to the fair prices")
    row: str | None = optional("the row of a proposal with that formula")
    relevelled: tuple[Relevelled, ...] | None = optional("cards of the edition's shipped decks whose level that price changes")
    formulas: tuple[FittedFormula, ...] | None = optional("the shapes that were fitted, the best first")
    cross_check: CrossCheck | None = optional("the second estimate")


class HedonicPart(Part):
    """What a part of cards is worth, in units of its official price."""

    part: str = key("`sp`, `hp`, a component's id, or `intercept`")
    value: float = key("1: the official price is right")
    interval: Ends = key("of it")


class Hedonic(Part):
    """Fair levels of random cards, regressed on what the formula asks for their parts."""

    cards: int = key("cards behind the fit")
    left_out: int = key("cards without a fair level")
    penalty: float = key("of the ridge")
    r2: float = key("share of the variance that the fit explains", "share")
    coefficients: tuple[HedonicPart, ...] = key("a row a part")
    outside: tuple[str, ...] = key("parts whose official price lies outside the interval")


class PriceResult(Result):
    """What components are worth."""

    JUDGED = "by the strongest"
    BEHIND = "command edition terms, band games pairs, limits notes"

    command: str = key(default="price")
    strategies: tuple[str, ...] = key()
    pilots: Roles = key("who played what")
    homes: tuple[str, ...] = key("in which the cards were tried")
    copies: int = key("of a card in a home")
    band: float = key("within ± this a premium is fair", "points")
    components: tuple[ComponentPrice, ...] = key("a row a component")
    limits: WorthLimits = key()
    hedonic: Hedonic | None = optional("with `--hedonic`")

    @property
    def answer(self) -> Answer:
        """Whether all components have a fair price."""
        return answer_of(component.verdict for component in self.components)


class EffectPoint(Part):
    """The price of an effect on a creature of one level, or, of an Equip effect, in the attack of one."""

    label: str = key("in words")
    level: int = key("of the creature", "levels")
    line: int | None = key("attack of a plain creature of its level and defense")
    fair: float | None = key("the price in attack, where it is identified")
    interval: Ends | None = key("of it")
    premium: Measure = key("what each copy gains by the effect", "points")
    used_share: float | None = key("of the games where the effect could be used", "share")
    verdict: Verdict = key("`priced`, or why it is not")


class EffectPrice(Part):
    """What an effect of Level-Up is worth."""

    text: str = key("its text")
    id: str = key("the template")
    kind: str = key("the effect type")
    estimator: Literal["attack for attack", "score for score"] = key("of the two estimators, whose prices are not comparable")
    official: float | None = key("None: the game states no prices")
    premium: Measure = key("what each copy gains by the effect, by the judge", "points")
    home: str = key("the best home")
    fair: float | None = key("the price in attack, where it is identified")
    interval: Ends | None = key("of it")
    verdict: Verdict = key(
        "`priced`, `worth all of its attack`, `beyond the grid` (no attack makes up for the effect), `cannot be priced`, "
        "`depends on play`, `pilot fails`"
    )
    points: tuple[EffectPoint, ...] = key("by level of the creature; the first is the headline")
    by_home: tuple[GainIn, ...] = key("the premium in each home")
    by_profile: Mapping[str, Measure] = key("the premium in the best home", "points")
    errors: ErrorBars = key("what the premium is uncertain by")
    pairs: int = key("behind `premium`, against each home", "pairs")
    played_share: float | None = key("of the games where the effect could be used", "share")
    p: float = key("that the premium is zero, corrected by Holm's rule")


class LevelUpPriceResult(Result):
    """What effects of Level-Up are worth."""

    JUDGED = "by the strongest"
    BEHIND = "command edition game, homes games pairs, limits notes"

    command: str = key(default="price")
    strategies: tuple[str, ...] = key()
    homes: tuple[str, ...] = key("in which the cards were tried")
    components: tuple[EffectPrice, ...] = key("a row an effect")
    limits: WorthLimits = key()

    @property
    def answer(self) -> Answer:
        """Whether all effects could be priced: nothing official is compared with the price."""
        return answer_of((component.verdict for component in self.components), also=(Verdict.BEYOND,))


Says = Literal["agree", "disagree", "undecided", "stands", "false alarm"]


class JudgedChange(Part):
    """A price that the designers changed, or left alone, as judged under the older edition."""

    older: str = key("the edition before the change")
    newer: str = key("the one after it")
    id: str = key("of the component")
    text: str = key("the component's")
    before: float = key("official price at the smallest amounts; a relief is negative", "levels")
    after: float = key("the same in the newer edition", "levels")
    scale: float = key("what the older edition's prices were multiplied by as a whole")
    step: int = key("1: made more expensive, -1: cheaper, 0: a control")
    raw_step: int = key("the same by the numbers as printed")
    raw_says: str | None = key("`says` by that step; None where it is 0")
    half: str = key("of the changes, by a fixed hash")
    premium: Measure = key("under the older edition", "points")
    fair: float | None = key("as in price", "levels")
    fair_words: str = key("as in price")
    verdict: Verdict = key("as in price")
    use: str = key("as in price")
    level: int = key("as in price", "levels")
    at_level: int = key("as in price", "levels")
    brought_share: float = key("as in price", "share")
    says: Says = key("whether that is the same direction; of a control the last two")


class Tallied(Part):
    """How many premiums have the sign of the designers' step."""

    agree: int = key("have that sign")
    disagree: int = key("have the other sign")
    undecided: int = key("are not distinguishable from zero")


class BacktestResult(Result):
    """Whether this tool would have found the prices that the designers changed."""

    JUDGED = "by the strongest"
    BEHIND = "false_alarms games pairs limits notes"

    command: str = key(default="backtest")
    strategies: tuple[str, ...] = key()
    changes: tuple[JudgedChange, ...] = key("a row a price")
    agree: int = key("changes whose premium has the sign of the designers' step")
    disagree: int = key("whose premium has the other sign")
    undecided: int = key("whose premium is not distinguishable from zero")
    raw: Tallied = key("the same, by the numbers as printed")
    controls: int = key("prices that stood for four editions")
    false_alarms: int = key("of those, called mispriced by more than two points a copy")
