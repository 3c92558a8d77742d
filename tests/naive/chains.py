"""Chains of the naive reference: windows, links, responses and resolution (17.chain, 17.ruling.1 to 17)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.naive.abilities import GHOST_PLAY, HEX_PLAY, Abilities
from tests.naive.cards import Ability, Card
from tests.naive.game import PASS, Decision, Event, Option, Player, Rules

ABOUT_YOURS = ("your_battlefield_destroyed", "your_hand_destroyed", "your_deck_destroyed", "your_minion_damaged", "you_damaged")
ABOUT_ENEMY = ("enemy_acts", "enemy_attacks", "enemy_defends", "enemy_summons")
EVENTS = {"your_minion_destroyed": "your_battlefield_destroyed", "your_other_damaged": "your_minion_damaged"}


@dataclass
class Link:
    """A chain link: an ability of a card, or a popped counter on its host."""

    player: Player
    card: Card
    ability: Ability | None
    counter: str = ""
    stay: int = 0
    cast: bool = False  # a spell that is in no zone until its link has resolved
    targets: list[Card] | None = None  # where they are selected on activation; None: none could be


class Chains(Abilities):
    """The table, with chains."""

    proactive = ("sword", "weakness", "damage", "exhaustion", "fatigue")
    standard_answers = False  # "only as chain link 1" (17.ability.3)

    # --- what a player may use

    def ready(self, player: Player, card: Card) -> bool:
        """An unexhausted on-field minion (17.minion.5), or a spell in hand (17.spell.2)."""
        if card.printed.kind == "minion":
            return card in player.battlefield and not card.exhausted
        return card in player.hand

    def hex_cost(self, card: Card) -> int:
        """Half the level, rounded up (17.keyword.41)."""
        return (self.level(card) + 1) // 2

    def resource_cost(self, card: Card, ability: Ability) -> int:
        """What is due besides the activation cost (17.spell.3, 17.keyword.41)."""
        if ability.when in HEX_PLAY:
            return self.hex_cost(card)
        if ability.when in GHOST_PLAY or card.printed.kind == "minion":
            return 0
        return self.level(card)

    def met(self, player: Player, card: Card, ability: Ability, event: Event) -> bool:
        """Whether an event is what the ability waits for (17.ruling.4, 17.ruling.10)."""
        kind = EVENTS.get(ability.when, ability.when)
        if kind == "owned_destroyed":
            return event.kind.endswith("_destroyed") and event.card is card and card.owner == player.number
        if event.kind != kind:
            return False
        if kind in ABOUT_ENEMY:
            return event.player != player.number
        others = ability.when != "your_other_damaged" or any(other is not card for other in event.cards)
        return event.player == player.number and others and (kind in ABOUT_YOURS or event.card is card)

    def answering(self, player: Player, card: Card, index: int) -> Event | None:
        """The first pending event that this ability may answer now, if there is one (17.ruling.4, 17.ruling.5)."""
        ability = card.printed.abilities[index]
        everywhere = ability.when in GHOST_PLAY + HEX_PLAY
        for event in self.events:
            waited_for = (card, index) not in event.answered and self.met(player, card, ability, event)
            if waited_for and (everywhere or self.ready(player, card)) and self.payable(player, card, ability):
                return event
        return None

    def everything(self) -> list[Card]:
        """Every card that is in a zone."""
        return [card for player in self.players for zone in player.zones() for card in zone]

    def answers(self, player: Player, *, response: bool = False) -> list[Option]:
        """What a player may use in a window or as a response (17.ruling.3): written conditions and proactive counters."""
        options: list[Option] = []
        for card in self.everything():
            for index, ability in enumerate(card.printed.abilities):
                if ability.condition and self.answering(player, card, index):
                    options.append(("use", card.number, index))
        if response and self.standard_answers and self.acting and player.number == self.turn_player:
            options += self.standard(player)
        for card in self.minions():
            for kind in self.proactive:
                if (kind, player.number) in card.counters:
                    options.append(("pop", card.number, kind))
        return options

    def standard(self, player: Player) -> list[Option]:
        """Abilities without a written condition that a player may use in the own Action Phase (17.ability.3)."""
        return [
            ("use", card.number, index)
            for card in player.hand + player.battlefield
            for index, ability in enumerate(card.printed.abilities)
            if not ability.condition and self.ready(player, card) and self.payable(player, card, ability)
        ]

    # --- windows and chains

    def window(self) -> Rules:
        """17.ruling.1, 17.ruling.2, 17.ruling.4."""
        while True:
            for player in self.clockwise(self.turn_player):
                options = self.answers(player)
                choice = (yield Decision(player.number, [*options, PASS])) if options else PASS
                if choice != PASS:
                    yield from self.chain(player, choice)
                    break
            else:
                self.events.clear()
                return

    def first_asked(self, player: Player) -> int:
        """The player to the left of whoever made a link (17.chain.4)."""
        return (player.number + 1) % len(self.players)

    def chain(self, player: Player, choice: Option) -> Rules:
        """17.chain.2 to 17.chain.7."""
        links = [(yield from self.make_link(player, choice))]
        passes, asked = 0, self.first_asked(player)
        while passes < len(self.players):
            other = self.players[asked]
            options = self.answers(other, response=True)
            choice = (yield Decision(asked, [*options, PASS])) if options else PASS
            if choice == PASS:
                passes += 1
                asked = (asked + 1) % len(self.players)
            else:
                links.append((yield from self.make_link(other, choice)))
                passes, asked = 0, self.first_asked(other)
        for link in reversed(links):
            yield from self.resolve(link)

    def card(self, number: int) -> Card:
        """The card that an option names."""
        return next(card for card in self.everything() if card.number == number)

    def make_link(self, player: Player, choice: Option) -> Rules:
        """Pop the counter (17.counter.2), or take the activation steps (17.ability.5, 17.spell.3, 17.minion.5)."""
        card = self.card(choice[1])
        if choice[0] == "pop":
            card.counters.remove((choice[2], player.number))
            return Link(player, card, None, choice[2], card.stay)
        ability = card.printed.abilities[choice[2]]
        everywhere = ability.when in GHOST_PLAY + HEX_PLAY
        if ability.condition:
            event = self.answering(player, card, choice[2])
            assert event is not None
            event.answered.add((card, choice[2]))
        self.exhaust_resources(player, self.resource_cost(card, ability))
        cast = card.printed.kind == "spell" and not everywhere
        if cast:
            self.take(card)  # it is in no zone until it has resolved (17.spell.4)
        elif not everywhere:
            card.exhausted = True
        self.moment = []
        yield from self.pay(player, card, ability.cost)
        self.step_is_over()
        self.happen(Event("enemy_acts", player.number, card))  # 17.ruling.14
        return Link(player, card, ability, cast=cast)

    def resolve(self, link: Link) -> Rules:
        """17.ability.8; a spell goes to its owner's grave when its link has resolved (17.ruling.35, 17.ruling.80)."""
        if link.ability is None:
            if self.on_field(link.card) and link.card.stay == link.stay:  # 17.ruling.69
                yield from self.counter_effect(link.player, link.counter, link.card)
        else:
            for sentence in link.ability.sentences:
                targets = yield from self.select(link.player, link.card, sentence.target)
                self.step_is_over()
                for effect in sentence.effects:
                    yield from self.carry_out(link.player, effect, targets)
                    self.step_is_over()
            if link.cast and not self.zone_of(link.card):
                self.players[link.card.owner].grave.append(link.card)
        self.step_is_over()
