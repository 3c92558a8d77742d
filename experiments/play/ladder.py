"""The ladder of strategies: everybody against everybody on mirrored decks; ratings, time, and use of optional effects.

A verdict about a card is only as good as the play behind it, so each rung must beat the one below it by more than its interval
(docs/strategies.md). Both sides play the same deck: what differs is the strategy.
"""

import itertools
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.play.result import AgainstBelow, LadderResult, LadderRung, Rating
from kotc_sim.experiments.result import Limits, Measure, Verdict
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.pairs import Pairs
from kotc_sim.experiments.statistics.ratings import fit_ratings
from kotc_sim.games.decks import Deck
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.runs import Contest, Part, Workers, learn, match_of, pilots_of, play_games, simulate_parts
from kotc_sim.runs.tally import Tally
from kotc_sim.shared.result import Ending

EDITIONS = ("kotc-17", "kotc-12", "kotc-9", "kotc-5")
ANCHOR = "greedy"
"""Whose rating is 0: how far `random`, which hardly wins, lies below says nothing of the others."""
TIMED_GAMES = 64


def standard_decks() -> list[Deck]:
    """Return the shipped decks of all editions of Keeper of the Cards."""
    return [game.deck(root) for game, root in map(registry.read, list_shipped_decks(EDITIONS))]


def ladder_of(
    names: Sequence[str],
    decks: Sequence[Deck],
    *,
    games: int = 200,
    seed: int = 1,
    workers: Workers | None = None,
    jobs: int | None = None,
    on_games: Callable[[int], None] | None = None,
) -> LadderResult:
    """Play a round robin of strategies, named from weakest to strongest, on mirrored decks.

    ``games`` of each two strategies on each deck are rounded down to pairs; ``jobs`` are threads for what strategies learn. Raises
    `KotcError` if there are fewer than two strategies, or one is unknown.
    """
    if len(names) < 2 or len(set(names)) < len(names):
        raise KotcError("a ladder needs two or more different strategies", fix="For instance random,greedy")
    for name in names:
        pilots_of(Contest((decks[0], decks[0]), (name, name)))
    couples = list(itertools.combinations(range(len(names)), 2))
    pairs = max(1, games // 2)
    fits = [learn((deck, deck), names, jobs=jobs) for deck in decks]
    mirrors = list(zip(decks, fits, strict=True))
    parts = [Part(Contest((deck, deck), (names[high], names[low]), fit), pairs) for low, high in couples for deck, fit in mirrors]
    board = _Board(len(names), len(couples), len(decks))
    for i, run in simulate_parts(parts, seed, workers=workers, on_chunk=on_games):
        k, d = divmod(i, len(decks))
        board.add(k, d, couples[k], run.tally, match_of(parts[i].contest.decks))
    cost, seconds = _times(names, decks, fits, seed)
    ratings = fit_ratings(
        len(names),
        [(high, low) for low, high in couples],
        board.tables.sum(axis=1),
        seed,
        anchor=names.index(ANCHOR) if ANCHOR in names else None,
    )
    steps = [LadderRung(name=names[0], below=None)]
    by_deck: list[dict[str, str | Measure]] = [{"deck": deck.name, "edition": deck.edition.name} for deck in decks]
    for low, (below, name) in enumerate(itertools.pairwise(names)):
        k = couples.index((low, low + 1))
        found = Pairs.from_table(board.tables[k].sum(axis=0))
        score = found.score_interval()
        test = AgainstBelow(score=score.value, interval=score.ends, verdict=_verdict(score), pairs=found.number)
        steps.append(LadderRung(name=name, below=below, test=test))
        for d, row in enumerate(by_deck):
            row[name] = Pairs.from_table(board.tables[k, d]).score_interval().measure
    verdicts = {step.test.verdict for step in steps if step.test is not None}
    return LadderResult(
        seed=seed,
        verdict=next((one for one in (Verdict.NOT_STRONGER, Verdict.UNDECIDED) if one in verdicts), Verdict.STRONGER),
        games=2 * pairs * len(parts),
        pairs=pairs * len(parts),
        rungs=tuple(steps),
        ratings=tuple(Rating(name=name, rating=elo.value, interval=elo.ends) for name, elo in zip(names, ratings.elo, strict=True)),
        cost=cost,
        seconds_per_game=seconds,
        decks=tuple(by_deck),
        use={name: board.share_used(i) for i, name in enumerate(names)},
        strategies=tuple(names),
        limits=Limits(
            capped=float(board.endings[Ending.TURN_CAP] / max(1, board.endings.sum())),
            tied=float(board.tied / max(1, board.endings.sum())),
            strongest=names[int(np.argmax([elo.value for elo in ratings.elo]))],
            **pilot_limits({part.contest.strategies: part.contest for part in parts}.values()),
        ),
    )


class _Board:
    """Counts of all couples."""

    def __init__(self, names: int, couples: int, decks: int) -> None:
        self.tables: NDArray[np.int64] = np.zeros((couples, decks, 3, 3), np.int64)
        self.endings = np.zeros(len(Ending), np.int64)
        self.tied = 0
        self.offered = np.zeros(names, np.int64)
        self.taken = np.zeros(names, np.int64)

    def add(self, k: int, d: int, couple: tuple[int, int], tally: Tally, game: Any) -> None:
        """Add the games of one couple (lower rung, higher rung; the higher is side A) on one deck."""
        self.tables[k, d] = tally.table
        self.endings += tally.endings.sum(axis=1)
        self.tied += int(tally.endings[:, 1].sum())
        for side, who in ((0, couple[1]), (1, couple[0])):
            for definition in game.owners[side]:
                _, offered, played, activated = tally.used[side, definition]
                self.offered[who] += offered
                self.taken[who] += min(offered, max(played, activated))

    def share_used(self, who: int) -> float:
        """Return the share of games, over cards, in which a card that could be used was."""
        return float(self.taken[who] / max(1, self.offered[who]))


def _verdict(score: Interval) -> Verdict:
    if score.low > 0.5:
        return Verdict.STRONGER
    return Verdict.NOT_STRONGER if score.high < 0.5 else Verdict.UNDECIDED


def _times(names: Sequence[str], decks: Sequence[Deck], fits: Sequence[Any], seed: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return processor time of each strategy against itself: microseconds a decision, seconds a game."""
    cost, seconds = {}, {}
    for name in names:
        spent, decisions, played = 0.0, 0, 0
        for deck, fit in zip(decks, fits, strict=True):
            contest = Contest((deck, deck), (name, name), fit)
            play_games(contest, seed, 0, 2)
            start = time.thread_time()
            results, _ = play_games(contest, seed, 0, TIMED_GAMES)
            spent += time.thread_time() - start
            decisions += int(results["decisions"].sum())
            played += TIMED_GAMES
        cost[name] = 1e6 * spent / max(1, decisions)
        seconds[name] = spent / max(1, played)
    return cost, seconds
