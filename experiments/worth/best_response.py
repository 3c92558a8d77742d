"""Decks of a metagame, what they score against each other, and the search for a better one by exchanging cards.

Exchanges are raced on common games: by the fast pilot, corrected by what the judge's play was seen to make of cards (`ByCard`), and in the
best deck found so also by the pilot that screens. Half of those that are tried promise most by what earlier exchanges gained.
"""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from kotc_sim.experiments.common_games import decisions_in
from kotc_sim.experiments.statistics.bootstrap import percentile_interval
from kotc_sim.experiments.statistics.equilibrium import maximum_entropy_equilibria, maximum_entropy_equilibrium
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.worth.deck_result import GIVEN, HOME
from kotc_sim.experiments.worth.result import Roles
from kotc_sim.experiments.worth.tuning import ByCard, Rows, race
from kotc_sim.games.hosts import HostDeck, HostDesign, places_of
from kotc_sim.runs import Contest, Part, Playing, simulate_parts

CLIMBS = 6
"""Climbs of one search, from decks that are drawn: each depends on where it began, and corrects the fast pilot for the next."""
COPIES = (8, 4, 2)
"""Copies that one exchange moves: large steps until none improves, then smaller ones."""
RACE = ((20, 24), (100, 5), (400, 1))  # pairs, over all opponents, and how many exchanges go on
SCREENED_RACE = ((24, 6), (80, 2), (240, 1))
"""The same with the pilot that screens, among the exchanges that the first race of the fast one leaves."""
MOST_EXCHANGES, MOST_STEPS, MOST_SCREENED = 120, 24, 6
"""Exchanges that one race tries, and that one response takes, by the fast pilot and then by the one that screens."""
PROMISING = 0.5
"""Part of the exchanges of a race that promise most; the others are drawn from all that are left."""
LEAST_GAIN = 0.004
MATRIX_PAIRS, JUDGED_PAIRS = 500, 120
"""Pairs of each match-up with the fast pilot and with the judge."""
CLIMBED_PAIRS, SCREENED_PAIRS, VALUE_PAIRS, AGAIN_PAIRS = 400, 80, 240, 600
"""Pairs of a climbed deck against the equilibrium with the fast pilot and with the one that screens, of a response with the judge, and the
same once more where that leaves open whether it is better."""
STEADY_PAIRS = 480
"""Pairs that the judge plays more of a match-up between two decks that may matter: shares turn on a few points of those."""
MATTERS = 0.02  # share of the equilibrium from which on a deck matters
ELSEWHERE, LAGGING = 0.4, 0.1
"""How often a search starts from any deck, and not from one of the equilibrium; how much less a deck scores that is drawn e times less."""
RESAMPLES = 200
LEAST_PAIRS = 20
"""Pairs of a race against an opponent: where it has fewer for each of them, it meets some, drawn by their weights. To make a match ready
takes as long as a hundred games of the fast pilot, and single pairs differ by far more than opponents."""


@dataclass
class Found:
    """A deck of the metagame: its home (cards) and where it came from."""

    home: HostDeck
    origin: str


class BestResponseSearch:
    """Decks so far, what they score against each other, and the search for a better one."""

    def __init__(self, table: HostDesign, pool: Sequence[Any], who: Roles, seed: int, **how: Unpack[Playing]) -> None:
        self.table, self.pool, self.who, self.seed, self.how = table, list(pool), who, seed, how
        self.random = np.random.default_rng(seed)
        self.decks: list[Found] = []
        self.scores: dict[str, dict[tuple[int, int], Interval]] = {pilot: {} for pilot in (who.fast, who.judge)}
        """By pilot: what each deck scores against each later one."""
        self.steadied: set[tuple[int, int]] = set()
        """Match-ups that the judge played again (`steady`)."""
        self.climbed: list[tuple[HostDeck, float]] = []
        """Decks that a climb came to, and what they scored against the equilibrium of then."""
        self.discrepancy = ByCard()
        """What the judge makes of cards more than the fast pilot."""
        self.gained = ByCard()
        """What exchanges gained against the present equilibrium, by the fast pilot."""
        self.built: dict[int, tuple[HostDeck, Any]] = {}
        self.pair = self.games = 0
        self.decisions: Counter[str] = Counter()
        """In all games, by who decided."""
        self.judged: list[Contest] = []
        """A contest that the judge played, for what results say of pilots; none with fewer than two decks."""

    def begin(self, homes: Sequence[HostDeck], given: Sequence[HostDeck] = ()) -> None:
        """Start from the homes, and from decks that are given: numbered like those that a search finds."""
        for home in homes:
            self.add(Found(home, HOME))
        for home in given:
            self.add(Found(replace(home, name=self.next_name()), f"{GIVEN}: {home.name}"))

    def next_name(self) -> str:
        """Return the name of the next deck."""
        return f"deck {len(self.decks) + 1}"

    def add(self, found: Found) -> None:
        """Add a deck, and play it against all others."""
        new = len(self.decks)
        self.decks.append(found)
        for pilot, scores in self.scores.items():
            pairs, _ = self.pairs_of(pilot)
            parts = [self._part(self.deck(self.decks[i].home), self.deck(found.home), pilot, pairs) for i in range(new)]
            self.pair += pairs
            for i, rows in enumerate(self._scores(parts)):
                scores[i, new] = mean_interval(rows)
            if pilot == self.who.judge:
                self.judged = [part.contest for part in parts[:1]] or self.judged
        if new and self.who.judge != self.who.fast:
            by_fast, by_judge = self.scores[self.who.fast], self.scores[self.who.judge]
            for i in range(new):
                self.discrepancy.note(self.decks[i].home.cards, [(found.home.cards, 1.0)], by_judge[i, new].value - by_fast[i, new].value)

    def steady(self) -> None:
        """Play match-ups by the judge again between decks that may matter: those whose score against the equilibrium may be one half."""
        judge = self.who.judge
        pairs, more = self.pairs_of(judge)
        while True:
            may = [i for i, score in enumerate(self.against_equilibrium(judge)) if score.high >= 0.5]
            couples = [couple for couple in itertools.combinations(may, 2) if couple not in self.steadied]
            if not couples:
                return
            parts = [self._part(self.deck(self.decks[i].home), self.deck(self.decks[j].home), judge, more) for i, j in couples]
            self.pair += more
            for couple, rows in zip(couples, self._scores(parts), strict=True):
                self.scores[judge][couple] = _together(self.scores[judge][couple], pairs, mean_interval(rows), more)
            self.steadied.update(couples)

    def deck(self, home: HostDeck) -> Any:
        """Return a home as a deck; the same object on every call."""
        if id(home) not in self.built:
            self.built[id(home)] = home, self.table.deck(home, home.cards, home.name)
        return self.built[id(home)][1]

    def pairs_of(self, pilot: str) -> tuple[int, int]:
        """Return how many pairs of a match-up a pilot plays at first, and how many more where it judges and both decks may matter."""
        return MATRIX_PAIRS if pilot == self.who.fast else JUDGED_PAIRS, STEADY_PAIRS

    def _part(self, deck: Any, foe: Any, pilot: str, pairs: int) -> Part:
        return Part(Contest((deck, foe), (pilot, pilot)), pairs, self.pair)

    def _scores(self, parts: Sequence[Part]) -> list[Rows]:
        rows: list[Rows] = [np.zeros(0)] * len(parts)
        for i, run in simulate_parts(parts, self.seed, keep_scores=True, **self.how):
            rows[i] = run.scores / 4.0
            self.games += 2 * parts[i].pairs
            self.decisions.update(decisions_in(parts[i].contest, run.tally))
        return rows

    def payoff(self, pilot: str) -> Rows:
        """Return what each deck gains over one half against each other: antisymmetric."""
        return _antisymmetric(len(self.decks), {couple: score.value - 0.5 for couple, score in self.scores[pilot].items()})

    def equilibrium(self, pilot: str) -> Rows:
        """Return the share of each deck by a pilot."""
        return maximum_entropy_equilibrium(self.payoff(pilot))

    def shares(self, pilot: str) -> tuple[list[Interval], Interval]:
        """Return the shares and how many decks matter, with intervals.

        These are by equilibria of matrices that differ from the measured one by its errors.
        """
        n, now = len(self.decks), self.equilibrium(pilot)
        random = np.random.default_rng(self.seed)

        def draw() -> Rows:
            drawn = {couple: score.value - 0.5 + random.normal() * score.standard_error for couple, score in self.scores[pilot].items()}
            return _antisymmetric(n, drawn)

        copies = maximum_entropy_equilibria(draw() for _ in range(RESAMPLES))
        found = [_around(float(now[i]), copies[:, i]) for i in range(n)]
        return found, _around(float(np.count_nonzero(now >= MATTERS)), np.count_nonzero(copies >= MATTERS, axis=1))

    def against_equilibrium(self, pilot: str) -> list[Interval]:
        """Return what each deck scores against a pilot's equilibrium, with the error of the match-ups that it rests on."""
        shares, payoff = self.equilibrium(pilot), self.payoff(pilot)
        squares = np.zeros_like(payoff)
        for couple, score in self.scores[pilot].items():
            squares[couple] = squares[couple[::-1]] = score.half_width**2
        values, errors = payoff @ shares + 0.5, np.sqrt(squares @ shares**2)
        return [Interval(float(value), float(value - error), float(value + error)) for value, error in zip(values, errors, strict=True)]

    def respond(self) -> tuple[HostDeck, Interval]:
        """Return a deck that was exchanged until nothing improves it against the judge's equilibrium, and its score on fresh games."""
        self.steady()
        shares = self.equilibrium(self.who.judge)
        matter = [(found.home, float(share)) for found, share in zip(self.decks, shares, strict=True) if share >= MATTERS]
        whole = sum(share for _, share in matter)
        against = [(home, share / whole) for home, share in matter]
        self.gained = ByCard()
        climbed = [self._climb(self._start(shares), against) for _ in range(CLIMBS)]
        self.climbed += climbed
        home, _ = max(climbed, key=lambda one: one[1])
        cards = home.cards
        if self.who.judge != self.who.fast:
            cards = self._climb_by(home, cards, against, self.who.screen, MOST_SCREENED)
        found = HostDeck(self.next_name(), by_level(cards), home.aside)
        return found, self._judge(found, against)

    def _judge(self, home: HostDeck, against: Sequence[tuple[HostDeck, float]]) -> Interval:
        """Return a deck's score by the judge; of the second look alone where there is one."""
        score = mean_interval(self._against(home, [home.cards], against, VALUE_PAIRS, self.who.judge)[0])
        if score.low <= 0.5 < score.value:
            score = mean_interval(self._against(home, [home.cards], against, AGAIN_PAIRS, self.who.judge)[0])
        return score

    def _climb(self, start: HostDeck, against: Sequence[tuple[HostDeck, float]]) -> tuple[HostDeck, float]:
        """Return a deck that the corrected fast pilot climbs to, and what it scores by the one that screens."""
        cards = self._climb_by(start, start.cards, against, self.who.fast, MOST_STEPS)
        (fast,) = self._against(start, [cards], against, CLIMBED_PAIRS, self.who.fast)
        score = float(fast.mean())
        if self.who.judge != self.who.fast:
            (screened,) = self._against(start, [cards], against, SCREENED_PAIRS, self.who.screen)
            score = float(screened.mean())
            self.discrepancy.note(cards, [(foe.cards, weight) for foe, weight in against], score - float(fast.mean()))
        return HostDeck(start.name, cards, start.aside), score

    def _start(self, shares: Rows) -> HostDeck:
        """Draw a deck to start from: one of an equilibrium, or any that a search came to, the better ones more often."""
        if self.random.random() >= ELSEWHERE:
            return self.decks[int(self.random.choice(len(self.decks), p=shares / shares.sum()))].home
        scores = self.against_equilibrium(self.who.judge)
        known = [(found.home, score.value) for found, score in zip(self.decks, scores, strict=True)] + self.climbed
        weights = np.exp(np.array([score for _, score in known]) / LAGGING)
        return known[int(self.random.choice(len(known), p=weights / weights.sum()))][0]

    def _climb_by(
        self, home: HostDeck, cards: tuple[Any, ...], against: Sequence[tuple[HostDeck, float]], pilot: str, most: int
    ) -> tuple[Any, ...]:
        """Return cards exchanged until nothing improves them: large steps first, so many at most."""
        steps = 0
        for copies in COPIES:
            while steps < most:
                better = self._step(home, cards, copies, against, pilot)
                if better is None:
                    break
                cards = better
                steps += 1
        return cards

    def _step(
        self, home: HostDeck, cards: tuple[Any, ...], copies: int, against: Sequence[tuple[HostDeck, float]], pilot: str
    ) -> tuple[Any, ...] | None:
        """Return the cards after the best exchange, or None if none improves them beyond error."""
        tried = self._exchanges(cards, copies)
        rungs = [(self.who.fast, *rung) for rung in RACE]
        if pilot != self.who.fast:
            rungs = [rungs[0], *((pilot, *rung) for rung in SCREENED_RACE)]

        now = self.discrepancy.of(cards)

        def gains_of(some: Sequence[tuple[Any, ...]], pairs: int, who: str) -> list[Rows]:
            met = sample(against, max(1, pairs // LEAST_PAIRS), self.random)
            before, *after = self._against(home, [cards, *some], met, pairs, who)
            gains = [one - before for one in after]
            if who != self.who.fast:
                return gains
            for changed, gain in zip(some, gains, strict=True):
                self.gained.note(changed, [(cards, 1.0)], float(gain.mean()))
            return [gain + (self.discrepancy.of(changed) - now) for gain, changed in zip(gains, some, strict=True)]

        won = race(tried, rungs, gains_of, LEAST_GAIN)
        return None if won is None else won[0]

    def _exchanges(self, cards: tuple[Any, ...], copies: int) -> list[tuple[Any, ...]]:
        kinds = places_of(cards)
        moves = [(places[:copies], new) for name, places in kinds.items() for new in self.pool if new.name != name]
        if len(moves) > MOST_EXCHANGES:
            promised = [len(places) * (self._promise(new) - self._promise(cards[places[0]])) for places, new in moves]
            order = np.argsort(-np.array(promised), kind="stable")
            first = int(PROMISING * MOST_EXCHANGES)
            others = self.random.choice(order[first:], MOST_EXCHANGES - first, replace=False)
            moves = [moves[i] for i in sorted((*order[:first], *others))]
        return [tuple(new if i in places else card for i, card in enumerate(cards)) for places, new in moves]

    def _promise(self, card: Any) -> float:
        return self.gained.worth.get(card.name, 0.0) + self.discrepancy.worth.get(card.name, 0.0)

    def _against(
        self, home: HostDeck, versions: Sequence[tuple[Any, ...]], against: Sequence[tuple[HostDeck, float]], pairs: int, pilot: str
    ) -> list[Rows]:
        """Return each version's score against a mixture of decks, whose weights add up to 1, row by row."""
        decks = [self.table.deck(home, cards, home.name) for cards in versions]
        foes = [self.deck(other) for other, _ in against]
        weights = [weight for _, weight in against]
        each = max(1, pairs // len(foes))
        rows = self._scores([self._part(deck, foe, pilot, each) for deck in decks for foe in foes])
        self.pair += each
        count = len(foes)
        return [np.average(rows[count * i : count * (i + 1)], axis=0, weights=weights) for i in range(len(decks))]


def sample(against: Sequence[tuple[HostDeck, float]], most: int, random: np.random.Generator) -> Sequence[tuple[HostDeck, float]]:
    """Return a mixture of at most so many decks: of one that has more, a systematic sample, which on the mean is that one."""
    if len(against) <= most:
        return against
    ends = np.cumsum([weight for _, weight in against])[:-1]
    places = np.searchsorted(ends, (np.arange(most) + random.random()) / most)
    return [(against[place][0], count / most) for place, count in sorted(Counter(places.tolist()).items())]


def _around(value: float, copies: Any) -> Interval:
    """Return the interval of a figure by its copies, shape (copies,); it holds the figure itself."""
    found = percentile_interval(value, copies)
    return Interval(value, min(found.low, value), max(found.high, value))


def _together(one: Interval, pairs: int, other: Interval, more: int) -> Interval:
    """Return the mean of two means of so many pairs that share no random numbers."""
    part = pairs / (pairs + more)
    error = float(np.hypot(part * one.half_width, (1 - part) * other.half_width))
    value = part * one.value + (1 - part) * other.value
    return Interval(value, value - error, value + error)


def _antisymmetric(n: int, gains: Mapping[tuple[int, int], float]) -> Rows:
    """Return what each of ``n`` decks gains against each other, by what the first of each couple gains."""
    payoff = np.zeros((n, n))
    for (i, j), gain in gains.items():
        payoff[i, j], payoff[j, i] = gain, -gain
    return payoff


def by_level(cards: Sequence[Any]) -> tuple[Any, ...]:
    """Return cards as a deck list has them: the cheapest first."""
    return tuple(sorted(cards, key=lambda card: (card.level, card.name)))
