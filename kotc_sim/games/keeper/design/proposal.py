"""Changed prices of an edition: as an edition in memory while they are tried, and as the file that a designer would write."""

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from kotc_sim.games.hosts import quote
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.tree import Component
from kotc_sim.games.keeper.design.bodies import BODY, STATS, body_row
from kotc_sim.games.keeper.editions import Edition, Formula, Row, parse_formula
from kotc_sim.games.keeper.editions.draft import PLURAL
from kotc_sim.games.keeper.editions.model import Switch
from kotc_sim.games.switches import word

BASE_LEVEL = "base_level"
_GRID = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (3, 5), (7, 4))
"""SP and HP of bodies by which a formula is seen to be a sum of a price for each point."""


@dataclass(frozen=True)
class Proposal:
    """An edition with some prices changed."""

    edition: Edition  # what it extends: prices that do not change are its own
    # new formula by the component's id; ``body.sp`` and ``body.hp`` stand for what points of a minion's body cost (x)
    formulas: Mapping[str, Formula] = field(default_factory=dict)
    rules: Mapping[str, Switch] = field(default_factory=dict)  # new values of rule switches

    def changed(self, row_id: str, formula: Formula) -> "Proposal":
        """Return the proposal with one price more; the edition's own formula takes a change back."""
        kept = self.without(row_id)
        same = formula.tree == self.row_before(row_id).level.tree
        return kept if same else replace(kept, formulas={**kept.formulas, row_id: formula})

    def set_rule(self, name: str, value: Switch) -> "Proposal":
        """Return the proposal with one rule more; the edition's own value takes a change back."""
        kept = {key: one for key, one in self.rules.items() if key != name}
        return replace(self, rules=kept if value == self.edition.rules[name] else {**kept, name: value})

    def without(self, row_id: str) -> "Proposal":
        """Return the proposal with one price taken back."""
        return replace(self, formulas={key: one for key, one in self.formulas.items() if key != row_id})

    def row_before(self, row_id: str) -> Row:
        """Return a component as the edition prices it."""
        section, _, stat = row_id.partition(".")
        return body_row(stat, self.edition) if section == BODY else self.edition.rows[row_id]

    def row(self, row_id: str) -> Row:
        """Return a component as the proposal prices it."""
        before = self.row_before(row_id)
        return replace(before, level=self.formulas.get(row_id, before.level))

    def priced(self) -> Edition:
        """Return the edition that it makes; the edition itself if nothing changes."""
        if not self.formulas and not self.rules:
            return self.edition
        rows = {key: self.row(key) if key in self.formulas else row for key, row in self.edition.rows.items()}
        rules = dict(self.edition.rules) | dict(self.rules)
        if any(key.startswith(f"{BODY}.") for key in self.formulas):
            rules[BASE_LEVEL] = self.base_level()
        named = f"{self.edition.name}, {self.digest}"
        return replace(self.edition, name=named, title=named, rows=rows, rules=rules)

    def base_level(self) -> str:
        """Return the formula of a body's price."""
        if not any(key.startswith(f"{BODY}.") for key in self.formulas):
            return str(self.edition.rules[BASE_LEVEL])
        return " + ".join(_term(self.row(f"{BODY}.{stat}").level.evaluate(x=1), stat) for stat in STATS)

    @property
    def digest(self) -> str:
        """A name for these prices."""
        said = {key: formula.text for key, formula in self.formulas.items()} | {f"rules.{key}": one for key, one in self.rules.items()}
        text = "\n".join(f"{key}: {said[key]}" for key in sorted(said))
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def yaml(self, name: str, out: Path | None, heading: str, comment: Callable[[str], str]) -> str:
        """Return the file of the proposal.

        ``out``: where it is going to lie: an edition in a file is named from there. ``comment``: what stands beside a changed price, by the
        component's id, or a changed rule, by ``rules.`` and its name.
        """
        extends = self.edition.name
        if self.edition.base != self.edition.name:
            extends = os.path.relpath(self.edition.file, out.parent if out is not None else Path())
        lines = [f"# {line}" for line in heading.splitlines()]
        lines += [f"name: {quote(name)}", f"extends: {quote(extends)}"]
        bodies = [f"{BODY}.{stat}" for stat in STATS if f"{BODY}.{stat}" in self.formulas]
        lines += ["rules:"] if self.rules or bodies else []
        lines += [f"  {key}: {word(value)}  # {comment(f'rules.{key}')}" for key, value in self.rules.items()]
        if bodies:
            lines.append(f"  {BASE_LEVEL}: {self.base_level()}  # {'; '.join(comment(key) for key in bodies)}")
        for section, plural in PLURAL.items():
            rows = [row for row in self.edition.section(section) if row.id in self.formulas]
            lines += [f"{plural}:"] if rows else []
            lines += [f"  {row.name}: {{level: {self.formulas[row.id].text}}}  # {comment(row.id)}" for row in rows]
        return "\n".join(lines) + "\n"


def has_body_prices(edition: Edition) -> bool:
    """Say whether a minion's body costs a price for each point of SP and each of HP, and nothing else."""
    formula = parse_formula(str(edition.rules[BASE_LEVEL]), frozenset(STATS))
    one = {stat: body_row(stat, edition).level.evaluate(x=1) for stat in STATS}
    return all(formula.evaluate(sp=sp, hp=hp) == sp * one["sp"] + hp * one["hp"] for sp, hp in _GRID)


def level_in(card: Card, edition: Edition) -> int:
    """Return what a card costs by the prices of another edition with the same components."""

    def own(component: Component) -> Component:
        return replace(component, row=edition.rows[component.row.id])

    abilities = tuple(ability.with_each(own) for ability in card.abilities)
    return price(edition, card.kind, card.sp, card.hp, card.caveat and own(card.caveat), abilities).level


def _term(each: Fraction, stat: str) -> str:
    """Return what points of a stat cost: ``sp``, ``2*sp``, ``hp/2``, ``3*hp/2``."""
    above = stat if each.numerator == 1 else f"{each.numerator}*{stat}"
    return above if each.denominator == 1 else f"{above}/{each.denominator}"
