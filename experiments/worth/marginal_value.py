"""The gain of a card in a home: how much each copy adds to the home's score against the field (docs/verdicts.md).

    gain(c) = 100 · [ W(home with k copies of the card forced to cost c) − W(control) ] / k        percentage points a copy

W is the mean score against all homes (where shares are given, by these). The control is the home as it is; in Level-Up, where
a card cannot be compared with one of another level, the home with plain creatures of the card's level in its places. A *row* is one pair
number, played against every home, by every version on common random numbers, so that rows of differences are the unit of all statistics.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.experiments.common_games import RANGE, Outcome, PairedRuns
from kotc_sim.games.hosts import COPIES, COPIES_BESIDE, HostDeck, HostDesign
from kotc_sim.runs import Contest, Part, match_of

Rows = NDArray[np.float64]

BLOCK = RANGE >> 4
"""Pair numbers of one stage of a question against one home: what chooses a home, and what then measures it, share no random numbers."""


@dataclass(frozen=True)
class Trial:
    """A card in a home."""

    home: HostDeck
    card: Any
    cost: int
    """What it costs here, whatever its formula says."""
    copies: int = COPIES


class MarginalValues:
    """Plays trials against a field of homes, of which a trial's own need not be one; a home's own score is played once for all cards.

    ``fit`` is what pilots that learn have learned of these decks. ``shares`` are how often each home is met, by pairs; by default all are
    met as often, with the same pair numbers, and a row is a mean over them.
    """

    def __init__(
        self, table: HostDesign, homes: Sequence[HostDeck], arms: PairedRuns, fit: Any = None, shares: Sequence[float] | None = None
    ) -> None:
        self.table, self.homes, self.arms, self.fit = table, tuple(homes), arms, fit
        self.shares = None if shares is None else tuple(shares)
        self.field = [self.table.deck(home, home.cards, home.name) for home in self.homes]
        self._bases: dict[int, tuple[HostDeck, Any]] = {}
        self._decks: dict[tuple[Any, ...], tuple[Any, Any]] = {}
        self._controls: dict[tuple[Any, ...], Any] = {}

    def with_fit(self, fit: Any) -> "MarginalValues":
        """Return the same field, played by pilots that have learned something else."""
        other = MarginalValues(self.table, self.homes, self.arms, fit, self.shares)
        other.field, other._bases, other._decks, other._controls = self.field, self._bases, self._decks, self._controls
        return other

    def base(self, home: HostDeck) -> Any:
        """Return the home's deck, unchanged; one of the field's is the same object, so that it meets itself as a mirror."""
        if id(home) not in self._bases:
            own = next((deck for deck, other in zip(self.field, self.homes, strict=True) if other is home), None)
            self._bases[id(home)] = home, own or self.table.deck(home, home.cards, home.name)
        return self._bases[id(home)][1]

    def control(self, trial: Trial) -> Any:
        """Return the deck that a trial is compared with; one object for all trials with the same."""
        reference = self.table.reference(trial.card)
        if reference is None:
            return self.base(trial.home)
        cards = self.table.fill_places(trial.home, reference, trial.copies)
        key = (id(trial.home), cards)
        if key not in self._controls:
            self._controls[key] = self.table.deck(trial.home, cards, trial.home.name)
        return self._controls[key]

    def deck(self, trial: Trial) -> Any:
        """Return the deck of a trial."""
        key = (id(trial.home), id(trial.card), trial.cost, trial.copies)
        if key not in self._decks:
            card = self.table.at_cost(trial.card, trial.cost)
            changed = self.table.fill_places(trial.home, card, trial.copies)
            name = f"{trial.home.name} with {trial.copies} {trial.card.name}"
            self._decks[key] = trial.card, self.table.deck(trial.home, changed, name)
        return self._decks[key][1]

    def plays(self, trial: Trial) -> bool:
        """Say whether the engine plays all texts of a trial's deck."""
        try:
            match_of((self.deck(trial), self.field[0]))
        except KotcError:
            return False
        return True

    def gains(self, trials: Sequence[Trial], pilot: str, rows: int, stage: int = 0, first: int = 0) -> list[Rows]:
        """Return the gain of each trial, row by row, float64 of shape (rows,): percentage points a copy; with shares, one for each pair.

        The pilot plays both sides; ``rows`` are pairs against each home, with shares on average. Rows of one ``stage`` share random
        numbers; of two stages never. ``first`` counts those that were played before: later ones go on from there.
        """
        decks = [self.deck(trial) for trial in trials]
        controls = [self.control(trial) for trial in trials]
        played = list({id(deck): deck for deck in (*controls, *decks)}.values())
        scores = dict(zip(map(id, played), self.scores(played, pilot, rows, stage, first), strict=True))
        return [
            100 * (scores[id(deck)] - scores[id(control)]) / trial.copies
            for trial, deck, control in zip(trials, decks, controls, strict=True)
        ]

    def forget(self) -> None:
        """Drop decks of trials and what was played: the next question on this field plays again."""
        self._decks.clear()
        self._controls.clear()
        self.arms.forget()

    def outcomes(self, trial: Trial, pilot: str, rows: int, stage: int = 0) -> list[Outcome]:
        """Return what is known of a trial's games against each home: how often the card was played."""
        return self.arms.play(self.parts(self.deck(trial), pilot, rows, stage))

    def scores(self, decks: Sequence[Any], pilot: str, rows: int, stage: int = 0, first: int = 0) -> list[Rows]:
        """Return each deck's mean score against the field, row by row, 0..1."""
        parts = [self.parts(deck, pilot, rows, stage, first) for deck in decks]
        played = iter(self.arms.play([part for own in parts for part in own]))
        by_deck = [[one.scores for one in itertools.islice(played, len(own))] for own in parts]
        return [np.mean(scores, axis=0) if self.shares is None else np.concatenate(scores) for scores in by_deck]

    def parts(self, deck: Any, pilot: str, rows: int, stage: int = 0, first: int = 0) -> list[Part]:
        """Return the games of a deck against each deck of the field; parameters as `gains`."""
        times = [1.0] * len(self.field) if self.shares is None else [len(self.field) * share for share in self.shares]
        spans = [(round(first * often), round((first + rows) * often)) for often in times]
        return [
            Part(Contest((deck, foe), (pilot, pilot), self.fit), high - low, k * RANGE + stage * BLOCK + low)
            for k, (foe, (low, high)) in enumerate(zip(self.field, spans, strict=True))
            if high > low
        ]


def home_with(table: HostDesign, home: HostDeck, card: Any, partner: Any) -> HostDeck:
    """Return a home with copies of a partner in those of its places that the copies of a card, tried in it, leave."""
    home = table.adapt(home, (card, partner))
    slots = table.slots(home, card)
    left = tuple(i for i in table.slots(home, partner) if i not in slots[:COPIES])
    return replace(home, cards=table.fill_places(replace(home, slots=left), partner, COPIES_BESIDE), slots=slots)
