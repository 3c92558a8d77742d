"""What is an effect of Level-Up worth? Gains of plain creatures that carry it, and nothing else, in tuned homes.

The *premium* of an effect is what each copy of a plain creature on the edition's line gains by it, in percentage points of score. Its
*price* is how much attack its carrier may lack to gain nothing: the root of the curve (`kotc_sim.experiments.worth.rate`). Level-Up states
no prices, so there is nothing to compare one with; it says what the effect costs a designer who keeps to the line. Equip effects are on
magic cards, which have no attack: their premium is the gain of a magic card that has the effect over an empty one in the same places, and
their price that premium in points of attack of a plain creature.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, Unpack

from kotc_sim import games
from kotc_sim.experiments.common_games import PairedRuns, use_of
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.price.result import EffectPoint, EffectPrice, LevelUpPriceResult
from kotc_sim.experiments.result import Measure, Verdict
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.statistics.isotonic import Root
from kotc_sim.experiments.worth.curve import Curve
from kotc_sim.experiments.worth.hosts import host_decks_of
from kotc_sim.experiments.worth.judging import FAST_ROWS, PRECISION, Judge, Judged, curve_in, errors_of, verdict_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues
from kotc_sim.experiments.worth.result import GainIn, TextLimits
from kotc_sim.games.levelup.cards.text import Effect, Vocabulary
from kotc_sim.games.levelup.design.effects import body, carrier, find_effect, magic_card, share_used, vocabulary_examples
from kotc_sim.games.levelup.design.hosts import LevelUpHosts
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.runs import Playing

PRECISION_ALL = 0.5
"""Half-width of a premium's interval that is aimed at when the whole vocabulary is priced."""
LEVELS = (1, 2, 3)
"""Levels of the carriers; the first one's price is the headline, the others are played by the fast pilot."""

_SELDOM = 0.02
ATTACK_FOR_ATTACK: Literal["attack for attack"] = "attack for attack"
SCORE_FOR_SCORE: Literal["score for score"] = "score for score"
_MEANING = {
    ATTACK_FOR_ATTACK: "A price is the attack that a creature with this effect alone may lack to do as well as a plain creature "
    "on the line; another card, or a pilot that uses the effect better, may give another price.",
    SCORE_FOR_SCORE: "Equip effects are priced score for score: what a magic card with the effect gains over an empty one, in points of "
    "attack of a plain creature. The card's place, draw and play are not in it. Other decks, or a pilot that equips better, may give "
    "another price.",
}


def price_components(
    texts: Sequence[str],
    edition: LevelUpEdition,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    cross_check: bool = True,
    seed: int = 1,
    **how: Unpack[Playing],
) -> LevelUpPriceResult:
    """Price effects by their texts, see `find_effect`; parameters as `price_effects`.

    ``cross_check`` is for games that state prices: there is no second estimate here, with it or without.
    """
    vocabulary = Vocabulary(edition)
    effects = [find_effect(text, vocabulary) for text in texts]
    return price_effects(effects, edition, profiles=profiles, precision=precision, seed=seed, **how)


def price_all(
    edition: LevelUpEdition, *, profiles: Sequence[str] = (), precision: float = PRECISION_ALL, seed: int = 1, **how: Unpack[Playing]
) -> LevelUpPriceResult:
    """Price one effect of each template on creatures of level 1, the most valuable first; parameters as `price_effects`.

    Unless somebody is named, the fast pilot plays all: the list says where to look, and `price_effects` what is so.
    """
    effects, left = vocabulary_examples(edition)
    who = profiles or (pilots_of(games.of(edition)).fast,)
    result = price_effects(effects, edition, levels=(1,), profiles=who, precision=precision, seed=seed, **how)
    rows = sorted(result.components, key=lambda item: (item.fair is None, -(item.fair or 0.0), item.text))
    return replace(result, components=tuple(rows), notes=(*(result.notes or ()), *(f"No card can carry {text!r}" for text in left)))


def price_effects(
    effects: Sequence[Effect],
    edition: LevelUpEdition,
    *,
    levels: Sequence[int] = LEVELS,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    seed: int = 1,
    **how: Unpack[Playing],
) -> LevelUpPriceResult:
    """Price effects in points of attack, on creatures of several levels; Equip effects in the attack of such creatures.

    The first of the levels is the headline's. ``profiles`` play, in place of the usual pilots: the strongest judges, the next one checks.
    ``precision`` is the half-width of the premium's interval that is aimed at, percentage points a copy.
    """
    table = LevelUpHosts(edition)
    pilots = pilots_of(games.of(edition), profiles)
    arms = PairedRuns(seed, **how)
    gains = MarginalValues(table, host_decks_of(table, workers=arms.workers), arms)
    judge = Judge(gains, gains.homes, pilots, precision=precision)
    components = []
    for effect in effects:
        components.append(_component(judge, effect, levels))
        gains.forget()
    adjusted = holm([component.p for component in components])
    return LevelUpPriceResult(
        edition=edition.name,
        game=edition.game,
        seed=seed,
        strategies=tuple(pilots.all),
        homes=tuple(home.name for home in gains.homes),
        games=arms.games,
        pairs=arms.games // 2,
        components=tuple(replace(component, p=float(p)) for component, p in zip(components, adjusted, strict=True)),
        limits=arms.limits(TextLimits, len(components), {one.text: one.played_share for one in components}.items()),
        notes=tuple(words for way, words in _MEANING.items() if any(one.estimator == way for one in components)),
    )


def _component(judge: Judge, effect: Effect, levels: Sequence[int]) -> EffectPrice:
    """Judge an effect on the creature of the first level, or on a magic card, and price it on creatures of all levels."""
    scored = effect.kind == "equip"
    edition = judge.gains.table.edition
    card = magic_card(effect) if scored else carrier(edition, effect, levels[0])
    found = judge.judge(card)
    share = share_used(use_of(found.outcomes, *judge.gains.table.list_names(card, judge.copies)), effect)
    if scored:
        points = [_score_point(judge, found, edition, effect, level, share) for level in levels]
    else:
        points = [_point(found.curve, levels[0], share, verdict_of(found)[0])]
        points += [_other_level(judge, found, edition, effect, level) for level in levels[1:]]
    first, gain = points[0], found.gain
    by_pilot = judge.pilots.by_pilot(gain, found.second)
    return EffectPrice(
        text=effect.text,
        id=effect.template,
        kind=effect.kind,
        estimator=SCORE_FOR_SCORE if scored else ATTACK_FOR_ATTACK,
        official=None,
        premium=gain.measure,
        home=found.home.name,
        fair=first.fair,
        interval=first.interval,
        verdict=first.verdict,
        points=tuple(points),
        by_home=tuple(
            GainIn(home=home.name, value=interval.value, interval=interval.ends)
            for home, interval in zip(judge.homes, found.by_home, strict=True)
        ),
        by_profile={name: one.measure for name, one in by_pilot.items()},
        errors=errors_of(gain, found.by_home, by_pilot.values()),
        pairs=found.rows,
        played_share=share,
        p=normal_p(gain.value, gain.standard_error) if gain.half_width > 0 else 1.0,
    )


def _point(curve: Curve, level: int, used: float | None, verdict: Verdict | None = None) -> EffectPoint:
    """Return the price of an effect on a creature: what its fair attack lacks to the line."""
    premium = mean_interval(curve.gains[:, curve.costs.index(0)]).measure
    fair = curve.fair()
    if not used or used < _SELDOM:
        word = Verdict.CANNOT
    elif verdict in (Verdict.DEPENDS, Verdict.PILOT_FAILS):
        word = verdict
    else:
        word = {Root.ABOVE: Verdict.WORTH_ALL, Root.NEVER: Verdict.BEYOND, Root.BELOW: Verdict.BEYOND}.get(fair.root, Verdict.PRICED)
    price = None
    if word is Verdict.PRICED:
        low, high = max(fair.level.low, float(curve.costs[0])), min(fair.level.high, float(curve.costs[-1]))
        price = Interval(fair.level.value, low, high)
    return _row(f"on level {level}", level, curve.axis.origin, price, premium, used, word)


def _row(
    label: str, level: int, line: int | None, price: Interval | None, premium: Measure, used: float | None, verdict: Verdict
) -> EffectPoint:
    fair, ends = (None, None) if price is None else (price.value, price.ends)
    return EffectPoint(label=label, level=level, line=line, fair=fair, interval=ends, premium=premium, used_share=used, verdict=verdict)


def _other_level(judge: Judge, found: Judged, edition: LevelUpEdition, effect: Effect, level: int) -> EffectPoint:
    """Return the price on a creature of another level, in the home that was chosen, by the fast pilot."""
    gains, card = judge.gains, carrier(edition, effect, level)
    curve = curve_in(gains, found.home, card, judge.pilots.fast, FAST_ROWS, judge.copies)
    return _point(curve, level, curve.played[curve.costs.index(0)])


def _score_point(judge: Judge, found: Judged, edition: LevelUpEdition, effect: Effect, level: int, used: float | None) -> EffectPoint:
    """Return the price of an Equip effect: its premium over what a point of attack of a plain creature of this level gains."""
    creature = body(edition, effect, level)
    point = curve_in(judge.gains, found.home, creature, judge.pilots.fast, FAST_ROWS, judge.copies).exchange(0)
    # Else nobody used the effect; or attack itself is worth nothing to be seen in these decks, and is no measure.
    is_priced = used and used >= _SELDOM and point is not None and point.low > 0
    price = ratio(found.gain, point) if is_priced and point is not None else None
    word = Verdict.PRICED if is_priced else Verdict.CANNOT
    return _row(f"against level {level}", level, creature.attack, price, found.gain.measure, used, word)


def ratio(over: Interval, under: Interval) -> Interval:
    """Return the ratio of two independent means with its interval by linearization (Fieller's without its higher terms)."""
    value = over.value / under.value
    half = math.hypot(over.half_width, value * under.half_width) / abs(under.value)
    return Interval(value, value - half, value + half)
