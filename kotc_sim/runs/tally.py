"""Results of many games in fixed-size integer counts: they add up exactly, in any order, and do not grow with the games.

Side A is the first deck, side B the second; game 2k is played with A in seat 0 (A starts), game 2k + 1 with the seats swapped.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.shared.counts import count_results
from kotc_sim.shared.result import MAX_DEFS, MAX_PLAYERS, Ending

Counts = NDArray[np.int64]

MAX_TURNS = 400
"""Longer games count as one of so many turns; results say how many there were (`Tally.long`)."""
STRATA = 12  # strata of game length for per-card impact
STRATUM_EDGES = np.array([6, 9, 12, 15, 18, 21, 24, 28, 32, 40, 60])  # turns: up to 6, 7 to 9, …, above 60
N_ENDINGS = len(Ending)
N_RAISED = 8  # bits of result.Flag
NOTABLE = 4  # games kept of each kind
_DECISIONS = 3  # column of sums


def _counts(*shape: int) -> Any:
    return field(default_factory=lambda: np.zeros(shape, np.int64))


@dataclass
class Tally:
    """Counts of games; every array is int64."""

    table: Counts = _counts(3, 3)  # (3, 3): pairs by twice A's score in the first and in the second game
    turns: Counts = _counts(MAX_TURNS + 1, 3)  # (MAX_TURNS + 1, 3): games by number of turns and by B won, tie, A won
    endings: Counts = _counts(N_ENDINGS, 3)  # (endings, 3): games by ending and outcome for A (as above)
    raised: Counts = _counts(N_RAISED)  # (bits,): games in which each limit was met
    sums: Counts = _counts(2, 5)  # (2, 5): for A and B over games: damage, SP-turns, levels paid, decisions, final HP
    squares: Counts = _counts(2, 5)  # (2, 5): the sums of their squares
    products: Counts = _counts(2, 2)  # (2, 2): sums of damage x SP-turns and damage x levels paid, for the errors of ratios
    comebacks: Counts = _counts(2)  # (2,): games that A (B) won although it was once 10 HP or more behind
    cards: Counts = _counts(2, MAX_DEFS, STRATA, 2, 3)
    """(2, MAX_DEFS, STRATA, 2, 3): games by side, definition, stratum of length, drawn or not, twice the side's score."""
    used: Counts = _counts(2, MAX_DEFS, 4)
    """(2, MAX_DEFS, 4): games in which side's card was drawn, offered, played, activated (drawn counts only where drawn)."""
    margin: Counts = _counts(2)
    """(2,): sum over pairs of both games' margins, and of the squares of that sum; A's HP at the end minus B's, neither counted below 0."""
    places: Counts = _counts(MAX_PLAYERS, 3)
    """(MAX_PLAYERS, 3): games by deck, in the order of the contest, and twice its score: of all players, where there are more than two."""
    notable: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.endings.sum())

    @property
    def pairs(self) -> int:
        """Number of complete pairs."""
        return int(self.table.sum())

    @property
    def decisions(self) -> tuple[int, int]:
        """Decisions of A and of B."""
        return int(self.sums[0, _DECISIONS]), int(self.sums[1, _DECISIONS])

    @property
    def long(self) -> int:
        """Number of games of `MAX_TURNS` turns or more."""
        return int(self.turns[MAX_TURNS].sum())

    def cells(self) -> Counts:
        """Return the pairs by A's score over both games: 0, ½, 1, 1½, 2."""
        cells = np.zeros(5, np.int64)
        for first in range(3):
            for second in range(3):
                cells[first + second] += self.table[first, second]
        return cells

    def add(self, other: "Tally") -> None:
        """Add another tally to this one."""
        for name, counts in self.arrays().items():
            counts += getattr(other, name)
        for kind, games in other.notable.items():
            # always the same few, however the games were cut into chunks
            self.notable[kind] = sorted(set(self.notable.get(kind, []) + games), key=lambda item: (-item[1], item[0]))[:NOTABLE]

    def arrays(self) -> Mapping[str, Any]:
        """Return the counts as arrays by name, in their order: for a checkpoint and, but for the last two, for `count_results`."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "notable"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        mine, theirs = self.arrays(), other.arrays()
        return self.notable == other.notable and all(np.array_equal(mine[k], theirs[k]) for k in mine)

    __hash__ = None  # type: ignore[assignment]


def count_games(results: Any, seen: NDArray[np.uint8], first_game: int) -> tuple[Tally, NDArray[np.int8]]:
    """Count one chunk of games; return the counts, and twice A's score over both games of each pair (0..4), int8.

    The results, ``RESULT`` records, are an even number of games, beginning with the first of a pair, number ``first_game``. ``seen`` holds
    ``Seen`` bits, uint8 of shape (games, seats, definitions).
    """
    tally = Tally()
    scores = np.empty(len(results) // 2, np.int8)
    came_back = np.empty((2, len(results)), np.uint8)
    *counts, margin, places = tally.arrays().values()
    count_results(results, seen, STRATUM_EDGES, *counts, scores, came_back)
    left = np.maximum(results["hp"][:, :2].astype(np.int64), 0)
    pairs = left[0::2, 0] - left[0::2, 1] + left[1::2, 1] - left[1::2, 0]  # A sits in seat 0, then in seat 1
    margin += [pairs.sum(), (pairs**2).sum()]
    for deck in range(seen.shape[1]):  # A and B change seats in each pair, further players keep theirs
        seats = (deck, 1 - deck) if deck < 2 else (deck, deck)
        for game in (0, 1):
            places[deck] += np.bincount(results["score2"][game::2, seats[game]], minlength=3)
    turns = np.minimum(results["turns"].astype(np.int64), MAX_TURNS)
    for kind, games, lengths in (
        ("comeback", np.flatnonzero(came_back.any(axis=0)), turns),
        ("long", np.arange(len(turns)), turns),
        ("short", np.arange(len(turns)), -turns),
        ("capped", np.flatnonzero(results["ending"] == Ending.TURN_CAP), turns),
    ):
        if len(games) > NOTABLE:  # sorting them all would take longer than counting them
            games = games[lengths[games] >= np.partition(lengths[games], -NOTABLE)[-NOTABLE]]
        order = np.argsort(-lengths[games], kind="stable")[:NOTABLE]
        if len(order):
            tally.notable[kind] = [(first_game + int(game), int(lengths[game])) for game in games[order]]
    return tally, scores
