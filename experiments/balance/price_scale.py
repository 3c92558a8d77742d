"""How far the prices of a proposal go that most of today's decks pay: all of the way to what homes say, half of it, or not at all.

Prices are found one text at a time in homes of plain minions. A field is made of decks: what most of them hold against each other holds
down what else could be played, and where it gets dearer fewer decks may matter. So such a text is changed by less where more decks are
shown to matter then. Each part is a proposal of its own, whose changes are judged as those of the whole one are.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kotc_sim.experiments.balance.describe import PARTLY
from kotc_sim.experiments.balance.price_search import Asked, Way, check, measure
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.worth.deck_result import MetaResult
from kotc_sim.games.keeper.design.bodies import takes_off
from kotc_sim.games.keeper.design.printable import factor_of, printable
from kotc_sim.games.keeper.design.proposal import Proposal
from kotc_sim.games.keeper.editions import Formula, Row

PARTS = (Fraction(1, 2), Fraction(0))
"""Parts of the way that are tried besides the whole, the furthest first."""
DIGITS = 9
"""Digits to which distances of numbers count: 2/3 and 3/4 are as near to the middle between 1/2 and 1."""
MOST_DECKS = 0.5
"""Share of today's equilibrium whose decks hold a text from which on the field judges how far its price goes."""


@dataclass(frozen=True)
class Searched:
    """A field by all searches of it, the last one at the end."""

    searches: tuple[MetaResult, ...]

    @property
    def last(self) -> MetaResult:
        """What is reported of it: the search that began with all decks that are known."""
        return self.searches[-1]

    @property
    def mattering(self) -> Interval:
        """How many decks matter by the last search; its interval spans those of all: each alone has the errors of match-ups only."""
        ends = [search.mattering.interval for search in self.searches if search.mattering.interval is not None]
        return Interval(self.last.mattering.value, min(one.low for one in ends), max(one.high for one in ends))


@dataclass(frozen=True)
class Reached:
    """A proposal at an extent, and the field that was found under it."""

    way: Way
    field: Searched


def list_paid_by_most(proposal: Proposal, today: MetaResult) -> list[str]:
    """Return the ids of changed prices that most of today's decks pay."""
    held = {row.text for row in today.components if row.share >= MOST_DECKS}
    return [key for key in proposal.formulas if proposal.row_before(key).text in held]


def partly(proposal: Proposal, ids: Sequence[str], extent: Fraction) -> Proposal:
    """Return the proposal in which these prices go a part of the way: the nearest printable number, by ratio where there is one."""

    def between(row: Row, then: Formula) -> Formula:
        """Return the printable formula nearest to a part of the way from a component's price to another one; of two as near the first."""
        now, aim = factor_of(row.level), factor_of(then)
        scale: Callable[[Fraction], float] = math.log if now > 0 and aim > 0 else float
        wanted = scale(now) + float(extent) * (scale(aim) - scale(now))

        def distance(number: Fraction) -> float:
            return math.inf if scale is math.log and number <= 0 else round(abs(scale(number) - wanted), DIGITS)

        numbers = [(number, formula) for number, formula in printable(row.level, may_vanish=takes_off(row)) if number not in (now, aim)]
        return min(((now, row.level), (aim, then), *numbers), key=lambda one: distance(one[0]))[1]

    found = proposal
    for key in ids:
        found = found.changed(key, between(proposal.row_before(key), proposal.formulas[key]))
    return found


def parts_of(asked: Asked, way: Way, ids: Sequence[str]) -> list[Way]:
    """Return the proposals in which these prices go a part of the way, where they differ; each change is judged on fresh games."""
    found: list[Way] = []
    seen = {way.proposal.digest, Proposal(asked.edition, rules=asked.rules).digest}
    for number, extent in enumerate(PARTS):
        proposed = partly(way.proposal, ids, extent)
        if proposed.digest in seen or asked.is_late():
            continue
        kept, checked = check(asked, proposed, asked.rounds + 3 + number)
        if kept.digest not in seen:
            back = [replace(one, why=one.why or PARTLY) for one in way.checked if one.id not in proposed.formulas]
            found.append(replace(way, proposal=kept, checked=[*checked, *back], extent=extent, by_field=tuple(ids)))
        seen |= {proposed.digest, kept.digest}
    return found


def furthest_with_most(reached: Sequence[Reached]) -> Reached:
    """Return what is proposed of extents, the furthest first: a shorter one only where more decks matter by all searches."""
    best = reached[0]
    for other in reached[1:]:
        if other.field.mattering.low > best.field.mattering.high:
            best = other
    return best


def measure_again(asked: Asked, way: Way) -> Way:
    """Return a way that goes a part of the way with its components measured at its own prices, if there is time."""
    if way.extent == 1 or asked.is_late():
        return way
    return replace(way, last=measure(asked, way.proposal, 2 * asked.rounds + 4 + len(PARTS)))
