"""The results of questions about pilots and single games."""

from collections.abc import Mapping
from typing import Any, ClassVar

from kotc_sim.experiments.encoding import Ends, Part, inline, key, optional
from kotc_sim.experiments.result import Measure, Result, Verdict


class Scored(Part):
    """A score with its interval."""

    score: float = key("points of a game, on the mean", "share")
    interval: Ends = key("of it", "share")


class AgainstBelow(Scored):
    """What a pilot scores against the one below it."""

    verdict: Verdict = key("`stronger`, `not stronger`, `undecided`")
    pairs: int = key("played", "pairs")


class LadderRung(Part):
    """A pilot of the ladder."""

    name: str = key("its name")
    below: str | None = key("the pilot below it; None for the first")
    test: AgainstBelow | None = inline()


class Rating(Part):
    """How strong a pilot is among those that played."""

    name: str = key("its name")
    rating: float = key("`greedy` is 0 if it takes part, else the mean of all", "Elo")
    interval: Ends = key("of it", "Elo")


class CrossedScore(Scored):
    """A's score where each deck is played by another variant of the pilot."""

    FIRST: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str = key("who plays the first deck: `once`, `more` or `again`")
    b: str = key("who plays the second")


class SettledMatch(Part):
    """Two decks under variants of the strongest pilot."""

    a: str = key("the first deck")
    b: str = key("the second")
    once: Scored = key("both by the pilot")
    more: Scored = key("both with four times its budget")
    again: Scored = key("both after another training")
    crossed: tuple[CrossedScore, ...] = key("each deck by another variant")
    moved: float = key("the largest change under `more` and `again`", "difference")


class SettledMirror(Part):
    """What the variants score against the pilot with the same deck."""

    deck: str = key("its name")
    more: Scored = key("with four times the budget")
    again: Scored = key("after another training")


class Settled(Part):
    """Whether play has settled in the decks of an edition."""

    pilot: str = key("the strongest")
    richer: str = key("the same with four times its budget")
    games: int = key("of each two decks", "games")
    matches: tuple[SettledMatch, ...] = key("each two decks")
    mean: float = key("change of scores under `more` and `again`", "difference")
    mirrors: tuple[SettledMirror, ...] = key("each deck against itself")


class AgainstFormer(Scored):
    """What the strongest pilot scores against a former one with a deck, which each has learned by itself."""

    FIRST: ClassVar[tuple[str, ...]] = ("deck",)
    deck: str = key("its name")
    holds: bool = key("whether it scores at least 48 %")


class LadderResult(Result):
    """A round robin of pilots on mirrored decks."""

    BEHIND = "command edition, verdict games pairs, strategies limits"

    command: str = key(default="strategies ladder")
    verdict: Verdict = key("`not stronger` if a pilot is so, else `undecided` if one is, else `stronger`")
    rungs: tuple[LadderRung, ...] = key("from weakest to strongest")
    ratings: tuple[Rating, ...] = key("of each pilot")
    cost: Mapping[str, float] = key("microseconds of a decision, by pilot")
    seconds_per_game: Mapping[str, float] = key("processor time of a game against itself, by pilot", "seconds")
    decks: tuple[Mapping[str, str | Measure], ...] = key(
        "for each `deck` of an `edition`, under each pilot's name its score against the one below"
    )
    use: Mapping[str, float] = key("of the games in which a card could be used, those in which it was, by pilot", "share")
    strategies: tuple[str, ...] = key()
    settled: Mapping[str, Settled] | None = optional("with `--settled`, by edition")
    former: tuple[AgainstFormer, ...] | None = optional("with `--former`, by deck")


class TextResult(Result):
    """A result that is shown as text, without a report."""

    LAST: ClassVar[tuple[str, ...]] = ("record",)

    seed: int | None = key(default=None)


class Loss(Part):
    """What a pilot loses in moments of a kind."""

    kind: str = key("of moments")
    strategy: str = key("the pilot")
    worth: float = key("chance to win with the best play, on the mean of the moments", "share")
    loss: float = key("what the pilot gives away of it in a turn", "share")
    interval: Ends = key("of the loss, over moments", "share")


class MomentsResult(TextResult):
    """What pilots lose in moments whose worth is known exactly."""

    command: str = key(default="strategies moments")
    moments: int = key("of each kind")
    games: int = key("times that each pilot played a moment")
    strategies: tuple[str, ...] = key()
    losses: tuple[Loss, ...] = key("by kind and pilot")


class DeckResponse(Scored):
    """What a best response scores with a deck, both sides with it."""

    FIRST: ClassVar[tuple[str, ...]] = ("name", "edition")
    name: str = key("the deck's")
    edition: str = key("the deck's")
    made_of: str = key("what the response had learned from")
    digest: str = key("of what it had learned")


class ResponseResult(TextResult):
    """What a best response scores against the one pilot that it was trained against."""

    BEHIND = "responder pairs"

    command: str = key(default="strategies exploit")
    pilot: str = key("its name, or file")
    responder: str = key("who learned")
    score: float = key("over all decks", "share")
    interval: Ends = key("of it", "share")
    decks: tuple[DeckResponse, ...] = key("a row a deck")


class ReplayResult(TextResult):
    """One game of a match-up, played again."""

    command: str = key(default="replay")
    game: int = key("its number in the run")  # type: ignore[assignment]
    seats: tuple[str, ...] = key("the decks' names")
    score: tuple[float, ...] = key("of each seat: 1, ½ or 0")
    turns: int = key("played", "turns")
    hp: tuple[int, ...] = key("at the end; in Level-Up, points", "hit points")
    log: tuple[str, ...] = key("what happened, line by line")
    boards: tuple[Any, ...] | None = optional("with `--boards`: what lies on the table, moment by moment")
