"""Arms of an experiment: contests on shared random numbers, each played once however often asked for."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from kotc_sim.experiments.judge import strength
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.result import Limits, Used
from kotc_sim.games.design import CardUse
from kotc_sim.runs import Contest, Part, Run, Tally, Workers, match_of, simulate_parts
from kotc_sim.shared.result import Ending

Kind = TypeVar("Kind", bound=Limits)
RANGE = 1 << 24
"""Pair numbers that one cell of an experiment may use: separate ranges make cells independent."""

SELDOM = 0.2  # share of the games in which a text could be used, below which it is used seldom


@dataclass(frozen=True)
class Outcome:
    """What an experiment keeps of an arm."""

    scores: NDArray[np.float64]  # float64, shape (pairs,): A's mean score in each pair, 0..1
    used: dict[str, NDArray[np.int64]]  # int64, shape (4,): for each of A's cards: games in which it was drawn, offered, played, activated


class PairedRuns:
    """Plays arms and remembers their scores; of their counts only what is needed again is kept.

    Arms on the same pair numbers share random numbers. ``on_chunk`` is called with the number of games of each finished chunk.
    """

    def __init__(self, seed: int, workers: Workers | None = None, on_chunk: Callable[[int], None] | None = None) -> None:
        self.seed, self.workers, self.on_chunk = seed, workers, on_chunk
        self.games = self.tied = self.capped = 0
        self.decisions: Counter[str] = Counter()
        self._contests: dict[tuple[Any, ...], Contest] = {}
        self._known: dict[tuple[Any, ...], tuple[Part, Outcome]] = {}

    def play(self, parts: Sequence[Part]) -> list[Outcome]:
        """Return the outcomes of these parts, in order; only those not yet known are played."""
        missing: dict[tuple[Any, ...], Part] = {}
        for part in parts:
            key = _key(part)
            if key not in self._known:
                missing.setdefault(key, part)
        todo = list(missing.items())
        played = simulate_parts([part for _, part in todo], self.seed, workers=self.workers, keep_scores=True, on_chunk=self.on_chunk)
        for i, run in played:
            key, part = todo[i]
            self._known[key] = part, self._outcome(part.contest, run)
        return [self._known[_key(part)][1] for part in parts]

    @property
    def jobs(self) -> int | None:
        """Threads in which pilots learn; None: one for each core."""
        return None if self.workers is None else self.workers.jobs

    def forget(self) -> None:
        """Drop what is known: the next experiment on these arms plays again."""
        self._known.clear()

    def limits(self, kind: type[Kind], family: int | None = None, used: Iterable[tuple[str, float | None]] | None = None) -> Kind:
        """Return what a result says of all games.

        ``family`` is the number of verdicts that Holm's correction covers, ``used`` has texts, each with the share of the games in which it
        was used, of those where it could be.
        """
        games, shares = max(1, self.games), list(used or ())
        return kind(
            tied=self.tied / games,
            capped=self.capped / games,
            strongest=max(sorted(self.decisions), key=strength, default=""),
            family=family,
            never_used=None if used is None else tuple(text for text, share in shares if not share),
            rarely_used=None if used is None else tuple(Used(text, share) for text, share in shares if share and share < SELDOM),
            **pilot_limits(self._contests.values()),
        )

    def _outcome(self, contest: Contest, run: Run) -> Outcome:
        game = match_of(contest.decks)
        tally = run.tally
        used: dict[str, NDArray[np.int64]] = {}
        for definition in game.owners[0]:
            name = game.names[definition]
            used[name] = used.get(name, np.zeros(4, np.int64)) + tally.used[0, definition]
        self.games += tally.games
        self.tied += int(tally.endings[:, 1].sum())
        self.capped += int(tally.endings[Ending.TURN_CAP].sum())
        self.decisions.update(decisions_in(contest, tally))
        self._contests.setdefault((contest.strategies, _list_learned(contest)), contest)
        return Outcome(run.scores / 4.0, used)


def decisions_in(contest: Contest, tally: Tally) -> Counter[str]:
    """Return how many decisions were made in games of a contest, by who made them."""
    found: Counter[str] = Counter()
    for name, decided in zip(contest.strategies, tally.decisions, strict=True):
        found[name] += decided
    return found


def _key(part: Part) -> tuple[Any, ...]:
    # Decks are kept alive with the answer, so their ids are not given to others.
    return (*(id(deck) for deck in part.contest.decks), part.contest.strategies, _list_learned(part.contest), part.first_pair, part.pairs)


def _list_learned(contest: Contest) -> str:
    """Return the digest of the fit that pilots were given; empty for none."""
    return "" if contest.fit is None else str(contest.fit.digest)


def use_of(outcomes: Iterable[Outcome], *names: str) -> CardUse:
    """Return what was counted of A's cards of these names, over all games; a card whose copies have several names counts for each."""
    counts = (outcome.used[name] for outcome in outcomes for name in names if name in outcome.used)
    return CardUse(*map(int, sum(counts, np.zeros(4, np.int64))))
