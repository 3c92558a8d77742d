"""Plays the cards that carry a component in homes: premiums at official levels, and curves over levels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kotc_sim.experiments.common_games import PairedRuns, use_of
from kotc_sim.experiments.pilots import searches
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.statistics.verdicts import FAIR_GAIN
from kotc_sim.experiments.worth.curve import PLAYED, Curve, Rows, rows_for
from kotc_sim.experiments.worth.hosts import host_decks_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial, home_with
from kotc_sim.experiments.worth.result import Roles
from kotc_sim.games.hosts import COPIES, HostDeck
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.design.hosts import KeeperHosts
from kotc_sim.games.keeper.design.test_cards import Use
from kotc_sim.games.keeper.design.uses import alternatives, share_used
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.runs import learn_aside

CHOICE_ROWS, CURVE_ROWS, SECOND_ROWS = 80, 90, 90
"""Pairs against each home of pilots that search: to choose home and use, at each level of a curve, and of the second pilot."""
FAST_ROWS = 600
LEAST_ROWS, MOST_ROWS = 200, 10_000
JUDGED_ROWS = 70  # pairs in each home, against each, at least
PICK_ROWS, FURTHER_ROWS = 45, 60
"""Pairs against each home of a pilot that searches, for the choice of a carrier, and at each level of the curve of a further amount."""
CHOOSE, BEND, JUDGE, PICK = range(4, 8)
"""Stages with games of their own, after those of `worth.rate`."""
ALL_HOMES = "all"
"""Where a curve is a mean over homes."""


@dataclass(frozen=True)
class Company:
    """Homes that hold a partner as well as places for a carrier."""

    partner: Card
    homes: tuple[HostDeck, ...]
    """With the partner."""
    without: tuple[HostDeck, ...]
    """Of each, where the card without the component is: there, or in the home as it is, where that scores more. So a partner alone is no
    gain, nor is one that is of no use without the component.
    """

    def with_partner(self, home: HostDeck) -> HostDeck:
        """Return where the card without the component is."""
        return self.without[next(i for i, one in enumerate(self.homes) if one is home)]


@dataclass
class Point:
    """A component at some amounts on one carrier."""

    use: Use
    home: HostDeck
    """Of the homes that play the card, the one in which it gains most: there the pilots are compared."""
    premium: Interval
    """At the official price, on the mean of all homes, by the pilot that screens."""
    by_home: dict[str, Interval]  # the same in each home
    brought: dict[str, float]
    """By home, the share of games in which the card was played at the official price, of those in which it was drawn."""
    base_brought: float = 1.0
    """The largest share over homes of the games in which the card without the component was played; 1 where the home's own cards are."""
    curve: Curve | None = None
    brought_at: tuple[float, ...] = ()
    """The largest share over homes of the games in which the card was played, at each level of the curve."""
    used: float | None = None
    company: Company | None = None

    @property
    def is_played(self) -> bool:
        """Whether a home plays the card at its official price."""
        return max(self.brought.values()) >= PLAYED

    @property
    def compares(self) -> bool:
        """Whether a premium at the official price compares anything: where neither card is played, it is noise.

        A card that nobody plays where the one without the component is played has cost its slots: no home wants it at that price.
        """
        return self.is_played or self.base_brought >= PLAYED

    def highest_played(self) -> int | None:
        """Return the highest level below the official one at which a home plays the card, or None."""
        if self.curve is None:
            return None
        levels = zip(self.curve.costs, self.brought_at, strict=True)
        return max((level for level, share in levels if level < self.use.card.level and share >= PLAYED), default=None)

    def fair(self) -> tuple[Interval | None, str]:
        """Return the fair price, and the answer in words."""
        assert self.curve is not None, "this point has no curve"
        return self.curve.report(self.use.base.level if self.use.base is not None else 0)


@dataclass(frozen=True)
class Judged:
    """A premium by the judge, and in one home by the pilot that checks."""

    premium: Interval  # on the mean of all homes
    rows: int
    """Pairs in each home, against each."""
    by_home: dict[str, Interval]
    second: Interval | None = None
    """In the carrier's home, by the pilot that checks, if it plays."""
    difference: Interval | None = None  # of the judge there and that pilot, paired


class Pricer:
    """Plays the carriers of components in homes.

    By ``rough`` a pilot at greedy's speed plays `LEAST_ROWS` in place of `FAST_ROWS`; ``curve_rows`` are the pairs against each home at
    each level of a curve, of pilots that search.
    """

    def __init__(self, edition: Edition, chosen: Roles, arms: PairedRuns, *, rough: bool = False, curve_rows: int = CURVE_ROWS) -> None:
        self.edition, self.pilots, self.curve_rows = edition, chosen, curve_rows
        self._fast_rows = min(FAST_ROWS, LEAST_ROWS) if rough else FAST_ROWS
        self.table = KeeperHosts(edition)
        self.homes = host_decks_of(self.table, workers=arms.workers)
        self.gains = MarginalValues(self.table, self.homes, arms)
        self._with: dict[int, tuple[Card, tuple[HostDeck, ...]]] = {}
        self._plain: dict[tuple[str, int], float] = {}

    def carriers(self, row: Row, x: int = 1, t: int = 1, edition: Edition | None = None) -> list[Use]:
        """Return the cards on which a component is measured, one of each kind: those that homes would play without it; else `KotcError`.

        On a card that loses or gains much without the component, a premium says little: whatever makes a bad card worth its places looks
        underpriced, whatever costs anything on a good one overpriced. So of the cards that could carry it (`uses.alternatives`) the one is
        taken that is fair without it, on the mean of the homes, and of several the cheapest; if none is, the one nearest to it. ``x``
        and ``t`` are amounts; the ``edition`` prices the cards, by default that of the homes.
        """
        return [self._carrier(group) for group in alternatives(row, edition or self.edition, x, t)]

    def _carrier(self, group: Sequence[Use]) -> Use:
        bases = {(use.base.name, use.base.level): use.base for use in group if use.base is not None}
        if len(bases) < 2:
            return group[0]
        new = {key: base for key, base in bases.items() if key not in self._plain}
        trials = [Trial(home, base, base.level) for base in new.values() for home in self.homes]
        pilot = self.pilots.screen
        found = iter(self.gains.gains(trials, pilot, self.rows(pilot, PICK_ROWS), PICK))
        for key in new:
            self._plain[key] = float(np.mean([abs(next(found).mean()) for _ in self.homes]))

        def key_of(use: Use) -> tuple[float, int, float]:
            assert use.base is not None
            off = self._plain[use.base.name, use.base.level]
            return max(FAIR_GAIN, off), use.base.level, off

        return min(group, key=key_of)

    def rows(self, pilot: str, rows: int) -> int:
        """Return how many pairs against each home a pilot plays: these, or those of fast pilots where it does not search."""
        return rows if searches(pilot) else self._fast_rows

    def premium(
        self,
        use: Use,
        homes: Sequence[HostDeck],
        pilot: str,
        rows: int,
        stage: int,
        fit: Any = None,
        level: int | None = None,
        company: Company | None = None,
    ) -> list[Rows]:
        """Return the premium in each home, row by row, at the official level or another."""
        own = self.gains if fit is None else self.gains.with_fit(fit)
        others = [company.with_partner(home) for home in homes] if company is not None else homes
        trials = [Trial(home, use.card, use.card.level if level is None else level) for home in homes]
        if use.base is not None:
            trials += [Trial(home, use.base, use.base.level) for home in others]
        found = own.gains(trials, pilot, rows, stage)
        premiums = found[: len(homes)]
        if company is not None:
            apart = self.apart(homes, others, pilot, rows, stage, own)
            premiums = [premium + shift for premium, shift in zip(premiums, apart, strict=True)]
        if use.base is None:
            return premiums
        return [premium_over(one, base) for one, base in zip(premiums, found[len(homes) :], strict=True)]

    def apart(
        self, homes: Sequence[HostDeck], others: Sequence[HostDeck], pilot: str, rows: int, stage: int, own: MarginalValues | None = None
    ) -> list[Rows]:
        """Return by how much homes score more than others, row by row, points for each copy of a carrier."""
        decks = [self.gains.base(home) for home in (*homes, *others)]
        scores = (own or self.gains).scores(decks, pilot, rows, stage)
        return [100 * (one - other) / COPIES for one, other in zip(scores[: len(homes)], scores[len(homes) :], strict=True)]

    def with_partner(self, use: Use, partner: Card, pilot: str, rows: int) -> tuple[Company, list[Rows]]:
        """Return homes with a partner as well as a carrier's places, and the premium in each.

        It is the one over the better of two decks: the card without the component with the partner, and in the home as it is.
        """
        if id(partner) not in self._with:
            self._with[id(partner)] = partner, tuple(home_with(self.table, home, use.card, partner) for home in self.homes)
        homes = self._with[id(partner)][1]
        partnered = self.apart(homes, self.homes, pilot, rows, CHOOSE)
        plain = [np.zeros_like(one) for one in partnered]
        if use.base is not None:
            trials = [Trial(home, use.base, use.base.level) for home in (*homes, *self.homes)]
            found = self.gains.gains(trials, pilot, rows, CHOOSE)
            partnered = [one + gain for one, gain in zip(partnered, found[: len(homes)], strict=True)]
            plain = found[len(homes) :]
        pairs = zip(homes, self.homes, partnered, plain, strict=True)
        without = tuple(home if with_it.mean() >= as_it_is.mean() else own for home, own, with_it, as_it_is in pairs)
        company = Company(partner, homes, without)
        return company, self.premium(use, homes, pilot, rows, CHOOSE, company=company)

    def point(self, use: Use, rows: int = CHOICE_ROWS, partner: Card | None = None) -> Point:
        """Return a carrier with its premium in every home."""
        pilot = self.pilots.screen
        rows = self.rows(pilot, rows)
        company, homes = None, self.homes
        if partner is None:
            premiums = self.premium(use, homes, pilot, rows, CHOOSE)
        else:
            company, premiums = self.with_partner(use, partner, pilot, rows)
            homes = company.homes
        trials = [Trial(home, use.card, use.card.level) for home in homes]
        gains = self.gains.gains(trials, pilot, rows, CHOOSE)
        if company is not None:
            gains = [gain + shift for gain, shift in zip(gains, self.apart(homes, self.homes, pilot, rows, CHOOSE), strict=True)]
        brought = {home.name: self.share_brought(trial, pilot, rows, CHOOSE) for home, trial in zip(homes, trials, strict=True)}
        playing = [i for i, home in enumerate(homes) if brought[home.name] >= PLAYED] or range(len(homes))
        best = max(playing, key=lambda i: float(gains[i].mean()))
        outcomes = self.gains.outcomes(trials[best], pilot, rows, CHOOSE)
        without = homes if company is None else company.without
        bases = [] if use.base is None else [Trial(home, use.base, use.base.level) for home in without]
        base_brought = max((self.share_brought(trial, pilot, rows, CHOOSE) for trial in bases), default=1.0)
        used = share_used(use_of(outcomes, use.card.name), use.card)
        by_home = intervals_of(homes, premiums)
        return Point(use, homes[best], mean_interval(np.mean(premiums, axis=0)), by_home, brought, base_brought, used=used, company=company)

    def share_brought(self, trial: Trial, pilot: str, rows: int, stage: int) -> float:
        """Return how often the card of a trial was played, of the games in which it was drawn."""
        return use_of(self.gains.outcomes(trial, pilot, rows, stage), trial.card.name).brought_share

    def would_be_played(self, point: Point, rows: int) -> bool:
        """Say whether the fast pilot plays the card in its home at a level below the official one."""
        pilot, card = self.pilots.fast, point.use.card
        trials = [Trial(point.home, card, level) for level in self.table.costs(card, self.homes) if level < card.level]
        self.gains.gains(trials, pilot, rows, BEND)  # all at once
        return any(self.share_brought(trial, pilot, rows, BEND) >= PLAYED for trial in trials)

    def bend(self, point: Point, *, further: bool = False) -> None:
        """Play the curve of a carrier, on the mean of its homes."""
        pilot, card, homes = self.pilots.screen, point.use.card, self.homes_of(point)
        rows = self.rows(pilot, FURTHER_ROWS if further else self.curve_rows) // len(homes)
        levels = self.table.costs(card, self.homes)
        at = [[Trial(home, card, level) for home in homes] for level in levels]
        self.gains.gains([trial for trials in at for trial in trials], pilot, rows, BEND)  # all at once
        gains = [np.mean(self.premium(point.use, homes, pilot, rows, BEND, level=level, company=point.company), axis=0) for level in levels]
        met = [[outcome for trial in trials for outcome in self.gains.outcomes(trial, pilot, rows, BEND)] for trials in at]
        played = tuple(share_used(use_of(outcomes, card.name), card) for outcomes in met)
        point.brought_at = tuple(max(self.share_brought(trial, pilot, rows, BEND) for trial in trials) for trials in at)
        pays = max(self.table.pays(home, card) for home in homes)
        point.curve = Curve(ALL_HOMES, pilot, pays, levels, np.stack(gains, axis=1), played)

    def homes_of(self, point: Point) -> Sequence[HostDeck]:
        """Return the homes in which a carrier is tried."""
        return self.homes if point.company is None else point.company.homes

    def judge(self, point: Point, level: int, precision: float, *, second: bool) -> Judged:
        """Return the premium at a level by the judge in every home, and by the second pilot in the carrier's own."""
        own, screen, homes = point.company, self.pilots.screen, self.homes_of(point)
        learned = self._learned(point, point.home, level, self.pilots.second) if second and self.pilots.second else None
        spread = self.premium(point.use, homes, screen, self.rows(screen, CHOICE_ROWS), CHOOSE, level=level, company=own)
        rows = rows_for(np.mean(spread, axis=0), precision, JUDGED_ROWS, MOST_ROWS)
        found = self.premium(point.use, homes, self.pilots.judge, rows, JUDGE, level=level, company=own)
        judged = Judged(mean_interval(np.mean(found, axis=0)), rows, intervals_of(homes, found))
        if learned is None or not self.pilots.second:
            return judged
        (again,) = self.premium(point.use, [point.home], self.pilots.second, min(rows, SECOND_ROWS), JUDGE, learned(), level, own)
        first = next(one for home, one in zip(homes, found, strict=True) if home is point.home)
        return replace(judged, second=mean_interval(again), difference=mean_interval(first[: len(again)] - again))

    def _learned(self, point: Point, home: HostDeck, level: int, pilot: str) -> Callable[[], Any]:
        """Let a pilot begin to learn the decks of a premium; return what waits for the fit."""
        tried = [self.gains.deck(Trial(home, point.use.card, level))]
        if point.use.base is not None:
            other = home if point.company is None else point.company.with_partner(home)
            tried.append(self.gains.deck(Trial(other, point.use.base, point.use.base.level)))
        decks = [one for foe in self.gains.field for deck in tried for one in (deck, foe)]
        return learn_aside(decks, [pilot], jobs=self.gains.arms.jobs, compared=True)


def intervals_of(homes: Sequence[HostDeck], rows: Sequence[Rows]) -> dict[str, Interval]:
    """Return the mean of rows by home."""
    return {home.name: mean_interval(one) for home, one in zip(homes, rows, strict=True)}


def premium_over(card: Rows, base: Rows) -> Rows:
    """Return a premium, row by row: gain of a card with a component, less that of the card without it, as far as both references agree.

    The other reference is the home's own cards, which gain nothing. Against a card that is bad without the component, all that makes it
    worth its place looks worth more than its price; against a good one, all that costs anything looks worth less. So the premium is
    positive where the card gains more than both, negative where it gains less than both, and zero in between: of the base's gain the part,
    0 to 1, is taken off that brings the mean nearest to zero. Gains, float64 of shape (rows,), are percentage points a copy, on common
    random numbers.
    """
    level = float(base.mean())
    share = float(np.clip(card.mean() / level, 0.0, 1.0)) if level else 1.0
    return card - share * base


def covering_of(points: Sequence[Point]) -> Point:
    """Return the use that a price must cover: the one worth most of those that are played at all."""
    return max(points, key=value_of)


def value_of(point: Point) -> tuple[bool, float]:
    """Return what uses are compared by: whether it is played at all, and its premium."""
    return point.is_played, point.premium.value
