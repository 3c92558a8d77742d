"""The results of match-ups: of two decks, of one against a field, and of several at one table."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from kotc_sim.experiments.encoding import Ends, Part, inline, key, optional
from kotc_sim.experiments.result import Answer, Both, Limits, Measure, Result, Verdict


class NamedDeck(Part):
    """A deck by its name."""

    name: str = key("its name")
    path: str = key("its file")
    size: int = key("number of cards")


class Margin(Part):
    """A's hit points at the end of a game minus B's, those below 0 counted as 0."""

    value: float = key("the mean", "hit points")
    interval: Ends = key("of it", "hit points")
    unit: str = key("the game's word for hit points", default="HP")


class Homogeneity(Part):
    """Whether the parts of a run follow one law: they differ in their seeds alone."""

    p: float = key("how likely chance makes them differ as much (χ²)")
    parts: int = key("number of parts")
    worst: int = key("the part, from 0, that differs most")


class BandsUsed(Part):
    """What counted as fair and as broken."""

    fair: tuple[float, float] = key("a match-up is fair if the whole interval lies inside", "share")
    broken: float = key("it is broken if the whole interval lies beyond this, or below one minus this", "share")


class Stopping(Part):
    """Why a run ended."""

    rule: Literal["fixed", "clear", "precision", "sprt"] = key(
        "by a number of games, as clearly broken before that, by the width of the interval, or by a sequential test"
    )
    planned: int | None = optional("with `clear`: the games that would have been played", "games")
    target: float | None = optional("with `precision`: the half-width that was aimed at", "share")
    test: "SequentialTest | None" = inline()

    @property
    def waiting(self) -> bool:
        """Whether it is a sequential test that has not decided."""
        return self.test is not None and self.test.accepted is None


class SequentialTest(Part):
    """The outcome of a sequential test, with `sprt`."""

    h0: float = key("the first score", "share")
    h1: float = key("the second score", "share")
    llr: float = key("log-likelihood ratio at the end")
    bounds: Ends = key("of the log-likelihood ratio, beyond which the test decides")
    accepted: Literal["h0", "h1"] | None = key("which score is accepted, if one is")


class Look(Part):
    """The score at a look while the run went on."""

    games: int = key("so far", "games")
    score: float = key("so far", "share")
    interval: Ends = key("of a confidence sequence", "share")


class Turns(Part):
    """How long games lasted, both players' turns counted."""

    mean: Measure = key("", "turns")
    median: float = key("", "turns")
    histogram: tuple[tuple[int, int, int, int], ...] = key("turn; games that A won, that B won, that were tied", "games")


class PerSp(Part):
    """Damage inflicted for each SP on the field and turn."""

    a: Measure | None = optional("of A", "damage")
    b: Measure | None = optional("of B", "damage")
    reference: float = key("what a die deals that nobody blocks", "damage")


class Impact(Part):
    """How much more a card's owner scores in games in which it was drawn, compared at equal length: an association, not a cause."""

    name: str = key("the card's")
    deck: Literal["a", "b"] = key("whose it is")
    impact: float = key("score when drawn minus score when not", "difference")
    interval: Ends = key("of it", "difference")
    drawn: float = key("score when drawn", "share")
    not_drawn: float = key("score when not drawn", "share")
    games: int = key("in which it was drawn", "games")
    played_share: float = key("of the games in which it was drawn", "share")
    p: float = key("of no impact, corrected by Holm's rule")


class Rung(Part):
    """The match-up under one pilot of the ladder."""

    strategy: str = key("the pilot; of two, the name of A's and of B's")
    score: float = key("A's", "share")
    interval: Ends | None = optional("of it", "share")
    games: int | None = optional("", "games")
    margin: Margin | None = optional("A's hit points at the end minus B's")
    first_player_advantage: Measure | None = optional("mean score of the player who starts, minus ½", "difference")


class VariantScore(Rung):
    """The match-up under a variant of the strongest pilot: with 4 times its budget, or after another training."""

    variant: str = key("what is varied")
    moved: Measure = key("its score minus the pilot's", "difference")
    allowed: float = key("how far it may move", "share")
    moves: bool = key("whether it moves by more than its interval plus `allowed`")


class Climb(Part):
    """What the ladder of pilots says."""

    ladder: tuple[Rung, ...] | None = optional("from weakest to strongest; the last is the result itself")
    variants: tuple[VariantScore, ...] | None = optional(
        "of the strongest pilot, on a share of its games; none for a mirror, below 1,000, and where the word stands without them"
    )
    clear: bool | None = optional("whether the score is so clearly broken that no variant played")
    settled: bool | None = optional(
        "whether the two strongest pilots agree, and no variant moves the score; `null` where there are too few games to tell", null=True
    )
    ladder_difference: Measure | None = optional("score under the strongest pilot minus that under the one below it", "difference")


class PlayedByHand(Part):
    """Games that people played with the same decks, compared with the simulated score; docs/verdicts.md states the method."""

    won: int = key("by A", "games")
    lost: int = key("by A", "games")
    tied: int = key("which are left out of all that follows", "games")
    score: Measure = key("A's in the others, with Clopper's and Pearson's interval", "share")
    p: float = key("chance of a result as unlikely, if the simulated score is theirs")
    consistent: bool = key("whether `p` is 0.05 or more")
    together: Measure | None = key("the score by all games, simulated and by hand; `null` if they contradict each other", "share")


class MatchupResult(Result):
    """Who wins, by how much, and why."""

    JUDGED = "by all"
    BEHIND = "command edition terms, strategies play, interval confidence, games pairs asked, limits notes notable game"

    command: str = key(default="matchup")
    decks: Both[NamedDeck] = key("the two decks")
    strategies: Both[str] | tuple[str, ...] = key()
    score: float = key("A's mean score", "share")
    interval: Ends = key("of it: Student's t on pair scores, or the confidence sequence when the run was stopped by looking", "share")
    verdict: Verdict = key("see the bands; the direction follows from `score`")
    more_games: int | None = optional("for `undecided`: about how many more games would decide", "games", null=True)
    games: int = key("of the result: with a ladder, of the strongest pilot", "games")
    bands: BandsUsed = key("48 to 52 % and 55 % by default")
    wilson: Ends = key("Wilson's interval, a check of `interval`", "share")
    pair_scores: tuple[int, int, int, int, int] = key("in which A scored 0, ½, 1, 1½, 2", "pairs")
    superiority: float | None = optional("likelihood that A is the better deck; `null` for a mirror", null=True)
    detectable: float = key("smallest difference that this run could detect, at 80 % power", "difference")
    elo: Measure = key("A's rating minus B's", "Elo")
    first_player_advantage: Measure = key("mean score of the player who starts, minus ½", "difference")
    played: PlayedByHand | None = optional("with `--played`: games by hand")
    stopping: Stopping = key("why the run ended")
    progress: tuple[Look, ...] = key("the score while the run went on, at most a few hundred looks")
    turns: Turns = key("how long games lasted")
    endings: Mapping[str, float] = key("how games ended, in the rulebook's words; sums to 1", "share")
    endings_by_winner: Mapping[str, tuple[int, int, int]] = key("games that A won, that B won, that were tied", "games")
    damage_per_sp: PerSp = key("damage inflicted for each SP on the field and turn", "damage")
    damage_per_level: Both[Measure | None] = key("damage inflicted for each level paid", "damage")
    margin: Margin = key("A's hit points at the end of a game minus B's")
    homogeneity: Homogeneity = key("whether the parts of the run follow one law")
    comebacks: tuple[int, int] = key("that A, and B, won although it was once 10 hit points or more behind", "games")
    cards: tuple[Impact, ...] = key("the impact of each card, in any order")
    limits: Limits = key()
    climb: Climb | None = inline()

    @property
    def answer(self) -> Answer:
        """Whether it is not broken; not decided if it depends on play, or a sequential test has not ended."""
        return answer_in(self, self.bands.broken)


class FieldClimb(Climb):
    """What the ladder of pilots says of a row of a field."""

    BEHIND = "settled ladder ladder_difference variants clear"

    settled: bool | None = optional(null=True)


class Opponent(Part):
    """The match-up with one deck of a field."""

    name: str = key("the opponent's")
    path: str = key("its file")
    score: float = key("of the deck that plays all others", "share")
    interval: Ends = key("of it", "share")
    verdict: Verdict = key("of this match-up")
    more_games: int | None = optional("for `undecided`: about how many more games would decide", "games", null=True)
    games: int = key("", "games")
    stopping: Stopping = key("why the run ended")
    elo: Measure = key("", "Elo")
    first_player_advantage: Measure = key("mean score of the player who starts, minus ½", "difference")
    margin: Margin = key("hit points at the end of a game minus the opponent's")
    homogeneity: Homogeneity = key("whether the parts of the run follow one law")
    climb: FieldClimb | None = inline()
    p: float = key("that it scores ½, corrected by Holm's rule over the field")
    fit: str | None = optional("as in `limits`")


class FieldResult(Result):
    """Whom one deck beats, of a field of several."""

    JUDGED = "by all"
    BEHIND = "command edition terms play confidence, bands game, limits notes"

    command: str = key(default="matchup")
    bands: BandsUsed = key("48 to 52 % and 55 % by default")
    deck: NamedDeck = key("the deck that plays all others")
    strategies: Both[str] | tuple[str, ...] = key()
    verdict: Verdict = key("the worst of its rows: `broken`, `depends on play`, `undecided`, `watch`, `accepted`, `fair`")
    games: int = key("of all rows", "games")
    pairs: int = key("of all rows")
    score: float = key("mean over the field, each deck counted the same", "share")
    interval: Ends = key("of it", "share")
    field: tuple[Opponent, ...] = key("a row an opponent, in the order named")
    limits: Limits = key()

    @property
    def answer(self) -> Answer:
        """Whether no match-up is broken; else, not decided if one of them is not."""
        answers = {answer_in(row, self.bands.broken) for row in self.field}
        return next(answer for answer in (Answer.NO, Answer.UNDECIDED, Answer.YES) if answer in answers)


BROKEN = 0.55  # beyond this a match-up is broken, by default


def answer_in(found: MatchupResult | Opponent, broken: float) -> Answer:
    """Return the answer of a match-up; ``broken`` is the edge of the band.

    A sequential test that has ended is decided, also where its interval reaches over an edge.
    """
    if found.stopping.waiting or found.verdict.answer is Answer.UNDECIDED:
        return Answer.UNDECIDED
    return Answer.NO if found.interval.low > broken or found.interval.high < 1 - broken else Answer.YES


class AtTable(Part):
    """A deck at a table of several players."""

    name: str = key("its name")
    path: str = key("its file")
    score: float = key("who wins scores 1, those who tie ½", "share")
    interval: Ends = key("of it", "share")
    p: float = key('of "it has its share", corrected by Holm\'s rule over the decks')


class MeanTurns(Part):
    """How long games lasted."""

    mean: float = key("all players counted", "turns")


class TableResult(Result):
    """What each deck scores at a table of several players."""

    JUDGED = "by all"
    BEHIND = "command edition game, strategies play, games confidence, endings limits"

    command: str = key(default="matchup")
    strategies: Both[str] | tuple[str, ...] = key()
    verdict: Verdict = key("`fair`: all intervals lie within 2 points of `share`; `watch`: one lies outside of that; else `undecided`")
    games: int = key("games played in all", "games")
    share: float = key("one divided by the number of decks", "share")
    table: tuple[AtTable, ...] = key("a row a deck")
    turns: MeanTurns = key("how long games lasted")
    endings: Mapping[str, float] = key("how games ended", "share")


class EntrantRow(Part):
    """A deck with who plays it."""

    name: str = key("its name; the strategy is added where a deck enters with several")
    strategy: str = key("who plays it")
    path: str = key("its file")
    size: int = key("number of cards")


class Rated(Part):
    """How a deck is rated."""

    name: str = key("the deck")
    rating: float = key("the mean of all decks is 0", "Elo")
    interval: Ends = key("of it", "Elo")
    rank: float = key("1 is the best")
    rank_interval: Ends = key("of it")
    score: float = key("mean score against the others", "share")


class InEquilibrium(Part):
    """A deck's share of the mixture against which no deck scores more than half (Nash)."""

    name: str = key("the deck")
    weight: float = key("its share", "share")
    interval: Ends = key("of it", "share")
    score: float = key("mean score against the mixture", "share")


class InAlphaRank(Part):
    """How often a deck is seen in the long run, if players keep changing to one that beats theirs (α-rank)."""

    name: str = key("the deck")
    weight: float = key("its share", "share")
    rank: float = key("1 is the most frequent")
    rank_interval: Ends = key("of it")


class Dominated(Part):
    """A deck that another one makes useless."""

    name: str = key("the deck")
    by: str = key("the other one, which scores as much or more against every deck")
    sure: bool = key("whether that is beyond chance")


class Worst(Part):
    """What the best rated deck does worst against."""

    deck: str = key("the best rated")
    opponent: str = key("the other one")
    score: float = key("of the best rated", "share")
    interval: Ends | None = optional("of it", "share", null=True)


class Pairing(Part):
    """The match-up of two entrants."""

    a: str = key("the first")
    b: str = key("the second")
    score: float = key("of the first", "share")
    interval: Ends = key("of it", "share")
    games: int = key("by the judge", "games", default=0)
    p: float = key("that it is ½, corrected by Holm's rule over all rows")
    verdict: Verdict = key("as of `matchup`, by the judge and the pilot below")
    more_games: int | None = optional("for `undecided`: about how many more games would decide", "games")
    turns: float = key("mean length", "turns")
    variants: tuple[VariantScore, ...] | None = optional(
        "of a deck that answers all others, unless it is clear: under variants of the judge"
    )


class SecondOpinion(Part):
    """What the pilot below the judge makes of the same decks."""

    strategy: str = key("the pilot")
    games: int = key("of each two entrants", "games")
    verdict: Verdict = key("that pilot's alone")
    place: tuple[str, ...] = key("decks with a place, the largest share first")


PLACE = 0.0005  # a deck with less weight in the equilibrium than this has no place


class TournamentResult(Result):
    """Which of several decks have a place."""

    JUDGED = "by all"
    BEHIND = "command edition, second games pairs asked, games_per_matchup confidence"

    command: str = key(default="tournament")
    strategies: Both[str] | tuple[str, ...] = key()
    decks: tuple[EntrantRow, ...] = key("a row an entrant; the order of the matrix")
    verdict: Verdict = key("by the share of decks with positive weight: many, fewer than half, or one")
    second: SecondOpinion | None = optional("the pilot below the judge: where it contradicts, the verdict is *depends on play*")
    games_per_matchup: int = key("of each two entrants", "games")
    detectable: float = key("smallest difference that a match-up could detect, at 80 % power", "difference")
    matrix: tuple[tuple[float | None, ...], ...] = key("score of the row against the column; `null` on the diagonal", "share")
    matrix_intervals: tuple[tuple[Ends | None, ...], ...] = key("of the matrix", "share")
    ratings: tuple[Rated, ...] = key("a row an entrant")
    equilibrium: tuple[InEquilibrium, ...] = key("a row an entrant")
    alpha_rank: tuple[InAlphaRank, ...] = key("a row an entrant")
    alpha: float = key("the intensity of selection at which α-rank is reported")
    dominated: tuple[Dominated, ...] = key("decks that another one makes useless")
    cycles: tuple[tuple[str, ...], ...] = key("each beats the next, the last the first, beyond chance")
    cycles_seen: int = key("number of cycles in the matrix as it is, chance included")
    cyclic_share: float = key("of the scores' variance that ratings cannot explain", "share")
    entropy: float = key("of the equilibrium, in bits: 2 to its power is how many decks, played equally often, are as varied")
    entropy_interval: Ends = key("of it")
    playable_share: float = key("of decks with positive weight", "share")
    playable_interval: Ends = key("of it", "share")
    worst_matchup: Worst = key("what the best rated deck does worst against")
    draw: float = key("parameter of ties in Davidson's model of paired comparisons")
    seat: float = key("what going first is worth", "Elo")
    seat_interval: Ends = key("of it", "Elo")
    first_player_advantage: Measure = key("mean score of the player who starts, minus ½", "difference")
    matchups: tuple[Pairing, ...] = key("a row a match-up")
    limits: Limits | None = optional()
    tables: Any = field(default=None, compare=False)
    """Pairs by the first entrant's half-points as first and as second player, int64 of shape (match-ups, 3, 3); not in JSON."""

    @property
    def place(self) -> tuple[str, ...]:
        """The decks with a place in the equilibrium, the largest share first."""
        return tuple(one.name for one in sorted(self.equilibrium, key=lambda one: -one.weight) if one.weight > PLACE)


class PilotPlan(Part):
    """What the games of one pilot could find, if they are independent, even and never tied; common random numbers make it better."""

    strategy: str = key("who plays")
    games: int = key("of a match-up", "games")
    half_width: float = key("of the interval", "share")
    detectable: float = key("distance from one half that 80 % of runs find; in a family at 5 % divided by its number", "difference")
    games_needed: int = key("for an interval of ± `target`", "games")


class PlannedDifference(Part):
    """The difference of the two strongest pilots."""

    half_width: float = key("of its interval", "difference")
    settles: bool = key("whether that is narrow enough to settle a verdict")


class PlanResult(Result):
    """What a run could find. Its `command` is that of the run that is planned."""

    BEHIND = "difference notes"

    edition: str = key()
    title: str = key("what is planned")
    plan: tuple[PilotPlan, ...] = key("a row a pilot, the one that counts last")
    matchups: int = key("that are judged together")
    games: int = key("of all match-ups with the pilot that counts", "games")
    target: float = key("half-width of an interval that games are counted for", "share")
    difference: PlannedDifference | None = optional("of the two strongest pilots")
