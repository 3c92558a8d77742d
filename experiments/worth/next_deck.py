"""What is a card worth in a deck like the reader's? Its gain in many decks, and the range that holds the next one (docs/rate.md).

The decks are the edition's host decks, against each other, and random ones of human style. Of four random decks of one curve the one is
kept that does best against the host decks, as people keep theirs; it meets a host deck and two others of its kind. Decks that matter are
not among them: each is one extreme, found by search, and a card that takes the place of a part of it seems worse than it is elsewhere.

Random decks are not tuned, so that even a fair plain card may improve them, if they lack cards of its cost. A price is judged by what the
card gains beyond such cards, which take the same places.

The judge plays all of them, by what it learned from the card in some of them: how much more it makes of a card than a fast pilot differs so
much from deck to deck that one deck says little of the others.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim.experiments.pilots import searches
from kotc_sim.experiments.statistics.intervals import Interval, mean_and_next
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Rows, Trial
from kotc_sim.experiments.worth.result import NextDeck
from kotc_sim.games.hosts import HostDeck, HostDesign

LEAST_DECKS, CONFIDENCE = 3, 0.8
"""Decks from which on something is said of the next one, and how sure."""
TRIED, TRIED_ROWS = 4, 30
"""Random decks of which the best is kept, and pairs against each host deck that choose it."""
ROWS, FAST_ROWS = 8, 120
"""Pairs against each opponent of pilots that search, and at greedy's speed: many decks tell more than many games in each."""
USUAL, WEIGHT = 0.1, 26
"""How much a card's gain differs between decks as a rule, as a share of the variance of its gain in a row of pairs, and how many decks this
counts for: the mean over the 20 cards of the panel, and by how much they differ in it (empirical Bayes)."""
LEARNED = 2
"""The card is learned in one of so many random decks, against one opponent: with as many games, more decks taught no more."""


class OtherDecks:
    """The host decks of ``gains``, and decks of human style: those of the random ``samples`` that a pilot scores most with in a stage."""

    def __init__(self, gains: MarginalValues, samples: Sequence[HostDeck], pilot: str, stage: int) -> None:
        played = gains.scores([gains.base(one) for one in samples], pilot, TRIED_ROWS, stage)
        scores = np.array([rows.mean() for rows in played]).reshape(TRIED, -1)  # a column's curves lie around one level: each style is kept
        decks = [samples[int(best) * scores.shape[1] + column] for column, best in enumerate(scores.argmax(axis=0))]
        self.table, self.hosts, self.arms = gains.table, gains.homes, gains.arms
        met = [(self.hosts[i % len(self.hosts)], *(2 * decks)[i + 1 : i + 3]) for i in range(len(decks))]
        self.fields = [(home, gains) for home in self.hosts]
        self.fields += [(deck, MarginalValues(gains.table, foes, self.arms)) for deck, foes in zip(decks, met, strict=True)]

    def learned_from(self, card: Any, copies: int) -> list[Any]:
        """Return decks with the card, each before an opponent, from which a pilot learns to play it in all of them."""
        chosen = self.fields[len(self.hosts) :: LEARNED]
        return [one for deck, field in chosen for one in (field.deck(Trial(deck, card, self.table.cost(card), copies)), field.field[0])]

    def gains(self, card: Any, pilot: str, copies: int, stage: int, fit: Any = None) -> tuple[list[Rows], list[Rows]]:
        """Return the gain of a card in each deck, and how much that is beyond the mean gain of `fair_cards` in the same places.

        The pilot plays by ``fit``, if it learns.
        """
        rows = ROWS if searches(pilot) else FAST_ROWS
        few = max(2, rows // 2)  # of the deck as it is: it takes no part in what a card gains beyond fair ones
        cards = (card, *fair_cards(self.table, self.hosts, card))
        tried = [(field.with_fit(fit), [Trial(deck, one, self.table.cost(one), copies) for one in cards]) for deck, field in self.fields]
        asked = [(field, field.control(trials[0]), [field.deck(one) for one in trials]) for field, trials in tried]
        parts = [field.parts(deck, pilot, rows, stage) for field, _, decks in asked for deck in decks]
        parts += [field.parts(control, pilot, few, stage) for field, control, _ in asked]
        self.arms.play([part for own in parts for part in own])  # all at once; then they are known
        gains, beyond = [], []
        for field, control, decks in asked:
            (before,), (own, *fair) = field.scores([control], pilot, few, stage), field.scores(decks, pilot, rows, stage)
            gains.append(100 * (own[:few] - before) / copies)
            beyond.append(100 * (own - np.mean(fair, axis=0)) / copies)
        return gains, beyond


def fair_cards(table: HostDesign, hosts: Sequence[HostDeck], card: Any) -> list[Any]:
    """Return the plain cards in host decks whose cost is nearest to that of a card, the most frequent first.

    They are fair by how host decks are found.
    """
    cards = [one for home in hosts for one in home.cards if table.is_plain(one)]
    plain, count = {one.name: one for one in cards}, Counter(one.name for one in cards)
    cost = table.cost(card)
    nearest = min(abs(table.cost(one) - cost) for one in plain.values())
    return sorted((one for one in plain.values() if abs(table.cost(one) - cost) == nearest), key=lambda one: -count[one.name])


def next_deck_of(measured: Sequence[Rows], beyond: Sequence[Rows], pilot: str) -> NextDeck | None:
    """Return what a card is worth in another deck like those in which a pilot measured it; None of fewer than three.

    ``measured`` is its gain in each, ``beyond`` how much of it is beyond that of fair plain cards.
    """
    if len(measured) < LEAST_DECKS:
        return None
    (mean, found), (over, over_next) = _mean_and_next(measured), _mean_and_next(beyond)
    return NextDeck(
        value=mean.value,
        mean=mean.ends,
        interval=found.ends,
        beyond=over.measure,
        beyond_interval=over_next.ends,
        confidence=CONFIDENCE,
        decks=len(measured),
        pilot=pilot,
    )


def _mean_and_next(decks: Sequence[Rows]) -> tuple[Interval, Interval]:
    variances = [rows.var(ddof=1) for rows in decks]
    errors = [math.sqrt(variance / len(rows)) for variance, rows in zip(variances, decks, strict=True)]
    return mean_and_next([rows.mean() for rows in decks], errors, CONFIDENCE, usual=USUAL * float(np.mean(variances)), weight=WEIGHT)
