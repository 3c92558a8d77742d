"""Homes of Keeper of the Cards: tuned decks of plain minions and standard spells, in which cards are tried (docs/verdicts.md)."""

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from kotc_sim.games.hosts import Archetype, Bound, HostDeck, HostDesign, even_slots, quote
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.deck import read_deck
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.reference import MOST_LEVEL, SLOTS, bodies, contexts, kotc_edition, minion, standard_spells
from kotc_sim.yaml_source import Node

ARCHETYPES = (
    Archetype("fast", "no plain minion above level 4", (Bound(5, MOST_LEVEL, most=0.0),)),
    Archetype("middle", "at least two plain minions in five of levels 3 to 5", (Bound(3, 5, least=0.4),)),
    Archetype("slow", "at least one plain minion in three of level 5 or more", (Bound(5, MOST_LEVEL, least=1 / 3),)),
)
MOST_PLAIN = 9
"""Highest level of the plain minions that homes are tuned with."""
SP_SHARES = (0.3, 0.5, 0.75)
"""Shares of a plain minion's level that are SP: the bodies tried at each level."""
MOST_CARDS = 1_000
MOST_NAME = 80
"""Characters of a card's name in a file."""
_PLAIN = re.compile(r"minion (\d+)/(\d+)")


class KeeperHosts(HostDesign):
    """What homes of one edition are made of; a `KotcError` for an edition of another game."""

    archetypes = ARCHETYPES
    most_copies = MOST_CARDS
    places = "Each card took the places of {copies} plain minions, spread over a home's curve"
    writes_decks = True

    def __init__(self, edition: Edition) -> None:
        self.edition = kotc_edition(edition)

    def start(self, archetype: Archetype) -> HostDeck:
        """Return the reference deck of this archetype: plain minions on its curve, and standard spells."""
        context = next(context for context in contexts(self.edition, SLOTS) if context.name == archetype.name)
        return HostDeck(archetype.name, (*context.before, *context.filling, *context.after), context.reserves)

    def slots(self, home: HostDeck, card: Card | None = None) -> tuple[int, ...]:
        """Return the places that a home gives away, in order: its own, or those of plain minions, spread over the curve, then spells'.

        They are the same for all cards. Nobody chose the standard spells: whatever took the place of a bad one would seem to gain.
        """
        if home.slots:
            return home.slots
        plain = [(card.level, i) for i, card in enumerate(home.cards) if self.is_plain(card)]
        return (*even_slots(plain), *(i for i, card in enumerate(home.cards) if not self.is_plain(card)))

    @cached_property
    def plain(self) -> Sequence[Card]:
        """Plain minions of levels 0 to 9, at each up to three splits of SP and HP (at level 1 all)."""
        found: dict[tuple[int, int], Card] = {}
        for level in range(MOST_PLAIN + 1):
            options = bodies(self.edition, level)
            wanted = list(options) if level == 1 else []
            if options:
                wanted += [min(options, key=lambda body: (abs(body[0] - share * max(1, level)), -body[0])) for share in SP_SHARES]
            for body in sorted(wanted):
                found.setdefault(body, minion(self.edition, *body))
        return tuple(found.values())

    def is_plain(self, card: Card) -> bool:
        """Say whether it is a minion without abilities."""
        return card.kind == "minion" and not card.abilities

    def deck(self, home: HostDeck, cards: Sequence[Card], name: str) -> Deck:
        """Return a deck of these cards and the home's reserves; one entry a slot, so that all others are shuffled to where they were."""
        aside = tuple((card, 1) for card in home.aside)
        among = aside if self.edition.rules["reserves"] == "among" else ()
        return Deck(name, self.edition, None, tuple((card, 1) for card in cards) + among, aside)

    def facts(self, card: Card) -> Mapping[str, Any]:
        """Return its text and its level."""
        return {"text": card.text, "level": card.level}

    def at_cost(self, card: Card, cost: int) -> Card:
        """Return the card declared at a level."""
        return card if card.level == cost else replace(card, level=cost)

    def costs(self, card: Card, homes: Sequence[HostDeck]) -> tuple[int, ...]:
        """Return all levels up to one above what any home pays, and its own."""
        return grid(card.level, [self.pays(home, card) for home in homes])

    def pays(self, home: HostDeck, card: Card) -> int:
        """Return the level of the home's most expensive plain minion."""
        return max((one.level for one in home.cards if self.is_plain(one)), default=0)

    def unpayable(self, card: Card) -> Card:
        """Return the card at level 30, which nobody pays."""
        return replace(card, level=MOST_LEVEL)

    def plain_card(self, name: str) -> Card | None:
        """Return the plain minion of a name such as ``minion 2/4``."""
        shape = _PLAIN.fullmatch(name)
        return None if shape is None else minion(self.edition, int(shape[1]), int(shape[2]))

    def home_of_deck(self, deck: Deck) -> HostDeck:
        """Return a deck as a home, its cards in the order of the file."""
        cards, reserves = tuple(deck.cards()), tuple(card for card, count in deck.reserves for _ in range(count))
        return HostDeck(deck.name, cards, reserves, tuple(range(len(cards))))

    def like(self, other: Any) -> bool:
        """Say whether rules, plain minions and standard spells are those of another edition."""
        if dict(self.edition.rules) != dict(other.edition.rules):
            return False
        here, there = ([(card.name, card.level, card.text) for card in (*one.plain, *one.standard())] for one in (self, other))
        return here == there

    def standard(self) -> Sequence[Card]:
        """Return the standard spells of the edition."""
        return standard_spells(self.edition)

    def names(self, root: Node) -> list[tuple[str, int]]:
        """Return names and copies of the cards in a home's file, a deck."""
        return [(card.name, 1) for card in read_deck(root).cards()]

    def yaml(self, home: HostDeck, title: str, name: str) -> str:
        """Return a home as a deck file: what it misses least comes first."""
        lines = [f"# {title}", f"name: {name}", f"edition: {self.edition.name}", "cards:"]
        groups = itertools.groupby(card.name for card in home.cards)
        lines += [f"  {sum(1 for _ in copies)}: {quote(_short(one))}" for one, copies in groups]
        if home.aside:
            lines.append("reserves:")
            lines += [f"  1: {quote(card.name)}" for card in home.aside]
        written = {card.name: card for card in home.cards if card.text or _PLAIN.fullmatch(card.name) is None}
        if written:
            lines.append("library:")
        for title, card in written.items():
            body = f"sp: {card.sp}, hp: {card.hp}, " if card.kind == "minion" else ""
            lines.append(f"  - {{name: {quote(_short(title))}, {body}text: {quote(card.text)}}}")
        return "\n".join(lines) + "\n"


def _short(name: str) -> str:
    """Return a name that a file may hold: cards of one component are named by their text."""
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…"


def grid(level: int, pays: Sequence[int]) -> tuple[int, ...]:
    """Return the levels at which a card is tried: all up to one above what any home pays, and its own."""
    top = max(pays) + 1
    return tuple(sorted({*range(top + 1), level}))
