"""What all results have: a verdict, an answer, a head, measures; docs/reports.md is made from these types."""

import functools
from collections.abc import Collection, Iterable, Mapping
from enum import IntEnum, StrEnum
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from kotc_sim.experiments.encoding import Ends, Part, as_json, key, optional, read

Each = TypeVar("Each")
CONFIDENCE = 0.95
"""Of intervals, where nothing else is asked for."""
ALPHA = 0.05
"""Probability, at most, that a test finds what is not there; of a family, that any of its tests does (Holm)."""
MANY = 100_000_000
"""More games than anybody will play: stands for "no number of games would decide"."""
Tone = Literal["good", "watch", "bad", "open", "plain"]


class Answer(IntEnum):
    """What a command that gives a verdict has answered; the values are the exit codes of ``--strict``."""

    YES = 0
    NO = 1
    UNDECIDED = 3


YES, NO, OPEN = Answer.YES, Answer.NO, Answer.UNDECIDED


class Verdict(StrEnum):
    """All verdicts: the word of JSON, its tone in reports, its answer, and what it says.

    An answer is that of most commands; `exploit`, `meta` and `matchup` after a sequential test look further.
    """

    tone: Tone
    answer: Answer
    sentence: str

    def __new__(cls, word: str, tone: Tone = "plain", answer: Answer = YES, sentence: str = "") -> "Verdict":
        """Return the member of a word."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.tone, member.answer, member.sentence = tone, answer, sentence
        return member

    FAIR = "fair", "good", YES, "The whole interval lies inside the band of what is fair."
    WATCH = "watch", "watch", YES, "The whole interval lies outside the fair band, and does not lie beyond the broken one."
    BROKEN = "broken", "bad", NO, "The whole interval lies beyond the broken band."
    UNDECIDED = "undecided", "open", OPEN, "The interval reaches over an edge of the band: more games would tell."
    ACCEPTED = "accepted", "good", YES, "A sequential test has decided."
    PROVISIONAL = "provisional", "open", OPEN, "A weaker pilot than the strongest has judged; it may be wrong."
    IDLE = "nothing played", "open", OPEN, "A deck played no card in any game: it, or its pilot, cannot; nothing is said about the decks."
    DEPENDS = (
        "depends on play",
        "watch",
        OPEN,
        "The two strongest pilots contradict each other, or the score moves with a variant of the strongest.",
    )
    NOT_PLAYED = "not played", "open", OPEN, "Its pilots hardly ever use it, so nothing is said about its price."
    BY_DECK = (
        "depends on the deck",
        "watch",
        OPEN,
        "Some decks gain by it and others lose, or one that matters gains where others lose a little.",
    )
    OVERPRICED = "overpriced", "bad", NO, "It is worth less than it costs."
    UNDERCOSTED = "undercosted", "bad", NO, "It is worth more than it costs."
    LITTLE = "a little off", "watch", OPEN, "It is worth a little more or less than it costs, and perhaps not beyond the band."
    PILOT_FAILS = "pilot fails", "open", OPEN, "The pilot scores more where the same card costs more, so nothing is said about the card."
    NEVER = "never worth a slot", "bad", OPEN, "No deck wants it at any cost."
    BEYOND = "beyond the grid", "open", OPEN, "It would be fair at a cost that was not tried."
    CANNOT = "cannot be priced", "open", OPEN, "Its price is not identified: a level is worth too little compared with the noise."
    PRICED = "priced", "plain", YES, "Its price was found."
    WORTH_ALL = "worth all of its attack", "plain", YES, "Its card is worth its slot without any attack."
    BETTER = "better", "good", YES, "The deck scores more with the new cards, beyond the band of what is the same."
    SLIGHTLY_BETTER = "slightly better", "good", YES, "The deck scores more with the new cards, and perhaps not beyond the band."
    SAME = "same", "good", YES, "The whole interval of the change lies inside the band of what is the same."
    SLIGHTLY_WORSE = "slightly worse", "watch", NO, "The deck scores less with the new cards, and perhaps not beyond the band."
    WORSE = "worse", "bad", NO, "The deck scores less with the new cards, beyond the band of what is the same."
    MATTERS = "matters", "watch", YES, "Who may use the text scores more or less than who may not."
    NO_MATTER = "does not matter", "plain", YES, "The whole interval of what the text is worth lies inside the band."
    CHANGED = "changed", "watch", YES, "The figure is another one in the second edition, beyond the margin."
    SLIGHT = "slight", "watch", YES, "The figure is another one in the second edition, and perhaps not beyond the margin."
    NOT_TESTED = "not tested", "open", OPEN, "No deck uses what changes."
    MANY_MATTER = "open", "good", YES, "Three decks or more matter."
    TWO_MATTER = "narrow", "watch", YES, "Two decks matter."
    SOLVED = "solved", "bad", NO, "One deck answers all others."
    NOTHING = "nothing to change", "plain", YES, "No price is shown to be wrong."
    PROPOSED = "changes proposed", "plain", NO, "Prices are shown to be wrong, and others are proposed."
    UNFINISHED = "not finished", "plain", OPEN, "The budget was spent before that was settled."
    STRONGER = "stronger", "good", YES, "A pilot beats the one below it."
    NOT_STRONGER = "not stronger", "watch", YES, "A pilot is not shown to beat the one below it."
    MISPRICED = "mispriced", "bad", NO, "Its price is shown to be wrong."
    MEASURED = "measured", "plain", YES, "There was nothing to judge."


TONES: dict[str, Tone] = {str(one.value): one.tone for one in Verdict}
"""How the word of a verdict looks; any other word is shown plainly."""


def answer_of(verdicts: Iterable[str], *, also: Collection[str] = ()) -> Answer:
    """Return the answer of several verdicts: *no* if one of them says so, *yes* if all do, else not decided, as it is without one.

    The words ``also`` mean *yes* here, though they mean something else in other commands.
    """
    found = {Answer.YES if word in also else Verdict(word).answer for word in verdicts}
    return next((answer for answer in (Answer.NO, Answer.UNDECIDED) if answer in found), Answer.YES if found else Answer.UNDECIDED)


class Measure(Part, kw_only=False):
    """A number and its interval; in JSON a bare number where there is no interval."""

    value: float = key("the estimate")
    interval: Ends | None = optional("of it")

    WORDS = "measure"

    @classmethod
    def of_number(cls, value: float) -> "Measure":
        """Return a measure whose interval is not known."""
        return cls(value)


class Both(Part, Generic[Each], kw_only=False):
    """Something of side A, and of side B."""

    a: Each = key("of A")
    b: Each = key("of B")

    WORDS = 'for `"a"` and `"b"`'


class BeforeAfter(Part, Generic[Each], kw_only=False):
    """Something in a first edition, and in a second."""

    before: Each = key("in the first edition")
    after: Each = key("in the second")

    WORDS = 'for `"before"` and `"after"`'


class Used(Part, kw_only=False):
    """A card or a text that was used in few of the games where it could be."""

    text: str = key("its name")
    share: float = key("of the games in which it could be used", "share")


class Limits(Part):
    """What the model cannot see."""

    never_used: tuple[str, ...] | None = optional("cards or components that no strategy ever used")
    never_playable: tuple[str, ...] | None = optional(
        "cards that were drawn, and that nobody could play in any game; left out where there are none"
    )
    rarely_used: tuple[Used, ...] | None = optional("used in that share of the games where they could be")
    capped: float | None = optional("games ended by the turn cap", "share")
    tied: float | None = optional("tied games", "share")
    family: int | None = optional("size of the family of verdicts that Holm's correction covers")
    strongest: str | None = optional("the strongest strategy used")
    long: int | None = optional("games of 400 turns or more, which figures of turns count as 400; left out where there are none", "games")
    pilot: str | None = optional(
        "what the pilots had learned, or that one which learns may come to another result; what it lacks, and what a training changes"
    )
    fit: str | None = optional("digest of what the pilots had learned, 12 hexadecimal digits; of several, one over their digests")


class Notable(Part):
    """A game worth reading."""

    game: int = key("its number in the run")
    why: str = key("what is special about it")
    turns: int | None = optional("how long it took", "turns")
    replay: str | None = optional("the command that tells it")
    log: tuple[str, ...] | None = optional("what happened, line by line; on pages only")


class Result(Part):
    """What an experiment found. A class states a field again that is of a narrower type."""

    FIRST: ClassVar[tuple[str, ...]] = ("command", "version", "seed")
    LAST: ClassVar[tuple[str, ...]] = ("reproduce", "record")
    JUDGED: ClassVar[Literal["nothing", "by all", "by the strongest"]] = "nothing"
    """Whose verdicts these are of those in ``strategies``: if a weaker pilot than the strongest is among them, they are provisional."""

    command: str = key("the command's name")
    version: str = key("of kotc-sim", default="")
    seed: int | None = key("the master seed")
    reproduce: str = key("the command line, or the call of Python, that gives the same result", default="")
    edition: str | None = optional("the edition, such as `kotc-17`")
    game: str | None = optional("`levelup`; left out for Keeper of the Cards")
    terms: Mapping[str, str] | None = optional("the edition's words: `sp` is SP or offense, `minions` are minions or creatures")
    strategies: Both[str] | tuple[str, ...] | Mapping[str, str] | None = optional("who plays")
    provisional_by: str | None = optional("the weaker pilot that judged: every verdict is then `provisional`")
    play: str | None = optional("how the pilots were chosen: `ladder`, `quick`, `named`, `table`")
    games: int | None = optional("games played in all", "games")
    pairs: int | None = optional("pairs of games: the same seed, seats swapped", "pairs")
    asked: int | None = optional("games that were asked for, where more were played to fill pairs or blocks", "games")
    confidence: float | None = optional("of all intervals; 0.95 by default", "share")
    limits: Limits | None = optional("what the model cannot see")
    notes: tuple[str, ...] | None = optional("what the reader must know besides")
    notable: tuple[Notable, ...] | None = optional("games worth reading, each once")
    record: Mapping[str, Any] | None = optional(
        "what it was made from: `files` (path: BLAKE2b), `engine`, `commit`, `python`, `packages`, `platform`; see `kotc-sim reproduce`"
    )

    @functools.cached_property
    def data(self) -> dict[str, Any]:
        """What ``--json`` prints."""
        found: dict[str, Any] = as_json(self)
        return found

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Return what JSON holds; `KotcError` if a key is missing, or is not what it should be. Keys that are not known are let go."""
        found: Self = read(cls, data, f"the result of '{data.get('command', 'this')}'")
        return found

    @property
    def pilots_named(self) -> tuple[str, ...]:
        """All that play, those of A first."""
        given = self.strategies or ()
        return (given.a, given.b) if isinstance(given, Both) else tuple(given.values()) if isinstance(given, Mapping) else given

    @property
    def answer(self) -> Answer:
        """What was found, by its verdict; a result without one has answered."""
        verdict: Verdict | None = getattr(self, "verdict", None)
        return Answer.YES if verdict is None else verdict.answer

    @property
    def exit_code(self) -> Answer:
        """What ``--strict`` makes of the answer: what a weaker pilot judged is not decided."""
        return Answer.UNDECIDED if self.provisional_by else self.answer
