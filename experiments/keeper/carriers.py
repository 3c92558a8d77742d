"""Decks that carry a component: a home with eight copies of the card that carries it."""

from __future__ import annotations

from collections.abc import Sequence

from kotc_sim.errors import KotcError
from kotc_sim.experiments.edition.carried import Carried
from kotc_sim.experiments.keeper.carry import carry
from kotc_sim.experiments.keeper.probes import amounts
from kotc_sim.experiments.keeper.table import KeeperTable
from kotc_sim.experiments.keeper.uses import uses
from kotc_sim.experiments.worth.gain import COPIES
from kotc_sim.experiments.worth.homes import homes_of
from kotc_sim.games.keeper.editions import Edition

HOME = "middle"
"""Whose deck is built on: it pays for most cards, early enough to use them."""


def carriers(ids: Sequence[str], before: Edition, after: Edition) -> list[Carried]:
    """Return decks in both editions that hold these components, one each.

    Parameters
    ----------
    ids : sequence of str
        Components that both editions have.
    before, after : Edition
        An edition and a proposal for it.

    Returns
    -------
    list of Carried
        In this order; without those that no simple card can carry, or that one of the editions bans. Empty if the edition has no homes yet.
    """
    table = KeeperTable(before)
    try:
        home = next(home for home in homes_of(table, find=False) if home.name == HOME)
    except KotcError:
        return []
    made = []
    for name in ids:
        row, other = before.rows.get(name), after.rows.get(name)
        if row is None or other is None or row.banned is not None or other.banned is not None:
            continue
        try:
            use = min(uses(row, before, *amounts(row)[0]), key=lambda use: use.card.level)
        except KotcError:
            continue
        deck = table.deck(home, table.placed(home, use.card, COPIES), f"{home.name} home with {COPIES} “{use.card.name}”")
        found = carry(deck, before, after)
        if found.before is not None:
            made.append(found)
    return made
