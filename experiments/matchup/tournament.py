"""A round robin of decks: matrix, ratings, and which decks a field of clever players would hold.

Pairs of games with the seats swapped, the same seeds for all match-ups. Ratings are Davidson's Bradley–Terry with a seat; the equilibrium
is the Nash equilibrium of greatest entropy of the log-odds; all intervals are bootstrapped over pairs (docs/statistics.md).
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup import result as results
from kotc_sim.experiments.matchup.describe import hardly_used
from kotc_sim.experiments.matchup.ladder import variant_score
from kotc_sim.experiments.matchup.matchup import is_clear, matchup
from kotc_sim.experiments.matchup.pilot_levels import PilotLevel, settle
from kotc_sim.experiments.matchup.variants import Variant, variants_for
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.result import CONFIDENCE, Limits, Verdict
from kotc_sim.experiments.statistics.hypotheses import detectable_difference_pairs, holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.metagame import Metagame, analyse_metagame, cycles, list_dominated
from kotc_sim.experiments.statistics.pairs import Pairs
from kotc_sim.experiments.statistics.ratings import fit_ratings
from kotc_sim.experiments.statistics.verdicts import USUAL, Bands, judge_matchup
from kotc_sim.games.protocol import attributes
from kotc_sim.runs import Contest, Part, Playing, learn, match_of, simulate_parts
from kotc_sim.runs.tally import Tally
from kotc_sim.shared.result import Ending

GAMES, JUDGED_GAMES = 2_000, 1_500
"""Games of each match-up by default: of pilots that are named, and of the judge. Scores are known to ± 2 or 3 points."""
MOST_LEARNED = 6
"""Match-ups that are learned one by one, as `matchup` does; of more, all decks are learned together."""
BELOW = 2  # the pilot below the judge plays this part of its games
OPEN = 0.5  # share of decks with a place from which on a metagame is open
ALONE = 0.5  # a deck solves a metagame if its weight is above this beyond error


@dataclass(frozen=True)
class Entrant:
    """A deck and who plays it, by a name unlike all others of the tournament (`name_entrants`)."""

    name: str
    deck: Any
    strategy: str


def name_entrants(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants with names that tell them apart: by strategy, and by a number if need be."""
    decks = Counter(entrant.deck.name for entrant in entrants)
    named = [replace(one, name=one.deck.name if decks[one.deck.name] == 1 else f"{one.deck.name} ({one.strategy})") for one in entrants]
    count = Counter(one.name for one in named)
    seen: Counter[str] = Counter()
    for i, one in enumerate(named):
        if count[one.name] > 1:
            seen[one.name] += 1
            named[i] = replace(one, name=f"{one.name} #{seen[one.name]}")
    return named


@dataclass
class _Field:
    """What the match-ups leave behind: a few numbers each."""

    tables: NDArray[np.int64]
    turns: list[float]
    endings: NDArray[np.int64]
    tied: int = 0
    long: int = 0
    used: dict[tuple[int, str], NDArray[np.int64]] = field(default_factory=dict)

    def add(self, k: int, sides: tuple[int, int], tally: Tally, game: Any) -> None:
        self.tables[k] = tally.table
        by_turn = tally.turns.sum(axis=1)
        self.turns[k] = float(by_turn @ np.arange(len(by_turn)) / max(1, by_turn.sum()))
        self.endings += tally.endings.sum(axis=1)
        self.tied += int(tally.endings[:, 1].sum())
        self.long += tally.long
        for side in (0, 1):
            for definition in game.owners[side]:
                key = sides[side], game.names[definition]
                self.used[key] = self.used.get(key, np.zeros(4, np.int64)) + tally.used[side, definition]


def tournament(
    entrants: Sequence[Entrant],
    *,
    games: int = GAMES,
    seed: int = 1,
    bands: Bands = USUAL,
    fits: Sequence[Any] | None = None,
    below: PilotLevel | None = None,
    **how: Unpack[Playing],
) -> results.TournamentResult:
    """Play everybody against everybody and say which decks have a place.

    - ``games``: games of each match-up, rounded up to pairs.
    - ``seed``: run seed, shared by all match-ups; also the bootstrap's.
    - ``fits``: what strategies that learn have learned of the decks of each match-up (`learn_matchups`).
    - ``below``: the pilot below the judge, who plays all match-ups as well: what the two contradict each other in *depends on play*. Where
      both say that one deck answers all others, that deck's match-ups are played by variants of the judge, too (`variants_for`), but for
      clear ones.

    The verdict is no firmer than those of the match-ups that it rests on (`_as_firm`), so another deck more cannot make it so.

    A `KotcError` if there are fewer than two decks, or decks of several editions.
    """
    check_entrants(entrants)
    named = name_entrants(entrants)
    who = list(itertools.combinations(range(len(named)), 2))
    learned = fits or [None] * len(who)
    pairs = max(2, -(-games // 2))
    contests = _contests(named, who, learned)
    played = _play(contests, who, pairs, seed, how)
    found = _describe(named, who, played, pairs, seed, bands)
    if below is not None:
        weaker = [replace(one, strategy=below.strategy) for one in named]
        fewer = max(2, -(-below.games // 2))
        other = _describe(weaker, who, _play(_contests(weaker, who, learned), who, fewer, seed, how), fewer, seed, bands)
        found = _settled(found, other, bands)
        clear = [is_clear(Pairs.from_table(table).cells, bands) for table in played.tables]
        for k in range(len(who)):
            if _as_firm(found) is Verdict.SOLVED and _rests_on(found, found.matchups[k]) and not clear[k]:
                found = _varied(found, k, _checks(contests[k], 2 * pairs, seed, bands, how))
    return replace(found, verdict=_as_firm(found), limits=replace(found.limits or Limits(), **pilot_limits(contests)))


def learn_matchups(entrants: Sequence[Entrant], jobs: int | None = None) -> list[Any]:
    """Return what strategies that learn have learned of the decks of each match-up: by itself, or where they are many of all decks."""
    couples = list(itertools.combinations(entrants, 2))
    if len(couples) > MOST_LEARNED:
        decks = list({id(one.deck): one.deck for one in entrants}.values())
        return [learn(decks, [one.strategy for one in entrants], jobs=jobs)] * len(couples)
    return [learn((a.deck, b.deck), (a.strategy, b.strategy), jobs=jobs) for a, b in couples]


def _contests(named: Sequence[Entrant], who: Sequence[tuple[int, int]], fits: Sequence[Any]) -> list[Contest]:
    couples = [(named[a], named[b]) for a, b in who]
    return [Contest((a.deck, b.deck), (a.strategy, b.strategy), fit) for (a, b), fit in zip(couples, fits, strict=True)]


def _play(contests: Sequence[Contest], who: Sequence[tuple[int, int]], pairs: int, seed: int, how: Playing) -> _Field:
    played = _Field(np.zeros((len(who), 3, 3), np.int64), [0.0] * len(who), np.zeros(len(Ending), np.int64))
    for k, run in simulate_parts([Part(contest, pairs) for contest in contests], seed, **how):
        played.add(k, who[k], run.tally, match_of(contests[k].decks))
    return played


def _checks(contest: Contest, games: int, seed: int, bands: Bands, how: Playing) -> list[tuple[Variant, results.MatchupResult]]:
    """Play a match-up by variants of its pilot, where it learns and has played enough."""
    workers = how.get("workers")
    asked = variants_for(contest.decks, contest.strategies[0], contest.fit, games, jobs=None if workers is None else workers.jobs)
    return [
        (one, matchup(Contest(contest.decks, (one.strategy, one.strategy), one.learned()), games=count, seed=seed, bands=bands, **how))
        for one, count in asked
    ]


def _settled(found: results.TournamentResult, other: results.TournamentResult, bands: Bands) -> results.TournamentResult:
    """Return the judge's result, with the verdicts of both pilots: the judge's where the two do not contradict each other."""
    rows = zip(found.matchups, other.matchups, strict=True)
    matchups = tuple(replace(one, verdict=settle(one, weaker, bands).verdict) for one, weaker in rows)
    mine, others = found.place, other.place
    decided = Verdict.UNDECIDED not in (found.verdict, other.verdict)
    contradict = decided and (found.verdict is not other.verdict or (found.verdict is Verdict.SOLVED and mine != others))
    (pilot,) = other.pilots_named
    second = results.SecondOpinion(strategy=pilot, games=other.games_per_matchup, verdict=other.verdict, place=others)
    return replace(found, verdict=Verdict.DEPENDS if contradict else found.verdict, matchups=matchups, second=second)


def _varied(found: results.TournamentResult, k: int, checks: Sequence[tuple[Variant, results.MatchupResult]]) -> results.TournamentResult:
    """Return a result with what variants of the judge make of a match-up."""
    one, rest = found.matchups[k], found.matchups
    scores = tuple(variant_score(variant, played, one) for variant, played in checks)
    one = replace(one, variants=scores or None, verdict=Verdict.DEPENDS if any(score.moves for score in scores) else one.verdict)
    return replace(found, matchups=(*rest[:k], one, *rest[k + 1 :]))


def _rests_on(found: results.TournamentResult, one: results.Pairing) -> bool:
    return found.worst_matchup.deck in (one.a, one.b) and (found.verdict is Verdict.SOLVED or len(found.matchups) == 1)


def _as_firm(found: results.TournamentResult) -> Verdict:
    """Return the verdict, no firmer than the words on the match-ups of a deck that answers all others, or on the one of two decks."""
    words = (found.verdict, *(one.verdict for one in found.matchups if _rests_on(found, one)))
    return min(words, key=lambda word: 0 if word is Verdict.DEPENDS else 1 if word is Verdict.UNDECIDED else 2)


def check_entrants(entrants: Sequence[Entrant]) -> None:
    """Raise `KotcError` unless there are two or more decks, all of one edition."""
    if len(entrants) < 2:
        raise KotcError("a tournament needs two decks or more", fix="Name another deck, or a second --strategy.")
    editions = sorted({entrant.deck.edition.name for entrant in entrants})
    if len(editions) > 1:
        raise KotcError(
            f"the decks are of different editions: {', '.join(editions)}",
            fix="Read all of them in one with --edition, or compare editions with `kotc-sim edition diff`.",
        )


def _describe(
    named: list[Entrant], who: list[tuple[int, int]], played: _Field, pairs: int, seed: int, bands: Bands
) -> results.TournamentResult:
    n = len(named)
    names = [one.name for one in named]
    cells = np.zeros((n, n, 5), np.int64)
    intervals: list[list[Interval | None]] = [[None] * n for _ in range(n)]
    found: list[Interval] = []
    for (a, b), table in zip(who, played.tables, strict=True):
        counted = Pairs.from_table(table)
        same = named[a].deck == named[b].deck and named[a].strategy == named[b].strategy
        cells[a, b] = counted.cells
        score = counted.score_interval(mirror=same)
        intervals[a][b] = score
        intervals[b][a] = Interval(1 - score.value, 1 - score.high, 1 - score.low, score.confidence)
        found.append(score)
    ratings = fit_ratings(n, who, played.tables, seed)
    meta = analyse_metagame(cells, seed)
    low = np.array([[0.5 if x is None else x.low for x in row] for row in intervals])
    games = int(2 * played.tables.sum())
    top, worst = meta.worst_matchup
    worst_score = intervals[top][worst]
    share = meta.playable_share
    means = [float((row.sum() - 0.5) / (n - 1)) for row in meta.scores]
    return results.TournamentResult(
        seed=seed,
        edition=named[0].deck.edition.name,
        strategies=tuple(sorted({one.strategy for one in named})),
        decks=tuple(results.EntrantRow(name=one.name, strategy=one.strategy, path=str(one.deck.file), size=one.deck.size) for one in named),
        verdict=verdict_of(share, n, meta.weights[top]),
        games=games,
        pairs=games // 2,
        games_per_matchup=2 * pairs,
        confidence=CONFIDENCE,
        detectable=detectable_difference_pairs(pairs),
        matrix=tuple(tuple(None if i == j else float(meta.scores[i, j]) for j in range(n)) for i in range(n)),
        matrix_intervals=tuple(tuple(None if x is None else x.ends for x in row) for row in intervals),
        ratings=tuple(
            results.Rated(name=name, rating=elo.value, interval=elo.ends, rank=rank.value, rank_interval=rank.ends, score=score)
            for name, elo, rank, score in zip(names, ratings.elo, ratings.rank, means, strict=True)
        ),
        equilibrium=tuple(
            results.InEquilibrium(name=name, weight=weight.value, interval=weight.ends, score=score.value)
            for name, weight, score in zip(names, meta.weights, meta.mean_score, strict=True)
        ),
        alpha_rank=tuple(
            results.InAlphaRank(name=name, weight=float(weight), rank=rank.value, rank_interval=rank.ends)
            for name, weight, rank in zip(names, meta.alpha_rank, meta.ranks, strict=True)
        ),
        alpha=meta.alpha,
        dominated=_list_dominated(meta, intervals, names),
        cycles=tuple(tuple(names[i] for i in cycle) for cycle in cycles(meta.scores, low)),
        cycles_seen=len(meta.cycles),
        cyclic_share=meta.cyclic_share.value,
        entropy=meta.entropy.value,
        entropy_interval=meta.entropy.ends,
        playable_share=share.value,
        playable_interval=share.ends,
        worst_matchup=results.Worst(
            deck=names[top],
            opponent=names[worst],
            score=float(meta.scores[top, worst]),
            interval=None if worst_score is None else worst_score.ends,
        ),
        draw=ratings.tie,
        seat=ratings.seat.value,
        seat_interval=ratings.seat.ends,
        first_player_advantage=Pairs.from_table(played.tables.sum(axis=0)).first_player_advantage().measure,
        matchups=_matchups(names, who, found, played, bands),
        limits=Limits(
            **hardly_used((f"{card} (in {named[entrant].name})", counts) for (entrant, card), counts in sorted(played.used.items())),
            capped=float(played.endings[Ending.TURN_CAP] / games),
            tied=played.tied / games,
            family=len(who),
            long=played.long or None,
        ),
        tables=played.tables,
    )


def verdict_of(share: Interval, decks: int, top: Interval) -> Verdict:
    """Return the verdict on the share of decks with equilibrium weight, of which ``top`` is the largest.

    ``solved``: one deck answers everything. ``narrow``: several have a place, but fewer than half. ``open``: half of the decks or more
    have. ``undecided``: the interval allows for several of these, or for several decks that answer everything.
    """

    def word(value: float) -> Verdict:
        if round(value * decks) <= 1:
            return Verdict.SOLVED
        return Verdict.MANY_MATTER if value >= OPEN else Verdict.TWO_MATTER

    return word_of_ends(word(share.low), word(share.high), top)


def word_of_ends(low: Verdict, high: Verdict, top: Interval) -> Verdict:
    """Return the word that both ends of an interval have; a deck answers everything only if the share of the ``top`` one says so too."""
    return Verdict.UNDECIDED if low is not high or (low is Verdict.SOLVED and top.low < ALONE) else low


def _list_dominated(meta: Metagame, intervals: list[list[Interval | None]], names: list[str]) -> tuple[results.Dominated, ...]:
    """Return the decks that another deck dominates, and whether that is beyond chance.

    The half-width of a difference is that of two independent scores; shared seeds only make it smaller.
    """
    half = np.array([[0.0 if x is None else (x.high - x.low) / 2 for x in row] for row in intervals])
    margin = np.sqrt(half[:, None, :] ** 2 + half[None, :, :] ** 2)
    sure = list_dominated(meta.scores, margin)
    return tuple(results.Dominated(name=names[deck], by=names[by], sure=(deck, by) in sure) for deck, by in meta.dominated)


def _matchups(
    names: list[str], who: list[tuple[int, int]], scores: list[Interval], played: _Field, bands: Bands
) -> tuple[results.Pairing, ...]:
    errors = [Pairs.from_table(table).standard_error for table in played.tables]
    p = holm([normal_p(s.value - 0.5, e) for s, e in zip(scores, errors, strict=True)])
    games = [2 * int(table.sum()) for table in played.tables]
    told = [attributes(judge_matchup(score, n, bands), "verdict more_games") for score, n in zip(scores, games, strict=True)]
    return tuple(
        results.Pairing(a=names[a], b=names[b], score=score.value, interval=score.ends, games=n, p=float(one), turns=turns, **word)
        for (a, b), score, n, one, word, turns in zip(who, scores, games, p, told, played.turns, strict=True)
    )
