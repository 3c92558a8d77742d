"""What is an effect of Level-Up worth, in points of attack? Plain creatures that carry it, and nothing else.

The price of an effect is how much less attack than the line's its carrier may have to do as well as a plain creature:
the line's attack minus the carrier's fair attack (`kotc_sim.experiments.levelup.rate`). Level-Up states no prices, so
there is nothing to compare it with; a price says what the effect costs a designer who keeps to the line.

Equip effects are on magic cards, which have no attack: they are priced score for score (`kotc_sim.experiments.levelup.scores`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.experiments.answer import Answer, answer_of
from kotc_sim.experiments.arms import Arms, games_of, strength, unused
from kotc_sim.experiments.levelup.rate import AttackRater, AttackRating
from kotc_sim.experiments.levelup.scores import ScoreRating, magic_card, rate_by_score
from kotc_sim.experiments.statistics import FairLevel, Interval, Root, holm, normal_p, normal_quantile
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.text import Effect, Vocabulary
from kotc_sim.games.levelup.editions.model import EFFECT_KINDS, LevelUpEdition, Template
from kotc_sim.games.levelup.reference import SLOTS, Bench, plain
from kotc_sim.games.protocol import Game
from kotc_sim.runs import Workers
from kotc_sim.yaml_source import Node

GAMES = 40_000
"""Games for each probe card of one effect."""
GAMES_ALL = 8_000
OPTIONS = ("games", "profiles")
"""What prices can be asked with besides texts, edition, seed and where to play."""
"""Games for each probe card when the whole vocabulary is priced."""
LEVELS = (1, 2, 3)

_SELDOM = 0.02
_NOWHERE = Node("scalar", "", 0, 0)
# Kinds whose effects are activated or triggered as an item of a chain, so that nobody using them can be seen.
_ACTIVATED = ("normal", "continuous", "counter", "latent", "dormant")
ATTACK_FOR_ATTACK = "attack for attack"
SCORE_FOR_SCORE = "score for score"
_MEANING = {
    ATTACK_FOR_ATTACK: "A price is the attack that a creature with this effect alone may lack to do as well as a plain creature "
    "on the line; another card, or a strategy that uses the effect better, may give another price.",
    SCORE_FOR_SCORE: "Equip effects are priced score for score: {slots} magic cards get the effect, or instead {slots} plain creatures "
    "elsewhere in the same deck get another attack; the price is the change of one creature's attack that moves the deck's score as much "
    "as the effect on one card does. The card's slot, draw and play are not in it. Other decks, or a strategy that equips better, may "
    "give another price.",
}
# A prefix for kinds that need one, and what stands for each parameter where a whole vocabulary is priced.
_PREFIX = {
    "latent": "When this creature attacks: ",
    "passive": "When this creature attacks: ",
    "counter": "In response to an attack: ",
}
_EXAMPLES = {
    "who": "You", "n": "1", "m": "2", "count": "up to 1", "filter": "creature", "source": "magic card", "side": "you control",
    "zone": "hand", "delta": "+1", "stat": "attack", "shield": "indestructible", "face": "face-down", "tap": "Tap", "change": "gain",
}  # fmt: skip
_AGAINST = {
    "discard": {"who": "Your opponent"},
    "mill": {"who": "Your opponent"},
    "points": {"who": "Your opponent", "change": "loses"},
    "points_per": {"change": "gain"},
    **{
        key: {"side": "your opponent controls"}
        for key in ("destroy", "field_discard", "tap", "flip", "halt", "silence", "equip_halt", "equip_silence")
    },
}


def pilots(game: Game, profiles: Sequence[str] = ()) -> list[str]:
    """Return who is going to play."""
    return list(profiles) or ["greedy"]


@dataclass
class LevelUpPriceResult:
    """The result of pricing effects: ``data`` holds the keys of docs/reports.md, "price" of Level-Up."""

    data: dict[str, Any]

    @property
    def answer(self) -> Answer:
        """Whether all effects could be priced: nothing official is compared with the price."""
        beyond = ("beyond the grid", "worth all of its attack", "worth more than any attack")
        return answer_of((component["verdict"] for component in self.data["components"]), yes=("priced", *beyond))

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


def find_effect(text: str, vocabulary: Vocabulary) -> Effect:
    """Return the effect that a text stands for, ``kind: text`` or the text alone, for the first kind that may say it.

    Raises
    ------
    KotcError
        If no card can have it.
    """
    head, colon, rest = text.partition(":")
    kinds: Sequence[str] = EFFECT_KINDS
    if colon and head.strip().lower() in EFFECT_KINDS:
        kinds, text = [head.strip().lower()], rest.strip()
    first: KotcError | None = None
    for kind in kinds:
        try:
            return vocabulary.parse(kind, text, _NOWHERE)
        except KotcError as error:
            # The kind is one guess of several: what matters is why the text fits none.
            first = first if first is not None and "no template" in first.what else first or error
    assert first is not None
    raise KotcError(f"{text!r}: {first.what}", fix=first.fix)


def carrier(edition: LevelUpEdition, effect: Effect, level: int) -> Card:
    """Return a creature on the line that has this effect and no other, of the type that the effect speaks of."""
    return replace(body(edition, effect, level), name=f"{effect.kind} {level}: {effect.text}", effects=(effect,))


def body(edition: LevelUpEdition, effect: Effect, level: int) -> Card:
    """Return a plain creature on the line, of the type that the effect speaks of."""
    kind = effect.filter.type or effect.if_filter.type or edition.types[0]
    subtype = effect.filter.subtype or edition.subtypes[0]
    return plain(edition, level, edition.strength(level) // 2, kind, subtype)


def vocabulary_examples(edition: LevelUpEdition) -> tuple[list[Effect], list[str]]:
    """Return one effect of each template, with small parameters, and the texts left out."""
    vocabulary = Vocabulary(edition)
    found, left = [], []
    for template in edition.templates.values():
        effect = _example(template, vocabulary)
        if effect is None:
            left.append(template.text)
        else:
            found.append(effect)
    return found, left


def _example(template: Template, vocabulary: Vocabulary) -> Effect | None:
    values = _EXAMPLES | _AGAINST.get(template.op, {})
    body = re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), template.text.replace("{when}", ""))
    plural = values["who"] not in ("You", "Both players") or values["change"] == "loses"
    body = re.sub(r"(draw|discard|mill)\(s\)", r"\1s" if plural else r"\1", body)
    body = body.replace("(s)", "")
    for kind in template.kinds:
        prefix = _PREFIX.get(kind, "") if "{when}" in template.text else ""
        try:
            return vocabulary.parse(kind, prefix + body, _NOWHERE)
        except KotcError:
            continue
    return None


def require_known(texts: Sequence[str], edition: LevelUpEdition) -> None:
    """Raise a `KotcError` for a text that no card can have; see `find_effect`."""
    vocabulary = Vocabulary(edition)
    for text in texts:
        find_effect(text, vocabulary)


def price_components(
    texts: Sequence[str],
    edition: LevelUpEdition,
    *,
    profiles: Sequence[str] = ("greedy",),
    games: int = GAMES,
    cross_check: bool = True,
    seed: int = 1,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> LevelUpPriceResult:
    """Price effects by their texts, see `find_effect`; parameters as `price_effects`.

    ``cross_check`` is for games that state prices: there is no second estimate here, with it or without.
    """
    vocabulary = Vocabulary(edition)
    effects = [find_effect(text, vocabulary) for text in texts]
    return price_effects(effects, edition, profiles=profiles, games=games, seed=seed, workers=workers, on_chunk=on_chunk)


def price_all(
    edition: LevelUpEdition,
    *,
    profiles: Sequence[str] = ("greedy",),
    games: int = GAMES_ALL,
    seed: int = 1,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> LevelUpPriceResult:
    """Price one effect of each template on creatures of level 1, the most valuable first; parameters as `price_effects`."""
    effects, left = vocabulary_examples(edition)
    result = price_effects(effects, edition, levels=(1,), profiles=profiles, games=games, seed=seed, workers=workers, on_chunk=on_chunk)
    result.data["components"].sort(key=lambda item: (item["fair"] is None, -(item["fair"] or 0.0), item["text"]))
    result.data["notes"] += [f"No card can carry {text!r}" for text in left]
    return result


def price_effects(
    effects: Sequence[Effect],
    edition: LevelUpEdition,
    *,
    levels: Sequence[int] = LEVELS,
    profiles: Sequence[str] = ("greedy",),
    games: int = GAMES,
    slots: int = SLOTS,
    seed: int = 1,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
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
        Strategies; each plays both sides.
    games : int
        About how many games are played for each carrier (or creature) and profile; strategies that search play 1/40 of them.
    slots : int
        Copies in a deck.
    seed : int
        Run seed.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.
    """
    arms = Arms(seed, workers, on_chunk)
    bench = Bench(edition, slots)
    best = max(profiles, key=strength)
    raters = {}
    for profile in profiles:
        raters[profile] = AttackRater(bench, arms, games_of(profile, games), seed)
    components = []
    for effect in effects:
        ratings = {profile: [_rate(raters[profile], effect, level, profile) for level in levels] for profile in profiles}
        components.append(_component(effect, ratings, best))
    for component, p in zip(components, holm([c.pop("raw_p") for c in components]).adjusted, strict=True):
        component["p"] = float(p)
    used = {component["text"]: component["played_share"] for component in components}
    data: dict[str, Any] = {
        "command": "price",
        "edition": edition.name,
        "game": edition.game,
        "seed": seed,
        "strategies": list(profiles),
        "games": arms.games,
        "pairs": arms.games // 2,
        "components": components,
        "limits": arms.limits() | {"family": len(components)} | unused(used.items()),
        "notes": [
            _MEANING[way].format(slots=slots)
            for way in (ATTACK_FOR_ATTACK, SCORE_FOR_SCORE)
            if any(component["estimator"] == way for component in components)
        ]
        + [_cut(component["text"], point) for component in components for point in component["points"] if _is_cut(point)],
    }
    return LevelUpPriceResult(data)


def _rate(rater: AttackRater, effect: Effect, level: int, profile: str) -> AttackRating | ScoreRating:
    edition = rater.bench.edition
    if effect.kind != "equip":
        return rater.rate(carrier(edition, effect, level), profile)
    return rate_by_score(rater, magic_card(effect), magic_card(), body(edition, effect, level), profile)


def _component(effect: Effect, ratings: Mapping[str, Sequence[AttackRating | ScoreRating]], best: str) -> dict[str, Any]:
    points = [_point(effect, rating) for rating in ratings[best]]
    first = points[0]
    by_profile: dict[str, Any] = {}
    for profile, found in ratings.items():
        if len(ratings) > 1:
            by_profile[profile] = {key: _point(effect, found[0])[key] for key in ("fair", "interval", "verdict")}
    headline = ratings[best][0]
    scored = isinstance(headline, ScoreRating)
    for archetype, fair in headline.by_archetype.items():
        by_profile[f"{best}, {archetype} deck"] = price_of(first["line"], fair, scored) | {"verdict": first["verdict"]}
    return {
        "text": effect.text,
        "id": effect.template,
        "kind": effect.kind,
        "estimator": SCORE_FOR_SCORE if scored else ATTACK_FOR_ATTACK,
        "official": None,
        "fair": first["fair"],
        "interval": first["interval"],
        "verdict": first["verdict"],
        "points": points,
        "by_profile": by_profile,
        "played_share": first["used_share"],
        "raw_p": _p_of_score(headline.score) if isinstance(headline, ScoreRating) else _p(first),
    }


def _point(effect: Effect, rating: AttackRating | ScoreRating) -> dict[str, Any]:
    if isinstance(rating, ScoreRating):
        return _scored_point(rating)
    used = rating.activated_share if effect.kind in _ACTIVATED else rating.played_share
    line = rating.control.attack
    found = price_of(line, rating.fair)
    verdict = "priced"
    if not used or used < _SELDOM:
        verdict, found = "cannot be priced", {"fair": None, "interval": None}
    elif rating.fair.root in (Root.NEVER, Root.BELOW):
        verdict = "worth all of its attack" if rating.fair.delta[0].high < 0 else "cannot be priced"
    elif rating.fair.root is Root.ABOVE:
        verdict = "beyond the grid"
    level = rating.card.level
    return {"label": f"on level {level}", "level": level, "line": line, **found, "verdict": verdict, "used_share": used}


def _scored_point(rating: ScoreRating) -> dict[str, Any]:
    used, fair = rating.used_share, rating.fair
    line, level = rating.creature.attack, rating.creature.level
    found = price_of(line, fair, scored=True)
    verdict = "priced"
    if not used or used < _SELDOM or rating.reach.low <= 0:
        # Nobody used the effect; or attack itself is worth nothing to be seen in these decks, and is no measure.
        verdict, found = "cannot be priced", {"fair": None, "interval": None}
    elif fair.root in (Root.NEVER, Root.BELOW):
        verdict = "beyond the grid" if fair.delta[0].high < 0 else "cannot be priced"
    elif fair.root is Root.ABOVE:
        verdict = "worth more than any attack" if fair.delta[-1].low > 0 else "cannot be priced"
    score = {"value": rating.score.value, "interval": [rating.score.low, rating.score.high]}
    tried = [int(fair.levels[0]), int(fair.levels[-1])]
    return {
        "label": f"against level {level}", "level": level, "line": line, **found, "verdict": verdict, "used_share": used,
        "score": score, "tried": tried,
    }  # fmt: skip


def _is_cut(point: dict[str, Any]) -> bool:
    """Tell whether the interval of a price score for score ends where the attacks tried do."""
    if point["interval"] is None or "tried" not in point:
        return False
    low, high = (point["line"] + end for end in point["interval"])
    return bool(low <= point["tried"][0] or high >= point["tried"][1])


def _cut(text: str, point: dict[str, Any]) -> str:
    first, last = point["tried"]
    return f"“{text}”, {point['label']}: the interval reaches beyond the attacks tried, {first} to {last}"


def price_of(line: int, fair: FairLevel, scored: bool = False) -> dict[str, Any]:
    """Return price and interval of what makes a fair attack differ from the line's.

    An effect on the creature itself lets it lack attack; one that is priced score for score stands for attack added.
    """
    found = fair.described("fair_attack")
    if found["fair_attack"] is None:
        return {"fair": None, "interval": None}
    low, high = found["interval"]
    if scored:
        return {"fair": found["fair_attack"] - line, "interval": [low - line, high - line]}
    return {"fair": line - found["fair_attack"], "interval": [line - high, line - low]}


def _p(point: dict[str, Any]) -> float:
    """Return the p-value of "it is worth nothing"; 1 where there is no price."""
    if point["interval"] is None:
        return 1.0
    low, high = point["interval"]
    return normal_p(point["fair"], (high - low) / 2 / normal_quantile(0.95))


def _p_of_score(score: Interval) -> float:
    """Return the p-value of "it does nothing to the score"."""
    return normal_p(score.value, score.half_width / normal_quantile(score.confidence))
