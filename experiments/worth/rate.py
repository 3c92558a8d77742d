"""What is a card worth? Its gain at the printed cost in tuned homes, its fair cost where that is identified, and a verdict.

A cost is a level; in Level-Up, the attack that a creature lacks to its edition's line. Four stages, on games of their own each: (1) the
printed cost in every home chooses the home that gains most, whose deck with the card the pilots then learn against each home; (2) there the
curve over costs, and gains of 1 to 8 copies; (3) the printed cost again, by the judge; (4) the same by a stronger pilot, which learned from
other games: does it stand? The verdict's number is the mean over many decks, moved by what the judge found (`next_deck`); in a deck of
one's own, and in Level-Up, it is (3). docs/verdicts.md has each word with an example.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from kotc_sim import games
from kotc_sim.experiments.common_games import Outcome, PairedRuns, use_of
from kotc_sim.experiments.pilots import Pilots, pilots_of, searches
from kotc_sim.experiments.result import ALPHA, Verdict
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval, ends_of, mean_interval, measure_of
from kotc_sim.experiments.statistics.verdicts import Bands, judge_gain
from kotc_sim.experiments.worth.curve import PLAYED, Curve, Rows, rows_for
from kotc_sim.experiments.worth.field import Field, find_field, least_missed_first
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial
from kotc_sim.experiments.worth.next_deck import OtherDecks, next_deck_of
from kotc_sim.experiments.worth.result import (
    ByPilot,
    ErrorBars,
    FairAttack,
    FairLevel,
    InDeck,
    InHome,
    InMetagame,
    NextDeck,
    RatedCard,
    RateResult,
    Rise,
    Roles,
    WithCopies,
    WorthLimits,
)
from kotc_sim.games.hosts import COPIES, LEVEL, Axis, HostDeck, HostDesign
from kotc_sim.progress import stage
from kotc_sim.runs import Playing, learn

PRECISION = 0.25
"""Half-width of the verdict's interval that is aimed at, percentage points a copy."""
AGREE = 0.75
"""Two pilots that differ by more, beyond error, and do not come to the same word, contradict each other."""
CHOICE_ROWS, CURVE_ROWS, SECOND_ROWS = 120, 160, 120
"""Pairs against each home of pilots that search: to choose the home, at each level of the curve, and of the second pilot at least."""
FAST_ROWS = 800
"""The same of a pilot at greedy's speed, in all homes."""
FEW = 3
"""Decks that matter up to which each is played as often as a home."""
FIRST, LAST = 6, 2
"""Parts of those games in which each deck that matters is tried, and those in which a card does best: opponents by their shares need half
the games of all opponents alike."""
LEAST_ROWS, MOST_ROWS = 200, 20_000
SECOND_SEED = 20_002
"""Of the games from which the second pilot learns: what is chance in learning is part of whether a verdict stands."""
NUMBERS = (1, 2, 4)
"""Copies that are tried besides `COPIES`."""

CHOOSE, BEND, COUNT, JUDGE, META, CHOOSE_DECKS, NEXT = range(7)
"""Stages, each with its own games."""

SHARES = (0.10, 0.34, 0.05, 0.18, 0.31, 0.02)
"""How the time of a card divides into the stages, about: choice, curve, other curves, verdict, second pilot, copies."""
FIELD_SHARE, NEXT_SHARE = 0.15, 0.13
"""Shares of all the time that the decks that matter take, and other decks, about."""
NO = (Verdict.OVERPRICED, Verdict.UNDERCOSTED)
PRICED = (*NO, Verdict.LITTLE)
"""Words that say a card costs too much or too little."""
BY_PILOTS = (Verdict.DEPENDS, Verdict.PILOT_FAILS, Verdict.NOT_PLAYED)
"""Words that say how it is played."""


@dataclass
class Judged:
    """What was found of one card; see the keys of docs/reports.md, "rate"."""

    card: Any
    by_home: list[Interval]
    home: HostDeck
    curve: Curve
    curves: list[Curve]
    copies: list[tuple[int, Interval]]
    gain: Interval
    rows: int
    second: Interval | None
    difference: Interval | None
    correction: Interval
    outcomes: list[Outcome]


def rate(
    cards: Sequence[Any],
    edition: Any,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    copies: int = COPIES,
    deck: Any = None,
    metagame: Field | None = None,
    seed: int = 1,
    **how: Unpack[Playing],
) -> RateResult:
    """Judge cards by their mean gain in decks of human style; in a deck of one's own and in Level-Up by their gain in the best home.

    Parameters
    ----------
    cards : sequence of Card
        Cards of the edition; ``level`` is what is judged, and may be declared otherwise than by the formula.
    edition : Edition
        Whose homes.
    profiles : sequence of str
        Who plays, in place of the usual pilots: the strongest judges, the next one checks.
    precision : float
        Half-width of the verdict's interval that is aimed at, percentage points a copy.
    copies : int
        Copies of the card in the home.
    deck : Deck, optional
        A user's deck: the only home, in place of the tuned ones, which remain the opponents.
    metagame : Field, optional
        Decks that matter, in which the card is tried as well; by default those that are shipped for the edition, if any.

    Raises
    ------
    KotcError
        If the edition has no homes, or the deck has fewer cards than copies are tried.
    """
    cards, left_out = games.of(edition).design.ratable(cards, edition)
    table = host_design_of(edition)
    pilots = pilots_of(games.of(edition), profiles)
    arms = PairedRuns(seed, **how)
    homes = host_decks_of(table, workers=arms.workers)
    gains = MarginalValues(table, homes, arms)
    tried = homes if deck is None else (least_missed_first(table.home_of_deck(deck), gains, pilots.fast),)
    field = None if deck is not None else metagame or find_field(table)
    judge = Judge(gains, tried, pilots, copies=copies, precision=precision)
    samples = () if deck is not None else games.of(edition).design.samples(edition)
    found, share = [], 1.0 - (FIELD_SHARE if field else 0.0) - (NEXT_SHARE if samples else 0.0)
    for number, card in enumerate(cards, 1):
        with stage(card.name if len(cards) == 1 else f"{card.name} ({number} of {len(cards)})", share / len(cards)):
            found.append(judge.judge(card))
    names = distinct([card.name for card in cards])
    rows = [describe(table, one, name, pilots) for one, name in zip(found, names, strict=True)]
    if samples:
        with stage("in decks of human style", NEXT_SHARE):
            others = OtherDecks(gains, samples, pilots.fast, CHOOSE_DECKS)
            for i, one in enumerate(found):
                own, beyond = ((*one.by_home, *more) for more in others.gains(one.card, pilots.screen, copies, NEXT))
                rows[i] = with_next_deck(rows[i], next_deck_of(own, beyond, pilots.screen, one.correction))
    for i, one in enumerate(found):
        if field is not None:
            with stage(f"{rows[i].name}: in the decks that matter", FIELD_SHARE / len(rows)):
                rows[i] = with_metagame(rows[i], in_metagame(field, one.card, arms, pilots.screen, copies, decides=is_dear(rows[i])))
    adjusted = holm([row.p for row in rows]).adjusted if rows else ()
    return RateResult(
        edition=edition.name,
        game=edition.game,
        axis=table.axis(cards[0]).name if cards else LEVEL.name,
        terms=table.terms,
        seed=seed,
        strategies=tuple(pilots.all),
        pilots=Roles(fast=pilots.fast, screen=pilots.screen, judge=pilots.judge, second=pilots.second or None),
        homes=tuple(home.name for home in tried),
        copies=copies,
        band=Bands().gain,
        games=arms.games,
        pairs=arms.games // 2,
        cards=tuple(replace(row, p=float(p)) for row, p in zip(rows, adjusted, strict=True)),
        limits=arms.limits(WorthLimits, len(rows), ((row.name, row.played_share) for row in rows)),
        notes=(f"{table.places.format(copies=copies)}; opponents are the edition's homes.", *filter(None, (left_out,))),
    )


def in_metagame(field: Field, card: Any, arms: PairedRuns, pilot: str, copies: int, *, decides: bool = True) -> InMetagame:
    """Return the gain of a card in each deck that matters, against all of them by their shares.

    Each deck is tried in a few games; those in which it does best then in more: `FEW` if a verdict ``decides`` by them, else one.
    """
    gains = MarginalValues(field.table, field.homes, arms, shares=field.shares)
    trials = [Trial(home, card, field.table.cost(card), copies) for home in field.homes]
    rows = (CHOICE_ROWS if searches(pilot) else FAST_ROWS) * FEW // max(FEW, len(trials))
    few, most = rows // FIRST, rows // LAST  # each deck meets all: the more there are, the fewer games of each pair
    played = gains.gains(trials, pilot, few, META)
    best = sorted(range(len(trials)), key=lambda i: -float(played[i].mean()))[: FEW if decides else 1]
    for i, more in zip(best, gains.gains([trials[i] for i in best], pilot, most - few, META, few), strict=True):
        played[i] = np.concatenate([played[i], more])
    found = [mean_interval(one) for one in played]
    wanted = any(mean_interval(one, confidence=1 - ALPHA / len(played)).low > 0 for one in played)
    top = max(best, key=lambda i: found[i].value)
    decks = tuple(
        InDeck(deck=home.name, share=share, value=gain.value, interval=ends_of(gain))
        for home, share, gain in zip(field.homes, field.shares, found, strict=True)
    )
    return InMetagame(**vars(decks[top]), pilot=pilot, decks=decks, wanted=wanted)


def is_dear(row: RatedCard) -> bool:
    """Say whether a card is shown to be a little too dear, so that its word turns on whether a deck that matters wants it."""
    return row.verdict is Verdict.LITTLE and row.gain.value < 0


def with_metagame(row: RatedCard, found: InMetagame) -> RatedCard:
    """Return what a card is worth with what it gains in the decks that matter: it is not a little too dear where one of them wants it."""
    verdict = Verdict.BY_DECK if is_dear(row) and found.wanted else row.verdict
    return replace(row, verdict=verdict, metagame=found)


def with_next_deck(row: RatedCard, found: NextDeck | None) -> RatedCard:
    """Return what a card is worth on average in decks of human style, beyond plain cards: that is then its gain, and has the word.

    If the range of that for the next deck holds both signs beyond the band, no price is wrong. If even the home that gains most
    loses beyond the band, and the mean is below zero, the card is too dear. What pilots make of it in one home stands: that they
    contradict each other, fail or do not play it.
    """
    if found is None or found.beyond.interval is None:
        return row
    band, (low, high) = Bands().gain, found.beyond_interval
    mean = Interval(found.beyond.value, *found.beyond.interval)
    verdict = row.verdict if row.verdict in BY_PILOTS else judge_gain(mean, row.pairs).verdict
    if row.verdict is Verdict.OVERPRICED and mean.high < 0:
        verdict = Verdict.OVERPRICED
    elif verdict in PRICED and low < -band and high > band:
        verdict = Verdict.BY_DECK
    return replace(
        row,
        verdict=verdict,
        gain=found.beyond,
        is_mean=True,
        next_deck=found,
        more_pairs=None,  # they would not narrow how much decks differ
        p=normal_p(mean.value, mean.standard_error),
    )


class Judge:
    """Carries a card through the stages.

    Parameters
    ----------
    homes : sequence of Home
        Where it is tried.
    precision : float
        Half-width of the verdict's interval that is aimed at, percentage points a copy.
    """

    def __init__(
        self, gains: MarginalValues, homes: Sequence[HostDeck], pilots: Pilots, copies: int = COPIES, precision: float = PRECISION
    ) -> None:
        self.gains, self.homes, self.pilots, self.copies, self.precision = gains, tuple(homes), pilots, copies, precision

    def judge(self, card: Any) -> Judged:
        """Return what all stages find of a card."""
        chosen = self._rows(self.pilots.screen, CHOICE_ROWS)
        cost = self.gains.table.cost(card)
        trials = [Trial(home, card, cost, self.copies) for home in self.homes]
        with stage("choosing a home", SHARES[0]):
            choice = self.gains.gains(trials, self.pilots.screen, chosen, CHOOSE)
        best = max(range(len(trials)), key=lambda i: float(choice[i].mean()))
        home = self.homes[best]
        with stage("fair level", SHARES[1]):
            learned = self.learn([self.gains.deck(trials[best])], self.pilots.judge)
            curve = self._curve(learned, home, card, self.pilots.screen)
        with stage("other homes", SHARES[2]):
            curves = [self._curve(self.gains, one, card, self.pilots.fast) for one in self.homes]
        rows = rows_for(choice[best], self.precision, LEAST_ROWS, MOST_ROWS)
        with stage("verdict", SHARES[3]):
            gain = learned.gains([trials[best]], self.pilots.judge, rows, JUDGE)[0]
            screened = self.gains.gains([trials[best]], self.pilots.screen, LEAST_ROWS, JUDGE)[0]
        second = difference = None
        if self.pilots.second:
            with stage("stronger pilot", SHARES[4]):
                again = self._second(trials[best], max(SECOND_ROWS, rows // 4))
            second = mean_interval(again)
            difference = mean_interval(gain[: len(again)] - again)
        with stage("copies", SHARES[5]):
            fewer = self._copies(home, card)
        return Judged(
            card,
            [mean_interval(one) for one in choice],
            home,
            curve,
            curves,
            fewer,
            mean_interval(gain),
            rows,
            second,
            difference,
            mean_interval(gain[:LEAST_ROWS] - screened),
            learned.outcomes(trials[best], self.pilots.judge, rows, JUDGE),
        )

    def _rows(self, pilot: str, rows: int) -> int:
        return rows if searches(pilot) else FAST_ROWS

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

    def _second(self, trial: Trial, rows: int) -> Rows:
        """Return the gain by the second pilot, on the judge's random numbers."""
        pilot = self.pilots.second
        return self.learn([self.gains.deck(trial)], pilot, SECOND_SEED).gains([trial], pilot, rows, JUDGE)[0]

    def learn(self, decks: Sequence[Any], pilot: str, seed: int | None = None) -> MarginalValues:
        """Return the field, played by a pilot that has learned decks against each home; one that does not search plays as ever.

        The homes are learned as their opponents, so that the deck without the card is played no worse.

        Parameters
        ----------
        seed : int, optional
            Of the games that are learned from; by default the learner's own.
        """
        if not searches(pilot):
            return self.gains
        met = [one for deck in decks for foe in self.gains.field for one in (deck, foe)]
        return self.gains.with_fit(learn(met, [pilot], jobs=self.gains.arms.jobs, seed=seed, compared=True))


def curve_in(
    gains: MarginalValues, home: HostDeck, card: Any, pilot: str, rows: int, copies: int = COPIES, homes: Sequence[HostDeck] = ()
) -> Curve:
    """Return how a card's gain in a home falls with its cost.

    Parameters
    ----------
    pilot : str
        Plays both sides.
    rows : int
        Pairs against each home at each cost.
    homes : sequence of Home
        The highest cost that one of them pays ends the grid; by default those of the field.
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


def distinct(names: Sequence[str]) -> list[str]:
    """Return a name for each card that no other has: two proposals may differ in their level only."""
    found: list[str] = []
    for title in names:
        name, n = title, 2
        while name in found:
            name, n = f"{title} ({n})", n + 1
        found.append(name)
    return found


def verdict_of(one: Judged, cost: int) -> tuple[Verdict, int | None]:
    """Return the word on a card at its cost, and about how many more pairs against each home would decide an *undecided* one."""
    if one.curve.shows_bad_play(cost, one.gain):
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


def describe(table: HostDesign, one: Judged, name: str, pilots: Pilots) -> RatedCard:
    """Return what was found of a card."""
    card, gain, axis = one.card, one.gain, one.curve.axis
    cost = table.cost(card)
    verdict, more = verdict_of(one, cost)
    share = use_of(one.outcomes, *table.list_names(card, one.copies[-1][0])).played_share
    if gain.low <= 0 and all(part is None or part < PLAYED for part in (share, *one.curve.played)):
        verdict, more = Verdict.NOT_PLAYED, None
    fair, words = one.curve.report()
    by_pilot = {pilots.judge: gain} | ({} if one.second is None else {pilots.second: one.second})
    exchange = one.curve.exchange(cost)
    rises = one.curve.rises(cost) or one.curve.rises()
    homes = tuple(
        InHome(home=curve.home, value=gain.value, interval=ends_of(gain), **_fair(axis, curve.report()[0]), fair_words=curve.report()[1])
        for gain, curve in zip(one.by_home, one.curves, strict=True)
    )
    return RatedCard(
        name=name,
        **table.facts(card),
        verdict=verdict,
        gain=measure_of(gain),
        is_mean=False,
        home=one.home.name,
        **_fair(axis, fair),
        interval=None if fair is None else ends_of(fair),
        fair_words=words,
        exchange=None if exchange is None else measure_of(exchange),
        by_home=homes,
        by_profile={
            pilot: ByPilot(gain=found.value, interval=ends_of(found), verdict=judge_gain(found, one.rows).verdict)
            for pilot, found in by_pilot.items()
        },
        difference=None if one.difference is None else measure_of(one.difference),
        errors=ErrorBars(sampling=gain.half_width, homes=_range(one.by_home), pilots=_range(by_pilot.values())),
        copies=tuple(WithCopies(copies=number, value=found.value, interval=ends_of(found)) for number, found in one.copies),
        curves=tuple(curve.describe() for curve in (one.curve, *one.curves)),
        rises=None
        if rises is None
        else Rise(start=int(axis.shown(rises[0])), end=int(axis.shown(rises[1])), value=rises[2].value, interval=ends_of(rises[2])),
        pairs=one.rows,
        more_pairs=more,
        p=normal_p(gain.value, gain.standard_error) if gain.half_width > 0 else 1.0,
        played_share=share,
        next_deck=next_deck_of(one.by_home, one.by_home, one.curve.pilot, one.correction),
    )


def _fair(axis: Axis, found: Interval | None) -> Mapping[str, Any]:
    """Return the field of a fair cost on an axis."""
    value = None if found is None or not math.isfinite(found.value) else found.value
    return {"in_levels": FairLevel(fair_level=value)} if axis.name == LEVEL.name else {"in_attack": FairAttack(fair_attack=value)}


def _range(found: Iterable[Interval]) -> tuple[float, float]:
    values = [one.value for one in found]
    return min(values), max(values)
