"""One card in its best home: the stages that find what it gains there, and the word on that.

On games of their own each: (1) the printed cost in every home chooses the home that gains most, whose deck with the card the pilots then
learn against each home; (2) there the curve over costs, and gains of 1 to 8 copies; (3) the printed cost again, by the judge; (4) the same
by a stronger pilot, which learned from other games: does it stand? Where the verdict speaks of many decks, the judge plays these as well.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kotc_sim.experiments.common_games import Outcome, use_of
from kotc_sim.experiments.pilots import searches
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.statistics.verdicts import judge_gain
from kotc_sim.experiments.worth.curve import Curve, Rows, rows_for
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial
from kotc_sim.experiments.worth.next_deck import OtherDecks
from kotc_sim.experiments.worth.result import ErrorBars, Roles
from kotc_sim.games.hosts import COPIES, HostDeck
from kotc_sim.progress import stage
from kotc_sim.runs import learn_aside

PRECISION = 0.25  # half-width of the verdict's interval that is aimed at, percentage points a copy
AGREE = 0.75
"""Two pilots that differ by more, beyond error, and do not come to the same word, contradict each other."""
OF_MANY = 2.0
"""Times that half-width is aimed at in the best home, where the verdict speaks of many decks: these differ by more."""
CHOICE_ROWS, CURVE_ROWS, SECOND_ROWS = 60, 60, 60
"""Pairs against each home of pilots that search: to choose the home, at each level of the curve, and of the second pilot at least."""
NEAR = 0.5 * AGREE
"""If after these the second pilot differs by less, it plays no more: of two who differ by twice `AGREE`, about 3 % are missed."""
FAST_ROWS = 500  # the same of a pilot at greedy's speed, in all homes
LEAST_ROWS, MOST_ROWS = 120, 20_000
ROUGH = 4.5
"""Half-width beyond which that pilot plays `LEAST_ROWS` everywhere: what is asked for is a first word."""
SECOND_SEED = 20_002
"""Of the games from which the second pilot learns: what is chance in learning is part of whether a verdict stands."""
NUMBERS = (1, 2, 4)  # copies that are tried besides `COPIES`

CHOOSE, BEND, COUNT, JUDGE, META, CHOOSE_DECKS, NEXT = range(7)  # stages, each with its own games

SHARES = (0.09, 0.05, 0.02, 0.34, 0.10, 0.15, 0.25)
"""How the time of a card divides into the stages, about: choice, other curves, copies, curve, verdict, second pilot, other decks."""
NO = (Verdict.OVERPRICED, Verdict.UNDERCOSTED)


@dataclass
class Judged:
    """What was found of one card; see the keys of docs/reports.md, "rate"."""

    card: Any
    choice: list[Rows]
    """In each home, by the pilot that screens."""
    home: HostDeck
    curve: Curve
    curves: list[Curve]
    copies: list[tuple[int, Interval]]
    gain: Interval
    rows: int
    second: Interval | None
    difference: Interval | None
    outcomes: list[Outcome]
    measured: tuple[list[Rows], list[Rows]]
    """In each of many decks, or else in each home by the pilot that screens: the gain, and how much of it is beyond that of fair cards."""
    by: str
    """Who played these."""
    plays_badly: bool
    """Whether the curve shows bad play at the printed cost, and the judge, too, gains more where it shows that."""

    @property
    def by_home(self) -> list[Interval]:
        """The gain in each home, by the pilot that screens."""
        return [mean_interval(one) for one in self.choice]


class Judge:
    """Carries a card through the stages, in the homes where it is tried.

    ``precision`` is the half-width of the verdict's interval that is aimed at, percentage points a copy; of that in the best home, where
    the verdict speaks of ``others``, many decks, `OF_MANY` times as much.
    """

    def __init__(
        self,
        gains: MarginalValues,
        homes: Sequence[HostDeck],
        pilots: Roles,
        copies: int = COPIES,
        precision: float = PRECISION,
        others: OtherDecks | None = None,
    ) -> None:
        self.gains, self.homes, self.pilots, self.copies, self.others = gains, tuple(homes), pilots, copies, others
        self.precision = OF_MANY * precision if others else precision

    def judge(self, card: Any) -> Judged:
        """Return what all stages find of a card."""
        trials = self._trials(card)
        with stage("choosing a home", SHARES[0]):
            choice = self.choice(card)
        best = max(range(len(trials)), key=lambda i: float(choice[i].mean()))
        home = self.homes[best]
        own = self.against_homes([self.gains.deck(trials[best])])
        judges = self.learn(own, self.pilots.judge)
        with stage("other homes", SHARES[1]):
            curves = [self._curve(self.gains, one, card, self.pilots.fast) for one in self.homes]
        with stage("copies", SHARES[2]):
            fewer = self._copies(home, card)
        with stage("fair level", SHARES[3]):
            learned = judges()
            checks = self.learn(own, self.pilots.second, SECOND_SEED) if self.pilots.second else None
            among = self.learn(self.others.learned_from(card, self.copies), self.pilots.judge) if self.others else judges
            curve = self._curve(learned, home, card, self.pilots.screen)
        rows = rows_for(choice[best], self.precision, LEAST_ROWS, MOST_ROWS)
        with stage("verdict", SHARES[4]):
            (gain,) = learned.gains([trials[best]], self.pilots.judge, rows, JUDGE)
        measured = choice, choice
        if self.others:
            with stage("in decks of human style", SHARES[6]):
                measured = self.others.gains(card, self.pilots.judge, self.copies, NEXT, among().fit)
        second = difference = None
        if self.pilots.second and checks is not None:
            with stage("stronger pilot", SHARES[5]):
                again = self._second(self.pilots.second, checks(), trials[best], gain, max(SECOND_ROWS, rows // 4))
            second = mean_interval(again)
            difference = mean_interval(gain[: len(again)] - again)
        outcomes = learned.outcomes(trials[best], self.pilots.judge, rows, JUDGE)
        by, badly = self.pilots.judge if self.others else self.pilots.screen, self.plays_badly(learned, curve, trials[best], gain)
        found = mean_interval(gain)
        return Judged(card, choice, home, curve, curves, fewer, found, rows, second, difference, outcomes, measured, by, badly)

    def _trials(self, card: Any) -> list[Trial]:
        return [Trial(home, card, self.gains.table.cost(card), self.copies) for home in self.homes]

    @property
    def choice_rows(self) -> int:
        """Pairs against each home by which a home is chosen."""
        return self._rows(self.pilots.screen, CHOICE_ROWS)

    def choice(self, card: Any) -> list[Rows]:
        """Return a card's gain in each home, by which one is chosen."""
        return self.gains.gains(self._trials(card), self.pilots.screen, self.choice_rows, CHOOSE)

    def plays_badly(self, learned: MarginalValues, curve: Curve, trial: Trial, gain: Rows) -> bool:
        """Say whether the judge plays a card badly: it gains more at the cost where the curve, by the pilot that screens, shows a rise."""
        rise = curve.rises(trial.cost)
        if rise is None or not curve.shows_bad_play(trial.cost, mean_interval(gain)):
            return False
        (dearer,) = learned.gains([replace(trial, cost=rise[1])], self.pilots.judge, len(gain), JUDGE)
        return mean_interval(dearer - gain).low > 0

    def _rows(self, pilot: str, rows: int) -> int:
        if searches(pilot):
            return rows
        return FAST_ROWS if self.precision < ROUGH else min(FAST_ROWS, LEAST_ROWS)

    def _curve(self, gains: MarginalValues, home: HostDeck, card: Any, pilot: str) -> Curve:
        return curve_in(gains, home, card, pilot, self._rows(pilot, CURVE_ROWS), self.copies, self.homes)

    def _copies(self, home: HostDeck, card: Any) -> list[tuple[int, Interval]]:
        """Return gain a copy by number of copies: fewer copies move the score less, so they take more rows."""
        found = []
        for number in (*(one for one in NUMBERS if one < self.copies), self.copies):
            rows = self._rows(self.pilots.fast, CHOICE_ROWS) * max(1, self.copies // (2 * number))
            (gain,) = self.gains.gains([Trial(home, card, self.gains.table.cost(card), number)], self.pilots.fast, rows, COUNT)
            found.append((number, mean_interval(gain)))
        return found

    def _second(self, pilot: str, learned: MarginalValues, trial: Trial, gain: Rows, rows: int) -> Rows:
        """Return the gain by the second pilot, on the judge's random numbers: twice as many rows where it comes to another one (`NEAR`)."""
        (again,) = learned.gains([trial], pilot, rows, JUDGE)
        if abs(float((gain[: len(again)] - again).mean())) < NEAR or 2 * rows > len(gain):
            return again
        return np.concatenate([again, *learned.gains([trial], pilot, rows, JUDGE, rows)])

    def against_homes(self, decks: Sequence[Any]) -> list[Any]:
        """Return decks, each before every home in turn, from which is learned."""
        return [one for deck in decks for foe in self.gains.field for one in (deck, foe)]

    def learn(self, decks: Sequence[Any], pilot: str, seed: int | None = None) -> Callable[[], MarginalValues]:
        """Let a pilot begin to learn decks, each against the next one; return what waits for the field that it then plays.

        One that does not search plays as ever. Opponents are learned as well, so that a deck without the card is played no worse. ``seed``
        is that of the games that are learned from; by default the learner's own.
        """
        if not searches(pilot):
            return lambda: self.gains
        learned = learn_aside(decks, [pilot], jobs=self.gains.arms.jobs, seed=seed, compared=True)
        return lambda: self.gains.with_fit(learned())


def curve_in(
    gains: MarginalValues, home: HostDeck, card: Any, pilot: str, rows: int, copies: int = COPIES, homes: Sequence[HostDeck] = ()
) -> Curve:
    """Return how a card's gain in a home falls with its cost, by ``rows`` pairs against each home at each cost.

    The highest cost that one of the ``homes``, by default those of the field, pays ends the grid.
    """
    table = gains.table
    costs = table.costs(card, homes or gains.homes)
    trials = [Trial(home, card, cost, copies) for cost in costs]
    found = gains.gains(trials, pilot, rows, BEND)
    names = [table.list_names(table.at_cost(card, cost), copies) for cost in costs]
    played = tuple(
        use_of(gains.outcomes(trial, pilot, rows, BEND), *known).played_share for trial, known in zip(trials, names, strict=True)
    )
    return Curve(home.name, pilot, table.pays(home, card), costs, np.stack(found, axis=1), played, table.axis(card))


def verdict_of(one: Judged) -> tuple[Verdict, int | None]:
    """Return the word on a card at its cost, and about how many more pairs against each home would decide an *undecided* one."""
    if one.plays_badly:
        return Verdict.PILOT_FAILS, None
    return standing(one.gain, one.rows, one.second, one.difference)


def standing(gain: Interval, rows: int, second: Interval | None, difference: Interval | None) -> tuple[Verdict, int | None]:
    """Return the word on a gain that the judge found and the second pilot checked, and how many more pairs would decide it."""
    first = judge_gain(gain, rows)
    if second is not None and difference is not None:
        other = judge_gain(second, rows).verdict
        if contradict(first.verdict, other, difference):
            return Verdict.DEPENDS, None
    return first.verdict, first.more_games


def contradict(first: Verdict, second: Verdict, difference: Interval) -> bool:
    """Say whether two pilots contradict each other: opposite words, or gains apart beyond error and `AGREE` without one definite word."""
    if {first, second} == set(NO):
        return True
    apart = abs(difference.value) > AGREE and not difference.contains(0.0)
    return apart and not (first == second and first in NO)


def errors_of(gain: Interval, by_home: Iterable[Interval], by_pilot: Iterable[Interval]) -> ErrorBars:
    """Return what a gain is uncertain by, apart."""
    homes, pilots = ([one.value for one in found] for found in (by_home, by_pilot))
    return ErrorBars(sampling=gain.half_width, homes=(min(homes), max(homes)), pilots=(min(pilots), max(pilots)))
