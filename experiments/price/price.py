"""Is a component overpriced? Premiums of cards that carry it, each at its own official level, and fair prices.

    premium = gain(card with the component, at its level) − gain(card without it, at its level)          points a copy

in the same slots of the same home, on the mean of all homes, on two kinds of carriers (`uses`); the more expensive use is the one that a
price must cover. The fair price is the level at which the card with the component gains what the card without it gains, less the level of
the latter.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Unpack

from kotc_sim import games
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.pilots import pilots_of, searches
from kotc_sim.experiments.price.component import describe, fit, write_point
from kotc_sim.experiments.price.mirrored import Mirror, agrees
from kotc_sim.experiments.price.pricer import PICK_ROWS, Pricer, covering_of
from kotc_sim.experiments.price.race import race
from kotc_sim.experiments.price.result import ComponentPrice, CrossCheck, PriceResult
from kotc_sim.experiments.price.synergy import describe_company, price_with_partners
from kotc_sim.experiments.statistics.hypotheses import holm
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.statistics.verdicts import FAIR_GAIN
from kotc_sim.experiments.worth.judging import PRECISION, ROUGH
from kotc_sim.experiments.worth.result import TextLimits
from kotc_sim.games.hosts import COPIES
from kotc_sim.games.keeper.design.bodies import BODY, STATS, body_row, body_uses
from kotc_sim.games.keeper.design.test_cards import amounts, find_row, with_more
from kotc_sim.games.keeper.design.uses import uses
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.progress import stage
from kotc_sim.runs import Playing

MIRROR_PAIRS = 9_000
MOST_AMOUNTS = 4
"""Amounts of a component that are tried by default: each takes two curves."""
SHARES = (0.06, 0.08, 0.11, 0.21, 0.25, 0.27, 0.02)
"""How the time of a component divides into the stages, about: cards, homes, partners, curves, verdict, other amounts, cross-check."""


def price_components(
    texts: Sequence[str],
    edition: Edition,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    cross_check: bool = True,
    most_amounts: int = MOST_AMOUNTS,
    seed: int = 1,
    **how: Unpack[Playing],
) -> PriceResult:
    """Price components over several amounts, and fit formulas to the prices.

    - ``texts``: each a component's text or name, see `test_cards.find_row`; numbers in a text choose the amounts judged. ``sp`` and ``hp``
      stand for points of a plain minion's body.
    - ``profiles``: who plays, in place of the usual pilots: the strongest judges, the next one checks.
    - ``precision``: half-width of the premium's interval that is aimed at, percentage points a copy.
    - ``cross_check``: whether to add the second estimate, from mirrored decks.
    - ``most_amounts``: amounts of a component that are tried at most; for a first word (`ROUGH`) it is one.

    A `KotcError` if a component does not exist, or no simple card can carry it.
    """
    wanted: list[tuple[Row, list[tuple[int, int]]]] = []
    most_amounts = 1 if precision > ROUGH else most_amounts
    for text in texts:
        if text.strip().lower() in STATS:
            body = body_row(text.strip().lower(), edition)
            wanted.append((body, [(use.x, use.t) for (use,) in body_uses(body, edition)[:most_amounts]]))
            continue
        row, x, y = find_row(text, edition)
        at = amounts(row)
        if x:
            at = [(x, max(1, y)), *(entry for entry in at if entry != (x, max(1, y)))]
        for entry in at[:most_amounts]:
            uses(row, edition, *entry)
        wanted.append((row, at[:most_amounts]))
    arms = PairedRuns(seed, **how)
    pricer = Pricer(edition, pilots_of(games.of(edition), profiles), arms, rough=precision > ROUGH)
    mirror = Mirror(edition, arms, MIRROR_PAIRS if not searches(pricer.pilots.fast) else MIRROR_PAIRS // 40)
    components = []
    for row, at in wanted:
        with stage(row.text.strip(".;:→"), 1 / len(wanted)):
            mirrored = cross_check and row.section != BODY
            components.append(_price(pricer, row, at, mirror if mirrored else None, precision))
    return _result(pricer, arms, components, seed)


def _price(pricer: Pricer, row: Row, at: Sequence[tuple[int, int]], mirror: Mirror | None, precision: float) -> ComponentPrice:
    """Return a component with its prices at some amounts, the first of which has the verdict."""
    played = (*SHARES[:5], SHARES[5] if len(at) > 1 else 0.0, SHARES[6] if mirror is not None else 0.0)
    shares = [share / sum(played) for share in played]
    with stage("choosing cards", shares[0]):
        carriers = body_uses(row, pricer.edition)[: len(at)] if row.section == BODY else [pricer.carriers(row, *entry) for entry in at]
    with stage("choosing homes", shares[1]):
        first = [pricer.point(use) for use in carriers[0]]
    with stage("partners", shares[2]):
        together = price_with_partners(pricer, row, carriers[0])
    first += [] if together is None else [together.point]
    with stage("fair price", shares[3]):
        for point in first:
            pricer.bend(point)
    covering = covering_of(first)
    with stage("verdict", shares[4]):
        described = describe(pricer, row, first, covering, precision, FAIR_GAIN, second=True)
    more = []
    with stage("other amounts", shares[5]):
        for one in carriers[1:]:
            use = next(use for use in one if use.kind == covering.use.kind)
            point = pricer.point(use, PICK_ROWS, covering.company.partner if covering.company is not None else None)
            pricer.bend(point, further=True)
            more.append(point)
    points = (*described.points, *(write_point(point) for point in more))
    described = replace(described, company=describe_company(together, covering), points=points)
    if row.section != BODY:
        described = fit(described, row, pricer.edition, [covering, *more])
    pair = with_more(row, pricer.edition, covering.use.x, covering.use.t) if mirror is not None else None
    if mirror is not None and pair is not None:
        with stage("cross-check", shares[6]):
            check = mirror.price(*pair, pricer.pilots.fast)
        described = replace(described, cross_check=_check(check, covering.fair()[0]))
    return described


def price_all(
    edition: Edition,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    seed: int = 1,
    only: Collection[str] | None = None,
    **how: Unpack[Playing],
) -> PriceResult:
    """Price every legal component of an edition, or those of ``only``, at its smallest amounts by a race, the worst mispriced first.

    All play a little, those furthest from a premium of zero more, and the last dozen are played by the judge. The other arguments are those
    of `price_components`; p-values are adjusted for the whole family (Holm). Components that no simple card can carry are listed in the
    notes, ids that the edition does not have are left out.
    """
    arms = PairedRuns(seed, **how)
    pricer = Pricer(edition, pilots_of(games.of(edition), profiles), arms)
    running = [row for row in edition.rows.values() if row.banned is None and (only is None or row.id in only)]
    found, left = race(pricer, running, precision, company=True)
    components = sorted((one.found for one in found), key=lambda item: (-abs(item.premium.value), item.text))
    left_out = [f"No simple card can carry {row.text!r}" for row, _ in left]
    return _result(pricer, arms, components, seed, left_out)


def _result(pricer: Pricer, arms: PairedRuns, components: Sequence[ComponentPrice], seed: int, notes: Sequence[str] = ()) -> PriceResult:
    edition, who = pricer.edition, pricer.pilots
    adjusted = holm([component.p for component in components]) if components else ()
    return PriceResult(
        edition=edition.name,
        terms=dict(edition.terms),
        seed=seed,
        strategies=tuple(who.all),
        pilots=who,
        homes=tuple(home.name for home in pricer.homes),
        copies=COPIES,
        band=FAIR_GAIN,
        games=arms.games,
        pairs=arms.games // 2,
        components=tuple(replace(component, p=float(p)) for component, p in zip(components, adjusted, strict=True)),
        limits=arms.limits(TextLimits, len(components), {one.text: one.played_share for one in components}.items()),
        notes=(
            "A premium is what the component adds to a card's gain at its official level, on the card, and with the partner, "
            "that gains most by it; another card or deck may give another one.",
            *notes,
        ),
    )


def _check(found: Interval | None, fair: Interval | None) -> CrossCheck:
    if found is None:
        return CrossCheck(fair=None, interval=None, agrees=None)
    return CrossCheck(fair=found.value, interval=found.ends, agrees=agrees(found, fair) if fair is not None else None)
