"""The published editions in their order, and what each step from one to the next changed."""

from __future__ import annotations

from typing import Any

from kotc_sim.games.keeper.editions.difference import as_json
from kotc_sim.games.keeper.editions.loader import edition_names, load_edition
from kotc_sim.games.keeper.editions.model import Edition

EARLY_TEXTS = {"kotc-12": "an early text of the 12th Edition; its published text is kotc-12-published"}
"""Shipped editions that were not published as they are, and why they are no step of the history."""


def list_published() -> list[Edition]:
    """Return the published editions, the first one first."""
    editions = [load_edition(name) for name in edition_names() if name not in EARLY_TEXTS]
    return sorted(editions, key=lambda edition: edition.number)


def step(before: Edition, after: Edition) -> dict[str, Any]:
    """Return what changes from one edition to another: ``rules`` and ``components``, as a comparison in play lists them.

    A text that stands in both under two ids counts as one component: it is left out, or ``repriced``.
    """
    changes = as_json(before, after)
    gone = {row["text"]: row for row in changes["components"] if row["change"] == ["removed"]}
    came = {row["text"]: row for row in changes["components"] if row["change"] == ["added"]}
    rows = []
    for row in changes["components"]:
        one, other = gone.get(row["text"]), came.get(row["text"])
        if one is None or other is None or row not in (one, other):
            rows.append(row)
        elif row is other and (kind := _kind(one, other)):
            rows.append({**other, "change": [kind], **{key: one[key] for key in ("official_before", "formula_before")}})
    return {"rules": changes["rules"], "components": rows}


def _kind(one: dict[str, Any], other: dict[str, Any]) -> str:
    """Return what became of a text whose id changed; empty if nothing did."""
    before, after = one["formula_before"], other["formula_after"]
    if (before is None) != (after is None):
        return "redacted" if after is None else "allowed"
    return "" if before == after else "repriced"
