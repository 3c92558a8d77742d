"""Is a component overpriced? Premiums of cards that carry it, each at its own official level, and fair prices.

    premium = gain(card with the component, at its level) − gain(card without it, at its level)          points a copy

in the same slots of the same home, on two kinds of carriers (`uses`); the more expensive use is the one that a price must cover. The fair
price is the level at which the card with the component gains what the card without it gains, less the level of the latter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.answer import Answer, answer_of
from kotc_sim.experiments.arms import Arms, brought_share, unused, used_share
from kotc_sim.experiments.keeper.bodies import BODY, STATS, body_row, body_uses
from kotc_sim.experiments.keeper.mirrored import Mirror, agrees
from kotc_sim.experiments.keeper.probes import amounts, find_row, with_more, written
from kotc_sim.experiments.keeper.uses import Use, uses
from kotc_sim.experiments.statistics import (
    Bands,
    CannotBePriced,
    Interval,
    Verdict,
    fit_formulas,
    holm,
    judge_gain,
    mean_interval,
    normal_p,
    normal_quantile,
    ols,
)
from kotc_sim.experiments.worth.curve import PLAYED, Curve, Rows, rows_for
from kotc_sim.experiments.worth.gain import COPIES, Gains, Trial
from kotc_sim.experiments.worth.homes import homes_of, table_of
from kotc_sim.experiments.worth.pilots import Pilots, pilots_of, searches
from kotc_sim.experiments.worth.rate import PRECISION, contradict
from kotc_sim.experiments.worth.table import Home
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.protocol import Game
from kotc_sim.progress import stage
from kotc_sim.runs import Workers, learn

CHOICE_ROWS, CURVE_ROWS, SECOND_ROWS = 100, 120, 120
"""Pairs against each home of pilots that search: to choose home and use, at each level of a curve, and of the second pilot."""
FAST_ROWS = 600
LEAST_ROWS, MOST_ROWS = 200, 10_000
MIRROR_PAIRS = 9_000
MOST_AMOUNTS = 4
"""Amounts of a component that are tried by default: each takes two curves."""
RACE = ((40, 1.0), (160, 0.4))
"""Of the whole vocabulary: pairs against each home by the pilot that screens, and which share goes on, the furthest from zero."""
JUDGED = 12
"""Components of the whole vocabulary that the judge plays."""
LEAST_USED = 0.02
"""Share of the games in which a text could be used, below which nobody used it."""

SHARES = (0.1, 0.23, 0.31, 0.34, 0.02)
"""How the time of a component divides into the stages, about: choice, curves, verdict, other amounts, cross-check."""
CHOOSE, BEND, JUDGE, RUN = range(4, 8)
"""Stages with luck of their own, after those of `worth.rate`."""


@dataclass
class PriceResult:
    """The result of pricing components: ``data`` holds the keys of docs/reports.md, "price"."""

    data: dict[str, Any]

    @property
    def answer(self) -> Answer:
        """Whether all components have a fair price."""
        wrong = (Verdict.OVERPRICED, Verdict.UNDERCOSTED)
        return answer_of((component["verdict"] for component in self.data["components"]), yes=(Verdict.FAIR,), no=wrong)

    @property
    def frame(self) -> Any:
        """One row a card that carries a component, as a pandas DataFrame."""
        import pandas as pd

        rows = []
        for component in self.data["components"]:
            for point in component["points"]:
                low, high = point["interval"] or (None, None)
                kept = {key: point[key] for key in ("use", "label", "official", "premium", "fair")}
                rows.append({"text": component["text"], **kept, "low": low, "high": high})
        return pd.DataFrame(rows)


def pilots(game: Game, profiles: Sequence[str] = ()) -> list[str]:
    """Return who is going to play."""
    return pilots_of(game, profiles).all


def require_known(texts: Sequence[str], edition: Edition) -> None:
    """Raise a `KotcError` for a text that is no component of the edition; see `probes.find_row`."""
    for text in texts:
        if text.strip().lower() not in STATS:
            find_row(text, edition)


@dataclass
class _Point:
    """A component at some amounts on one carrier."""

    use: Use
    home: Home
    premiums: dict[str, Interval]
    """By home, by the pilot that screens, at the official price."""
    brought: dict[str, float]
    """By home, the share of games in which the card was played at the official price, of those in which it was drawn."""
    gains: dict[str, float]
    """By home, what the card gains at the official price."""
    curve: Curve | None = None
    brought_at: tuple[float, ...] = ()
    """The same share at each level of the curve."""
    fast: list[Curve] = field(default_factory=list)
    used: float | None = None

    @property
    def best(self) -> Interval:
        return self.premiums[self.home.name]

    @property
    def is_played(self) -> bool:
        """Whether a home plays the card at its official price: else its premium compares two cards of which one is not there."""
        return max(self.brought.values()) >= PLAYED

    def played_in(self, homes: Sequence[Home]) -> Home:
        """Return the home in which the premium counts: its own if that plays the card, else the one of those that do which gains most."""
        playing = [home for home in homes if self.brought[home.name] >= PLAYED]
        if not playing or self.home in playing:
            return self.home
        return max(playing, key=lambda home: self.gains[home.name])

    def highest_played(self) -> int | None:
        """Return the highest level below the official one at which the curve's home plays the card, or None."""
        if self.curve is None:
            return None
        levels = zip(self.curve.costs, self.brought_at, strict=True)
        return max((level for level, share in levels if level < self.use.card.level and share >= PLAYED), default=None)

    def fair(self, curve: Curve | None = None) -> tuple[Interval | None, str]:
        """Return the fair price, and the answer in words."""
        found, words = (curve or self.curve or _nothing()).told()
        less = self.use.base.level if self.use.base is not None else 0
        return (None, words) if found is None else (found.shifted(-less), f"{found.value - less:.1f}")


def _over_levels(curve: Curve) -> float:
    """Return the mean gain over the levels that a home pays."""
    paid = [i for i, level in enumerate(curve.costs) if level <= curve.pays]
    return float(curve.gains[:, paid].mean())


def _nothing() -> Curve:
    raise AssertionError("this point has no curve")


class _Pricer:
    """Plays the carriers of components in homes."""

    def __init__(self, edition: Edition, chosen: Pilots, arms: Arms, workers: Workers | None) -> None:
        self.edition, self.pilots, self.workers = edition, chosen, workers
        self.table = table_of(edition)
        self.homes = homes_of(self.table, workers=workers)
        self.gains = Gains(self.table, self.homes, arms)

    def rows(self, pilot: str, rows: int) -> int:
        return rows if searches(pilot) else FAST_ROWS

    def premium(
        self, use: Use, homes: Sequence[Home], pilot: str, rows: int, stage: int, fit: Any = None, level: int | None = None
    ) -> list[Rows]:
        """Return the premium in each home, row by row, at the official level or another."""
        own = self.gains if fit is None else self.gains.with_fit(fit)
        trials = [Trial(home, use.card, use.card.level if level is None else level) for home in homes]
        if use.base is not None:
            trials += [Trial(home, use.base, use.base.level) for home in homes]
        found = own.gains(trials, pilot, rows, stage)
        if use.base is None:
            return found
        return [more - less for more, less in zip(found[: len(homes)], found[len(homes) :], strict=True)]

    def point(self, use: Use, rows: int = CHOICE_ROWS) -> _Point:
        """Return a carrier with its premium in every home; the best home is where the card with the component gains most."""
        pilot = self.pilots.screen
        rows = self.rows(pilot, rows)
        premiums = self.premium(use, self.homes, pilot, rows, CHOOSE)
        trials = [Trial(home, use.card, use.card.level) for home in self.homes]
        gains = self.gains.gains(trials, pilot, rows, CHOOSE)
        best = max(range(len(trials)), key=lambda i: float(gains[i].mean()))
        outcomes = self.gains.outcomes(trials[best], pilot, rows, CHOOSE)
        by_home = {home.name: mean_interval(one) for home, one in zip(self.homes, premiums, strict=True)}
        brought = {home.name: self.brought(trial, pilot, rows, CHOOSE) for home, trial in zip(self.homes, trials, strict=True)}
        means = {home.name: float(one.mean()) for home, one in zip(self.homes, gains, strict=True)}
        return _Point(use, self.homes[best], by_home, brought, means, used=used_share(outcomes, use.card))

    def brought(self, trial: Trial, pilot: str, rows: int, stage: int) -> float:
        """Return how often the card of a trial was played, of the games in which it was drawn."""
        return brought_share(self.gains.outcomes(trial, pilot, rows, stage), trial.card.name)

    def bend(self, point: _Point, *, everywhere: bool) -> None:
        """Play the curve in the best home; with ``everywhere``, by the fast pilot in every home first, which then choose the best one.

        A home that is chosen over all levels that it pays does not depend on the official price, and so neither does the fair price.
        """
        if everywhere:
            point.fast = [self._curve(point.use, home, self.pilots.fast) for home in self.homes]
            point.home = max(zip(self.homes, point.fast, strict=True), key=lambda entry: _over_levels(entry[1]))[0]
        point.curve = self._curve(point.use, point.home, self.pilots.screen)
        pilot = self.pilots.screen
        trials = [Trial(point.home, point.use.card, level) for level in point.curve.costs]
        point.brought_at = tuple(self.brought(trial, pilot, self.rows(pilot, CURVE_ROWS), BEND) for trial in trials)

    def _curve(self, use: Use, home: Home, pilot: str) -> Curve:
        rows = self.rows(pilot, CURVE_ROWS)
        levels = self.table.costs(use.card, self.homes)
        trials = [Trial(home, use.card, level) for level in levels]
        found = self.gains.gains(trials, pilot, rows, BEND)
        less = self.gains.gains([Trial(home, use.base, use.base.level)], pilot, rows, BEND)[0] if use.base is not None else 0.0
        played = tuple(used_share(self.gains.outcomes(trial, pilot, rows, BEND), use.card) for trial in trials)
        return Curve(home.name, pilot, self.table.pays(home, use.card), levels, np.stack([one - less for one in found], axis=1), played)

    def judged(
        self, point: _Point, home: Home, level: int, precision: float, *, second: bool
    ) -> tuple[Interval, int, Interval | None, Interval | None]:
        """Return the premium in a home at a level by the judge with its rows, by the second pilot, and their difference on equal luck."""
        spread = self.premium(point.use, [home], self.pilots.screen, self.rows(self.pilots.screen, CHOICE_ROWS), CHOOSE, level=level)[0]
        rows = rows_for(spread, precision, LEAST_ROWS, MOST_ROWS)
        first = self.premium(point.use, [home], self.pilots.judge, rows, JUDGE, level=level)[0]
        if not (second and self.pilots.second):
            return mean_interval(first), rows, None, None
        own = [self.gains.deck(Trial(home, point.use.card, level))]
        if point.use.base is not None:
            own.append(self.gains.deck(Trial(home, point.use.base, point.use.base.level)))
        decks = [one for foe in self.gains.field for deck in own for one in (deck, foe)]
        fit = learn(decks, [self.pilots.second], jobs=None if self.workers is None else self.workers.jobs)
        again = self.premium(point.use, [home], self.pilots.second, min(rows, SECOND_ROWS), JUDGE, fit, level)[0]
        return mean_interval(first), rows, mean_interval(again), mean_interval(first[: len(again)] - again)


def price_components(
    texts: Sequence[str],
    edition: Edition,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    cross_check: bool = True,
    most_amounts: int = MOST_AMOUNTS,
    seed: int = 1,
    bands: Bands | None = None,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> PriceResult:
    """Price components over several amounts, and fit formulas to the prices.

    Parameters
    ----------
    texts : sequence of str
        Each a component's text or name, see `probes.find_row`; numbers in a text choose the amounts judged. ``sp`` and ``hp`` stand for
        points of a plain minion's body.
    edition : Edition
        The edition, or a proposal.
    profiles : sequence of str
        Who plays, in place of the usual pilots: the strongest judges, the next one checks.
    precision : float
        Half-width of the premium's interval that is aimed at, percentage points a copy.
    cross_check : bool
        Whether to add the second estimate, from mirrored decks.
    most_amounts : int
        Amounts of a component that are tried at most.
    seed : int
        Run seed.
    bands : Bands, optional
        ``gain`` is the band of *fair*.
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
    wanted: list[tuple[Row, list[list[Use]]]] = []
    for text in texts:
        if text.strip().lower() in STATS:
            body = body_row(text.strip().lower(), edition)
            wanted.append((body, body_uses(body, edition)[:most_amounts]))
            continue
        row, x, y = find_row(text, edition)
        at = amounts(row)
        if x:
            at = [(x, max(1, y)), *(entry for entry in at if entry != (x, max(1, y)))]
        wanted.append((row, [uses(row, edition, *entry) for entry in at[:most_amounts]]))
    arms = Arms(seed, workers, on_chunk)
    pricer = _Pricer(edition, pilots_of(games.GAMES[edition.game], profiles), arms, workers)
    mirror = Mirror(edition, arms, MIRROR_PAIRS if not searches(pricer.pilots.fast) else MIRROR_PAIRS // 40)
    components = []
    for row, carriers in wanted:
        with stage(row.text.strip(".;:→"), 1 / len(wanted)):
            mirrored = cross_check and row.section != BODY
            components.append(_priced(pricer, row, carriers, mirror if mirrored else None, precision, bands))
    return _result(pricer, arms, components, seed, bands)


def _priced(
    pricer: _Pricer, row: Row, carriers: list[list[Use]], mirror: Mirror | None, precision: float, bands: Bands | None
) -> dict[str, Any]:
    """Return a component with its prices over the amounts of its carriers, the first of which has the verdict."""
    with stage("choosing homes", SHARES[0]):
        first = [pricer.point(use) for use in carriers[0]]
    with stage("fair price", SHARES[1]):
        for point in first:
            pricer.bend(point, everywhere=True)
    covering = _covering(first)
    with stage("verdict", SHARES[2]):
        described = _component(pricer, row, first, covering, precision, bands, second=True)
    more = []
    with stage("other amounts", SHARES[3]):
        for one in carriers[1:]:
            point = pricer.point(next(use for use in one if use.kind == covering.use.kind))
            point.home = covering.home
            pricer.bend(point, everywhere=False)
            more.append(point)
    described["points"] += [_written_point(point) for point in more]
    described |= _fits([covering, *more] if row.section != BODY else [])
    pair = with_more(row, pricer.edition, covering.use.probe.x, covering.use.probe.t) if mirror is not None else None
    if mirror is not None and pair is not None:
        with stage("cross-check", SHARES[4]):
            check = mirror.price(*pair, pricer.pilots.fast)
        described["cross_check"] = _check(check.price, covering.fair()[0])
    return described


def price_all(
    edition: Edition,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    seed: int = 1,
    bands: Bands | None = None,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
    only: Collection[str] | None = None,
) -> PriceResult:
    """Price every legal component of an edition at its smallest amounts by a race, the worst mispriced first.

    All play a little, those furthest from a premium of zero more, and the last dozen are played by the judge.

    Parameters
    ----------
    edition, profiles, precision, seed, bands, workers, on_chunk
        As for `price_components`; p-values are adjusted for the whole family (Holm).
    only : collection of str, optional
        Ids of the components to price, in place of all; ids that the edition does not have are left out.

    Returns
    -------
    PriceResult
        Components that no simple card can carry are listed in the notes.
    """
    arms = Arms(seed, workers, on_chunk)
    pricer = _Pricer(edition, pilots_of(games.GAMES[edition.game], profiles), arms, workers)
    racing: list[tuple[Row, list[_Point]]] = []
    left = []
    running = [row for row in edition.rows.values() if row.banned is None and (only is None or row.id in only)]
    for number, row in enumerate(running, 1):
        with stage(f"{edition.name}, race, {number} of {len(running)} texts", 0.5 / len(running)):
            try:
                racing.append((row, [pricer.point(use, RACE[0][0]) for use in uses(row, edition, *amounts(row)[0])]))
            except KotcError:
                left.append(row.text)
    racing.sort(key=lambda entry: -_mispriced(entry[1]))
    kept = racing[: max(JUDGED, round(RACE[1][1] * len(racing)))]
    with stage(f"{edition.name}, second race", 0.2):
        again = [(row, [pricer.point(point.use, RACE[1][0]) for point in points]) for row, points in kept]
    again.sort(key=lambda entry: -_mispriced(entry[1]))
    components = []
    for i, (row, points) in enumerate([*again, *racing[len(kept) :]]):
        covering = _covering(points)
        if i >= JUDGED:
            components.append(_component(pricer, row, points, covering, precision, bands, second=False, judged=False))
            continue
        judged = min(JUDGED, len(racing))
        with stage(f"{edition.name}, verdict {i + 1} of {judged}", 0.3 / judged):
            for point in points:
                pricer.bend(point, everywhere=False)
            components.append(_component(pricer, row, points, covering, precision, bands, second=False))
    components.sort(key=lambda item: (-abs(item["premium"]["value"]), item["text"]))
    result = _result(pricer, arms, components, seed, bands)
    result.data["notes"] += [f"No simple card can carry {text!r}" for text in left]
    return result


def _mispriced(points: Sequence[_Point]) -> float:
    return abs(_covering(points).best.value)


def _covering(points: Sequence[_Point]) -> _Point:
    """Return the use that a price must cover: the one worth most of those that are played at all."""
    return max(points, key=lambda point: (point.is_played, point.best.value))


def _component(
    pricer: _Pricer,
    row: Row,
    points: Sequence[_Point],
    covering: _Point,
    precision: float,
    bands: Bands | None,
    *,
    second: bool,
    judged: bool = True,
) -> dict[str, Any]:
    probe = covering.use.probe
    home = covering.played_in(pricer.homes)
    official = covering.use.card.level
    lower = None if covering.is_played else covering.highest_played()
    other = difference = None
    if judged:
        level = official if lower is None else lower
        premium, rows, other, difference = pricer.judged(covering, home, level, precision, second=second)
        by = pricer.pilots.judge
    else:
        premium, rows, by = covering.best, RACE[0][0], pricer.pilots.screen
    word = judge_gain(premium, rows, bands)
    verdict = word.verdict
    rises = covering.curve.rises() if covering.curve is not None else None
    if covering.used is None or covering.used < LEAST_USED:
        verdict = Verdict.CANNOT
    elif not covering.is_played and (lower is None or verdict is not Verdict.OVERPRICED):
        # Nobody plays the card at its price. If it loses even where it costs less, that price is too high; else nothing is known.
        verdict = Verdict.CANNOT
    elif rises is not None:
        verdict = Verdict.PILOT_FAILS
    elif other is not None and difference is not None and contradict(word.verdict, judge_gain(other, rows, bands).verdict, difference):
        verdict = Verdict.DEPENDS
    fair, words = covering.fair() if covering.curve is not None else (None, "not asked: its premium did not stand out")
    by_profile: dict[str, Any] = {by: premium.measure() | {"verdict": str(word.verdict.value)}}
    if other is not None:
        by_profile[pricer.pilots.second] = other.measure() | {"verdict": str(judge_gain(other, rows, bands).verdict.value)}
    values = [premium.value, *([other.value] if other is not None else [])]
    homes = [one.value for one in covering.premiums.values()]
    return {
        "text": written(row, pricer.edition, probe.x, probe.t) if row.section != BODY else row.text.format(x=probe.x),
        "id": row.id,
        "official": float(probe.official),
        "fair": None if fair is None else fair.value,
        "interval": None if fair is None else fair.ends(),
        "fair_words": words,
        "verdict": str(verdict.value),
        "premium": premium.measure(),
        "use": covering.use.kind,
        "card": covering.use.card.name,
        "home": home.name,
        "at_level": official if lower is None else lower,
        "level": official,
        "brought_share": covering.brought[home.name],
        "amounts": probe.label,
        "formula": row.level.text if row.section in ("effect", "target", BODY) else f"-({row.level.text})",
        "points": [_written_point(point) for point in points],
        "by_profile": by_profile,
        "errors": {
            "sampling": premium.half_width,
            "homes": [min(homes), max(homes)],
            "pilots": [min(values), max(values)],
        },
        "curve": None if covering.curve is None else covering.curve.described(),
        "pairs": rows,
        "more_pairs": word.more_games,
        "played_share": covering.used,
        "p": normal_p(premium.value, premium.half_width / normal_quantile(0.95)) if premium.half_width > 0 else 1.0,
    }


def _written_point(point: _Point) -> dict[str, Any]:
    fair, words = point.fair() if point.curve is not None else (None, "not asked")
    by_home = []
    for i, (home, premium) in enumerate(point.premiums.items()):
        own = point.fair(point.fast[i]) if point.fast else (None, "")
        by_home.append({"home": home, **premium.measure(), "fair": None if own[0] is None else own[0].value, "fair_words": own[1]})
    return {
        "use": point.use.kind,
        "label": point.use.probe.label,
        "level": point.use.card.level,
        "card": point.use.card.name,
        "official": float(point.use.probe.official),
        "home": point.home.name,
        "premium": point.best.value,
        "premium_interval": point.best.ends(),
        "fair": None if fair is None else fair.value,
        "interval": None if fair is None else fair.ends(),
        "fair_words": words,
        "by_home": by_home,
    }


def _result(pricer: _Pricer, arms: Arms, components: list[dict[str, Any]], seed: int, bands: Bands | None) -> PriceResult:
    if components:
        for component, p in zip(components, holm([component["p"] for component in components]).adjusted, strict=True):
            component["p"] = float(p)
    shares = {component["text"]: component["played_share"] for component in components}
    edition, who = pricer.edition, pricer.pilots
    data: dict[str, Any] = {
        "command": "price",
        "edition": edition.name,
        "terms": dict(edition.terms),
        "seed": seed,
        "strategies": who.all,
        "pilots": {"fast": who.fast, "screen": who.screen, "judge": who.judge, "second": who.second or None},
        "homes": [home.name for home in pricer.homes],
        "copies": COPIES,
        "band": (bands or Bands()).gain,
        "games": arms.games,
        "pairs": arms.games // 2,
        "components": components,
        "limits": arms.limits() | {"family": len(components)} | unused(shares.items()),
        "notes": [
            "A premium is what the component adds to a card's gain at its official level, on the card that gains most by it; "
            "another card, or a deck built around it, may give another one."
        ],
    }
    return PriceResult(data)


def _fits(points: Sequence[_Point]) -> dict[str, Any]:
    """Return the line fair = slope·official + intercept and the best formula, where there are prices enough."""
    usable = [(point.use.probe, fair) for point in points if (fair := point.fair()[0]) is not None]
    if len(usable) < 3:
        return {}
    official = np.array([float(found.official) for found, _ in usable])
    prices = np.array([price.value for _, price in usable])
    error = np.array([price.half_width for _, price in usable]) / normal_quantile(0.95)
    # Probes of a wrong formula scatter by more than their errors: a floor keeps one of them from deciding alone.
    weights = 1 / (error**2 + 0.05**2)
    x = [found.x for found, _ in usable]
    t = [found.t for found, _ in usable]
    result: dict[str, Any] = {}
    if np.ptp(official) > 0:
        line = ols(np.stack([official, np.ones_like(official)], axis=1), prices, ["slope", "intercept"], weights=weights)
        result["fit"] = {name: line[name].measure() for name in ("slope", "intercept")}
    formulas = fit_formulas(x, t, official, prices, weights=weights)
    best = formulas[0]
    result["best_formula"] = printed(best.formula, [c.value for c in best.fit.coefficients])
    result["formulas"] = [
        {
            "formula": found.formula,
            "coefficients": {name: c.measure() for name, c in zip(found.fit.names, found.fit.coefficients, strict=True)},
            "support": found.support,
            "error": found.error if np.isfinite(found.error) else None,
        }
        for found in formulas
    ]
    return result


FACTORS = (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0)
"""Factors that a person would print."""
_PRINTED = ("1/4", "1/3", "1/2", "2/3", "3/4", "1", "3/2", "2", "5/2", "3", "4", "5")


def printed(formula: str, values: Sequence[float]) -> str:
    """Return a fitted formula as a person would print it: ``2*t`` for ``k*t`` with k = 1.8."""
    if formula == "a*official+b":
        return f"{values[0]:.2g}*official {'+' if values[1] >= 0 else '-'} {abs(values[1]):.2g}"
    nearest = min(range(len(FACTORS)), key=lambda i: abs(FACTORS[i] - values[0]))
    factor = "0" if values[0] < FACTORS[0] / 2 else _PRINTED[nearest]
    return formula.replace("k", factor, 1).removeprefix("1*")


def _check(found: Interval | CannotBePriced, fair: Interval | None) -> dict[str, Any]:
    if isinstance(found, CannotBePriced):
        return {"fair": None, "interval": None, "agrees": None}
    same = agrees(found, fair) if fair is not None else None
    return {"fair": found.value, "interval": [found.low, found.high], "agrees": same}
