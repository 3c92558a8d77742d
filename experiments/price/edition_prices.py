"""Fair levels of components under two editions: what each costs, and what it is worth, before and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from kotc_sim.experiments.encoding import as_json
from kotc_sim.experiments.price.price import price_all
from kotc_sim.experiments.worth.rate import PRECISION
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.editions.difference import smallest_price
from kotc_sim.progress import stage
from kotc_sim.runs import Playing


def add_fair_levels(
    data: dict[str, Any],
    before: Edition,
    after: Edition,
    which: str,
    *,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    seed: int = 1,
    **how: Unpack[Playing],
) -> None:
    """Add to a comparison of editions what components are worth in each of them, priced as `kotc_sim.experiments.price.price` does.

    Parameters
    ----------
    data : dict
        A result of `edition_diff`; its ``components`` gain fair price, premium and verdict ``_before`` and ``_after``.
    before, after : Edition
        The editions compared.
    which : str
        ``changed``: the components that differ; ``all``: the whole vocabulary of both.
    profiles : sequence of str
        Who plays, in place of the usual pilots.
    precision : float
        Half-width of the premiums that is aimed at, percentage points a copy.
    seed
        As for `price_all`.
    """
    sides = {"before": before, "after": after}
    rows = data["components"]
    if which == "all":
        listed = {row["id"] for row in rows}
        rows += [_is_unchanged(row) for row in before.rows.values() if row.id not in listed and row.banned is None]
    wanted = {row["id"] for row in rows}
    for side, edition in sides.items():
        with stage(f"prices {side}", 0.45):
            run = price_all(edition, profiles=profiles, precision=precision, seed=seed, **how, only=wanted)
        priced = {component.id: component for component in run.components}
        for row in rows:
            component = priced.get(row["id"])
            row |= {f"{key}_{side}": None for key in ("fair", "premium", "verdict")}
            if component is not None:
                row[f"fair_{side}"] = {"value": component.fair, "interval": as_json(component.interval)}
                row |= {f"{key}_{side}": as_json(getattr(component, key)) for key in ("premium", "verdict")}
        data["games"] += run.games or 0
        data["notes"] += [f"{edition.name}: {note}" for note in run.notes or () if note not in data["notes"]]
    what = f"{len(rows)} component{'' if len(rows) == 1 else 's'}"
    data["notes"].append(f"Fair prices of {what} at their smallest amounts; kotc-sim price finds one of them more exactly.")


def _is_unchanged(row: Row) -> dict[str, Any]:
    price = smallest_price(row)
    return {"id": row.id, "text": row.text, "official_before": price, "official_after": price}
