"""What is said of a component: verdict, premium, fair price and their errors, the price to print, and whose levels it changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from kotc_sim.experiments.price.pricer import Judged, Point, Pricer
from kotc_sim.experiments.price.result import Carrier, ComponentPrice, FittedFormula, PremiumBy, PriceLine, Relevelled
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.hypotheses import normal_p
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.regression import fit_formulas, ols
from kotc_sim.experiments.statistics.verdicts import judge_gain
from kotc_sim.experiments.worth.curve import PLAYED
from kotc_sim.experiments.worth.judging import contradict, errors_of
from kotc_sim.experiments.worth.result import GainIn
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.design.bodies import BODY, takes_off
from kotc_sim.games.keeper.design.printable import factor_of, printable
from kotc_sim.games.keeper.design.proposal import Proposal, level_in
from kotc_sim.games.keeper.design.test_cards import Use, write_component
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.editions.draft import PLURAL
from kotc_sim.games.keeper.editions.formula import Formula
from kotc_sim.games.shipped import list_shipped_decks

SCATTER = 0.05
"""Levels by which prices scatter about a wrong formula besides their errors, at least: no price decides alone."""


def nearest_printable(row: Row, prices: Sequence[tuple[Use, Interval]]) -> Formula:
    """Return the formula of the official one's shape that a person would print and that is nearest to fair prices, by their errors."""
    own = factor_of(row.level)

    def price(number: Fraction, official: Fraction) -> float:
        if row.level.names:
            return float(official * number / own) if own else 0.0
        return float(-number if takes_off(row) else number)

    def miss(number: Fraction) -> float:
        return sum((price(number, one.official) - fair.value) ** 2 / (fair.standard_error**2 + SCATTER**2) for one, fair in prices)

    return min(printable(row.level, may_vanish=takes_off(row)), key=lambda entry: (miss(entry[0]), abs(entry[0] - own)))[1]


def write_row(row: Row, formula: Formula) -> str:
    """Return the row of a proposal with a price."""
    return f"{PLURAL[row.section]}: {{{row.name}: {{level: {formula.text}}}}}"


def relevelled(edition: Edition, row: Row, formula: Formula) -> tuple[Relevelled, ...]:
    """Return the cards of the edition's shipped decks whose level such a price changes: what `edition diff` begins with."""
    priced = Proposal(edition, {row.id: formula}).priced()
    decks = [load_deck(path) for path in list_shipped_decks([edition.base])]
    cards = {card.name: card for deck in decks for card in deck.cards()}
    levels = [(card.name, level_in(card, edition), level_in(card, priced)) for card in cards.values()]
    return tuple(Relevelled(name=name, before=before, after=after) for name, before, after in levels if before != after)


UNPRICED = (Verdict.NOT_PLAYED, Verdict.PILOT_FAILS)
"""Words after which a premium says nothing of a price."""


def describe(
    pricer: Pricer, row: Row, points: Sequence[Point], covering: Point, precision: float, band: float, *, second: bool, screened: int = 0
) -> ComponentPrice:
    """Return what is said of a component, by its carriers at one amount, the ``points``, and the one that the price must cover.

    ``precision`` is the half-width of the premium's interval that is aimed at, and within ± ``band`` it is fair, percentage points a copy.
    With ``second`` the pilot that checks plays too. The judge plays where ``screened`` is 0. Else the premium is that of the pilot that
    screens, by so many pairs against each home where it searches.
    """
    probe = covering.use
    home = covering.home.name
    official = covering.use.card.level
    lower = None if covering.compares else covering.highest_played()
    level = official if lower is None else lower
    if not screened:
        judged, by = pricer.judge(covering, level, precision, second=second), pricer.pilots.judge
    else:
        rows, by = pricer.rows(pricer.pilots.screen, screened), pricer.pilots.screen
        judged = Judged(covering.premium, rows, covering.by_home)
    premium, rows, first, other = judged.premium, judged.rows, judged.by_home[home], judged.second
    word = judge_gain(premium, rows, band)
    verdict = word.verdict
    plays_badly = covering.curve is not None and covering.curve.shows_bad_play(level, premium)
    shares = () if covering.curve is None or verdict is not Verdict.OVERPRICED else covering.curve.played  # where it would be used for less
    if max(share or 0.0 for share in (covering.used, *shares)) < PLAYED and premium.low <= 0:
        verdict = Verdict.NOT_PLAYED
    elif not covering.compares and (lower is None or verdict is not Verdict.OVERPRICED):
        # Nobody plays either card. If the one loses to the other even where it costs less, its price is too high; else nothing is known.
        verdict = Verdict.NOT_PLAYED
    elif plays_badly:
        verdict = Verdict.PILOT_FAILS
    elif other is not None and judged.difference is not None:
        here, there = (judge_gain(one, rows, band).verdict for one in (first, other))
        verdict = Verdict.DEPENDS if contradict(here, there, judged.difference) else verdict
    if verdict is word.verdict and not screened and _differ(judged.by_home.values(), band):
        verdict = Verdict.BY_DECK
    fair, words = covering.fair() if covering.curve is not None else (None, "not asked: its premium did not stand out")
    by_pilot = replace(pricer.pilots, judge=by).by_pilot(first, other)
    return ComponentPrice(
        text=write_component(row, pricer.edition, probe.x, probe.t) if row.section != BODY else row.text.format(x=probe.x),
        id=row.id,
        official=float(probe.official),
        **_fair(fair, words),
        verdict=verdict,
        premium=premium.measure,
        use=covering.use.kind,
        card=covering.use.card.name,
        beside=_partner(covering),
        home=home,
        at_level=level,
        level=official,
        brought_share=covering.brought[home],
        amounts=probe.label,
        formula=row.level.text if row.section in ("effect", "target", BODY) else f"-({row.level.text})",
        points=tuple(write_point(point) for point in points),
        by_profile={
            name: PremiumBy(value=one.value, interval=one.ends, verdict=judge_gain(one, rows, band).verdict)
            for name, one in by_pilot.items()
        },
        errors=errors_of(premium, judged.by_home.values(), by_pilot.values()),
        curve=None if covering.curve is None else covering.curve.describe(),
        pairs=rows,
        more_pairs=word.more_games,
        played_share=covering.used,
        p=normal_p(premium.value, premium.standard_error) if premium.half_width > 0 else 1.0,
    )


def _differ(by_home: Collection[Interval], band: float) -> bool:
    """Say whether a premium is shown to be too high in one home, and too low in another."""
    return any(one.low > band for one in by_home) and any(one.high < -band for one in by_home)


def _fair(fair: Interval | None, words: str) -> Mapping[str, Any]:
    return {"fair": None if fair is None else fair.value, "interval": None if fair is None else fair.ends, "fair_words": words}


def _partner(point: Point) -> str | None:
    """Return the name of the partner that is in a carrier's homes, if there is one."""
    return None if point.company is None else point.company.partner.name


def write_point(point: Point) -> Carrier:
    """Return what is said of a carrier: its card, premiums and fair prices by home."""
    fair, words = point.fair() if point.curve is not None else (None, "not asked")
    return Carrier(
        use=point.use.kind,
        label=point.use.label,
        level=point.use.card.level,
        card=point.use.card.name,
        beside=_partner(point),
        official=float(point.use.official),
        home=point.home.name,
        premium=point.premium.value,
        premium_interval=point.premium.ends,
        **_fair(fair, words),
        by_home=tuple(GainIn(home=home, value=one.value, interval=one.ends) for home, one in point.by_home.items()),
    )


def fit(found: ComponentPrice, row: Row, edition: Edition, points: Sequence[Point]) -> ComponentPrice:
    """Return a component with the price to print, if there is a fair one, and a line through fair prices, if there are three."""
    usable = [(point.use, fair) for point in points if (fair := point.fair()[0]) is not None]
    if usable:
        best = nearest_printable(row, usable)
        found = replace(found, best_formula=best.text)
        if best is not row.level:
            found = replace(found, row=write_row(row, best), relevelled=relevelled(edition, row, best))
    if len(usable) < 3:
        return found
    official = np.array([float(probe.official) for probe, _ in usable])
    prices = np.array([price.value for _, price in usable])
    error = np.array([price.standard_error for _, price in usable])
    weights = 1 / (error**2 + SCATTER**2)
    x = [probe.x for probe, _ in usable]
    t = [probe.t for probe, _ in usable]
    if np.ptp(official) > 0:
        line = ols(np.stack([official, np.ones_like(official)], axis=1), prices, ["slope", "intercept"], weights=weights)
        found = replace(found, fit=PriceLine(slope=line["slope"].measure, intercept=line["intercept"].measure))
    formulas = fit_formulas(x, t, official, prices, weights=weights)
    return replace(
        found,
        formulas=tuple(
            FittedFormula(
                formula=one.formula,
                coefficients={name: c.measure for name, c in zip(one.fit.names, one.fit.coefficients, strict=True)},
                support=one.support,
                error=one.error if np.isfinite(one.error) else None,
            )
            for one in formulas
        ),
    )
