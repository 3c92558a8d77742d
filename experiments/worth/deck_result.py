"""The results of questions about decks: what a change does to one, what a text is worth in them, and which matter in an edition."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from kotc_sim.experiments.encoding import Ends, Part, key, optional
from kotc_sim.experiments.result import Answer, Measure, Result, Verdict, answer_of
from kotc_sim.experiments.worth.result import TextLimits, WorthLimits


class Against(Part):
    """The change against one opponent."""

    name: str = key("the opponent's")
    before: Measure = key("score without the change", "share")
    after: Measure = key("score with it", "share")
    difference: Measure = key("the one less the other", "difference")


class SubstitutionResult(Result):
    """What a change does to a deck. In Python the report is `kotc_sim.reports.substitution`."""

    JUDGED = "by all"
    BEHIND = "command edition, against games pairs"

    command: str = key(default="try")
    deck: str = key("the deck that is changed")
    out: tuple[tuple[int, str], ...] = key("copies and names of the cards that leave")
    into: tuple[tuple[int, str], ...] = key("copies and names of the cards that come", name="in")
    strategies: Mapping[str, str] = key("who plays the `deck`, and the `opponents`")
    difference: Measure = key("score with the new cards minus score without", "difference")
    gain: Measure = key("the same for each new copy", "points")
    before: Measure = key("score without the change", "share")
    after: Measure = key("score with it", "share")
    verdict: Verdict = key("`better`, `slightly better`, `same`, `slightly worse`, `worse`, `undecided`")
    same: float = key("within ± this the change is *same*", "difference")
    correlation: float | None = optional("of the paired scores", null=True)
    games_saved: int | None = optional("that two separate runs would cost on top", "games", null=True)
    detectable: float = key("smallest change that this run could detect, at 80 % power", "difference")
    against: tuple[Against, ...] = key("by opponent")
    limits: WorthLimits = key()


class InOneDeck(Part):
    """What a text is worth in one deck."""

    name: str = key("the deck")
    worth: Measure = key("score of the side that may use it, minus ½", "difference")
    used_share: float | None = key("how often cards with it were used where they could be", "share")


class Restricted(Part):
    """What a text is worth to who may use it."""

    text: str = key("as asked for, or the template's")
    id: str = key("component or template")
    worth: Measure = key("score of the side that may use it, minus ½", "difference")
    used_share: float | None = optional("how often cards with it were used where they could be", "share", null=True)
    verdict: Verdict = key("`matters`, `does not matter`, `undecided`")
    p: float = key("that it is worth nothing, corrected by Holm's rule")
    decks: tuple[InOneDeck, ...] = key("by deck")


class RestrictionResult(Result):
    """What texts are worth to who may use them. In Python the report is `kotc_sim.reports.restriction`."""

    JUDGED = "by all"
    BEHIND = "command edition game, strategies games pairs, limits notes"

    command: str = key(default="ban")
    strategies: Mapping[str, str] = key("who plays `both` sides")
    components: tuple[Restricted, ...] = key("a row a text")
    limits: TextLimits = key()

    @property
    def answer(self) -> Answer:
        """Whether it was decided of all components if they matter."""
        return answer_of(one.verdict for one in self.components)


HOME, GIVEN = "home", "given"
"""Where a deck came from that was not searched for: tuned of plain cards, or named by who asked."""


class MetaDeck(Part):
    """A deck of the search."""

    name: str = key("its name")
    origin: str = key("`home`, `response 2`, or `given: deck 11` of a folder of `--begin`")
    share: float = key("of the equilibrium, by the fast pilot", "share")
    interval: Ends = key("of it", "share")
    judged_share: float = key("of the equilibrium, by the judge", "share")
    judged_interval: Ends = key("of it", "share")
    judged_score: float = key("against the judge's equilibrium", "share")
    judged_score_interval: Ends = key("of it", "share")
    matters: bool = key("whether it has at least 2 % of the equilibrium by the judge")
    cards: tuple[tuple[int, str], ...] = key("copies and names")


class MetaPair(Part):
    """Two decks of the search."""

    a: str = key("the one")
    b: str = key("the other")
    value: float = key("score of a against b", "share")
    interval: Ends = key("of it", "share")
    pilot: str = key("who plays")


class Dynamics(Part):
    """How shares move where players copy what wins (replicator dynamics)."""

    decks: tuple[str, ...] = key("those that the judge played")
    start: str = key("the shares to begin with, in words")
    shares: tuple[tuple[float, ...], ...] = key("of the decks, generation by generation", "share")
    exploitable: tuple[float, ...] = key("what the best deck scores against each field, less one half", "difference")
    rises_first: str = key("the deck that grows by most at first")


class HeldText(Part):
    """A text in the decks that matter."""

    text: str = key("the component's")
    share: float = key("of the equilibrium whose decks hold it", "share")
    copies: float = key("in a deck that holds it")


class BestResponse(Part):
    """The last best response: what may be missing."""

    deck: str = key("its name", name="from")
    score: float = key("against the equilibrium of the decks before it", "share")
    interval: Ends = key("of it", "share")
    better: bool = key("whether it scores above one half beyond error")
    pilot: str = key("who judged")


class MetaResult(Result):
    """Which decks matter in an edition."""

    JUDGED = "by the strongest"
    BEHIND = "command edition terms, settled games pairs, limits notes"

    command: str = key(default="meta")
    strategies: tuple[str, ...] = key()
    decks: tuple[MetaDeck, ...] = key("those found and the homes, the most important first")
    matrix: tuple[MetaPair, ...] = key("what beats what, by the fast pilot, and by the judge")
    dynamics: Dynamics = key("where players copy what wins, from equal shares")
    components: tuple[HeldText, ...] = key("texts in the decks that matter")
    mattering: Measure = key("how many decks matter by the judge; the interval by the errors of match-ups")
    verdict: Verdict = key("more than two decks matter, two, or one: `open`, `narrow`, `solved`; `undecided` if errors allow for several")
    response: BestResponse | None = optional("the last one's score, by the judge", null=True)
    settled: bool = key("whether searches from elsewhere found nothing better")
    pool: int = key("cards that decks could be built from")
    limits: WorthLimits = key()
    field: Any = field(default=None, compare=False)
    """The decks that matter by the judge's shares, what each misses least first (`worth.field.Field`); not in JSON."""
    decisions: Mapping[str, int] | None = None  # in all games, by who decided; not in JSON

    @property
    def answer(self) -> Answer:
        """Whether more than one deck matters; not decided where the search was ended before it found nothing better."""
        return Answer.UNDECIDED if self.verdict is not Verdict.SOLVED and not self.settled else answer_of([self.verdict])


class FoundHome(Part):
    """A deck in which cards are judged."""

    name: str = key("its name")
    cards: tuple[tuple[int, str], ...] = key("copies and names, what it misses least first")


class Exchange(Part):
    """An exchange of cards that improved a deck."""

    home: str = key("the deck")
    gain: float = key("of its score", "difference")
    exchange: str = key("which cards, in words")


class HomesResult(Result):
    """The decks in which cards are judged, tuned for an edition; it is shown as text."""

    command: str = key(default="homes")
    pilot: str = key("who played")
    homes: tuple[FoundHome, ...] = key("the decks")
    steps: tuple[Exchange, ...] = key("what improved them, in order")
