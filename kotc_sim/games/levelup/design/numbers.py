"""Any number of the rules of Level-Up, set to another value."""

from dataclasses import replace
from fractions import Fraction

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.editions.model import LevelUpEdition

RULES = "rules."


def number_now(edition: LevelUpEdition, name: str) -> Fraction:
    """Return a number of the rules, such as ``rules.starting_points``; a `KotcError` if there is no such number."""
    return Fraction(edition.parameters[_key(edition, name)].value)


def edition_with(edition: LevelUpEdition, name: str, value: Fraction) -> LevelUpEdition:
    """Return the edition in which a number has another value; a `KotcError` if there is no such number, or it may not have that value."""
    key = _key(edition, name)
    found = edition.parameters[key]
    if value.denominator != 1 or not found.low <= value <= found.high:
        raise KotcError(f"{name} cannot be {float(value):g}", fix=f"Use whole numbers from {found.low} to {found.high}.")
    changed = {**edition.parameters, key: replace(found, value=int(value))}
    return replace(edition, name=f"{edition.name}, {name} {int(value)}", parameters=changed)


def _key(edition: LevelUpEdition, name: str) -> str:
    key = name.removeprefix(RULES)
    if key not in edition.parameters:
        raise KotcError(f"{edition.name} has no number {name!r}", fix=f"Numbers: {', '.join(edition.parameters)}.")
    return key
