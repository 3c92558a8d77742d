"""The naive reference implementation of the 17th Edition: players, zones, damage, the end of the game, and what a decision is.

Slow and obvious, written from docs/rules/kotc-17.md and not from the kernel. The rules are generators: where the rulebook
lets a player decide they yield a :class:`Decision` and are sent the option that was chosen. So each rule reads from top to
bottom, and the test that drives both sees every decision.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.naive.cards import Card

Option = tuple[Any, ...]
PASS: Option = ("pass",)
Rules = Generator["Decision", Option, Any]
"""What a rule is: it yields decisions, is sent options, and may return something."""


@dataclass
class Decision:
    """A player's choice among options."""

    player: int
    options: list[Option]


ZONES = ("deck", "grave", "battlefield", "granary", "hand", "trapfield", "reserves")


class GameOver(Exception):
    """The game has ended (17.endgame)."""


@dataclass(eq=False)
class Event:
    """What a condition can wait for (17.ruling.4); ``answered`` holds the abilities that have answered it (17.ruling.5)."""

    kind: str
    player: int
    card: Card | None
    answered: set[tuple[Card, int]] = field(default_factory=set)
    cards: list[Card] = field(default_factory=list)  # all of them, where one event stands for several
    gone: list[Card] = field(default_factory=list)  # those that the same step destroyed
    amount: int = 0  # of damage, added up
    building: bool = False  # it happened while a chain was built
    moment: list[Event] = field(default_factory=list)  # all of the same step


@dataclass
class Player:
    """A player's zones; the top of the deck is the end of the list."""

    number: int
    deck: list[Card]
    hp: int = 35
    hand: list[Card] = field(default_factory=list)
    grave: list[Card] = field(default_factory=list)
    battlefield: list[Card] = field(default_factory=list)
    granary: list[Card] = field(default_factory=list)
    trapfield: list[Card] = field(default_factory=list)  # of editions before the 13th
    reserves: list[Card] = field(default_factory=list)  # of the 9th
    decked: bool = False

    def zones(self) -> tuple[list[Card], ...]:
        """All zones (17.zones.1), with those that other editions have."""
        return tuple(getattr(self, name) for name in ZONES)

    def unexhausted_resources(self) -> list[Card]:
        """17.resource.2."""
        return [card for card in self.granary if not card.exhausted]


class Table:
    """Everything on the table, and what the rules do to it."""

    least_level = 0  # 17.keyword.27

    def __init__(self, decks: list[list[Card]], dice: Iterator[int], turn_limit: int, starter: int = 0) -> None:
        self.players = [Player(p, deck) for p, deck in enumerate(decks)]
        self.dice = dice
        self.turn_limit = turn_limit
        self.turn = 0
        self.turn_player = starter
        self.events: list[Event] = []
        self.moment: list[Event] = []  # the events of the present step or effect
        self.teams: list[list[Card]] = []  # the attacking and the defending team of the ongoing battle
        self.hypnotized: list[tuple[Card, int, int]] = []  # card, its stay, and who had control before
        self.acting = False  # it is the Action Phase
        self.winners: list[int] = []

    # --- players and zones

    def clockwise(self, first: int) -> list[Player]:
        """All players in clockwise order from one of them."""
        n = len(self.players)
        return [self.players[(first + k) % n] for k in range(n)]

    def controller(self, card: Card) -> int | None:
        """The player in whose zone the card is (17.keyword.10)."""
        for player in self.players:
            if any(card in zone for zone in player.zones()):
                return player.number
        return None

    def zone_of(self, card: Card) -> str:
        """The name of the zone that a card is in; nothing for a spell that is being cast (17.spell.4)."""
        for player in self.players:
            for name in ZONES:
                if card in getattr(player, name):
                    return name
        return ""

    def level(self, card: Card) -> int:
        """17.keyword.27."""
        return max(self.least_level, card.printed.level - card.down)

    def on_field(self, card: Card) -> bool:
        """17.keyword.50."""
        return any(card in player.battlefield for player in self.players)

    def minions(self) -> list[Card]:
        """All on-field minions."""
        return [card for player in self.players for card in player.battlefield]

    def take(self, card: Card) -> None:
        """Take a card out of its zone; it is then in none (17.spell.4), and in no team (17.battle.19)."""
        for player in self.players:
            for zone in player.zones():
                if card in zone:
                    zone.remove(card)
        for team in self.teams:
            if card in team:
                team.remove(card)
        card.leave()

    def bounce(self, card: Card) -> None:
        """17.keyword.2; a card in hand stays (17.ruling.48)."""
        hand = self.players[card.owner].hand
        if card not in hand:
            self.take(card)
            hand.append(card)

    def destroy(self, card: Card) -> None:
        """17.keyword.21, 17.zones.11; in the grave it is not destroyed again (17.ruling.48)."""
        grave = self.players[card.owner].grave
        if card in grave:
            return
        holder = self.controller(card)
        if holder is not None:
            zone = self.zone_of(card)
            self.happen(Event(f"{zone}_destroyed", holder, card))
            self.happen_to_some(f"your_{zone}_destroyed", holder, card)
            if zone in ("battlefield", "trapfield"):
                self.happen_to_some("your_in_play_destroyed", holder, card)
            for event in self.moment:
                event.gone += [card] if card is event.card or card in event.cards else []
        self.take(card)
        grave.append(card)

    def draw(self, player: Player, number: int) -> None:
        """17.keyword.29, 17.endgame.3, 17.ruling.115."""
        for _ in range(number):
            if not player.deck:
                player.decked = True
                self.finish()
            player.hand.append(player.deck.pop())

    def happen(self, event: Event) -> None:
        """Note an event as pending."""
        self.events.append(event)
        self.moment.append(event)

    def happen_to_some(self, kind: str, player: int, card: Card | None, amount: int = 0) -> None:
        """Note what happens to one player or to cards of theirs: what is simultaneous is one event (17.ruling.6)."""
        event = next((e for e in self.moment if e.kind == kind and e.player == player), None)
        if event is None:
            event = Event(kind, player, None)
            self.happen(event)
        event.cards += [card] if card else []
        event.amount += amount

    # --- dice and damage

    def roll(self, number: int) -> list[int]:
        """17.setup.11."""
        return [next(self.dice) for _ in range(number)]

    def damage_player(self, player: Player, amount: int) -> None:
        """17.minion.9, 17.endgame.5, 17.ruling.57."""
        if amount > 0:
            player.hp = max(0, player.hp - amount)
            self.happen_to_some("you_damaged", player.number, None, amount)

    def damage_minion(self, card: Card, amount: int) -> None:
        """17.minion.10 to 17.minion.13, 17.ruling.54."""
        if amount == 0:
            return
        holder = self.controller(card)
        assert holder is not None
        self.happen(Event("damaged", holder, card))
        self.happen_to_some("your_minion_damaged", holder, card)
        if amount < card.hp:
            card.hp -= amount
            return
        piercing = amount - card.hp
        self.destroy(card)
        self.damage_player(self.players[holder], piercing)

    def shielded(self, card: Card) -> Rules:
        """Offer Shield Counters to a die that is about to damage the host (17.counter.9, 17.ruling.20); True if one is popped."""
        for player in self.clockwise(self.turn_player):
            if ("shield", player.number) in card.counters:
                pop = ("pop", card.number, "shield")
                if (yield Decision(player.number, [pop, PASS])) == pop:
                    card.counters.remove(("shield", player.number))
                    return True
        return False

    def inflict_die(self, card: Card, die: int) -> Rules:
        """One die hits a minion."""
        if not (yield from self.shielded(card)):
            self.damage_minion(card, die)

    # --- the end

    def step_is_over(self) -> None:
        """A cost, effect or battle step is complete: what happens next is another moment; has the game ended? (17.ruling.114)."""
        self.moment = []
        if sum(player.hp > 0 for player in self.players) <= 1:
            self.finish()

    def finish(self) -> None:
        """17.endgame.8 to 17.endgame.13."""
        left = [p for p in self.players if not p.decked] or self.players
        for best in (
            lambda player: player.hp,
            lambda player: sum(self.level(card) for card in player.battlefield),
            lambda player: len(player.deck),
        ):
            most = max(best(player) for player in left)
            left = [player for player in left if best(player) == most]
        self.winners = [player.number for player in left]
        raise GameOver
