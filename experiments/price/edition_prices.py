"""Fair levels of components under two editions: what each costs, and what it is worth, before and after."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from kotc_sim.experiments.edition.result import ComponentDifference, EditionDiffResult, FairPrice, FairPrices
from kotc_sim.experiments.price.price import price_all
from kotc_sim.experiments.worth.judging import PRECISION
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.editions.difference import smallest_price
from kotc_sim.progress import stage
from kotc_sim.runs import Playing


def with_fair_levels(
    result: EditionDiffResult,
    before: Edition,
    after: Edition,
    which: str,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    seed: int = 1,
    **how: Unpack[Playing],
) -> EditionDiffResult:
    """Return a comparison of editions with what components are worth in each, priced as `kotc_sim.experiments.price.price` does.

    ``which`` is ``changed``: the components that differ; or ``all``: the whole vocabulary of both. ``profiles`` play, in place of the usual
    pilots; ``precision`` is the half-width of the premiums that is aimed at, percentage points a copy.
    """
    rows = list(result.components or ())
    if which == "all":
        listed = {row.id for row in rows}
        rows += [_is_unchanged(row) for row in before.rows.values() if row.id not in listed and row.banned is None]
    wanted = {row.id for row in rows}
    fair = {row.id: FairPrices() for row in rows}
    games, pairs, notes = result.games or 0, result.pairs or 0, list(result.notes or ())
    for side, edition in (("before", before), ("after", after)):
        with stage(f"prices {side}", 0.45):
            run = price_all(edition, profiles=profiles, precision=precision, seed=seed, **how, only=wanted)
        for one in run.components:
            price = FairPrice(value=one.fair, interval=one.interval)
            found: Any = {f"fair_{side}": price, f"premium_{side}": one.premium, f"verdict_{side}": one.verdict}
            fair[one.id] = replace(fair[one.id], **found)
        games += run.games or 0
        pairs += run.pairs or 0
        notes += [f"{edition.name}: {note}" for note in run.notes or () if note not in notes]
    what = f"{len(rows)} component{'' if len(rows) == 1 else 's'}"
    notes.append(f"Fair prices of {what} at their smallest amounts; kotc-sim price finds one of them more exactly.")
    components = tuple(replace(row, fair=fair[row.id]) for row in rows)
    return replace(result, components=components, games=games, pairs=pairs, notes=tuple(notes))


def _is_unchanged(row: Row) -> ComponentDifference:
    price = smallest_price(row)
    return ComponentDifference(id=row.id, text=row.text, official_before=price, official_after=price)
