"""The published editions in their order, and what each step from one to the next changed."""

from kotc_sim.games.design import ComponentChange, EditionChanges
from kotc_sim.games.keeper.editions.difference import list_changes
from kotc_sim.games.keeper.editions.draft import edition_names
from kotc_sim.games.keeper.editions.loader import load_edition
from kotc_sim.games.keeper.editions.model import Edition

EARLY_TEXTS = {"kotc-12": "an early text of the 12th Edition; its published text is kotc-12-published"}
"""Shipped editions that were not published as they are, and why they are no step of the history."""


def list_published() -> list[Edition]:
    """Return the published editions, the first one first."""
    editions = [load_edition(name) for name in edition_names() if name not in EARLY_TEXTS]
    return sorted(editions, key=lambda edition: edition.number)


def step(before: Edition, after: Edition) -> EditionChanges:
    """Return what changes from one edition to another, as a comparison in play lists it.

    A text that stands in both under two ids counts as one component: it is left out, or ``repriced``.
    """
    changes = list_changes(before, after)
    gone, came = ({row.text: row for row in changes.components or () if row.change == (word,)} for word in ("removed", "added"))
    rows = []
    for row in changes.components or ():
        one, other = gone.get(row.text), came.get(row.text)
        if one is None or other is None or row not in (one, other):
            rows.append(row)
        elif row is other and (kind := _kind(one, other)):
            rows.append(other._replace(change=(kind,), official_before=one.official_before, formula_before=one.formula_before))
    return changes._replace(components=tuple(rows))


def _kind(one: ComponentChange, other: ComponentChange) -> str:
    """Return what became of a text whose id changed; empty if nothing did."""
    before, after = one.formula_before, other.formula_after
    if (before is None) != (after is None):
        return "redacted" if after is None else "allowed"
    return "" if before == after else "repriced"
