"""Components in company: their cards in homes that hold a partner too, of those that the programs name the one that adds most.

All partners are tried by the fast pilot, the better ones by the pilot that screens. Both choose on games that no verdict counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kotc_sim.experiments.pilots import searches
from kotc_sim.experiments.price.pricer import CHOICE_ROWS, Point, Pricer, covering_of
from kotc_sim.experiments.price.result import InCompany, TriedPartner
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.games.hosts import COPIES_BESIDE
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.design.synergy import partners
from kotc_sim.games.keeper.design.test_cards import Use
from kotc_sim.games.keeper.editions import Row

PARTNER_ROWS, SEARCHED_ROWS = 120, 40
"""Pairs against each home with which partners are tried, by a fast pilot and by one that searches."""
SCREENED = 3  # partners that the pilot that screens tries


@dataclass(frozen=True)
class Tried:
    """A partner that was tried."""

    partner: Card
    use: Use
    """The carrier with which it added most."""
    home: str
    premium: Interval
    """In that home, by the fast pilot: the best of all, so too good by selection."""


@dataclass(frozen=True)
class WithPartner:
    """A component with the partner that adds most."""

    tried: tuple[Tried, ...]  # the best first
    point: Point  # by the pilot that screens, with the best one of those that it tried


def price_with_partners(
    pricer: Pricer, row: Row, carriers: Sequence[Use], rows: int = CHOICE_ROWS, screened: int = SCREENED
) -> WithPartner | None:
    """Try a component's carriers, of one amount, with each of its partners; None if the edition has no partner for it.

    ``rows`` are pairs against each home of the pilot that screens, where it searches; ``screened`` are the partners that it tries.
    """
    tried = [_try(pricer, partner, carriers) for partner in partners(row, [use.card for use in carriers], pricer.edition)]
    if not tried:
        return None
    tried.sort(key=lambda one: -one.premium.value)
    return WithPartner(tuple(tried), covering_of([pricer.point(one.use, rows, one.partner) for one in tried[:screened]]))


def _try(pricer: Pricer, partner: Card, carriers: Sequence[Use]) -> Tried:
    pilot = pricer.pilots.fast
    rows = SEARCHED_ROWS if searches(pilot) else PARTNER_ROWS
    found = []
    for use in carriers:
        company, premiums = pricer.with_partner(use, partner, pilot, rows)
        found += [Tried(partner, use, home.name, mean_interval(one)) for home, one in zip(company.homes, premiums, strict=True)]
    return found[int(np.argmax([one.premium.value for one in found]))]


def describe_company(found: WithPartner | None, covering: Point) -> InCompany | None:
    """Return what is said of a component in company; None where it has no partner."""
    if found is None:
        return None
    point, company = found.point, found.point.company
    assert company is not None
    return InCompany(
        partner=company.partner.name,
        copies=COPIES_BESIDE,
        card=point.use.card.name,
        home=point.home.name,
        premium=point.premium.measure,
        partner_stays=company.with_partner(point.home) is point.home,
        counts=covering is point,
        tried=tuple(
            TriedPartner(
                partner=one.partner.name, level=one.partner.level, card=one.use.card.name, home=one.home,
                value=one.premium.value, interval=one.premium.ends,
            )
            for one in found.tried
        ),
    )  # fmt: skip
