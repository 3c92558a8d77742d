"""The fair level of one card: where it does as well as plain minions of that level in the same slots.

Rows and cells: a *cell* is a reference deck against an opponent of the gauntlet; a *row* is one pair number,
played in every cell by every arm. All arms share their luck within a row of a cell, so its differences (probe
minus control, at each level) are the unit that the bootstrap resamples; cells have pair numbers of their own.
Games go where they matter: a coarse scan of levels first, then the levels around the root.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kotc_sim.experiments.arms import RANGE, Arms, Outcome, played_share, used_share
from kotc_sim.experiments.statistics import FairLevel, Root, decreasing_fit, fair_level, root_of_falling
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.reference import CURVES, MOST_LEVEL, SLOTS, Context, contexts, controls, gauntlet
from kotc_sim.runs import Contest, Part

Rows = NDArray[np.float64]
Control = Callable[[int], Sequence[Card]]

GAMES = 200_000
REACH = 12
"""Levels above the formula's that are tried before a fair level counts as beyond the grid."""

CLEAR = 1.5
"""Standard errors below zero from which a level counts as too high."""

REFINEMENTS = 4
LEAST_SCAN = 160
"""Pairs of each arm in the scan at least: with fewer, luck sends one run in twenty off to where there is no root."""

_STEP = 6  # rows come in multiples of this, so that 1, 2 and 3 splits of the control get equal shares
_SCAN, _REFINE = 0.06, 0.22  # shares of the games


@dataclass(frozen=True)
class Plan:
    """How much is played where.

    Attributes
    ----------
    games : int
        About how many games are played for each card and profile; controls that another card needed already cost nothing.
    slots : int
        Copies of the card in each deck.
    archetypes : tuple of str
        Reference decks.
    seed : int
        Of the bootstrap; the games' seed is that of the arms.
    wide : bool
        Whether each reference deck meets all opponents, or, for small runs, one of another archetype.
    """

    games: int = GAMES
    slots: int = SLOTS
    archetypes: tuple[str, ...] = tuple(CURVES)
    seed: int = 1
    wide: bool = True

    def rows(self, share: float, levels: int, cells: int) -> int:
        """Return the rows that a share of the games pays at a number of levels."""
        exact = share * self.games / (4 * cells * levels)
        return max(_STEP, int(exact // _STEP) * _STEP)


@dataclass
class Rating:
    """The fair level of a card as one profile plays it.

    Attributes
    ----------
    card : Card
        The card; its ``level`` is what is judged.
    strategy : str
        Who played both sides.
    fair : FairLevel
        Over all archetypes.
    by_archetype : dict of str to FairLevel
        In each kind of deck.
    pairs : dict of int to int
        Pairs of the probe at each level of the grid.
    played_share, used_share : float or None
        Share of the games in which it was played, of those in which it could be; and in which what it says
        was used.
    outcomes : list of Outcome
        Of the probe at the level nearest to the card's.
    control_outcomes : list of Outcome
        Of the control at that level.
    slope : float or None
        Score that one level is worth, where the root was found: the fall of the curve around it.
    """

    card: Card
    strategy: str
    fair: FairLevel
    by_archetype: dict[str, FairLevel]
    pairs: dict[int, int]
    played_share: float | None
    used_share: float | None
    outcomes: list[Outcome] = field(repr=False)
    control_outcomes: list[Outcome] = field(repr=False)
    slope: float | None


class Rater:
    """Rates cards of one edition; controls are played once and shared by all cards.

    Parameters
    ----------
    edition : Edition
        Of the cards, the reference decks and the gauntlet.
    arms : Arms
        Where games are played.
    plan : Plan
        How many.
    control : callable, optional
        Level → the plain minions to compare with; by default several splits of SP and HP.
    """

    def __init__(self, edition: Edition, arms: Arms, plan: Plan, control: Control | None = None) -> None:
        self.edition = edition
        self.arms = arms
        self.plan = plan
        self.control = control or (lambda level: controls(edition, level))
        self.contexts = contexts(edition, plan.slots, plan.archetypes)
        self.opponents = gauntlet(edition, plan.slots)
        self._control_decks: dict[tuple[str, int, int], Deck] = {}
        self._control_cards: dict[int, tuple[Card, ...]] = {}

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.cell_pairs())

    def rate(self, card: Card, strategy: str = "greedy") -> Rating:
        """Find the fair level of a card.

        Parameters
        ----------
        card : Card
            The probe; whatever its level, it is tried at every level of the grid.
        strategy : str
            Plays both sides.

        Returns
        -------
        Rating
        """
        probe = _Probe(self, card, strategy)
        low, high = 0, min(MOST_LEVEL, card.level + 4)
        least = -(-LEAST_SCAN // (self.cells * _STEP)) * _STEP
        scan = max(least, self.plan.rows(_SCAN, 5, self.cells))
        probe.play(sorted({low, *(level for level in range(card.level - 2, high + 1, 2) if level >= low)}), 0, scan)
        while probe.root() == math.inf and high < min(MOST_LEVEL, card.level + REACH):
            high += 4
            probe.play([high - 2, high], 0, scan)
        refine = self.plan.rows(_REFINE / 2, 4, self.cells)
        for _ in range(REFINEMENTS):  # the scan is coarse, so the root may turn out to lie elsewhere
            around = _around(probe.root(), low, high)
            probe.play(around, scan, refine)
            if around == _around(probe.root(), low, high):
                break
        rest = self.plan.rows(1 - _SCAN - _REFINE, 4, self.cells)
        probe.play(_around(probe.root(), low, high), scan + refine, rest)
        return probe.rating()

    def control_parts(self, level: int, strategy: str, start: int, rows: int) -> list[list[Part]]:
        """Return the control's parts of each cell: one a split, each with its share of the rows, in order."""
        if level not in self._control_cards:
            self._control_cards[level] = tuple(self.control(level))
        cards = self._control_cards[level]
        edges = [start + i * rows // len(cards) for i in range(len(cards) + 1)]
        found = []
        for c, (context, opponent) in enumerate(self.cell_pairs()):
            parts = []
            for i, card in enumerate(cards):
                deck = self._control_decks.setdefault(
                    (context.name, level, i),
                    context.deck([card] * context.slots, f"{context.name}, {card.name}"),
                )
                contest = Contest((deck, opponent), (strategy, strategy))
                parts.append(Part(contest, edges[i + 1] - edges[i], c * RANGE + edges[i]))
            found.append(parts)
        return found

    def cell_pairs(self) -> list[tuple[Context, Deck]]:
        """Return the reference deck and the opponent of each cell."""
        if self.plan.wide:
            return [(context, opponent) for context in self.contexts for opponent in self.opponents]
        n = len(self.opponents)
        return [(context, self.opponents[(i + 1) % n]) for i, context in enumerate(self.contexts)]


class _Probe:
    """A card under test: its decks, and what has been played so far."""

    def __init__(self, rater: Rater, card: Card, strategy: str) -> None:
        self.rater, self.card, self.strategy = rater, card, strategy
        self.decks: dict[tuple[str, int], Deck] = {}
        self.blocks: dict[tuple[int, int], Rows] = {}
        """(level, first row) → differences, shape (rows, cells)."""
        self.seen: dict[int, tuple[list[Outcome], list[Outcome]]] = {}

    def play(self, levels: Sequence[int], start: int, rows: int) -> None:
        """Play rows ``start`` … of these levels, in one go."""
        wanted = [level for level in levels if (level, start) not in self.blocks]
        parts: list[Part] = []
        places: list[tuple[int, int, bool]] = []
        for level in wanted:
            for c, (context, opponent) in enumerate(self.rater.cell_pairs()):
                contest = Contest((self._deck(context, level), opponent), (self.strategy, self.strategy))
                parts.append(Part(contest, rows, c * RANGE + start))
                places.append((level, c, True))
            for c, cell in enumerate(self.rater.control_parts(level, self.strategy, start, rows)):
                parts += cell
                places += [(level, c, False)] * len(cell)
        outcomes = self.rater.arms.play(parts)
        for level in wanted:
            mine = [o for o, place in zip(outcomes, places, strict=True) if place[0] == level and place[2]]
            theirs: list[list[Outcome]] = [[] for _ in mine]
            for outcome, place in zip(outcomes, places, strict=True):
                if place[0] == level and not place[2]:
                    theirs[place[1]].append(outcome)
            columns = [probe.scores - np.concatenate([o.scores for o in cell]) for probe, cell in zip(mine, theirs, strict=True)]
            self.blocks[level, start] = np.stack(columns, axis=1)
            kept = self.seen.setdefault(level, ([], []))
            kept[0].extend(mine)
            kept[1].extend(outcome for cell in theirs for outcome in cell)

    def _deck(self, context: Context, level: int) -> Deck:
        key = (context.name, level)
        if key not in self.decks:
            cards = [replace(self.card, level=level)] * context.slots
            self.decks[key] = context.deck(cards, f"{context.name}, {self.card.name}")
        return self.decks[key]

    def levels(self) -> list[int]:
        return sorted({level for level, _ in self.blocks})

    def differences(self, cells: Sequence[int] | None = None) -> Rows:
        """Return units × levels; NaN where a level did not play a unit."""
        levels = self.levels()
        starts = sorted({start for _, start in self.blocks})
        table = []
        for start in starts:
            chosen = {level: block if cells is None else block[:, cells] for (level, first), block in self.blocks.items() if first == start}
            # Row by row, so that neighbours, which the bootstrap may put together, come from all cells.
            empty = np.full(next(iter(chosen.values())).size, np.nan)
            table.append(np.stack([chosen[n].ravel() if n in chosen else empty for n in levels], axis=1))
        return np.concatenate(table)

    def root(self) -> float:
        """Return the first root so far, of the isotonic fit up to the first level that looks too high."""
        levels, rows = self.falling(None, behind=0)
        number = np.isfinite(rows).sum(axis=0)
        fit = decreasing_fit(np.nanmean(rows, axis=0), number.astype(np.float64))
        return float(root_of_falling(levels, fit))

    def falling(self, cells: Sequence[int] | None, behind: int) -> tuple[Rows, Rows]:
        """Return the levels up to the first that is too high and a number of levels behind it, and their differences.

        Beyond it Δ need not fall any more: where plain minions of a level are hardly ever paid for, nobody can
        tell cards apart, and a pilot may even do better with a card that it does not mind losing.
        """
        levels, rows = self.levels(), self.differences(cells)
        number = np.isfinite(rows).sum(axis=0)
        mean, error = np.nanmean(rows, axis=0), np.nanstd(rows, axis=0, ddof=1) / np.sqrt(number)
        found = np.flatnonzero((mean < 0) & (mean + CLEAR * error < 0))
        if found.size == 0:
            found = np.flatnonzero(mean < 0)
        kept = len(levels) if found.size == 0 else min(len(levels), max(2, int(found[0]) + 1 + behind))
        return np.array(levels[:kept], np.float64), rows[:, :kept]

    def rating(self) -> Rating:
        levels = self.levels()
        fair = self._fair(None)
        by_archetype = {}
        n = self.rater.cells // len(self.rater.contexts)
        for i, context in enumerate(self.rater.contexts):
            by_archetype[context.name] = self._fair(list(range(i * n, (i + 1) * n)))
        nearest = min(levels, key=lambda level: (abs(level - self.card.level), level))
        outcomes, control_outcomes = self.seen[nearest]
        everything = [outcome for mine, _ in self.seen.values() for outcome in mine]
        pairs = {level: sum(block.size for (other, _), block in self.blocks.items() if other == level) for level in levels}
        return Rating(
            self.card,
            self.strategy,
            fair,
            by_archetype,
            pairs,
            played_share(everything, self.card.name),
            used_share(everything, self.card),
            outcomes,
            control_outcomes,
            _slope(fair),
        )

    def _fair(self, cells: Sequence[int] | None) -> FairLevel:
        levels, rows = self.falling(cells, behind=1)
        return fair_level(levels, rows, self.rater.plan.seed)


def _around(root: float, low: int, high: int) -> list[int]:
    """Return the four levels of the grid around a root."""
    if math.isinf(root):
        return list(range(low, low + 4)) if root < 0 else list(range(high - 3, high + 1))
    first = min(max(low, math.floor(root) - 1), max(low, high - 3))
    return list(range(first, first + 4))


def _slope(fair: FairLevel) -> float | None:
    """Return the score that a level is worth around the root: the fall of Δ over the levels next to it."""
    if fair.root is not Root.FOUND:
        return None
    near = np.abs(fair.levels - fair.level.value) <= 1.5
    if near.sum() < 2:
        return None
    x, y = fair.levels[near], np.array([d.value for d in fair.delta])[near]
    return float(-np.polyfit(x, y, 1)[0])
