"""From decks of Level-Up to one record of integers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.legality import require_legal
from kotc_sim.games.levelup.cards.text import Effect, Filter
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import EFFECT, KIND, MATCH, new_array
from kotc_sim.games.levelup.engine.switches import PARAMETERS, SWITCHES
from kotc_sim.games.switches import numbers_of, write_fields

# Plain integers: a match of the starter decks writes four thousand of them.
_SIDES = {"": int(kinds.Side.NONE), "own": int(kinds.Side.OWN), "enemy": int(kinds.Side.ENEMY), "both": int(kinds.Side.BOTH)}
_COUNTS = {"": int(kinds.Count.NONE), "up to": int(kinds.Count.UP_TO), "exactly": int(kinds.Count.EXACTLY), "all": int(kinds.Count.ALL)}
_LEVELS = (-0x8000, 0x7FFF)
_ZONES = {"": int(kinds.Zone.LIMBO), "hand": int(kinds.Zone.HAND), "deck": int(kinds.Zone.DECK), "discard pile": int(kinds.Zone.GRAVE)}
_PREFIXES = {"": int(kinds.Prefix.NONE), "event": int(kinds.Prefix.EVENT), "action": int(kinds.Prefix.ACTION), "if": int(kinds.Prefix.IF)}
_KINDS, _OPS, _EVENTS, _ACTIONS = map(numbers_of, (kinds.Kind, kinds.Op, kinds.Event, kinds.Action))
_ACTIVATED = {int(kind) for kind in (kinds.Kind.NORMAL, kinds.Kind.CONTINUOUS, kinds.Kind.EQUIP, kinds.Kind.DORMANT)}
_RESPONSES = {int(kind) for kind in (kinds.Kind.COUNTER, kinds.Kind.DORMANT)}
_IMMUNITIES = {int(op) for op in (kinds.Op.IMMUNE_SELF, kinds.Op.IMMUNE_TEAM, kinds.Op.EQUIP_IMMUNE)}
_DEMANDING = {int(op) for op in (kinds.Op.LOOT, kinds.Op.SACRIFICE_DRAW, kinds.Op.REDIRECT)}
_TRAITS: dict[int, int] = {
    kinds.Op.SELF_STAT: kinds.Trait.STRONGER,
    kinds.Op.SHIELD_SELF: kinds.Trait.SOLID,
    kinds.Op.GUARD: kinds.Trait.GUARD,
    kinds.Op.DIRECT: kinds.Trait.DIRECT,
    kinds.Op.PACIFIST: kinds.Trait.STILL,
    kinds.Op.LEVEL_ONTO: 0,
    kinds.Op.FREE_PLAY: 0,
}
_KIND_FIELDS = KIND.names or ()


class Builder:
    """Collects the cards of a match; `match` is the finished record."""

    def __init__(self, edition: LevelUpEdition) -> None:
        self.edition = edition
        self.array = new_array(MATCH)
        self.match = self.array.view(np.recarray)[0]
        plain = self.array.view(np.ndarray)[0]
        self._kinds, self._effects = plain["kinds"], plain["effects"]
        self.cards: list[Card] = []
        self._number: dict[str, int] = {}
        self._effects[0]["then"] = -1  # scenarios leave out effects that do not matter; one that is of no kind stands for them
        self._n_effects = 1
        write_fields(self.match.rules, PARAMETERS, {name: parameter.value for name, parameter in edition.parameters.items()})
        write_fields(self.match.rules, SWITCHES, {name: switch.value for name, switch in edition.switches.items()})

    def add(self, card: Card) -> int:
        """Return the number of a card's kind, adding it if it is new; a `KotcError` if a card has the same name, or the record is full."""
        known = self._number.get(card.name)
        if known is not None:
            if self.cards[known] != card:
                raise card.place.error(
                    f"two different cards are named {card.name!r}", "Names tell cards apart (levelup.ruling.56); rename one."
                )
            return known
        number = len(self.cards)
        if number >= kinds.MAX_KINDS:
            raise card.place.error(f"a match has more than {kinds.MAX_KINDS} different cards")
        self._number[card.name] = number
        self.cards.append(card)
        magic = card.kind == "magic"
        row = dict.fromkeys(_KIND_FIELDS, 0) | {
            "type": 0 if magic else 1 + self.edition.types.index(card.type),
            "subtype": 0 if magic else 1 + self.edition.subtypes.index(card.subtype),
            "level": card.level, "attack": card.attack, "defense": card.defense,
        }  # fmt: skip
        effects, stances = [0, 0], [0, 0]
        for position, effect in enumerate(card.effects):
            effects[position] = self._add_effect(card, (effect, *effect.then), position)
            bit, kind, op = 1 << position, _KINDS[effect.kind], _OPS[effect.op]
            if kind == kinds.Kind.PASSIVE and op == kinds.Op.SELF_STAT:
                row["more_attack"] += effect.attack
                row["more_defense"] += effect.defense
            row["free_play"] |= op == kinds.Op.FREE_PLAY
            row["onto"] |= op == kinds.Op.LEVEL_ONTO
            if op >= kinds.Op.SELF_STAT:
                row["passive" if kind == kinds.Kind.PASSIVE else "lasting"] |= bit
            if kind == kinds.Kind.PASSIVE and op in _TRAITS and not magic:
                row["traits"] |= _TRAITS[op]
            elif kind == kinds.Kind.PASSIVE and op >= kinds.Op.SELF_STAT:
                row["beyond"] |= bit
            row["activates"] |= bit * (kind in _ACTIVATED)
            row["responds"] |= bit * (kind in _RESPONSES)
            row["dormant"] |= bit * (kind == kinds.Kind.DORMANT)
            tapped = kind == kinds.Kind.DORMANT  # so it lies where it can be activated
            if kind in _ACTIVATED:
                stances[tapped] |= kinds.Stance.ACTS
            if kind in _RESPONSES:
                stances[tapped] |= kinds.Stance.ANYTHING if tapped else 1 << int(self._effects[effects[position]]["when"])
            if effect.prefix == "event":
                row["events"] |= 1 << _EVENTS[effect.when]
            self.match.immunity |= op in _IMMUNITIES
        odd = row["free_play"] or row["onto"] or row["level"] > kinds.LAST_RANK
        row["fits"] = kinds.Fit.ODD if odd else kinds.rank_bit(row["type"], row["level"])
        row["above"] = kinds.Fit.NONE if magic or row["level"] >= kinds.LAST_RANK else kinds.rank_bit(row["type"], row["level"] + 1)
        self._kinds[number] = tuple((row | {"stances": tuple(stances), "effects": tuple(effects)}).values())
        self.match.n_kinds = number + 1
        return number

    def _add_effect(self, card: Card, steps: Sequence[Effect], position: int) -> int:
        first = self._n_effects
        last = first + len(steps) - 1
        if last >= kinds.MAX_EFFECTS:
            raise card.place.error(f"the cards of a match have more than {kinds.MAX_EFFECTS} effects")
        for number, effect in enumerate(steps, first):
            self._effects[number] = self._effect_row(effect, position, number + 1 if number < last else -1)
        self._n_effects = last + 1
        self.match.n_effects = self._n_effects
        return first

    def _effect_row(self, effect: Effect, position: int, then: int) -> tuple[Any, ...]:
        """Return an effect in the order of the fields of `EFFECT`."""
        op = _OPS[effect.op]
        when = _EVENTS[effect.when] if effect.prefix == "event" else _ACTIONS[effect.when] if effect.prefix == "action" else 0
        row = {
            "kind": _KINDS[effect.kind], "op": op, "prefix": _PREFIXES[effect.prefix], "when": when,
            "if_side": _SIDES[effect.if_side], "if_n": effect.if_n, "if_filter": self._filter_row(effect.if_filter),
            "who": _SIDES[effect.who], "n": effect.n, "m": effect.m, "count": _COUNTS[effect.count], "count_n": effect.count_n,
            "filter": self._filter_row(effect.filter), "source": self._filter_row(effect.source),
            "side": _SIDES[effect.side], "zone": _ZONES[effect.zone], "attack": effect.attack, "defense": effect.defense,
            "face_up": effect.face_up, "tap": effect.tap, "gain": effect.gain, "standing": op >= kinds.Op.SELF_STAT,
            "demands": effect.prefix == "if" or effect.count == "exactly" or op in _DEMANDING,
            "position": position, "then": then,
        }  # fmt: skip
        assert tuple(row) == EFFECT.names
        return tuple(row.values())

    def _filter_row(self, f: Filter) -> tuple[int, int, int, int, int]:
        """Return a filter in the order of the fields of `FILTER`."""
        narrow = bool(f.level_op or f.type or f.subtype)
        if f.what != "creature":
            return -1, 1 if f.what == "magic" else -1, *_LEVELS, narrow
        low, high = _LEVELS
        return (
            1 << 1 + self.edition.subtypes.index(f.subtype) if f.subtype else -1,
            1 << 1 + self.edition.types.index(f.type) if f.type else -2,
            f.level if f.level_op in ("=", ">") else low,
            f.level if f.level_op in ("=", "<") else high,
            narrow,
        )


def build_match(deck0: Deck, deck1: Deck, *, check: bool = True) -> tuple[Any, list[Card]]:
    """Turn two decks into a match, a record array of dtype `MATCH`, and the card of each kind number.

    A `KotcError` if a deck is illegal, the editions differ, or the record is too small.
    """
    if deck0.edition != deck1.edition:
        raise KotcError(
            f"{deck0.name} is a deck of {deck0.edition.name}, {deck1.name} one of {deck1.edition.name}",
            file=deck1.file,
            fix="Give both the same `edition:`.",
        )
    builder = Builder(deck0.edition)
    for number, deck in enumerate((deck0, deck1)):
        if check:
            require_legal(deck)
        cards = deck.cards()
        if len(cards) > kinds.MAX_DECK:
            raise KotcError(f"the deck has {len(cards)} cards; the engine plays at most {kinds.MAX_DECK}", file=deck.file)
        builder.match.deck_n[number] = len(cards)
        for i, card in enumerate(cards):
            builder.match.deck[number, i] = builder.add(card)
    return builder.array, builder.cards
