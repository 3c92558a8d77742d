"""Probe cards: cards that carry one component of an edition's vocabulary and as little else as possible."""

import difflib
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.parser import MAX_NUMBER
from kotc_sim.games.keeper.cards.printer import compose
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility, components
from kotc_sim.games.keeper.cards.wording import forms, write
from kotc_sim.games.keeper.describe import vocabulary
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.reference import bodies, field_target, minion, needs_targets, simple_spell
from kotc_sim.games.vocabulary import SUGGESTIONS, did_you_mean, pointer, search

RELIEVED = ("destroy", "bounce", "silo", "exhaust", "sheathe", "hypnotize", "exhaust_fatigue")
"""Effects of cards that carry costs and conditions: the first, or where that costs too much, the cheapest of the first `USUAL`."""
USUAL = 4
MOST_CARRIED = 6
"""The highest level of such a card: hardly any home pays more."""
MOST_X = 4
MOST_TARGETS = 3
SIMPLE_X, SIMPLE_TARGETS = (1, 2, 4), 2
"""Amounts that simple cards of decks are made with: these of x, and so many targets at most."""
_ENDS = ".;:→ "

_AIMS = {"deploy": ("your_hand",), "negate": ("chain",), "negate_attack": ("field",), "see": ("enemy_hand", "any_hand_random", "field")}
"""Primitive → target selections that give it something to act on, the first that an edition has; else minions in play."""

_ON_FIELD = ("battlefield", "in_play", "self", "attacking_team", "defending_team")


ABILITY, SPELL, CARD = "ability of a small minion", "spell", "card"


@dataclass(frozen=True)
class Use:
    """A card with a component, the same card without it, and what the edition asks for the difference."""

    kind: str  # `ABILITY`, `SPELL`, or `CARD` for a component that is no effect
    row: Row
    x: int  # its amounts: x of the text, and the number of targets (or y, or 1)
    t: int
    card: Card  # the card with it
    base: Card | None  # the card without it; None where the card is nothing but the component: a home keeps its own
    official: Fraction  # price by the formula, unrounded: negative for a relief

    @property
    def label(self) -> str:
        """The amounts, for a table."""
        parts = []
        if "{x}" in self.row.text:
            parts.append(f"x = {self.x}")
        if "{y}" in self.row.text:
            parts.append(f"y = {self.t}")
        elif self.row.section == "effect" and "t" in self.row.level.names:
            parts.append(f"{self.t} target" + ("s" if self.t > 1 else ""))
        return ", ".join(parts) or "alone"


def write_component(row: Row, edition: Edition, x: int, t: int) -> str:
    """Return a component as printed on a card, with these amounts."""
    joined = row.section in ("cost", "effect") and edition.wording.style == "arrows"
    text = write(component_of(row, x, t), edition, single=t == 1)
    return text + row.text[-1] if joined else text


def find_row(text: str, edition: Edition) -> tuple[Row, int, int]:
    """Return the row that a text or a name stands for, with the numbers in it (0 where it has none).

    ``text``: as on a card (``place 2 Sword Counters on it.``), as in the edition (``destroy the targets.``), or the row's name
    (``destroy``, ``effect.destroy``). A `KotcError` if nothing matches, naming the nearest, or if a name stands for several rows.
    """
    wanted = text.strip()
    named = [row for row in edition.rows.values() if wanted in (row.id, row.name)]
    if len(named) > 1:
        raise KotcError(f"{wanted!r} stands for {' and '.join(row.id for row in named)}", fix="Use one of these names, or the text")
    if named:
        return named[0], 0, 0
    plain = _plain(wanted)
    for row in edition.rows.values():
        if _plain(row.text) == plain:
            return row, 0, 0
    bare = wanted.rstrip(_ENDS)
    for row in sorted(edition.rows.values(), key=lambda row: -len(row.text)):
        for form in forms(row, edition):
            for candidate in (bare, *(bare + end for end in ".;:→")):
                found = form.regex.fullmatch(candidate)
                if found is not None:
                    numbers = found.groupdict()
                    for number in filter(None, numbers.values()):
                        if not 1 <= int(number[:9]) <= MAX_NUMBER:
                            raise KotcError(f"{wanted!r} holds the number {number}", fix=f"Numbers go from 1 to {MAX_NUMBER}.")
                    return row, int(numbers.get("x") or 0), int(numbers.get("y") or 0)
    texts = {_plain(row.text): row.text for row in edition.rows.values()}
    begun = [one for one in texts if one.startswith(re.sub(r"\d+", "#", plain))]
    near = [texts[one] for one in begun[:SUGGESTIONS] or difflib.get_close_matches(plain, list(texts), SUGGESTIONS, 0.5)]
    about = [entry.text for entry in search(vocabulary(edition), wanted)]
    near = near or about[:SUGGESTIONS]
    quotes = "" if " " in wanted else 'A text of several words stands in quotes, such as "draw 1 card".'
    raise KotcError(
        f"no component of {edition.title} is called {wanted!r}",
        fix=" ".join(filter(None, (did_you_mean(near) if near else "", quotes))) or None,
        command=pointer(wanted, edition, found=bool(about)),
    )


def _plain(text: str) -> str:
    return re.sub(r"\{[xy]\}", "#", text.casefold()).strip(_ENDS)


def amounts(row: Row) -> list[tuple[int, int]]:
    """Return the amounts (x, t) at which a component is tried, the smallest first."""
    has_x = "{x}" in row.text
    second = "{y}" in row.text or (row.section == "effect" and "t" in row.level.names)
    most = min(MOST_X, row.vars.get("x", MOST_X))
    if has_x and second:
        grid = [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3), (2, 2)]
    elif has_x:
        grid = [(x, 1) for x in range(1, MOST_X + 1)]
    elif second:
        grid = [(1, t) for t in range(1, MOST_TARGETS + 2)]
    else:
        grid = [(1, 1)]
    return [(x, t) for x, t in grid if x <= most or not has_x]


def simple_amounts(row: Row) -> list[tuple[int, int]]:
    """Return the amounts (x, t) of the simple cards that decks are built with, the smallest first."""
    return [(x, t) for x, t in amounts(row) if x in SIMPLE_X and t <= SIMPLE_TARGETS]


def find_test_card(row: Row, edition: Edition, x: int = 1, t: int = 1) -> Use:
    """Return the probe of a component at these amounts; a `KotcError` if no legal card can carry it."""
    return next(list_test_cards(row, edition, x, t))


def list_test_cards(row: Row, edition: Edition, x: int = 1, t: int = 1) -> Iterator[Use]:
    """Return the cards on which a component can be measured, the usual one first, each made when it is asked for.

    Of effects and targets there is one. A `KotcError` if no legal card can carry it.
    """
    made = _TEST_CARDS[row.section](row, edition, x, t)
    first = next(made, None)
    if first is None:
        raise no_card(row)
    return itertools.chain((first,), made)


def component_of(row: Row, x: int, t: int) -> Component:
    """Return a component with its numbers: x where it has one, ``t`` as y where it has two."""
    return Component(row, x if "{x}" in row.text else 0, t if "{y}" in row.text else 0)


def ability_name(edition: Edition) -> str:
    """Return the name of a minion's ability, where the edition asks for one."""
    return "PROBE" if edition.wording.ability_names == "required" else ""


def no_card(row: Row) -> KotcError:
    """Return the error for a component that no legal card can carry."""
    return KotcError(f"no simple card can carry {row.text!r}", fix="Rate a card of your own with it: kotc-sim rate")


def _compose(
    edition: Edition, sub: SubAbility, condition: Component | None = None, costs: tuple[Component, ...] = (), *, minion: bool = False
) -> Card:
    name, body = (ability_name(edition), (2, 2)) if minion else ("", None)
    return compose(edition, (Ability(name, condition, costs, (sub,)),), body=body)


def _effect_probes(row: Row, edition: Edition, x: int, t: int) -> Iterator[Use]:
    aimed = _aim(row, edition) if needs_targets(row) else None
    if needs_targets(row) and aimed is None:
        return
    target = selecting(aimed, t) if aimed is not None else None
    effect = component_of(row, x, t)
    official = effect.value(target.value() if target is not None else Fraction(0))
    yield Use(SPELL, row, x, t, _compose(edition, SubAbility(target, (effect,))), None, official)


def _aim(row: Row, edition: Edition) -> Row | None:
    names = (name for step in row.program for primitive in step for name in _AIMS.get(primitive, ()))
    found = (field_target(edition) if name == "field" else edition.rows.get(f"target.{name}") for name in names)
    return next((one for one in found if one is not None and one.banned is None), field_target(edition))


def selecting(row: Row, t: int) -> Component:
    """Return a selection of up to ``t`` targets; where the text has one number, that is it."""
    has_y = "{y}" in row.text
    x = max(t, 3) if has_y else (t if "{x}" in row.text else 0)
    return Component(row, x, t if has_y else 0, up_to="up to" in row.text)


def _target_probes(row: Row, edition: Edition, x: int, t: int) -> Iterator[Use]:
    place = str((row.select or {}).get("from"))
    wanted: tuple[str, ...] = ("destroy", "bounce", "bury")
    if place == "self":
        wanted = ("place_sword", "place_offense", "place_generic")
    elif place == "chain":
        wanted = ("negate", "negate_effect")
    effect = _first_effect(edition, wanted)
    if effect is None:
        return
    y = min(t, x) if "{y}" in row.text else 0
    target = Component(row, x if "{x}" in row.text else 0, y, up_to="up to" in row.text)
    component = component_of(effect, 1, 1)
    card, base = _compose(edition, SubAbility(target, (component,)), minion=place == "self"), minion(edition, 2, 2)
    yield Use(CARD, row, x, t, card, base if place == "self" else None, component.value(target.value()))


def _first_effect(edition: Edition, names: Iterable[str]) -> Row | None:
    rows = (edition.rows.get(f"effect.{name}") for name in names)
    return next((row for row in rows if row is not None and row.banned is None), None)


def _relief_probes(row: Row, edition: Edition, x: int, t: int) -> Iterator[Use]:
    """Yield cards that gain something at a cost or on a condition, each with one that just gains it.

    The usual one destroys; where homes would not pay for that, it does what costs least.
    """
    first = next(_relieving(row, edition, x, t, RELIEVED), None)
    destroys = first is not None and first.card.abilities[0].subs[0].effects[0].row.name == RELIEVED[0]
    if first is None or not destroys or _level_of_both(first) > MOST_CARRIED:
        usual = list(_relieving(row, edition, x, t, RELIEVED[:USUAL]))
        if not usual:
            return
        first = min(usual, key=_level_of_both)
    yield first
    for one in _relieving(row, edition, x, t, RELIEVED):
        if one.card.text != first.card.text and _level_of_both(one) <= MOST_CARRIED:
            yield one


def _relieving(row: Row, edition: Edition, x: int, t: int, names: Sequence[str]) -> Iterator[Use]:
    """Yield a card for each of these effects that an edition has."""
    field, component = field_target(edition), component_of(row, x, t)
    for name in names:
        gain = _first_effect(edition, (name,))
        if gain is not None and field is not None:
            relief = Fraction(0) if is_factor(row, edition) else component.value()
            # Enough targets that the relief does not meet the least level of an ability.
            targets = 1
            while gain.level.evaluate(t=Fraction(targets), a=Fraction(1)) - relief < 1 and targets < 6:
                targets += 1
            sub = SubAbility(selecting(field, targets), (component_of(gain, 1, 1),))
            condition = component if row.section == "condition" else None
            costs, on_minion = (component,) if row.section == "cost" else (), _on_minion(row)
            card, base = (_compose(edition, sub, condition, costs, minion=on_minion), _compose(edition, sub, minion=on_minion))
            yield Use(CARD, row, x, t, card, base, surcharge(row, edition, component, card))


def _level_of_both(one: Use) -> int:
    """Return the higher level of the cards with and without the component."""
    assert one.base is not None
    return max(one.card.level, one.base.level)


def is_factor(row: Row, edition: Edition) -> bool:
    """Say whether a condition's number multiplies effects (11.level.1), in place of a number of levels that it takes off."""
    return row.section == "condition" and edition.rules["condition_price"] == "factor"


def surcharge(row: Row, edition: Edition, component: Component, card: Card) -> Fraction:
    """Return what a cost or condition adds to the price of a card, unrounded: negative for a relief."""
    value = component.value()
    if not is_factor(row, edition):
        return -value
    subs = (sub for ability in card.abilities for sub in ability.subs)
    effects = ((effect, sub.target.value() if sub.target is not None else Fraction(0)) for sub in subs for effect in sub.effects)
    return sum((effect.value(t, value) - effect.value(t) for effect, t in effects), Fraction(0))


def _on_minion(row: Row) -> bool:
    """Return whether only a minion in play can meet a condition, or pay a cost."""
    data = row.condition or {}
    pays = row.section == "cost" and any("remove_counters" in step for step in row.program)
    return pays or (data.get("subject") == "self" and data.get("zone") in (None, *_ON_FIELD))


def _caveat_probes(row: Row, edition: Edition, x: int, t: int) -> Iterator[Use]:
    """Yield minions with a caveat, each with the same without: the usual one has 5 HP and as little SP as its relief leaves."""
    component = component_of(row, x, t)
    relief, sp = component.value(), 2
    while price(edition, "minion", sp, 0, None, ()).level - relief < 1:
        sp += 1
    level = minion(edition, sp, 5).level
    others = [body for more in range(max(2, level - 1), level + 2) for body in steady_bodies(edition, more)]
    enough = [body for body in others if minion(edition, *body).level - relief >= 1]
    for body in dict.fromkeys([(sp, 5), *enough]):
        yield Use(CARD, row, x, t, compose(edition, (), component, body=body), minion(edition, *body), -relief)


_TEST_CARDS = {
    "effect": _effect_probes,
    "target": _target_probes,
    "cost": _relief_probes,
    "condition": _relief_probes,
    "caveat": _caveat_probes,
}


def steady_bodies(edition: Edition, level: int) -> list[tuple[int, int]]:
    """Return SP and HP of the plain minions of a level that fight and last: those with some of both."""
    return [body for body in bodies(edition, level) if min(body) > 0]


def with_more(row: Row, edition: Edition, x: int, t: int) -> tuple[Card, Card] | None:
    """Return two cards of one level, with and without a component, for mirrored decks; None if there are none.

    An effect is added to a spell that draws a card (or, in an edition without, to its plainest spell); other
    components as in `find_test_card`.
    """
    found = find_test_card(row, edition, x, t)
    if found.base is not None:
        return replace(found.card, level=found.base.level), found.base
    if row.section == "target":
        return None
    draw = edition.rows.get("effect.draw")
    base = simple_spell(edition, draw) if draw is not None else None
    if base is None:
        return None
    own = base.abilities[0]
    subs = (*own.subs, *found.card.abilities[0].subs)
    if edition.wording.style == "sentences":  # there an ability has one selection: the drawing goes along with it
        first = found.card.abilities[0].subs[0]
        subs = (SubAbility(first.target, (*first.effects, *own.subs[0].effects)),)
    return replace(compose(edition, (replace(own, subs=subs),)), level=base.level), base


def carries(card: Card, rows: Sequence[Row]) -> bool:
    """Return whether a card holds any of these components."""
    wanted = {row.id for row in rows}
    return any(component.row.id in wanted for component in components(card.caveat, card.abilities))
