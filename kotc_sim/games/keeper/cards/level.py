"""Level and Ultra Points of a card, with the bill: exact, rounded where the edition says (17.level)."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility, components
from kotc_sim.games.keeper.cards.wording import most_targets, write
from kotc_sim.games.keeper.editions import Edition, parse_formula
from kotc_sim.games.keeper.editions.formula import FormulaError


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line of a bill."""

    text: str  # what is paid for, in the words of the card
    formula: str  # the formula, such as ``2*t, t = 4``
    value: Fraction  # what the line adds to the level; the lines of a bill add up to it


@dataclass(frozen=True, slots=True)
class Bill:
    """The price of a card."""

    lines: tuple[BillLine, ...]  # they add up to `level`
    level: int
    ultra: int


def price(
    edition: Edition,
    kind: str,
    sp: int,
    hp: int,
    caveat: Component | None,
    abilities: tuple[Ability, ...],
    zero_abilities: int | None = None,
) -> Bill:
    """Price a card by its edition's formula.

    A `KotcError` if a formula of a proposal divides by zero for the numbers on the card. ``caveat``: its relief lowers the base only, to
    no less than 0 (9.caveat.17). ``zero_abilities``: in place of the edition's switch: of an older card, 0.
    """
    try:
        zeros = int(edition.rules["zero_abilities"]) if zero_abilities is None else zero_abilities
        return _price(edition, kind, sp, hp, caveat, abilities, zeros if kind == "minion" else 0)
    except FormulaError as error:
        raise KotcError(
            f"a level formula of {edition.title} fails: {error}",
            file=edition.file,
            fix="Change the formula, or limit its numbers with `vars`.",
        ) from error


def former_price(
    edition: Edition, kind: str, sp: int, hp: int, caveat: Component | None, abilities: tuple[Ability, ...], design: int
) -> Bill:
    """Price a card of an older design edition by the formulas that it may keep (17.ruling.122, 20.ruling.74); otherwise as `price`."""

    def former(cost: Component) -> Component:
        found = cost.row.former
        return cost if found is None or design >= found[0] else replace(cost, row=replace(cost.row, level=found[1]))

    as_designed = tuple(replace(ability, costs=tuple(map(former, ability.costs))) for ability in abilities)
    bill = price(edition, kind, sp, hp, caveat, as_designed, 0 if "former_level" in edition.citations else None)
    floor = 1 if kind == "spell" and design <= int(edition.rules["spell_floor_until"]) else 0  # 13.level.1
    return replace(bill, level=max(bill.level, floor))


def price_card(card: Card, edition: Edition) -> Bill:
    """Price a card that an edition has read; see `price`."""
    return price(edition, card.kind, card.sp, card.hp, card.caveat, card.abilities)


def _price(edition: Edition, kind: str, sp: int, hp: int, caveat: Component | None, abilities: tuple[Ability, ...], zeros: int) -> Bill:
    each = edition.rules["rounding"] == "ability"
    lines: list[BillLine] = []
    if kind == "minion":
        lines += _base(edition, sp, hp, caveat, round_up=each)
    least = int(edition.rules["ability_level_min" if kind == "minion" else "spell_level_min"])
    pooled = edition.rules["relief_on"] == "card"
    for number, ability in enumerate(abilities, 1):
        name = ability.name or (f"ability {number}" if len(abilities) > 1 else "the ability")
        bill = _ability(edition, ability, name, None if pooled else least if zeros == 0 else 0, round_up=each)
        zeros -= int(zeros > 0 and sum((line.value for line in bill), Fraction(0)) < least)  # 20.level.1
        lines += bill
    total = sum((line.value for line in lines), Fraction(0))
    rounded = math.ceil(total)
    if rounded != total:
        lines.append(BillLine("rounded up, once", f"ceil({total})", rounded - total))
    floor = int(edition.rules["minion_level_min"] if kind == "minion" else edition.rules["spell_level_min"])
    if rounded < floor:
        what = f"a {edition.terms.get(kind, kind)} has at least {edition.terms['level']} {floor}"
        lines.append(BillLine(what, f"max({floor}, {rounded})", Fraction(floor - rounded)))
        rounded = floor
    return Bill(tuple(lines), rounded, sum(component.row.ultra for component in components(caveat, abilities)))


def _base(edition: Edition, sp: int, hp: int, caveat: Component | None, *, round_up: bool) -> list[BillLine]:
    text = str(edition.rules["base_level"])
    value = parse_formula(text, frozenset(("sp", "hp"))).evaluate(sp=sp, hp=hp)
    shown = text.replace("sp", edition.terms["sp"]).replace("hp", edition.terms["hp"])
    lines = [BillLine(f"{sp}/{hp} {edition.terms.get('minion', 'minion')}", shown, value)]
    if caveat is not None:
        relief = caveat.value()
        lines.append(BillLine(write(caveat, edition), f"-({caveat.row.level.text})", -relief))
        value -= relief
    if round_up and math.ceil(value) != value:
        lines.append(BillLine("rounded up", f"ceil({value})", math.ceil(value) - value))
        value = Fraction(math.ceil(value))
    if value < 0:
        lines.append(BillLine("the base is at least 0", f"max(0, {value})", -value))
    return lines


def _ability(edition: Edition, ability: Ability, name: str, least: int | None, *, round_up: bool) -> list[BillLine]:
    lines = []
    factor = Fraction(1)
    if ability.condition is not None and edition.rules["condition_price"] == "factor":
        factor = ability.condition.value()
        lines.append(BillLine(write(ability.condition, edition), f"a = {ability.condition.row.level.text} = {factor}", Fraction(0)))
    elif ability.condition is not None and ability.condition.row.level.text != "0":
        lines.append(_relief(edition, ability.condition))
    lines += [_relief(edition, cost) for cost in ability.costs]
    most, taken = edition.rules["relief_limit"], -sum((line.value for line in lines), Fraction(0))
    if isinstance(most, int) and taken > most:
        lines.append(BillLine(f"condition and cost take off at most {most}", f"min({most}, {taken})", taken - most))
    for sub in ability.subs:
        lines += _sub(edition, sub, factor)
    value = sum((line.value for line in lines), Fraction(0))
    if round_up and math.ceil(value) != value:
        lines.append(BillLine(f"{name}, rounded up", f"ceil({value})", math.ceil(value) - value))
        value = Fraction(math.ceil(value))
    if least is not None and value < least:
        lines.append(BillLine(f"{name} is at least {least}", f"max({least}, {value})", least - value))
    return lines


def _relief(edition: Edition, component: Component) -> BillLine:
    return BillLine(write(component, edition), f"-({component.row.level.text})", -component.value())


def _sub(edition: Edition, sub: SubAbility, factor: Fraction) -> list[BillLine]:
    lines, t = [], Fraction(0)
    if sub.target is not None:
        t = sub.target.value()
        # The selection only sets t and adds nothing by itself (17.level.2).
        lines.append(BillLine(write(sub.target, edition), f"t = {sub.target.row.level.text} = {t}", Fraction(0)))
    most = most_targets(sub.target)
    single = most is not None and most <= 1
    for effect in sub.effects:
        formula = effect.row.level.text
        if "t" in effect.row.level.names:
            formula += f", t = {t}"
        if "a" in effect.row.level.names:
            formula += f", a = {factor}"
        lines.append(BillLine(write(effect, edition, single=single), formula, effect.value(t, factor)))
    return lines
