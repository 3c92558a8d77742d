"""Find homes: exchange plain cards, one kind at a time, until nothing improves beyond error.

Every exchange that keeps an archetype's bounds is raced against the deck as it is, pair by pair, against all homes: everybody plays a
little, the better ones more (successive halving: Karnin, Koren and Somekh 2013). The best one is taken if it gains by more than two
standard errors, on pairs that no race had before.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from kotc_sim.games.hosts import Archetype, HostDeck, HostDesign, places_of
from kotc_sim.runs import Contest, Part, Workers, simulate_parts

Rows = NDArray[np.float64]
Tried = TypeVar("Tried")

COPIES = (4, 2)  # copies that one exchange moves: large steps until none improves, then small ones
BLANK = 2  # copies that are made unpayable to see how much a home misses them
RACE = ((60, 16), (300, 4), (1_200, 1))
"""Pairs against each home, and how many exchanges go on: with a pilot at greedy's speed."""
SEARCH_RACE = ((16, 24), (64, 6), (240, 1))  # the same with a pilot that searches
SCOUTED = 60, 60
"""Where a fast pilot looks ahead of one that searches: its pairs against each home, and how many exchanges go on."""
LEAST_GAIN = 0.003  # a smaller gain in score is not worth an exchange
ERRORS = 2.0  # standard errors that a gain must exceed
MOST_STEPS = 30
"""Rounds through all homes at most, for each size of step: homes could chase each other in a circle."""


def find_homes(
    table: HostDesign,
    pilot: str,
    judge: str = "",
    seed: int = 1,
    begun: Mapping[str, HostDeck] | None = None,
    workers: Workers | None = None,
    on_step: Callable[[str, float, str], None] | None = None,
    on_games: Callable[[int], None] | None = None,
) -> list[HostDeck]:
    """Tune the homes of an edition: by a fast pilot until nothing improves, then by the one that judges, which searches, if there is one.

    ``begun`` are homes to begin with, by archetype. Where there is one for each, and somebody judges, the fast pilot only looks ahead: it
    would lead away from what was tuned by the judge before.
    """
    homes = dict(begun or {})
    whole = {archetype.name for archetype in table.archetypes} <= set(homes)
    found, pair = list(homes.values()), 0
    if not (judge and whole):
        first = Tuning(table, pilot, seed, workers=workers, on_step=on_step, on_games=on_games, homes=homes)
        found, pair = first.run(), first.pair
    if not judge:
        return found
    begin = {home.name: home for home in found}
    return Tuning(
        table, judge, seed, race=SEARCH_RACE, scout=pilot, workers=workers, on_step=on_step, on_games=on_games, homes=begin, pair=pair
    ).run()


def race(
    tried: Sequence[Tried], rungs: Sequence[tuple[str, int, int]], gains_of: Callable[[Sequence[Tried], int, str], list[Rows]], least: float
) -> tuple[Tried, float] | None:
    """Return the exchange that wins a race with its gain in score, or None if that is not above error, or below ``least``.

    ``rungs`` say who plays, how many pairs, and how many exchanges go on; ``gains_of(exchanges, pairs, pilot)`` returns the gain of each,
    row by row, on games of its own.
    """
    gains: list[Rows] = []
    for pilot, pairs, kept in rungs if tried else ():
        gains = gains_of(tried, pairs, pilot)
        order = sorted(range(len(tried)), key=lambda i: -float(gains[i].mean()))[:kept]
        tried, gains = [tried[i] for i in order], [gains[i] for i in order]
    if not tried:
        return None
    mean = float(gains[0].mean())
    error = float(gains[0].std(ddof=1)) / math.sqrt(gains[0].size)
    return None if mean < least or mean < ERRORS * error else (tried[0], mean)


@dataclass
class Tuning:
    """Homes on their way."""

    table: HostDesign
    pilot: str
    """Plays both sides."""
    seed: int = 1
    race: tuple[tuple[int, int], ...] = RACE
    """Pairs against each home, and how many exchanges go on."""
    scout: str = ""  # a fast pilot that plays all exchanges before the race, of which the better ones enter it; empty: all do
    workers: Workers | None = None
    on_step: Callable[[str, float, str], None] | None = None
    """Called with each exchange that was taken: archetype, gain in score, words."""
    on_games: Callable[[int], None] | None = None  # called with the number of games of each finished chunk
    homes: dict[str, HostDeck] = field(default_factory=dict)  # by archetype
    pair: int = 0  # the next pair number: no pair is played twice, so no race knows another one's games

    def __post_init__(self) -> None:
        for archetype in self.table.archetypes:
            self.homes.setdefault(archetype.name, self.table.start(archetype))

    def run(self, sizes: Sequence[int] = COPIES) -> list[HostDeck]:
        """Tune all homes against each other until none improves; return them with their flex slots first."""
        for copies in sizes:
            settled: set[str] = set()
            for _ in range(MOST_STEPS):
                for archetype in self.table.archetypes:
                    if archetype.name in settled:
                        continue
                    if self.step(archetype, copies):
                        settled.clear()  # a home that changed is another field for the others
                    else:
                        settled.add(archetype.name)
                if len(settled) == len(self.homes):
                    break
        return [self.flex_first(home) for home in self.homes.values()]

    def step(self, archetype: Archetype, copies: int) -> bool:
        """Take the best exchange of one home; return False if none improves it beyond error."""
        home = self.homes[archetype.name]
        tried = self._exchanges(archetype, home, copies)
        rungs = [(self.pilot, *rung) for rung in self.race]
        if self.scout and len(tried) > SCOUTED[1]:
            rungs.insert(0, (self.scout, *SCOUTED))

        def gains_of(some: Sequence[tuple[tuple[Any, ...], str]], pairs: int, pilot: str) -> list[Rows]:
            return self.gains(home, [cards for cards, _ in some], pairs, pilot)

        won = race(tried, rungs, gains_of, LEAST_GAIN)
        if won is None:
            return False
        (cards, words), mean = won
        self.homes[archetype.name] = replace(home, cards=cards)
        if self.on_step is not None:
            self.on_step(archetype.name, mean, words)
        return True

    def _exchanges(self, archetype: Archetype, home: HostDeck, copies: int) -> list[tuple[tuple[Any, ...], str]]:
        found = []
        kinds = places_of(home.cards)
        for old, places in kinds.items():
            if not self.table.is_plain(home.cards[places[0]]):
                continue
            for new in self.table.plain:
                if new.name == old or copies + len(kinds.get(new.name, ())) > self.table.most_copies:
                    continue
                moved = set(places[:copies])
                cards = tuple(new if i in moved else card for i, card in enumerate(home.cards))
                levels = [card.level for card in cards if self.table.is_plain(card)]
                if all(bound.holds(levels) for bound in archetype.bounds):
                    found.append((cards, f"{len(moved)} {old} -> {new.name}"))
        return found

    def scores(self, home: HostDeck, versions: Sequence[Sequence[Any]], pairs: int, pilot: str) -> list[Rows]:
        """Return each version's score against all homes, pair by pair; all share random numbers."""
        field = [self.table.deck(other, other.cards, other.name) for other in self.homes.values()]
        decks = [self.table.deck(home, cards, home.name) for cards in versions]
        parts = [Part(Contest((deck, foe), (pilot, pilot)), pairs, self.pair) for deck in decks for foe in field]
        self.pair += pairs
        rows: list[Rows] = [np.zeros(0)] * len(parts)
        for i, run in simulate_parts(parts, self.seed, workers=self.workers, keep_scores=True, on_chunk=self.on_games):
            rows[i] = run.scores / 4.0
        count = len(field)
        return [np.mean(rows[count * i : count * (i + 1)], axis=0) for i in range(len(decks))]

    def gains(self, home: HostDeck, versions: Sequence[Sequence[Any]], pairs: int, pilot: str = "") -> list[Rows]:
        """Return score of each version minus score of the home, pair by pair; by the pilot that tunes, or another one."""
        before, *after = self.scores(home, [home.cards, *versions], pairs, pilot or self.pilot)
        return [rows - before for rows in after]

    def flex_first(self, home: HostDeck) -> HostDeck:
        """Return the home with its cards in the order in which it misses them least."""
        gains = self.gains(home, blanked(self.table, home), self.race[-1][0])
        return replace(home, cards=by_losses(home, [-float(rows.mean()) for rows in gains]))


def blanked(table: HostDesign, home: HostDeck) -> list[list[Any]]:
    """Return the cards of a home with copies of a kind made unpayable (`BLANK`), for each kind."""
    return [
        [table.unpayable(card) if i in places[:BLANK] else card for i, card in enumerate(home.cards)]
        for places in places_of(home.cards).values()
    ]


def by_losses(home: HostDeck, losses: Sequence[float]) -> tuple[Any, ...]:
    """Return the cards of a home in the order in which it misses them least, by what it loses where each kind is `blanked`."""
    kinds = sorted(zip(losses, places_of(home.cards).values(), strict=True), key=lambda kind: kind[0] / min(BLANK, len(kind[1])))
    return tuple(home.cards[place] for _, places in kinds for place in places)


RIDGE = 300.0
"""Variance of what is noted about the line (0.1 squared) over that of what a copy adds (0.006 squared); 100 to 3,000 foretell alike."""


class ByCard:
    """What each card adds; nothing before something was noted."""

    def __init__(self) -> None:
        self.index: dict[str, int] = {}
        self.squares: Rows = np.zeros((0, 0))
        """Normal equations: sums of products of copies, shape (cards, cards)."""
        self.products: Rows = np.zeros(0)
        """Sums of copies times what was noted, shape (cards,)."""
        self._worth: dict[str, float] | None = {}

    def note(self, cards: Sequence[Any], foes: Sequence[tuple[Sequence[Any], float]], value: float) -> None:
        """Note what a deck scored more than a mixture of decks, whose weights add up to 1."""
        copies: dict[str, float] = {}
        for deck, weight in ((cards, 1.0), *((foe, -weight) for foe, weight in foes)):
            for card in deck:
                copies[card.name] = copies.get(card.name, 0.0) + weight
        places = [self.index.setdefault(name, len(self.index)) for name in copies]
        more = len(self.index) - len(self.products)
        if more:
            self.squares = np.pad(self.squares, (0, more))
            self.products = np.pad(self.products, (0, more))
        counts = np.array(list(copies.values()))
        self.squares[np.ix_(places, places)] += np.outer(counts, counts)
        self.products[places] += value * counts
        self._worth = None

    @property
    def worth(self) -> dict[str, float]:
        """By card: points of score, 0..1, that a copy adds, from all that was noted; fitted when it is asked for.

        Each copy is shrunk alike, so cards that were rarely seen add least (`statistics.ridge` shrinks each column by its own size).
        """
        if self._worth is None:
            found = np.linalg.solve(self.squares + RIDGE * np.eye(len(self.index)), self.products)
            self._worth = {name: float(found[i]) for name, i in self.index.items()}
        return self._worth

    def of(self, cards: Sequence[Any]) -> float:
        """Return what cards add together."""
        worth = self.worth
        return sum(worth.get(card.name, 0.0) for card in cards)
