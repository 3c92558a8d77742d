"""From decks to a match: card definitions, programs and rule switches as integer arrays.

The engine knows no names; it sees what `Builder` writes into a ``MATCH`` record. Limits of the record are checked
here, with a message that names the card. A component whose program the engine cannot carry out is refused by name.
"""

import copy
import functools
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.tree import Ability, Component
from kotc_sim.games.keeper.editions.expression import parse_expression
from kotc_sim.games.keeper.editions.model import Edition
from kotc_sim.games.keeper.editions.program import EFFECTS, REACTIONS
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.engine.fields import MAX_SUBS
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.keeper.engine.triggers import COMPARISONS, WORDS
from kotc_sim.games.switches import numbers_of, write_fields
from kotc_sim.shared.result import MAX_DEFS

PLACES, EVENTS, SUBJECTS, PLAYS, BY, OF, HOW, REACTS, RESPONSES = map(
    numbers_of, (kinds.Place, kinds.Event, kinds.Subject, kinds.Play, kinds.By, kinds.Of, kinds.How, kinds.React, kinds.Respond)
)
AMOUNTS = {"roll": kinds.Amount.ROLL, "t": kinds.Amount.TARGETS, "host_sp": kinds.Amount.HOST_SP, "die": kinds.Amount.DIE}
NUMBERS: dict[Any, int] = {
    **{"turn": kinds.Scope.TURN, "chain": kinds.Scope.CHAIN, "after_chain": kinds.Scope.LATER},
    **{**numbers_of(kinds.Who), "self": kinds.Who.YOU, "choice": 1},
    **{"sp": kinds.Stat.SP, "hp": kinds.Stat.HP, "nothing": 0, "partial": 1, "targets": 0, "enemy_minions": 1},
}
"""The words of arguments that are no amounts."""
FIELDS = {
    **dict.fromkeys(("by", "count", "total", "dice", "up_to", "set to"), "amount"), "short": "partial", "clone up_to": "times",
    "embody up_to": "times",
}  # fmt: skip
"""Fields of a line by argument, or by primitive and argument, where they are not called as it is."""
UNWRITTEN = ("on", "yes", "damage_enemy_minion by", "become_victim who")  # arguments without a field
OPS = {**numbers_of(kinds.Op), "dice_wound_each": kinds.Op.WOUND_EACH}
_serials = itertools.count(1)


@dataclass
class Names:
    """What the integers of a match stand for, for logs, scenarios and reports."""

    edition: Edition
    counters: list[str]  # names of counter kinds by index
    cards: list[Card | None] = field(default_factory=lambda: [None])  # by definition; 0 is the blank pawn
    abilities: list[str] = field(default_factory=list)  # ability names by index, empty for spells

    def card(self, definition: int) -> str:
        """Return the name of a definition."""
        found = self.cards[definition]
        return "pawn" if found is None else found.name


@dataclass(frozen=True)
class Built:
    """A compiled match: the ``MATCH`` record, and the names behind its integers."""

    record: Any
    names: Names
    definitions: Mapping[tuple[Any, ...], int]


def card_key(card: Card) -> tuple[Any, ...]:
    """Return what makes two cards the same definition."""
    return (card.name, card.kind, card.sp, card.hp, card.text, card.level, card.printed_level)


def _steps(component: Component) -> list[tuple[str, Any]]:
    """Return the steps of a cost's or caveat's program, each with its name."""
    return [next(iter(step.items())) for step in component.row.program]


class Builder:
    """Writes one match record; one instance a match."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._write_into(record.new_match())
        self.names = Names(edition, list(edition.counters))
        self.index: dict[tuple[Any, ...], int] = {}
        self.n_players = self.n_abilities = self.n_selects = self.n_code = self.n_expressions = self.features = self.listen = 0
        self.embodies = False
        self.placed: set[str] = set()
        write_fields(self.fields, SWITCHES.values(), edition.rules)
        self.defs[0]["minion"] = 1  # the blank pawn
        self.n_defs = 1
        self._counters()

    def _write_into(self, match: Any) -> None:
        self.m = match
        fields = match.base.view(record.MATCH, np.ndarray)[0]  # the same bytes: a record's attributes take ten times as long
        self.fields, self.defs, self.code = fields, fields["defs"], fields["code"]

    @classmethod
    def of(cls, edition: Edition) -> "Builder":
        """Return a new builder; what all matches of an edition have in common is written once: a search makes thousands of them."""
        known = _begun(edition)
        new = copy.copy(known)
        new._write_into(record.copy_match(known.m))
        new.names, new.index, new.placed = Names(edition, list(edition.counters)), {}, set(known.placed)
        return new

    def _counters(self) -> None:
        if len(self.names.counters) > record.MAX_KINDS:
            raise KotcError(
                f"edition {self.edition.name} has {len(self.names.counters)} counter types",
                file=self.edition.file,
                fix=f"The engine keeps up to {record.MAX_KINDS}; leave some out",
            )
        self.fields["n_kinds"] = len(self.names.counters)
        for i, name in enumerate(self.names.counters):
            counter = self.edition.counters[name]
            kind = self.fields["kinds"][i]
            kind["pop"] = {"chain": kinds.Pop.CHAIN, "at_once": kinds.Pop.AT_ONCE}.get(counter.pop or "", kinds.Pop.NEVER)
            kind["hybrid" if counter.pop else "react"] = REACTS[counter.react] if counter.react else 0
            kind["targets"] = kinds.CounterTarget[(counter.targets or "none").upper()]
            kind["code"] = self.n_code
            self._program(counter.program, 0, 0, counter.name, (counter.file, counter.line))
            self._line(kinds.Op.NEXT)
            kind["code_end"] = self.n_code

    def _line(self, op: int, **operands: int) -> int:
        if self.n_code >= record.MAX_CODE:
            raise KotcError(
                "the cards of this match have too long programs", fix=f"The engine keeps {record.MAX_CODE} steps; use fewer different cards"
            )
        line = self.code[self.n_code]
        line["op"] = op
        for name, value in operands.items():
            line[name] = value
        self.n_code += 1
        return self.n_code - 1

    def _amount(self, value: Any, x: int, y: int) -> int:
        if isinstance(value, bool):
            raise KotcError(f"{value} is not an amount")
        if isinstance(value, int):
            return value
        word = str(value)
        known = {"x": x, "y": y, **AMOUNTS}
        return known[word] if word in known else int(word)

    def _expression(self, text: str, x: int, y: int) -> int:
        if self.n_expressions >= record.MAX_EXPRESSIONS:
            raise KotcError("too many state tests in this match", fix="Use fewer cards with `when:` or `if:`")
        e = self.fields["expressions"][self.n_expressions]
        parts = parse_expression(text, frozenset(("x", "y", "t", "roll")))
        if len(parts) > 6:
            raise KotcError(f"{text!r} joins more than six comparisons", fix="Split the ability")
        e["n"] = len(parts)
        for i, part in enumerate(parts):
            for side, number, word in (("left", "left_number", part.left), ("right", "number", part.right)):
                value = {"x": x, "y": y}.get(word, word) if isinstance(word, str) else word
                if isinstance(value, int):
                    e[side][i] = 0
                    e[number][i] = value
                else:
                    e[side][i] = WORDS.index(value)
            e["compare"][i] = COMPARISONS.index(part.op)
        self.n_expressions += 1
        return self.n_expressions - 1

    def _program(self, steps: Sequence[Mapping[str, Any]], x: int, y: int, what: str, place: tuple[str, int]) -> None:
        rolled = 0
        for step in steps:
            if "if" in step:
                jump = self._line(kinds.Op.IF, expression=self._expression(str(step["if"]), x, y))
                self._program(step["then"], x, y, what, place)
                self.code[jump]["jump"] = self.n_code
                continue
            name, value = next(iter(step.items()))
            self._step(name, value, x, y, what, place, rolled)
            rolled = self._amount(value["count"] if isinstance(value, Mapping) else value, x, y) if name == "roll" else 0

    def _step(self, name: str, value: Any, x: int, y: int, what: str, place: tuple[str, int], rolled: int) -> None:
        primitive, op = EFFECTS.get(name) or REACTIONS.get(name), OPS.get(name, -1)
        if primitive is None or op < 0:
            raise KotcError(
                f"{what}: the engine cannot carry out the primitive {name!r}", file=place[0] or None, line=place[1] or None,
                fix="Write the program with other primitives, or leave the component out of the decks",
            )  # fmt: skip
        if name in ("berzerk", "place", "issue"):
            self.features |= kinds.Feature.COUNTERS
        elif name in ("down_level", "hand_down_level"):
            self.features |= kinds.Feature.DOWN_LEVEL
        args: Mapping[Any, Any] = value if isinstance(value, Mapping) else {primitive.short: value}
        named = {key: f"{name} {key}" for key in args}
        operands = {
            FIELDS.get(named[key], FIELDS.get(key, key)): self._operand(key, one, x, y)
            for key, one in args.items()
            if key not in UNWRITTEN and named[key] not in UNWRITTEN
        }
        if name in ("clone", "embody"):
            self.embodies |= name == "embody"
            operands = {"times": 1, "up_to": int("up_to" in args), **operands}
        elif name in ("heal", "damage_player"):
            operands.setdefault("amount", kinds.Amount.ROLL)
        elif name == "damage":
            operands["single"] = int(operands["amount"] == kinds.Amount.ROLL and rolled == 1)
        elif name == "remove_counters" and args.get("on") == "battlefield":
            op = kinds.Op.REMOVE_COUNTERS_ANYWHERE
        elif name == "become_victim" and "controller" in args.values():
            op = kinds.Op.VICTIM_TO_CONTROLLER
        self._line(op, **operands)

    def _operand(self, key: str, value: Any, x: int, y: int) -> int:
        if key == "counter":
            self.placed.add(value)
            return self.names.counters.index(value)
        return int(NUMBERS[value]) if value in NUMBERS else self._amount(value, x, y)

    def _costs(self, components: Iterable[Component], action: Component | None = None) -> tuple[int, int]:
        """Write costs, those of a caveat for attacking, defending and using an ability (`action`) before the others."""
        first = self.n_code
        steps = [] if action is None else [(action, name[7:], value) for name, value in _steps(action) if name.startswith("action_")]
        steps += [(component, *step) for component in components for step in _steps(component) if not step[0].startswith("action_")]
        for component, name, value in steps:
            x, y = component.x, component.y
            if name == "donate":
                spells = int(str(value["what"]) == "spells")
                self._line(kinds.Cost.DONATE, place=PLACES[str(value["from"])], count=self._amount(value["count"], x, y), spells=spells)
            elif name == "pay":
                self._line(
                    kinds.Cost.PAY,
                    place=PLACES[str(value["from"])],
                    count=self._amount(value["count"], x, y),
                    by=BY[str(value.get("by", "you"))],
                    how=HOW[str(value["how"])],
                    other=int(bool(value.get("other", False))),
                )
            elif name in ("remove_counters", "remove_own_counters", "pay_hp", "gift_summon"):
                count = value["count"] if isinstance(value, Mapping) else value
                self._line(kinds.Cost[name.upper()], count=self._amount(count, x, y))
            elif name not in ("cannot", "berzerker"):
                raise KotcError(f"{component.row.id}: the engine knows no cost {name!r}", file=component.row.file, line=component.row.line)
        return first, self.n_code

    def _select(self, component: Component) -> int:
        if self.n_selects >= record.MAX_SELECTS:
            raise KotcError("too many target selections in this match", fix="Use fewer different cards")
        data = component.row.select
        assert data is not None
        x, y = component.x, component.y
        s = self.fields["selects"][self.n_selects]
        s["place"] = PLACES[str(data["from"])]
        s["of"] = OF[str(data.get("of", "you"))]
        s["by"] = BY[str(data.get("by", "you"))]
        s["up_to"] = int(component.up_to or self.edition.rules["fewer_targets"])
        s["every"], s["exhausted"], s["see"] = (int(bool(data.get(key, False))) for key in ("all", "exhausted", "see"))
        s["count"] = self._amount(data.get("count", 1), x, y)
        s["max_level"] = self._amount(data["max_level"], x, y) if "max_level" in data else -1
        s["min_counters"] = self._amount(data.get("min_counters", 0), x, y)
        s["look"] = self._amount(data.get("look", 0), x, y)
        self.n_selects += 1
        return self.n_selects - 1

    def _condition(self, a: Any, component: Component | None) -> None:
        a["event"] = -1
        a["when"] = -1
        a["at_least"] = 1
        a["place"] = a["card_in"] = kinds.Place.ANY
        if component is None:
            return
        data = component.row.condition or {}
        x, y = component.x, component.y
        if "on" in data:
            a["event"] = EVENTS[str(data["on"])]
            a["subject"] = SUBJECTS[str(data.get("subject", "self"))]
            self.listen |= 1 << int(a["event"])
            self.features |= kinds.Feature.TRIGGERS
        a["respond"] = RESPONSES.get(str(data.get("respond", "")), 0)
        if "zone" in data:
            a["place"] = PLACES[str(data["zone"])]
        a["play"] = PLAYS.get(str(data.get("play", "")), kinds.Play.NORMAL)
        if a["play"] == kinds.Play.SPELL:
            a["card_in"] = PLACES[str(data.get("card_in", data.get("zone")))]
        a["any_time"] = int(data.get("time") == "any")
        for key in ("natural", "not_destroyed", "total"):
            a[key] = int(bool(data.get(key, False)))
        a["at_least"] = self._amount(data.get("at_least", 1), x, y)
        if "when" in data:
            a["when"] = self._expression(str(data["when"]), x, y)
            self.features |= kinds.Feature.CONDITIONAL

    def _ability(self, definition: int, ability: Ability, card: Card) -> None:
        if self.n_abilities >= record.MAX_ABILITIES:
            raise KotcError("too many abilities in this match", fix="Use fewer different cards")
        if len(ability.subs) > MAX_SUBS:
            raise KotcError(
                f"{card.name} has an ability of {len(ability.subs)} sub-abilities",
                file=card.file,
                line=card.line,
                fix=f"The engine keeps up to {MAX_SUBS}",
            )
        a = self.fields["abilities"][self.n_abilities]
        a["definition"] = definition
        self._condition(a, ability.condition)
        a["cost"], a["cost_end"] = self._costs(ability.costs, card.caveat)
        a["n_subs"] = len(ability.subs)
        for k, sub in enumerate(ability.subs):
            a["select"][k] = self._select(sub.target) if sub.target is not None else -1
            a["code"][k] = self.n_code
            for effect in sub.effects:
                row = effect.row
                self._program(row.program, effect.x, effect.y, row.id, (row.file, row.line))
                self._line(kinds.Op.NEXT)
            a["code_end"][k] = self.n_code
        d = self.defs[definition]
        if a["event"] >= 0 or a["respond"] > 0:
            d["triggered"] = 1
            if a["event"] >= 0:
                bit = 1 << min(definition, record.LAST_BIT)
                if a["subject"] == kinds.Subject.SELF:
                    d["hears"] |= 1 << int(a["event"])
                elif a["subject"] == kinds.Subject.ENEMY:
                    self.fields["heard_enemy"][a["event"]] |= bit
                else:
                    self.fields["heard_own"][a["event"]] |= bit
                if a["card_in"] == kinds.Zone.GRANARY and a["subject"] != kinds.Subject.SELF:
                    self.fields["granary_hears"] = 1
        elif a["any_time"] == 1:
            self.fields["any_time"] |= 1 << min(definition, record.LAST_BIT)
        elif a["play"] == kinds.Play.SPELL:
            d["cast_from"] |= 1 << int(a["card_in"])
            self.fields["cast_from"] |= 1 << min(definition, record.LAST_BIT)
        else:
            d["standard"] = 1
        self.names.abilities.append(ability.name)
        self.n_abilities += 1

    def add_card(self, card: Card) -> int:
        """Add a card and return its definition."""
        key = card_key(card)
        if key in self.index:
            return self.index[key]
        definition = self.n_defs
        if definition >= MAX_DEFS:
            raise KotcError(f"more than {MAX_DEFS - 1} different cards in a match", fix="Use fewer different cards")
        if card.level > record.MAX_LEVEL:
            what, fix = f"{card.name} has {self.edition.terms['level']} {card.level}", f"The engine keeps up to {record.MAX_LEVEL}"
            raise KotcError(what, file=card.file or None, line=card.line or None, fix=fix)
        d = self.defs[definition]
        d["minion"] = int(card.kind == "minion")
        d["spell"] = int(card.kind == "spell")
        d["sp"], d["hp"], d["level"] = card.sp, card.hp, card.level
        d["value"] = float(card.level)
        if card.caveat is not None:
            for step in card.caveat.row.program:
                d["cannot_attack"] |= int(step.get("cannot") == "attack")
                d["cannot_defend"] |= int(step.get("cannot") == "defend")
                d["berzerker"] |= int("berzerker" in step)
            d["caveat"], d["caveat_end"] = self._costs([card.caveat])
            d["action"], d["action_end"] = self._costs([], card.caveat)
            if d["berzerker"] == 1:
                self.features |= kinds.Feature.BERZERKER
        dealt = d["card"]
        dealt["definition"] = definition
        dealt["zone"] = kinds.Zone.NOWHERE
        dealt["sp"] = dealt["printed_sp"] = card.sp
        dealt["hp"] = dealt["printed_hp"] = card.hp
        dealt["printed_level"] = card.level
        d["first_ability"] = self.n_abilities
        d["n_abilities"] = len(card.abilities)
        for ability in card.abilities:
            self._ability(definition, ability, card)
        self.n_defs = definition + 1
        self.names.cards.append(card)
        self.index[key] = definition
        return definition

    def add_deck(self, seat: int, main: Iterable[Card], reserves: Iterable[Card] = ()) -> None:
        """Add a player's deck, in slot order, and reserves."""
        drawn, aside = (self._seat(seat, cards, zone) for cards, zone in ((list(main), "deck"), (list(reserves), "reserves")))
        self.n_players = max(self.n_players, seat + 1)
        known, definitions = self.fields["seats"][seat], drawn + aside  # what a player knows of the own deck and reserves as a whole
        by_number = self.defs["level"].tolist()
        levels = [by_number[number] for number in definitions]
        known["kinds"] = len(set(definitions)) if max(definitions, default=0) < record.LAST_BIT else 0
        known["definitions"] = sum(1 << bit for bit in {min(number, record.LAST_BIT) for number in definitions})
        known["cards"], known["levels"], known["squares"] = len(levels), sum(levels), sum(level * level for level in levels)

    def _seat(self, seat: int, cards: Sequence[Card], zone: str) -> list[int]:
        """Write a player's deck or reserves, and return their definitions."""
        if len(cards) > record.MAX_DECK:
            raise KotcError(f"a deck of {len(cards)} cards does not fit the engine", fix=f"Use at most {record.MAX_DECK} cards")
        numbers = {id(card): self.add_card(card) for card in {id(card): card for card in cards}.values()}  # copies are one object
        definitions = [numbers[id(card)] for card in cards]
        self.fields[f"{zone}_n"][seat] = len(cards)
        self.fields[zone][seat, : len(cards)] = definitions
        return definitions

    def finish(self) -> Built:
        """Write what the whole match can do, and return it."""
        m, defs = self.fields, self.defs
        react = {int(m["kinds"][i]["react"]) for i, name in enumerate(self.names.counters) if name in self.placed}
        m["react_mask"] = sum(1 << bit for bit in react) & ~1
        m["serial"] = next(_serials)
        m["n_players"], m["n_defs"], m["n_abilities"] = self.n_players, self.n_defs, self.n_abilities
        m["features"] = self.features
        m["listen"] = self.listen
        standard, minion = (defs[name][: self.n_defs].tolist() for name in ("standard", "minion"))
        spells = m["trapfield"] == 1 or self.embodies
        used = {min(i, record.LAST_BIT) for i, one in enumerate(standard) if one == 1 and (minion[i] == 1 or spells)}
        m["activated"] = sum(1 << bit for bit in used)
        # As bytes: an index by a list leaves those between the fields to chance, and digests see them.
        as_bytes = f"V{record.CARD.itemsize}"
        cards, dealt = np.ascontiguousarray(defs["card"]).view(as_bytes), m["dealt"].view(as_bytes)
        for seat in range(self.n_players):
            drawn = m["deck"][seat, : m["deck_n"][seat]]
            dealt[seat, : len(drawn)] = cards[drawn]
            mine = m["dealt"][seat]
            mine["owner"], mine["holder"], mine["zone"] = seat, seat, kinds.Zone.DECK
        m["notes_all"] = int(m["events"] >= 2 or m["deployed_condition"] == 1)
        machine.install(self.m)
        return Built(self.m, self.names, self.index)


_begun = functools.lru_cache(maxsize=64)(Builder)  # of an edition: a builder that knows no card yet
