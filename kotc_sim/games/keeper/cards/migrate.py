"""What a card becomes in another edition: by the listed replacements, else component by component."""

from dataclasses import dataclass, replace

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import age_problems, card_problems
from kotc_sim.games.keeper.cards.level import former_price, price
from kotc_sim.games.keeper.cards.parser import parse_normalized, parse_text
from kotc_sim.games.keeper.cards.printer import write_text
from kotc_sim.games.keeper.cards.text import apply_replacements, normalize, refurbish
from kotc_sim.games.keeper.cards.tree import Ability, Component, components
from kotc_sim.games.keeper.cards.wording import forms, write
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.protocol import Problem


@dataclass(frozen=True, slots=True)
class Migration:
    """The way of a card into another edition."""

    card: Card | None  # what it becomes, with the text and the level of that edition; ``None`` if it cannot be written there
    playable: bool  # whether the printed card itself may be used in that edition
    problems: tuple[Problem, ...]  # why it may not
    missing: tuple[str, ...]  # texts that have no counterpart
    rules: tuple[str, ...]  # ids of the replacements made


def migrate(card: Card, source: Edition, target: Edition, *, unprinted: bool = False) -> Migration:
    """Say what a card becomes in another edition, or why nothing.

    The edition's own list of replacements comes first (17.refurbish, 9.revised). A card that is not readable after it is carried over
    component by component: by its replaced text, by the component's id, or by an equal program. ``unprinted``: a card that states no level
    has none that could be wrong in the other edition; else it is taken to be printed with the level that its own edition gives.
    """
    text = normalize(card.text, target, card.file, card.line)
    problems = list(age_problems(text, card.design_edition, target, card.file, card.line))
    rules: tuple[str, ...] = ()
    if card.design_edition is not None and card.design_edition < target.number:
        text, made = refurbish(text, target, card.design_edition)
        rules = tuple(entry.rule for entry in made)
    rules += tuple(entry.rule for entry in target.aliases if apply_replacements(text, (entry,), target) is not text)
    try:
        caveat, abilities = parse_normalized(text, target, card.kind)
        missing: tuple[str, ...] = ()
    except KotcError:
        rules = ()
        caveat, abilities, missing = _by_components(card, source, target)
        problems.append(
            Problem(
                target.citations.get("level", ""),
                f"{card.name}: its text is not written in the words of {target.title}",
                "Say in other words what has no counterpart." if missing else "Design it again, with the text given.",
                card.file,
                card.line,
            )
        )
    if missing:
        return Migration(None, False, tuple(problems), missing, ())
    new = _rebuilt(card, caveat, abilities, target)
    if new is None:
        return Migration(None, False, tuple(problems), (f"the form of the text, in {target.title}",), ())
    printed = card.printed_level if card.printed_level is not None or unprinted else card.level
    level = new.level
    if card.design_edition is not None and card.design_edition < target.number:
        former = former_price(target, card.kind, card.sp, card.hp, caveat, abilities, card.design_edition).level
        level = former if printed == former else level
    as_printed = replace(new, level=level, printed_level=printed, printed_ultra=card.printed_ultra, design_edition=card.design_edition)
    problems += [problem for problem in card_problems(as_printed, target) if problem not in problems]
    return Migration(new, not problems, tuple(problems), (), rules)


def _rebuilt(card: Card, caveat: Component | None, abilities: tuple[Ability, ...], target: Edition) -> Card | None:
    text = write_text(caveat, abilities, target)
    try:
        parse_text(text, target, card.kind)
    except KotcError:
        return None  # the components exist, but not in this arrangement: two costs, for instance
    bill = price(target, card.kind, card.sp, card.hp, caveat, abilities)
    return replace(
        card,
        abilities=abilities,
        caveat=caveat,
        level=bill.level,
        printed_level=None,
        ultra=bill.ultra,
        printed_ultra=None,
        edition=target.name,
        design_edition=target.number,
        text=text,
        problems=(),
    )


def _by_components(card: Card, source: Edition, target: Edition) -> tuple[Component | None, tuple[Ability, ...], tuple[str, ...]]:
    found = {component: counterpart(component, source, target) for component in components(card.caveat, card.abilities)}
    missing = tuple(write(component, source) for component, other in found.items() if other is None)
    if missing:
        return None, (), missing

    def carried(component: Component) -> Component:
        other = found[component]
        assert other is not None
        return other

    unnamed = "ABILITY" if target.wording.style == "arrows" and card.kind == "minion" else ""
    abilities = tuple(replace(ability.with_each(carried), name=ability.name or unnamed) for ability in card.abilities)
    return card.caveat and carried(card.caveat), abilities, ()


def counterpart(component: Component, source: Edition, target: Edition) -> Component | None:
    """Return the component of another edition that says the same, with the same numbers (1 where the older text has none), or ``None``."""
    row = component.row
    text = normalize(write(component, source), target)
    text = apply_replacements(refurbish(text, target)[0], target.aliases, target)
    for other in target.section(row.section):
        for form in forms(other, target):
            match = form.regex.fullmatch(text.shown)
            if match is not None:
                numbers = match.groupdict()
                return Component(other, int(numbers.get("x") or 0), int(numbers.get("y") or 0), form.up_to)
    meaning = (row.program, row.select, row.condition)
    alike = (one for one in target.section(row.section) if (one.program, one.select, one.condition) == meaning != ((), None, None))
    same = target.rows.get(row.id) or next(alike, None)
    if same is None:
        return None
    x, y = (value or 1 if mark in same.text else 0 for mark, value in (("{x}", component.x), ("{y}", component.y)))
    up_to = same.section == "target" and "up to" in same.text and max(component.x, component.y) > 1
    return Component(same, x, y, component.up_to or up_to)
