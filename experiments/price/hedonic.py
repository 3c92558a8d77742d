"""All prices at once: random legal cards, their fair levels, and a regression on what their formulas add up.

Regressing printed levels on texts would only return the formula (the printed level is the formula). Here the fair
levels of many random cards, each from a small run, are regressed on what the formula asks for each component: a
coefficient of 1 means that the official price is right, 2 that the component is worth twice its price.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Unpack

import numpy as np

from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.price.result import Hedonic, HedonicPart, PriceResult
from kotc_sim.experiments.statistics.regression import LinearFit, ridge
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.judging import curve_in
from kotc_sim.experiments.worth.marginal_value import MarginalValues
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.printer import compose
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.design.test_cards import component_of, selecting
from kotc_sim.games.keeper.editions import Edition, Row, parse_formula
from kotc_sim.games.keeper.reference import field_target, kotc_edition, needs_targets
from kotc_sim.runs import Playing

CARDS = 120
ROWS = 60
"""Pairs against each home at each level: few, since errors average out over cards."""
MOST_LEVEL = 8
"""Random cards cost no more: more expensive ones are seldom paid for, so games tell little about them."""

_MINION_SHARE = 0.5
_LEAST_USES = 3
"""Components that fewer cards carry are not fitted."""


@dataclass(frozen=True)
class Priced:
    """One random card: what the formula asks for its parts, and its fair level."""

    card: Card
    parts: dict[str, float]
    """Price by the formula of ``sp``, ``hp`` and each component id on it; reliefs are negative."""
    fair: float
    error: float
    """Fair level and its standard error."""


def random_card(edition: Edition, random: np.random.Generator, effects: Sequence[Row]) -> Card:
    """Return a random legal card of level `MOST_LEVEL` at most: a minion with or without one ability, or a spell with one or two effects.

    The vocabulary is the edition's, without banned texts.
    """
    while True:
        abilities: tuple[Ability, ...] = ()
        is_minion = random.random() < _MINION_SHARE
        if not is_minion or random.random() < 0.7:
            abilities = (_random_ability(edition, random, effects, "HEDONIC" if is_minion else ""),)
        if is_minion:
            sp, hp = int(random.integers(0, 5)), int(random.integers(0, 9))
            card = compose(edition, abilities, body=(sp, hp))
        else:
            card = compose(edition, abilities)
        if card.level <= MOST_LEVEL and not card_problems(card, edition):
            return card


def _random_ability(edition: Edition, random: np.random.Generator, effects: Sequence[Row], name: str) -> Ability:
    if edition.wording.ability_names != "required":
        name = ""
    number = 1 if edition.wording.style == "sentences" or random.random() < 0.6 else 2
    chosen = [effects[i] for i in random.choice(len(effects), size=min(number, len(effects)), replace=False)]
    subs = []
    for row in chosen:
        field = field_target(edition)
        target = selecting(field, int(random.integers(1, 4))) if needs_targets(row) and field else None
        subs.append(SubAbility(target, (component_of(row, int(random.integers(1, 4)), int(random.integers(1, 3))),)))
    costs: tuple[Component, ...] = ()
    payable = [row for row in edition.section("cost") if row.banned is None and "remove" not in row.name]
    if payable and random.random() < 0.3:
        row = payable[int(random.integers(len(payable)))]
        costs = (component_of(row, int(random.integers(1, 3)), 1),)
    return Ability(name, None, costs, tuple(subs))


def parts_of(card: Card, edition: Edition) -> dict[str, float]:
    """Return what the formula asks for each part of a card, rounding and minimums left aside.

    The base is split into ``sp`` (the body without HP) and ``hp`` (the rest).
    """
    parts: dict[str, float] = defaultdict(float)
    if card.kind == "minion":
        formula = parse_formula(str(edition.rules["base_level"]), frozenset(("sp", "hp")))
        parts["sp"] = float(formula.evaluate(sp=card.sp, hp=0))
        parts["hp"] = float(formula.evaluate(sp=card.sp, hp=card.hp)) - parts["sp"]
    for ability in card.abilities:
        for part in [*ability.costs, *([ability.condition] if ability.condition else [])]:
            parts[part.row.id] -= float(_value(part, Fraction(0)))
        for sub in ability.subs:
            t = Fraction(0) if sub.target is None else _value(sub.target, Fraction(0))
            for effect in sub.effects:
                parts[effect.row.id] += float(_value(effect, t))
    return {name: value for name, value in parts.items() if value != 0}


def _value(component: Component, t: Fraction) -> Fraction:
    return component.row.level.evaluate(x=component.x, y=component.y, t=t, a=Fraction(1))


def hedonic_prices(
    edition: Edition, *, cards: int = CARDS, rows: int = ROWS, strategy: str = "quick", seed: int = 1, **how: Unpack[Playing]
) -> Hedonic:
    """Rate random legal cards and regress their fair levels on what the formula asks for their parts.

    ``rows`` are pairs of each card at each level against each home; the strategy plays both sides. The fit is a ridge with the penalty
    chosen by generalised cross-validation; coefficients shrink towards 1, the official price, so a component that the data say little about
    stays at it.
    """
    kotc_edition(edition)
    random = np.random.default_rng(seed)
    effects = [row for row in edition.section("effect") if row.banned is None]
    table = host_design_of(edition)
    arms = PairedRuns(seed, **how)
    gains = MarginalValues(table, host_decks_of(table, workers=arms.workers), arms)
    rated: list[Priced] = []
    left_out = 0
    for _ in range(cards):
        card = random_card(edition, random, effects)
        curves = [curve_in(gains, home, card, strategy, rows) for home in gains.homes]
        best = max(curves, key=lambda curve: float(curve.gains[:, curve.costs.index(card.level)].mean()))
        fair = best.report()[0]
        if fair is None or not np.isfinite(fair.half_width):
            left_out += 1
            continue
        rated.append(Priced(card, parts_of(card, edition), fair.value, fair.standard_error))
    fit = fit_parts(rated)
    parts = list(zip(fit.names, fit.coefficients, strict=True))
    return Hedonic(
        cards=len(rated),
        left_out=left_out,
        penalty=fit.penalty,
        r2=fit.r2,
        coefficients=tuple(HedonicPart(part=name, value=c.value, interval=c.ends) for name, c in parts),
        outside=tuple(name for name, c in parts if name != "intercept" and not c.contains(1.0)),
    )


def fit_parts(cards: Sequence[Priced]) -> LinearFit:
    """Fit fair level = Σ coefficient · official price of the part + intercept, shrinking coefficients towards 1.

    The coefficients of ``sp`` and ``hp`` come first; parts on fewer than three cards are taken at their official price. Raises
    ``ValueError`` if there are too few cards for a fit.
    """
    uses: dict[str, int] = defaultdict(int)
    for priced in cards:
        for name in priced.parts:
            uses[name] += 1
    names: list[str] = [name for name in ("sp", "hp") if name in uses]
    names += sorted(name for name, n in uses.items() if n >= _LEAST_USES and name not in names)
    design = np.array([[priced.parts.get(name, 0.0) for name in names] + [1.0] for priced in cards])
    # A ridge shrinks to 0, so what is fitted is the deviation from the formula.
    formula = np.array([sum(priced.parts.values()) for priced in cards])
    gap = np.array([priced.fair for priced in cards]) - formula
    # What small runs do not explain (interactions, rounding) is about half a level: no card decides alone.
    weights = 1 / (np.array([priced.error for priced in cards]) ** 2 + 0.5**2)
    fit = ridge(design, gap, [*names, "intercept"], weights=weights, free=["intercept"])
    moved = (c if name == "intercept" else c.shift(1) for name, c in zip(fit.names, fit.coefficients, strict=True))
    return replace(fit, coefficients=tuple(moved))


def add_to(result: PriceResult, found: Hedonic) -> PriceResult:
    """Return a result of `price` with a fit, and its summary among the notes."""
    outside = (one for one in found.coefficients if one.part in found.outside)
    listed = "; ".join(f"{one.part} {one.value:.2f} [{one.interval.low:.2f}, {one.interval.high:.2f}]" for one in outside)
    note = (
        f"Hedonic fit over {found.cards} random cards ({found.left_out} left out), fair price in units of the "
        f"official price: {listed or 'no official price lies outside its interval'}"
    )
    return replace(result, hedonic=found, notes=(*(result.notes or ()), note))
