"""What is a card worth in a deck like the reader's? Its gain in many decks, and the range that holds the next one (docs/rate.md).

The decks are the edition's host decks, against each other, and random ones of human style. Of four random decks of one curve the one is
kept that does best against the host decks, as people keep theirs; it meets a host deck and two others of its kind. Decks that matter are
not among them: each is one extreme, found by search, and a card that takes the place of a part of it seems worse than it is elsewhere.

The pilot that screens plays them, which has not learned these decks. So the range is moved by what the judge found more than that pilot in
one deck, on the same games (a difference estimator: W. G. Cochran 1977, *Sampling Techniques*, section 7.1), and widened by its error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim.experiments.pilots import searches
from kotc_sim.experiments.statistics.intervals import Interval, ends_of, mean_and_next, mean_interval, measure_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial
from kotc_sim.experiments.worth.result import NextDeck
from kotc_sim.games.hosts import HostDeck

LEAST_DECKS, CONFIDENCE = 3, 0.8
"""Decks from which on something is said of the next one, and how sure."""
TRIED, TRIED_ROWS = 4, 60
"""Random decks of which the best is kept, and pairs against each host deck that choose it."""
ROWS, FAST_ROWS = 16, 200
"""Pairs against each opponent of pilots that search, and at greedy's speed: many decks tell more than many games in each."""


class OtherDecks:
    """Decks of human style, chosen once for all cards.

    Parameters
    ----------
    gains : MarginalValues
        The host decks.
    samples : sequence of HostDeck
        Random decks; empty: there are none of these.
    pilot : str
        Chooses among them.
    stage : int
        Of the games that choose.
    """

    def __init__(self, gains: MarginalValues, samples: Sequence[HostDeck], pilot: str, stage: int) -> None:
        played = gains.scores([gains.base(one) for one in samples], pilot, TRIED_ROWS, stage) if samples else []
        scores = np.array([rows.mean() for rows in played]).reshape(TRIED, -1)  # a column's curves lie around one level: each style is kept
        decks = [samples[int(best) * scores.shape[1] + column] for column, best in enumerate(scores.argmax(axis=0))]
        hosts, self.arms = gains.homes, gains.arms
        self.fields = [
            (deck, MarginalValues(gains.table, (hosts[i % len(hosts)], *_next_two(decks, i)), self.arms)) for i, deck in enumerate(decks)
        ]

    def gains(self, card: Any, pilot: str, copies: int, stage: int) -> list[Interval]:
        """Return the gain of a card in each deck."""
        rows = ROWS if searches(pilot) else FAST_ROWS
        asked = [(field, Trial(deck, card, field.table.cost(card), copies)) for deck, field in self.fields]
        decks = [(field, deck) for field, trial in asked for deck in (field.control(trial), field.deck(trial))]
        self.arms.play(
            [part for field, deck in decks for part in field.parts(deck, pilot, rows, stage)]
        )  # all at once; then they are known
        return [mean_interval(field.gains([trial], pilot, rows, stage)[0]) for field, trial in asked]


def _next_two(decks: Sequence[HostDeck], at: int) -> tuple[HostDeck, HostDeck]:
    return decks[(at + 1) % len(decks)], decks[(at + 2) % len(decks)]


def next_deck_of(measured: Sequence[Interval], pilot: str, correction: Interval) -> NextDeck | None:
    """Return what a card is worth in another deck like those in which a pilot measured it; None of fewer than three.

    Parameters
    ----------
    correction : Interval
        The judge's gain minus that pilot's, in one deck.
    """
    if len(measured) < LEAST_DECKS:
        return None
    mean, found = mean_and_next(measured, CONFIDENCE, correction)
    return NextDeck(
        value=mean.value,
        mean=ends_of(mean),
        interval=ends_of(found),
        confidence=CONFIDENCE,
        decks=len(measured),
        pilot=pilot,
        correction=measure_of(correction),
    )
