"""Which few prices to change, and to what: the fewest printable formulas that bring cards shown to be mispriced towards a premium of zero.

A card's price is a sum over its components, so one wrong price makes many cards look wrong: whoever destroys through another selection
of targets, at a cost, or on a condition. So prices are chosen one at a time, the one first that takes away most of what is wrong with
*all* cards that were measured (forward selection, as in matching pursuit: Mallat and Zhang 1993); cards that it mends need no change of
their own.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.experiments.balance.result import ChosenPrice
from kotc_sim.experiments.price.pricer import BEND, Point, Pricer, premium_over
from kotc_sim.experiments.result import ALPHA
from kotc_sim.experiments.statistics.hypotheses import band_p, holm
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.worth.curve import Rows
from kotc_sim.experiments.worth.marginal_value import Trial
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.design.bodies import BODY, takes_off
from kotc_sim.games.keeper.design.printable import printable
from kotc_sim.games.keeper.design.proposal import Proposal, level_in
from kotc_sim.games.keeper.editions import Edition, Formula, Row
from kotc_sim.games.keeper.reference import contexts

LEAST_RELIEF = 0.5
"""A change must take away at least this part of what a component's premium exceeds the band by: what no price mends is left alone."""


UNPAID = 12  # a level that no home pays in time: a card of a higher one is as dead
BODY_STEP = 2.001
"""A round changes what a point of SP or HP costs by a factor of about two at most: everything else rests on it."""


@dataclass
class Suspect:
    """A component that was measured."""

    row: Row  # as it is priced now
    points: list[Point]  # its carriers at one or more amounts, the one first whose premium was judged, all in one home
    premium: Interval  # of the first, by the judge or, where it did not play, by the pilot that screens; percentage points a copy
    why: str = ""  # why it has no price, such as that nobody uses it; empty where it has
    p: float = 1.0  # that its premium lies within the band; adjusted for the family
    moved: float = 0.0  # by how much changes of prices that were chosen move the premium, by the pilot that screens

    @property
    def amounts(self) -> str:
        """The amounts at which it was judged."""
        return self.points[0].use.label

    @property
    def expected(self) -> float:
        """The premium that is expected under the changes chosen so far."""
        return self.premium.value + self.moved


def adjust(suspects: Sequence[Suspect], band: float, family: int) -> None:
    """Set each suspect's p, by Holm's adjustment over a family of so many components; of one without a price it is 1."""
    for one in suspects:
        one.p = 1.0
    priced = [one for one in suspects if not one.why]
    if priced:
        p = [band_p(one.premium.value, one.premium.standard_error, band) for one in priced]
        for one, adjusted in zip(priced, holm(p, family), strict=True):
            one.p = float(adjusted)


@dataclass
class PriceSteps:
    """The choice of prices, for the ``suspects``, all components that were measured in the homes of one edition.

    ``pricer`` is of the edition as it is priced now, by ``proposal``: what was changed before. Premiums within ± ``band``, percentage
    points a copy, are fair.
    """

    pricer: Pricer
    suspects: Sequence[Suspect]
    proposal: Proposal
    band: float
    may_change: Callable[[Row], bool]
    beyond_help: list[Row] = field(default_factory=list)
    """Components shown to be mispriced that no printable price mends."""

    def choose(self, most: int) -> tuple[Proposal, list[ChosenPrice]]:
        """Return the proposal with at most so many further changes, and what was chosen, in its order."""
        found = self.proposal
        choices: list[ChosenPrice] = []
        while len(choices) < most:
            best: tuple[float, Suspect, Formula] | None = None
            for one in self.suspects:
                if not self._is_open(one, choices):
                    continue
                formula = self._nearest_to_zero(one, found)
                if formula is None:
                    continue
                relief = self._relief(found, found.changed(one.row.id, formula))
                if best is None or relief > best[0]:
                    best = relief, one, formula
            if best is None or best[0] <= 0:
                break
            relief, one, formula = best
            after = found.changed(one.row.id, formula)
            for other in self.suspects:
                other.moved = self._moved(other.points[0], self.proposal, after)
            chosen = ChosenPrice(id=one.row.id, formula_before=one.row.level.text, formula_after=formula.text, relief=relief)
            choices.append(chosen)
            found = after
        mended = {choice.id for choice in choices}
        self.beyond_help = [one.row for one in self.suspects if self._is_open(one, choices) and one.row.id not in mended]
        return found, choices

    def _is_open(self, one: Suspect, choices: Sequence[ChosenPrice]) -> bool:
        """Say whether a component is shown to be mispriced, and still is with the changes chosen so far."""
        changed = any(choice.id == one.row.id for choice in choices)
        return one.p <= ALPHA and not changed and self.may_change(one.row) and self._excess(one.expected) > 0

    def _excess(self, premium: float) -> float:
        return max(0.0, abs(premium) - self.band)

    def _nearest_to_zero(self, one: Suspect, found: Proposal) -> Formula | None:
        """Return the printable formula under which a component's cards come nearest to a premium of zero, or None if none mends it.

        A formula mends it if it takes away half of the excess at the amounts that were judged, or more. Of those that come as near as the
        nearest one, within a standard error, it is the one nearest to the present number. What was shown to be too dear only gets cheaper,
        and what was too cheap dearer, whatever the pilot that screens makes of the other direction.
        """
        row = found.row(one.row.id)
        dearer = (one.premium.value > 0) != takes_off(row)
        numbers = printable(row.level, may_vanish=takes_off(row))
        own = next(number for number, formula in numbers if formula is row.level)
        before = float(self._premium(one.points[0], self.proposal).mean())
        options: list[tuple[float, float, Formula, Rows]] = []
        for number, formula in numbers:
            after = found.changed(row.id, formula)
            if formula is row.level or (number > own) != dearer or self._is_out_of_reach(row, number, own, after):
                continue
            premium = self._premium(one.points[0], after)
            left = one.premium.value + float(premium.mean()) - before
            if self._excess(left) <= (1 - LEAST_RELIEF) * self._excess(one.expected):
                options.append((self._distance(one, after), _step(number, own), formula, premium))
        if not options:
            return None
        least = min(options, key=lambda option: option[:2])
        near = [option for option in options if _as_near(option[3], least[3])]
        best = min(near, key=lambda option: option[1:2])
        return best[2] if best[0] < self._distance(one, found) else None

    def _is_out_of_reach(self, row: Row, number: Fraction, own: Fraction, after: Proposal) -> bool:
        return row.section == BODY and (_step(number, own) > math.log(BODY_STEP) or not has_homes(after.priced()))

    def _distance(self, one: Suspect, proposal: Proposal) -> float:
        return float(np.mean([self._premium(point, proposal).mean() ** 2 for point in one.points]))

    def _relief(self, before: Proposal, after: Proposal) -> float:
        """Return by how much the sum of squared excesses over the band falls, over all components measured."""
        fallen = 0.0
        for one in self.suspects:
            if one.why:
                continue
            moved = self._moved(one.points[0], before, after)
            fallen += self._excess(one.expected) ** 2 - self._excess(one.expected + moved) ** 2
        return fallen

    def _moved(self, point: Point, before: Proposal, after: Proposal) -> float:
        """Return by how much a carrier's premium moves from one proposal to another; nothing is played where no level differs."""
        if _levels(point, before.priced()) == _levels(point, after.priced()):
            return 0.0
        return float(self._premium(point, after).mean() - self._premium(point, before).mean())

    def _premium(self, point: Point, proposal: Proposal) -> Rows:
        """Return a carrier's premium under other prices, row by row, by the pilot that screens; homes stay as they are."""
        pilot = self.pricer.pilots.screen
        rows = self.pricer.rows(pilot, self.pricer.curve_rows) // len(self.pricer.homes)
        return premium_under(self.pricer, point, proposal.priced(), pilot, rows, BEND)


def _as_near(premium: Rows, nearest: Rows) -> bool:
    """Say whether a premium is as near to zero as another one, on the same games, within a standard error."""
    further = np.abs(premium.mean()) - np.abs(nearest.mean())
    signed = np.sign(premium.mean()) * premium - np.sign(nearest.mean()) * nearest
    return bool(further <= signed.std(ddof=1) / math.sqrt(signed.size))


def has_homes(edition: Edition) -> bool:
    """Say whether an edition has the plain minions that homes begin with."""
    try:
        contexts(edition)
    except KotcError:
        return False
    return True


def premium_under(pricer: Pricer, point: Point, edition: Edition, pilot: str, rows: int, stage: int) -> Rows:
    """Return a carrier's premium with its cards at the levels of an edition, row by row, on the mean of all homes, which stay."""
    trials = [Trial(home, card, level) for card, level in _levels(point, edition) for home in pricer.homes]
    found = pricer.gains.gains(trials, pilot, rows, stage)
    n = len(pricer.homes)
    premiums = [premium_over(*both) for both in zip(found[:n], found[n:], strict=True)] if len(found) > n else found
    return np.asarray(np.mean(premiums, axis=0))


def _levels(point: Point, edition: Edition) -> list[tuple[Card, int]]:
    """Return the cards of a carrier, with the component and without it, at the levels of an edition."""
    cards = [point.use.card] if point.use.base is None else [point.use.card, point.use.base]
    return [(card, min(UNPAID, level_in(card, edition))) for card in cards]


def _step(number: Fraction, own: Fraction) -> float:
    """Return how far a number is from another one: by ratio, or by difference where there is none."""
    return abs(math.log(number / own)) if number > 0 and own > 0 else float(abs(number - own))
