"""What is an effect of Level-Up worth? Gains of plain creatures that carry it, and nothing else, in tuned homes.

The *premium* of an effect is what each copy of a plain creature on the edition's line gains by it, in percentage points of score. Its
*price* is how much attack its carrier may lack to gain nothing: the root of the curve (`kotc_sim.experiments.worth.rate`). Level-Up
states no prices, so there is nothing to compare one with; it says what the effect costs a designer who keeps to the line.

Equip effects are on magic cards, which have no attack: their premium is the gain of a magic card that has the effect over an empty one in
the same places, and their price that premium in points of attack of a plain creature.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from kotc_sim import games
from kotc_sim.experiments.common_games import PairedRuns, list_unused, use_of
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.result import Answer, Verdict, answer_of
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.statistics.isotonic import Root
from kotc_sim.experiments.worth.curve import Curve
from kotc_sim.experiments.worth.hosts import host_decks_of
from kotc_sim.experiments.worth.marginal_value import MarginalValues
from kotc_sim.experiments.worth.rate import FAST_ROWS, PRECISION, Judge, Judged, curve_in, verdict_of
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.text import Effect, Vocabulary
from kotc_sim.games.levelup.design.effects import body, carrier, find_effect, magic_card, share_used, vocabulary_examples
from kotc_sim.games.levelup.design.hosts import LevelUpHosts
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.games.protocol import Game
from kotc_sim.runs import Playing

PRECISION_ALL = 0.5
"""Half-width of a premium's interval that is aimed at when the whole vocabulary is priced."""
LEVELS = (1, 2, 3)
"""Levels of the carriers; the first one's price is the headline, the others are played by the fast pilot."""

_SELDOM = 0.02
ATTACK_FOR_ATTACK = "attack for attack"
SCORE_FOR_SCORE = "score for score"
_MEANING = {
    ATTACK_FOR_ATTACK: "A price is the attack that a creature with this effect alone may lack to do as well as a plain creature "
    "on the line; another card, or a pilot that uses the effect better, may give another price.",
    SCORE_FOR_SCORE: "Equip effects are priced score for score: what a magic card with the effect gains over an empty one, in points of "
    "attack of a plain creature. The card's place, draw and play are not in it. Other decks, or a pilot that equips better, may give "
    "another price.",
}


def pilots(game: Game, profiles: Sequence[str] = ()) -> list[str]:
    """Return who is going to play."""
    return pilots_of(game, profiles).all


@dataclass
class LevelUpPriceResult:
    """The result of pricing effects: ``data`` holds the keys of docs/reports.md, "price" of Level-Up."""

    data: dict[str, Any]

    @property
    def answer(self) -> Answer:
        """Whether all effects could be priced: nothing official is compared with the price."""
        return answer_of((component["verdict"] for component in self.data["components"]), also=(Verdict.BEYOND,))

    @property
    def frame(self) -> Any:
        """One row a probe card, as a pandas DataFrame."""
        import pandas as pd

        rows = []
        for component in self.data["components"]:
            for point in component["points"]:
                low, high = point["interval"] or (None, None)
                rows.append({"text": component["text"], "level": point["level"], "fair": point["fair"], "low": low, "high": high})
        return pd.DataFrame(rows)


def require_known(texts: Sequence[str], edition: LevelUpEdition) -> None:
    """Raise a `KotcError` for a text that no card can have; see `find_effect`."""
    vocabulary = Vocabulary(edition)
    for text in texts:
        find_effect(text, vocabulary)


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
    edition: LevelUpEdition,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION_ALL,
    seed: int = 1,
    **how: Unpack[Playing],
) -> LevelUpPriceResult:
    """Price one effect of each template on creatures of level 1, the most valuable first; parameters as `price_effects`.

    Unless somebody is named, the fast pilot plays all: the list says where to look, and `price_effects` what is so.
    """
    effects, left = vocabulary_examples(edition)
    who = profiles or (pilots_of(games.of(edition)).fast,)
    result = price_effects(effects, edition, levels=(1,), profiles=who, precision=precision, seed=seed, **how)
    result.data["components"].sort(key=lambda item: (item["fair"] is None, -(item["fair"] or 0.0), item["text"]))
    result.data["notes"] += [f"No card can carry {text!r}" for text in left]
    return result


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

    Parameters
    ----------
    effects : sequence of Effect
        See `find_effect`, `vocabulary_examples`.
    edition : LevelUpEdition
        The edition, or a proposal.
    levels : sequence of int
        Levels of the carriers; the first one's price is the headline.
    profiles : sequence of str
        Who plays, in place of the usual pilots: the strongest judges, the next one checks.
    precision : float
        Half-width of the premium's interval that is aimed at, percentage points a copy.
    seed : int
        Run seed.
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
    for component, p in zip(components, holm([component["p"] for component in components]).adjusted, strict=True):
        component["p"] = float(p)
    used = {component["text"]: component["played_share"] for component in components}
    data: dict[str, Any] = {
        "command": "price",
        "edition": edition.name,
        "game": edition.game,
        "seed": seed,
        "strategies": pilots.all,
        "homes": [home.name for home in gains.homes],
        "games": arms.games,
        "pairs": arms.games // 2,
        "components": components,
        "limits": arms.limits() | {"family": len(components)} | list_unused(used.items()),
        "notes": [
            _MEANING[way] for way in (ATTACK_FOR_ATTACK, SCORE_FOR_SCORE) if any(component["estimator"] == way for component in components)
        ],
    }
    return LevelUpPriceResult(data)


def _component(judge: Judge, effect: Effect, levels: Sequence[int]) -> dict[str, Any]:
    """Judge an effect on the creature of the first level, or on a magic card, and price it on creatures of all levels."""
    scored = effect.kind == "equip"
    edition = judge.gains.table.edition
    card = magic_card(effect) if scored else carrier(edition, effect, levels[0])
    found = judge.judge(card)
    share = share_used(use_of(found.outcomes, *judge.gains.table.list_names(card, judge.copies)), effect)
    if scored:
        points = [_score_point(judge, found, edition, effect, level, share) for level in levels]
    else:
        points = [_point(found.curve, levels[0], card, share, verdict_of(found, 0)[0])]
        points += [_other_level(judge, found, edition, effect, level) for level in levels[1:]]
    first, gain = points[0], found.gain
    second = {} if found.second is None else {judge.pilots.second: found.second.measure()}
    pilots = [gain.value] + ([] if found.second is None else [found.second.value])
    homes = [interval.value for interval in found.by_home]
    return {
        "text": effect.text,
        "id": effect.template,
        "kind": effect.kind,
        "estimator": SCORE_FOR_SCORE if scored else ATTACK_FOR_ATTACK,
        "official": None,
        "premium": gain.measure(),
        "home": found.home.name,
        "fair": first["fair"],
        "interval": first["interval"],
        "verdict": first["verdict"],
        "points": points,
        "by_home": [{"home": home.name, **interval.measure()} for home, interval in zip(judge.homes, found.by_home, strict=True)],
        "by_profile": {judge.pilots.judge: gain.measure()} | second,
        "errors": {"sampling": gain.half_width, "homes": [min(homes), max(homes)], "pilots": [min(pilots), max(pilots)]},
        "pairs": found.rows,
        "played_share": share,
        "p": normal_p(gain.value, gain.standard_error) if gain.half_width > 0 else 1.0,
    }


def _point(curve: Curve, level: int, card: Card, used: float | None, verdict: Verdict | None = None) -> dict[str, Any]:
    """Return the price of an effect on a creature: what its fair attack lacks to the line."""
    line = curve.axis.origin
    point: dict[str, Any] = {"label": f"on level {level}", "level": level, "line": line, "fair": None, "interval": None}
    point |= {"premium": mean_interval(curve.gains[:, curve.costs.index(0)]).measure(), "used_share": used}
    fair = curve.fair()
    if not used or used < _SELDOM:
        return point | {"verdict": "cannot be priced"}
    if verdict in (Verdict.DEPENDS, Verdict.PILOT_FAILS):
        return point | {"verdict": str(verdict.value)}
    if fair.root is Root.ABOVE:
        return point | {"verdict": "worth all of its attack"}
    if fair.root in (Root.NEVER, Root.BELOW):
        return point | {"verdict": "beyond the grid"}
    low, high = max(fair.level.low, float(curve.costs[0])), min(fair.level.high, float(curve.costs[-1]))
    return point | {"fair": fair.level.value, "interval": [low, high], "verdict": "priced"}


def _other_level(judge: Judge, found: Judged, edition: LevelUpEdition, effect: Effect, level: int) -> dict[str, Any]:
    """Return the price on a creature of another level, in the home that was chosen, by the fast pilot."""
    gains, card = judge.gains, carrier(edition, effect, level)
    curve = curve_in(gains, found.home, card, judge.pilots.fast, FAST_ROWS, judge.copies)
    used = curve.played[curve.costs.index(0)]
    return _point(curve, level, card, used)


def _score_point(judge: Judge, found: Judged, edition: LevelUpEdition, effect: Effect, level: int, used: float | None) -> dict[str, Any]:
    """Return the price of an Equip effect: its premium over what a point of attack of a plain creature of this level gains."""
    creature = body(edition, effect, level)
    point = curve_in(judge.gains, found.home, creature, judge.pilots.fast, FAST_ROWS, judge.copies).exchange(0)
    row: dict[str, Any] = {"label": f"against level {level}", "level": level, "line": creature.attack, "used_share": used}
    row |= {"premium": found.gain.measure(), "fair": None, "interval": None}
    if not used or used < _SELDOM or point is None or point.low <= 0:
        # Nobody used the effect; or attack itself is worth nothing to be seen in these decks, and is no measure.
        return row | {"verdict": "cannot be priced"}
    price = ratio(found.gain, point)
    return row | {"fair": price.value, "interval": price.ends(), "verdict": "priced"}


def ratio(over: Interval, under: Interval) -> Interval:
    """Return the ratio of two independent means with its interval by linearization (Fieller's without its higher terms)."""
    value = over.value / under.value
    half = math.hypot(over.half_width, value * under.half_width) / abs(under.value)
    return Interval(value, value - half, value + half)
