"""A race over components: all play a little, those furthest from a premium of zero more, and the last are played by the judge."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.experiments.price.component import describe
from kotc_sim.experiments.price.pricer import CHOOSE, Point, Pricer, covering_of, value_of
from kotc_sim.experiments.price.result import ComponentPrice
from kotc_sim.experiments.price.synergy import WithPartner, describe_company, price_with_partners
from kotc_sim.experiments.statistics.verdicts import FAIR_GAIN
from kotc_sim.games.keeper.design.bodies import BODY, body_uses
from kotc_sim.games.keeper.design.pool import MOST_LEVEL
from kotc_sim.games.keeper.design.test_cards import Use, amounts, simple_amounts
from kotc_sim.games.keeper.design.uses import alternatives
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.progress import stage

RACE = ((40, 1.0), (160, 0.4))
"""Of the whole vocabulary: pairs against each home by the pilot that screens, and which share goes on, the furthest from zero."""
JUDGED = 12  # components of the whole vocabulary that the judge plays
PLAYED_AGAIN = 2  # carriers of a component that the second race plays, the best first
TOO_LATE = "there was no time left"
NOT_FOR_LESS = "not played at its price; there was no time to try it for less"
LATE = (TOO_LATE, NOT_FOR_LESS)
RACED_PART = 0.5
"""Part of the time after which no component is raced, where time may not be enough; none is raced again then."""
SORTED_ROWS = 40
"""Pairs against each home of the fast pilot, for the order in which components are raced where time may not be enough for all."""
FAST_KEPT = 2  # carriers of a component that are raced then: the best by the fast pilot
STANDS_OUT = 3.0
"""Where time may not be enough, a premium is judged to within this part of what the screening pilot found, if that is wider than asked."""
UseKey = tuple[str, str]  # A carrier's kind, and its amounts in words


@dataclass(frozen=True)
class Raced:
    """A component that was measured."""

    row: Row
    covering: Point
    """The use that its price must cover."""
    found: ComponentPrice  # ``p`` is not adjusted
    judged: bool  # whether the judge played it
    points: Sequence[Point]  # all its carriers, as the first race played them
    late: bool  # whether the judge would have played it, had there been time


@dataclass(frozen=True)
class _Racer:
    """A component in the race."""

    row: Row
    points: Sequence[Point]
    together: WithPartner | None

    @property
    def all(self) -> list[Point]:
        """Its carriers, alone and with a partner."""
        return [*self.points, *([] if self.together is None else [self.together.point])]

    @property
    def covering(self) -> Point:
        """The use that its price must cover."""
        return covering_of(self.all)

    @property
    def mispriced(self) -> float:
        """How far that use's premium is from zero."""
        return abs(self.covering.premium.value)

    def again(self, pricer: Pricer, rows: int) -> "_Racer":
        """Return the best carriers, played with more pairs."""
        best = sorted(self.points, key=value_of, reverse=True)[:PLAYED_AGAIN]
        points = [pricer.point(point.use, rows) for point in best]
        old = self.together
        if old is None or old.point.company is None:
            return replace(self, points=points)
        return replace(self, points=points, together=replace(old, point=pricer.point(old.point.use, rows, old.point.company.partner)))


def carriers(pricer: Pricer, row: Row, edition: Edition | None = None, *, more: bool = False) -> list[Use]:
    """Return the cards that carry a component at its smallest amounts; of a body's stat plain minions; `KotcError` if no simple card can.

    The ``edition`` prices the cards, by default the pricer's. With ``more``, cards at further amounts (`simple_amounts`) follow, where
    decks could pay them.
    """
    priced = edition or pricer.edition
    if row.section == BODY:
        return body_uses(row, priced)[0]
    found = pricer.carriers(row, *amounts(row)[0], priced)
    for x, t in simple_amounts(row)[1:] if more else ():
        try:
            found += [use for use in pricer.carriers(row, x, t, priced) if use.card.level <= MOST_LEVEL]
        except KotcError:
            continue
    return found


def furthest_first(pricer: Pricer, rows: Sequence[Row]) -> dict[Row, list[UseKey]]:
    """Return components, those first whose premium is furthest from zero by the fast pilot, on the card that is worth most at its price.

    With each come its best carriers by that pilot (`FAST_KEPT`), by kind and amounts.
    """

    def play(row: Row) -> list[tuple[float, UseKey]]:
        uses: list[Use] = []  # one card of each kind at each of its simple amounts, where there is one that decks could pay
        is_body = row.section == BODY
        for x, t in [(1, 1)] if is_body else simple_amounts(row):
            with suppress(KotcError):  # no legal card at these amounts; no whole level for any number of points
                more = body_uses(row, pricer.edition)[0] if is_body else [one[0] for one in alternatives(row, pricer.edition, x, t)]
                uses += [use for use in more if use.card.level <= MOST_LEVEL]
        played = [pricer.premium(use, pricer.homes, pricer.pilots.fast, SORTED_ROWS, CHOOSE) for use in uses]
        best = [float(np.mean(premiums)) for premiums in played]
        return sorted(zip(best, map(_key_of, uses), strict=True), reverse=True)

    found = [(row, play(row)) for row in rows]
    found.sort(key=lambda one: -abs(one[1][0][0]) if one[1] else 0.0)
    return {row: [key for _, key in uses[:FAST_KEPT]] for row, uses in found}


def _key_of(use: Use) -> UseKey:
    return use.kind, use.label


def _urgency(pricer: Pricer, point: Point) -> tuple[bool, bool, bool]:
    """Return what orders carriers for the judge: first those that look too cheap, last what nobody plays, and would not for less.

    A text that is too cheap is in every deck, and its premium says by how much; that of one that costs too much ends at its places' worth.
    """
    return not point.is_played, not point.is_played and not pricer.would_be_played(point, SORTED_ROWS), point.premium.value < 0


def race(
    pricer: Pricer,
    rows: Collection[Row],
    precision: float,
    band: float = FAIR_GAIN,
    *,
    only: Mapping[Row, Sequence[UseKey]] | None = None,
    to_judge: Callable[[Point], bool] | None = None,
    bends: Callable[[Sequence[Point]], Sequence[Point]] = lambda points: points,
    company: bool = False,
    more: bool = False,
    late_after: Callable[[float], Callable[[], bool]] = lambda part: lambda: False,
) -> tuple[list[Raced], list[tuple[Row, str]]]:
    """Measure components at their official prices, those furthest from a premium of zero first.

    - ``precision``: half-width of a judged premium's interval that is aimed at, percentage points a copy.
    - ``only``: where time may not be enough, by component the carriers that are raced; by default all. The judge then goes by
      `_urgency`, and plays fewer games of what stands out (`STANDS_OUT`).
    - ``to_judge``: which of them the judge plays; by default the first `JUDGED`.
    - ``bends``: of which carriers of a component that the judge plays a curve is played; by default of all.
    - ``company``: whether components are also tried with their partners.
    - ``more``: whether components are tried at further amounts, too: the price must cover the one that is worth most.
    - ``late_after``: of a part of the time that is left now: what says whether it is spent; asked before each component (`RACED_PART`).

    The second list has those that were not measured, with the reason.
    """
    edition = pricer.edition
    too_late_to_race, too_late_to_judge = late_after(RACED_PART), late_after(1.0)
    racing: list[_Racer] = []
    left: list[tuple[Row, str]] = []
    for number, row in enumerate(rows, 1):
        with stage(f"{edition.name}, race, {number} of {len(rows)} texts", 0.5 / len(rows)):
            if too_late_to_race():
                left.append((row, TOO_LATE))
                continue
            try:
                made = carriers(pricer, row, more=more)
                if only is not None and row.section != BODY:
                    made = [use for use in made if _key_of(use) in only[row]] or made
                points = [pricer.point(use, RACE[0][0]) for use in made]
            except KotcError as error:
                left.append((row, error.what))
                continue
            racing.append(_Racer(row, points, price_with_partners(pricer, row, made, RACE[0][0], 1) if company else None))
    first = {one.row.id: one.points for one in racing}
    racing.sort(key=lambda one: -one.mispriced)
    with stage(f"{edition.name}, second race", 0.2):
        if only is None:
            kept = max(JUDGED, round(RACE[1][1] * len(racing)))
            again = sorted((one.again(pricer, RACE[1][0]) for one in racing[:kept]), key=lambda one: -one.mispriced)
            ordered = [*again, *racing[kept:]]
        else:
            ordered = sorted(racing, key=lambda one: _urgency(pricer, one.covering))
    chosen = [i < JUDGED if to_judge is None else to_judge(one.covering) for i, one in enumerate(ordered)]
    found: list[Raced] = []
    for one, judged in zip(ordered, chosen, strict=True):
        played = judged and not too_late_to_judge()
        with stage(f"{edition.name}, verdict {len(found) + 1} of {sum(chosen)}", 0.3 / sum(chosen)) if played else nullcontext():
            for point in bends(one.all) if played else ():
                pricer.bend(point)
            screened = 0 if played else RACE[0][0]
            aim = precision if only is None else max(precision, one.mispriced / STANDS_OUT)
            described = describe(pricer, one.row, one.all, one.covering, aim, band, second=False, screened=screened)
        if company:
            described = replace(described, company=describe_company(one.together, one.covering))
        found.append(Raced(one.row, one.covering, described, judged=played, points=first[one.row.id], late=judged and not played))
    return found, left
