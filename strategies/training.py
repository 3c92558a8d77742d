"""Learning: games of the fast base strategy, a fit to them, then rounds of games of the search that judges by the fit.

Which games are played is fixed by plan and seed, not by the clock, and they are put together in a fixed order: the same decks give the
same bytes for any number of jobs.
"""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.choices import CHOSEN, DECISION, fit_choices
from kotc_sim.strategies.fit import STEPS, blend_outcomes, fit_logistic, linear_values, quantised
from kotc_sim.strategies.learned import Feature, Fit
from kotc_sim.strategies.lesson import Lesson, Played
from kotc_sim.strategies.network import fit_network, network_values
from kotc_sim.strategies.remembered import Rounds
from kotc_sim.strategies.states import ColumnMap, Entries, States
from kotc_sim.strategies.threads import threads_of

LEAST_GAMES = 16
"""Of a round: fewer teach nothing."""
POLICY_RATE, POLICY_SHRINK = 0.3, 1e-4
"""Step of the descent of the policy, and how strongly its weights are drawn to 0."""
MOST_FIRST, MOST_SEARCHED = 64_000, 24_000
"""Games of the base and of a round, whatever the budget: their states have to fit in memory."""
SEARCHING = 0.85
"""Share of a budget that the search's games take; the games of the base and the fits take the rest."""
PROBE = 16
"""Games that show how long games are."""
PIECES = 16
"""Every round of games is played in this many pieces, whatever the number of jobs."""


@dataclass(frozen=True)
class Plan:
    """How much is learned from."""

    first: int = 4000
    """Games of the base strategy, over all matches; 0: the search plays from the beginning, by the fit that learning begins with."""
    decisions: float = math.inf
    """Most decisions in these games: where games are long, fewer are played."""
    rounds: int = 2
    """Rounds of games of the search that follow."""
    searched: int = 1500
    """Most games of a round."""
    work: float = 1.125e6
    """Budget of a round, in `Played.weight`: where games are long, fewer are played."""
    random_moves: tuple[float, ...] = (0.05, 0.2)
    searching_moves: tuple[float, ...] = (0.03, 0.15)
    """Shares of moves drawn at random in these games: without them, what good play avoids is never seen, and not learned."""
    kept: tuple[float, float] = (0.5, 1.0)
    """Share of the states that are used, of games of the base and of the search: the latter are few, and take longer."""
    share: float = 0.95
    """Of what a state's game came to, in the target of the state before it; see `kotc_sim.strategies.fit.blend_outcomes`."""
    ridge: float = 30.0
    """Rows' worth of evidence for the weights of the pool, in each column."""
    epochs: int = 6
    """Times that each state is used."""
    rate: float = 0.01
    """First step of the descent."""
    bases: bool = True
    """Whether it is chosen by games whom a search plays consequences out with."""

    def lasting(self, seconds: float, decisions: float, work: float) -> "Plan":
        """Return the plan for a budget of processor-seconds, by a fixed table of speeds: the same games on every machine.

        The table is what a processor does in a second: ``decisions`` of the base strategy, and ``work`` of the search in `Played.weight`.
        """
        share = seconds * (1.0 - SEARCHING) * decisions
        searching = seconds * SEARCHING * work / self.rounds
        return replace(self, first=MOST_FIRST, decisions=share, searched=MOST_SEARCHED, work=searching)

    def games(self, weight: float) -> int:
        """Return the games of a round of the search, pairs by pairs, if one costs ``weight``."""
        return 4 * int(max(LEAST_GAMES, min(self.searched, self.work / max(1.0, weight))) // 4)


@dataclass
class Columns:
    """The columns of several matches under common names."""

    names: list[str]
    """Of the common columns."""
    maps: list[ColumnMap]
    """For each match, from its columns to the common ones."""


def shared_columns(lessons: Sequence[Lesson], least: int) -> Columns:
    """Return columns of shared weights, and of own ones that at least ``least`` matches have; a feature without shares keeps its own."""
    every = [lesson.features for lesson in lessons]
    seen = Counter(name for features in every for name in {feature.name for feature in features})

    def named(feature: Feature) -> list[tuple[str, float]]:
        return [*feature.shared, *([(feature.name, 1.0)] if not feature.shared or seen[feature.name] >= least else [])]

    return _columns([[named(feature) for feature in features] for features in every])


def sharing_of(features: Sequence[Feature]) -> ColumnMap:
    """Return the map from the column of each feature to itself, and behind all of them to what it shares with others."""
    own = [[(feature.name, 1.0)] for feature in features]
    return _columns([own, [[*one, *feature.shared] for one, feature in zip(own, features, strict=True)]]).maps[1]


def _columns(named: Sequence[Sequence[Sequence[tuple[str, float]]]]) -> Columns:
    index: dict[str, int] = {}
    parts = []
    for features in named:
        starts = np.cumsum([0, *map(len, features)])
        targets = [index.setdefault(name, len(index)) for entries in features for name, _ in entries]
        shares = [share for entries in features for _, share in entries]
        parts.append((starts, np.array(targets, np.int64), np.array(shares, np.float64)))
    return Columns(list(index), [ColumnMap(*part, len(index)) for part in parts])


@dataclass
class Course:
    """Learning from some matches, once."""

    lessons: Sequence[Lesson]
    """The matches."""
    plan: Plan = field(default_factory=Plan)
    """How much."""
    seed: int = 20_001
    """Of all games and fits."""
    jobs: int = 1
    """Threads that play."""
    on_games: Callable[[int], None] | None = None
    """Called with the number of games of each finished piece."""
    rounds: Rounds = field(default_factory=Rounds)
    """Where the games of finished rounds are kept, and found after a training that was stopped."""
    _names: dict[str, int] = field(default_factory=dict, init=False)
    _numbers: dict[int, NDArray[np.int32]] = field(default_factory=dict, init=False)
    """Of the names of places: common ones, and those of each match, by place."""
    _decisions: int = field(default=0, init=False)
    _chosen: list[NDArray[np.int32]] = field(default_factory=list, init=False)
    _kept: list[Future[None]] = field(default_factory=list, init=False)
    _taught: Future[dict[str, int]] = field(init=False, repr=False)

    def refine(self, pool: Fit) -> list[Fit]:
        """Return fits by which these matches may be played: one with a network, and the pool's.

        Weights of the matches' own features are learned in rounds. Both have the same policy, which is fitted to the choices of the search.
        """
        # a column for each feature's own name: two seats with the same deck share theirs
        columns = _columns([[[(feature.name, 1.0)] for feature in lesson.features] for lesson in self.lessons])
        features = {feature.name: feature for lesson in self.lessons for feature in lesson.features}
        named = [features[name] for name in columns.names]
        prior = pool.vector(named)

        def fit_of(weights: NDArray[np.float64], made_of: str) -> Fit:
            return pool.refined(named, weights, made_of)

        titles = ", ".join(lesson.match.title for lesson in self.lessons)
        found = self._learn(columns, prior, self.plan.ridge, fit_of, titles, named)
        policy = self._taught.result()
        same = replace(pool, made_of=f"{pool.made_of}; the policy: {found.made_of}")
        return [replace(fit, weights={**fit.weights, **policy}) for fit in (found, same)]

    def pool(self, edition: str, least: int, ridge: float, start: Fit | None = None) -> Fit:
        """Return a fit for a whole pool of cards: what cards share, and own weights of those in ``least`` matches or more.

        It is drawn to ``start``, the fit of an edition that has much in common, whose other weights it keeps.
        """
        columns = shared_columns(self.lessons, least)
        known = {} if start is None else start.weights
        prior = np.array([known.get(name, 0) for name in columns.names]) / STEPS
        rest = {name: weight for name, weight in known.items() if name not in set(columns.names)}

        def fit_of(weights: NDArray[np.float64], made_of: str) -> Fit:
            found = {name: weight for name, weight in zip(columns.names, quantised(weights), strict=True) if weight}
            return Fit(edition, rest | found, made_of)

        return self._learn(columns, prior, ridge, fit_of, f"{len(self.lessons)} random decks")

    def _learn(
        self,
        columns: Columns,
        prior: NDArray[np.float64],
        ridge: float,
        fit_of: Callable[[NDArray[np.float64], str], Fit],
        titles: str,
        features: Sequence[Feature] = (),
    ) -> Fit:
        """Return a fit to games in rounds; with ``features``, those of the columns, it has a network."""
        plan = self.plan
        strength = np.full(len(prior), ridge)
        states = States.of(np.zeros((0, 2, len(prior)), np.float32))
        targets = np.zeros(0, np.float32)
        weights, units = prior, np.zeros((0, 0))
        searched, first = 0, self._first(prior)
        fit = None if first else fit_of(prior, "")
        weight = 0.0 if first else self._probe().weight
        for number in range(0 if first else 1, plan.rounds + 1):
            total = plan.games(weight) if number else first
            played = self._round(fit, number, columns, total)
            if number:
                searched += total
            else:
                weight = played.weight
            self._chosen.append(played.choices)
            if features and number == plan.rounds:
                self._taught = threads_of(self.jobs).submit(self._policy, first=True)
            aims = played.outcomes.copy()
            if fit is not None:
                judged = network_values(played.states, weights, units) if fit.network else linear_values(played.states, weights)
                blend_outcomes(played.outcomes, played.firsts, judged, plan.share, aims)
            # what an older fit's games taught stays, thinned out by the rounds after it
            states = States.joined([states.every_second(), played.states])
            targets = np.concatenate([targets[::2], aims])
            weights = weights.copy()
            seed = np.uint64(self.seed + number)
            self._call(fit_logistic, *states.differences(), targets, weights, prior, strength, plan.epochs, plan.rate, seed)
            games = [f"{count:,} games of its {who}" for count, who in ((first, "base"), (searched, "own search")) if count]
            fit = fit_of(weights, f"{' and '.join(games)}, {titles}, seed {self.seed}")
            if features and number:  # by games of the base alone none was ever better
                weights, units = self._call(fit_network, states, targets, weights, sharing_of(features), self.seed + number)
                fit = fit_of(weights, fit.made_of).with_network(features, units)
        for written in self._kept:
            written.result()
        assert fit is not None
        return fit

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function finds, which takes a thread as games do."""
        return threads_of(self.jobs).submit(function, *arguments, first=True).result()

    def _first(self, prior: NDArray[np.float64]) -> int:
        """Return how many games of the base are played: some, where the fit that learning begins with knows nothing."""
        if not self.plan.first and prior.any():
            return 0
        most = self.plan.first or Plan.first
        if math.isinf(self.plan.decisions):
            return most
        probe = self._probe()
        long = probe.decisions / max(1, probe.games)
        return 4 * int(max(LEAST_GAMES, min(most, self.plan.decisions / max(1.0, long))) // 4)

    def _probe(self) -> Played:
        """Return games of the base that show how long games are."""
        return self.lessons[0].record(None, self.seed, 0, PROBE, self.plan.random_moves, 0.0)

    def _round(self, fit: Fit | None, number: int, columns: Columns, total: int) -> Played:
        """Return what is left of the games of a round: those that were kept, or else they are played and kept."""
        kept = self.rounds.recall(number)
        if kept is not None:
            self._names = {name: k for k, name in enumerate(kept["names"].tolist())}
            self._numbers = {}
            self._decisions = int(kept["noted"])
            states = States(Entries(kept["columns"], kept["amounts"], kept["starts"]), len(columns.names))
            return Played(states, kept["outcomes"], kept["firsts"], kept["choices"], *map(int, kept["counts"]))
        played = self._games(fit, number, columns, total)
        noted = {"names": np.array(list(self._names), np.str_), "noted": np.array(self._decisions)}

        def keep() -> None:
            self.rounds.keep(
                number,
                {
                    **played.states.entries._asdict(),
                    "outcomes": played.outcomes,
                    "firsts": played.firsts,
                    "choices": played.choices,
                    "counts": np.array([played.games, played.decisions, played.turns]),
                    **noted,
                },
            )

        if number:  # those of the base are played again in no time
            self._kept.append(threads_of(self.jobs).submit(keep))
        return played

    def _policy(self) -> dict[str, int]:
        """Return the weights of a policy that is fitted to the choices of the search, by name."""
        weights = np.zeros(len(self._names))
        fit_choices(np.concatenate(self._chosen), weights, self.plan.epochs, POLICY_RATE, POLICY_SHRINK)
        return {name: weight for name, weight in zip(self._names, quantised(weights), strict=True) if weight}

    def _by_name(self, k: int, rows: NDArray[np.int32], first: int) -> NDArray[np.int32]:
        """Return choices in match ``k`` with places by common names, which are noted, and decisions numbered from ``first`` on."""
        out = rows.copy()
        places = out[:, 1:CHOSEN]
        named = self.lessons[k].places
        if k not in self._numbers:
            self._numbers[k] = np.full(named.count + 1, -1, np.int32)  # the last is that of no place, -1
        numbers = self._numbers[k]
        real = np.flatnonzero(np.bincount(places[places >= 0]))
        new = real[numbers[real] < 0]
        numbers[new] = [self._names.setdefault(name, len(self._names)) for name in named.names(new.tolist())]
        out[:, 1:CHOSEN] = numbers[places]
        out[:, DECISION] += first
        return out

    def _games(self, fit: Fit | None, number: int, columns: Columns, total: int) -> Played:
        """Play the games of a round and return what is left of them, by the common columns."""
        plan = self.plan
        moves, kept = (plan.searching_moves, plan.kept[1]) if number else (plan.random_moves, plan.kept[0])
        pieces = []
        for k, lesson in enumerate(self.lessons):
            share = 2 * -(-total // (2 * len(self.lessons)))  # whole pairs for each match
            cut = max(1, PIECES // len(self.lessons))
            edges = [2 * (share // 2 * i // cut) for i in range(cut + 1)]
            pieces += [(k, lesson, low, high) for low, high in itertools.pairwise(edges) if high > low]

        def play(piece: tuple[int, Lesson, int, int]) -> Played:
            k, lesson, low, high = piece
            found = lesson.record(fit, self.seed + 1000 * number + k, low, high, moves, kept)
            if self.on_games is not None:
                self.on_games(high - low)
            return replace(found, states=found.states.mapped(columns.maps[k]))

        for lesson in self.lessons:  # numba is not safe where two threads compile
            lesson.record(fit, self.seed, 0, 0, moves, kept)
        found = threads_of(self.jobs).map(play, pieces)
        made = []
        for (k, *_), one in zip(pieces, found, strict=True):
            made.append(self._by_name(k, one.choices, self._decisions))
            self._decisions += 1 + (int(one.choices[-1, DECISION]) if len(one.choices) else 0)
        return Played(
            States.joined([one.states for one in found]),
            np.concatenate([one.outcomes for one in found]),
            np.concatenate([one.firsts for one in found]),
            np.concatenate(made),
            sum(one.games for one in found),
            sum(one.decisions for one in found),
            sum(one.turns for one in found),
        )
