"""Is a component overpriced? Fair prices by probe cards, the formula that fits them, and a second estimate beside."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.experiments.arms import Arms, games_of, strength, unused
from kotc_sim.experiments.keeper.mirrored import Mirror, agrees, difference
from kotc_sim.experiments.keeper.probes import Probe, amounts, find_row, probe, with_more, written
from kotc_sim.experiments.keeper.rating import Plan, Rater, Rating
from kotc_sim.experiments.statistics import (
    Bands,
    CannotBePriced,
    FairLevel,
    Interval,
    Root,
    Verdict,
    across_profiles,
    fit_formulas,
    holm,
    judge_level,
    normal_p,
    normal_quantile,
    ols,
)
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.reference import kotc_edition
from kotc_sim.runs import Workers

GAMES = 40_000
"""Games for each probe card of one component."""
GAMES_ALL = 6_000
"""Games for each probe card when the whole vocabulary is priced."""
MIRROR_PAIRS = 9_000
WIDE = 10_000
"""With fewer games for a probe card, each reference deck meets one opponent instead of all."""

_SELDOM = 0.02


@dataclass
class PriceResult:
    """The result of pricing components: ``data`` holds the keys of docs/reports.md, "price"."""

    data: dict[str, Any]

    @property
    def frame(self) -> Any:
        """One row a probe card, as a pandas DataFrame."""
        import pandas as pd

        rows = []
        for component in self.data["components"]:
            for point in component["points"]:
                low, high = point["interval"] or (None, None)
                kept = {key: point[key] for key in ("label", "official", "fair")}
                rows.append({"text": component["text"], **kept, "low": low, "high": high})
        return pd.DataFrame(rows)


@dataclass(frozen=True)
class _Point:
    """One probe and its price as one profile plays it; None where there is none."""

    probe: Probe
    rating: Rating
    fair: Interval | None
    verdict: Verdict


def require_known(texts: Sequence[str], edition: Edition) -> None:
    """Raise a `KotcError` for a text that is no component of the edition; see `probes.find_row`."""
    for text in texts:
        find_row(text, edition)


def price_components(
    texts: Sequence[str],
    edition: Edition,
    *,
    profiles: Sequence[str] = ("greedy",),
    games: int = GAMES,
    cross_check: bool = True,
    amounts_tried: int | None = None,
    seed: int = 1,
    bands: Bands | None = None,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> PriceResult:
    """Price components over several amounts, and fit formulas to the prices.

    Parameters
    ----------
    texts : sequence of str
        Each a component's text or name, see `probes.find_row`; numbers in a text choose the amounts judged.
    edition : Edition
        The edition, or a proposal.
    profiles : sequence of str
        Strategies; each plays both sides.
    games : int
        About how many games are played for each probe card and profile.
    cross_check : bool
        Whether to add the second estimate, from mirrored decks.
    amounts_tried : int, optional
        Probe cards at most for each component; by default all of `probes.amounts`.
    seed : int
        Run seed.
    bands : Bands, optional
        The tolerance of *fair*.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.

    Returns
    -------
    PriceResult

    Raises
    ------
    KotcError
        If a component does not exist, or no simple card can carry it.
    """
    kotc_edition(edition)
    wanted = []
    for text in texts:
        row, x, y = find_row(text, edition)
        grid = amounts(row)
        if x:
            grid = [(x, max(1, y)), *(entry for entry in grid if entry != (x, max(1, y)))]
        wanted.append((row, grid[:amounts_tried]))
    return _run(wanted, edition, profiles, games, cross_check, seed, bands, workers, on_chunk)


def price_all(
    edition: Edition,
    *,
    profiles: Sequence[str] = ("greedy",),
    games: int = GAMES_ALL,
    seed: int = 1,
    bands: Bands | None = None,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
    only: Collection[str] | None = None,
) -> PriceResult:
    """Price every legal component of an edition at its smallest amounts, the worst mispriced first.

    Parameters
    ----------
    edition, profiles, games, seed, bands, workers, on_chunk
        As for `price_components`; the p-values are adjusted for the whole family (Holm).
    only : collection of str, optional
        Ids of the components to price, in place of all; ids that the edition does not have are left out.

    Returns
    -------
    PriceResult
        Components that no simple card can carry are listed in the notes.
    """
    kotc_edition(edition)
    wanted, left = [], []
    for row in edition.rows.values():
        if row.banned is not None or (only is not None and row.id not in only):
            continue
        try:
            probe(row, edition, *amounts(row)[0])
            wanted.append((row, amounts(row)[:1]))
        except KotcError:
            left.append(row.text)
    result = _run(wanted, edition, profiles, games, False, seed, bands, workers, on_chunk)
    components = result.data["components"]
    components.sort(key=lambda item: (-_mispricing(item), item["text"]))
    result.data["notes"] += [f"No simple card can carry {text!r}" for text in left]
    return result


def _mispricing(component: dict[str, Any]) -> float:
    if component["fair"] is None or component["official"] is None:
        return -1.0
    return abs(float(component["official"]) - float(component["fair"]))


def _run(
    wanted: Sequence[tuple[Row, list[tuple[int, int]]]],
    edition: Edition,
    profiles: Sequence[str],
    games: int,
    cross_check: bool,
    seed: int,
    bands: Bands | None,
    workers: Workers | None,
    on_chunk: Callable[[int], None] | None,
) -> PriceResult:
    arms = Arms(seed, workers, on_chunk)
    best = max(profiles, key=strength)
    raters, mirrors = {}, {}
    for profile in profiles:
        raters[profile] = Rater(edition, arms, Plan(games_of(profile, games), seed=seed, wide=games >= WIDE))
        mirrors[profile] = Mirror(edition, arms, games_of(profile, MIRROR_PAIRS))
    components = []
    for row, grid in wanted:
        points = {profile: [_point(probe(row, edition, x, t), raters[profile], profile, bands) for x, t in grid] for profile in profiles}
        described = _component(row, edition, points, best, bands)
        pair = with_more(row, edition, *grid[0]) if cross_check else None
        if pair is not None:
            check = mirrors[best].price(*pair, best)
            described["cross_check"] = _check(check.price, points[best][0].fair)
        components.append(described)
    if components:
        for component, p in zip(components, holm([component["p"] for component in components]).adjusted, strict=True):
            component["p"] = float(p)
    shares = {component["text"]: component["played_share"] for component in components}
    data: dict[str, Any] = {
        "command": "price",
        "edition": edition.name,
        "terms": dict(edition.terms),
        "seed": seed,
        "strategies": list(profiles),
        "games": arms.games,
        "pairs": arms.games // 2,
        "components": components,
        "limits": arms.limits() | {"family": len(components)} | unused(shares.items()),
        "notes": [
            "A price is what the component adds to the fair level of a card that carries it; "
            "another card, or a strategy that uses it better, may give another price."
        ],
    }
    return PriceResult(data)


def _point(found: Probe, rater: Rater, profile: str, bands: Bands | None) -> _Point:
    rating = rater.rate(found.card, profile)
    base = rater.rate(found.base, profile).fair if found.base is not None else None
    return _judged(found, rating, rating.fair, base, bands)


def _judged(found: Probe, rating: Rating, fair: FairLevel, base: FairLevel | None, bands: Bands | None) -> _Point:
    if not rating.used_share or rating.used_share < _SELDOM:
        return _Point(found, rating, None, Verdict.CANNOT)
    if fair.root is Root.NEVER:
        return _Point(found, rating, None, Verdict.NEVER)
    if fair.root is not Root.FOUND or (base is not None and base.root is not Root.FOUND):
        return _Point(found, rating, None, Verdict.BEYOND)
    price = fair.level if base is None else difference(fair.level, base.level)
    return _Point(found, rating, price, judge_level(float(found.official), price, bands).verdict)


def _component(row: Row, edition: Edition, points: dict[str, list[_Point]], best: str, bands: Bands | None) -> dict[str, Any]:
    first = points[best][0]
    verdicts = [found[0].verdict for found in points.values()]
    verdict = across_profiles(verdicts, list(points).index(best))
    by_profile = {}
    if len(points) > 1:
        by_profile = {name: _interval("fair", found[0].fair) | {"verdict": str(found[0].verdict.value)} for name, found in points.items()}
    for archetype, fair in first.rating.by_archetype.items():
        if first.probe.base is None:
            judged = _judged(first.probe, first.rating, fair, None, bands)
            by_profile[f"{best}, {archetype} deck"] = _interval("fair", judged.fair) | {"verdict": str(judged.verdict.value)}
    return {
        "text": written(row, edition, first.probe.x, first.probe.t),
        "id": row.id,
        "official": float(first.probe.official),
        **_interval("fair", first.fair),
        "verdict": str(verdict.value),
        "amounts": first.probe.label,
        "formula": row.level.text if row.section in ("effect", "target") else f"-({row.level.text})",
        "points": [
            {"label": p.probe.label, "card": p.probe.card.name, "official": float(p.probe.official)}
            | _interval("fair", p.fair)
            | {"verdict": str(p.verdict.value)}
            for p in points[best]
        ],
        "by_profile": by_profile,
        "played_share": first.rating.used_share,
        "p": _p_value(float(first.probe.official), first.fair),
        **_fits(points[best]),
    }


def _interval(key: str, found: Interval | None) -> dict[str, Any]:
    """Return value and interval for a result; ends that leave the grid of levels are left open (None)."""
    if found is None:
        return {key: None, "interval": None}
    ends = [end if math.isfinite(end) else None for end in (found.low, found.high)]
    return {key: found.value, "interval": ends if None not in ends else None}


def _fits(points: Sequence[_Point]) -> dict[str, Any]:
    """Return the line fair = slope·official + intercept and the best formula, where there are probes enough."""
    usable = [(p.probe, p.fair) for p in points if p.fair is not None and math.isfinite(p.fair.low) and math.isfinite(p.fair.high)]
    if len(usable) < 3:
        return {}
    official = np.array([float(found.official) for found, _ in usable])
    fair = np.array([price.value for _, price in usable])
    error = np.array([price.half_width for _, price in usable]) / normal_quantile(0.95)
    # Probes of a wrong formula scatter by more than their errors: a floor keeps one of them from deciding alone.
    weights = 1 / (error**2 + 0.05**2)
    x = [found.x for found, _ in usable]
    t = [found.t for found, _ in usable]
    result: dict[str, Any] = {}
    if np.ptp(official) > 0:
        line = ols(np.stack([official, np.ones_like(official)], axis=1), fair, ["slope", "intercept"], weights=weights)
        result["fit"] = {
            name: {"value": line[name].value, "interval": [line[name].low, line[name].high]} for name in ("slope", "intercept")
        }
    formulas = fit_formulas(x, t, official, fair, weights=weights)
    best = formulas[0]
    result["best_formula"] = _written(best.formula, [c.value for c in best.fit.coefficients])
    result["formulas"] = [
        {
            "formula": found.formula,
            "coefficients": {
                name: {"value": c.value, "interval": [c.low, c.high]}
                for name, c in zip(found.fit.names, found.fit.coefficients, strict=True)
            },
            "support": found.support,
            "error": found.error if math.isfinite(found.error) else None,
        }
        for found in formulas
    ]
    return result


def _written(formula: str, values: Sequence[float]) -> str:
    """Return a fitted formula with its numbers: ``1.8*t`` for ``k*t``."""
    if formula == "a*official+b":
        return f"{values[0]:.2g}*official {'+' if values[1] >= 0 else '-'} {abs(values[1]):.2g}"
    return formula.replace("k", f"{values[0]:.2g}", 1)


def _check(found: Interval | CannotBePriced, fair: Interval | None) -> dict[str, Any]:
    if isinstance(found, CannotBePriced):
        return {"fair": None, "interval": None, "agrees": None}
    same = agrees(found, fair) if fair is not None else None
    return {"fair": found.value, "interval": [found.low, found.high], "agrees": same}


def _p_value(official: float, fair: Interval | None) -> float:
    """Return the p-value of "the official price is right", from the ends of the interval that lie on the grid; 1 without any."""
    if fair is None:
        return 1.0
    distances = [abs(end - fair.value) for end in (fair.low, fair.high) if math.isfinite(end)]
    if not distances:
        return 1.0
    toward = fair.high if official > fair.value else fair.low  # an open end on this side says nothing against the price
    if not math.isfinite(toward):
        return 1.0
    return float(normal_p(fair.value - official, sum(distances) / len(distances) / normal_quantile(0.95)))
