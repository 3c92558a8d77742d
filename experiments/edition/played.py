"""What is counted of the games of an edition, in blocks of pairs, and quantities of them with intervals.

Every quantity is a function of sums over blocks, and its error comes from leaving out one block at a time (the jackknife of
Quenouille, Tukey): ratios need no formula of their own, and two editions played on the same seeds are compared block by block.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from kotc_sim.experiments.edition.result import EditionLimits
from kotc_sim.experiments.pilots import pilot_limits
from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.experiments.statistics.intervals import Interval, t_quantile, wilson
from kotc_sim.games.protocol import Words
from kotc_sim.runs import Contest, Part, Playing, simulate_parts
from kotc_sim.runs.tally import MAX_TURNS, Tally
from kotc_sim.shared.result import Ending

BLOCKS = 40

Array = NDArray[np.float64]


class Sum(IntEnum):
    """Columns of `Played.sums`; from ``ENDINGS`` on there is one for each `Ending`."""

    GAMES = 0
    TURNS = 1
    STARTER = 2
    TIES = 3
    COMEBACKS = 4
    DAMAGE = 5
    SP = 6
    LEVELS = 7
    ENDINGS = 8


_COLUMNS = Sum.ENDINGS + len(Ending)


@dataclass
class Played:
    """What is counted in one edition."""

    sums: Array
    """float64, shape (match-ups, BLOCKS, columns): by match-up and block; columns are those of `Sum`, ``STARTER`` in half-points."""
    scores: Array  # float64, shape (match-ups, BLOCKS): twice the first deck's points
    sides: Array  # float64, shape (match-ups, BLOCKS, 2, 3): of the first and the second deck: damage dealt, SP on the field, levels paid
    turns: NDArray[np.int64]  # int64, shape (MAX_TURNS + 1,): games by their length in turns

    @classmethod
    def empty(cls, matchups: int) -> "Played":
        """Return counts of no games."""
        shape = (matchups, BLOCKS)
        return cls(np.zeros((*shape, _COLUMNS)), np.zeros(shape), np.zeros((*shape, 2, 3)), np.zeros(MAX_TURNS + 1, np.int64))

    def of_deck(self, deck: int, matchups: Sequence[tuple[int, int]]) -> Array:
        """Return sums over the games that a deck takes part in, float64 of shape (BLOCKS, 7), as `OF_A_DECK` reads them."""
        found: Array = np.zeros((BLOCKS, 7))
        for k, couple in enumerate(matchups):
            if deck in couple:
                counted = self.sums[k]
                found[:, _SCORE] += self.scores[k] if deck == couple[0] else 2 * counted[:, Sum.GAMES] - self.scores[k]
                found[:, _GAMES:_DAMAGE] += counted[:, [Sum.GAMES, Sum.TURNS, Sum.STARTER]]
                found[:, _DAMAGE:] += self.sides[k, :, couple.index(deck)]
        return found

    def add(self, k: int, block: int, tally: Tally) -> None:
        """Note the games of a block of a match-up."""
        row = self.sums[k, block]
        by_turn = tally.turns.sum(axis=1)
        first, second = np.divmod(np.arange(9), 3)
        row[Sum.GAMES] = tally.games
        row[Sum.TURNS] = by_turn @ np.arange(MAX_TURNS + 1)
        row[Sum.STARTER] = (first - second + 2) @ tally.table.ravel()
        row[Sum.TIES] = tally.endings[:, 1].sum()
        row[Sum.COMEBACKS] = tally.comebacks.sum()
        row[Sum.DAMAGE], row[Sum.SP], row[Sum.LEVELS] = tally.sums[:, :3].sum(axis=0)
        row[Sum.ENDINGS :] = tally.endings.sum(axis=1)
        self.scores[k, block] = (first + second) @ tally.table.ravel()
        self.sides[k, block] = tally.sums[:, :3]
        self.turns += by_turn


def play_blocks(arms: Sequence[Sequence[Contest]], games: int, seed: int, how: Playing) -> list[Played]:
    """Play the match-ups of each edition in blocks, on the same seed, each at least so many games; return an edition's counts each."""
    pairs = pairs_of_a_block(games)
    found = [Played.empty(len(contests)) for contests in arms]
    where = [(i, k, block) for i, contests in enumerate(arms) for k in range(len(contests)) for block in range(BLOCKS)]
    for part, run in simulate_parts([Part(arms[i][k], pairs, block * pairs) for i, k, block in where], seed, **how):
        i, k, block = where[part]
        found[i].add(k, block, run.tally)
    return found


def limits_of(arms: Sequence[Played], contests: Iterable[Contest], family: int | None = None) -> EditionLimits:
    """Return what a report says of all games: the shares of the edition where they are largest; ``contests``: of each match-up one."""

    def share(column: int) -> float:
        return float(max(arm.sums[..., column].sum() / arm.sums[..., Sum.GAMES].sum() for arm in arms))

    return EditionLimits(
        capped=share(Sum.ENDINGS + Ending.TURN_CAP),
        tied=share(Sum.TIES),
        family=family,
        long=sum(int(arm.turns[MAX_TURNS]) for arm in arms) or None,
        **pilot_limits(contests),
    )


@dataclass(frozen=True)
class Quantity:
    """A quantity of games: what it is, its unit (``share`` ``points`` ``turns`` or none), and the function of sums that gives it."""

    what: str
    unit: str
    value: Callable[[Array], Array]


def pairs_of_a_block(games: int) -> int:
    """Return how many pairs a block has, so that all blocks together have at least so many games."""
    return max(1, math.ceil(games / 2 / BLOCKS))


def rounded_up(games: int) -> int | None:
    """Return the games of a match-up that were asked for if whole blocks hold more, else None."""
    return games if games < 2 * BLOCKS * pairs_of_a_block(games) else None


def quantities(arms: Iterable[Array], words: Words) -> list[Quantity]:
    """Return what is reported of games, and of the endings those that occur; ``arms`` are sums of each edition, (…, columns of `Sum`)."""
    seen = [arm.reshape(-1, _COLUMNS).sum(axis=0) for arm in arms]
    found = [
        Quantity("length of a game", "turns", ratio(Sum.TURNS, Sum.GAMES)),
        Quantity("advantage of going first", "points", ratio(Sum.STARTER, Sum.GAMES, 0.5, -0.5)),
        Quantity("games won from 10 HP behind", "share", ratio(Sum.COMEBACKS, Sum.GAMES)),
        Quantity("tied games", "share", ratio(Sum.TIES, Sum.GAMES)),
        Quantity("damage per SP on the field", "", ratio(Sum.DAMAGE, Sum.SP)),
        Quantity("damage per level paid", "", ratio(Sum.DAMAGE, Sum.LEVELS)),
    ]
    for ending, name in words.endings.items():
        column = Sum.ENDINGS + ending
        if any(columns[column] > 0 for columns in seen):
            found.append(Quantity(f"ended by {name}", "share", ratio(column, Sum.GAMES)))
    return [Quantity(words.quantities.get(one.what, one.what), one.unit, one.value) for one in found]


def ratio(top: int, bottom: int, scale: float = 1.0, shift: float = 0.0) -> Callable[[Array], Array]:
    """Return the function of sums that divides two columns, then scales and shifts."""

    def value(sums: Array) -> Array:
        below: Array = np.maximum(sums[..., bottom], 1e-9)  # no SP on the field in any game: 0 damage for it
        result: Array = sums[..., top] / below * scale + shift
        return result

    return value


_SCORE, _GAMES, _TURNS, _STARTER, _DAMAGE, _SP, _LEVELS = range(7)
OF_A_DECK = {
    "score": ratio(_SCORE, _GAMES, 0.5),
    "turns": ratio(_TURNS, _GAMES),
    "first_player_advantage": ratio(_STARTER, _GAMES, 0.5, -0.5),
    "damage_per_sp": ratio(_DAMAGE, _SP),
    "damage_per_level": ratio(_DAMAGE, _LEVELS),
}
"""Figures of a deck, as functions of `Played.of_deck`."""


def estimate(value: Callable[[Array], Array], sums: Array) -> Interval:
    """Return a quantity with the t interval of the pseudo-values' mean, about the plain estimate.

    ``value`` maps sums of shape (…, columns) to the quantity, shape (…); ``sums`` are of shape (blocks, columns).
    """
    return _interval(*_left_out(value, sums))


def estimate_share(value: Callable[[Array], Array], sums: Array) -> Interval:
    """Return a share of games with an interval that stays between 0 and 1, and has a width where no game, or every game, counts.

    The arguments are those of `estimate`. The interval is Wilson's, for as many independent games as give the jackknife's error; where that
    is 0, for the pairs.
    """
    share, left_out = _left_out(value, sums)
    total = float(sums[:, Sum.GAMES].sum())
    variance = _variance(left_out)
    trials = min(total, share * (1 - share) / variance) if variance > 0 else total / 2
    return replace(wilson(share * trials, trials), value=share)


def jackknife(value: Callable[[Array], Array], before: Array, after: Array) -> tuple[Interval, Interval, Interval]:
    """Return a quantity in two arms, and its change (after minus before), as `estimate`, with intervals that know of the shared seeds.

    Block b of both arms, sums of shape (blocks, columns), played the same seeds.
    """
    (one, without_one), (other, without_other) = _left_out(value, before), _left_out(value, after)
    return _interval(one, without_one), _interval(other, without_other), _interval(other - one, without_other - without_one)


def _left_out(value: Callable[[Array], Array], sums: Array) -> tuple[float, Array]:
    """Return a quantity of all blocks, and of all but one, shape (blocks,)."""
    whole = sums.sum(axis=0)
    return float(value(whole)), value(whole[None, :] - sums)


def _interval(whole: float, left_out: Array) -> Interval:
    half = t_quantile(CONFIDENCE, len(left_out) - 1) * math.sqrt(_variance(left_out))
    return Interval(whole, whole - half, whole + half)


def _variance(left_out: Array) -> float:
    blocks = len(left_out)
    return float(((left_out - left_out.mean()) ** 2).sum()) * (blocks - 1) / blocks
