"""Hypothesis strategies: cards made of an edition's whole vocabulary.

Each is made once for an edition: hypothesis examines every new one, which takes longer than to draw from it.
"""

from __future__ import annotations

import functools

from hypothesis import strategies as st

from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.editions import Edition, Row

NAMES = st.sampled_from(("", "A", "THOR'S HAMMER", "PLAN 9", "ÄRA"))


@functools.cache
def perhaps(edition: Edition, section: str) -> st.SearchStrategy[Component | None]:
    """Return none, or a use of a row of a section."""
    return st.none() | components(edition, section)


@functools.cache
def some(edition: Edition, section: str, least: int, most: int) -> st.SearchStrategy[list[Component]]:
    """Return so many uses of rows of a section."""
    return st.lists(components(edition, section), min_size=least, max_size=most)


@functools.cache
@st.composite
def components(draw: st.DrawFn, edition: Edition, section: str) -> Component:
    """Return a use of any row of a section, with any numbers it allows."""
    row = draw(st.sampled_from(edition.section(section)))
    x, y = (draw(st.integers(1, row.vars.get(name, 40))) if f"{{{name}}}" in row.text else 0 for name in "xy")
    return Component(row, x, y, draw(_up_to(row, x, y, edition)))


def _up_to(row: Row, x: int, y: int, edition: Edition) -> st.SearchStrategy[bool]:
    if row.section != "target" or "up to" not in row.text or row.select is None:
        return st.just(False)
    count = x if row.select["count"] == "x" else y
    return st.booleans() if count == 1 and edition.wording.up_to_dropped else st.just(True)


@functools.cache
@st.composite
def subs(draw: st.DrawFn, edition: Edition) -> SubAbility:
    """Return a sentence: perhaps a target selection, then effects."""
    target = draw(perhaps(edition, "target"))
    return SubAbility(target, tuple(draw(some(edition, "effect", 1, 3))))


@functools.cache
@st.composite
def abilities(draw: st.DrawFn, edition: Edition, name: str) -> Ability:
    """Return an ability of any shape that the edition's wording has."""
    most_costs, most_subs = (4, 3) if edition.wording.style == "arrows" else (1, 1)
    return Ability(
        name,
        draw(perhaps(edition, "condition")),
        tuple(draw(some(edition, "cost", 0, most_costs))),
        tuple(draw(st.lists(subs(edition), min_size=1, max_size=most_subs))),
    )


@functools.cache
@st.composite
def card_texts(draw: st.DrawFn, edition: Edition) -> tuple[str, Component | None, tuple[Ability, ...]]:
    """Return kind, caveat and abilities of a card."""
    kind = draw(st.sampled_from(("minion", "spell")))
    if kind == "spell":
        return kind, None, (draw(abilities(edition, "")),)
    caveat = draw(perhaps(edition, "caveat")) if edition.section("caveat") else None
    named = edition.wording.style == "arrows"
    names = draw(st.lists(NAMES.filter(bool) if named else st.just(""), max_size=3))
    return kind, caveat, tuple(draw(abilities(edition, name)) for name in names)
