"""Natural partners of a component: simple cards that feed it, or that it feeds, read from the programs of an edition.

A cost that destroys cards in the hand is worth more with cards that answer it; a cost of counters is worth nothing where nobody places
any. What a component asks of its owner's cards is a *need*, what it brings about a *supply*. A partner supplies what the component needs,
or needs what it supplies.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.design import MOST_PARTNERS as MOST
from kotc_sim.games.design import NeedsAndSupplies, some_of_each
from kotc_sim.games.hosts import COPIES_BESIDE
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.design.test_cards import MOST_CARRIED, amounts, carries
from kotc_sim.games.keeper.design.uses import carrying_bodies, on_body, uses
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.editions.expression import parse_expression

COUNTERS = ("counters", "")
BODIES = ("cards", "battlefield")
POINTS = ("hit points", "you")
_PLACES = {
    "in_play": "battlefield",
    "self": "battlefield",
    "attacking_team": "battlefield",
    "defending_team": "battlefield",
    "deck_top": "deck",
    "excavated": "deck",
}
_STATES = {"your_minions": "battlefield", "your_hand": "hand", "your_granary": "granary", "your_grave": "grave"}
_BODIES = ("craft", "clone", "embody", "hypnotize")
_WOUNDS = ("damage", "damage_total", "assign_dice")


def partners(row: Row, carriers: Sequence[Card], edition: Edition) -> list[Card]:
    """Return simple cards of an edition with which a component could be worth more, the cheapest first.

    ``carriers``: what carries it: what their selections reach decides what it brings about. They are at most `MOST`; none where nothing in
    the vocabulary has to do with it.
    """
    own = [read_needs(card, row, edition, alone=True) for card in carriers]
    wanted = NeedsAndSupplies(frozenset().union(*(one.needs for one in own)), frozenset().union(*(one.supplies for one in own)))
    found = [
        (card, shared)
        for other, card, tied in (_simple_cards(edition) if wanted.needs or wanted.supplies else ())
        if (shared := wanted.meets(tied)) and other is not row and not carries(card, [row]) and _is_allowed(card, carriers, edition)
    ]
    found.sort(key=lambda entry: entry[0].level)
    return sorted(some_of_each(found), key=lambda card: card.level)[:MOST]


@functools.lru_cache(maxsize=8)
def _simple_cards(edition: Edition) -> list[tuple[Row, Card, NeedsAndSupplies]]:
    """Return the simple cards of all components, each with its component and its ties: any of them may be the partner of any other's."""
    rows = [row for row in edition.rows.values() if row.banned is None]
    cards = [(row, card) for row in rows for card in _simple(row, edition) if card.level <= MOST_CARRIED]
    return [(row, card, read_needs(card, row, edition, alone=False)) for row, card in cards]


def _simple(row: Row, edition: Edition) -> list[Card]:
    """Return the cards that a component is tried on, at its smallest amounts; costs and some conditions also on a small minion."""
    found = _carriers(row, edition)
    of_others = row.section == "condition" and (row.condition or {}).get("subject") != "self"
    if row.section == "cost" or of_others:
        found += [on_body(card, edition, carrying_bodies(edition)[0]) for card in found if card.kind == "spell"]
    return [card for card in found if not card_problems(card, edition)]


def _is_allowed(card: Card, carriers: Sequence[Card], edition: Edition) -> bool:
    """Say whether a deck may hold so many of a partner with Ultra Points, besides one copy of a carrier."""
    limit = edition.rules["ultra_limit"]
    return not card.ultra or not isinstance(limit, int) or COPIES_BESIDE * card.ultra + min(carrier.ultra for carrier in carriers) <= limit


def read_needs(card: Card, row: Row, edition: Edition, *, alone: bool) -> NeedsAndSupplies:
    """Return what a component on a card needs and supplies.

    ``edition``: which counters wound. ``alone``: whether only that counts which makes its worth depend on company: of effects counters, and
    what they do to nobody's cards but one's own.
    """
    needs: set[tuple[str, str]] = set()
    supplies: set[tuple[str, str]] = set()
    if row.section in ("cost", "caveat"):
        for name, value in _steps(row.program):
            needs |= set(_payment_needs(name, value))
            supplies |= set(_payment_supplies(name, value))
    elif row.section == "condition":
        needs |= set(_condition_needs(row.condition or {}))
    elif row.section == "target":
        needs |= set(_selection_needs(row.select or {}))
    else:
        needs |= {need for step in row.program if "if" in step for need in _state_needs(str(step["if"]))}
    for sub in (sub for ability in card.abilities for sub in ability.subs):
        target = sub.target.row if sub.target is not None else None
        select = (target.select if target is not None else None) or {}
        only_own = select.get("of") == "you" or select.get("from") == "self"
        for effect in sub.effects:
            if effect.row is not row and target is not row:
                continue
            found = set(_effect_supplies(effect.row, select, edition))
            if alone and not only_own:
                found &= {COUNTERS} if effect.row is row else set()
            supplies |= found
    return NeedsAndSupplies(frozenset(needs), frozenset(supplies))


def _steps(program: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Return the steps of a program, those of conditional ones too."""
    for step in program:
        if "if" in step:
            yield from _steps(step["then"])
        else:
            yield from step.items()


def _place(word: Any) -> str:
    return _PLACES.get(str(word), str(word))


def _payment_needs(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if name in ("remove_counters", "action_remove_counters"):
        yield COUNTERS
    elif name == "pay_hp":
        yield POINTS
    elif name in ("pay", "action_pay") and _place(value["from"]) in ("battlefield", "hand"):
        yield "cards", _place(value["from"])


def _payment_supplies(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if name == "gift_summon":
        yield "summoned", "enemy"
    if name not in ("pay", "action_pay"):
        return
    place, how = _place(value["from"]), value["how"]
    if how == "exhaust":
        yield "exhausted", place
    elif how == "sacrifice":
        yield "cards", "grave"
    else:
        yield from _moved_supplies(how, place)


def _moved_supplies(how: str, place: str) -> Iterator[tuple[str, str]]:
    """Yield what it brings about that cards are destroyed, sheathed or bounced where they are."""
    if how == "destroy":
        yield "destroyed", place
        yield "cards", "grave"
    elif how == "sheathe":
        yield "cards", "deck"
    elif how == "bounce" and place == "battlefield":
        yield "summoned", "you"


def _condition_needs(condition: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    event, subject = condition.get("on"), condition.get("subject")
    if event == "summoned":
        yield "summoned", "enemy" if subject == "enemy" else "you"
    elif event == "you_damaged":
        yield "damaged", "you"
    elif event in ("destroyed", "damaged", "targeted") and subject != "enemy":
        zone = _place(condition.get("zone", "battlefield"))
        for place in ("battlefield", "granary", "hand", "deck") if zone == "any" else (zone,):
            yield str(event), place
    if "when" in condition:
        yield from _state_needs(str(condition["when"]))


def _state_needs(words: str) -> Iterator[tuple[str, str]]:
    """Return of which of one's own cards a state test wants many."""
    for test in parse_expression(words, frozenset(("x", "y", "t", "roll"))):
        more = {">": test.left, ">=": test.left, "<": test.right, "<=": test.right}.get(test.op)
        if more in _STATES:
            yield "cards", _STATES[str(more)]


def _selection_needs(select: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    place, whose = _place(select.get("from")), select.get("of")
    if place in ("granary", "hand") and whose == "you":
        yield "cards", place
    if place in ("grave", "deck") and whose != "enemy":
        yield "cards", place
    if select.get("exhausted") and whose != "enemy":
        yield "exhausted", place
    if "min_counters" in select:
        yield COUNTERS
    if "max_level" in select:
        yield "low level", place


def _effect_supplies(row: Row, select: Mapping[str, Any], edition: Edition) -> Iterator[tuple[str, str]]:
    place = _place(select.get("from"))
    reached = bool(select) and select.get("of") != "enemy"
    if reached and place == "battlefield" and select.get("from") != "self":
        yield "targeted", place
    for name, value in _steps(row.program):
        if name == "place":
            yield COUNTERS
        elif name in _BODIES:
            yield BODIES
            if name == "clone":
                yield "summoned", "you"
        elif name in ("draw", "deal") and (not isinstance(value, Mapping) or value.get("who", "you") != "enemy"):
            yield "cards", "hand"
        elif name in ("heal", "damage_player"):
            who = value["who"] if isinstance(value, Mapping) else value
            if who != "enemy":
                yield POINTS if name == "heal" else ("damaged", "you")
        if not reached:
            continue
        yield from _moved_supplies(name, place)
        if name in ("silo", "deploy"):
            yield ("cards", "granary") if name == "silo" else ("summoned", "you")
        elif name in ("exhaust", "down_level"):
            yield "exhausted" if name == "exhaust" else "low level", place
        elif _wounds(name, value, edition):
            yield "damaged", place


def _wounds(name: str, value: Any, edition: Edition) -> bool:
    """Say whether a step damages what it is aimed at, at once or by a counter."""
    if name == "place":
        return any(step in _WOUNDS for step, _ in _steps(edition.counters[value["counter"]].program))
    return name in _WOUNDS and (name != "assign_dice" or value["among"] == "targets")


def pairs(cards: Sequence[Card], edition: Edition) -> Iterable[tuple[Card, Card]]:
    """Return cards with each of their partners, and so simple carriers of conditions and costs."""
    tied: list[tuple[Row, Card]] = [(one.row, card) for card in cards for one in components(card.caveat, card.abilities)]
    for row in (*edition.section("condition"), *edition.section("cost")):
        if row.banned is None:
            tied += [(row, card) for card in _carriers(row, edition)]
    return ((card, partner) for row, card in tied for partner in partners(row, [card], edition))


def _carriers(row: Row, edition: Edition) -> list[Card]:
    try:
        return [use.card for use in uses(row, edition, *amounts(row)[0])]
    except KotcError:
        return []
