"""The results of questions about cards and texts: what they are worth, to a deck, to who may use them, in an edition."""

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from kotc_sim.experiments.encoding import Ends, Part, inline, key, optional
from kotc_sim.experiments.result import Answer, Limits, Measure, Result, Verdict, answer_of

Kind = TypeVar("Kind")


class WorthLimits(Limits):
    """What the model cannot see of a card, or of a change."""

    LAST = ("tied", "capped", "strongest", "pilot", "fit", "never_used", "rarely_used", "family")


class TextLimits(WorthLimits):
    """What the model cannot see of a text."""

    LAST = ("tied", "capped", "strongest", "pilot", "fit", "family", "never_used", "rarely_used")


class Roles(Part, kw_only=False):
    """Who played what."""

    fast: str = key("many games in all homes")
    screen: str = key("chooses the home, and plays the curve")
    judge: str = key("plays the games of the verdict")
    second: str | None = key("checks whether the verdict stands", default=None)

    @property
    def all(self) -> list[str]:
        """Every one of them, once."""
        return list(dict.fromkeys(filter(None, (self.fast, self.screen, self.judge, self.second))))

    def by_pilot(self, judged: Kind, second: Kind | None) -> dict[str, Kind]:
        """Return what the judge found, and the second pilot if it has played, by their names."""
        return {self.judge: judged} | ({} if second is None or self.second is None else {self.second: second})


class FairLevel(Part):
    """Of Keeper of the Cards."""

    fair_level: float | None = key("the root of gain over levels, where it is identified", "levels")


class FairAttack(Part):
    """Of Level-Up."""

    fair_attack: float | None = key("in Level-Up, in place of `fair_level`: the attack with which a creature gains nothing")


class OnAxis:
    """What has a fair cost: a level, or an attack."""

    in_levels: FairLevel | None
    in_attack: FairAttack | None

    @property
    def fair(self) -> float | None:
        """The fair cost, where it is identified."""
        if self.in_levels is not None:
            return self.in_levels.fair_level
        return None if self.in_attack is None else self.in_attack.fair_attack


class GainIn(Part):
    """A gain in one home, by the pilot that screens."""

    home: str = key("the home")
    value: float = key("the gain", "points")
    interval: Ends = key("of it", "points")


class InHome(GainIn, OnAxis):
    """The gain of a card as printed in one home, by the pilot that screens, and its fair cost there, by the fast one."""

    in_levels: FairLevel | None = inline()
    in_attack: FairAttack | None = inline()
    fair_words: str = key("the fair cost in words")


class ByPilot(Part):
    """A card in the best home, by one pilot."""

    gain: float = key("its gain", "points")
    interval: Ends = key("of it", "points")
    verdict: Verdict = key("what that pilot alone would say")


class ErrorBars(Part):
    """What a gain is uncertain by, apart."""

    sampling: float = key("half-width of the interval of `gain`", "points")
    homes: tuple[float, float] = key("lowest and highest gain over homes", "points")
    pilots: tuple[float, float] = key("lowest and highest gain of the judge and the second pilot", "points")


class WithCopies(Part):
    """A card in the best home in another number of copies, by the fast pilot."""

    copies: int = key("how many")
    value: float = key("gain for each of them", "points")
    interval: Ends = key("of it", "points")


class GainAt(Part):
    """A point of a curve."""

    level: int | None = optional("what the card costs there", "levels")
    attack: int | None = optional("in Level-Up, in place of `level`")
    gain: float = key("at this cost", "points")
    interval: Ends = key("of it", "points")
    played_share: float | None = key("of the games where it could be played", "share")

    @property
    def cost(self) -> int:
        """Level or attack."""
        return self.level or 0 if self.attack is None else self.attack


class GainCurve(Part):
    """Gain over costs in one home, by one pilot."""

    home: str = key("the home")
    pilot: str = key("who plays")
    pays: int = key("the highest cost that the home pays: beyond it nothing is read")
    rows: int = key("against each home at each cost", "pairs")
    points: tuple[GainAt, ...] = key("a point a cost")


class Rise(Part):
    """Two costs between which gain rises clearly: the pilot plays the cheaper card badly."""

    start: int = key("the one, if possible the printed one", name="from")
    end: int = key("the other one", name="to")
    value: float = key("how much more it gains there", "points")
    interval: Ends = key("of it", "points")


class InDeck(Part):
    """A card in a deck that matters, against all of them by their shares."""

    deck: str = key("the deck")
    share: float = key("of it in the metagame", "share")
    value: float = key("the gain", "points")
    interval: Ends = key("of it", "points")
    pilot: str = key("who plays")


class InMetagame(InDeck):
    """The deck that matters in which a card does best, and all of them."""

    decks: tuple[InDeck, ...] = key("each deck that matters")
    wanted: bool = key("whether one of them gains beyond error (Bonferroni over all of them)")


class NextDeck(Part):
    """What a card is worth in another deck like those in which it was measured, where these are three or more."""

    value: float = key("mean gain over these decks", "points")
    mean: Ends = key("of that mean, with 95 %: decks count as a sample of all that are like them", "points")
    interval: Ends = key("of that gain in the next deck; people's decks differ more in what it replaces ([rate.md](rate.md))", "points")
    beyond: Measure = key("the mean beyond what plain cards of about its cost gain in the same places", "points")
    beyond_interval: Ends = key("holds that in the next deck with `confidence`: random effects over these decks", "points")
    confidence: float = key("of the intervals", "share")
    decks: int = key("host decks and random decks of human style, in which the card was measured")
    pilot: str = key("who plays")


class Printed(Part):
    """What is printed on a card."""

    text: str | None = optional("its text; of a card that was found in Level-Up with the types of effects, as `ban` and `price` take it")
    level: int = key("by the edition's formula; in Level-Up the number of stars, which is no price", "levels")
    type: str | None = optional("of Level-Up: its type")
    attack: int | None = optional("of Level-Up: the printed attack")
    defense: int | None = optional("of Level-Up: the printed defense")
    line: int | None = optional("of Level-Up: attack of a plain creature of its level and defense")


class RatedCard(Printed, OnAxis):
    """What a card is worth."""

    FIRST: ClassVar = ("name",)

    name: str = key("its name; of several that have one, with a number")
    verdict: Verdict = key("as [verdicts.md](verdicts.md) has it")
    gain: Measure = key("as printed: where `is_mean`, `beyond` of `next_deck`, else in the best home by the judge", "points")
    is_mean: bool = key("whether `gain` is a mean over many decks; it is not in a deck of one's own, in Level-Up, and in `exploit`")
    home: str = key("the best home")
    in_levels: FairLevel | None = inline()
    in_attack: FairAttack | None = inline()
    interval: Ends | None = key("of the fair cost")
    fair_words: str = key("the same in words: a number, `not even for nothing`, `up to N, all that the deck can pay`, `more than N`, …")
    exchange: Measure | None = key("gain that a copy loses for each level more, around the printed one", "points")
    by_home: tuple[InHome, ...] = key("gain as printed in each home, by the pilot that screens")
    by_profile: Mapping[str, ByPilot] = key("in the best home")
    difference: Measure | None = key("the judge's gain minus the second pilot's, on common random numbers", "points")
    errors: ErrorBars = key("what the gain is uncertain by")
    copies: tuple[WithCopies, ...] = key("by number of copies")
    curves: tuple[GainCurve, ...] = key("the best home's by the pilot that screens, then each home's by the fast one")
    rises: Rise | None = key("where gain rises with the cost")
    pairs: int = key("behind `gain`, against each home", "pairs")
    more_pairs: int | None = key("of a card that is undecided in its home: about how many more would decide it", "pairs")
    p: float = key("that the gain is zero, corrected by Holm's rule")
    played_share: float | None = key("of the games where it could be played", "share")
    metagame: InMetagame | None = optional("gain in the decks that matter; only where such decks are known")
    next_deck: NextDeck | None = optional("what it is worth in another deck; only where it was measured in three or more")

    @property
    def cost(self) -> int:
        """Its printed cost: its level, or its attack."""
        return self.level if self.attack is None else self.attack


class RateResult(Result):
    """What cards are worth."""

    JUDGED = "by the strongest"
    BEHIND = "command edition game, axis terms, band games pairs, limits notes"

    command: str = key(default="rate")
    axis: str = key("what a card's cost is: `level`, in Level-Up `attack`")
    strategies: tuple[str, ...] = key()
    pilots: Roles = key("who played what")
    homes: tuple[str, ...] = key("in which the cards were tried")
    copies: int = key("of a card in a home")
    band: float = key("within ± this a gain is fair", "points")
    cards: tuple[RatedCard, ...] = key("a row a card")
    limits: WorthLimits = key()

    @property
    def answer(self) -> Answer:
        """Whether all cards are fair."""
        return answer_of(card.verdict for card in self.cards)


class FoundCard(RatedCard):
    """A winner of a search, judged on fresh seeds."""

    kind: str = key("its kind")
    sp: int | None = optional("its dice")
    hp: int | None = optional("its hit points")
    gaining: tuple[str, ...] = key("homes that gain beyond error")
    confirmed: bool = key("whether it is undercosted, and two homes gain")
    blame: str = key("the text without which it loses most of its gain")
    retest: bool = key("whether it was judged on fresh seeds: always")


class OfCombo(Printed):
    """One of the two cards of a combo."""

    kind: str = key("its kind")
    sp: int | None = optional("its dice")
    hp: int | None = optional("its hit points")
    gain: Measure = key("of a copy of it alone", "points")
    less: Measure = key("what it gains less alone than both together", "points")


class FoundCombo(Part):
    """Two cards that may be worth more together, judged on fresh seeds."""

    name: str = key("its number")
    cards: tuple[OfCombo, OfCombo] = key("the card, and its partner")
    verdict: Verdict = key("on the gain of both together")
    gain: Measure = key("of a copy of the two together, in the best home, by the judge", "points")
    home: str = key("the best home")
    by_home: tuple[GainIn, ...] = key("gain of both together in each home")
    by_pilot: Mapping[str, Measure] = key("in the best home", "points")
    difference: Measure | None = key("the judge's gain minus the second pilot's", "points")
    pairs: int = key("behind `gain`, against each home", "pairs")
    more_pairs: int | None = key("of an undecided one: about how many more would decide it", "pairs")
    gaining: tuple[str, ...] = key("homes that gain beyond error")
    confirmed: bool = key("whether it is undercosted, both `less` lie above zero, and two homes gain")
    blame: str = key("the text without which it loses most of its gain")


class Kept(Part):
    """The best card of its kind, by the search."""

    kind: str = key("spell, minion, …")
    levels: tuple[int, int] = key("from which to which", "levels")
    effect: str = key("its principal effect")
    text: str = key("its text")
    level: int = key("its level", "levels")
    gain: float = key("in its best home, by the search: too good by selection", "points")


class ExploitResult(Result):
    """Which cards cost too little."""

    JUDGED = "by the strongest"
    BEHIND = "command edition game, homes games pairs confidence, archive notes"

    command: str = key(default="exploit")
    axis: str = key("what cards pay with: `level`, in Level-Up `attack`")
    strategies: tuple[str, ...] = key()
    homes: tuple[str, ...] = key("names of the homes")
    band: float = key("within ± this a gain is fair", "points")
    cards: tuple[FoundCard, ...] = key("the winners of the search that were judged")
    combos: tuple[FoundCombo, ...] = key("those that were judged")
    searched: int = key("cards that the search tried")
    combos_searched: int = key("combos of two cards that raced")
    generations: int = key("rounds of the search")
    archive: tuple[Kept, ...] = key("the best of each kind")
    limits: WorthLimits = key()

    @property
    def answer(self) -> Answer:
        """Whether no card and no combo costs too little; not decided where one of them is neither found nor shown to be dear enough."""
        judged: tuple[FoundCard | FoundCombo, ...] = (*self.cards, *self.combos)
        if any(one.confirmed for one in judged):
            return Answer.NO
        return (
            Answer.YES if all(one.verdict in (Verdict.FAIR, Verdict.OVERPRICED, Verdict.NOT_PLAYED) for one in judged) else Answer.UNDECIDED
        )
