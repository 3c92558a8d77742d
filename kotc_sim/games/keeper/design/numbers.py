"""Any number of an edition of Keeper of the Cards, set to another value: a rule's, or the one in front of a component's formula."""

from fractions import Fraction

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.design.bodies import BODY, STATS
from kotc_sim.games.keeper.design.printable import factor_of, with_factor
from kotc_sim.games.keeper.design.proposal import Proposal, has_body_prices
from kotc_sim.games.keeper.design.test_cards import find_row
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import Range, Switch

RULES = "rules."


def number_now(edition: Edition, name: str) -> Fraction:
    """Return a number as the edition has it.

    ``name``: ``rules.starting_hp``; or a component's text or name, ``sp`` or ``hp``: then the number in front of its formula. A
    `KotcError` if there is no such number.
    """
    if name.startswith(RULES):
        return Fraction(int(edition.rules[_switch(edition, name).name]))
    return factor_of(Proposal(edition).row(_row_id(edition, name)).level)


def with_number(edition: Edition, name: str, value: Fraction) -> Proposal:
    """Return a proposal in which a number has another value; a `KotcError` if there is no such number, or it may not have that value."""
    start = Proposal(edition)
    if not name.startswith(RULES):
        row_id = _row_id(edition, name)
        if value < 0:
            raise KotcError(f"{name} cannot cost {value}", fix="Use 0 or more.")
        return start.changed(row_id, with_factor(start.row(row_id).level, value))
    switch = _switch(edition, name)
    if switch.values == "bool":
        if value not in (0, 1):
            raise KotcError(f"{name} is true or false, not {value}", fix="Write 0..1.")
        return start.set_rule(switch.name, bool(value))
    assert isinstance(switch.values, Range)
    if value.denominator != 1 or not switch.values.low <= value <= switch.values.high:
        low, high = switch.values.low, switch.values.high
        raise KotcError(f"{name} cannot be {float(value):g}", fix=f"Use whole numbers from {low} to {high}.")
    return start.set_rule(switch.name, int(value))


def edition_with(edition: Edition, name: str, value: Fraction) -> Edition:
    """Return the edition in which a number has another value; errors as `with_number`."""
    return with_number(edition, name, value).priced()


def _switch(edition: Edition, name: str) -> Switch:
    """Return a rule that is a number, or true or false."""
    known = {key: switch for key, switch in SWITCHES.items() if isinstance(switch.values, Range) or switch.values == "bool"}
    key = name.removeprefix(RULES)
    if key not in known:
        raise KotcError(f"{edition.name} has no number {name!r} among its rules", fix=f"Numbers: {', '.join(known)}.")
    if not isinstance(edition.rules[key], int):
        raise KotcError(f"{name} is {edition.rules[key]!r} in {edition.name}", fix="Sweep a rule that has a number there.")
    return known[key]


def _row_id(edition: Edition, name: str) -> str:
    if name.strip().lower() in STATS:
        if not has_body_prices(edition):
            raise KotcError(f"{edition.name} has no price for each point of SP and HP", fix="Sweep the price of a text.")
        return f"{BODY}.{name.strip().lower()}"
    if name.strip() in SWITCHES:
        raise KotcError(f"{name.strip()} is a rule of {edition.name}", fix=f"Write {RULES}{name.strip()}")
    return find_row(name, edition)[0].id
