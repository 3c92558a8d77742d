"""The metagame of an edition, found and not given: a double oracle over decks (docs/verdicts.md).

Start from the homes; compute the equilibrium of the decks so far; search for the best response to it by exchanging cards, in races on
common luck; add it; stop when starts from elsewhere find nothing that scores above one half beyond error. Responses are searched with the
fast pilot, and all decks are then played by the judge, whose equilibrium tells which matter: what only weak play finds is a candidate,
not a finding, and what weak play leaves may matter.

H. B. McMahan, G. J. Gordon and A. Blum (2003), "Planning in the presence of cost functions controlled by an adversary".
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim import games
from kotc_sim.experiments.answer import Answer, answer_of
from kotc_sim.experiments.arms import Arms
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.statistics import Interval, maximum_entropy_equilibrium, mean_interval, replicate
from kotc_sim.experiments.worth.field import Field, least_missed_first
from kotc_sim.experiments.worth.gain import Gains
from kotc_sim.experiments.worth.homes import homes_of, table_of
from kotc_sim.experiments.worth.pilots import Pilots, pilots_of
from kotc_sim.experiments.worth.table import Home, Table, places_of
from kotc_sim.progress import stage
from kotc_sim.runs import Contest, Part, Workers, simulate_parts

Rows = NDArray[np.float64]

ROUNDS = 6
"""Best responses that are searched at most."""
STARTS = 2
"""Searches one after the other that find nothing better before the equilibrium counts as found."""
COPIES = (8, 4, 2)
"""Copies that one exchange moves: large steps until none improves, then smaller ones."""
RACE = ((20, 24), (100, 5), (400, 1))
"""Pairs, over all opponents, and how many exchanges go on."""
MOST_EXCHANGES, MOST_STEPS = 200, 24
"""Exchanges that one race tries (chosen at random where there are more), and exchanges that one response takes."""
LEAST_GAIN = 0.004
MATRIX_PAIRS, VALUE_PAIRS, JUDGED_PAIRS = 500, 1_500, 80
"""Pairs of each match-up with the fast pilot, of a response against the equilibrium, and of each match-up with the judge."""
MATTERS = 0.02
"""Share of the equilibrium from which on a deck matters."""
ELSEWHERE = 0.4
"""How often a search starts from any deck, and not from one of the equilibrium."""
RESAMPLES = 200
RESPONSES_SHARE = 0.8
"""Share of the time that the responses take, about; the rest is the judge's."""


@dataclass
class Found:
    """A deck of the metagame: its home (cards) and where it came from."""

    home: Home
    origin: str


@dataclass
class MetaResult:
    """The result: ``data`` holds the keys of docs/reports.md, "meta"."""

    data: dict[str, Any]
    field: Field
    """The decks that matter by the judge's shares, what each misses least first."""

    @property
    def answer(self) -> Answer:
        """Whether more than one deck matters; not decided where the search was ended before it found nothing better."""
        if self.data["verdict"] != "solved" and not self.data["settled"]:
            return Answer.UNDECIDED
        return answer_of([self.data["verdict"]], yes=("open", "narrow"), no=("solved",))

    @property
    def frame(self) -> Any:
        """One row a deck, as a pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame([{key: deck[key] for key in ("name", "share", "judged_share", "origin")} for deck in self.data["decks"]])


def meta(
    edition: Any,
    cards: Sequence[Any] = (),
    *,
    rounds: int = ROUNDS,
    profiles: Sequence[str] = (),
    seed: int = 1,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> MetaResult:
    """Find the decks that matter in an edition.

    Parameters
    ----------
    edition : Edition
    cards : sequence of Card
        Printed or proposed cards, besides what the vocabulary makes simple.
    rounds : int
        Best responses that are searched at most.
    profiles : sequence of str
        Who plays, in place of the usual pilots.
    seed : int
        Run seed.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.

    Returns
    -------
    MetaResult
    """
    game = games.GAMES[edition.game]
    who = pilots_of(game, profiles)
    source = games.home(game, "experiments", "pool")
    oracle = Oracle(table_of(edition), source.pool(edition, cards), who, seed, workers, on_chunk)
    oracle.begin(homes_of(oracle.table, workers=workers))
    failed, last = 0, None
    for number in range(rounds):
        with stage(f"response {number + 1} of at most {rounds}", RESPONSES_SHARE / rounds):
            home, score = oracle.respond(number)
        last = {"from": home.name, "score": score.value, "interval": score.ends(), "better": score.low > 0.5}
        if score.low > 0.5:
            oracle.add(Found(home, f"response {number + 1}"))
            failed = 0
        else:
            failed += 1
            if failed == STARTS:
                break
    with stage("equilibrium", 1 - RESPONSES_SHARE):
        data = oracle.result(edition, last, failed >= STARTS, source.texts_of)
        return MetaResult(data, oracle.field(data))


class Oracle:
    """Decks so far, what they score against each other, and the search for a better one."""

    def __init__(
        self,
        table: Table,
        pool: Sequence[Any],
        who: Pilots,
        seed: int,
        workers: Workers | None,
        on_chunk: Callable[[int], None] | None,
    ) -> None:
        self.table, self.pool, self.who, self.seed = table, list(pool), who, seed
        self.workers, self.on_chunk = workers, on_chunk
        self.random = np.random.default_rng(seed)
        self.decks: list[Found] = []
        self.scores: dict[tuple[int, int], Interval] = {}
        self.built: dict[int, tuple[Home, Any]] = {}
        self.pair = 0
        self.games = 0
        self.last_contests: list[Contest] = []

    def begin(self, homes: Sequence[Home]) -> None:
        """Start from these decks."""
        for home in homes:
            self.add(Found(home, "home"))

    def add(self, found: Found) -> None:
        """Add a deck, and play it against all others."""
        new = len(self.decks)
        self.decks.append(found)
        couples = [(i, new) for i in range(new)]
        rows = self._play([(self.decks[i].home, found.home) for i, _ in couples], self.who.fast, MATRIX_PAIRS)
        for couple, one in zip(couples, rows, strict=True):
            self.scores[couple] = mean_interval(one)

    def deck(self, home: Home) -> Any:
        """Return a home as a deck; the same object on every call."""
        if id(home) not in self.built:
            self.built[id(home)] = home, self.table.deck(home, home.cards, home.name)
        return self.built[id(home)][1]

    def _play(self, couples: Sequence[tuple[Home, Home]], pilot: str, pairs: int) -> list[Rows]:
        parts = [Part(Contest((self.deck(a), self.deck(b)), (pilot, pilot)), pairs, self.pair) for a, b in couples]
        self.pair += pairs
        return self._scores(parts)

    def _scores(self, parts: Sequence[Part]) -> list[Rows]:
        rows: list[Rows] = [np.zeros(0)] * len(parts)
        for i, run in simulate_parts(parts, self.seed, workers=self.workers, keep_scores=True, on_chunk=self.on_chunk):
            rows[i] = run.scores / 4.0
            self.games += 2 * parts[i].pairs
        self.last_contests = [part.contest for part in parts[:1]] or self.last_contests
        return rows

    def payoff(self) -> Rows:
        """Return what each deck gains over one half against each other: antisymmetric."""
        n = len(self.decks)
        found = np.zeros((n, n))
        for (i, j), score in self.scores.items():
            found[i, j], found[j, i] = score.value - 0.5, 0.5 - score.value
        return found

    def equilibrium(self) -> Rows:
        """Return the share of each deck."""
        return maximum_entropy_equilibrium(self.payoff())

    def shares(self) -> list[Interval]:
        """Return the shares with intervals: equilibria of matrices that differ from the measured one by its errors."""
        n, now = len(self.decks), self.equilibrium()
        random = np.random.default_rng(self.seed)
        copies = np.zeros((RESAMPLES, n))
        for k in range(RESAMPLES):
            payoff = np.zeros((n, n))
            for (i, j), score in self.scores.items():
                value = score.value - 0.5 + random.normal() * score.half_width / 1.96
                payoff[i, j], payoff[j, i] = value, -value
            copies[k] = maximum_entropy_equilibrium(payoff)
        low, high = np.quantile(copies, (0.025, 0.975), axis=0)
        return [Interval(float(now[i]), float(min(low[i], now[i])), float(max(high[i], now[i]))) for i in range(n)]

    def respond(self, number: int) -> tuple[Home, Interval]:
        """Return a deck that was exchanged until nothing improves it against the equilibrium, and its score there on fresh luck."""
        shares = self.equilibrium()
        against = [(found.home, float(share)) for found, share in zip(self.decks, shares, strict=True) if share >= MATTERS]
        elsewhere = self.random.random() < ELSEWHERE
        start = int(self.random.integers(len(self.decks)) if elsewhere else self.random.choice(len(self.decks), p=shares / shares.sum()))
        home = self.decks[start].home
        cards = tuple(home.cards)
        steps = 0
        for copies in COPIES:
            while steps < MOST_STEPS:
                better = self._step(home, cards, copies, against)
                if better is None:
                    break
                cards = better
                steps += 1
        response = Home(f"deck {len(self.decks) + 1}", _sorted(cards), home.aside)
        score = self._against(home, [response.cards], against, VALUE_PAIRS)[0]
        return response, mean_interval(score)

    def _step(self, home: Home, cards: tuple[Any, ...], copies: int, against: Sequence[tuple[Home, float]]) -> tuple[Any, ...] | None:
        """Return the cards after the best exchange, or None if none improves them beyond error."""
        tried = self._exchanges(cards, copies)
        gains: list[Rows] = []
        for pairs, kept in RACE:
            before, *after = self._against(home, [cards, *tried], against, pairs)
            gains = [one - before for one in after]
            order = sorted(range(len(tried)), key=lambda i: -float(gains[i].mean()))[:kept]
            tried, gains = [tried[i] for i in order], [gains[i] for i in order]
        if not tried:
            return None
        mean, error = float(gains[0].mean()), float(gains[0].std(ddof=1)) / math.sqrt(gains[0].size)
        return tried[0] if mean > LEAST_GAIN and mean > 2 * error else None

    def _exchanges(self, cards: tuple[Any, ...], copies: int) -> list[tuple[Any, ...]]:
        kinds = places_of(cards)
        moves = [(places[:copies], new) for name, places in kinds.items() for new in self.pool if new.name != name]
        if len(moves) > MOST_EXCHANGES:
            moves = [moves[i] for i in sorted(self.random.choice(len(moves), MOST_EXCHANGES, replace=False))]
        found = []
        for places, new in moves:
            gone = set(places)
            found.append(tuple(new if i in gone else card for i, card in enumerate(cards)))
        return found

    def _against(self, home: Home, versions: Sequence[tuple[Any, ...]], against: Sequence[tuple[Home, float]], pairs: int) -> list[Rows]:
        """Return each version's score against a mixture of decks, row by row."""
        decks = [self.table.deck(home, cards, home.name) for cards in versions]
        foes = [self.deck(other) for other, _ in against]
        weights = np.array([weight for _, weight in against]) / sum(weight for _, weight in against)
        each = max(10, pairs // len(foes))
        parts = [Part(Contest((deck, foe), (self.who.fast, self.who.fast)), each, self.pair) for deck in decks for foe in foes]
        self.pair += each
        rows = self._scores(parts)
        count = len(foes)
        return [np.average(rows[count * i : count * (i + 1)], axis=0, weights=weights) for i in range(len(decks))]

    def field(self, data: Mapping[str, Any]) -> Field:
        """Return the decks that matter by the judge, ordered by what they miss when the fast pilot plays."""
        shares = {deck["name"]: float(deck["judged_share"]) for deck in data["decks"]}
        matter = [found.home for found in self.decks if shares[found.home.name] >= MATTERS]
        kept = [shares[home.name] for home in matter]
        gains = Gains(self.table, matter, Arms(self.seed, self.workers, self.on_chunk), shares=kept)
        ordered = tuple(least_missed_first(home, gains, self.who.fast) for home in matter)
        return Field(self.table, ordered, tuple(share / sum(kept) for share in kept))

    def result(self, edition: Any, last: dict[str, Any] | None, settled: bool, texts_of: Callable[[Any], list[str]]) -> dict[str, Any]:
        """Play all decks by the judge, and describe what was found."""
        shares = self.shares()
        couples = list(itertools.combinations(range(len(self.decks)), 2))
        rows = self._play([(self.decks[i].home, self.decks[j].home) for i, j in couples], self.who.judge, JUDGED_PAIRS)
        contests = list(self.last_contests)
        judged = {couple: mean_interval(one) for couple, one in zip(couples, rows, strict=True)}
        payoff = np.zeros((len(self.decks), len(self.decks)))
        for (i, j), score in judged.items():
            payoff[i, j], payoff[j, i] = score.value - 0.5, 0.5 - score.value
        by_judge = maximum_entropy_equilibrium(payoff)
        decks = [
            {
                "name": found.home.name,
                "origin": found.origin,
                "share": share.value,
                "interval": share.ends(),
                "judged_share": float(by_judge[i]),
                "cards": [[sum(card.name == name for card in found.home.cards), name] for name in _names(found.home.cards)],
            }
            for i, (found, share) in enumerate(zip(self.decks, shares, strict=True))
        ]
        order = sorted(range(len(decks)), key=lambda i: -(by_judge[i] + shares[i].value))
        matter = [i for i in range(len(decks)) if by_judge[i] >= MATTERS]
        return {
            "command": "meta",
            "edition": edition.name,
            "terms": dict(edition.terms),
            "seed": self.seed,
            "strategies": [self.who.fast, self.who.judge],
            "decks": [decks[i] for i in order],
            "matrix": [
                {"a": self.decks[i].home.name, "b": self.decks[j].home.name, **score.measure(), "pilot": self.who.fast}
                for (i, j), score in self.scores.items()
            ]
            + [
                {"a": self.decks[i].home.name, "b": self.decks[j].home.name, **score.measure(), "pilot": self.who.judge}
                for (i, j), score in judged.items()
            ],
            "dynamics": moved([found.home.name for found in self.decks], payoff + 0.5, np.ones(len(payoff)), "equal shares"),
            "components": _components([(self.decks[i].home, float(by_judge[i])) for i in matter], texts_of),
            "verdict": "solved" if len(matter) == 1 else "narrow" if len(matter) == 2 else "open",
            "response": last,
            "settled": settled,
            "games": self.games,
            "pairs": self.games // 2,
            "pool": len(self.pool),
            "limits": {"strongest": self.who.judge, **pilot_limits(contests)},
            "notes": [
                f"Responses were searched with {self.who.fast}; shares by {self.who.judge} rest on {JUDGED_PAIRS} pairs a match-up, "
                f"and decks that only {self.who.fast} wants are candidates, not findings."
            ],
        }


def moved(names: Sequence[str], scores: NDArray[np.float64], start: NDArray[np.float64], words: str) -> dict[str, Any]:
    """Return how shares of decks move where players copy what wins, with the keys of docs/reports.md, "meta".

    Parameters
    ----------
    names : sequence of str
    scores : ndarray, float64, shape (decks, decks)
        Row's score against column, 0..1.
    start : ndarray, float64, shape (decks,)
        Shares to begin with, all above 0.
    words : str
        What they are.
    """
    found = replicate(scores, start)
    return {
        "decks": list(names),
        "start": words,
        "shares": [[float(share) for share in row] for row in found.shares],
        "exploitable": [float(value) for value in found.exploitable],
        "rises_first": names[found.rises_first],
    }


def _components(decks: Sequence[tuple[Home, float]], texts_of: Callable[[Any], list[str]]) -> list[dict[str, Any]]:
    """Return which texts appear in the decks that matter: share of the equilibrium that holds them, and copies a deck."""
    found: dict[str, list[float]] = {}
    for home, share in decks:
        copies: dict[str, int] = {}
        for card in home.cards:
            for text in texts_of(card):
                copies[text] = copies.get(text, 0) + 1
        for text, count in copies.items():
            held = found.setdefault(text, [0.0, 0.0])
            held[0] += share
            held[1] += share * count
    rows = [{"text": text, "share": share, "copies": copies / share} for text, (share, copies) in found.items()]
    return sorted(rows, key=lambda row: (-float(str(row["share"])), -float(str(row["copies"])), str(row["text"])))


def _sorted(cards: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(sorted(cards, key=lambda card: (card.level, card.name)))


def _names(cards: Sequence[Any]) -> list[str]:
    return list(dict.fromkeys(card.name for card in _sorted(cards)))
