"""Two cards in one home: what one needs and the other supplies, and the places that each of them takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kotc_sim.experiments.worth.gain import COPIES
from kotc_sim.experiments.worth.table import Home, Table

Facets = frozenset[tuple[str, str]]
"""Pairs of what and where, such as ``("destroyed", "hand")``."""

COPIES_BESIDE = 8
"""Copies of a partner beside the copies of a card."""
MOST_OF_A_KIND, MOST = 3, 8
"""Partners that are tried for one need or supply, and in all."""


@dataclass(frozen=True)
class Ties:
    """What a card, or a part of one, asks of its owner's cards, and what it brings about.

    Attributes
    ----------
    needs, supplies : frozenset of (str, str)
    """

    needs: Facets
    supplies: Facets

    def meets(self, other: Ties) -> Facets:
        """Return what one of the two needs and the other supplies."""
        return (self.needs & other.supplies) | (self.supplies & other.needs)


def some_of_each(found: Sequence[tuple[Any, Facets]]) -> list[Any]:
    """Return cards, the first `MOST_OF_A_KIND` of each facet that they share with another card; no name twice."""
    taken: dict[str, Any] = {}
    for facet in sorted(frozenset().union(*(shared for _, shared in found))):
        for card in [card for card, shared in found if facet in shared][:MOST_OF_A_KIND]:
            taken.setdefault(card.name, card)
    return list(taken.values())


def home_beside(table: Table, home: Home, card: Any, partner: Any) -> Home:
    """Return a home with copies of a partner in those of its places that the copies of a card, tried in it, leave."""
    home = table.suited(home, (card, partner))
    slots = table.slots(home, card)
    left = tuple(i for i in table.slots(home, partner) if i not in slots[:COPIES])
    return replace(home, cards=table.placed(replace(home, slots=left), partner, COPIES_BESIDE), slots=slots)
