"""Homes of Level-Up: tuned decks of plain creatures and standard magic cards, in which cards are tried (docs/verdicts.md).

Level-Up states no price of a card. What creatures of a level usually have is the edition's *line*, attack plus defense; what a creature
*costs* is the attack that it lacks to it. A card is compared with plain creatures of its level and defense on the line, in the same places:
another level is another place in the piles of a deck, and no better or worse card.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.hosts import Archetype, Axis, Bound, HostDeck, HostDesign, places_of, quote
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.editions.model import MAX_LEVEL, MAX_STAT, LevelUpEdition
from kotc_sim.games.levelup.reference import creature, plain, plain_creatures, reference_decks
from kotc_sim.yaml_source import Node

HIGH = 3  # from this level on, a creature needs two others under it: what archetypes differ in
ARCHETYPES = (
    Archetype("fast", f"at most one creature in eight of level {HIGH} or more", (Bound(HIGH, MAX_LEVEL, most=1 / 8),)),
    Archetype("middle", f"one creature in eight to one in four of level {HIGH} or more", (Bound(HIGH, MAX_LEVEL, 1 / 8, 1 / 4),)),
    Archetype("slow", f"at least one creature in four of level {HIGH} or more", (Bound(HIGH, MAX_LEVEL, least=1 / 4),)),
)
ATTACK_SHARES = (0.3, 0.4, 0.5, 0.6, 0.7)
"""Shares of a plain creature's strength that are attack: the bodies tried at each level."""
MOST_OF_A_BODY = 4
"""Copies of one body in a home, two cards of it: a legal deck has many bodies, and with few of them attack counts in leaps."""
ABOVE = 4  # points of attack above the line's that are tried
MOST = 100  # most copies of a card in a home
STEPS = 8  # a card is tried with about this many attacks
_PLAIN = re.compile(r"plain (\w+) (\d+) \((\d+)/(\d+)\)")
_COPY = re.compile(r" #\d+$")
_NOWHERE = Node("map", "", 0, 0)


class LevelUpHosts(HostDesign):
    """What homes of one edition are made of; copies of one body are few, since with few bodies attack counts in leaps."""

    archetypes = ARCHETYPES
    most_copies = MOST_OF_A_BODY
    places = (
        "Each card took {copies} places of a home's plain creatures of its level, and is compared with plain creatures of its level and \
defense there"
    )
    writes_decks = False  # a deck may not hold plain creatures (levelup.effect.1), and the file of a home names only standard cards besides

    def __init__(self, edition: LevelUpEdition) -> None:
        self.edition = edition

    @cached_property
    def _starts(self) -> dict[str, HostDeck]:
        decks = zip(ARCHETYPES, reference_decks(self.edition), strict=True)
        return {one.name: HostDeck(one.name, tuple(map(self._plainly, deck.cards()))) for one, deck in decks}

    def _plainly(self, card: Card) -> Card:
        """Return the creature in one of the first two types of the edition, and its first subtype: homes are told apart by bodies alone."""
        if card.kind == "magic":
            return replace(card, name=_COPY.sub("", card.name))
        types = self.edition.types
        return creature(self.edition, card.level, card.attack, card.defense, types[types.index(card.type) % min(2, len(types))])

    def start(self, archetype: Archetype) -> HostDeck:
        """Return the reference deck of this archetype: plain creatures of two types on its curve, and standard magic cards."""
        return self._starts[archetype.name]

    @cached_property
    def plain(self) -> Sequence[Card]:
        """Plain creatures of each level of the line and each type of the homes, with up to five splits of attack and defense."""
        kinds = sorted({card.type for home in self._starts.values() for card in home.cards if self.is_plain(card)})
        return plain_creatures(self.edition, kinds, ATTACK_SHARES)

    def is_plain(self, card: Card) -> bool:
        """Say whether it is a creature without effects."""
        return card.kind == "creature" and not card.effects

    def deck(self, home: HostDeck, cards: Sequence[Card], name: str) -> Deck:
        """Return a deck of these cards; copies beyond the limit get names of their own, since it is no matter of a card's strength."""
        seen: dict[str, int] = {}
        counts = []
        for card in cards:
            seen[card.name] = seen.get(card.name, 0) + 1
            counts.append((replace(card, name=self._copy(card.name, seen[card.name])), 1))
        return Deck(name, self.edition, None, tuple(counts))

    def _copy(self, name: str, number: int) -> str:
        """Return the name of a deck's first, second … copy of a card."""
        group = (number - 1) // self.edition.parameter("copies")
        return f"{name} #{group + 1}" if group else name

    def list_names(self, card: Card, copies: int) -> list[str]:
        """Return the names of the copies of a card in a deck."""
        return list(dict.fromkeys(self._copy(card.name, number) for number in range(1, copies + 1)))

    def facts(self, card: Card) -> Mapping[str, Any]:
        """Return its text, level, type, attack and defense, and the attack of a plain creature of its level and defense."""
        text = " ".join(effect.text for effect in card.effects)
        numbers = {"level": card.level, "type": card.type, "attack": card.attack, "defense": card.defense}
        return {"text": text, **numbers, "line": self._on_line(card)}

    def _on_line(self, card: Card) -> int:
        """Return the attack that the line leaves beside its defense; of a magic card none."""
        return 0 if card.kind != "creature" else self.edition.strength(card.level) - card.defense

    def cost(self, card: Card) -> int:
        """Return the attack that it lacks to the line; negative above the line."""
        return self._on_line(card) - card.attack

    def axis(self, card: Card) -> Axis:
        """Return that costs are shown as the attack that is left."""
        return Axis("attack", self._on_line(card), -1)

    def at_cost(self, card: Card, cost: int) -> Card:
        """Return the card with the attack that this cost leaves; another attack has a name of its own (levelup.ruling.56)."""
        attack = min(MAX_STAT, max(0, self._on_line(card) - cost))
        return card if attack == card.attack else replace(card, attack=attack, name=f"{card.name} (attack {attack})")

    def costs(self, card: Card, homes: Sequence[HostDeck]) -> tuple[int, ...]:
        """Return about `STEPS` costs, from some attack above the line's to none, the printed one among them; of a magic card none but 0."""
        most = self._on_line(card)
        if card.kind != "creature":
            return (most,)
        least = min(self.cost(card), -ABOVE, most - ABOVE)
        step = max(1, -(-(most - least) // STEPS))
        return tuple(sorted({*range(least, most, step), most, self.cost(card)}))

    def pays(self, home: HostDeck, card: Card) -> int:
        """Return the cost of having no attack: every deck can play it."""
        return max(self._on_line(card), self.cost(card))

    def adapt(self, home: HostDeck, cards: Sequence[Card]) -> HostDeck:
        """Return the home in the types of these cards, so that they are played on others and under them.

        The types of a tuned home are only names: those that no card has are exchanged, the first ones first, for those that it lacks.
        """
        creatures = [one for one in home.cards if one.kind == "creature"]
        wanted = dict.fromkeys(card.type for card in cards if card.kind == "creature")
        own = dict.fromkeys(one.type for one in creatures)
        lacking = [one for one in wanted if one not in own]
        if not lacking or any(one.effects for one in creatures):
            return home
        names = dict(zip([one for one in own if one not in wanted], lacking, strict=False))
        changed = (
            creature(self.edition, one.level, one.attack, one.defense, names[one.type]) if one.type in names else one for one in home.cards
        )
        return replace(home, cards=tuple(changed))

    def slots(self, home: HostDeck, card: Card) -> tuple[int, ...]:
        """Return the places of creatures, in the home's own order, or those of the card's level first, its type before others.

        The rest, and for a magic card all, follow where they are missed least.
        """
        if home.slots:
            return home.slots
        cards = self.adapt(home, (card,)).cards
        creatures = [i for i, one in enumerate(cards) if one.kind == "creature"]
        far = {i: (cards[i].level != card.level, cards[i].level == card.level and cards[i].type != card.type) for i in creatures}
        return tuple(sorted(creatures, key=far.__getitem__))

    def fill_places(self, home: HostDeck, card: Card, copies: int) -> tuple[Card, ...]:
        """Return a home's cards, in the card's type, with copies in the first of its places."""
        places = len(self.slots(home, card))
        if places < copies:
            raise KotcError(f"{home.name} has {places} creatures, and {copies} copies are tried", fix=f"Use --copies {places}.")
        return super().fill_places(home, card, copies)

    def reference(self, card: Card) -> Card | None:
        """Return a plain creature of the card's level, defense and type; of a magic card, one without effects."""
        if card.kind != "creature":
            return replace(card, name=f"{card.kind} card without effects", effects=())
        name = f"plain creature like {card.name}"
        return replace(plain(self.edition, card.level, card.defense, card.type, card.subtype), name=name)

    def unpayable(self, card: Card) -> Card:
        """Return a creature of level 9 in its place, under which no deck has the eight that it takes."""
        return Card(
            f"{card.name}, not playable", "creature", self.edition.types[0], self.edition.subtypes[0], MAX_LEVEL, 0, 0, (), _NOWHERE
        )

    def plain_card(self, name: str) -> Card | None:
        """Return the plain creature of a name such as ``plain Fire 2 (6/4)``."""
        shape = _PLAIN.fullmatch(name)
        if shape is None or shape[1] not in self.edition.types:
            return None
        return creature(self.edition, int(shape[2]), int(shape[3]), int(shape[4]), shape[1])

    def home_of_deck(self, deck: Deck) -> HostDeck:
        """Return a deck as a home, its cards in the order of the file."""
        return HostDeck(deck.name, tuple(deck.cards()))

    def like(self, other: Any) -> bool:
        """Say whether rules, line, types and standard magic cards are those of another edition."""
        return bool(self._identity() == other._identity())

    def _identity(self) -> tuple[Any, ...]:
        one = self.edition
        standard = [(card.name, card.effects) for home in self._starts.values() for card in home.cards if card.kind == "magic"]
        return one.parameters, one.switches, one.types, one.line, standard

    def names(self, root: Node) -> list[tuple[str, int]]:
        """Return names and copies of the cards in the file of a home: none of them would be legal in a deck (levelup.effect.1)."""
        return [
            (name.raw, copies.integer(f"copies of {name.raw!r}", 1, MOST))
            for name, copies in root.entries("a home")["cards"].mapping("cards")
        ]

    def yaml(self, home: HostDeck, title: str, name: str) -> str:
        """Return a home as a file: what it misses least comes first; creatures and magic cards of one kind stand together."""
        lines = [f"# {title}"]
        lines += ["# Plain creatures and magic cards of one effect, for comparison only: no deck may hold them (levelup.effect.1)."]
        lines += [f"name: {name}", f"edition: {self.edition.name}", "cards:"]
        lines += [f"  {quote(name)}: {len(places)}" for name, places in places_of(home.cards).items()]
        return "\n".join(lines) + "\n"
